"""The texts of Last Stone."""

from parlour.games.vocabulary import SEAT_STYLES, Line, Question, Span, amounts, bar, count

from .rules import Rules, State

TITLE = "Last Stone"
TAGLINE = "Take stones from a pile; the last one wins."
PLAYERS = ("Player 1", "Player 2")
SECRET = False  # the players never choose at once in secret
CHOICES: dict[str, tuple[str, ...]] = {}  # names for the values of a parameter: {"tie": ("first", "second", "draw")}


def welcome(rules: Rules) -> list[str]:
    return [f"{TITLE}: take 1 to {rules.most} of {count(rules.stones, 'stone')}. Take the last one to win."]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return ["", f"Turn {number}: {PLAYERS[state.turn - 1]}"]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    most = min(rules.most, state.stones)
    return (Question(state.turn - 1, f"How many stones do you take (1-{most})? ", amounts(1, most)),)


def label(rules: Rules, state: State, player: int, action: int) -> str:
    return f"take {action}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    taken = (first, second)[before.turn - 1]
    return [f"{PLAYERS[before.turn - 1]} takes {count(taken, 'stone')}: {after.stones} left."]


def ending(rules: Rules, state: State) -> list[str]:
    return ["", f"{PLAYERS[state.winner - 1]} takes the last stone and wins!"]


def board(rules: Rules, state: State) -> list[Line]:
    return [(Span(f"  {bar(state.stones, rules.stones, 50)} {state.stones}", SEAT_STYLES[state.turn - 1]),)]
