"""The board of Token Showdown: a purse and victory points for each player."""

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

from .rules import Rules, State
from .words import PLAYERS

MIDDLE = 84  # the height between the panels
POINTS = 56  # the height of the victory points


def scene(rules: Rules, state: State) -> Scene:
    purse = amounts_height(1, rules.tokens)
    height = HEADER + purse + POINTS
    rows = ((state.tokens1, state.points1), (state.tokens2, state.points2))
    shapes: list[Shape] = []
    for player, (tokens, points) in enumerate(rows):
        y = MARGIN + player * (height + MIDDLE)
        note = outcome_note(state.winner, player) if state.winner else "to bid"
        shapes += panel(player, PLAYERS[player], y, height, note, active=state.winner in (0, player + 1))
        shapes += figure(y, tokens, "token" if tokens == 1 else "tokens")
        bids = () if state.winner else range(1, tokens + 1)
        shapes += amounts(player, y + HEADER, tokens, 1, rules.tokens, bids, f"{PLAYERS[player]}: bid")
        below = y + HEADER + purse + POINTS / 2
        shapes += pips(SEATS[player], INSIDE, below, ROOM - 300, points, rules.points, f"points-{player + 1}")
        shapes.append(Text(WIDTH - INSIDE, below, f"{points} of {count(rules.points, 'point')}", size=22, anchor="end"))
    news = result(state.winner, PLAYERS) if state.winner else "Both bid in secret"
    more = "" if state.winner else "The higher bid scores a point; both bids are spent."
    shapes += headline(MARGIN + height + MIDDLE / 2, news, more)
    return Scene(WIDTH, 2 * (MARGIN + height) + MIDDLE, tuple(shapes), summary(rules, state, news))


def summary(rules: Rules, state: State, news: str) -> str:
    purses = (
        f"{name} has {count(tokens, 'token')} and {points} of {count(rules.points, 'victory point')}."
        for name, tokens, points in zip(
            PLAYERS, (state.tokens1, state.tokens2), (state.points1, state.points2), strict=True
        )
    )
    return " ".join((*purses, f"{news}."))
