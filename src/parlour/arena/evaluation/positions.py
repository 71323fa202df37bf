"""What a player gives away in positions that are drawn from a named distribution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import NamedTuple

from parlour.arena.evaluation import keys
from parlour.arena.evaluation.answers import Answer, Answers, with_answers
from parlour.arena.evaluation.asking import Asker, Failed
from parlour.arena.evaluation.figures import Figure, Result, conduct, figure
from parlour.arena.evaluation.sampling import DISTRIBUTIONS, Met, match_at
from parlour.arena.report.losses import WORST
from parlour.arena.statistics.phases import PHASES
from parlour.arena.tournament.reviews import forfeited
from parlour.games.game import Game
from parlour.solver.solutions import solution_of

NAME = "positions"
ANOTHER_QUESTION = (
    "Whether it wins matches is another question: a player may lose more here than another one and yet score more "
    "there, because it meets other positions."
)


class Sampled(NamedTuple):
    """A position of the sample, and the keys of its answers."""

    met: Met
    keys: tuple[str, ...]


def evaluate_positions(asker: Asker, distribution: str, sample: Iterable[Met], times: int) -> Result:
    """Asks about every position of a sample so many times."""
    game, chosen = asker.subject.game, with_keys(distribution, sample, times)
    asker.run(
        (partial(ask, asker, position.met, key) for position in chosen for key in position.keys),
        "asking about positions",
    )
    answered = [position for position in chosen if len(with_answers(asker.answers, position.keys)) == times]
    # A position that was drawn twice counts twice, as in every sample.
    drawings = {key: f"drawing {number}" for number, position in enumerate(chosen) for key in position.keys}
    missing = f"{len(answered)} of {len(chosen)} positions are answered."
    return Result(
        NAME,
        distribution,
        f"What does a decision give away on average? {DISTRIBUTIONS[distribution]} {ANOTHER_QUESTION}",
        tuple(loss_figures(game, asker.answers, answered)),
        (missing,) if len(answered) < len(chosen) else (),
        (),
        conduct(with_calls(asker.answers, distribution), NAME, drawings),
        asker.stopped,
    )


def with_keys(distribution: str, sample: Iterable[Met], times: int) -> list[Sampled]:
    """A position that was drawn twice gets answers of its own each time."""
    drawn: Counter[tuple[object, int]] = Counter()
    chosen = []
    for met in sample:
        before = drawn[met.decisions, met.player]
        drawn[met.decisions, met.player] += 1
        numbers = range(before * times, (before + 1) * times)
        chosen.append(Sampled(met, tuple(keys.in_position(NAME, distribution, met, number) for number in numbers)))
    return chosen


def with_calls(answers: Answers, distribution: str) -> list[Answer]:
    """Everything that was asked of this distribution. Calls that led to nothing have no key and count for all."""
    return [each for each in answers.of(NAME) if not each.key or keys.is_of(each.key, NAME, distribution)]


def ask(asker: Asker, met: Met, key: str) -> None:
    view = match_at(asker.subject.game, met).view(met.player)
    with asker.seat() as seat, suppress(Failed):  # which is among the answers
        asker.move(seat, key, view, Random(f"{asker.subject.seed}/{key}"))


def loss_figures(game: Game, answers: Answers, answered: Sequence[Sampled]) -> list[Figure]:
    everything: list[float] = []
    legal: list[float] = []
    by_phase: dict[str, list[float]] = {phase: [] for phase in PHASES}
    forfeits = 0
    for position in answered:
        found = with_answers(answers, position.keys)
        losses = [loss_of(game, position.met, answer) for answer in found]
        given = [loss for loss, answer in zip(losses, found, strict=True) if not answer.failure]
        forfeits += len(losses) - len(given)
        everything.append(sum(losses) / len(losses))
        by_phase[position.met.phase].append(everything[-1])
        if given:
            legal.append(sum(given) / len(given))
    figures = figure("loss a decision", everything, NAME, 0.0, WORST)
    if forfeits:
        figures += figure("loss a decision, without forfeits", legal, NAME, 0.0, WORST)
    for phase in PHASES:
        figures += figure(f"loss a decision, {phase}", by_phase[phase], NAME, 0.0, WORST)
    return figures


def loss_of(game: Game, met: Met, answer: Answer) -> float:
    """What an answer gives away. Without one the match is forfeited: all that the position was worth is gone."""
    state = match_at(game, met).state
    if answer.failure:
        return forfeited(game, state, met.player)
    return solution_of(game).losses(state, met.player)[answer.answer]
