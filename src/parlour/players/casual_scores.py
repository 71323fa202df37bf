"""What casual people score against the computer players, exactly: nothing is played."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from parlour.games.game import Game
from parlour.players.casual import pool
from parlour.players.graded import Perfect
from parlour.players.held_out import held_out
from parlour.players.levels import TARGETS, Level
from parlour.players.uniform import Uniform
from parlour.solver.meeting import meetings
from parlour.solver.policy import Policy

SEATS = (0, 1)


def scores(
    standard: Game, people: Sequence[Policy], players: Sequence[Policy], seats: Sequence[int] = SEATS
) -> NDArray[np.float64]:
    """What people score, from 0 to 1, against each player in each of these seats: [player, seat, person]."""
    pairs = [
        (number, len(players) + person) if seat == 0 else (len(players) + person, number)
        for number, seat, person in product(range(len(players)), seats, range(len(people)))
    ]
    found = [each.expected for each in meetings(standard, [*players, *people], pairs)]
    results = np.array(found).reshape(len(players), len(seats), len(people))
    signs = np.array([-1 if seat == 0 else 1 for seat in seats])
    shares: NDArray[np.float64] = 0.5 + 0.5 * results * signs[:, None]
    return shares


def pool_scores(standard: Game, players: Sequence[Policy], seats: Sequence[int] = SEATS) -> NDArray[np.float64]:
    """What the pool scores on average: [player, seat]."""
    means: NDArray[np.float64] = scores(standard, pool(standard), players, seats).mean(axis=2)
    return means


def tables(standard: Game) -> tuple[list[str], list[str]]:
    """Rows for docs/players.md, one for each seat: what the pool scores, and what people outside the pool score."""
    people, others = pool(standard), held_out(standard)
    players: list[Policy] = [Uniform(), *map(Level, TARGETS), Perfect()]
    found = scores(standard, [*people, *others], players)
    inside, outside = found[:, :, : len(people)], found[1:, :, len(people) :]
    return (
        [row(standard, seat, [percent(each.mean()) for each in inside[:, seat]]) for seat in SEATS],
        [row(standard, seat, [spread(each) for each in outside[:, seat]]) for seat in SEATS],
    )


def row(standard: Game, seat: int, cells: Sequence[str]) -> str:
    return "| " + " | ".join([standard.title, standard.words.PLAYERS[seat], *cells]) + " |"


def percent(share: float) -> str:
    return f"{100 * share:.0f}"


def spread(shares: NDArray[np.float64]) -> str:
    """The mean, and the least and the most."""
    return f"{percent(shares.mean())} ({percent(shares.min())} to {percent(shares.max())})"
