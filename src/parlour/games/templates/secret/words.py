"""The texts of Undercut."""

from parlour.games.vocabulary import Line, Question, Span, amounts, pips

from .rules import Rules, State

TITLE = "Undercut"
TAGLINE = "Name the higher number, but not by one."
PLAYERS = ("Player 1", "Player 2")
SECRET = True  # the players choose at once in secret, at least sometimes
CHOICES: dict[str, tuple[str, ...]] = {}  # names for the values of a parameter: {"tie": ("first", "second", "draw")}


def welcome(rules: Rules) -> list[str]:
    return [f"{TITLE}: name a number from 1 to {rules.most}. The first to score {rules.points} wins."]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return ["", f"Round {number}: {state.points1} to {state.points2}"]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    return tuple(
        Question(player, f"{PLAYERS[player]}, your number (1-{rules.most}): ", amounts(1, rules.most))
        for player in (0, 1)
    )


def label(rules: Rules, state: State, player: int, action: int) -> str:
    return f"name {action}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    named = f"Player 1 names {first}, Player 2 names {second}."
    if after.points1 > before.points1:
        return [named, f"{PLAYERS[0]} scores."]
    return [named, f"{PLAYERS[1]} scores." if after.points2 > before.points2 else "Neither player scores."]


def ending(rules: Rules, state: State) -> list[str]:
    return ["", f"{PLAYERS[state.winner - 1]} wins!"]


def board(rules: Rules, state: State) -> list[Line]:
    return [
        (Span(f"  {PLAYERS[0]}  {pips(state.points1, rules.points)}", "first"),),
        (Span(f"  {PLAYERS[1]}  {pips(state.points2, rules.points)}", "second"),),
    ]
