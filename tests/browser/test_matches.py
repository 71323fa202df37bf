"""People play in real browsers: by link, with a spectator, by keyboard alone, with a bad network."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from browser.tabs import OFFLINE, Tab, Tabs, in_firefox_too, see, watch
from playwright.sync_api import Page, Request, Route, expect

from parlour.match.commitments import SealedChoice, Slot, commitment

PRESSES = 60  # of the Tab key until a control must have been reached
NO_SOCKETS = """window.WebSocket = class {
    static OPEN = 1;
    readyState = 3;
    constructor() { setTimeout(() => this.onclose()); }
    close() {}
}"""  # as behind a proxy that does not know them


@in_firefox_too
def test_two_players_and_a_spectator_play_a_secret_game_to_its_end(tabs: Tabs) -> None:
    ann, bob, eve = tabs.open(), tabs.open(), tabs.open()
    link = ann.play("Resource War", "friend", target=4)
    ann.page.get_by_text("More links").click()
    watch_link = ann.page.get_by_label("Link to watch").input_value()
    bob.go(link)
    eve.go(watch_link)
    see(bob.page.get_by_role("heading", name="Choose in secret"))
    for tab in (bob, eve):
        expect(tab.page).to_have_url(re.compile("^[^#]+$"))  # no secret stays in the address

    ann.pick("Player 1: bid 3")
    expect(ann.page.get_by_text("Sealed: your choice is stored")).to_have_count(0)
    ann.seal()
    see(ann.page.get_by_text("Sealed: your choice is stored"))
    for other in (bob, eve):
        see(other.page.locator(".strip[data-seat='0']").get_by_text("sealed"))
        assert "bid 3</" not in other.page.locator("#main").inner_html()
    expect(eve.page.get_by_role("button", name=re.compile("bid|Seal|Resign"))).to_have_count(0)

    bob.pick("Player 2: bid 1")
    bob.seal()
    for tab in (ann, bob, eve):
        see(tab.page.get_by_text("Player 1 gains 2 Resource Points."))
        see(tab.page.get_by_text("✓ proved", exact=True))
    eve.page.get_by_role("button", name="Show the board after turn 1").click()
    see(eve.page.get_by_role("img", name="The board after turn 1"))
    ann.pick("Player 1: bid 4")
    ann.seal()
    bob.pick("Player 2: bid 0")
    bob.seal()
    see(ann.page.get_by_role("heading", name="You have won"))
    see(bob.page.get_by_role("heading", name="You have lost"))
    see(eve.page.get_by_role("heading", name="Player 1 has won"))

    ann.page.get_by_role("button", name="Rematch").click()
    bob.page.get_by_role("button", name="Accept").click()
    see(eve.page.get_by_role("button", name="Go to the rematch"))
    see(ann.page.locator(".strip[data-seat='1']").get_by_text(", you"))
    see(bob.page.get_by_role("heading", name="Choose in secret"))


def test_what_the_page_saves_is_what_verify_reads(tab: Tab, tmp_path: Path) -> None:
    tab.play("Resource War", "random")
    tab.pick("Player 1: bid 4")
    tab.seal()
    page = tab.page
    see(page.get_by_text("✓ proved", exact=True))
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    page.get_by_text("What does “proved” mean?").click()
    with page.expect_download() as record:
        page.get_by_role("link", name="Record").click()
    with page.expect_download() as seen:
        page.get_by_role("button", name="Save the fingerprints").click()
    record.value.save_as(tmp_path / "record.json")
    seen.value.save_as(tmp_path / "seen.txt")
    command = [
        sys.executable,
        "-m",
        "parlour",
        "verify",
        str(tmp_path / "record.json"),
        "--seen",
        str(tmp_path / "seen.txt"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "commitments that you noted, all in the record" in done.stdout


@in_firefox_too
def test_a_game_against_the_computer_is_played_with_the_keyboard_alone(tab: Tab) -> None:
    page = tab.go("/")
    see(page.get_by_role("heading", name="Color Capture"))
    press_until(page, "document.activeElement.closest('article')?.innerText.includes('Color Capture')")
    press_until(page, "document.activeElement.innerText === 'Play the computer'")
    page.keyboard.press("Enter")
    press_until(page, "document.activeElement.name === 'player'")
    page.keyboard.press("ArrowUp")  # easy
    press_until(page, "document.activeElement.name === 'seat'")
    page.keyboard.press("ArrowDown")  # the first seat
    page.keyboard.press("Enter")
    page.wait_for_url("**/m/*")
    over = page.get_by_role("link", name="Review").and_(page.locator(".button"))
    moves = page.locator(".play .open")
    for _ in range(15):
        expect(moves.first.or_(over)).to_be_visible()
        if over.is_visible():
            break
        before = page.locator(".history li").count()
        press_until(page, "document.activeElement.matches('.play .open')")
        page.keyboard.press("Enter")
        see(page.locator(".history li").nth(before))
    see(over)
    press_until(page, "document.activeElement.innerText === 'Review'")
    page.keyboard.press("Enter")
    see(page.get_by_role("img", name="Value over time"))


def press_until(page: Page, condition: str) -> None:
    for _ in range(PRESSES):
        if page.evaluate(condition):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never leads to: {condition}")


def test_a_reload_and_a_second_tab_show_the_whole_match(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    bob.go(ann.play("Token Showdown", "friend", tokens=9))
    see(bob.page.get_by_role("heading", name="Choose in secret"))
    ann.pick("Player A: bid 7")
    ann.seal()
    see(ann.page.get_by_text("Sealed: your choice is stored"))
    ann.page.reload()
    see(ann.page.get_by_text("Sealed: your choice is stored"))
    second = ann.context.new_page()
    watch(second, ann.errors)
    second.goto(ann.page.url)
    see(second.get_by_text("Sealed: your choice is stored"))
    bob.pick("Player B: bid 2")
    bob.seal()
    for page in (ann.page, second):
        see(page.locator(".history").get_by_text("bid 2"))


def test_a_choice_made_without_network_is_sealed_once_it_is_back(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    bob.go(ann.play("Token Showdown", "friend", tokens=9))
    see(ann.page.get_by_role("heading", name="Choose in secret"))
    ann.expected = OFFLINE
    ann.context.set_offline(True)
    see(ann.page.get_by_text("Connection lost"))
    ann.pick("Player A: bid 7")
    ann.seal()
    see(ann.page.get_by_role("button", name="Sending…"))
    expect(ann.page.get_by_text("Sealed: your choice is stored")).to_have_count(0)
    bob.pick("Player B: bid 2")
    bob.seal()
    ann.context.set_offline(False)
    see(ann.page.locator(".history").get_by_text("bid 2"))
    expect(ann.page.get_by_text("Connection lost")).to_have_count(0)
    expect(bob.page.locator(".history li")).to_have_count(1)


def test_a_choice_that_gets_no_answer_is_sent_again(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    bob.go(ann.play("Token Showdown", "friend", tokens=150))
    number = ann.page.get_by_label("Your choice, 1 to").first
    ann.page.route("**/choice", lambda _: None, times=1)  # as on a connection that is dead without saying so
    number.fill("7")
    ann.seal()
    see(ann.page.get_by_role("button", name="Sending…"))
    expect(number).to_be_disabled()  # a change now would not be sent
    see(ann.page.get_by_text("Sealed: your choice is stored"))


def test_the_page_works_without_sockets(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    bob.page.add_init_script(NO_SOCKETS)
    bob.go(ann.play("Token Showdown", "friend", tokens=9))
    see(bob.page.get_by_role("heading", name="Choose in secret"))
    bob.pick("Player B: bid 2")
    bob.seal()
    ann.pick("Player A: bid 7")
    ann.seal()
    see(bob.page.locator(".history").get_by_text("bid 7"))


@pytest.mark.parametrize("victim", [0, 1], ids=["own", "other"])
def test_an_alarm_says_that_a_revealed_choice_is_not_the_sealed_one(tabs: Tabs, victim: int) -> None:
    """A server that cheats: it reveals another choice of a player, with an opening that fits it."""
    ann, bob = tabs.open(), tabs.open()
    ann.page.add_init_script(NO_SOCKETS)
    bob.go(ann.play("Token Showdown", "friend", tokens=9))
    see(ann.page.get_by_role("heading", name="Choose in secret"))
    bob.pick("Player B: bid 2")
    bob.seal()
    see(ann.page.locator(".strip[data-seat='1']").get_by_text("sealed"))

    def lie(route: Route) -> None:
        answer = route.fetch()
        view = answer.json()
        nonce = bytes(32)
        false = commitment(Slot(view["match"]["id"], 1, 0, victim), SealedChoice(9, nonce))
        if view["match"]["seats"][victim]["commitment"]:
            view["match"]["seats"][victim]["commitment"] = false
        for entry in view["match"]["turns"]:
            entry["choices"][victim] = 9
            entry["openings"][victim] = {"nonce": nonce.hex(), "commitment": false}
        route.fulfill(response=answer, json=view)

    ann.page.route(re.compile(r"/api/matches/[\w-]+$"), lie)
    ann.pick("Player A: bid 7")
    ann.seal()
    see(ann.page.get_by_role("alert").get_by_text("is not the one that was sealed"))
    see(bob.page.get_by_text("✓ proved", exact=True))


def test_every_choice_has_the_same_length(tab: Tab) -> None:
    lengths: list[int] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/choice"):
            lengths.append(len(request.post_data_buffer or b""))

    tab.page.on("request", note)
    tab.play("Token Showdown", "random", tokens=10_000)  # hardly ever bids all of them, which would end the match
    for bid in ("1", "20", "100"):
        tab.page.get_by_label("Your choice, 1 to").first.fill(bid)
        tab.seal()
        see(tab.page.locator(".history").get_by_text(re.compile(rf"bid {bid}\b")).first)
        if tab.page.get_by_role("link", name="Record").is_visible():
            break
    assert len(lengths) > 1
    assert len(set(lengths)) == 1


def test_take_back_and_resign_ask_the_right_person(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    bob.go(ann.play("Token Tactics", "friend"))
    ann.pick("Player 1: fortify")
    expect(ann.page.locator(".history li")).to_have_count(1)
    ann.page.get_by_role("button", name="Offer to take back").click()
    see(bob.page.get_by_text("offers to take back"))
    bob.page.get_by_role("button", name="Accept").click()
    expect(ann.page.locator(".history li")).to_have_count(0)
    see(ann.page.get_by_role("heading", name="Your turn"))
    ann.page.get_by_role("button", name="Resign").click()
    see(ann.page.get_by_role("heading", name="Your turn"))
    ann.page.get_by_role("button", name="Yes, resign").click()
    see(bob.page.get_by_role("heading", name="You have won"))
    see(bob.page.get_by_text("Player 1 resigned."))


def test_a_clock_runs_down_and_a_name_is_shown_to_both(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    page = ann.go("/")
    page.get_by_role("article", name="Color Capture").get_by_role("button", name="Play a friend").click()
    page.get_by_role("radio", name="Player 1").check()
    page.get_by_label("Play with a clock").check()
    page.get_by_label("Minutes each").fill("1")
    ann.expected = re.compile("400")
    page.get_by_label("Your name").fill("perfect")
    page.get_by_role("button", name="Create a link").click()
    see(page.get_by_text("The name perfect is reserved for the players of Parlour; choose another."))
    page.get_by_label("Your name").fill("Ann <b>")
    page.get_by_role("button", name="Create a link").click()
    bob.go(page.get_by_label("Link for the other player").input_value())
    see(bob.page.get_by_text("Ann <b>", exact=True))
    see(bob.page.locator(".strip[data-seat='0']").get_by_role("timer").get_by_text("0:58"))
    see(bob.page.locator(".strip[data-seat='1']").get_by_role("timer").get_by_text("1:00"))


def test_the_other_players_link_does_not_take_the_own_seat(tab: Tab) -> None:
    link = tab.play("Color Capture", "friend")
    tab.go("/")
    tab.go(link)
    see(tab.page.get_by_role("heading", name="You already play in this match"))
    tab.page.get_by_role("button", name="Go to my seat").click()
    see(tab.page.locator(".strip[data-seat='0']").get_by_text(", you"))


def test_a_game_without_a_drawing_gets_its_text_board_and_plain_controls(tab: Tab) -> None:
    tab.play("Odds and Evens", "random", points=1)
    see(tab.page.get_by_role("img", name="Both choose in secret"))
    tab.page.get_by_role("button", name="shows 1").click()
    tab.seal()
    see(tab.page.get_by_role("heading", name=re.compile("You have (won|lost)")))


def test_a_wrong_link_says_so(tab: Tab) -> None:
    tab.expected = re.compile("404")
    tab.go("/m/nosuchmatch1#wrong")
    see(tab.page.get_by_role("heading", name="This link does not work"))
    see(tab.page.get_by_role("alert").get_by_text("There is no such match."))


def test_a_link_opened_without_network_can_be_tried_again(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    link = ann.play("Color Capture", "friend")
    bob.expected = OFFLINE
    bob.page.route("**/join", lambda route: route.abort())
    bob.go(link)
    see(bob.page.get_by_role("heading", name="The match could not be opened"))
    bob.page.unroute("**/join")
    bob.page.get_by_role("button", name="Try again").click()
    see(bob.page.locator(".strip[data-seat='1']").get_by_text(", you"))
