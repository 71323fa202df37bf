"""The texts of Odds and Evens."""

from odds_and_evens.rules import Rules, State
from parlour.games.vocabulary import Line, Question, Span, amounts

TITLE = "Odds and Evens"
TAGLINE = "Show fingers at once: even or odd?"
PLAYERS = ("Evens", "Odds")
SECRET = True
CHOICES: dict[str, tuple[str, ...]] = {}


def welcome(rules: Rules) -> list[str]:
    return [f"First to {rules.points}."]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return ["", f"Throw {number}"]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    return tuple(
        Question(player, f"{PLAYERS[player]}, how many fingers? ", amounts(0, rules.fingers)) for player in (0, 1)
    )


def label(rules: Rules, state: State, player: int, action: int) -> str:
    return f"shows {action}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    return [f"{first} and {second}: {PLAYERS[(first + second) % 2]} scores."]


def ending(rules: Rules, state: State) -> list[str]:
    return [f"{PLAYERS[state.winner - 1]} wins."]


def board(rules: Rules, state: State) -> list[Line]:
    return [(Span(f"{state.points1} : {state.points2}", "strong"),)]
