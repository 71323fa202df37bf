"""Hints: the exact solution of a position, and of the seats at the start, in words."""

from __future__ import annotations

from collections.abc import Mapping
from math import inf
from random import Random
from typing import TYPE_CHECKING

from parlour.coach.explain import after_both
from parlour.coach.wording import WIDE, mix_text, short_loss, value_text, wide_proof_line
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.vocabulary import CERTAIN, SURE, seen_by, signed
from parlour.match.match import View
from parlour.players.base import draw, position, seat_of
from parlour.strategy import likely

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

FEW = 6  # choices that are named one by one, or ranges of them
SAME = 0.005  # losses that differ by less are joined
EVEN = 0.005  # a smaller advantage of a seat is none


def hint_lines(solution: Solution, view: View) -> list[str]:
    """The value, the best choice or mix, and the loss of every choice; in a lost position, the best tries.

    Calculated from the view alone, so it cannot depend on a choice that the opponent has sealed (SEC-1).
    """
    player, state = seat_of(view), position(view)
    losses = solution.losses(state, player)
    lines = [f"This position is {value_text(solution, state, player)}."]
    if len(losses) == 1:
        return [*lines, "You have no choice here."]
    mix = likely(solution.policy(state, player))
    proved = solution.certificate.widest <= WIDE
    lost = proved and seen_by(player, solution.value(state)) < -SURE
    hardest = hardest_line(solution, state, player) if lost else ""
    lines.append(hardest or best_line(view, mix))
    if proved:
        lines.append(losses_line(view.game, state, player, losses))
    if len(mix) > 1 and not hardest:
        lines.append("Type hint draw to have a choice drawn for you.")
    return [*lines, *filter(None, [wide_proof_line(solution)])]


def best_line(view: View, mix: Mapping[int, float]) -> str:
    secret = len(view.to_act) == 2 and len(mix) > 1
    best = mix_text(view.game, view.state, seat_of(view), mix)
    return f"{'Best is a secret mix' if secret else 'Best'}: {best}."


def sample_lines(solution: Solution, view: View, random: Random) -> list[str]:
    """The best choice or mix, and one action drawn from it: people are bad at choosing randomly."""
    player = seat_of(view)
    mix = likely(solution.policy(position(view), player))
    return [best_line(view, mix), f"Drawn for you: {view.game.label(view.state, player, draw(mix, random))}."]


def losses_line(game: Game, state: State, player: int, losses: Mapping[int, float]) -> str:
    """The loss of every choice, in words that can be typed."""
    if not any(losses.values()):
        return "No choice has a loss here."
    texts = []
    for run in runs_of(losses):
        labels = [game.label(state, player, action) for action in run]
        names = f"{labels[0]} to {labels[-1]}" if len(run) > 2 else " and ".join(labels)
        extremes = [short_loss(pick(losses[action] for action in run)) for pick in (min, max)]
        texts.append(f"{names} ({' to '.join(dict.fromkeys(extremes))})")
    return f"Loss of each choice: {', '.join(texts)}. A win and a defeat are 2.00 apart."


def runs_of(losses: Mapping[int, float]) -> list[list[int]]:
    """A few choices one by one; of many, neighbours with the same loss are joined, if need be with about the same."""
    runs = [[action] for action in losses]

    def spread(place: int) -> float:
        """How far apart the losses of a run and of the one before it are. Perfect choices join no others."""
        both = [losses[action] for action in runs[place - 1] + runs[place]]
        return max(both) - min(both) if all(both) or not any(both) else inf

    while len(losses) > FEW and len(runs) > 1:
        place = min(range(1, len(runs)), key=spread)
        if spread(place) == inf or (spread(place) > SAME and len(runs) <= FEW):
            break
        runs[place - 1 : place + 1] = [runs[place - 1] + runs[place]]
    return runs


def hardest_line(solution: Solution, state: State, player: int) -> str:
    """In a lost position, the choice after which the fewest replies keep the opponent's win; empty if all are alike."""
    game, other = solution.game, 1 - player
    kept: dict[int, tuple[int, int]] = {}
    for action in game.actions(state, player):
        after = replies(game, state, player, action)
        kept[action] = (sum(seen_by(player, solution.value(each)) < -SURE for each in after), len(after))
    share = {action: keeping / total for action, (keeping, total) in kept.items()}
    best = min(share, key=lambda action: share[action])
    if share[best] == max(share.values()):
        return ""
    keeping, total = kept[best]
    keep = "keeps" if keeping == 1 else "keep"
    label, opponent = game.label(state, player, best), game.words.PLAYERS[other]
    return f"Hardest to answer: {label}. {keeping} of {total} possible replies {keep} the win for {opponent}."


def replies(game: Game, state: State, player: int, action: int) -> list[State]:
    """The positions that an opponent's reply can lead to: at once in a secret round, otherwise in the next turn."""
    other = 1 - player
    if other in game.to_act(state):
        return [after_both(game, state, player, action, reply) for reply in game.actions(state, other)]
    after = after_both(game, state, player, action, 0)
    if game.to_act(after) != (other,):
        return [after]
    return [after_both(game, after, player, 0, reply) for reply in game.actions(after, other)]


def favoured_line(game: Game, value: float | None) -> str:
    """Which seat perfect play favours, by the value of the start; empty if that is not known."""
    if value is None:
        return ""
    if abs(value) < EVEN:
        return "Neither seat is favoured: perfect play is even."
    name = game.words.PLAYERS[0 if value > 0 else 1]
    if abs(value) > SURE:
        wins = "wins" if abs(value) > CERTAIN else "almost always wins"
        return f"{name} is favoured: with perfect play that seat {wins}."
    return f"{name} is favoured: with perfect play that seat is worth {signed(abs(value), 2)} (+1 is a win)."


def seat_lines(game: Game, value: float | None) -> list[str]:
    """Both seats: `Player 1: begins, favoured`."""
    begins, lines = game.to_act(game.start()), []
    for seat, name in enumerate(game.words.PLAYERS):
        notes = ["begins"] if begins == (seat,) else []
        if value is not None and abs(value) >= EVEN and (value > 0) == (seat == 0):
            notes.append("favoured")
        lines.append(f"{name}: {', '.join(notes)}" if notes else name)
    return lines
