"""Tabs that remember every error, and what tests do in them again and again."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, expect

expect.set_options(timeout=30_000)  # a busy machine takes long to start the process that solves
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 360, "height": 740}
LOST = "INTERNET_DISCONNECTED|FAILED|CONNECTION_\\w+|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED"
OFFLINE = re.compile(f"ERR_({LOST})|WebSocket connection")
in_firefox_too = pytest.mark.parametrize("browser", ["chromium", "firefox"], indirect=True)
REPORT_VIOLATIONS = """addEventListener('securitypolicyviolation', (event) =>
    console.error(`security policy: ${event.violatedDirective} ${event.blockedURI}`));"""


class Tab:
    """A page in a browser context of its own."""

    def __init__(self, context: BrowserContext, server: str) -> None:
        self.context, self.server = context, server
        self.page = context.new_page()
        self.errors: list[str] = []
        self.expected: re.Pattern[str] | None = None  # errors that a test provokes
        watch(self.page, self.errors)

    def go(self, address: str) -> Page:
        self.page.goto(address if address.startswith("http") else self.server + address)
        return self.page

    def unexpected(self) -> list[str]:
        return [error for error in self.errors if not (self.expected and self.expected.search(error))]

    def play(self, game: str, opponent: str, **rules: int) -> str:
        """Start a match from the home page, in the first seat; returns the link for the other player, or ""."""
        page = self.go("/")
        card = page.get_by_role("article", name=game)
        card.get_by_role("button", name="Play a friend" if opponent == "friend" else "Play the computer").click()
        dialog = page.get_by_role("dialog")
        if opponent != "friend":
            dialog.get_by_role("radio", name=opponent).check()
        dialog.get_by_role("radio").and_(page.locator("[value=first]")).check()
        if rules:
            dialog.get_by_text("Change the rules").click()
        for name, value in rules.items():
            field = dialog.locator(f"[name=rule-{name}]")
            field.press("Control+a")
            field.press_sequentially(str(value))  # `fill` does not work in Firefox
        dialog.get_by_role("button", name=re.compile("Create a link|Start")).click()
        page.wait_for_url("**/m/*")
        if opponent != "friend":
            return ""
        return page.get_by_label("Link for the other player").input_value()

    def pick(self, title: str) -> None:
        self.page.locator(".play").get_by_role("button", name=title, exact=True).click()

    def seal(self) -> None:
        self.page.get_by_role("button", name=re.compile("^Seal: ")).click()


def watch(page: Page, errors: list[str]) -> None:
    def note(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            errors.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: errors.append(str(error)))


class Tabs:
    def __init__(self, browser: Browser, server: str) -> None:
        self._browser, self._server = browser, server
        self.all: list[Tab] = []

    def open(self, **options: Any) -> Tab:
        context = self._browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **options})
        context.set_default_timeout(30_000)
        context.add_init_script(REPORT_VIOLATIONS)
        self.all.append(Tab(context, self._server))
        return self.all[-1]

    def close(self) -> None:
        errors = [error for tab in self.all for error in tab.unexpected()]
        for tab in self.all:
            tab.context.close()
        assert not errors, "\n".join(errors)


def shared(game: str, turns: list[Any], result: dict[str, Any] | None = None) -> str:
    """The address of the review of a match that is in the link."""
    content = {"game": game, "rules": {}, "turns": turns, "seats": ["Ann", "Bob"], "result": result or {}}
    return "/review#" + base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


def see(locator: Locator) -> None:
    expect(locator).to_be_visible()
