"""The review after a game: what a player gave away, with the board at the worst mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from parlour.coach.hints import value_text
from parlour.coach.wording import Board, Text, mix_text, value_bar, wide_proof_line
from parlour.games.contract import Decision
from parlour.games.vocabulary import SURE, count, seen_by, signed

if TYPE_CHECKING:
    from parlour.solver.grading import Choice, Graded
    from parlour.solver.solution import Solution

LOST_SEAT = "Your seat is lost from the start against perfect play."
EXPLAINED = 3  # mistakes, if several are as large as the largest


def own_choices(solution: Solution, decisions: Iterable[Decision], player: int) -> list[tuple[Graded, Choice]]:
    """Grade every decision in which this player took part."""
    from parlour.solver.grading import grade  # not at the top: it loads NumPy and Numba

    graded = grade(solution, decisions)
    return [(decision, choice) for decision in graded for choice in decision.choices if choice.player == player]


def review_lines(solution: Solution, decisions: Iterable[Decision], player: int) -> Text:
    """The worst mistakes, then every choice with what it gave away and the luck that it met, then the totals."""
    game, choices = solution.game, own_choices(solution, decisions, player)
    total = sum(choice.loss for _, choice in choices)
    luck = sum(seen_by(player, decision.luck) for decision, _ in choices)
    notes = [f"Luck in the secret rounds: {signed(luck, 2)}."] if any(d.luck for d, _ in choices) else []
    notes += filter(None, [wide_proof_line(solution)])
    if not total:
        few = {1: "your only choice was", 2: "both of your choices were"}
        yours = few.get(len(choices), f"all {len(choices)} of your choices were")
        seat = [LOST_SEAT] if seen_by(player, solution.value(game.start())) < -SURE else []
        return [f"You gave nothing away: {yours} part of perfect play.", *seat, *notes]
    lines: Text = []
    for place, (decision, choice) in enumerate(worst_of(choices)):
        title = "As large was" if place else "The turning point was"
        lines += [*explanation_lines(solution, decision, choice, title), *mistake_lines(solution, decision, choice)]
    for decision, choice in choices:
        label = game.label(decision.before, player, choice.action)
        loss = f"gave away {choice.loss:.2f}" if choice.loss else "gave away nothing"
        lines.append(f"  #{decision.number:<3} {label:<24} {loss}{luck_text(decision, player)}")
    lines += ["", f"Total: {total:.2f} in {count(len(choices), 'choice')}. 2.00 separates a win from a loss."]
    return [*lines, *notes]


def worst_of(choices: Sequence[tuple[Graded, Choice]]) -> list[tuple[Graded, Choice]]:
    """The largest mistake, and those that are as large with two decimals; of many, the first ones."""
    largest = max(f"{choice.loss:.2f}" for _, choice in choices)
    return [pair for pair in choices if f"{pair[1].loss:.2f}" == largest and pair[1].loss][:EXPLAINED]


def explanation_lines(solution: Solution, decision: Graded, choice: Choice, title: str) -> list[str]:
    from parlour.coach.explain import consequence  # not at the top: the solver is not needed before a review

    game, state, player = solution.game, decision.before, choice.player
    label = game.label(state, player, choice.action)
    return [
        f"{title} #{decision.number}, {label}: it gave away {choice.loss:.2f}{luck_text(decision, player)}.",
        *filter(None, [consequence(solution, state, player, choice.action)]),
        f"The position was {value_text(solution, state, player)}.",
    ]


def mistake_lines(solution: Solution, decision: Graded, choice: Choice) -> Text:
    """The board before a mistake, and what the mistake and the best choice are worth to the player, as bars."""
    game, state, player = solution.game, decision.before, choice.player
    value = seen_by(player, decision.value)
    return [
        "",
        Board(game, game.shown(state)),
        "",
        f"  played {value_bar(value - choice.loss)}  {game.label(state, player, choice.action)}",
        f"  better {value_bar(value)}  {mix_text(game, state, player, choice.best)}",
        "",
    ]


def luck_text(decision: Graded, player: int) -> str:
    return f"; luck {signed(seen_by(player, decision.luck), 2)}" if decision.luck else ""
