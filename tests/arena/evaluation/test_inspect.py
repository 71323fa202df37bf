"""The task for inspect_ai: exact losses, failures, and runs that are resumed."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from itertools import islice
from math import isnan
from pathlib import Path
from typing import Any

import pytest
from inspect_ai import eval as run_eval
from inspect_ai import eval_set
from inspect_ai.log import EvalLog
from inspect_ai.model import ChatMessage, Model, ModelOutput, ModelUsage, get_model

import parlour
from parlour.arena.evaluation.inspect_task import positions
from parlour.arena.evaluation.sampling import positions_met_by
from parlour.games.errors import ParlourError

# inspect_ai calls tenacity in a way that is deprecated, and leaves streams open.
pytestmark = [
    pytest.mark.filterwarnings("ignore:The 'initial' parameter is deprecated:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:Unclosed <MemoryObject:ResourceWarning"),
]

RULES = {"tokens": 12, "points": 3}
GAME = parlour.game("token-showdown", **RULES)


@pytest.fixture(autouse=True)
def _streams_are_collected_here() -> Iterator[None]:
    yield
    gc.collect()  # while the warning is ignored


def model(reply: Callable[[list[ChatMessage]], str]) -> Model:
    def output(messages: list[ChatMessage], *_: object) -> ModelOutput:
        # Without a usage the mock model counts tokens, and downloads a table for it.
        usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
        answer = ModelOutput.from_content("mockllm/model", reply(messages))
        return answer.model_copy(update={"usage": usage})

    return get_model("mockllm/model", custom_outputs=output)


def evaluated(reply: Callable[[list[ChatMessage]], str], folder: Path, **arguments: Any) -> EvalLog:
    given = {"game": "token-showdown", "rules": RULES, "samples": 12, **arguments}
    (log,) = run_eval(
        "parlour/positions", task_args=given, model=model(reply), log_dir=str(folder), display="none", epochs=1
    )
    assert log.status == "success", log.error
    return log


def metrics(log: EvalLog) -> dict[str, float]:
    assert log.results is not None
    return {
        f"{score.name} {name.rpartition('/')[2]}": metric.value
        for score in log.results.scores
        for name, metric in score.metrics.items()
    }


def test_the_score_is_the_exact_loss(tmp_path: Path) -> None:
    log = evaluated(lambda _: 'I could bid 1.\n{"action": "Bid 2"}', tmp_path)
    solution = parlour.solve(GAME)
    losses, illegal = [], 0
    for met in islice(positions_met_by("perfect", GAME, 1), 12):
        state = met.line.state
        if 2 in GAME.actions(state, met.player):
            losses.append(solution.loss(state, met.player, 2))
        else:
            illegal += 1
    assert max(losses) > 0.01, "an answer that is always right would prove nothing"
    found = metrics(log)
    assert found["loss_if_legal mean_of_legal"] == pytest.approx(sum(losses) / len(losses))
    assert found["illegal mean"] == pytest.approx(illegal / 12)
    assert found["unreadable mean"] == 0.0
    assert found["loss stderr"] > 0.0


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        ("bid 1", "unreadable"),
        ('{"action": "bid 1"} is what I choose.', "unreadable"),
        ('{"action": "bid 1"}\n{"action": "bid 2"}', "unreadable"),
        ('{"action": "bid 99"}', "illegal"),
    ],
)
def test_an_answer_that_is_not_legal_loses_everything(reply: str, kind: str, tmp_path: Path) -> None:
    found = metrics(evaluated(lambda _: reply, tmp_path, samples=4))
    solution, worth = parlour.solve(GAME), []
    for met in islice(positions_met_by("perfect", GAME, 1), 4):
        value = solution.value(met.line.state)
        worth.append(1 + (value if met.player == 0 else -value))
    assert found[f"{kind} mean"] == 1.0
    assert found["loss mean"] == pytest.approx(sum(worth) / 4)
    assert isnan(found["loss_if_legal mean_of_legal"])


def prompt(**settings: Any) -> tuple[str, str]:
    """The system's and the user's text of a sample."""
    (sample,) = positions("token-showdown", RULES, samples=1, **settings).dataset
    assert not isinstance(sample.input, str)
    system, user = sample.input
    return system.text, user.text


def test_the_prompt_has_the_settings_of_the_players() -> None:
    system, user = prompt()
    assert "Token Showdown" in system
    assert "legal actions are" not in user
    assert "legal actions are" in prompt(legal_actions=True)[1]
    assert "Token Showdown" not in prompt(renamed=5)[0]


def test_renamed_answers_are_judged_too(tmp_path: Path) -> None:
    def first_legal(messages: list[ChatMessage]) -> str:
        found = re.search(r"Your legal actions are:\n- (.+)", messages[1].text)
        assert found is not None
        label = re.sub(r"(.*)\bN\b(.*), where N is a number from (\d+) to .*", r"\g<1>\g<3>\g<2>", found[1])
        return f'{{"action": "{label}"}}'

    found = metrics(evaluated(first_legal, tmp_path, samples=6, renamed=5, legal_actions=True))
    assert (found["illegal mean"], found["unreadable mean"]) == (0.0, 0.0)


def test_a_set_that_was_stopped_asks_only_for_what_is_missing(tmp_path: Path) -> None:
    asked: list[int] = []
    broken = [True]

    def reply(_: list[ChatMessage]) -> str:
        if broken[0] and len(asked) == 5:
            raise RuntimeError("the network is down")
        asked.append(1)
        return '{"action": "bid 1"}'

    def run() -> bool:
        task = positions("token-showdown", RULES, samples=12)
        common: dict[str, Any] = {"log_dir": str(tmp_path), "display": "none", "retry_attempts": 0}
        success, _ = eval_set([task], model=model(reply), max_samples=1, max_connections=1, **common)
        return success

    assert not run()
    assert len(asked) == 5
    broken[0] = False
    assert run()
    assert len(asked) == 12


def test_positions_are_real_choices_and_depend_on_the_seed() -> None:
    first = list(islice(positions_met_by("random", GAME, 1), 20))
    assert first == list(islice(positions_met_by("random", GAME, 1), 20))
    assert first != list(islice(positions_met_by("random", GAME, 2), 20))
    for met in first:
        assert len(met.view().actions) > 1
    assert {met.player for met in first} == {0, 1}


def test_what_cannot_be_asked_is_an_error_at_once() -> None:
    with pytest.raises(ParlourError, match="there is no player 'nobody'"):
        positions("token-showdown", RULES, met_by="nobody")
    with pytest.raises(ParlourError, match="has no parameter 'coins'"):
        positions("token-showdown", {"coins": 3})
    with pytest.raises(ParlourError, match="left no player a choice"):
        positions("token-showdown", {"tokens": 1, "points": 1})
