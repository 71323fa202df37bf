"""What a strategy guarantees against any opponent, state by state. Compiled with the rules of a game.

`solver/certificate.py` says what this shares with the solver. It finds states with its own hash table, by all their
fields, and checks the solver's order of states instead of trusting it. `side` is the player whose strategy is given;
the other player responds optimally. Values are for the first player.
"""

from typing import Any

import numpy as np

from parlour.fast.kernels.stubs import State, load, option, options, play, to_act
from parlour.fast.kernels.turn import reward
from parlour.solver.certificate import EMPTY, Cycle, Proof

MISSING = -1
PATIENCE = 4  # sweeps between two extrapolations
ROUNDING = 1e-15  # smaller changes are rounding errors
MIN_GAIN = 1e-13  # smaller gains are not extrapolated: they may be rounding errors


def hash_of(state: State, last: int) -> int:
    mixed = 0
    for field in range(len(state)):
        mixed = (mixed ^ state[field]) * 0x2545F4914F6CDD1D
        mixed ^= mixed >> 29
    return mixed & last


def is_row(state: State, states: Any, row: int) -> bool:
    for field in range(len(state)):
        if states[row, field] != state[field]:
            return False
    return True


def row_of(state: State, states: Any, buckets: Any) -> Any:
    """The row of a state, or MISSING."""
    last = buckets.shape[0] - 1  # one less than a power of two
    bucket = hash_of(state, last)
    while buckets[bucket] != EMPTY:
        if is_row(state, states, buckets[bucket]):
            return buckets[bucket]
        bucket = (bucket + 1) & last
    return MISSING


def fill_buckets(proof: Proof) -> None:
    """Inserts every state into the hash table."""
    last = proof.buckets.shape[0] - 1
    for row in range(proof.states.shape[0]):
        bucket = hash_of(load(proof.states, row), last)
        while proof.buckets[bucket] != EMPTY:
            bucket = (bucket + 1) & last
        proof.buckets[bucket] = row


def respond_states(rules: Any, proof: Proof, rows: Any, offset: int, step: int) -> bool:
    """Fills in the value and the best response in every `step`-th state from `offset` on.

    Returns whether the values of all states that these lead to were known.
    """
    side, plan = proof.side, proof.plan
    other = 1 - side
    for position in range(offset, rows.shape[0], step):
        row = rows[position]
        state = load(proof.states, row)
        actor = to_act(rules, state)
        begin, size = plan.begins[row, side], plan.sizes[row, side]
        best, response = 0.0, -1
        for k in range(options(rules, state, other) if actor >> other & 1 else 1):
            reply = option(rules, state, other, k) if actor >> other & 1 else 0
            total = 0.0
            for i in range(begin, begin + size):
                action = option(rules, state, side, plan.options[i]) if actor >> side & 1 else 0
                after = play(rules, state, action if side == 0 else reply, reply if side == 0 else action)
                if after.winner:
                    total += plan.chances[i] * reward(after.winner, 0)
                else:
                    found = row_of(after, proof.states, proof.buckets)
                    if found == MISSING or np.isnan(proof.values[found]):
                        return False
                    total += plan.chances[i] * proof.values[found]
            if response < 0 or (total < best if side == 0 else total > best):
                best, response = total, k
        proof.values[row], proof.responses[row] = best, response
    return True


# A cycle is swept many times, so its outcomes are tabulated once: for each state, from `begins` on, for each response
# of the other side, the row after each option of the plan, or OVER - winner.

OVER = -1


def count_outcomes(rules: Any, proof: Proof, rows: Any, counts: Any) -> None:
    other = 1 - proof.side
    for position in range(rows.shape[0]):
        row = rows[position]
        state = load(proof.states, row)
        acts = to_act(rules, state) >> other & 1
        counts[position] = (options(rules, state, other) if acts else 1) * proof.plan.sizes[row, proof.side]


