"""The players whose mixes are known, and whether they played by them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from parlour.arena.harness.played import PlayedMatch
from parlour.arena.statistics.luck_adjusted import contradiction
from parlour.arena.tournament.plan import TournamentPlan
from parlour.games.contract import State
from parlour.games.errors import ParlourError, TooLarge, error_text
from parlour.games.game import Game
from parlour.games.line import Turn
from parlour.players.base import Contestant, Player
from parlour.players.roster import PREFIXES, load_player
from parlour.solver.policies.strategies import as_strategy
from parlour.solver.solutions import states
from parlour.strategy import check_mix

SLOW_STATES = 20_000  # a player that can only be asked state by state is asked in no more than these


class KnownMixes(NamedTuple):
    """The players whose mixes are known in a game, and why others are not among them."""

    players: Mapping[str, Player]
    notes: tuple[str, ...]


def load_mixes(plan: TournamentPlan) -> KnownMixes:
    """The players of a plan whose mix is the one that they play by, as they say."""
    players: dict[str, Player] = {}
    notes = []
    for entrant in plan.players:
        if entrant.player.partition(":")[0] in PREFIXES:  # no mix is known, and neither a key nor a program is needed
            continue
        try:
            player = load_player(entrant.player, entrant.settings)()
        except Exception:  # a foreign class may raise anything
            notes.append(f"{entrant.name} cannot be loaded here, so its mix is not known.")
            continue
        # The mix of a search depends on the random numbers of each choice.
        if Contestant(player).has_known_mix:
            players[entrant.name] = player
    return KnownMixes(players, tuple(notes))


def usable_mixes(game: Game, matches: Sequence[PlayedMatch], mixes: KnownMixes) -> KnownMixes:
    """Without players that would have to be asked in too many states, or that played by another mix."""
    players: dict[str, Player] = {}
    notes = []
    slow = {name for name, player in mixes.players.items() if as_strategy(player).is_slow}  # type: ignore[arg-type]  # all have a mix
    too_many = bool(slow) and len(states(game)) > SLOW_STATES
    for name, player in mixes.players.items():
        if too_many and name in slow:
            notes.append(f"The game has too many states to ask {name} for its mix in each, so that is not used.")
            continue
        try:
            compare_choices(game, matches, name, player)
            players[name] = player
        except TooLarge:
            raise
        except Exception as error:  # a foreign class may raise anything
            notes.append(f"The mix of {name} is not used: {problem(error)}.")
    return KnownMixes(players, tuple(notes))


def compare_choices(game: Game, matches: Sequence[PlayedMatch], name: str, player: Player) -> None:
    """Raises an error if the player ever chose an action that has no chance in its mix."""
    strategy = as_strategy(player)  # type: ignore[arg-type]  # it has a mix
    chosen: dict[tuple[State, int], dict[int, Turn]] = {}  # by state and seat: the actions, each with one example
    for match in matches:
        if name in match.players:
            seat = match.players.index(name)
            for turn in match.line.turns:
                if seat in turn.actors:
                    chosen.setdefault((turn.before, seat), {})[turn.both[seat]] = turn
    for (state, seat), actions in chosen.items():
        stated = check_mix(game, state, seat, strategy.mix(game, state, seat))
        for action, turn in actions.items():
            if action not in stated:
                raise contradiction(game, turn, seat)


def problem(error: Exception) -> str:
    return str(error) if isinstance(error, ParlourError) else error_text(error)
