"""Games that are hard to solve or to prove: values that are only approached, loops that rarely end, nested traps."""

from __future__ import annotations

import random
from collections.abc import Callable

from solver.random_games import BOTH, DRAW, FIRST, LOSS, SECOND, WIN, Place, game_from_places
from solver.table_game.rules import STATES

from parlour.games.game import Game

OTHER_PLAYER = {FIRST: SECOND, SECOND: FIRST, BOTH: BOTH}
OTHER_RESULT = {WIN: LOSS, LOSS: WIN}


def purgatory(generator: random.Random) -> list[Place]:
    """Climb by guessing the other's number: too high loses, too low starts again, and the top wins.

    The value is 1, but a guarantee near it needs chances that shrink faster than exponentially with every terrace
    (Hansen, Ibsen-Jensen and Miltersen, 2009).
    """
    terraces, numbers = generator.randint(1, 7), generator.randint(2, 5)
    return [
        Place(
            BOTH,
            tuple(
                tuple(
                    (terrace + 1 if terrace + 1 < terraces else WIN) if i == j else LOSS if i > j else 0
                    for j in range(numbers)
                )
                for i in range(numbers)
            ),
        )
        for terrace in range(terraces)
    ]


def one_round(generator: random.Random) -> list[Place]:
    """One secret round that repeats until it is decided, such as "0: L W / W 0"."""
    rows, columns = generator.randint(2, 3), generator.randint(2, 3)
    return [
        Place(
            BOTH, tuple(tuple(generator.choice((WIN, LOSS, DRAW, 0, 0)) for _ in range(columns)) for _ in range(rows))
        )
    ]


def two_rounds(generator: random.Random) -> list[Place]:
    """Two secret rounds that lead to each other."""
    cells = (WIN, LOSS, DRAW, 0, 0, 1, 1)
    return [
        Place(BOTH, tuple(tuple(generator.choice(cells) for _ in range(columns)) for _ in range(2)))
        for columns in (generator.randint(1, 3), generator.randint(1, 3))
    ]


def long_loop(generator: random.Random) -> list[Place]:
    """A long loop of turns with few ways out, and one that returns to the start after every second step."""
    states, places = generator.randint(8, STATES), []
    for number in range(states):
        following = (number + 1) % states
        cells = [following] * generator.randint(1, 4)
        if generator.random() < 0.3:
            cells.append(generator.choice((WIN, LOSS, DRAW, 0)))
        actor = generator.choice((FIRST, SECOND))
        places.append(Place(actor, (tuple(cells),) if actor == SECOND else tuple((cell,) for cell in cells)))
    return places


def nested_traps(generator: random.Random) -> list[Place]:
    """States in which a player can stay, each inside a larger loop, with ways out that are worth the same."""
    states, places = generator.randint(3, 12), []
    results = generator.choice(((WIN, LOSS), (WIN, WIN), (LOSS, LOSS), (DRAW, LOSS), (WIN, LOSS, DRAW)))
    for number in range(states):
        cells = [number, max(0, number - 1), min(states - 1, number + 1), generator.randrange(states)]
        if generator.random() < 0.4:
            cells[generator.randrange(4)] = generator.choice(results)
        cells = cells[generator.randrange(3) :]
        actor = generator.choice((FIRST, SECOND))
        places.append(Place(actor, (tuple(cells),) if actor == SECOND else tuple((cell,) for cell in cells)))
    return places


def equal_exits(generator: random.Random) -> list[Place]:
    """Several loops of two states. All ways out lead to the same throw, or to another loop."""
    loops = generator.randint(2, 8)
    throw = 2 * loops
    places = []
    for loop in range(loops):
        stay, leave = 2 * loop + 1, generator.choice((throw, 2 * generator.randrange(loops)))
        actors = generator.choice(((FIRST, FIRST), (FIRST, SECOND), (SECOND, SECOND), (SECOND, FIRST)))
        for actor, cells in zip(actors, ((stay, leave, throw), (stay - 1, throw)), strict=True):
            places.append(Place(actor, (cells,) if actor == SECOND else tuple((cell,) for cell in cells)))
    results = [WIN, LOSS] + [generator.choice((WIN, LOSS, DRAW, 0, throw)) for _ in range(3)]
    places.append(Place(SECOND, (tuple(results),)))
    return places


FAMILIES: dict[str, Callable[[random.Random], list[Place]]] = {
    "purgatory": purgatory,
    "one round": one_round,
    "two rounds": two_rounds,
    "long loop": long_loop,
    "nested traps": nested_traps,
    "equal exits": equal_exits,
}


def hard_game(seed: int, family: str) -> Game:
    """A game of this family; the same for the same arguments. Some are changed at random, some with sides swapped."""
    generator = random.Random(f"{seed} {family}")
    places = FAMILIES[family](generator)
    for _ in range(generator.choice((0, 0, 1, 2, 4))):
        number = generator.randrange(len(places))
        rows = [list(row) for row in places[number].outcomes]
        row = generator.choice(rows)
        row[generator.randrange(len(row))] = generator.choice((WIN, LOSS, DRAW, *range(len(places))))
        places[number] = places[number]._replace(outcomes=tuple(map(tuple, rows)))
    if generator.random() < 0.5:
        places = [mirrored(place) for place in places]
    return game_from_places(places, generator.choice((1, 2**20 + 1)))


def mirrored(place: Place) -> Place:
    """The same state with the players' parts exchanged."""
    columns = zip(*place.outcomes, strict=True)
    outcomes = tuple(tuple(OTHER_RESULT.get(cell, cell) for cell in column) for column in columns)
    return Place(OTHER_PLAYER[place.actor], outcomes)
