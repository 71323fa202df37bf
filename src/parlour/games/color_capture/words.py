"""The texts of Color Capture. The rulebook prescribes its prompts and result lines."""

from parlour.games.vocabulary import SEAT_STYLES, Line, Question, Span, Style, legal

from . import rules as module
from .rules import LEFT, RIGHT, Rules, State, color_at

TITLE = "Color Capture"
TAGLINE = "Take from either end; the first colour majority wins."
PLAYERS = ("Player 1", "Player 2")
SECRET = False
CHOICES: dict[str, tuple[str, ...]] = {}

COLORS = ("Red", "Blue", "Green")
STYLES: tuple[Style, ...] = ("red", "blue", "green")
RULEBOOK_ROW = 15  # tokens in the longest row that the rulebook shows
PER_ROW = 24  # tokens per line of the board


def welcome(rules: Rules) -> list[str]:
    return [f"Welcome to {TITLE}!"]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return ["", "Remaining Tokens:", *row(state, width), "", f"{PLAYERS[state.turn - 1]}'s Turn:"]


def row(state: State, width: int) -> list[str]:
    """The row in the rulebook's spacing, or closer together if it is longer or the terminal is narrow."""
    letters = [COLORS[color_at(state, position)][0] for position in range(1, state.remaining + 1)]
    tokens = "".join(letter + " " * (3 if place % 3 == 0 else 5) for place, letter in enumerate(letters))
    if state.remaining <= RULEBOOK_ROW and len("Token:    " + tokens.rstrip()) <= width:
        numbers = "".join(str(place) + number_gap(place) for place in range(1, state.remaining + 1))
        return ["Position: " + numbers.rstrip(), "Token:    " + tokens.rstrip()]
    lines = []
    fit = max(1, (min(width, 80) - 10) // 4)
    for begin in range(0, state.remaining, fit):
        some = range(begin, min(begin + fit, state.remaining))
        lines.append("Position: " + "".join(f"{place + 1:<4}" for place in some).rstrip())
        lines.append("Token:    " + "".join(f"{letters[place]:<4}" for place in some).rstrip())
    return lines


def number_gap(place: int) -> str:
    """The spaces after a position number in the rulebook's display, which is narrower from 9 on."""
    narrow = place % 3 == 1
    if place < 9:
        return " " * (3 if narrow else 5)
    return " " * 4 if place == 9 else " " * (2 if narrow else 3)


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    player = state.turn - 1
    ends = [token_at_end(state, action) for action in legal(module, rules, state, player)]
    named = " or ".join(f"Position {position} ({color[0]})" for position, color in ends)
    answers = {str(position): action for (position, _), action in zip(ends, (LEFT, RIGHT), strict=False)}
    synonyms = {"left": "1", "right": str(state.remaining), **{f"position {answer}": answer for answer in answers}}
    return (Question(player, f"Choose a token from {named}: ", answers, synonyms=synonyms),)


def token_at_end(state: State, action: int) -> tuple[int, str]:
    """The position that an action takes, and its colour."""
    position = 1 if action == LEFT else state.remaining
    return position, COLORS[color_at(state, position)]


def label(rules: Rules, state: State, player: int, action: int) -> str:
    position, color = token_at_end(state, action)
    return f"take position {position}: {color}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    player = before.turn - 1
    position, color = token_at_end(before, (first, second)[player])
    return ["", f"{'You' if player in you else PLAYERS[player]} picked Position {position}: {color}."]


def collections(state: State) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    return (state.red1, state.blue1, state.green1), (state.red2, state.blue2, state.green2)


def ending(rules: Rules, state: State) -> list[str]:
    lines = ["", "Game Over!"]
    for player, collection in enumerate(collections(state)):
        lines += ["", f"{PLAYERS[player]}'s Collection:"]
        lines += [f"- {color} Tokens: {number}" for color, number in zip(COLORS, collection, strict=True)]
    if state.winner == 3:
        return [*lines, "", "The collections are equal in every way: the game is a draw."]
    winner, collection = PLAYERS[state.winner - 1], collections(state)[state.winner - 1]
    color = COLORS[collection.index(max(collection))]
    return [*lines, "", f"Winner: {winner} wins by collecting a majority of {color} tokens!"]


def board(rules: Rules, state: State) -> list[Line]:
    lines: list[Line] = []
    for begin in range(1, state.remaining + 1, PER_ROW):
        spans = [Span("  ")]
        for position in range(begin, min(begin + PER_ROW, state.remaining + 1)):
            color = color_at(state, position)
            spans += [Span(f"({COLORS[color][0]})", STYLES[color])]
        lines.append(tuple(spans))
    need = rules.repeats // 2 + 1
    for player, collection in enumerate(collections(state)):
        spans = [Span(f"  {PLAYERS[player]}  ", SEAT_STYLES[player])]
        for color, number in enumerate(collection):
            spans.append(Span(f"{COLORS[color]} {number}/{need}  ", STYLES[color]))
        lines.append(tuple(spans))
    return lines


def map_fields(rules: Rules) -> tuple[str, str]:
    return ("taken_left", "remaining")
