"""The board of Resource War: bidding points to choose a bid from, and resource points, for each player."""

from parlour.games.parts import (
    HEADER,
    INSIDE,
    MARGIN,
    ROOM,
    SEATS,
    amounts,
    amounts_height,
    figure,
    headline,
    outcome_note,
    panel,
    pips,
    result,
)
from parlour.games.scene import WIDTH, Scene, Shape, Text
from parlour.games.vocabulary import count

from .rules import HIDDEN, Rules, State
from .words import PLAYERS

MIDDLE = 84  # the height between the panels
RESOURCES = 56  # the height of the resource points


def scene(rules: Rules, state: State) -> Scene:
    purse = amounts_height(0, rules.points)
    height = HEADER + purse + RESOURCES
    shapes: list[Shape] = []
    rows = ((state.bidding1, state.resource1), (state.bidding2, state.resource2))
    for player, (bidding, resource) in enumerate(rows):
        y = MARGIN + player * (height + MIDDLE)
        note = outcome_note(state.winner, player) if state.winner else "to bid"
        shapes += panel(player, PLAYERS[player], y, height, note, active=state.winner in (0, player + 1))
        shapes += figure(y, bidding, "to spend")
        bids = () if state.winner else range(bidding + 1)
        shapes += amounts(player, y + HEADER, bidding, 0, rules.points, bids, f"{PLAYERS[player]}: bid")
        below = y + HEADER + purse + RESOURCES / 2
        gained = 0 if resource == HIDDEN else resource
        shapes += pips(SEATS[player], INSIDE, below, ROOM - 340, gained, rules.target, f"resource-{player + 1}")
        text = "? resources, hidden" if resource == HIDDEN else f"{resource} of {count(rules.target, 'resource')}"
        shapes.append(Text(WIDTH - INSIDE, below, text, size=22, anchor="end"))
    news = result(state.winner, PLAYERS) if state.winner else "Both bid in secret"
    shapes += headline(MARGIN + height + MIDDLE / 2, news, rounds(state))
    return Scene(WIDTH, 2 * (MARGIN + height) + MIDDLE, tuple(shapes), summary(rules, state, news))


def rounds(state: State) -> str:
    """The rounds won, which break ties; and how close the game is to a standstill."""
    won = f"Rounds won: {state.rounds_won1} and {state.rounds_won2}"
    return f"{won}; nobody bid for {count(state.stalled, 'round')}" if state.stalled else won


def summary(rules: Rules, state: State, news: str) -> str:
    rows = ((state.bidding1, state.resource1), (state.bidding2, state.resource2))
    held = (
        f"{PLAYERS[player]} has {count(bidding, 'bidding point')} and "
        f"{'hidden resource points' if resource == HIDDEN else f'{resource} of {rules.target} resource points'}."
        for player, (bidding, resource) in enumerate(rows)
    )
    return " ".join((*held, f"{rounds(state)}.", f"{news}."))
