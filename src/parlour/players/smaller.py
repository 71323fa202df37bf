"""Smaller copies of a game: which of its parameters shrink, and which of them together."""

from __future__ import annotations

from functools import lru_cache
from math import ceil

from parlour.games.game import Game
from parlour.solver.state_space import possible_states

# Whole numbers: between states of the game that are states of the copy too, the others are spread evenly.
DIVISORS = (*range(2, 7), *range(8, 21, 2), 24, 28, 32, 40, 50, 64, 80, 100, 128, 160, 200, 256, 320, 400, 500, 1000)
LEAST_STATES = 500  # a copy that allows fewer says nothing


@lru_cache(64)
def copies(game: Game) -> tuple[Game, ...]:
    """Smaller and smaller copies: those parameters are divided that make the game large."""
    least = DIVISORS[-1]
    large = min(groups(game), key=lambda names: possible_states(divided(game, names, least)), default=frozenset[str]())
    smaller = dict.fromkeys(divided(game, large, divisor) for divisor in DIVISORS)
    return tuple(copy for copy in smaller if copy != game and possible_states(copy) >= LEAST_STATES)


def groups(game: Game) -> list[frozenset[str]]:
    """The parameters that bound the states. Those that bound the same field are measured alike and shrink together.

    So the bidding points of Resource War shrink with its target, but the tokens of Token Showdown without its points.
    """
    found: list[tuple[frozenset[str], frozenset[str]]] = []
    for name in game.rules._fields:
        names, fields = frozenset({name}), bounded_fields(game, name)
        for group in [each for each in found if each[1] & fields]:
            found.remove(group)
            names, fields = names | group[0], fields | group[1]
        if fields:
            found.append((names, fields))
    return [names for names, _ in found]


def bounded_fields(game: Game, name: str) -> frozenset[str]:
    """The fields whose range is narrower if this parameter is halved, alone or after another."""
    fields = set[str]()
    for others in [frozenset[str](), *(frozenset({other}) for other in game.rules._fields if other != name)]:
        before, after = (ranges(divided(game, names, 2)) for names in (others, others | {name}))
        fields |= {field for field in before if after[field] < before[field]}
    return frozenset(fields)


def ranges(game: Game) -> dict[str, int]:
    lowest, highest = (bound._asdict() for bound in game.bounds())
    return {field: highest[field] - lowest[field] for field in lowest}


def divided(game: Game, names: frozenset[str], divisor: int) -> Game:
    """The game with some parameters divided, as far as its limits allow. Named values stay as they are."""
    allowed, rules = game.allowed_rules(), game.rules._asdict()
    for name in names - set(game.words.CHOICES):
        rules[name] = max(int(allowed[name][0]), ceil(rules[name] / divisor))
    return Game(game.name, game.module, game.words, game.folder, rules)
