"""The result of an evaluation: figures with intervals, the behaviour of the player, and the cost."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parlour.arena.evaluation.answers import StoredAnswer, unit_of
from parlour.arena.evaluation.subject import EvaluationSubject, conditions
from parlour.arena.harness.ledger import json_data
from parlour.arena.statistics.intervals import Interval, clip, grouped_mean, mean_interval
from parlour.files import write_file
from parlour.games.errors import ParlourError, reason
from parlour.match.transcript import variant_name

FORMAT, VERSION = "parlour evaluation result", 2
EXAMPLES = 3  # failures that are quoted


class EvaluationFigure(NamedTuple):
    """A mean, and the interval that contains the true one with 95 % confidence."""

    name: str
    mean: float
    low: float
    high: float
    n: int
    unit: str  # of the count: positions, pairs or questions

    @classmethod
    def of(cls, name: str, found: Interval, unit: str) -> EvaluationFigure:
        return cls(name, found.mean, found.low, found.high, found.pairs, unit)


class Conduct(NamedTuple):
    """How a player answered, and the cost."""

    questions: int
    calls: int
    rates: tuple[EvaluationFigure, ...]  # shares of the questions, with intervals by independent units
    tokens_in: int | None  # None if the server does not count
    tokens_out: int | None
    cost: float | None
    served: tuple[str, ...]  # the models that answered, as their servers name them
    addresses: tuple[str, ...]  # of these servers
    fallbacks: int  # calls in plain text, because the server refuses structured output
    examples: tuple[str, ...]  # of failures; the player's own text may be in them


class EvaluationResult(NamedTuple):
    evaluation: str
    answers: str  # the question that these figures answer, in a sentence
    figures: Sequence[EvaluationFigure]
    notes: Sequence[str]
    conduct: Conduct
    stopped: str  # why not everything was asked
    distribution: str = ""  # of positions
    table: Sequence[dict[str, Any]] = ()  # calibration: stated chances and exact ones

    @property
    def name(self) -> str:
        return f"{self.evaluation}-{self.distribution}" if self.distribution else self.evaluation


def figure(name: str, values: Iterable[float], unit: str, lowest: float, highest: float) -> list[EvaluationFigure]:
    """The mean of independent values that lie between two limits; nothing if there are no values."""
    sample = list(values)
    if not sample:
        return []
    found = mean_interval(sample, lowest=lowest, highest=highest)
    return [EvaluationFigure.of(name, clip(found, lowest, highest), unit)]


def conduct(answers: Sequence[StoredAnswer], unit: str, units: Mapping[str, str] = {}) -> Conduct:
    """Rates are counted in questions, and their intervals in units that are independent of each other.

    `units` are those of some keys; the others are a pair of matches, or a question on its own.
    """
    asked = [answer for answer in answers if answer.key]
    groups = [units.get(answer.key) or unit_of(answer.key) for answer in asked]
    calls = [call for answer in answers for call in answer.calls]
    kinds = [{call.get("kind") for call in answer.calls} for answer in asked]
    rates = [
        *rate("illegal reply", groups, ("illegal" in each for each in kinds), unit),
        *rate("unreadable reply", groups, ("unreadable" in each for each in kinds), unit),
        *rate("no answer at all", groups, (bool(answer.failure) for answer in asked), unit),
    ]
    failures = dict.fromkeys(answer.failure for answer in asked if answer.failure)
    return Conduct(
        len(asked),
        sum(answer.spent for answer in answers),
        tuple(rates),
        total(calls, "tokens_in"),
        total(calls, "tokens_out"),
        total(calls, "cost"),
        different(calls, "served"),
        different(calls, "address"),
        sum(call.get("output") == "fallback" for call in calls),
        tuple(failures)[:EXAMPLES],
    )


def rate(name: str, groups: Sequence[str], happened: Iterable[bool], unit: str) -> list[EvaluationFigure]:
    """The share of the questions in which something happened. Those of a match or a position are not independent."""
    values = [(group, float(each)) for group, each in zip(groups, happened, strict=True)]
    return [EvaluationFigure.of(name, grouped_mean(values, 0.0, 1.0), unit)] if values else []


def total(calls: Iterable[dict[str, Any]], field: str) -> Any:
    known = [call[field] for call in calls if call.get(field) is not None]
    return sum(known) if known else None


def different(calls: Iterable[dict[str, Any]], field: str) -> tuple[str, ...]:
    """The values of a field, in the order of their first appearance."""
    return tuple(dict.fromkeys(str(call[field]) for call in calls if call.get(field)))


def write_result(folder: Path, subject: EvaluationSubject, result: EvaluationResult) -> Path:
    """Writes the result next to the answers, from which it can be derived again."""
    content = {
        "format": FORMAT,
        "version": VERSION,
        "player": subject.player,
        "settings": conditions(subject.player, subject.settings),
        "game": subject.game.name,
        "variant": variant_name(subject.game),
        "rules": subject.game.named_rules(),
        **json_data(result),
    }
    path = folder / f"{result.name}.json"
    write_file(path, json.dumps(content, indent=1) + "\n")
    return path


def read_result(path: Path) -> tuple[dict[str, Any], EvaluationResult]:
    """The player, the game and the figures of an evaluation."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if (content.pop("format"), content.pop("version")) != (FORMAT, VERSION):
            raise ParlourError(f"{path} is not a result that this Parlour can read")
        about = {key: content.pop(key) for key in ("player", "settings", "game", "variant", "rules")}
        found = content.pop("conduct")
        found["rates"] = tuple(EvaluationFigure(**each) for each in found["rates"])
        content["figures"] = tuple(EvaluationFigure(**each) for each in content["figures"])
        return about, EvaluationResult(**content, conduct=Conduct(**found))
    except ParlourError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ParlourError(f"{path} cannot be read: {reason(error)}") from None
