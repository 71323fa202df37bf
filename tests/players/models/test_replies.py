"""How a reply is read: exactly one answer in the agreed place, or it is unreadable."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parlour.players.models.client import excerpt
from parlour.players.models.replies import read

LABELS = {"bid 1": 1, "bid 2": 2, "No card": 0}
FORMS = ("No card", "bid N", "rest")


def kind(reply: str, structured: bool) -> str:
    return read(reply, structured, LABELS, FORMS).kind


@pytest.mark.parametrize("answer", ["bid 2", "Bid 2", "  bid   2 "])
def test_an_answer_in_the_agreed_place_is_played(answer: str) -> None:
    action = json.dumps(answer)
    assert read(f'{{"thinking": "hm", "action": {action}}}', True, LABELS, FORMS).meaning == 2
    assert read(f'{{"action": {action}}}', True, LABELS, FORMS).meaning == 2
    assert read(f'```json\n{{"thinking": "",\n "action": {action}}}\n```', True, LABELS, FORMS).meaning == 2
    assert read(f'I think.\n\n{{"action": {action}}}\n', False, LABELS, FORMS).meaning == 2
    assert read(f'I think.\n```json\n{{"action": {action}}}\n```', False, LABELS, FORMS).meaning == 2


@pytest.mark.parametrize("answer", ["bid 3", "rest", "bid 99999999999999999999", "bid N", "bid 02"])
def test_an_action_of_the_game_that_is_not_legal_here_is_illegal(answer: str) -> None:
    reading = read(json.dumps({"thinking": "", "action": answer}), True, LABELS, FORMS)
    assert (reading.kind, reading.meaning, reading.answer) == ("illegal", None, answer)
    assert kind(json.dumps({"action": answer}), False) == "illegal"


@pytest.mark.parametrize(
    "reply",
    [
        "",
        "bid 2",
        "2",
        '"bid 2"',
        '["bid 2"]',
        "null",
        "I choose bid 2.",
        'My answer is {"action": "bid 2"}',
        '{"action": "bid 2"} is my answer',
        '{"action": 2}',
        '{"action": null}',
        '{"action": ["bid 2"]}',
        '{"action": "2"}',
        '{"action": "I choose bid 2"}',
        '{"action": "bid 2 or bid 1"}',
        '{"action": "bid 2", "action": "bid 2"}',
        '{"action": "bid 2", "other": "bid 1"}',
        '{"Action": "bid 2"}',
        '{"thinking": "bid 2"}',
        '{"action": "bid 2"',
        '{"action": {"action": "bid 2"}}',
        "[" * 100_000,
        '{"action": "' + "bid 2 " * 1000 + '"}',
    ],
)
def test_everything_else_is_unreadable(reply: str) -> None:
    for structured in (True, False):
        reading = read(reply, structured, LABELS, FORMS)
        assert (reading.kind, reading.meaning) == ("unreadable", None)
        assert reading.problem


def test_two_answers_are_none() -> None:
    assert kind('{"action": "bid 1"}\n{"action": "bid 2"}', False) == "unreadable"
    assert kind('{"action": "bid 1"}\nNo, better:\n{"action": "bid 1"}', False) == "unreadable"
    assert kind('{"action": "bid 1"}\n{"action": "bid 2"}', True) == "unreadable"
    assert kind('{"action": "bid 1"}\nThat is final.', False) == "unreadable", "the last line is the agreed place"


def test_a_text_inside_the_considerations_is_no_answer() -> None:
    thought = json.dumps({"thinking": 'perhaps {"action": "bid 1"}', "action": "bid 2"})
    assert read(thought, True, LABELS, FORMS).meaning == 2


@pytest.mark.untraced
@given(st.text(max_size=60), st.booleans())
def test_no_text_gives_an_action_that_was_not_legal(text: str, structured: bool) -> None:
    reading = read(text, structured, LABELS, FORMS)
    assert reading.meaning is None or reading.meaning in LABELS.values()
    as_action = read(json.dumps({"action": text}), structured, LABELS, FORMS)
    assert as_action.meaning is None or " ".join(text.split()).casefold() in {label.casefold() for label in LABELS}


@given(st.text(), st.integers(10, 50))
def test_an_excerpt_can_be_printed_anywhere(text: str, most: int) -> None:
    short = excerpt(text, most)
    assert short.isprintable()
    assert len(short) <= most
