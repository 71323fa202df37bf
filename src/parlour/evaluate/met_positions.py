"""Positions that a player meets in matches against itself."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from parlour.games.contract import Decision
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players import play_match

LONGEST = 1_000  # decisions of a match from which positions are taken


class Met(NamedTuple):
    """A position: the decisions that lead to it, and the player who is asked."""

    decisions: tuple[Decision, ...]
    player: int


def met_positions(game: Game, name: str, count: int, seed: int) -> Iterator[Met]:
    """Positions with more than one legal action, from matches of a player against itself."""
    random = Random(f"{seed}/positions")
    for _ in range(count):
        match = play_match(game, name, name, seed=random.getrandbits(32), max_turns=LONGEST)
        choices = list(real_choices(game, match.decisions))
        if not choices:
            raise ParlourError(f"a match of {game!r} left nobody a choice: there is nothing to ask")
        yield random.choice(choices)


def real_choices(game: Game, decisions: tuple[Decision, ...]) -> Iterator[Met]:
    match = Match(game)
    for decision in decisions:
        for player in match.to_act:
            if len(match.view(player).actions) > 1:
                yield Met(match.decisions, player)
        match.decide(decision)


def match_at(game: Game, met: Met) -> Match:
    match = Match(game)
    for decision in met.decisions:
        match.decide(decision)
    return match
