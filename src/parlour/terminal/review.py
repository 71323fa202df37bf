"""The review after a game: what a player gave away, with the board at the worst mistake."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from parlour.games.contract import Decision
from parlour.games.vocabulary import count, seen_by, signed
from parlour.terminal.board import Board, Text
from parlour.terminal.format import mix_text, wide_proof_line
from parlour.terminal.hints import value_text
from parlour.terminal.values import value_bar

if TYPE_CHECKING:
    from parlour.solver.grading import Choice, Graded
    from parlour.solver.solution import Solution


def own_choices(solution: Solution, decisions: Iterable[Decision], player: int) -> list[tuple[Graded, Choice]]:
    """Grade every decision in which this player took part."""
    from parlour.solver.grading import grade  # not at the top: it loads NumPy and Numba

    graded = grade(solution, decisions)
    return [(decision, choice) for decision in graded for choice in decision.choices if choice.player == player]


def review_lines(solution: Solution, decisions: Iterable[Decision], player: int) -> Text:
    """The turning point, then every choice with what it gave away and the luck that it met, then the totals."""
    from parlour.solver.explain import consequence  # not at the top: the solver is not needed before a review

    game, choices = solution.game, own_choices(solution, decisions, player)
    total = sum(choice.loss for _, choice in choices)
    luck = sum(seen_by(player, decision.luck) for decision, _ in choices)
    notes = [f"Luck in the secret rounds: {signed(luck, 2)}."] if any(d.luck for d, _ in choices) else []
    notes += filter(None, [wide_proof_line(solution)])
    if not total:
        yours = "your only choice was" if len(choices) == 1 else f"all {len(choices)} of your choices were"
        return [f"You gave nothing away: {yours} part of perfect play.", *notes]
    turning, worst = max(choices, key=lambda pair: pair[1].loss)
    label = game.label(turning.before, player, worst.action)
    lines: Text = [
        f"The turning point was #{turning.number}, {label}: it gave away {worst.loss:.2f}{luck_text(turning, player)}.",
        *filter(None, [consequence(solution, turning.before, player, worst.action)]),
        f"The position was {value_text(solution, turning.before, player)}.",
        *mistake_lines(solution, turning, worst),
    ]
    for decision, choice in choices:
        label = game.label(decision.before, player, choice.action)
        loss = f"gave away {choice.loss:.2f}" if choice.loss else "gave away nothing"
        lines.append(f"  #{decision.number:<3} {label:<24} {loss}{luck_text(decision, player)}")
    lines += ["", f"Total: {total:.2f} in {count(len(choices), 'choice')}. 2.00 separates a win from a loss."]
    return [*lines, *notes]


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
