"""Parts that several drawings share: a panel for each player, figures, meters, pips, and amounts to choose from."""

from collections.abc import Collection, Sequence

from parlour.games.scene import TURN, TURNS, WIDTH, Box, Click, Disc, Number, Shape, Style, Text

SEATS: tuple[Style, Style] = ("first", "second")
MARGIN = 16  # around the scene
INSIDE = 32  # the left end of the content of a panel
ROOM = WIDTH - 2 * INSIDE  # the width of the content of a panel
HEADER = 72  # the height of the name and the figure at the top of a panel
CELL = 52  # the height of a row of amounts
GAP = 6
PER_ROW = 12  # amounts in a row: on a phone, a finger still finds them
ROWS = 2  # more amounts than fit in so many rows become a meter
LETTER = 0.68  # the width of a bold letter of size 1, on average


def panel(player: int, name: str, y: Number, height: Number, note: str, active: bool) -> list[Shape]:
    """The panel of a player: the name and a note. Active players have a ring around it."""
    seat, width = SEATS[player], WIDTH - 2 * MARGIN
    shapes: list[Shape] = []
    if active:
        shapes.append(Box(MARGIN - 5, y - 5, width + 10, height + 10, seat, 17, key=TURNS[player]))
    shapes.append(Box(MARGIN, y, width, height, "panel", 12))
    middle = y + HEADER / 2
    shapes.append(badge(player, INSIDE + 20, middle, 20, name[-1:]))
    shapes.append(Text(INSIDE + 54, middle, name, size=26, bold=True))
    if note:
        left = INSIDE + 54 + len(name) * 26 * LETTER + 14
        place = (left, middle - 17, len(note) * 20 * LETTER + 26, 34)
        shapes.append(Box(*place, seat if active else "board", 17, note, 20, f"{TURNS[player]}-{note}"))
    return shapes


def badge(player: int, x: Number, y: Number, radius: Number, label: str, key: str = "") -> Shape:
    """A piece of a player. The first player's is round and the second player's square."""
    if player == 0:
        return Disc(x, y, radius, "first", label, radius, key)
    return Box(x - radius, y - radius, 2 * radius, 2 * radius, "second", radius / 3, label, radius, key)


def figure(y: Number, value: int, unit: str) -> list[Shape]:
    """The most important number of a player, at the right end of the header of the panel at y."""
    size = 46 if value < 1_000 else 36
    right, middle = WIDTH - INSIDE, y + HEADER / 2
    return [
        Text(right - len(unit) * 20 * 0.6 - 6, middle, str(value), size=size, anchor="end", bold=True),
        Text(right, middle + 0.36 * (size - 20), unit, "dim", 20, "end"),  # on the same baseline
    ]


def meter(
    style: Style, x: Number, y: Number, width: Number, height: Number, value: int, most: int, key: str
) -> list[Shape]:
    """An amount as a bar: full at `most`, and never empty unless the amount is 0."""
    shapes: list[Shape] = [Box(x, y, width, height, "board", 8)]
    if value > 0:
        filled = max(16.0, width * min(value, most) / most)
        shapes.append(Box(x, y, filled, height, style, 8, key=key))
    return shapes


def pips(style: Style, x: Number, y: Number, width: Number, value: int, most: int, key: str) -> list[Shape]:
    """Points as discs, filled up to `value`, or as a meter if there is no room for them. `y` is their middle."""
    radius = 13
    if most * (2 * radius + GAP) > width:
        return meter(style, x, y - 10, width, 20, value, most, key)
    return [
        Disc(x + radius + k * (2 * radius + GAP), y, radius, style if k < value else "spent", key=f"{key}-{k + 1}")
        for k in range(most)
    ]


def amounts_height(lowest: int, most: int) -> Number:
    """The height of `amounts`."""
    rows = -(-(most + 1 - lowest) // PER_ROW)
    return rows * (CELL + GAP) - GAP if rows <= ROWS else 36


def amounts(
    player: int, y: Number, held: int, lowest: int, most: int, legal: Collection[int], title: str
) -> list[Shape]:
    """A cell for every amount up to `most`, in the player's colour up to the amount that is held.

    A click on a cell chooses the amount, if it is legal; its title is `title` with the amount. If there are too many
    amounts, a meter shows the amount that is held.
    """
    seat, count = SEATS[player], most + 1 - lowest
    rows = -(-count // PER_ROW)
    if rows > ROWS:
        return meter(seat, INSIDE, y, ROOM, 36, held, most, f"held-{player + 1}")
    columns = -(-count // rows)
    width = (ROOM + GAP) / columns
    shapes: list[Shape] = []
    for amount in range(lowest, most + 1):
        row, column = divmod(amount - lowest, columns)
        style: Style = seat if 0 < amount <= held else "board" if amount in legal else "spent"
        place = (INSIDE + column * width, y + row * (CELL + GAP), width - GAP, CELL)
        key = f"amount-{player + 1}-{amount}"
        if amount in legal:
            shapes.append(Box(*place, style, 8, str(amount), 24, key, f"{title} {amount}", Click(player, amount)))
        else:
            shapes.append(Box(*place, style, 8, str(amount), 24, key))
    return shapes


def headline(y: Number, text: str, more: str = "") -> list[Shape]:
    """A line that sums up the position, and perhaps a smaller one below it. `y` is the middle of both."""
    if not more:
        return [Text(WIDTH / 2, y, text, size=26, anchor="middle", bold=True, key=TURN)]
    return [
        Text(WIDTH / 2, y - 14, text, size=26, anchor="middle", bold=True, key=TURN),
        Text(WIDTH / 2, y + 16, more, "dim", 20, "middle"),
    ]


def result(winner: int, names: Sequence[str]) -> str:
    """The headline at the end."""
    return "A draw" if winner == 3 else f"{names[winner - 1]} wins"


def outcome_note(winner: int, player: int) -> str:
    """The note in the panel of a player at the end."""
    return "draw" if winner == 3 else "wins" if winner == player + 1 else ""
