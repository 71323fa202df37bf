"""Plays a match between two players. A player that fails ends the match with a report; the other does not win."""

from __future__ import annotations

from parlour.games.checks import shortened
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.match.match import Failure, Match
from parlour.players.base import Player
from parlour.players.roster import player as by_name


def play_match(
    game: Game,
    first: Player | str = "random",
    second: Player | str = "random",
    *,
    seed: int = 0,
    max_turns: int | None = None,
) -> Match:
    """Plays a game to its end, or to `max_turns` decisions; then it is unfinished and counts as a draw (END-1).

    A player that raises an error or chooses an illegal action ends the match: `match.result` says who failed and why.
    """
    players = tuple(by_name(player) if isinstance(player, str) else player for player in (first, second))
    names = tuple(player if isinstance(player, str) else type(player).__name__.lower() for player in (first, second))
    match = Match(game, (names[0], names[1]), seed)
    while match.to_act:
        if max_turns is not None and len(match.decisions) >= max_turns:
            match.stop()
            break
        for seat in match.to_act:
            if not let_choose(match, seat, players[seat]):
                break
    return match


def let_choose(match: Match, seat: int, player: Player) -> bool:
    """Plays one player's choice; if the player fails, stops the match with a report and returns False."""
    try:
        match.choose(seat, player.choose(match.view(seat), match.chance(seat)))
    except IllegalAction as error:
        match.stop(Failure(seat, str(error)))
    except (Exception, SystemExit) as error:
        match.stop(Failure(seat, f"it raised {shortened(error, 200)}"))
    return not match.result.failure
