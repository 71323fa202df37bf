"""The texts of Token Showdown. The rulebook prescribes its prompts and result lines."""

from parlour.games.vocabulary import SEAT_STYLES, Line, Question, Span, amounts, bar, count, ends, pips

from . import rules as module
from .rules import Rules, State

TITLE = "Token Showdown"
TAGLINE = "Secret bids for five points; an empty purse loses."
PLAYERS = ("Player A", "Player B")
SECRET = True
CHOICES: dict[str, tuple[str, ...]] = {}


def welcome(rules: Rules) -> list[str]:
    return [
        f"Welcome to {TITLE}!",
        f"Each player has {count(rules.tokens, 'token')}; the first to {count(rules.points, 'victory point')} wins.",
    ]


def purses(state: State) -> list[str]:
    return [
        f"Player A Tokens: {state.tokens1} | Victory Points: {state.points1}",
        f"Player B Tokens: {state.tokens2} | Victory Points: {state.points2}",
    ]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return ["", f"-- Round {number} --", *purses(state), ""]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    limits = (ends(module, rules, state, player) for player in (0, 1))
    return tuple(
        Question(player, f"{PLAYERS[player]}, enter your bid: ", amounts(*bids), mask="[Input hidden]")
        for player, bids in enumerate(limits)
    )


def label(rules: Rules, state: State, player: int, action: int) -> str:
    return f"bid {action}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    lines = ["", "-- Bids Revealed --", f"Player A bid: {first}", f"Player B bid: {second}", ""]
    if first == second:
        lines.append("It's a tie: nobody scores.")
    else:
        lines.append(f"{PLAYERS[0 if first > second else 1]} wins the round!")
    return lines + purses(after)


def ending(rules: Rules, state: State) -> list[str]:
    lines = ["", "Game Over!"]
    if state.winner == 3:
        return [*lines, f"Both purses are empty at {count(state.points1, 'victory point')} each: a draw."]
    winner, loser = PLAYERS[state.winner - 1], PLAYERS[2 - state.winner]
    points = (state.points1, state.points2)[state.winner - 1]
    if points >= rules.points:
        return [*lines, f"{winner} wins with {count(points, 'victory point')}!"]
    if state.tokens1 == 0 and state.tokens2 == 0:  # TS-2
        return [*lines, f"Both purses are empty: {winner} wins with more victory points."]
    return [*lines, f"{loser} cannot bid any more: {winner} wins the game!"]


def board(rules: Rules, state: State) -> list[Line]:
    return rows(rules, state, 30)


def narrow_board(rules: Rules, state: State) -> list[Line]:
    return rows(rules, state, 10)


def rows(rules: Rules, state: State, width: int) -> list[Line]:
    """A row per player, with a bar of this width for the tokens."""
    lines: list[Line] = []
    amounts_of = ((state.tokens1, state.points1), (state.tokens2, state.points2))
    for player, (tokens, points) in enumerate(amounts_of):
        lines.append(
            (
                Span(f"  {PLAYERS[player]}  ", SEAT_STYLES[player]),
                Span(bar(tokens, rules.tokens, width), SEAT_STYLES[player]),
                Span(f" {tokens:>{len(str(rules.tokens))}} ", "strong"),
                Span(f" {pips(points, rules.points)} ", SEAT_STYLES[player]),
                Span(f"{points} of {rules.points}"),
            )
        )
    return lines
