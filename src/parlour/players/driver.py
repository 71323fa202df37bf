"""Two players play a match. What a player does wrong ends the match with a report; it never costs the other side."""

from __future__ import annotations

from parlour.games.checks import shortened
from parlour.games.errors import IllegalAction
from parlour.games.game import Game
from parlour.match.match import Failure, Match
from parlour.players.protocol import Player
from parlour.players.roster import player as by_name


def play_match(
    game: Game,
    first: Player | str = "random",
    second: Player | str = "random",
    *,
    seed: int = 0,
    max_turns: int | None = None,
) -> Match:
    """Plays a game to its end, or to `max_turns` decisions (END-1: it is then unfinished and scores as a draw).

    A player that raises or chooses what is not allowed ends the match: `match.result` says who failed and how.
    """
    players = tuple(by_name(each) if isinstance(each, str) else each for each in (first, second))
    names = tuple(each if isinstance(each, str) else type(each).__name__.lower() for each in (first, second))
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
    """Asks one player for a choice; on failure stops the match with the report and returns False."""
    try:
        match.choose(seat, player.choose(match.view(seat), match.chance(seat)))
    except IllegalAction as error:
        match.stop(Failure(seat, str(error)))
    except (Exception, SystemExit) as error:
        match.stop(Failure(seat, f"it raised {shortened(error, 200)}"))
    return not match.result.failure
