"""One turn of one game: choices, legality, forfeits, rewards. Inlined; `envs/episode.py` is the same in Python."""

from typing import Any, NamedTuple

from parlour.fast.kernels.stubs import State, option, options, to_act, whole
from parlour.fast.random_stream import Key, draw, game_key, game_number


class Verdict(NamedTuple):
    """How a turn ended. A forfeit decides a game as a win does; a game that is cut off has no winner (END-1)."""

    winner: int  # 0 until the game is over, then 1, 2, or 3 for a draw
    cut_off: bool


def verdict(winner: int, wrong: int, turns: int, max_turns: int) -> Verdict:
    """`wrong` says who chose an illegal action and forfeits: 0 neither player, 1, 2, 3 both, which makes a draw."""
    if wrong:
        return Verdict(3 if wrong == 3 else 3 - wrong, False)
    return Verdict(winner, winner == 0 and turns >= max_turns)


def reward(winner: int, player: int) -> int:
    return 0 if winner == 0 or winner == 3 else 1 if winner == player + 1 else -1


def slot_key(restarts: Any, seed_low: int, seed_high: int, k: int) -> Key:
    """The random stream of the game in slot k, which plays the games k, k + size, k + 2 size, ... of the seed."""
    return game_key(seed_low, seed_high, game_number(k, restarts[k], restarts.shape[0]))


def choose_at_random(rules: Any, state: State, player: int, key: Key, turn: int) -> int:
    """Uses number 2 * turn + player of the stream, so that a game needs no counter besides its turns."""
    return option(rules, state, player, whole(draw(key, 2 * turn + player, options(rules, state, player))))


def acts(rules: Any, state: State, player: int) -> bool:
    return (to_act(rules, state) >> player) & 1 != 0


def is_legal(rules: Any, state: State, player: int, action: int) -> bool:
    """Whether an action is among the options. They ascend and are mostly a range; otherwise a binary search."""
    count = options(rules, state, player)
    lowest, highest = option(rules, state, player, 0), option(rules, state, player, count - 1)
    if action < lowest or action > highest:
        return False
    if highest - lowest == count - 1:
        return True
    below, above = 0, count - 1
    while below < above:
        middle = (below + above) // 2
        if option(rules, state, player, middle) < action:
            below = middle + 1
        else:
            above = middle
    return option(rules, state, player, below) == action


def mark_legal(rules: Any, state: State, player: int, row: Any) -> None:
    """Marks the legal actions of a player who is to act in a row with one place for each action."""
    for action in range(row.shape[0]):
        row[action] = False
    for index in range(options(rules, state, player)):
        row[option(rules, state, player, index)] = True
