"""A match as text for people, from the opening lines to the result."""

from __future__ import annotations

from parlour.games.game import Game
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
        lines += words.events(rules, turn.before, *turn.both, turn.after, ())
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
    result = match.result
    if match.game.is_over(match.state):
        return match.game.words.ending(match.game.rules, match.state)
    return ["", unfinished_line(match, result)]


def unfinished_line(match: Match, result: Result) -> str:
    if result.failure:
        name, seat = match.game.words.PLAYERS[result.failure.player], match.seats[result.failure.player]
        if result.winner is not None:
            how = WAYS_TO_LOSE.get(result.failure.reason, f"lost: {result.failure.reason}")
            return f"{name} ({seat}) {how}. {match.game.words.PLAYERS[result.winner]} wins."
        return f"{name} ({seat}) failed: {result.failure.reason}. The match ends here, undecided."
    turns = count(len(match.line), "turn")
    if result.outcome == "unfinished":  # END-1
        return f"The match was stopped after {turns}: it counts as a draw."
    return f"The match is not finished: {turns} so far."


def history(match: Match, last: int | None = None) -> list[str]:
    """One line per turn: `#3 Player 1: bid 2, Player 2: bid 3`; only the last few if `last` is given."""
    game, turns = match.game, list(enumerate(match.line.public_turns, start=1))
    lines = []
    for number, turn in turns if last is None else turns[max(0, len(turns) - last) :]:
        labels = [
            f"{game.words.PLAYERS[player]}: {game.label(turn.before, player, action)}"
            for player, action in zip(turn.actors, turn.choices, strict=True)
        ]
        lines.append(f"#{number} {', '.join(labels)}")
    return lines
