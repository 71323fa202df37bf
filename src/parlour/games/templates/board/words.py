"""The texts of Sinking Island."""

from parlour.games.vocabulary import SEAT_STYLES, Line, Question, Span, legal

from . import rules as module
from .rules import Rules, State

TITLE = "Sinking Island"
TAGLINE = "Move, and the field you leave sinks. Do not get stuck."
PLAYERS = ("Player 1", "Player 2")
SECRET = False  # the players never choose at once in secret
CHOICES: dict[str, tuple[str, ...]] = {}  # names for the values of a parameter: {"tie": ("first", "second", "draw")}
COLUMNS = "abcde"


def field_name(rules: Rules, field: int) -> str:
    """`a1` is the top left field."""
    return f"{COLUMNS[field % rules.size]}{field // rules.size + 1}"


def welcome(rules: Rules) -> list[str]:
    return [f"{TITLE}: move to a neighbouring field. The field that you leave sinks. If you cannot move, you lose."]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return ["", f"Turn {number}: {PLAYERS[state.turn - 1]}"]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    player = state.turn - 1
    answers = {field_name(rules, field): field for field in legal(module, rules, state, player)}
    return (Question(player, f"Where do you move ({', '.join(answers)})? ", answers),)


def label(rules: Rules, state: State, player: int, action: int) -> str:
    return f"move to {field_name(rules, action)}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    field = (first, second)[before.turn - 1]
    return [f"{PLAYERS[before.turn - 1]} moves to {field_name(rules, field)}."]


def ending(rules: Rules, state: State) -> list[str]:
    return ["", f"{PLAYERS[2 - state.winner]} cannot move: {PLAYERS[state.winner - 1]} wins!"]


def board(rules: Rules, state: State) -> list[Line]:
    lines: list[Line] = [(Span("     " + " ".join(COLUMNS[: rules.size]), "dim"),)]
    for row in range(rules.size):
        spans = [Span(f"  {row + 1} ", "dim")]
        for field in range(row * rules.size, (row + 1) * rules.size):
            spans += [Span(" "), field_span(state, field)]
        lines.append(tuple(spans))
    return lines


def field_span(state: State, field: int) -> Span:
    if field == state.place1:
        return Span("1", SEAT_STYLES[0])
    if field == state.place2:
        return Span("2", SEAT_STYLES[1])
    return Span("~", "blue") if state.sunk >> field & 1 else Span(".")
