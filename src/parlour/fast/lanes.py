"""What `duels.py` does to one game, done to a block of games, one thing after another. For a processor.

The games of a block lie in columns, a field a column. A loop over them does one thing for all and never stops early, so
the compiler makes instructions of it that work on many games at once. Put together with the rules by `build.py`.
"""

from typing import Any

from parlour.fast.names import COVERS, FIELDS, LANES, cut, load, option, options, play, shown, start, store, to_act
from parlour.fast.slots import chosen_at_random, is_legal
from parlour.fast.stream import game_number, high_key, low_key

PLAYER = FIELDS  # the columns after those of the state: where our player sits
TURN = FIELDS + 1  # how many turns were played
RESTARTS = FIELDS + 2  # how many games the slot has finished
OVER = FIELDS + 3  # 1 where the game has ended
DUE = FIELDS + 4  # 1 where a new game is due, or has just begun
LOW = FIELDS + 5  # the key of the game's random stream
HIGH = FIELDS + 6
ACTION = FIELDS + 7  # our player's, and what became of it
FATE = FIELDS + 8
REWARD = FIELDS + 9
TERMINATED = FIELDS + 10
TRUNCATED = FIELDS + 11
LOWEST = FIELDS + 12  # what our player may choose
HIGHEST = FIELDS + 13
CHOICES = FIELDS + 14  # how many there are: fewer than from the lowest to the highest if there are gaps
ALLOWED = FIELDS + 15  # the same, a bit an action
COLUMNS = FIELDS + 16
IGNORED, PLAYED, REFUSED = 0, 1, 2  # the fates of an action
BITS = 32  # with so few actions, what was offered is remembered until one is chosen
SHORT = 2**7  # action numbers below this fit in a byte: four times as many at once


def take(columns: Any, place: int, array: Any, first: int, count: int) -> None:
    column, part = columns[place * LANES :], array[first : first + count]
    for i in range(count):
        column[i] = part[i]


def give(columns: Any, place: int, array: Any, first: int, count: int) -> None:
    column, part = columns[place * LANES :], array[first : first + count]
    for i in range(count):
        part[i] = column[i]


def take_games(
    columns: Any, table: Any, turns: Any, restarts: Any, over: Any, allowed: Any, first: int, count: int
) -> None:
    for field in range(FIELDS):
        take(columns, field, table[field], first, count)
    take(columns, TURN, turns, first, count)
    take(columns, RESTARTS, restarts, first, count)
    take(columns, OVER, over, first, count)
    take(columns, ALLOWED, allowed, first, count)


def give_games(
    columns: Any, table: Any, turns: Any, restarts: Any, over: Any, allowed: Any, first: int, count: int
) -> None:
    for field in range(FIELDS):
        give(columns, field, table[field], first, count)
    give(columns, TURN, turns, first, count)
    give(columns, RESTARTS, restarts, first, count)
    give(columns, OVER, over, first, count)
    give(columns, ALLOWED, allowed, first, count)


def take_actions(columns: Any, actions: Any, kinds: int, first: int, count: int) -> None:
    """Our player's actions; -1 for a number that no action has, so that one of 64 bits is not cut down to another."""
    part = actions[first : first + count]
    for i in range(count):
        action = part[i]
        columns[ACTION * LANES + i] = action if 0 <= action < kinds else -1


def begin(rules: Any, columns: Any, further: int, count: int) -> None:
    """New games where they are due: so many further on in their slots, 1, or 0 for the first ones."""
    for i in range(count):
        state = load(columns, i)
        turn = columns[TURN * LANES + i]
        restarts = columns[RESTARTS * LANES + i]
        over = columns[OVER * LANES + i]
        if columns[DUE * LANES + i]:
            state = cut(start(rules))
            turn = 0
            restarts += further
            over = 0
        store(columns, i, state)
        columns[TURN * LANES + i] = turn
        columns[RESTARTS * LANES + i] = restarts
        columns[OVER * LANES + i] = over


