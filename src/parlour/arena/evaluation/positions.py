"""The mean loss per choice in positions that are drawn from a named distribution."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import partial

from parlour.arena.evaluation.answers import StoredAnswer, is_about, position_key
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


def evaluate_positions(
    asker: Asker, distribution: str, sample: Iterable[SampledPosition], times: int
) -> EvaluationResult:
    """Asks about every position of a sample so many times."""
    chosen = with_keys(distribution, sample, times)
    tasks = (partial(asker.choose_at, at, key) for at, keys in chosen for key in keys)
    asker.run(tasks, "asking about positions")
    answered = [(at, found) for at, keys in chosen if len(found := asker.answers.get_all(keys)) == times]
    # A position that was drawn twice counts twice, as in every sample.
    drawings = {key: f"drawing {number}" for number, (_, keys) in enumerate(chosen) for key in keys}
    # Calls that led to nothing have no key and count for all distributions.
    asked = [each for each in asker.answers.of(NAME) if not each.key or is_about(each.key, NAME, distribution)]
    missing = f"{len(answered)} of {len(chosen)} positions are answered."
    return EvaluationResult(
        NAME,
        f"What does a choice lose on average? {DISTRIBUTIONS[distribution]} {ANOTHER_QUESTION}",
        loss_figures(answered),
        [missing] if len(answered) < len(chosen) else [],
        conduct(asked, NAME, drawings),
        asker.stopped,
        distribution,
    )


def with_keys(
    distribution: str, sample: Iterable[SampledPosition], times: int
) -> list[tuple[SampledPosition, list[str]]]:
    """Each position with the keys of its answers. One that was drawn twice gets new answers each time."""
    drawn: Counter[tuple[object, int]] = Counter()
    chosen = []
    for at in sample:
        turns, player = at.line.choices, at.player
        first = times * drawn[turns, player]
        drawn[turns, player] += 1
        numbers = range(first, first + times)
        chosen.append((at, [position_key(NAME, distribution, turns, player, number) for number in numbers]))
    return chosen


def loss_figures(answered: Iterable[tuple[SampledPosition, Sequence[StoredAnswer]]]) -> list[EvaluationFigure]:
    everything: list[float] = []
    legal: list[float] = []
    by_phase: dict[str, list[float]] = {phase: [] for phase in PHASES}
    forfeits = 0
    for at, found in answered:
        losses = [at.loss(None if answer.failure else answer.answer) for answer in found]
        given = [loss for loss, answer in zip(losses, found, strict=True) if not answer.failure]
        forfeits += len(losses) - len(given)
        everything.append(sum(losses) / len(losses))
        by_phase[at.phase].append(everything[-1])
        if given:
            legal.append(sum(given) / len(given))
    figures = figure(LOSS, everything, NAME, 0.0, WORST)
    if forfeits:
        figures += figure(f"{LOSS}, without forfeits", legal, NAME, 0.0, WORST)
    for phase in PHASES:
        figures += figure(f"{LOSS}, {phase}", by_phase[phase], NAME, 0.0, WORST)
    return figures
