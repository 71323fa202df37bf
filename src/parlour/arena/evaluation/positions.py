"""The mean loss per choice in positions that are drawn from a named distribution."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial
from typing import NamedTuple

from parlour.arena.evaluation.answers import Answers, is_about, position_key
from parlour.arena.evaluation.asking import Asker
from parlour.arena.evaluation.result import EvaluationFigure, EvaluationResult, conduct, figure
from parlour.arena.evaluation.sampling import DISTRIBUTIONS, SampledPosition
from parlour.arena.statistics.losses import PHASES, WORST

NAME = "positions"
LOSS = "mean loss per choice"
ANOTHER_QUESTION = (
    "Whether it wins matches is another question: a player may lose more here than another one and yet score more "
    "there, because it meets other positions."
)


class KeyedPosition(NamedTuple):
    """A position of the sample, and the keys of its answers."""

    at: SampledPosition
    keys: tuple[str, ...]


def evaluate_positions(
    asker: Asker, distribution: str, sample: Iterable[SampledPosition], times: int
) -> EvaluationResult:
    """Asks about every position of a sample so many times."""
    chosen = with_keys(distribution, sample, times)
    asker.run(
        (partial(asker.choose_at, position.at, key) for position in chosen for key in position.keys),
        "asking about positions",
    )
    answered = [position for position in chosen if len(asker.answers.get_all(position.keys)) == times]
    # A position that was drawn twice counts twice, as in every sample.
    drawings = {key: f"drawing {number}" for number, position in enumerate(chosen) for key in position.keys}
    # Calls that led to nothing have no key and count for all distributions.
    asked = [each for each in asker.answers.of(NAME) if not each.key or is_about(each.key, NAME, distribution)]
    missing = f"{len(answered)} of {len(chosen)} positions are answered."
    return EvaluationResult(
        NAME,
        f"What does a choice lose on average? {DISTRIBUTIONS[distribution]} {ANOTHER_QUESTION}",
        loss_figures(asker.answers, answered),
        [missing] if len(answered) < len(chosen) else [],
        conduct(asked, NAME, drawings),
        asker.stopped,
        distribution,
    )


def with_keys(distribution: str, sample: Iterable[SampledPosition], times: int) -> list[KeyedPosition]:
    """A position that was drawn twice gets new answers each time."""
    drawn: Counter[tuple[object, int]] = Counter()
    chosen = []
    for at in sample:
        turns, player = at.line.choices, at.player
        before = drawn[turns, player]
        drawn[turns, player] += 1
        numbers = range(before * times, (before + 1) * times)
        keys = tuple(position_key(NAME, distribution, turns, player, number) for number in numbers)
        chosen.append(KeyedPosition(at, keys))
    return chosen


def loss_figures(answers: Answers, answered: Sequence[KeyedPosition]) -> list[EvaluationFigure]:
    everything: list[float] = []
    legal: list[float] = []
    by_phase: dict[str, list[float]] = {phase: [] for phase in PHASES}
    forfeits = 0
    for position in answered:
        found = answers.get_all(position.keys)
        losses = [position.at.loss(None if answer.failure else answer.answer) for answer in found]
        given = [loss for loss, answer in zip(losses, found, strict=True) if not answer.failure]
        forfeits += len(losses) - len(given)
        everything.append(sum(losses) / len(losses))
        by_phase[position.at.phase].append(everything[-1])
        if given:
            legal.append(sum(given) / len(given))
    figures = figure(LOSS, everything, NAME, 0.0, WORST)
    if forfeits:
        figures += figure(f"{LOSS}, without forfeits", legal, NAME, 0.0, WORST)
    for phase in PHASES:
        figures += figure(f"{LOSS}, {phase}", by_phase[phase], NAME, 0.0, WORST)
    return figures
