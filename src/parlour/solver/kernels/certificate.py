"""The guarantee of a strategy against any opponent, state by state. Compiled with the rules of a game.

`solver/exact/certificate.py` lists the parts that this shares with the solver. It finds states with its own hash
table, by all their fields, and checks the solver's order of states instead of trusting it. `side` is the player whose
strategy is given; the other player responds optimally. Values are for the first player.
"""

from typing import Any

import numpy as np

from parlour.fast.kernels.stubs import State, load, option, options, play, to_act
from parlour.fast.kernels.turn import reward
from parlour.solver.exact.certificate import EMPTY, Proof
from parlour.solver.exact.decision_process import FLOAT_ERROR, OUTSIDE, PRODUCT_ERROR, Process

MISSING = -1
WORD = 0xFFFFFFFF
SCATTER = 0x45D9F3B  # its product with a 32-bit word fits in 63 bits, so nothing overflows


def place_of(proof: Proof, state: State) -> Any:
    """A number that identifies a state among all whose fields are in range, or MISSING."""
    place = 0
    for field in range(len(state)):
        digit = state[field] - proof.lowest[field]
        if digit < 0 or digit >= proof.spans[field]:
            return MISSING
        place = place * proof.spans[field] + digit
    return place


def bucket_of(proof: Proof, place: int) -> Any:
    """The bucket of a place, or the empty one where it belongs."""
    if proof.exact:
        return place
    last = proof.buckets.shape[0] - 1  # one less than a power of two
    mixed = ((place >> 32 ^ place) & WORD) * SCATTER
    bucket = (mixed ^ mixed >> 29) & last
    while proof.buckets[bucket] != EMPTY and proof.places[proof.buckets[bucket]] != place:
        bucket = (bucket + 1) & last
    return bucket


def row_of(proof: Proof, state: State) -> Any:
    """The row of a state, or MISSING."""
    place = place_of(proof, state)
    return MISSING if place == MISSING else proof.buckets[bucket_of(proof, place)]


def fill_buckets(proof: Proof) -> None:
    """Inserts every state into the hash table."""
    for row in range(proof.states.shape[0]):
        proof.places[row] = place_of(proof, load(proof.states, row))
        proof.buckets[bucket_of(proof, proof.places[row])] = row


def respond_states(rules: Any, proof: Proof, rows: Any, offset: int, step: int) -> bool:
    """Fills in the value against a best response in every `step`-th state from `offset` on.

    Returns whether the values of all states that these lead to were known.
    """
    side, mixes = proof.side, proof.mixes
    other = 1 - side
    for position in range(offset, rows.shape[0], step):
        row = rows[position]
        state = load(proof.states, row)
        actor = to_act(rules, state)
        begin, size = mixes.begins[row, side], mixes.sizes[row, side]
        best = 2.0 if side == 0 else -2.0  # worse than any reply
        for k in range(options(rules, state, other) if actor >> other & 1 else 1):
            reply = option(rules, state, other, k) if actor >> other & 1 else 0
            base, total, terms, weight = 0.0, 0.0, 0.0, 0.0
            for i in range(begin, begin + size):
                action = option(rules, state, side, mixes.options[i]) if actor >> side & 1 else 0
                after = play(rules, state, action if side == 0 else reply, reply if side == 0 else action)
                value = value_after(proof, after)
                if np.isnan(value):
                    return False
                if i == begin:
                    base = value
                term = mixes.chances[i] * (value - base)
                total += term
                terms += abs(term)
                weight += mixes.chances[i]
            average = base + total / weight
            if terms > 0.0:  # otherwise the average is exact
                error = FLOAT_ERROR * ((size + 5) * terms / weight + 2.0 * abs(average)) + PRODUCT_ERROR
                average += error if side == 1 else -error
            best = min(best, average) if side == 0 else max(best, average)
        proof.values[row] = min(1.0, max(-1.0, best))
    return True


def value_after(proof: Proof, after: State) -> float:
    """The value of the state after a turn, or nan."""
    if after.winner:
        return float(reward(after.winner, 0))
    row = row_of(proof, after)
    return np.nan if row == MISSING else proof.values[row]


def count_choices(rules: Any, proof: Proof, rows: Any, counts: Any) -> None:
    """How many options the other side has in each state of a cycle."""
    other = 1 - proof.side
    for position in range(rows.shape[0]):
        state = load(proof.states, rows[position])
        counts[position] = options(rules, state, other) if to_act(rules, state) >> other & 1 else 1


def fill_process(rules: Any, proof: Proof, rows: Any, positions: Any, process: Process) -> bool:
    """The decision process of the other side; `positions` are those of rows within the cycle.

    Returns whether the values of all states that the cycle leads to were known.
    """
    side, mixes = proof.side, proof.mixes
    other = 1 - side
    for position in range(rows.shape[0]):
        row = rows[position]
        state = load(proof.states, row)
        actor = to_act(rules, state)
        for choice in range(process.choices[position], process.choices[position + 1]):
            k = choice - process.choices[position]
            reply = option(rules, state, other, k) if actor >> other & 1 else 0
            for i in range(mixes.sizes[row, side]):
                entry, cell = mixes.begins[row, side] + i, process.outcomes[choice] + i
                action = option(rules, state, side, mixes.options[entry]) if actor >> side & 1 else 0
                after = play(rules, state, action if side == 0 else reply, reply if side == 0 else action)
                process.chances[cell] = mixes.chances[entry]
                process.targets[cell] = OUTSIDE
                if after.winner == 0:
                    found = row_of(proof, after)
                    if found == MISSING:
                        return False
                    process.targets[cell] = positions[found]
                if process.targets[cell] == OUTSIDE:
                    value = value_after(proof, after)
                    if np.isnan(value):
                        return False
                    process.payoffs[cell] = value if side == 1 else -value
    return True
