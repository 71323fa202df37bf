"""Questions about positions: their exact answers, how strictly replies are read, and calibration."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from arena.evaluation.answering import Model
from arena.evaluation.evaluating import GAME, known, named, over_http
from players.models.loopback import Loopback, Request
from support import OURS, with_file

import parlour
from parlour.arena.evaluation.answers import StoredAnswer
from parlour.arena.evaluation.asking import asking
from parlour.arena.evaluation.questions import KINDS, ExactQuestion, QuestionTexts, case_of, guessing_score, questions
from parlour.arena.evaluation.result import EvaluationResult
from parlour.arena.evaluation.sampling import SampledPosition, positions_met_by, reachable_positions
from parlour.arena.evaluation.subject import EvaluationSubject
from parlour.arena.evaluation.understanding import (
    TITLES,
    AnsweredQuestion,
    check_answer,
    distance,
    evaluate_understanding,
    notes,
    reliability,
)
from parlour.games.contract import State
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.players.base import MixedPlayer
from parlour.players.basic import Careless
from parlour.players.models.replies import Unreadable, find_answer
from parlour.players.models.wording import wording_of
from parlour.solver.memory import solution_of

SMALL = {
    "token-tactics": {"start": 4, "cap": 6},
    "token-showdown": {"tokens": 8, "points": 2},
    "tower-siege": {"tower": 6, "cards": 3},
    "color-capture": {},
    "resource-war": {"points": 5, "target": 4},
}
MEDIUM = Careless(1.0)


class Lowest(MixedPlayer):
    def mix(self, game: Game, state: State, player: int) -> Mapping[int, float]:
        return {game.actions(state, player)[0]: 1.0}


def understood(folder: Path, who: EvaluationSubject, calls: int = 10_000, **sizes: int) -> EvaluationResult:
    given = {"count": 12, "mixes": 8, "times": 10, **sizes}
    with asking(folder, who, "understanding", calls) as asker:
        return evaluate_understanding(asker, **given)


@pytest.mark.parametrize("structured", [True, False])
def test_a_model_that_knows_the_game_is_found_to_know_it(tmp_path: Path, structured: bool) -> None:
    with Loopback(Model(MEDIUM, MEDIUM), structured=structured) as server:
        result = understood(tmp_path, over_http(server), mixes=8 if structured else 0)
    assert not result.stopped
    for title in TITLES.values():
        assert named(result, title).mean == 1.0
        assert named(result, title).n == 12
    assert named(result, "stated chance of winning: squared error").mean == pytest.approx(0.0, abs=1e-9)
    assert len(server.requests) == result.conduct.calls
    if structured:
        gap = named(result, "distance between stated and played mix")
        assert gap.n == 8
        assert abs(gap.mean) < 0.25, "a player who does what it says"
        assert result.conduct.calls == 5 * 12 + 8 + 8 * 10


def test_a_model_that_does_not_do_what_it_says_is_found_out(tmp_path: Path) -> None:
    with Loopback(Model(plays=Lowest(), says=MEDIUM)) as server:
        result = understood(tmp_path, over_http(server), count=1)
    assert named(result, "distance between stated and played mix").low > 0.0


def test_a_model_that_talks_around_the_answer_is_not_read(tmp_path: Path) -> None:
    def talk(_: Request) -> str:
        return "The answer is clearly A, which is Player A with bid 1, that is 100 per cent."

    with Loopback(talk) as server:
        result = understood(tmp_path, over_http(server), count=3)
    assert {named(result, title).mean for title in TITLES.values()} == {0.0}
    assert named(result, "unreadable reply").mean == 1.0
    assert not [figure for figure in result.figures if "stated" in figure.name]
    assert len(server.requests) == 5 * 3 + 8, "a question is asked once"


def test_questions_respect_the_budget_and_are_asked_once(tmp_path: Path) -> None:
    with Loopback(Model(MEDIUM, MEDIUM), ["500"] * 3) as server:
        for calls in (10, 25):
            result = understood(tmp_path, over_http(server), calls)
            assert len(server.requests) == result.conduct.calls <= calls
            assert f"of {calls} calls are spent" in result.stopped or "failed" in result.stopped
        whole = understood(tmp_path, over_http(server))
        assert not whole.stopped
        before = len(server.requests)
        assert understood(tmp_path, over_http(server)) == whole
        assert len(server.requests) == before


def test_other_players_cannot_be_asked(tmp_path: Path) -> None:
    with pytest.raises(ParlourError, match="only language models can be asked questions, not hard"):
        understood(tmp_path, known("hard"))


@pytest.mark.parametrize(
    ("name", "renamed"), [*((name, None) for name in OURS), *((name, 3) for name in with_file("renamed.py"))]
)
@pytest.mark.untraced
def test_every_game_has_its_questions(name: str, renamed: int | None) -> None:
    game, texts = parlour.game(name, **SMALL.get(name, {})), QuestionTexts()
    for kind in KINDS:
        asked = questions(wording_of(game, renamed), texts, kind, 3, 1)
        if kind == "reply" and not game.words.SECRET:
            assert not asked, "no choice is secret there"
            continue
        assert len(asked) == len({(each.at.line, each.at.player, each.text) for each in asked}) >= 1
        if kind in TITLES:
            assert all(0.0 < guessing_score(each) < 1.0 for each in asked)


@pytest.mark.parametrize("name", OURS)
def test_nobody_knows_who_is_winning_without_looking(name: str) -> None:
    """Neither the same name nor "me" is right more often than the other, although perfect play has only one winner."""
    game = parlour.game(name, **SMALL.get(name, {}))
    asked = questions(wording_of(game), QuestionTexts(), "winning", 12, 1)
    cases = Counter(map(case_of, asked))
    assert len(cases) >= 3
    assert max(cases.values()) == 3
    assert len({winner for _, winner in cases}) == 2


def test_who_is_winning_is_not_asked_if_it_is_always_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    def won_by_the_first(game: Game, seed: int) -> Iterator[SampledPosition]:
        return (met for met in reachable_positions(game, seed) if solution_of(game).value(met.line.state) > 0.5)

    monkeypatch.setattr("parlour.arena.evaluation.questions.reachable_positions", won_by_the_first)
    assert questions(wording_of(GAME), QuestionTexts(), "winning", 12, 1) == []
    assert "knows who is winning: not asked, because the same player is always winning, or neither clearly" in notes(
        [], []
    )


def test_the_rules_decide_what_is_legal_and_what_comes_next() -> None:
    texts = QuestionTexts()
    for question in questions(wording_of(GAME), texts, "legal", 20, 1):
        bids = {f"bid {bid}" for bid in GAME.actions(question.at.line.state, question.at.player)}
        assert set(question.truth["legal"]) == bids & set(question.truth["candidates"])
    for question in questions(wording_of(GAME), texts, "next", 20, 1):
        assert sum(question.truth.values()) == 1.0


@pytest.fixture(scope="module")
def one_of_each() -> dict[str, ExactQuestion]:
    return {kind: questions(wording_of(GAME), QuestionTexts(), kind, 1, 1)[0] for kind in KINDS}


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        ("legal", "bid 1"),
        ("legal", ["bid 1", "bid 99"]),
        ("next", "E"),
        ("next", ["A"]),
        ("winning", "me"),
        ("reply", "bid 99"),
        ("reply", 1),
        ("chance", 101),
        ("chance", "50"),
        ("chance", True),
        ("chance", float("nan")),
        ("mix", {"bid 1": 100}),
        ("mix", [{"action": "bid 1", "percent": 60}]),
        ("mix", [{"action": "bid 1", "percent": 50}, {"action": "Bid 1", "percent": 50}]),
        ("mix", [{"action": "bid 99", "percent": 100}]),
        ("mix", [{"action": "bid 1", "percent": float("nan")}, {"action": "bid 2", "percent": 100}]),
    ],
)
def test_an_answer_that_the_question_does_not_allow_is_unreadable(
    one_of_each: dict[str, ExactQuestion], kind: str, answer: Any
) -> None:
    with pytest.raises(Unreadable):
        check_answer(one_of_each[kind], answer)


@pytest.mark.parametrize(
    ("reply", "structured"),
    [
        ('{"answer": 1}\n{"answer": 2}', False),
        ('{"answer": 1}\nThat is my answer.', False),
        ('{"answer": 1, "action": 2}', False),
        ('{"thinking": "", "answer": 1, "answer": 2}', True),
        ('Here it is: {"thinking": "", "answer": 1}', True),
        ('{"thinking": ""}', True),
        ("", True),
        ("", False),
    ],
)
def test_there_is_one_place_for_the_answer(reply: str, structured: bool) -> None:
    with pytest.raises(Unreadable):
        find_answer(reply, structured, "answer")


def test_a_code_fence_makes_no_difference() -> None:
    assert find_answer('```json\n{"thinking": "", "answer": 1}\n```', True, "answer") == 1
    assert find_answer('Well.\n```json\n{"answer": [1]}\n```', False, "answer") == [1]


def test_the_distance_between_mixes_is_not_overestimated() -> None:
    """The naive estimate finds 0.24 on average where there is no difference."""
    random, stated = Random(1), {f"bid {number}": 12.5 for number in range(1, 9)}
    labels = list(stated)
    same = [distance(stated, random.choices(labels, k=20)) for _ in range(2000)]
    half = [distance(stated, random.choices(labels[:4], k=20)) for _ in range(2000)]
    assert abs(sum(same)) / 2000 < 0.02
    assert 0.3 < sum(half) / 2000 < 0.5


def test_stated_chances_are_compared_with_exact_ones(one_of_each: dict[str, ExactQuestion]) -> None:
    question = one_of_each["chance"]
    answered = [
        AnsweredQuestion(question._replace(truth=truth), StoredAnswer("understanding", "", stated, "", []))
        for stated, truth in [(100, 1.0), (90, 0.5), (81, 0.3), (10, 0.0)]
    ]
    assert reliability(answered) == [
        {"stated": "0 to 20 %", "n": 1, "mean stated": 0.1, "mean exact": 0.0},
        {"stated": "80 to 100 %", "n": 3, "mean stated": pytest.approx(2.71 / 3), "mean exact": pytest.approx(0.6)},
    ]


def test_questions_are_about_positions_with_a_choice_and_a_short_history() -> None:
    game = parlour.game("tower-siege", **SMALL["tower-siege"])
    for met in [*islice(positions_met_by("perfect", game, 1), 20), *islice(reachable_positions(game, 1), 20)]:
        *states, last = met.line.states
        assert len(met.view().actions) > 1
        assert last not in states
        assert len(set(states)) == len(states), "no detours"
