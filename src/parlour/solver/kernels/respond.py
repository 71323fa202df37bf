"""What a strategy is sure of: the worst that any opponent can do to it, state by state.

Put together with the rules of a game by `fast/build.py` and compiled. It shares no code with the solver: it looks
states up in a table of its own, by all their fields, and takes the solver's order of states as a hint that it checks.
`side` is the player whose strategy is given, 0 or 1; `worth` what the game is worth to the first player when the other
side answers with the best there is.
"""

from typing import Any

import numpy as np

from parlour.fast.kernels.stubs import State, load, option, options, play, to_act
from parlour.solver.certificate import Cycle, Plan

VACANT, MISSING = -1, -1
PATIENCE = 4  # sweeps between two leaps
ROUNDING = 1e-15  # less than this is lost or gained by adding up alone
REAL = 1e-13  # a gain that is worth a leap: what rounding gains is not to be multiplied


def scattered(state: State, last: int) -> int:
    mixed = 0
    for field in range(len(state)):
        mixed = (mixed ^ state[field]) * 0x2545F4914F6CDD1D
        mixed ^= mixed >> 29
    return mixed & last


def same(state: State, states: Any, row: int) -> bool:
    for field in range(len(state)):
        if states[row, field] != state[field]:
            return False
    return True


def look_up(state: State, states: Any, rows: Any) -> Any:
    """The row of a state in the list, or MISSING."""
    last = rows.shape[0] - 1  # one less than a power of two
    place = scattered(state, last)
    while rows[place] != VACANT:
        if same(state, states, rows[place]):
            return rows[place]
        place = (place + 1) & last
    return MISSING


def list_states(states: Any, rows: Any) -> None:
    """Makes every state of the list findable."""
    last = rows.shape[0] - 1
    for row in range(states.shape[0]):
        place = scattered(load(states, row), last)
        while rows[place] != VACANT:
            place = (place + 1) & last
        rows[place] = row


def answer_states(
    rules: Any, states: Any, rows: Any, listed: Any, offset: int, step: int, side: int, plan: Plan, worth: Any,
    answers: Any,
) -> bool:  # fmt: skip
    """The worth of every so-manieth state of a list, when the other side answers best, and that answer.

    All that these states lead to must be done; tells whether it was.
    """
    other = 1 - side
    for place in range(offset, listed.shape[0], step):
        row = listed[place]
        state = load(states, row)
        actor = to_act(rules, state)
        begin, size = plan.begins[row, side], plan.sizes[row, side]
        best, answer = 0.0, -1
        for k in range(options(rules, state, other) if actor >> other & 1 else 1):
            reply = option(rules, state, other, k) if actor >> other & 1 else 0
            total = 0.0
            for each in range(begin, begin + size):
                action = option(rules, state, side, plan.chosen[each]) if actor >> side & 1 else 0
                after = play(rules, state, action if side == 0 else reply, reply if side == 0 else action)
                if after.winner:
                    total += plan.chances[each] * paid(after.winner)
                else:
                    found = look_up(after, states, rows)
                    if found == MISSING or np.isnan(worth[found]):
                        return False
                    total += plan.chances[each] * worth[found]
            if answer < 0 or (total < best if side == 0 else total > best):
                best, answer = total, k
        worth[row], answers[row] = best, answer
    return True


def paid(winner: int) -> float:
    return 1.0 if winner == 1 else -1.0 if winner == 2 else 0.0


# A cycle is gone through again and again, so its outcomes are written down once: for each state of the group, from
# `begins` on, for each answer of the other side, where each option of the plan leads. OVER - winner is the end.

OVER = -1


def count_outcomes(rules: Any, states: Any, listed: Any, side: int, plan: Plan, counts: Any) -> None:
    other = 1 - side
    for place in range(listed.shape[0]):
        row = listed[place]
        state = load(states, row)
        acts = to_act(rules, state) >> other & 1
        counts[place] = (options(rules, state, other) if acts else 1) * plan.sizes[row, side]


