"""What the page notices of a server that changes what was sealed or decided; honest take-backs raise no alarm."""

from __future__ import annotations

from typing import Any

import pytest
from browser.tabs import Tab, Tabs, see
from playwright.sync_api import expect

WITNESS = """async ({ playing, agreed, later }) => {
  sessionStorage.clear();
  localStorage.clear();
  const main = document.querySelector('script[type=module]').src;
  const { Witness, agree, commitment } = await import(main.replace('main.js', 'lib/seals.js'));
  const nonces = ['aa'.repeat(32), 'bb'.repeat(32)];
  const entry = ({ number = 1, taken_back = 0, choices = [3, 4], opened = true }) => ({
    number, taken_back, choices, actors: [0, 1], labels: [], events: [],
    openings: opened ? choices.map((action, seat) => ({
      nonce: nonces[seat], commitment: commitment({ match: 'm', turn: number, taken_back, seat }, action, nonces[seat]),
    })) : null,
  });
  const view = (turn, taken_back, turns, published) => ({
    you: { seat: playing ? 0 : null },
    match: { turn, taken_back, turns, seats: [{ commitment: null }, { commitment: published }] },
  });
  const slot = (seat) => ({ match: 'm', turn: 1, taken_back: 0, seat });
  const witness = new Witness('m');
  witness.watch(view(1, 0, [], commitment(slot(1), 4, nonces[1])));
  if (playing) witness.note(1, 0, 0, commitment(slot(0), 3, nonces[0]));
  for (const count of agreed) agree('m', count);
  const histories = later.map((entries) => entries.map(entry));
  for (const history of histories) witness.watch(view(history.length + 1, 0, history, null));
  const last = histories[histories.length - 1];
  const again = new Witness('m');  // as after a reload
  again.playing = playing;
  return { proofs: last.map((each) => again.judge(each)), noted: witness.noted(last).split('\\n').length - 1 };
}"""
HONEST: dict[str, Any] = {}
FORGED = {"choices": [9, 4]}


def judged(tab: Tab, *later: list[dict[str, Any]], playing: bool = True, agreed: tuple[int, ...] = ()) -> Any:
    """How the last history is judged after both choices of round 1 were sealed, and how many commitments are saved."""
    tab.go("/rules/token-showdown")
    found = tab.page.evaluate(WITNESS, {"playing": playing, "agreed": agreed, "later": later})
    return found["proofs"], found["noted"]


def test_what_was_sealed_is_proved(tab: Tab) -> None:
    assert judged(tab, [HONEST]) == (["proved"], 2)
    assert judged(tab, [HONEST], [HONEST, {"number": 2}]) == (["proved", "opened"], 2)
    assert judged(tab, [HONEST], playing=False) == (["proved"], 1)


@pytest.mark.parametrize(
    "later",
    [
        [[FORGED]],
        [[{"opened": False}]],
        [[{**FORGED, "opened": False}]],
        [[HONEST], [FORGED]],
        [[HONEST], [HONEST, {"number": 2, "opened": False}]],
    ],
    ids=["another choice", "not opened", "another choice, not opened", "changed later", "a later round not opened"],
)
def test_what_was_not_sealed_is_found(tab: Tab, later: list[list[dict[str, Any]]]) -> None:
    assert judged(tab, *later)[0][-1] == "broken"


@pytest.mark.parametrize("before", [[], [[HONEST]]], ids=["sealed", "revealed"])
def test_a_take_back_needs_the_agreement_of_this_player(tab: Tab, before: list[list[dict[str, Any]]]) -> None:
    """What was sealed before is saved, so that `parlour verify --seen` finds that it is missing."""
    forged = [{**FORGED, "taken_back": 1}]
    assert judged(tab, *before, forged) == (["again"], 2)
    assert judged(tab, *before, forged, agreed=(0,)) == (["opened"], 0)
    assert judged(tab, *before, [{"taken_back": 2}], agreed=(0,)) == (["again"], 2)
    assert judged(tab, *before, forged, playing=False) == (["opened"], 0)  # spectators are not asked


def test_players_who_agree_see_no_alarm(tabs: Tabs) -> None:
    ann, bob = tabs.open(), tabs.open()
    bob.go(ann.play("Token Showdown", "friend", tokens=9))
    for bid in (2, 3):
        for tab, player in ((ann, "A"), (bob, "B")):
            tab.pick(f"Player {player}: bid {bid}")
            tab.seal()
        for tab in (ann, bob):
            see(tab.page.get_by_role("button", name="Show the board after turn 1"))
            see(tab.page.locator(".proof").get_by_text("✓ proved"))
            expect(tab.page.get_by_role("alert")).to_have_count(0)
        if bid == 2:
            ann.page.get_by_role("button", name="Offer to take back").click()
            bob.page.get_by_role("button", name="Accept").click()
            expect(bob.page.get_by_role("button", name="Show the board after turn 1")).to_have_count(0)