def seat_players(columns: Any, seat: int, count: int) -> None:
    """Where our player sits: 0, 1, or, told 2, changing with every game."""
    for i in range(count):
        columns[PLAYER * LANES + i] = seat if seat < 2 else columns[RESTARTS * LANES + i] & 1


def hand_out_keys(columns: Any, seed_low: int, seed_high: int, size: int, first: int, count: int) -> None:
    """The keys of the games' random streams."""
    for i in range(count):
        number = game_number(first + i, columns[RESTARTS * LANES + i], size)
        low = low_key(seed_low, number)
        columns[LOW * LANES + i] = low
        columns[HIGH * LANES + i] = high_key(seed_high, number, low)


def weigh(rules: Any, columns: Any, count: int) -> int:
    """The ends of what our player may choose, and how much; returns how many games have gaps in between.

    A player who is not to act, or whose game is over, has one action, which is ignored.
    """
    gaps = 0
    for i in range(count):
        state = load(columns, i)
        player = columns[PLAYER * LANES + i]
        lowest, highest, choices = 0, 0, 1
        if not columns[OVER * LANES + i] and (to_act(rules, state) >> player) & 1:
            choices = options(rules, state, player)
            lowest = option(rules, state, player, 0)
            highest = option(rules, state, player, choices - 1)
        columns[LOWEST * LANES + i] = lowest
        columns[HIGHEST * LANES + i] = highest
        columns[CHOICES * LANES + i] = choices
        columns[ALLOWED * LANES + i] = (2 << highest) - (1 << lowest)
        gaps += highest - lowest != choices - 1
    return gaps


def judge(rules: Any, columns: Any, kinds: int, max_turns: int, count: int) -> int:
    """What becomes of our player's actions; returns how many are refused."""
    gaps = 0
    if kinds > BITS:
        gaps = weigh(rules, columns, count)
    for i in range(count):
        action = columns[ACTION * LANES + i]
        if kinds > BITS:
            allowed = columns[LOWEST * LANES + i] <= action <= columns[HIGHEST * LANES + i]
        else:
            allowed = action >= 0 and (columns[ALLOWED * LANES + i] >> (action & 31)) & 1 != 0
        acts = (to_act(rules, load(columns, i)) >> columns[PLAYER * LANES + i]) & 1
        ignored = columns[DUE * LANES + i] or not acts or columns[TURN * LANES + i] >= max_turns
        columns[FATE * LANES + i] = IGNORED if ignored else PLAYED if allowed else REFUSED
    if gaps:
        for i in range(count):
            player, action = columns[PLAYER * LANES + i], columns[ACTION * LANES + i]
            if columns[FATE * LANES + i] == PLAYED and not is_legal(rules, load(columns, i), player, action):
                columns[FATE * LANES + i] = REFUSED
    refused = 0
    for i in range(count):
        refused += columns[FATE * LANES + i] == REFUSED
    return refused


def decide(rules: Any, columns: Any, count: int) -> None:
    """Plays our player's actions, in a secret round together with the other's."""
    for i in range(count):
        state = load(columns, i)
        turn = columns[TURN * LANES + i]
        if columns[FATE * LANES + i] == PLAYED:
            player = columns[PLAYER * LANES + i]
            ours = columns[ACTION * LANES + i]
            other = ours
            if to_act(rules, state) == 3:
                low, high = columns[LOW * LANES + i], columns[HIGH * LANES + i]
                other = chosen_at_random(rules, state, 1 - player, low, high, turn)
            one = ours if player == 0 else other
            two = other if player == 0 else ours
            state = cut(play(rules, state, one, two))
            turn += 1
        store(columns, i, state)
        columns[TURN * LANES + i] = turn