def fill_outcomes(rules: Any, proof: Proof, rows: Any, begins: Any, outcomes: Any) -> bool:
    """Returns whether every state that the cycle leads to was found."""
    side, plan = proof.side, proof.plan
    other = 1 - side
    for position in range(rows.shape[0]):
        row = rows[position]
        state = load(proof.states, row)
        actor = to_act(rules, state)
        size = plan.sizes[row, side]
        for cell in range(begins[position + 1] - begins[position]):
            reply = option(rules, state, other, cell // size) if actor >> other & 1 else 0
            i = plan.begins[row, side] + cell % size
            action = option(rules, state, side, plan.options[i]) if actor >> side & 1 else 0
            after = play(rules, state, action if side == 0 else reply, reply if side == 0 else action)
            found = OVER - after.winner if after.winner else row_of(after, proof.states, proof.buckets)
            if found == MISSING:
                return False
            outcomes[begins[position] + cell] = found
    return True


def find_trap(cycle: Cycle) -> bool:
    """Marks the states in which the other side can keep play in the cycle forever; returns whether there are any.

    Starts with all states and removes each one where every response may lead out. Without a trap, play leaves the cycle
    with certainty, whatever the other side does.
    """
    for row in cycle.rows:
        cycle.trapped[row] = True
    while True:
        removed, left = False, False
        for position in range(cycle.rows.shape[0]):
            row = cycle.rows[position]
            if cycle.trapped[row]:
                if can_stay(cycle, position):
                    left = True
                else:
                    cycle.trapped[row] = False
                    removed = True
        if not removed:
            return left


def can_stay(cycle: Cycle, position: int) -> bool:
    """Whether some response only leads into the trap."""
    size = cycle.sizes[position]
    for begin in range(cycle.begins[position], cycle.begins[position + 1], size):
        stays = True
        for i in range(begin, begin + size):
            after = cycle.outcomes[i]
            if after < 0 or not cycle.trapped[after]:
                stays = False
                break
        if stays:
            return True
    return False


def best_response(cycle: Cycle, position: int) -> Any:
    """The value of a state against the best response, and that response. In the trap the value is at most a draw."""
    size, start = cycle.sizes[position], cycle.starts[position]
    best, response = 0.0, -1
    for k in range((cycle.begins[position + 1] - cycle.begins[position]) // size):
        begin = cycle.begins[position] + k * size
        total = 0.0
        for i in range(size):
            after = cycle.outcomes[begin + i]
            total += cycle.chances[start + i] * (cycle.values[after] if after >= 0 else reward(OVER - after, 0))
        if response < 0 or cycle.sign * total < cycle.sign * best:
            best, response = total, k
    if cycle.trapped[cycle.rows[position]] and cycle.sign * best > 0.0:
        best = 0.0
    return best, response


def lower_trap(cycle: Cycle, sweeps: int) -> float:
    """Starts the trap as a draw, which endless play is worth, and lowers states where the other side has better.

    The states outside the trap stay as they are, and no state falls below what was proved before. States that still
    fall after `sweeps` sweeps are lowered by more than needed, and by more each time. Returns the largest gain.
    """
    count = cycle.rows.shape[0]
    proved = np.zeros(count)
    for position in range(count):
        row = cycle.rows[position]
        proved[position] = cycle.values[row]
        if cycle.trapped[row]:
            cycle.values[row] = 0.0
    falling, number, extra = True, 0, 0.0
    while falling:
        falling = False
        number += 1
        if number >= sweeps:
            extra = max(1e-12, 2.0 * extra)
        for position in range(count):
            row = cycle.rows[position]
            if cycle.trapped[row] and cycle.sign * cycle.values[row] > cycle.sign * proved[position]:
                value, _ = best_response(cycle, position)
                if cycle.sign * value < cycle.sign * cycle.values[row]:
                    value -= cycle.sign * extra
                    if cycle.sign * value < cycle.sign * proved[position]:
                        value = proved[position]
                    cycle.values[row] = value
                    falling = True
    gain = 0.0
    for position in range(count):
        gain = max(gain, cycle.sign * (cycle.values[cycle.rows[position]] - proved[position]))
    return gain


def raise_values(cycle: Cycle, sweeps: int) -> float:
    """Improves the proved values in up to `sweeps` sweeps; returns the largest gain of the last one.

    Values are proved if no state claims more than the states after the best response justify, and no state of the trap
    claims more than a draw. A sweep keeps that true.
    """
    count = cycle.rows.shape[0]
    gains, earlier = np.zeros(count), np.zeros(count)
    most, boldness = 0.0, 0.98
    for number in range(1, sweeps + 1):
        gains, earlier = earlier, gains
        most, rate = 0.0, 1.0
        for position in range(count):
            row = cycle.rows[position]
            value, _ = best_response(cycle, position)
            gains[position] = max(0.0, cycle.sign * (value - cycle.values[row]))
            cycle.values[row] += cycle.sign * gains[position]
            most = max(most, gains[position])
            if earlier[position] > ROUNDING:
                rate = min(rate, gains[position] / earlier[position])
        if most <= ROUNDING:
            break
        if number % PATIENCE == 0 and 0.5 < rate < 1.0:
            factor = boldness * rate / (1.0 - rate)
            boldness = min(0.98, 2.0 * boldness) if extrapolate(cycle, gains, earlier, factor) else boldness / 4.0
    return most


def extrapolate(cycle: Cycle, gains: Any, before: Any, factor: float) -> bool:
    """Adds many future gains at once, and returns whether they are justified. If not, it restores the values."""
    count = cycle.rows.shape[0]
    for position in range(count):
        row = cycle.rows[position]
        before[position] = cycle.values[row]
        if gains[position] > MIN_GAIN:
            cycle.values[row] = min(1.0, max(-1.0, cycle.values[row] + cycle.sign * factor * gains[position]))
    for position in range(count):
        row = cycle.rows[position]
        value, _ = best_response(cycle, position)
        gain = cycle.sign * (value - cycle.values[row])
        if gain < -ROUNDING:
            for restored in range(count):
                cycle.values[cycle.rows[restored]] = before[restored]
            return False
        if gain > 0.0:
            cycle.values[row] = value
    return True


def respond_cycle(cycle: Cycle, responses: Any, sweeps: int) -> None:
    """Fills in best responses that reach the proved values when they are followed.

    In the trap, a response that looks as good as any may cycle forever, which is only a draw. So the trap starts as a
    draw again, and each state keeps the response that last improved it for the other side.
    """
    count = cycle.rows.shape[0]
    proved = np.zeros(count)
    for position in range(count):
        row = cycle.rows[position]
        proved[position] = cycle.values[row]
        if not cycle.trapped[row]:
            responses[row] = best_response(cycle, position)[1]
    for row in cycle.rows:
        if cycle.trapped[row]:
            cycle.values[row] = 0.0
    for number in range(sweeps):
        most = 0.0
        for position in range(count):
            row = cycle.rows[position]
            if cycle.trapped[row]:
                value, response = best_response(cycle, position)
                fall = cycle.sign * (cycle.values[row] - value)
                if number == 0 or fall > ROUNDING:
                    responses[row] = response
                    cycle.values[row] = value
                    most = max(most, fall)
        if most <= ROUNDING:
            break
    for position in range(count):
        cycle.values[cycle.rows[position]] = proved[position]
