"""What a model is told: the rules, what its seat may see, and nothing else."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from players.models.reading import read_prompt
from support import ALL, OURS, matches

import parlour
from parlour.games.contract import State
from parlour.match.match import Match
from parlour.players.base import Unavailable
from parlour.players.models.prompt import FOLDER, BadPrompt, PositionText, Prompt, position_of, ranges
from parlour.players.models.replies import Reading
from parlour.players.models.settings import STANDARD
from parlour.players.models.wording import OwnWords, wording_of

PROMPT = Prompt(STANDARD)


def told(match: Match, seat: int, legal_actions: bool = False, renamed: int | None = None) -> list[dict[str, str]]:
    position = position_in(match, seat, renamed)
    texts = (PROMPT.system(position, structured=True), PROMPT.user(position, legal_actions))
    return [{"role": role, "content": text} for role, text in zip(("system", "user"), texts, strict=True)]


def position_in(match: Match, seat: int, renamed: int | None = None) -> PositionText:
    return position_of(match.view(seat), wording_of(match.game, renamed))


@settings(max_examples=60)
@given(matches())
def test_the_position_can_be_worked_out_from_the_prompt_alone(match: Match) -> None:
    for seat in match.to_act:
        asked = read_prompt(told(match, seat))
        assert asked.game == match.game
        assert (asked.state, asked.seat, asked.choices) == (match.state, seat, match.line.choices)


@settings(max_examples=60)
@given(matches(), st.data())
def test_the_prompt_is_the_same_whatever_the_opponent_has_sealed(match: Match, data: st.DataObject) -> None:
    if len(match.to_act) != 2:
        return
    seat = data.draw(st.sampled_from((0, 1)))
    before = told(match, seat, legal_actions=True)
    match.choose(1 - seat, data.draw(st.sampled_from(match.view(1 - seat).actions)))
    assert told(match, seat, legal_actions=True) == before


@pytest.mark.parametrize("renamed", [None, 3])
def test_hidden_points_do_not_appear(renamed: int | None) -> None:
    """The same history of bids, but other points: the position and the last turn must look the same."""
    match = Match(parlour.game("resource-war", points=90, target=80, hidden=True))
    match.play(71, 20)
    position = position_in(match, 0, renamed)
    scale = getattr(position.wording, "scale", 1)
    text = "\n".join([*position.situation, *position.events])
    assert "hidden" in text or "secret" in text
    assert not re.search(rf"\b{51 * scale}\b", text)
    shown = position_in(open_match(match), 0, renamed)
    assert re.search(rf"\b{51 * scale}\b", "\n".join(shown.situation)), "otherwise this test could not fail"


def open_match(match: Match) -> Match:
    """The same match with nothing hidden."""
    same = Match(parlour.game("resource-war", points=90, target=80))
    for choices in match.line.choices:
        same.play(*choices)
    return same


@pytest.mark.parametrize("name", ALL)
def test_the_rules_are_those_of_the_rulebook_without_advice(name: str) -> None:
    game = parlour.game(name)
    text = told(Match(game), 0 if 0 in game.to_act(game.start()) else 1)[0]["content"]
    rulebook = game.rulebook()
    assert rulebook.partition("\n## Variants\n")[0].strip() in text
    tips = rulebook.partition("\n## Tips\n")[2].strip().splitlines()
    assert tips[0] not in text
    assert "parlour play" not in text


def test_a_variant_is_told_with_its_numbers_and_their_meaning() -> None:
    text = told(Match(parlour.game("token-tactics", start=6, both_empty="draw")), 0)[0]["content"]
    assert "- start = 6 (tokens in each reserve)" in text
    assert "- cap = 15 (a full reserve)" in text
    assert "- both_empty = draw (who wins if both have 0)" in text


@settings(max_examples=40)
@given(matches())
def test_legal_actions_are_listed_only_if_asked_for(match: Match) -> None:
    for seat in match.to_act:
        without, listed = told(match, seat), told(match, seat, legal_actions=True)
        assert without[0] == listed[0]
        assert "Your legal actions are" not in without[1]["content"]
        assert listed[1]["content"].startswith(without[1]["content"].rstrip("\n"))
        assert "Your legal actions are" in listed[1]["content"]


@pytest.mark.parametrize("name", OURS)
def test_the_forms_of_actions_say_nothing_about_the_position(name: str) -> None:
    """Only a form that is very rare may be added where it is legal: "no card" is one."""
    match = Match(parlour.game(name))
    first = position_in(match, 0).forms
    for seed in range(3):
        later = parlour.play_match(parlour.game(name), seed=seed, max_turns=3 + seed)
        copy = Match(later.game)
        for choices in later.line.choices:
            if copy.to_act and 0 in copy.to_act:
                assert set(position_in(copy, 0).forms) - set(first) <= {"no card"}
            copy.play(*choices)


def test_many_numbers_are_listed_as_a_range() -> None:
    assert ranges([f"bid {bid}" for bid in range(1, 101)]) == ["bid N, where N is a number from 1 to 100"]
    assert ranges(["rest", *(f"go {steps}" for steps in range(3, 31, 3))]) == [
        "rest",
        "go N, where N is a number from 3 to 30 in steps of 3",
    ]
    assert ranges([f"card {card}" for card in (1, 2, 4, 5, 6, 7, 8)]) == [f"card {n}" for n in (1, 2, 4, 5, 6, 7, 8)]
    assert ranges(["a1 b1", "a1 b2"]) == ["a1 b1", "a1 b2"]


def test_labels_that_cannot_be_told_apart_are_no_fault_of_the_model() -> None:
    class Vague(OwnWords):
        def label(self, state: State, player: int, action: int) -> str:
            return "something"

    game = parlour.game("tower-siege")
    with pytest.raises(Unavailable, match="gives two legal actions the same label"):
        position_of(Match(game).view(0), Vague(game))


def test_two_texts_ask_again_and_both_repeat_what_is_allowed() -> None:
    position = position_in(Match(parlour.game("token-showdown", tokens=20)), 1)
    not_legal = Reading("illegal", answer="bid 21")
    illegal = PROMPT.note(position, True, False, not_legal)
    unreadable = PROMPT.note(position, True, False, Reading("unreadable", problem="it was empty"))
    for text in (illegal, unreadable):
        assert "- bid N\n" in text
        assert "from 1 to 20" in text
    assert "bid 21" in illegal
    assert "not legal" in illegal
    assert "could not be read" in unreadable
    assert '{"action":' in unreadable
    assert "from 1 to 20" not in PROMPT.note(position, False, False, not_legal), (
        "the list is given only if it is asked for"
    )


def test_a_prompt_never_changes_under_its_name() -> None:
    """If this fails, give the new text a new name: figures of the old one must stay comparable."""
    text = (FOLDER / "standard-2.md").read_bytes()
    assert hashlib.sha256(text).hexdigest() == "f0c874e00a420bc25ca8fd4fbdb1ea6c5bbfb434f2a7c457c7497cd9ee34cf38"


def test_a_prompt_of_your_own_is_a_file_with_the_same_sections(tmp_path: Path) -> None:
    text = (FOLDER / f"{STANDARD}.md").read_text()
    own = tmp_path / "own.md"
    own.write_text(text.replace("Play to win.", "Play to lose: $title."))
    position = position_in(Match(parlour.game("tower-siege")), 0)
    assert "Play to lose: Tower Siege." in Prompt(str(own)).system(position, True)
    own.write_text(text.replace("=== illegal", "=== unlawful"))
    with pytest.raises(BadPrompt, match=r"must have exactly the sections of ours; compare '(illegal|unlawful)'"):
        Prompt(str(own))
    own.write_text(text.replace("$events", "$secrets"))
    with pytest.raises(BadPrompt, match=r"section 'news' .* has no \$secrets; it has: \$events"):
        Prompt(str(own))
    own.write_text(text.replace("$events", "$ 5"))
    with pytest.raises(BadPrompt, match=r"write \$\$ for a dollar sign"):
        Prompt(str(own))
    with pytest.raises(BadPrompt, match=r"cannot be read .*; ours are: standard-2"):
        Prompt(str(tmp_path / "none.md"))