def answer(rules: Any, columns: Any, max_turns: int, count: int) -> None:
    """The other plays on alone until our player is to act again, or the game is over or cut off."""
    waiting = 0
    for i in range(count):
        other = 1 if columns[PLAYER * LANES + i] else 2
        waiting += to_act(rules, load(columns, i)) == other and columns[TURN * LANES + i] < max_turns
    while waiting:
        waiting = 0
        for i in range(count):
            state = load(columns, i)
            player = columns[PLAYER * LANES + i]
            turn = columns[TURN * LANES + i]
            other = 1 if player else 2  # so put, compilers see that it is no secret round
            if to_act(rules, state) == other and turn < max_turns:
                low, high = columns[LOW * LANES + i], columns[HIGH * LANES + i]
                action = chosen_at_random(rules, state, 1 - player, low, high, turn)
                state = cut(play(rules, state, action, action))
                turn += 1
            store(columns, i, state)
            columns[TURN * LANES + i] = turn
            waiting += to_act(rules, state) == other and turn < max_turns


def settle(columns: Any, max_turns: int, count: int) -> int:
    """What the step was worth and which games are over; returns how many. One that has just begun is worth nothing."""
    ended = 0
    for i in range(count):
        player = columns[PLAYER * LANES + i]
        winner = load(columns, i).winner
        if columns[FATE * LANES + i] == REFUSED:
            winner = 2 - player  # a forfeit
        cut_off = winner == 0 and columns[TURN * LANES + i] >= max_turns
        if columns[DUE * LANES + i]:
            winner = 0
            cut_off = False
        over = winner != 0 or cut_off
        columns[REWARD * LANES + i] = 0 if winner == 0 or winner == 3 else 1 if winner == player + 1 else -1
        columns[TERMINATED * LANES + i] = winner != 0
        columns[TRUNCATED * LANES + i] = cut_off
        columns[OVER * LANES + i] = over
        columns[DUE * LANES + i] = over
        ended += over
    return ended


def show(rules: Any, columns: Any, spare: Any, seen: Any, first: int, count: int) -> None:
    """What our player sees, its seat last."""
    if COVERS:
        for i in range(count):
            store(spare, i, shown(rules, load(columns, i)))
    for field in range(FIELDS):
        give(spare if COVERS else columns, field, seen[field], first, count)
    give(columns, PLAYER, seen[FIELDS], first, count)


def offer(rules: Any, columns: Any, short: Any, mask: Any, first: int, count: int) -> None:
    """What our player may choose."""
    gaps = weigh(rules, columns, count)
    if mask.shape[0] <= SHORT:
        give(columns, LOWEST, short, 0, count)
        give(columns, HIGHEST, short[LANES:], 0, count)
        mark(short, short[LANES:], mask, first, count)
    else:
        mark(columns[LOWEST * LANES :], columns[HIGHEST * LANES :], mask, first, count)
    if gaps:
        mark_gaps(rules, columns, mask, first, count)


def mark(lowest: Any, highest: Any, mask: Any, first: int, count: int) -> None:
    """All from the lowest to the highest."""
    for number in range(mask.shape[0]):
        action = lowest.dtype.type(number)  # as wide as those it is compared with
        row = mask[number, first : first + count]
        for i in range(count):
            row[i] = (lowest[i] <= action) & (action <= highest[i])


def mark_gaps(rules: Any, columns: Any, mask: Any, first: int, count: int) -> None:
    """Only those that are allowed, where there are gaps."""
    for i in range(count):
        lowest, highest = columns[LOWEST * LANES + i], columns[HIGHEST * LANES + i]
        choices = columns[CHOICES * LANES + i]
        if highest - lowest != choices - 1:
            state = load(columns, i)
            for action in range(lowest, highest + 1):
                mask[action, first + i] = 0
            allowed = 0
            for choice in range(choices):
                action = option(rules, state, columns[PLAYER * LANES + i], choice)
                mask[action, first + i] = 1
                allowed |= 1 << action
            columns[ALLOWED * LANES + i] = allowed
