"""Plays a match between two players. A player that fails ends the match with a report; the other does not win."""

from parlour.games.errors import BadGame, IllegalAction, game_of, place_of, shorten
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS
from parlour.match.match import Failure, Match
from parlour.players.base import Player, Unavailable
from parlour.players.roster import player as by_name


def play_match(
    game: Game,
    first: Player | str = "random",
    second: Player | str = "random",
    *,
    seed: int = 0,
    max_turns: int = MAX_TURNS,
) -> Match:
    """Plays a game to its end, or to `max_turns` turns; then it is unfinished and counts as a draw (END-1).

    A player that raises an error or chooses an illegal action ends the match: `match.result` says who failed and why.
    It raises only `Unavailable`, because a player that cannot be reached has not failed.
    """
    one, other = (by_name(player) if isinstance(player, str) else player for player in (first, second))
    names = tuple(player if isinstance(player, str) else type(player).__name__.lower() for player in (first, second))
    match = Match(game, (names[0], names[1]), seed)
    finish_match(match, one, other, max_turns)
    return match


def finish_match(match: Match, first: Player, second: Player, max_turns: int = MAX_TURNS) -> None:
    """The same from the position of a match."""
    while match.to_act:
        if len(match.line) >= max_turns:
            match.stop()
            break
        for seat in match.to_act:
            if not let_choose(match, seat, (first, second)[seat]):
                break


def let_choose(match: Match, seat: int, player: Player) -> bool:
    """Plays one player's choice; if the player fails, stops the match with a report and returns False.

    Errors of the rules or the words are raised here too: they are no failure of the player.
    """
    view = match.view(seat)
    if not view.actions:
        game, name = match.game, match.game.words.PLAYERS[seat]
        problem = f"has no legal action for {name}" if seat in match.to_act else f"asks {name}, who is not to act"
        raise BadGame(f"{game.name} {problem} in {view.state}; to see the mistake: parlour check {game.folder}")
    try:
        action = player.choose(view, match.chance(seat))
    except Unavailable:
        raise
    except (Exception, SystemExit) as error:
        match.stop(Failure(seat, f"it raised {shorten(error, 200)}{place_of(error, game_of(error))}"))
        return False
    try:
        match.choose(seat, action)
    except IllegalAction as error:
        match.stop(Failure(seat, str(error)))
    return not match.result.failure
