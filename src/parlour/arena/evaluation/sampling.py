"""Positions to ask about, drawn from a named distribution. Each drawing is independent of the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from parlour.arena.evaluation.histories import histories
from parlour.arena.evaluation.subject import Subject, conditions, frozen_player
from parlour.arena.harness.frozen import differences, read_frozen
from parlour.arena.harness.turns import turns
from parlour.arena.statistics.phases import phase
from parlour.arena.tournament.results import Played, read_results
from parlour.games.contract import Decision
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.players.careless import Perfect
from parlour.players.driver import let_choose, play_match

LONGEST = 200  # decisions of a match from which positions are taken; perfect players may go on for ever
DISTRIBUTIONS = {
    "perfect": "Positions that perfect play meets, one from each match of the perfect player against itself.",
    "own": "Positions that the player itself meets, one from each of its own matches.",
    "uniform": "All positions that can be reached, each as likely as any other.",
}


class Met(NamedTuple):
    """A position in which a player has a choice: the decisions that lead to it, the player, and the phase."""

    decisions: tuple[Decision, ...]
    player: int
    phase: str


def match_at(game: Game, met: Met) -> Match:
    match = Match(game)
    for decision in met.decisions:
        match.decide(decision)
    return match


def met_by(name: str, game: Game, seed: int) -> Iterator[Met]:
    """An endless sample of positions that a player of the roster meets in matches against itself.

    Detours that led back to a state are left out.
    """
    for number in range(2**32):
        random = Random(f"{seed}/{name}/{number}")
        match = play_match(game, name, name, seed=random.getrandbits(32), max_turns=LONGEST)
        choices = real_choices(game, match.decisions)
        if not choices:
            raise ParlourError(f"a match of {game!r} left nobody a choice: there is nothing to ask")
        number, player = random.choice(choices)
        way = without_detours(game, match.decisions[:number])
        yield Met(way, player, phase(number, len(match.decisions)))


def without_detours(game: Game, decisions: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """A way to the same state that meets no state twice."""
    kept: list[Decision] = []
    met: dict[Any, int] = {game.start(): 0}  # states, and how many decisions lead to each
    for decision, turn in zip(decisions, turns(game, decisions), strict=True):
        kept.append(decision)
        if turn.after in met:
            del kept[met[turn.after] :]
            met = {state: count for state, count in met.items() if count <= len(kept)}
        met[turn.after] = len(kept)
    return tuple(kept)


def met_in(game: Game, matches: Iterable[Played], name: str, seed: int) -> Iterator[Met]:
    """One position from each of these matches, in an order that depends on the seed."""
    random = Random(f"{seed}/own")
    sample = []
    for match in matches:
        seat = match.players.index(name)
        choices = [number for number, player in real_choices(game, match.decisions) if player == seat]
        if choices:
            number = random.choice(choices)
            sample.append(Met(match.decisions[:number], seat, phase(number, len(match.decisions))))
    random.shuffle(sample)
    return iter(sample)


def met_in_run(evaluated: Subject, folder: Path) -> Iterator[Met]:
    """One position from each match of a tournament in which this player, under any name, played this game.

    A player with other settings is another one: it may meet other positions.
    """
    results = read_results(folder)
    games = {variant.label: variant.game for variant in results.plan.games}
    now, found, others = frozen_player(evaluated), list[Met](), list[str]()
    for before in read_frozen(folder)["players"]:
        if before["player"] != evaluated.player:
            continue
        name, settings = before["name"], conditions(before["player"], before["settings"])
        changed = [sentence for _, sentence in differences({**before, "name": now["name"], "settings": settings}, now)]
        others += changed
        if not changed:
            played = [each for each in results.matches if games[each.game] == evaluated.game and name in each.players]
            found += met_in(evaluated.game, played, name, evaluated.seed)
    if not found:
        why = f" with these settings: {'; '.join(others)}" if others else ""
        raise ParlourError(f"{folder} has no matches of {evaluated.player} in {evaluated.game!r}{why}")
    return iter(found)


def reachable(game: Game, seed: int) -> Iterator[Met]:
    """An endless sample of all positions that can be reached. Its histories are as short as possible."""
    known = histories(game)
    for number in range(2**32):
        random = Random(f"{seed}/uniform/{number}")
        drawn = random.randrange(len(known.states))
        state = known.states.state(drawn)
        players = [player for player in game.to_act(state) if len(game.actions(state, player)) > 1]
        if players:
            decisions = known.to(drawn)
            yield Met(
                decisions, random.choice(players), phase(len(decisions), finished_length(game, decisions, number))
            )


def finished_length(game: Game, decisions: tuple[Decision, ...], seed: int) -> int:
    """How many decisions a match has if perfect players finish it."""
    match = Match(game, seed=seed)
    for decision in decisions:
        match.decide(decision)
    while match.to_act and len(match.decisions) < LONGEST:
        for player in match.to_act:
            let_choose(match, player, Perfect())
    return len(match.decisions)


def real_choices(game: Game, decisions: tuple[Decision, ...]) -> list[tuple[int, int]]:
    """Where in a match a player can choose between actions: the number of the decision, from 0, and the player."""
    return [
        (number, player)
        for number, turn in enumerate(turns(game, decisions))
        for player in turn.actors
        if game.module.options(game.rules, turn.before, player) > 1
    ]
