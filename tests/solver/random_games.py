"""Random small games, and games written as text, for tests that compare the solver with `exact.py`."""

from __future__ import annotations

import random
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple, cast

from solver.table_game import rules as table_game

from parlour.games.game import Game

FIRST, SECOND, BOTH = 1, 2, 3  # who acts
WIN, LOSS, DRAW = (table_game.OVER + winner for winner in (1, 2, 3))  # outcomes, as the first player sees them
RESULTS = {"W": WIN, "L": LOSS, "D": DRAW}
LETTERS = {outcome: letter for letter, outcome in RESULTS.items()}
ACTORS = {"first": FIRST, "second": SECOND, "": BOTH}
NAMES = {actor: name for name, actor in ACTORS.items()}
KINDS = ("in turn", "simultaneous", "mixed")
WORDS = SimpleNamespace(TITLE="Table Game", TAGLINE="", CHOICES={}, PLAYERS=("Player 1", "Player 2"), SECRET=True)


class Place(NamedTuple):
    """A state of a game: who acts, and the outcome of every pair of actions, a state's number or a result."""

    actor: int
    outcomes: tuple[tuple[int, ...], ...]  # rows are the first player's options, columns the second's
    lowest: tuple[int, int] = (0, 0)  # each player's lowest action, up to 3
    distance: tuple[int, int] = (1, 1)  # between a player's actions, up to 4


def game_from_text(text: str, spread: int = 1) -> Game:
    """A game such as "0 first: 1 D; 1 second: 0 L; 2: W 0 / 0 L", which starts in state 0.

    Each state lists its outcomes as the first player sees them: the next state, W, L or D. In state 2 both players act;
    rows are the first player's options.
    """
    places: dict[int, Place] = {}
    for line in filter(None, map(str.strip, text.split(";"))):
        head, cells = line.split(":")
        found = re.fullmatch(r"(\d+) ?(first|second|)", head.strip())
        assert found, f"a state is written as '0 first: 1 W', not as {line!r}"
        number, actor = int(found[1]), ACTORS[found[2]]
        matrix = [[RESULTS[cell] if cell in RESULTS else int(cell) for cell in row.split()] for row in cells.split("/")]
        if actor == FIRST:
            (row,) = matrix
            matrix = [[cell] for cell in row]
        assert number not in places
        places[number] = Place(actor, tuple(map(tuple, matrix)))
    assert sorted(places) == list(range(len(places))), "states are numbered from 0"
    return game_from_places([places[number] for number in range(len(places))], spread)


def text_of(game: Game) -> str:
    """The game as `game_from_text` reads it. Action numbers are left out."""
    return "; ".join(text_of_place(number, place) for number, place in enumerate(places_of(game)))


def text_of_place(number: int, place: Place) -> str:
    rows = [[LETTERS.get(cell, str(cell)) for cell in row] for row in place.outcomes]
    if place.actor == FIRST:
        rows = [[cell for (cell,) in rows]]
    return f"{number} {NAMES[place.actor]}".strip() + ": " + " / ".join(" ".join(row) for row in rows)


def game_from_places(places: list[Place], spread: int = 1) -> Game:
    rules = {"states": len(places), "spread": spread}
    for number, place in enumerate(places):
        rules |= {f"{name}{number}": value for name, value in zip("abc", packed(place), strict=True)}
    return Game("table-game", cast(Any, table_game), cast(Any, WORDS), Path(), rules)


def packed(place: Place) -> list[int]:
    parts = [0] * table_game.PARTS
    for i, row in enumerate(place.outcomes):
        assert len(row) == len(place.outcomes[0]), "every row has the same length"
        for j, outcome in enumerate(row):
            assert 0 <= outcome <= DRAW
            parts[i // 2] |= outcome << (table_game.ROW * (i % 2) + table_game.CELL * j)
    parts[2] |= place.actor << table_game.ACTOR
    for player, count in enumerate((len(place.outcomes), len(place.outcomes[0]))):
        assert 1 <= count <= 5
        lowest, distance = place.lowest[player], place.distance[player] - 1
        numbering = count | lowest << table_game.COUNT | distance << (table_game.COUNT + table_game.LOWEST)
        parts[2] |= numbering << (table_game.PLAYER + table_game.ACTIONS * player)
    return parts


def places_of(game: Game) -> list[Place]:
    """The table that a game was made from."""
    rules, module = game.rules, table_game
    places = []
    for number in range(rules.states):
        state = module.State(number * rules.spread, 0)
        actions = [
            [module.option(rules, state, seat, k) for k in range(module.options(rules, state, seat))] for seat in (0, 1)
        ]
        afters = [[module.play(rules, state, first, second) for second in actions[1]] for first in actions[0]]
        outcomes = tuple(
            tuple(module.OVER + after.winner if after.winner else after.place // rules.spread for after in row)
            for row in afters
        )
        lowest = (actions[0][0], actions[1][0])
        distance = tuple(listed[1] - listed[0] if len(listed) > 1 else 1 for listed in actions)
        places.append(Place(module.to_act(rules, state), outcomes, lowest, cast("tuple[int, int]", distance)))
    return places


def random_game(seed: int, kind: str = "", cyclic: bool | None = None) -> Game:
    """A random game; the same for the same arguments. The kind, and whether play can cycle, are drawn if not given."""
    generator = random.Random(f"{seed} {kind} {cyclic}")
    kind = kind or generator.choice(KINDS)
    cyclic = generator.random() < 0.7 if cyclic is None else cyclic
    states = generator.choice((1, 2, 3, 4, 5, 6, 8, 10, 14, table_game.STATES))
    most = generator.choice((2, 3, 4, 5))  # options of a player
    ending = generator.choice((0.05, 0.15, 0.3, 0.5))  # the share of outcomes that end the game
    results = generator.choice(((WIN, LOSS), (WIN, LOSS, DRAW), (WIN, LOSS, LOSS), (WIN, WIN, LOSS), (WIN, DRAW)))
    reach = generator.choice((2, 4, states))  # how far ahead an outcome can lead
    actors = {"in turn": (FIRST, SECOND), "simultaneous": (BOTH,), "mixed": (FIRST, SECOND, BOTH)}[kind]
    tables = []
    for number in range(states):
        actor = generator.choice(actors)
        earliest, latest = 0 if cyclic else number + 1, min(states - 1, number + reach)
        sizes = [
            generator.choice((1, most, generator.randint(1, most), generator.randint(1, most))) if actor & seat else 1
            for seat in (FIRST, SECOND)
        ]
        table = [
            [
                generator.choice(results)
                if earliest > latest or generator.random() < ending
                else generator.randint(earliest, latest)
                for _ in range(sizes[1])
            ]
            for _ in range(sizes[0])
        ]
        tables.append((actor, table))
    for number in range(1, states):  # every state has a way in
        row = generator.choice(tables[generator.randrange(max(0, number - reach), number)][1])
        row[generator.randrange(len(row))] = number
    places = [
        Place(
            actor,
            tuple(map(tuple, table)),
            (generator.randint(0, 3), generator.randint(0, 3)),
            (generator.randint(1, 4), generator.randint(1, 4)),
        )
        for actor, table in tables
    ]
    return game_from_places(places, generator.choice((1, 2**20 + 1)))
