"""The board of Color Capture: the row with its two ends, and what each player has taken."""

from parlour.games.parts import HEADER, INSIDE, MARGIN, ROOM, headline, outcome_note, panel, pips, result
from parlour.games.scene import WIDTH, Click, Disc, Scene, Shape, Style, Text
from parlour.games.vocabulary import count

from .rules import LEFT, RIGHT, Rules, State, color_at
from .words import COLORS, PLAYERS, collections

STYLES: tuple[Style, ...] = ("red", "blue", "green")
PANEL = HEADER + 78
ROW = 172  # the height of the row and its headline
LONGEST = 15  # tokens that fit side by side; of a longer row the middle is left out
ENDS = 5  # tokens shown at each end of a longer row
LARGE, SMALL = 34, 15  # the radius of a token at an end, and inside the row
PITCH = 35.5  # between the middles of two tokens


def scene(rules: Rules, state: State) -> Scene:
    shapes: list[Shape] = []
    for player, taken in enumerate(collections(state)):
        y = MARGIN + player * (PANEL + ROW)
        active = state.winner == player + 1 if state.winner else state.turn == player + 1
        note = outcome_note(state.winner, player) if state.winner else "to choose" if active else ""
        shapes += panel(player, PLAYERS[player], y, PANEL, note, active)
        shapes += collection(rules, player, taken, y + HEADER)
    y = MARGIN + PANEL
    need = rules.repeats // 2 + 1
    news = result(state.winner, PLAYERS) if state.winner else "Take a token from either end"
    shapes += headline(y + 46, news, f"{need} of one colour win" if need > 1 else "The first token wins")
    shapes += row(rules, state, y + 118)
    return Scene(WIDTH, 2 * (MARGIN + PANEL) + ROW, tuple(shapes), summary(state, news))


def collection(rules: Rules, player: int, taken: tuple[int, int, int], y: float) -> list[Shape]:
    """The tokens of each colour side by side, with as many places as make a majority."""
    need, width = rules.repeats // 2 + 1, ROOM / 3
    shapes: list[Shape] = []
    for color, number in enumerate(taken):
        x = INSIDE + color * width
        shapes.append(Text(x, y + 8, f"{COLORS[color]} {number} of {need}", STYLES[color], 22, bold=True))
        shapes += pips(STYLES[color], x, y + 46, width - 16, number, need, f"{COLORS[color]}-{player + 1}")
    return shapes


def row(rules: Rules, state: State, y: float) -> list[Shape]:
    """The remaining tokens, those at the ends large, and a dot where one was taken."""
    shown = places(rules, state)
    shapes: list[Shape] = []
    if 3 * rules.repeats <= LONGEST:
        shift = (LONGEST - 3 * rules.repeats) / 2
        taken = (token for token in range(3 * rules.repeats) if token not in shown)
        shapes += [Disc(middle(token + shift), y, 4, "spent") for token in taken]
    shapes += [token_at(state, token, middle(place), y) for token, place in shown.items()]
    if len(shown) < state.remaining:
        more = f"{state.remaining - len(shown)} more"
        shapes.append(Text(WIDTH / 2, y, more, "dim", 22, "middle"))
    return shapes


def places(rules: Rules, state: State) -> dict[int, float]:
    """The place of each token that is shown. Tokens are numbered from the left end of the whole row."""
    first, beyond = state.taken_left, state.taken_left + state.remaining
    if 3 * rules.repeats <= LONGEST:  # every token keeps its place
        return {token: token + (LONGEST - 3 * rules.repeats) / 2 for token in range(first, beyond)}
    if state.remaining <= LONGEST:
        return {token: token - first + (LONGEST - state.remaining) / 2 for token in range(first, beyond)}
    left = {first + k: float(k) for k in range(ENDS)}
    return left | {beyond - 1 - k: float(LONGEST - 1 - k) for k in reversed(range(ENDS))}


def middle(place: float) -> float:
    return WIDTH / 2 + (place - (LONGEST - 1) / 2) * PITCH


def token_at(state: State, token: int, x: float, y: float) -> Shape:
    color = color_at(state, token - state.taken_left + 1)
    name, key = COLORS[color], f"token-{token}"
    first, last = state.taken_left, state.taken_left + state.remaining - 1
    if state.winner or token not in (first, last):
        return Disc(x, y, SMALL, STYLES[color], name[0], 18, key)
    action = LEFT if token == first else RIGHT  # the last token of all is taken from the left
    outward = 0 if first == last else (LARGE - SMALL) * (-1 if action == LEFT else 1)
    player = state.turn - 1
    title = f"{PLAYERS[player]}: take {name} from the {'left' if action == LEFT else 'right'}"
    return Disc(x + outward, y, LARGE, STYLES[color], name[0], 36, key, title, Click(player, action))


def summary(state: State, news: str) -> str:
    if state.winner == 0:
        ends = " and ".join(dict.fromkeys(COLORS[color_at(state, place)] for place in (1, state.remaining)))
        news = f"{PLAYERS[state.turn - 1]} is to choose; at the ends: {ends}"
    held = (
        f"{PLAYERS[player]} has {', '.join(f'{number} {COLORS[color]}' for color, number in enumerate(taken))}."
        for player, taken in enumerate(collections(state))
    )
    return " ".join((f"{count(state.remaining, 'token')} in the row.", *held, f"{news}."))
