"""`hint CHOICE` and `why`: explains a choice by its loss, and by the replies that it is good and bad against.

Everything comes from the solution. In a secret round, a reply is good for an action if the position after both is worth
more to the player than the position before, and bad if it is worth less.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from parlour.coach.wording import SCALE, WIDE, mix_text, percent, short_loss, wide_proof_line
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Line
from parlour.games.vocabulary import SURE, seen_by, signed
from parlour.strategy import likely

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

CLOSE = 0.01  # a smaller difference is not worth a word
WINS, GAINS, SAME, SLIPS, LOSES = "wins against", "gains against", "", "falls back against", "loses to"
RUNS = 3  # of neighbouring replies that are named; if there are more, replies are counted


def why_lines(solution: Solution, line: Line, player: int) -> list[str]:
    """The `choice_lines` of the last choice of both players, the earlier one first."""
    last: dict[int, tuple[int, State, int]] = {}
    for number, turn in enumerate(line.turns, start=1):
        for actor, action in zip(turn.actors, turn.choices, strict=True):
            last.pop(actor, None)  # so that the order is that of the last choices
            last[actor] = number, turn.before, action
    lines = []
    for actor, (number, before, action) in last.items():
        who = "you" if actor == player else line.game.words.PLAYERS[actor]
        lines += choice_lines(solution, before, actor, action, f"#{number} {who}, ")
    return lines


def choice_lines(solution: Solution, state: State, player: int, action: int, whose: str = "") -> list[str]:
    """A choice, and the arguments for and against it."""
    if solution.certificate.widest > WIDE:
        return [wide_proof_line(solution)]
    game = solution.game
    lines = [f"{whose}{game.label(state, player, action)}:", f"  {explain(solution, state, player, action)}."]
    if solution.loss(state, player, action):
        lines.append(f"  Better: {mix_text(game, state, player, likely(solution.policy(state, player)))}.")
    return lines


def explain(solution: Solution, state: State, player: int, action: int) -> str:
    """`safe, no loss`, `a gamble: wins against 1 and 2, loses to 4`."""
    game = solution.game
    if game.is_forced(state, player):
        return "the only choice"
    if game.to_act(state) == (player,):
        answer = answer_text(solution, state, player, action)
        return turn_text(solution, state, player, action) + (f"; the answer is {answer}" if answer else "")
    kinds = reply_kinds(solution, state, player, action)
    effects = effects_text(solution, state, player, kinds)
    return secret_text(solution, state, player, action, kinds) + (f": {effects}" if effects else "")


def consequence(solution: Solution, state: State, player: int, action: int) -> str:
    """The same as a sentence, without the loss: `It wins against 1 and 2, loses to 4.`"""
    if solution.game.to_act(state) == (player,):
        answer = answer_text(solution, state, player, action)
        return f"The answer is {answer}." if answer else ""
    effects = effects_text(solution, state, player, reply_kinds(solution, state, player, action))
    return f"It {effects}." if effects else ""


# An ordinary turn: the other player sees the action before replying.


def turn_text(solution: Solution, state: State, player: int, action: int) -> str:
    losses, value = solution.losses(state, player), seen_by(player, solution.value(state))
    loss = losses[action]
    if loss:
        if value > SURE and value - loss < -SURE:
            return "turns a win into a defeat"
        return f"a loss of {short_loss(loss)}: from {signed(value, 2)} to {signed(value - loss, 2)} {SCALE}"
    if value < -SURE:
        return "lost, like every other choice"
    if list(losses.values()).count(0.0) == 1:
        return f"the only choice {'that keeps the win' if value > SURE else 'without a loss'}"
    return safe_text(value)


def answer_text(solution: Solution, state: State, player: int, action: int) -> str:
    """How the opponent uses a mistake, if one answer alone does; otherwise empty."""
    game, other = solution.game, 1 - player
    after = after_both(game, state, player, action, 0)
    if not solution.loss(state, player, action) or game.to_act(after) != (other,):
        return ""
    losses = solution.losses(after, other)
    best = [reply for reply, loss in losses.items() if loss == 0.0]
    return game.label(after, other, best[0]) if len(best) == 1 < len(losses) else ""


# A secret round: the action meets every possible reply.


def secret_text(solution: Solution, state: State, player: int, action: int, kinds: Sequence[str]) -> str:
    loss, value = solution.loss(state, player, action), seen_by(player, solution.value(state))
    if loss:
        return f"a loss of {short_loss(loss)}"
    if value < -SURE:
        return "a try in a lost position" if set(kinds) & {WINS, GAINS} else "lost against every reply"
    if not set(kinds) & {SLIPS, LOSES}:
        return safe_text(value)
    chance = solution.policy(state, player).get(action, 0.0)
    return f"a gamble that perfect play takes {percent(chance)} of the time" if chance else "a gamble"


def reply_kinds(solution: Solution, state: State, player: int, action: int) -> list[str]:
    """The effect of each reply to an action, in words."""
    game, value = solution.game, seen_by(player, solution.value(state))
    states = [after_both(game, state, player, action, reply) for reply in game.actions(state, 1 - player)]
    return [kind_of(seen_by(player, solution.value(after)), value) for after in states]


def effects_text(solution: Solution, state: State, player: int, kinds: Sequence[str]) -> str:
    """`wins against 1 and 2, loses to 4`."""
    game, other = solution.game, 1 - player
    names = short_names([game.label(state, other, reply) for reply in game.actions(state, other)])
    return ", ".join(replies_text(names, kinds, kind) for kind in (WINS, GAINS, SLIPS, LOSES) if kind in kinds)


def kind_of(after: float, before: float) -> str:
    if abs(after - before) < CLOSE:
        return SAME
    if after > before:
        return WINS if after > SURE else GAINS
    return LOSES if after < -SURE else SLIPS


def replies_text(names: Sequence[str], kinds: Sequence[str], kind: str) -> str:
    """`gains against 1, 2 and 5 to 9`; of many runs of neighbours, how many replies they hold."""
    runs = [
        [name for name, _ in group]
        for found, group in groupby(zip(names, kinds, strict=True), key=lambda pair: pair[1])
        if found == kind
    ]
    if len(runs) > RUNS:
        return f"{kind} {kinds.count(kind)} of {len(names)} replies"
    if len(runs) == 1 and len(runs[0]) == len(names):
        return f"{kind} every reply"
    texts = [text for run in runs for text in ([f"{run[0]} to {run[-1]}"] if len(run) > 2 else run)]
    return f"{kind} {' and '.join(filter(None, [', '.join(texts[:-1]), texts[-1]]))}"


def short_names(labels: Sequence[str]) -> list[str]:
    """Labels without the words that all of them begin with: `bid 1`, `bid 2` become `1`, `2`."""
    words = [label.split() for label in labels]
    shared = 0
    while len(words) > 1 and all(len(each) > shared + 1 and each[shared] == words[0][shared] for each in words):
        shared += 1
    return [" ".join(each[shared:]) for each in words]


def safe_text(value: float) -> str:
    return "safe, keeps the win" if value > SURE else "safe, no loss"


def after_both(game: Game, state: State, player: int, action: int, reply: int) -> State:
    """The state after an action and a reply, which counts only in a secret round."""
    return game.play(state, action, reply) if player == 0 else game.play(state, reply, action)
