"""What players notice: where the focus is, what a second tap does, what the board says, what becomes of an offer."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from browser.tabs import PHONE, Tab, Tabs, in_firefox_too, see, shared
from playwright.sync_api import Page, Route, expect

import parlour
from parlour.match.match import Match
from parlour.match.record import LONGEST_NAME, dump


@pytest.fixture
def pair(tabs: Tabs) -> tuple[Tab, Tab]:
    """Two players, both on phones."""
    return tabs.open(viewport=PHONE), tabs.open(viewport=PHONE)


def turn_of(page: Page) -> None:
    see(page.get_by_role("heading", name=re.compile("^(Your turn|Choose in secret)$")))


def test_a_double_tap_on_resign_does_not_resign(pair: tuple[Tab, Tab]) -> None:
    ann, bob = pair
    bob.go(ann.play("Color Capture", "friend"))
    turn_of(ann.page)
    ann.page.get_by_role("button", name="Resign").dblclick()
    see(ann.page.get_by_role("button", name="Resign"))
    turn_of(ann.page)


@in_firefox_too
def test_the_keyboard_finds_the_focus_in_the_controls_of_the_next_turn(tab: Tab) -> None:
    page = tab.page
    tab.play("Color Capture", "random")
    turn_of(page)
    page.locator(".play .open").first.focus()
    for turn in (1, 2):
        page.keyboard.press("Enter")
        expect(page.locator(".history li")).to_have_count(2 * turn)
        expect(page.locator(".play .open:focus")).to_have_count(1)
    tab.play("Token Showdown", "random", tokens=10_000)  # hardly ever bids all of them, which would end the match
    page.get_by_label("Your choice, 1 to").first.focus()
    page.keyboard.type("10")
    page.keyboard.press("Enter")
    assert page.locator(".history li").count() == 0, "a choice needs a second step"
    expect(page.get_by_role("button", name="Seal: 10")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".history li")).to_have_count(1)
    expect(page.get_by_label("Your choice, 1 to").first).to_be_focused()


def test_only_pieces_glide(tabs: Tabs) -> None:
    page = tabs.open(reduced_motion="no-preference").go("/explore/tower-siege")
    see(page.get_by_role("button", name="Player 1: move 2 to 2"))
    gliding = "(e) => getComputedStyle(e).transitionDuration !== '0s'"
    shapes = page.locator(".play .piece")
    keyed = shapes.evaluate_all(f"(all) => all.map((e) => e.matches('.keyed') === ({gliding})(e))")
    assert all(keyed)
    assert page.locator(".play .piece:not(.keyed)").count() > 0


def test_the_board_offers_a_move_only_to_who_may_choose(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    targets = ".play .style-target"
    link = ann.play("Tower Siege", "friend")
    see(ann.page.locator(".board").get_by_text("Waiting for Player 2"))
    expect(ann.page.locator(targets)).to_have_count(0)
    bob.go(link)
    expect(ann.page.locator(f"{targets}.open")).to_have_count(4)  # three places, and a rest
    turn_of(ann.page)
    see(bob.page.locator(".board").get_by_text("Player 1 to move"))
    expect(bob.page.locator(targets)).to_have_count(0)
    ann.page.get_by_role("button", name="Resign").click()
    ann.page.get_by_role("button", name="Yes, resign").click()
    for tab in (ann, bob):
        see(tab.page.locator(".board").get_by_text("Player 1 resigned"))
        expect(tab.page.locator(".board").get_by_text("to move")).to_have_count(0)
        expect(tab.page.locator(targets)).to_have_count(0)
    see(ann.page.get_by_role("heading", name="You have lost"))


def test_what_was_sealed_is_shown_to_its_player_alone(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    bob.go(ann.play("Resource War", "friend"))
    ann.pick("Player 1: bid 3")
    ann.seal()
    see(ann.page.get_by_text("You chose “bid 3”."))
    see(ann.page.locator(".board").get_by_text("Sealed. Waiting for Player 2"))
    expect(ann.page.locator(".board").get_by_text("to bid")).to_have_count(1)
    see(bob.page.locator(".strip[data-seat='0']").get_by_text("sealed"))
    assert "bid 3</" not in bob.page.locator("#main").inner_html()


def test_offers_are_seen_without_scrolling_and_answered_visibly(pair: tuple[Tab, Tab], tabs: Tabs) -> None:
    ann, bob = pair
    eve = tabs.open(viewport=PHONE)
    link = ann.play("Token Tactics", "friend")
    ann.page.get_by_text("More links").click()
    eve.go(ann.page.get_by_label("Link to watch").input_value())
    bob.go(link)
    ann.pick("Player 1: fortify")
    for answer, outcome in (
        ("Decline", "Player 2 declined your offer."),
        ("Accept", "The last choice was taken back."),
    ):
        ann.page.get_by_role("button", name="Offer to take back").click()
        for tab in (bob, eve):
            offer = tab.page.get_by_role("status").get_by_text("Player 1 offers to take back the last choice.")
            see(offer)
            expect(offer).to_be_in_viewport()
        expect(bob.page).to_have_title(re.compile("^Offer: "))
        expect(eve.page.get_by_role("button", name="Accept")).to_have_count(0)
        bob.page.get_by_role("button", name=answer).click()
        see(ann.page.get_by_role("status").get_by_text(outcome))


def test_a_withdrawn_offer_was_not_declined(pair: tuple[Tab, Tab]) -> None:
    ann, bob = pair
    bob.go(ann.play("Token Tactics", "friend"))
    ann.pick("Player 1: fortify")
    ann.page.get_by_role("button", name="Offer to take back").click()
    see(bob.page.get_by_role("button", name="Accept"))
    ann.page.get_by_role("button", name="Withdraw").click()
    expect(bob.page.get_by_role("button", name="Accept")).to_have_count(0)
    expect(ann.page.get_by_text("declined")).to_have_count(0)


def test_home_lists_the_own_matches(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    link = ann.play("Color Capture", "friend")
    match = ann.page.url
    mine = ann.go("/").get_by_role("region", name="Your matches")
    see(mine.get_by_text("nobody has opened the link yet"))
    see(bob.go(link).get_by_role("heading", name="Player 1 is choosing"))
    turn_of_ann = ann.go("/").get_by_role("region", name="Your matches")
    see(turn_of_ann.get_by_text("your turn"))
    turn_of_ann.get_by_role("link", name="Color Capture").click()
    ann.page.wait_for_url(match)
    see(ann.page.get_by_role("heading", name="Your turn"))
    expect(tabs.open().go("/").get_by_role("region", name="Your matches")).to_have_count(0)


def test_a_friend_is_told_what_the_game_is_and_asked_for_a_name(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    bob.go(ann.play("Tower Siege", "friend"))
    see(bob.page.get_by_role("heading", name="You are Player 2 in Tower Siege"))
    see(bob.page.get_by_text("Race to the far tower"))
    bob.expected = re.compile("400")
    name = bob.page.get_by_label("Your name (optional)")
    expect(name).to_have_attribute("maxlength", str(LONGEST_NAME))
    name.fill("hard")
    bob.page.get_by_role("button", name="Continue").click()
    see(bob.page.get_by_text("The name hard is reserved for the players of Parlour; choose another."))
    expect(name).to_have_value("hard")
    name.fill("Bob")
    bob.page.get_by_role("button", name="Continue").click()
    see(ann.page.get_by_text("Bob", exact=True))
    expect(name).to_have_count(0)


def test_a_kept_name_that_is_refused_keeps_no_player_out(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    bob.expected = re.compile("400")
    bob.go("/").evaluate("localStorage.setItem('parlour name', 'perfect')")
    bob.go(ann.play("Tower Siege", "friend"))
    see(bob.page.get_by_text("The name perfect is reserved"))
    bob.page.get_by_role("button", name="Try again").click()
    see(bob.page.get_by_role("heading", name="You are Player 2 in Tower Siege"))


def test_another_record_can_be_reviewed_after_the_first(tab: Tab, tmp_path: Path) -> None:
    match = Match(parlour.game("resource-war"), ("Ann", "Bob"))
    match.play(4, 2)
    match.concede(1, "resigned")
    record, junk = tmp_path / "match.json", tmp_path / "junk.json"
    record.write_text(dump(match))
    junk.write_text("no record")
    page = tab.go("/review")
    field = page.get_by_label("Drop the record of a match here")
    field.set_input_files(junk)
    see(page.get_by_role("alert").get_by_text("This file is not the record of a match."))
    field.set_input_files(record)
    see(page.get_by_text("Total loss: Ann"))
    see(page.get_by_text("Player 2 (Bob) resigned."))
    see(field)
    page.reload()
    see(page.get_by_text("Player 2 (Bob) resigned."))
    page.get_by_role("navigation").get_by_role("link", name="Review").click()
    see(page.get_by_role("heading", name="Review", exact=True))
    see(field)
    expect(page.get_by_text("Total loss")).to_have_count(0)


def test_the_chosen_action_is_in_view_in_a_long_list(tabs: Tabs) -> None:
    page = tabs.open(viewport=PHONE).go(shared("token-showdown", [[20, 20], [19, 25], [31, 1]]))
    chosen = page.locator(".mix .taken").first
    see(chosen)
    inside = """(row) => {
        const [box, list] = [row, row.closest('.scroll')].map((e) => e.getBoundingClientRect());
        return box.top >= list.top && box.bottom <= list.bottom;
    }"""
    assert chosen.evaluate(inside)


def test_each_rule_is_explained_where_it_is_changed(tab: Tab) -> None:
    page = tab.go("/")
    page.get_by_role("article", name="Resource War").get_by_role("button", name="Play a friend").click()
    page.get_by_text("Change the rules").click()
    target = page.get_by_role("spinbutton", name="Target")
    expect(target).to_have_accessible_description("resource points that win; 1 to 10000")


def test_what_somebody_has_typed_stays_when_explanations_arrive(tab: Tab) -> None:
    held: list[Route] = []
    tab.page.route("**/api/games/resource-war", lambda route: held.append(route))
    page = tab.go("/")
    page.get_by_role("article", name="Resource War").get_by_role("button", name="Play a friend").click()
    page.get_by_text("Change the rules").click()
    target = page.get_by_role("spinbutton", name="Target")
    target.fill("6")
    held[0].continue_()
    expect(target).to_have_accessible_description("resource points that win; 1 to 10000")
    assert target.input_value() == "6"


def test_a_text_board_can_be_read_aloud(tab: Tab) -> None:
    tab.play("Odds and Evens", "random")
    see(tab.page.get_by_role("img", name="Both choose in secret. 0 : 0"))


def test_a_link_that_somebody_has_used_says_so(tabs: Tabs) -> None:
    ann, bob, eve = tabs.open(), tabs.open(), tabs.open()
    link = ann.play("Color Capture", "friend")
    see(bob.go(link).get_by_role("heading", name="You are Player 2"))
    eve.expected = re.compile("409|404")
    see(eve.go(link).get_by_role("heading", name="Somebody plays here already"))
    see(eve.page.get_by_text("To watch, ask whoever created the match"))
    bob.page.get_by_text("Links", exact=True).click()
    second = tabs.open()
    second.go(bob.page.get_by_label("Your own link, for another device").input_value())
    see(second.page.locator(".strip[data-seat='1']").get_by_text(", you"))


def test_a_used_link_of_a_public_match_leads_to_watching_it(tabs: Tabs) -> None:
    ann, bob, eve = tabs.open(), tabs.open(), tabs.open()
    page = ann.go("/")
    page.get_by_role("article", name="Color Capture").get_by_role("button", name="Play a friend").click()
    page.get_by_label("Anybody may watch").check()
    page.get_by_role("button", name="Create a link").click()
    link = page.get_by_label("Link for the other player").input_value()
    see(bob.go(link).get_by_role("heading", name="You are Player"))
    eve.expected = re.compile("409")
    eve.go(link).get_by_role("button", name="Watch the match").click()
    see(eve.page.locator(".strip").first)
    expect(eve.page.get_by_text(", you")).to_have_count(0)
    expect(eve.page).to_have_url(link.partition("#")[0])


def test_the_end_says_why(tab: Tab) -> None:
    tab.play("Token Showdown", "random", tokens=1)
    tab.pick("Player A: bid 1")
    tab.seal()
    see(tab.page.get_by_role("heading", name="A draw"))
    see(tab.page.locator(".turn").get_by_text("Both purses are empty"))


def test_an_earlier_board_comes_into_view(pair: tuple[Tab, Tab]) -> None:
    ann, bob = pair
    bob.go(ann.play("Resource War", "friend"))
    turn_of(bob.page)
    ann.pick("Player 1: bid 1")
    ann.seal()
    bob.pick("Player 2: bid 2")
    bob.seal()
    ann.page.get_by_role("button", name="Show the board after turn 1").click()
    expect(ann.page.get_by_role("img", name="The board after turn 1")).to_be_in_viewport(ratio=0.7)
