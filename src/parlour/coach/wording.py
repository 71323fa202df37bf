"""Losses, chances, mixes and values in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.vocabulary import CERTAIN, SURE, bar, count, loss_text, outward, seen_by, signed, width_text

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

WIDE = 0.02  # wider proved bounds are shown instead of the value
SCALE = "(+1 is a win, -1 a defeat)"
BAR = 20  # characters of a bar that is full for a certain win
NAMED = 5  # actions of a mix that are named; the others are counted
RARE = 0.005  # a rarer action is shown as <1%, and one that is almost certain as >99%


class Diagram(NamedTuple):
    """The board of a position between the sentences of a text. The state is as players see it."""

    game: Game
    state: State


Text: TypeAlias = list[str | Diagram]


def value_bar(value: float) -> str:
    """`██████████░░░░░░░░░░  0.00`: full for a certain win, empty for a certain loss."""
    return f"{bar(round((value + 1) / 2 * BAR), BAR, BAR)} {signed(value, 2):>5}"


def value_text(solution: Solution, state: State, player: int) -> str:
    """`worth +0.42 to you (+1 is a win, -1 a defeat)`."""
    low, high = solution.bounds(state) if player == 0 else sorted(-bound for bound in solution.bounds(state))
    if high - low > WIDE:
        least, most = outward(low, high, 2)
        return f"worth between {least} and {most} to you; no narrower bounds are proved"
    value = seen_by(player, solution.value(state))
    if abs(value) > SURE:
        return nearly(value) + ("won for you with perfect play" if value > 0 else "lost for you against perfect play")
    return f"worth {signed(value, 2)} to you {SCALE}"


def nearly(value: float) -> str:
    """Before "won" or "lost", of a position that counts as that: `as good as `, unless it is certain."""
    return "" if abs(value) > CERTAIN else "as good as "


def mean_text(mean: float | None) -> str:
    """A mean loss per choice: `0.250`, `0`; `?` if there was no choice, or no solution."""
    return "?" if mean is None else loss_text(mean, "0")


def short_loss(loss: float) -> str:
    """`0.25`; `none` for no loss, and never 0.00 for a small one."""
    if loss == 0:
        return "none"
    return f"{loss:.2f}" if loss >= 0.005 else "less than 0.01"


def percent(chance: float) -> str:
    """`34%`; never 0% for a rare action, nor 100% for one that is not certain."""
    if chance < RARE:
        return "<1%"
    return ">99%" if 1 - RARE < chance < 1 else f"{max(1, round(100 * chance))}%"


def mix_text(game: Game, state: State, player: int, mix: Mapping[int, float]) -> str:
    """`bid 4 (34%), bid 0 (30%) and 6 others`, the likeliest first; `bid 4` if that is certain."""
    ranked = sorted(mix, key=lambda action: (-round(mix[action], 6), action))
    if len(mix) == 1:
        return game.label(state, player, ranked[0])
    text = ", ".join(f"{game.label(state, player, action)} ({percent(mix[action])})" for action in ranked[:NAMED])
    others = len(mix) - NAMED
    return f"{text} and {count(others, 'other')}" if others > 0 else text


def mix_document(game: Game, state: State, player: int, mix: Mapping[int, float]) -> list[dict[str, object]]:
    return [
        {"action": action, "label": game.label(state, player, action), "chance": chance}
        for action, chance in mix.items()
    ]


def wide_proof_line(solution: Solution) -> str:
    """Says by name that the proof is wider than it should be; empty if it is not."""
    widest = solution.certificate.widest
    if widest <= solution.within:
        return ""
    width = width_text(widest)
    return f"WideProof: values are proved only to within {width}, so smaller losses cannot be detected."
