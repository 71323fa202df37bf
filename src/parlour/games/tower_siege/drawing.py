"""The board of Tower Siege: the track between the two hands of cards."""

from parlour.games.parts import (
    GAP,
    HEADER,
    INSIDE,
    MARGIN,
    ROOM,
    SEATS,
    badge,
    figure,
    headline,
    outcome_note,
    panel,
)
from parlour.games.scene import TURNS, WIDTH, Box, Click, Polygon, Scene, Shape, Style, Text
from parlour.games.vocabulary import legal

from . import rules as module
from .rules import REST, Rules, State
from .words import HEROES, PLAYERS, cards

TRACK = 246  # the height of the headline and the track
LONGEST = 12  # a longer track has no room for a box for each place
PLACE = 122  # the height of a place
LANES = (33, 89)  # the middle of each hero in a place
HERO = 22
CARD_HEIGHT, PER_ROW = 62, 10
PITCH = (ROOM + GAP) / PER_ROW  # the distance of two cards


def scene(rules: Rules, state: State) -> Scene:
    rows = -(-rules.cards // PER_ROW)
    height = HEADER + rows * (CARD_HEIGHT + GAP) + 10
    shapes: list[Shape] = []
    for player in (0, 1):
        y = MARGIN + player * (height + TRACK)
        shapes += panel(player, PLAYERS[player], y, height, note(state, player), is_active(state, player))
        shapes += header(rules, state, player, y)
        shapes += hand(rules, state, player, y + HEADER)
    y = MARGIN + height
    shapes += headline(y + 36, news(state))
    shapes += track(rules, state, y + 82) if rules.tower <= LONGEST else long_track(rules, state, y + 82)
    return Scene(WIDTH, 2 * (MARGIN + height) + TRACK, tuple(shapes), summary(rules, state))


def note(state: State, player: int) -> str:
    if state.winner:
        return outcome_note(state.winner, player)
    if state.battle:
        return "to play a card"
    return "to move" if state.turn == player + 1 else ""


def is_active(state: State, player: int) -> bool:
    if state.winner:
        return state.winner == player + 1
    return state.battle == 1 or state.turn == player + 1


def news(state: State) -> str:
    if state.winner:
        return f"{PLAYERS[state.winner - 1]} wins: the tower is taken"
    if state.battle:
        return f"Battle at {state.position1}: play a card in secret"
    return f"{PLAYERS[state.turn - 1]} to move"


def moves(rules: Rules, state: State) -> list[int]:
    """What the player to move can do, resting included."""
    return [] if state.winner or state.battle else legal(module, rules, state, state.turn - 1)


def header(rules: Rules, state: State, player: int, y: float) -> list[Shape]:
    """A choice that has no place on the board, or how far a hero has come on a long track."""
    position = (state.position1, state.position2)[player]
    if state.turn == player + 1 and REST in moves(rules, state):
        return [button(player, REST, "Rest", "rest", y)]
    if state.battle and not cards(state, player):  # SG-3
        return [button(player, 0, "No card", "fight without a card", y)]
    return figure(y, position, f"of {rules.tower}") if rules.tower > LONGEST else []


def button(player: int, action: int, label: str, title: str, y: float) -> Shape:
    place = (WIDTH - INSIDE - 160, y + 12, 160, 48)
    key = f"choice-{player + 1}"
    return Box(*place, "target", 12, label, 24, key, f"{PLAYERS[player]}: {title}", Click(player, action))


def hand(rules: Rules, state: State, player: int, y: float) -> list[Shape]:
    """Every card has its place; one that was played is only an outline."""
    held = cards(state, player)
    shapes: list[Shape] = []
    for card in range(1, rules.cards + 1):
        row, column = divmod(card - 1, PER_ROW)
        place = (INSIDE + column * PITCH, y + row * (CARD_HEIGHT + GAP), PITCH - GAP, CARD_HEIGHT)
        key, title = f"card-{player + 1}-{card}", f"{PLAYERS[player]}: play card {card}"
        if card not in held:
            shapes.append(Box(*place, "spent", 8, str(card), 22, key))
        elif state.battle:
            shapes.append(Box(*place, SEATS[player], 8, str(card), 30, key, title, Click(player, card)))
        else:
            shapes.append(Box(*place, SEATS[player], 8, str(card), 30, key))
    return shapes


def track(rules: Rules, state: State, y: float) -> list[Shape]:
    """A place for each position, with a lane for each hero; the last place is the tower."""
    width = (WIDTH - 2 * MARGIN + GAP) / (rules.tower + 1)
    player, positions = state.turn - 1, (state.position1, state.position2)
    targets = {positions[player] + steps: steps for steps in moves(rules, state) if steps != REST}
    shapes: list[Shape] = []
    for place in range(rules.tower + 1):
        left = MARGIN + place * width
        middle = left + (width - GAP) / 2
        fought = state.battle == 1 and place == state.position1
        style: Style = "target" if fought or place in targets else "board"
        title, click = "", None
        if place in targets:
            title = f"{PLAYERS[player]}: move {targets[place]} to {place_name(rules, place)}"
            click = Click(player, targets[place])
        if place == rules.tower:
            shapes.append(Polygon(tower_outline(left, y, width - GAP), style, f"place-{place}", title, click))
        else:
            box = (left, y, width - GAP, PLACE)
            shapes.append(Box(*box, style, 8, key=f"place-{place}", title=title, click=click))
        if place in targets:
            text, key = f"+{targets[place]}", f"{TURNS[player]}-{place}"
            size = 22 if len(text) == 2 else 18
            shapes.append(Text(middle, y + LANES[player], text, "target", size, "middle", bold=True, key=key))
        shapes.append(Text(middle, y + PLACE + 18, place_name(rules, place), "dim", 18, "middle"))
    for hero, position in enumerate(positions):
        middle = MARGIN + position * width + (width - GAP) / 2
        shapes.append(badge(hero, middle, y + LANES[hero], HERO, HEROES[hero], f"hero-{hero + 1}"))
    return shapes


def tower_outline(left: float, top: float, width: float) -> tuple[tuple[float, float], ...]:
    """A tower with three battlements, which stand out to the sides and above the other places."""
    right, bottom, tooth = left + width, top + PLACE, width / 5
    points = [(left + 4, bottom), (left + 4, top + 14), (left, top + 6)]
    for k in range(3):
        x = left + 2 * k * tooth
        points += [(x, top - 16), (x + tooth, top - 16)]
        points += [(x + tooth, top - 4), (x + 2 * tooth, top - 4)] if k < 2 else []
    return (*points, (right, top + 6), (right - 4, top + 14), (right - 4, bottom))


def long_track(rules: Rules, state: State, y: float) -> list[Shape]:
    """A line for each hero, and a button for each move if there are few."""
    shapes: list[Shape] = []
    left, right = MARGIN + HERO, WIDTH - MARGIN - HERO
    for hero, position in enumerate((state.position1, state.position2)):
        middle = y + 18 + hero * 50
        shapes.append(Box(left, middle - 3, right - left, 6, "dim", 3))
        x = left + (right - left) * position / rules.tower
        shapes.append(badge(hero, x, middle, HERO, HEROES[hero], f"hero-{hero + 1}"))
    steps = [action for action in moves(rules, state) if action != REST]
    if len(steps) <= LONGEST:
        player, width = state.turn - 1, (WIDTH - 2 * MARGIN + GAP) / LONGEST
        begin = (WIDTH - len(steps) * width + GAP) / 2
        for k, step in enumerate(steps):
            title = f"{PLAYERS[player]}: move {step}"
            place = (begin + k * width, y + 98, width - GAP, 48)
            shapes.append(Box(*place, "target", 8, f"+{step}", 18, f"step-{step}", title, Click(player, step)))
    return shapes


def place_name(rules: Rules, place: int) -> str:
    return "base" if place == 0 else "tower" if place == rules.tower else str(place)


def summary(rules: Rules, state: State) -> str:
    heroes = (
        f"{PLAYERS[player]} is at {place_name(rules, position)} of {rules.tower} and holds "
        f"{', '.join(map(str, cards(state, player))) or 'no cards'}."
        for player, position in enumerate((state.position1, state.position2))
    )
    return " ".join((*heroes, f"{news(state)}."))
