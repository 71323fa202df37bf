"""The texts of Oshi-Zumo."""

from parlour.games.vocabulary import SEAT_STYLES, Line, Question, Span, amounts, count, legal

from . import rules as module
from .rules import Rules, State

TITLE = "Oshi-Zumo"
TAGLINE = "Pay to push the wrestler off the field."
PLAYERS = ("Player 1", "Player 2")
SECRET = True
CHOICES: dict[str, tuple[str, ...]] = {}


def welcome(rules: Rules) -> list[str]:
    return [f"{TITLE}: {count(rules.coins, 'coin')} each. Push the wrestler off the other side."]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return ["", f"Round {number}: {PLAYERS[0]} has {state.coins1}, {PLAYERS[1]} has {count(state.coins2, 'coin')}."]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    bids = (legal(module, rules, state, player) for player in (0, 1))
    return tuple(
        Question(player, f"{PLAYERS[player]}, your bid ({mine[0]}-{mine[-1]}): ", amounts(mine[0], mine[-1]))
        for player, mine in enumerate(bids)
    )


def label(rules: Rules, state: State, player: int, action: int) -> str:
    return f"bid {action}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    lines = [f"{PLAYERS[0]} bids {first}, {PLAYERS[1]} bids {second}."]
    if first == second:
        return [*lines, "The wrestler stays."]
    return [*lines, f"{PLAYERS[0 if first > second else 1]} pushes the wrestler."]


def ending(rules: Rules, state: State) -> list[str]:
    if state.winner == 3:
        return ["", "A draw: the wrestler is in the middle."]
    return ["", f"{PLAYERS[state.winner - 1]} wins: the wrestler is on the other side."]


def board(rules: Rules, state: State) -> list[Line]:
    places = range(-rules.size, rules.size + 1)
    field = "".join("W" if place == state.wrestler else "." for place in places)
    return [
        (
            Span(f"  {state.coins1:>4} ", SEAT_STYLES[0]),
            Span(f"[{field}]", "strong"),
            Span(f" {state.coins2}", SEAT_STYLES[1]),
        )
    ]
