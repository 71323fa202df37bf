"""Every page in a real browser: accessible, on a phone, in the dark, and small."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import axe_playwright_python  # type: ignore[import-untyped]
import pytest
from browser.tabs import PHONE, Tab, Tabs, in_firefox_too, see, shared
from playwright.sync_api import Page, Request, expect

from parlour.match.commitments import SealedChoice, Slot, commitment

AXE = Path(axe_playwright_python.__file__).parent / "axe.min.js"
LARGEST_FIRST_PAGE = 100_000  # bytes
SIEGE = [[1], [2], [1], [4, 4], [3], [2], [3], [3], [3], [3], [1]]
WAR = [[4, 2], [3, 5], [1, 0]]
PAGES = ["/", "/watch", "/bots", "/rules/tower-siege", "/review", shared("resource-war", WAR), "/explore/resource-war"]
TARGETS = """() => [...document.querySelectorAll('button, .button, input, select, summary, [role=button], nav a')]
    .filter((e) => e.checkVisibility() && !e.closest('.hidden'))
    .map((e) => [e.getAttribute('aria-label') ?? e.innerText, e.getBoundingClientRect()])
    .filter(([, box]) => box.width && Math.min(box.width, box.height) < 23.5)
    .map(([name, box]) => `${name}: ${box.width} by ${box.height}`)"""
AXE_RUN = "async () => (await axe.run()).violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.html).join(' ')}`)"


def settled(page: Page) -> None:
    see(page.locator("main h1"))
    expect(page.locator(".loading")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_violates_the_rules_of_axe(tabs: Tabs, scheme: str) -> None:
    tab = tabs.open(color_scheme=scheme, viewport=PHONE if scheme == "dark" else None)
    tab.context.add_init_script(path=AXE)
    for address in PAGES:
        page = tab.go(address)
        settled(page)
        assert page.evaluate(AXE_RUN) == [], address
    page = tab.go("/")
    page.get_by_role("button", name="Play the computer").first.click()
    page.get_by_text("Change the rules").click()
    assert page.evaluate(AXE_RUN) == [], "the dialog"
    tab.play("Resource War", "friend")
    assert page.evaluate(AXE_RUN) == [], "an invitation"
    tab.play("Resource War", "random", target=1)
    tab.pick("Player 1: bid 4")
    assert page.evaluate(AXE_RUN) == [], "a choice"
    tab.seal()
    see(page.locator(".history li").first)
    assert page.evaluate(AXE_RUN) == [], "a reveal"


def test_every_page_fits_a_phone_and_every_target_a_finger(tabs: Tabs) -> None:
    tab = tabs.open(viewport=PHONE, has_touch=True)
    for address in PAGES:
        page = tab.go(address)
        settled(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], address
        assert page.evaluate(TARGETS) == [], address
    for game in ("Token Tactics", "Tower Siege", "Color Capture", "Resource War"):
        tab.play(game, "random")
        see(page.locator(".play .open").first)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], game
        assert page.evaluate(TARGETS) == [], game


@pytest.mark.parametrize("address", ["/m/not+a+match", "/explore"])
def test_an_address_of_no_page_leads_home(tab: Tab, address: str) -> None:
    tab.expected = re.compile("404")
    page = tab.go(address)
    see(page.get_by_role("heading", name="There is no such page"))
    page.get_by_role("link", name="All games").click()
    see(page.get_by_role("heading", name="Token Tactics"))


def test_the_first_page_is_small(tab: Tab) -> None:
    sizes: list[int] = []

    def note(request: Request) -> None:
        size = request.sizes()
        sizes.append(size["responseHeadersSize"] + size["responseBodySize"])

    tab.page.on("requestfinished", note)
    page = tab.go("/")
    settled(page)
    page.wait_for_load_state("networkidle")
    assert len(sizes) > 10
    assert sum(sizes) < LARGEST_FIRST_PAGE


def test_pages_are_dark_where_the_reader_wants_it(tabs: Tabs) -> None:
    from parlour.drawing.theme import DARK, LIGHT

    for scheme, theme in (("light", LIGHT), ("dark", DARK)):
        page = tabs.open(color_scheme=scheme).go("/")
        settled(page)
        red, green, blue = (int(theme.page[k : k + 2], 16) for k in (1, 3, 5))
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") == f"rgb({red}, {green}, {blue})"


def test_pieces_glide_unless_the_reader_wants_less_motion(tabs: Tabs) -> None:
    durations = []
    for motion in ("no-preference", "reduce"):
        tab = tabs.open(reduced_motion=motion)
        page = tab.go("/explore/tower-siege")
        page.get_by_role("button", name="Player 1: move 2 to 2").wait_for()
        durations.append(page.evaluate("getComputedStyle(document.querySelector('.piece')).transitionDuration"))
    assert durations == ["0.45s", "0s"]


@in_firefox_too
def test_a_review_is_stepped_through_with_arrow_keys(tab: Tab) -> None:
    page = tab.go(shared("tower-siege", SIEGE))
    see(page.get_by_role("heading", name="Turn 3: the turning point"))
    page.keyboard.press("Home")
    see(page.get_by_role("heading", name="The beginning"))
    page.keyboard.press("ArrowRight")
    see(page.get_by_role("heading", name="Turn 1"))
    see(page.get_by_role("img", name=re.compile("^Player 1 is at 1 of 10")))
    page.keyboard.press("End")
    see(page.get_by_role("heading", name=f"Turn {len(SIEGE)}"))
    page.get_by_role("button", name="Back").click()
    see(page.get_by_role("heading", name=f"Turn {len(SIEGE) - 1}"))


def test_a_review_names_who_resigned_and_the_loss(tabs: Tabs) -> None:
    one, two = tabs.open(viewport=PHONE), tabs.open()
    page = one.go(shared("resource-war", WAR[:1], {"outcome": "won", "failure": {"player": 1, "reason": "resigned"}}))
    see(page.get_by_text("Player 2 (Bob) resigned. Player 1 wins."))
    see(page.get_by_text(re.compile(r"Forfeiting the last position is a loss of [01]\.\d\d for Bob\.$")))
    see(page.locator(".moves").get_by_text("forfeited the match"))
    again = two.go(page.get_by_label("Link to this review").input_value())
    see(again.locator(".moves").get_by_text("forfeited the match"))


def test_a_review_is_shared_by_link_and_saved_as_files(tabs: Tabs) -> None:
    one, two = tabs.open(), tabs.open()
    page = one.go(shared("resource-war", WAR))
    link = page.get_by_label("Link to this review").input_value()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Board as SVG").click()
    picture = saved.value.path().read_text()
    assert picture.startswith("<svg")
    assert "var(" not in picture
    with page.expect_download() as saved:
        page.get_by_role("button", name="Review as JSON").click()
    assert json.loads(saved.value.path().read_text())["game"] == "resource-war"
    see(two.go(link).get_by_text("Total loss: Ann"))


def test_a_record_file_is_reviewed(tab: Tab, tmp_path: Path) -> None:
    import parlour
    from parlour.match.match import Match
    from parlour.match.record import dump

    match = Match(parlour.game("resource-war"), ("Ann", "Bob"))
    for first, second in WAR:
        match.play(first, second)
    record = tmp_path / "match.json"
    record.write_text(dump(match))
    page = tab.go("/")
    page.get_by_label("Drop the record of a match here").set_input_files(record)
    see(page.get_by_role("heading", name="Review: Resource War"))
    see(page.get_by_text("Total loss: Ann"))
    tab.expected = re.compile("400")
    record.write_text("{}")
    page = tab.go("/")
    page.get_by_label("Drop the record of a match here").set_input_files(record)
    see(page.get_by_role("alert").get_by_text("Not a record of a Parlour match"))


def test_the_explorer_goes_from_pair_to_pair_and_back(tab: Tab) -> None:
    page = tab.go("/explore/resource-war")
    see(page.get_by_role("button", name="bid 4 and bid 1: −0.42"))
    page.get_by_role("button", name="bid 4 and bid 1: −0.42").click()
    see(page.get_by_text("−0.42", exact=True))
    page.locator(".play").get_by_role("button", name="Player 1: bid 2").click()
    page.locator(".play").get_by_role("button", name="Player 2: bid 3").click()
    see(page.get_by_text("Turn 3."))
    page.go_back()
    see(page.get_by_text("Turn 2."))
    page.get_by_text("Change the rules").click()
    page.get_by_role("spinbutton", name="Points").fill("6")
    page.get_by_role("button", name="Explore this variant").click()
    expect(page.get_by_text("points 6")).to_be_visible(timeout=60_000)  # it is solved first
    see(page.get_by_text("Turn 1."))


def test_a_large_matrix_is_a_picture(tab: Tab) -> None:
    page = tab.go("/explore/token-showdown")
    see(page.get_by_role("img", name=re.compile("^100 by 100 outcomes")))


@in_firefox_too
def test_a_position_is_played_on_against_the_computer(tab: Tab) -> None:
    page = tab.go("/explore/tower-siege")
    see(page.get_by_text("Player 1 almost always wins with perfect play"))  # proved: 0.9992 to 1.0000
    page.get_by_role("button", name="Player 1: move 2 to 2").click()
    see(page.get_by_text("Turn 2."))
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("radio", name="Player 2").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_url("**/m/*")
    see(page.get_by_role("heading", name="Your turn"))
    expect(page.locator(".history li")).to_have_count(1)


def test_the_page_computes_the_same_commitments_as_the_server(tab: Tab) -> None:
    page = tab.go("/")
    settled(page)
    script = """async ([match, turn, taken_back, seat, action, nonce]) => {
        const base = document.querySelector('link[rel=stylesheet]').href.replace(/[^/]*$/, '');
        const { commitment } = await import(`${base}lib/seals.js`);
        return commitment({ match, turn, taken_back, seat }, action, nonce);
    }"""
    for action in (0, 7, 10_000):
        nonce = bytes(range(action % 200, action % 200 + 32))
        arguments: list[Any] = ["Ic5ilb6eV-Yr", 3, 1, 0, action, nonce.hex()]
        expected = commitment(Slot("Ic5ilb6eV-Yr", 3, 1, 0), SealedChoice(action, nonce))
        assert page.evaluate(script, arguments) == expected