def write_outcomes(
    rules: Any, states: Any, rows: Any, listed: Any, side: int, plan: Plan, begins: Any, outcomes: Any
) -> bool:
    """Tells whether every state that they lead to is in the list."""
    other = 1 - side
    for place in range(listed.shape[0]):
        row = listed[place]
        state = load(states, row)
        actor = to_act(rules, state)
        size = plan.sizes[row, side]
        for cell in range(begins[place + 1] - begins[place]):
            reply = option(rules, state, other, cell // size) if actor >> other & 1 else 0
            each = plan.begins[row, side] + cell % size
            action = option(rules, state, side, plan.chosen[each]) if actor >> side & 1 else 0
            after = play(rules, state, action if side == 0 else reply, reply if side == 0 else action)
            found = OVER - after.winner if after.winner else look_up(after, states, rows)
            if found == MISSING:
                return False
            outcomes[begins[place] + cell] = found
    return True


def find_trap(cycle: Cycle) -> bool:
    """Leaves in the trap the states in which the other side can keep play in the cycle for ever.

    All of them are in it at first; one goes when every answer may lead out. Without a trap play leaves the cycle,
    whatever the other side does. Tells whether there is one.
    """
    for row in cycle.listed:
        cycle.trapped[row] = True
    while True:
        gone, left = False, False
        for place in range(cycle.listed.shape[0]):
            row = cycle.listed[place]
            if cycle.trapped[row]:
                if can_stay(cycle, place):
                    left = True
                else:
                    cycle.trapped[row] = False
                    gone = True
        if not gone:
            return left


def can_stay(cycle: Cycle, place: int) -> bool:
    """Whether an answer leads nowhere but into the trap."""
    size = cycle.sizes[place]
    for begin in range(cycle.begins[place], cycle.begins[place + 1], size):
        stays = True
        for each in range(begin, begin + size):
            after = cycle.outcomes[each]
            if after < 0 or not cycle.trapped[after]:
                stays = False
                break
        if stays:
            return True
    return False


def reckoned(cycle: Cycle, place: int) -> Any:
    """The worth of a state when the other side answers best, and that answer; in the trap no more than a draw."""
    size, start = cycle.sizes[place], cycle.starts[place]
    best, answer = 0.0, -1
    for k in range((cycle.begins[place + 1] - cycle.begins[place]) // size):
        begin = cycle.begins[place] + k * size
        total = 0.0
        for each in range(size):
            after = cycle.outcomes[begin + each]
            total += cycle.chances[start + each] * (cycle.worth[after] if after >= 0 else paid(OVER - after))
        if answer < 0 or cycle.sign * total < cycle.sign * best:
            best, answer = total, k
    if cycle.trapped[cycle.listed[place]] and cycle.sign * best > 0.0:
        best = 0.0
    return best, answer


def settle_trap(cycle: Cycle, sweeps: int) -> float:
    """A draw is what play for ever is worth: so is the trap, but for states where the other side has better.

    From a draw down to what holds with the states outside as they are, and never below what was proved before; states
    that are still sinking after so many sweeps are taken further down than they would sink, by more and more. Returns
    the largest gain.
    """
    count = cycle.listed.shape[0]
    proved = np.zeros(count)
    for place in range(count):
        row = cycle.listed[place]
        proved[place] = cycle.worth[row]
        if cycle.trapped[row]:
            cycle.worth[row] = 0.0
    sinking, number, further = True, 0, 0.0
    while sinking:
        sinking = False
        number += 1
        if number >= sweeps:
            further = max(1e-12, 2.0 * further)
        for place in range(count):
            row = cycle.listed[place]
            if cycle.trapped[row] and cycle.sign * cycle.worth[row] > cycle.sign * proved[place]:
                worth, _ = reckoned(cycle, place)
                if cycle.sign * worth < cycle.sign * cycle.worth[row]:
                    worth -= cycle.sign * further
                    if cycle.sign * worth < cycle.sign * proved[place]:
                        worth = proved[place]
                    cycle.worth[row] = worth
                    sinking = True
    gained = 0.0
    for place in range(count):
        gained = max(gained, cycle.sign * (cycle.worth[cycle.listed[place]] - proved[place]))
    return gained


def raise_states(cycle: Cycle, sweeps: int) -> float:
    """Better and better worth that is proved, up to so many sweeps; returns the largest gain of the last one.

    Proved is a worth that every state keeps up: what it leads to, against the best answer, is worth as much, and in
    the trap it is no more than a draw. A sweep keeps that true.
    """
    count = cycle.listed.shape[0]
    gains, earlier = np.zeros(count), np.zeros(count)
    most, boldness = 0.0, 0.98
    for number in range(1, sweeps + 1):
        gains, earlier = earlier, gains
        most, rate = 0.0, 1.0
        for place in range(count):
            row = cycle.listed[place]
            worth, _ = reckoned(cycle, place)
            gains[place] = max(0.0, cycle.sign * (worth - cycle.worth[row]))
            cycle.worth[row] += cycle.sign * gains[place]
            most = max(most, gains[place])
            if earlier[place] > ROUNDING:
                rate = min(rate, gains[place] / earlier[place])
        if most <= ROUNDING:
            break
        if number % PATIENCE == 0 and 0.5 < rate < 1.0:
            ahead = boldness * rate / (1.0 - rate)
            boldness = min(0.98, 2.0 * boldness) if leap(cycle, gains, earlier, ahead) else boldness / 4.0
    return most


def leap(cycle: Cycle, gains: Any, before: Any, ahead: float) -> bool:
    """Takes many gains at once, where they shrink slowly; puts all back if a state does not keep it up."""
    count = cycle.listed.shape[0]
    for place in range(count):
        row = cycle.listed[place]
        before[place] = cycle.worth[row]
        if gains[place] > REAL:
            cycle.worth[row] = min(1.0, max(-1.0, cycle.worth[row] + cycle.sign * ahead * gains[place]))
    for place in range(count):
        row = cycle.listed[place]
        worth, _ = reckoned(cycle, place)
        gained = cycle.sign * (worth - cycle.worth[row])
        if gained < -ROUNDING:
            for again in range(count):
                cycle.worth[cycle.listed[again]] = before[again]
            return False
        if gained > 0.0:
            cycle.worth[row] = worth
    return True


def answer_cycle(cycle: Cycle, answers: Any, sweeps: int) -> None:
    """The other side's best answers, such that following them gets what they are worth.

    In the trap it is not enough to take an answer that is worth as much as any: going round for ever is worth a draw.
    So the trap begins as a draw again, and the answer that last made it worse for the side that is answered is kept.
    """
    count = cycle.listed.shape[0]
    proved = np.zeros(count)
    for place in range(count):
        row = cycle.listed[place]
        proved[place] = cycle.worth[row]
        if not cycle.trapped[row]:
            answers[row] = reckoned(cycle, place)[1]
    for row in cycle.listed:
        if cycle.trapped[row]:
            cycle.worth[row] = 0.0
    for number in range(sweeps):
        most = 0.0
        for place in range(count):
            row = cycle.listed[place]
            if cycle.trapped[row]:
                worth, answer = reckoned(cycle, place)
                lost = cycle.sign * (cycle.worth[row] - worth)
                if number == 0 or lost > ROUNDING:
                    answers[row] = answer
                    cycle.worth[row] = worth
                    most = max(most, lost)
        if most <= ROUNDING:
            break
    for place in range(count):
        cycle.worth[cycle.listed[place]] = proved[place]
