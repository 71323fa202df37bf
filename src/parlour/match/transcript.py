"""A match as text for people, from the opening lines to the result."""

from collections.abc import Callable, Sequence

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Turn, turn_events
from parlour.games.vocabulary import count
from parlour.match.match import Match, Result

WIDE = 10_000  # columns: a transcript never needs the narrow layout
WAYS_TO_LOSE = {"resigned": "resigned", "time": "ran out of time"}  # records may give other reasons


def transcript(match: Match) -> str:
    """The text of a match, finished or not."""
    game = match.game
    words, rules = game.words, game.rules
    lines = [match_line(match), "", *words.welcome(rules)]
    for number, turn in enumerate(match.line.public_turns, start=1):
        lines += words.heading(rules, turn.before, number, WIDE)
        lines += turn_events(game, turn)
    lines += closing(match)
    return "\n".join(lines) + "\n"


def match_line(match: Match) -> str:
    """The game and who plays: `Tower Siege (tower=12): Player 1 human, Player 2 random, seed 7`, or with names."""
    sides = zip(match.game.words.PLAYERS, match.names or match.seats, strict=True)
    return f"{variant_name(match.game)}: {', '.join(f'{name} {side}' for name, side in sides)}, seed {match.seed}"


def variant_name(game: Game) -> str:
    """The title with the parameters that differ from the standard rules: `Tower Siege (tower=12)`."""
    changed = ", ".join(f"{field}={value}" for field, value in game.changed_rules().items())
    return f"{game.title} ({changed})" if changed else game.title


def closing(match: Match) -> list[str]:
    """The last lines of a match, however it ended."""
    return last_lines(match.game, match.state, match.result, match.seats, len(match.line))


def last_lines(game: Game, state: State, result: Result, seats: Sequence[str], turns: int) -> list[str]:
    """The same for a match that is not at hand as a whole."""
    words = game.words
    if game.is_over(state):
        return words.ending(game.rules, state)
    if result.failure:
        player, reason = result.failure
        who = f"{words.PLAYERS[player]} ({seats[player]})"
        if result.winner is None:
            return ["", f"{who} failed: {reason}. The match ends here, undecided."]
        return ["", f"{who} {WAYS_TO_LOSE.get(reason, f'lost: {reason}')}. {words.PLAYERS[result.winner]} wins."]
    if result.outcome == "unfinished":  # END-1
        return ["", f"The match was stopped after {count(turns, 'turn')}: it counts as a draw."]
    return ["", f"The match is not finished: {count(turns, 'turn')} so far."]


def history(match: Match, last: int | None = None) -> list[str]:
    """One line per turn: `#3 Player 1: bid 2, Player 2: bid 3`; only the last few if `last` is given."""
    game, turns = match.game, match.line.public_turns
    first = 0 if last is None else max(0, len(turns) - last)
    lines = [turn_text(turn, game.words.PLAYERS, game.label) for turn in turns[first:]]
    return [f"#{number} {line}" for number, line in enumerate(lines, first + 1)]


def turn_text(turn: Turn, players: Sequence[str], label: Callable[[State, int, int], str]) -> str:
    """`Player 1: bid 2, Player 2: bid 3`, for a turn as everyone saw it."""
    choices = zip(turn.actors, turn.choices, strict=True)
    return ", ".join(f"{players[who]}: {label(turn.before, who, action)}" for who, action in choices)
