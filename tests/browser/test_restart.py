"""The server is killed and started again while pages are open: they recover by themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from bots.processes import ServerProcess
from browser.tabs import OFFLINE, Tab, Tabs, see
from playwright.sync_api import Browser, expect

LOST, BACK = re.compile("^Connection lost"), re.compile("^Connected again")
SEALED = "Sealed: your choice is stored"


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server that a test may kill."""
    server = ServerProcess(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def three(browser: Browser, mortal: ServerProcess) -> Iterator[list[Tab]]:
    """Two players and a spectator. The first player's choice is sealed."""
    tabs = Tabs(browser, mortal.address)
    ann, bob, eve = tabs.open(), tabs.open(), tabs.open()
    link = ann.play("Resource War", "friend", target=4)
    ann.page.get_by_text("More links").click()
    eve.go(ann.page.get_by_label("Link to watch").input_value())
    bob.go(link)
    see(ann.page.get_by_role("heading", name="Choose in secret"))
    ann.pick("Player 1: bid 3")
    ann.seal()
    see(ann.page.get_by_text(SEALED))
    for tab in (ann, bob, eve):
        see(tab.page.locator(".strip[data-seat='0']").get_by_text("sealed"))
        tab.page.evaluate("window.opened = 'before'")  # a reload would forget it
        tab.expected = OFFLINE
    yield [ann, bob, eve]
    tabs.close()


def came_back(tab: Tab) -> None:
    expect(tab.page.get_by_text(LOST)).to_have_count(0)
    see(tab.page.get_by_text(BACK))
    assert tab.page.evaluate("window.opened") == "before"


def test_a_sealed_choice_is_still_sealed_after_the_server_was_killed(three: list[Tab], mortal: ServerProcess) -> None:
    ann, bob, eve = three
    mortal.kill()
    for tab in three:
        see(tab.page.get_by_text(LOST))
    mortal.start()
    for tab in three:
        came_back(tab)
        see(tab.page.locator(".strip[data-seat='0']").get_by_text("sealed"))
    see(ann.page.get_by_text(SEALED))
    for other in (bob, eve):
        assert "bid 3</" not in other.page.locator("#main").inner_html()
    for first, second in (("", "bid 1"), ("bid 4", "bid 0")):
        if first:
            ann.pick(f"Player 1: {first}")
            ann.seal()
        bob.pick(f"Player 2: {second}")
        bob.seal()
    see(ann.page.get_by_role("heading", name="You have won"))
    see(eve.page.get_by_role("heading", name="Player 1 has won"))
    expect(eve.page.get_by_text("✓ proved", exact=True)).to_have_count(2)


def test_a_server_that_cannot_read_what_was_sealed_says_so(
    three: list[Tab], mortal: ServerProcess, tmp_path: Path
) -> None:
    """A host with two keys could have a round played again until the choices suit them."""
    mortal.kill()
    (tmp_path / "seal.key").unlink()
    mortal.start()
    for tab in three:
        came_back(tab)
    three[1].pick("Player 2: bid 1")
    three[1].seal()
    for tab in three:
        see(tab.page.get_by_text("The server asks for this turn again. No player took anything back."))
        see(tab.page.get_by_role("alert").get_by_text("could not read a sealed choice and asked again (once, turn 1)"))


def test_a_choice_made_while_the_server_is_down_is_sealed_once(three: list[Tab], mortal: ServerProcess) -> None:
    bob = three[1]
    mortal.kill()
    see(bob.page.get_by_text(LOST))
    bob.pick("Player 2: bid 1")
    bob.seal()
    see(bob.page.get_by_role("button", name="Sending…"))
    expect(bob.page.get_by_text(SEALED)).to_have_count(0)
    mortal.start()
    for tab in three:
        see(tab.page.get_by_text("Player 1 gains 2 Resource Points."))
        came_back(tab)
        expect(tab.page.locator(".history li")).to_have_count(1)
    see(bob.page.get_by_role("heading", name="Choose in secret"))
