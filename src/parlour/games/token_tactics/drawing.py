"""The board of Token Tactics: the two reserves, and between them what the player whose turn it is can do."""

from parlour.games.parts import (
    HEADER,
    INSIDE,
    MARGIN,
    ROOM,
    amounts,
    amounts_height,
    figure,
    headline,
    outcome_note,
    panel,
    result,
)
from parlour.games.scene import WIDTH, Box, Click, Scene, Shape
from parlour.games.vocabulary import count, legal

from . import rules as module
from .rules import ATTACK, FORTIFY, Rules, State
from .words import PLAYERS, label

MIDDLE = 92  # the height between the panels
BUTTONS = {FORTIFY: "Fortify: +1", ATTACK: "Attack"}


def scene(rules: Rules, state: State) -> Scene:
    most = max(rules.start, rules.cap)
    reserve_height = amounts_height(0, most)
    height = HEADER + reserve_height + 14
    shapes: list[Shape] = []
    for player, reserve in enumerate((state.reserve1, state.reserve2)):
        y = MARGIN + player * (height + MIDDLE)
        shapes += panel(player, PLAYERS[player], y, height, note(state, player), is_active(state, player))
        shapes += figure(y, reserve, "token" if reserve == 1 else "tokens")
        commits = legal(module, rules, state, player) if state.battle else []
        verb = "commit" if state.turn == player + 1 else "defend with"
        shapes += amounts(player, y + HEADER, reserve, 0, most, commits, f"{PLAYERS[player]}: {verb}")
    y = MARGIN + height + MIDDLE / 2
    if state.winner:
        shapes += headline(y, result(state.winner, PLAYERS))
    elif state.battle:
        shapes += headline(y, "Battle!", "Commit in secret; the higher takes the difference.")
    else:
        shapes += buttons(rules, state, y)
    return Scene(WIDTH, 2 * (MARGIN + height) + MIDDLE, tuple(shapes), summary(state))


def note(state: State, player: int) -> str:
    if state.winner:
        return outcome_note(state.winner, player)
    if state.battle:
        return "attacks" if state.turn == player + 1 else "defends"
    return "to choose" if state.turn == player + 1 else ""


def is_active(state: State, player: int) -> bool:
    if state.winner:
        return state.winner == player + 1
    return state.battle == 1 or state.turn == player + 1


def buttons(rules: Rules, state: State, y: float) -> list[Shape]:
    """One for each action of the player whose turn it is; an action that is not possible is only an outline."""
    player = state.turn - 1
    actions = legal(module, rules, state, player)
    width = (ROOM - MARGIN) / 2
    shapes: list[Shape] = []
    for action, text in BUTTONS.items():
        place = (INSIDE + action * (width + MARGIN), y - 27, width, 54)
        if action in actions:
            title = f"{PLAYERS[player]}: {label(rules, state, player, action)}"
            shapes.append(Box(*place, "target", 12, text, 26, f"action-{action}", title, Click(player, action)))
        else:
            shapes.append(Box(*place, "spent", 12, "Reserve is full", 24, f"action-{action}"))  # TT-4
    return shapes


def summary(state: State) -> str:
    held = f"Player 1 has {count(state.reserve1, 'token')}, Player 2 has {count(state.reserve2, 'token')}."
    if state.winner:
        return f"{held} {result(state.winner, PLAYERS)}."
    actor = PLAYERS[state.turn - 1]
    return f"{held} {actor} {'attacks: both commit tokens in secret' if state.battle else 'is to choose'}."
