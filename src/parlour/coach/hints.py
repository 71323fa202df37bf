"""Hints: what the exact solution says about a position."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import inf
from random import Random
from typing import TYPE_CHECKING

from parlour.coach.wording import mix_text, wide_proof_line
from parlour.games.contract import Decision, State
from parlour.games.game import Game
from parlour.games.vocabulary import SURE, seen_by, signed
from parlour.match.view import View
from parlour.players.base import drawn, position, seat_of

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

FEW = 6  # choices that are named one by one, or ranges of them
SAME = 0.005  # costs that differ by less are joined
WIDE = 0.02  # a wider proved interval is shown instead of the value

SCALE = "A win and a loss are 2.00 apart."
UNFAIR = "Hints are only for games against a computer: here the other person would not get one."


def hint_lines(solution: Solution, view: View) -> list[str]:
    """The value, the best choice or mix, and what every choice costs; in a lost position, what to try instead.

    Calculated from the view alone, so it cannot depend on a choice that the opponent has sealed (SEC-1).
    """
    player, state = seat_of(view), position(view)
    losses = solution.losses(state, player)
    lines = [f"This position is {value_text(solution, state, player)}."]
    if len(losses) == 1:
        return [*lines, "You have no choice here."]
    mix = solution.policy(state, player)
    proved = solution.certificate.widest <= WIDE
    lost = proved and seen_by(player, solution.value(state)) < -SURE
    hardest = hardest_line(solution, state, player) if lost else ""
    lines.append(hardest or best_line(view, mix))
    if proved:
        lines.append(costs_line(view.game, state, player, losses))
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
    mix = solution.policy(position(view), player)
    return [best_line(view, mix), f"Drawn for you: {view.game.label(view.state, player, drawn(mix, random))}."]


def action_lines(solution: Solution, view: View, action: int) -> list[str]:
    """One choice, and what speaks for and against it."""
    return choice_lines(solution, position(view), seat_of(view), action, "")


def why_lines(solution: Solution, decisions: Iterable[Decision], player: int) -> list[str]:
    """The same about the last choice of both players, the earlier one first."""
    last: dict[int, tuple[State, int, int]] = {}
    game, state = solution.game, solution.game.start()
    for number, decision in enumerate(decisions, start=1):
        actions = game.checked_decision(state, decision)
        for actor in game.to_act(state):
            last.pop(actor, None)  # so that the order is that of the last choices
            last[actor] = state, actions[actor], number
        state = game.play(state, *actions)
    lines = []
    for actor, (before, action, number) in last.items():
        who = "you" if actor == player else game.words.PLAYERS[actor]
        lines += choice_lines(solution, before, actor, action, f"#{number} {who}, ")
    return lines


def choice_lines(solution: Solution, state: State, player: int, action: int, whose: str) -> list[str]:
    from parlour.coach.explain import explained  # not at the top: the solver is not needed before a hint

    if solution.certificate.widest > WIDE:
        return [wide_proof_line(solution)]
    game = solution.game
    lines = [f"{whose}{game.label(state, player, action)}:", f"  {explained(solution, state, player, action)}."]
    if solution.loss(state, player, action):
        lines.append(f"  Better: {mix_text(game, state, player, solution.policy(state, player))}.")
    return lines


def value_text(solution: Solution, state: State, player: int) -> str:
    """`worth +0.42 to you (+1 is a win, -1 a loss)`."""
    low, high = solution.bounds(state) if player == 0 else sorted(-bound for bound in solution.bounds(state))
    if high - low > WIDE:
        return f"worth between {signed(low, 2)} and {signed(high, 2)} to you; no narrower interval is proved"
    value = seen_by(player, solution.value(state))
    if abs(value) > SURE:
        return "won for you with perfect play" if value > 0 else "lost for you against perfect play"
    return f"worth {signed(value, 2)} to you (+1 is a win, -1 a loss)"


def costs_line(game: Game, state: State, player: int, losses: Mapping[int, float]) -> str:
    """What every choice gives away, in words that can be typed."""
    if not any(losses.values()):
        return "No choice gives anything away here."
    texts = []
    for run in runs_of(losses):
        labels = [game.label(state, player, action) for action in run]
        named = f"{labels[0]} to {labels[-1]}" if len(run) > 2 else " and ".join(labels)
        costs = [cost_text(pick(losses[action] for action in run)) for pick in (min, max)]
        texts.append(f"{named} ({' to '.join(dict.fromkeys(costs))})")
    return f"What each choice gives away: {', '.join(texts)}. {SCALE}"


def runs_of(losses: Mapping[int, float]) -> list[list[int]]:
    """A few choices one by one; of many, neighbours that cost the same are joined, and if need be about the same."""
    runs = [[action] for action in losses]

    def spread(place: int) -> float:
        """How far apart the costs of a run and of the one before it are. Perfect choices join no others."""
        both = [losses[action] for action in runs[place - 1] + runs[place]]
        return max(both) - min(both) if all(both) or not any(both) else inf

    while len(losses) > FEW and len(runs) > 1:
        place = min(range(1, len(runs)), key=spread)
        if spread(place) == inf or (spread(place) > SAME and len(runs) <= FEW):
            break
        runs[place - 1 : place + 1] = [runs[place - 1] + runs[place]]
    return runs


def cost_text(loss: float) -> str:
    if loss == 0.0:
        return "nothing"
    return f"{loss:.2f}" if loss >= 0.005 else "under 0.01"


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
        return [played(game, state, player, action, reply) for reply in game.actions(state, other)]
    after = played(game, state, player, action, 0)
    if game.to_act(after) != (other,):
        return [after]
    return [played(game, after, player, 0, reply) for reply in game.actions(after, other)]


def played(game: Game, state: State, player: int, action: int, reply: int) -> State:
    return game.play(state, action, reply) if player == 0 else game.play(state, reply, action)
