"""Films a match of Resource War between two browsers, with its reveals and its review, for README.md.

    python tools/pictures/film.py BROWSER

BROWSER is the program, such as /usr/bin/chromium. A real server and two browser contexts play the match; the film shows
both windows side by side, because the point is what each of them does not show.
"""

from __future__ import annotations

import base64
import re
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from page_server import page_server
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
TURNS = ((4, 2), (0, 3), (5, 1), (1, 0))  # in the last turn, Bob bids nothing and loses a match that he had won
ROUND_2 = "Round 2: perfect play mixes its bids, and every choice has an exact loss."
WINDOW = {"width": 470, "height": 726}
SCALE = 1.25  # pixels per point, so that the text stays sharp
GAP, CAPTION = 12, 52
THEMES = {"light": ("#d0d7de", "#ffffff", "#1f2328"), "dark": ("#30363d", "#0d1117", "#e6edf3")}  # edge, paper, ink


class Frame(NamedTuple):
    caption: str
    seconds: float
    windows: list[bytes]


def main(browser: str) -> None:
    with page_server() as address, sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=browser)
        for theme in THEMES:
            frames = film(opened, address, theme)
            save(PICTURES / f"match-{theme}.webp", [compose(opened, frame, theme) for frame in frames], frames)
        opened.close()


def film(browser: Browser, address: str, theme: str) -> list[Frame]:
    ann, bob = (window(browser, theme) for _ in range(2))
    frames: list[Frame] = []

    def shoot(caption: str, seconds: float) -> None:
        for page in (ann, bob):
            page.mouse.move(0, 0)
            page.evaluate("document.activeElement.blur()")
        frames.append(Frame(caption, seconds, [page.screenshot() for page in (ann, bob)]))

    bob.goto(new_match(ann, address))
    introduce(ann, bob)
    for page in (ann, bob):
        expect(page.get_by_role("heading", name="Choose in secret")).to_be_visible()
        show(page.locator(".strip").first)
    play(ann, bob, shoot)
    review(ann, bob, shoot)
    for page in (ann, bob):
        page.context.close()
    return frames


def window(browser: Browser, theme: str) -> Page:
    context = browser.new_context(
        viewport=WINDOW,  # type: ignore[arg-type]
        color_scheme=theme,  # type: ignore[arg-type]
        device_scale_factor=SCALE,
        reduced_motion="reduce",
    )
    return context.new_page()


def new_match(page: Page, address: str) -> str:
    """Starts a match against a friend, in the first seat; returns the link for the second."""
    page.goto(address)
    page.get_by_role("article", name="Resource War").get_by_role("button", name="Play a friend").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio").and_(page.locator("[value=first]")).check()
    dialog.get_by_role("button", name=re.compile("Create a link")).click()
    page.wait_for_url("**/m/*")
    return page.get_by_label("Link for the other player").input_value()


def introduce(ann: Page, bob: Page) -> None:
    ann.get_by_text("Your name, rules").click()
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_label("Your name").press("Enter")
    ann.get_by_text("Your name, rules").click()
    bob.get_by_label("Your name").first.fill("Bob")
    bob.get_by_role("button", name="Continue").click()


def play(ann: Page, bob: Page, shoot: Callable[[str, float], None]) -> None:
    shoot("Two browsers, one match: both players bid in secret.", 2.5)
    for turn, bids in enumerate(TURNS, start=1):
        whole = turn in (1, len(TURNS))  # of the other rounds, the film shows the reveal only
        pick(ann, f"Player 1: bid {bids[0]}")
        if whole:
            shoot(f"Round {turn}: Ann picks {bids[0]}.", 2)
        seal(ann)
        expect(bob.locator(".strip[data-seat='0']").get_by_text("sealed")).to_be_visible()
        if whole:
            shoot("Sealed: Bob sees that Ann has chosen, and nothing else.", 2.5)
        pick(bob, f"Player 2: bid {bids[1]}")
        if whole:
            shoot(f"Bob picks {bids[1]}.", 2)
        seal(bob)
        for page in (ann, bob):
            expect(page.locator(".history li")).to_have_count(turn)
            show(page.locator(".panel", has_text=f"Turn {turn}").last, "bottom")
        shoot(f"Round {turn} is revealed to both at once.", 2.5)
        for page in (ann, bob):
            show(page.locator(".strip").first)


def pick(page: Page, title: str) -> None:
    page.locator(".play").get_by_role("button", name=title, exact=True).click()


def seal(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Seal: ")).click()


def review(ann: Page, bob: Page, shoot: Callable[[str, float], None]) -> None:
    for page in (ann, bob):
        page.get_by_role("link", name="Review").and_(page.locator(".button")).click()
        expect(page.get_by_text("Total loss:")).to_be_visible()
    for turn, caption in ((4, "The review: Bob's last bid turned a certain win into a defeat."), (2, ROUND_2)):
        for page in (ann, bob):
            page.get_by_role("button", name=re.compile(rf"^{turn}\.")).click()
        show(ann.locator("svg", has_text="turn ").last, "bottom")
        show(bob.get_by_role("heading", name=re.compile(f"^Turn {turn}")))
        shoot(caption, 4)


def show(place: Locator, edge: str = "top") -> None:
    """Scrolls so that the top or the bottom of a place is at that edge of the window, with a margin."""
    scroll = "(place, edge) => scrollBy(0, place.getBoundingClientRect()[edge] + "
    place.evaluate(scroll + ("14 - innerHeight)" if edge == "bottom" else "-14)"), edge)


def compose(browser: Browser, frame: Frame, theme: str) -> Image.Image:
    """Both windows, with the caption below."""
    edge, paper, ink = THEMES[theme]
    pictures = [f"data:image/png;base64,{base64.b64encode(each).decode()}" for each in frame.windows]
    width = WINDOW["width"]
    shown = "".join(
        f'<img src="{each}" style="width:{width}px;border:1px solid {edge};border-radius:8px">' for each in pictures
    )
    page = browser.new_page(
        viewport={"width": 2 * width + GAP + 4, "height": WINDOW["height"] + CAPTION}, device_scale_factor=SCALE
    )
    page.set_content(
        f'<body style="margin:0;background:{paper};color:{ink};font:600 20px system-ui,sans-serif">'
        f'<div style="display:flex;gap:{GAP}px">{shown}</div>'
        f'<div style="text-align:center;line-height:{CAPTION - 4}px">{frame.caption}</div>'
    )
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    page.close()
    return picture


def save(path: Path, pictures: list[Image.Image], frames: list[Frame]) -> None:
    durations = [int(1000 * frame.seconds) for frame in frames]
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=durations, loop=0, quality=80, method=6)
    print(f"wrote {path.name}, {len(frames)} frames, {path.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main(sys.argv[1])
