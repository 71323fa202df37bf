"""The texts of Tower Siege. The rulebook prescribes its prompts and result lines."""

from textwrap import wrap

from parlour.games.vocabulary import SEAT_STYLES, Line, Question, Span, amounts, bar, legal

from . import rules as module
from .rules import REST, Rules, State

TITLE = "Tower Siege"
TAGLINE = "Race to the far tower; where heroes meet, cards decide."
PLAYERS = ("Player 1", "Player 2")
HEROES = ("P1", "P2")
SECRET = True
CHOICES: dict[str, tuple[str, ...]] = {}
MENU = {"move forward": "1", "move": "1", "rest": "2"}
MANY = 14  # of more cards or places there is no room for a row of boxes in 80 columns
FEW, PER_LINE = 11, 6  # places and cards for which there is room in 40 columns


def welcome(rules: Rules) -> list[str]:
    hand = f"1 to {rules.cards}" if rules.cards > MANY else f"{list(range(1, rules.cards + 1))}"
    return [
        f"Welcome to {TITLE}!",
        "Player 1 (P1) and Player 2 (P2) start at their bases (position 0).",
        f"Both players have battle cards {hand}.",
    ]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    if state.battle:
        hands = (f"{HEROES[player]}'s available battle cards: {cards(state, player)}" for player in (0, 1))
        return [line for hand in hands for line in wrap(hand, width, subsequent_indent="  ")]
    return ["", f"{PLAYERS[state.turn - 1]}'s Turn:"]


def cards(state: State, player: int) -> list[int]:
    hand = (state.hand1, state.hand2)[player]
    return [strength for strength in range(1, hand.bit_length() + 1) if hand >> (strength - 1) & 1]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    if state.battle:
        return (card_question(rules, state, 0), card_question(rules, state, 1))
    player = state.turn - 1
    actions = legal(module, rules, state, player)
    longest = actions[-1]
    move = Question(player, f"Enter positions to move forward (1-{longest}): ", amounts(1, longest))
    menu = "Choose action:\n1. Move Forward\n2. Rest\nEnter choice: "
    if REST in actions:
        return (Question(player, menu, {"1": move, "2": REST}, synonyms=MENU),)
    only_at_base = {"2": "you can rest only at your base (position 0)"}
    return (Question(player, menu, {"1": move}, only_at_base, synonyms=MENU),)


def card_question(rules: Rules, state: State, player: int) -> Question:
    answers = {str(strength): strength for strength in legal(module, rules, state, player)}
    if not cards(state, player):  # SG-3
        return Question(player, f"{HEROES[player]}, your hand is empty; type 0 to fight with strength 0: ", answers)
    return Question(player, f"{HEROES[player]}, choose your battle card: ", answers)


def label(rules: Rules, state: State, player: int, action: int) -> str:
    if state.battle:
        return f"card {action}" if action else "no card"
    return f"move {action}" if action else "rest"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    if before.battle:
        return battle_events(first, second)
    player = before.turn - 1
    action = (first, second)[player]
    if action == REST:
        return [f"{HEROES[player]} rests and recovers all battle cards."]
    position = (after.position1, after.position2)[player]
    lines = [f"{HEROES[player]} moves to position {position}."]
    if after.battle:
        lines.append(f"Battle initiated at position {position}!")
    return lines


def battle_events(first: int, second: int) -> list[str]:
    plays = (f"plays {first}" if first else "has no card", f"plays {second}" if second else "has no card")
    lines = [f"P1 {plays[0]}. P2 {plays[1]}."]
    if first == second:
        lines += ["The battle is a tie!", "P1 and P2 are sent back to base."]
    else:
        winner = 0 if first > second else 1
        lines += [f"{HEROES[winner]} wins the battle!", f"{HEROES[1 - winner]} is sent back to base."]
    return [*lines, "Used cards are discarded."] if first or second else lines


def ending(rules: Rules, state: State) -> list[str]:
    winner, loser = PLAYERS[state.winner - 1], PLAYERS[2 - state.winner]
    return ["", "Game Over!", f"{HEROES[state.winner - 1]} has reached {loser}'s tower: {winner} wins the game!"]


def board(rules: Rules, state: State) -> list[Line]:
    lines = distances(rules, state) if rules.tower > MANY else track(rules, state)
    for player in (0, 1):
        hand = cards(state, player)
        slots = " ".join(f"[{card}]" if card in hand else " · " for card in range(1, rules.cards + 1))
        if rules.cards > MANY:
            slots = " ".join(map(str, hand))
        lines.append((Span(f"  {HEROES[player]} hand ", "dim"), Span(slots, SEAT_STYLES[player])))
    return lines


def narrow_board(rules: Rules, state: State) -> list[Line]:
    lines = distances(rules, state, 20) if rules.tower > FEW else narrow_track(rules, state)
    for player in (0, 1):
        hand = cards(state, player)
        slots = [f"[{card}] " if card in hand else " ·  " for card in range(1, rules.cards + 1)]
        for begin in range(0, rules.cards, PER_LINE):
            title = f"  {HEROES[player]} hand " if begin == 0 else " " * 10
            row = "".join(slots[begin : begin + PER_LINE]).rstrip()
            lines.append((Span(title, "dim"), Span(row, SEAT_STYLES[player])))
    return lines


def track(rules: Rules, state: State) -> list[Line]:
    """The track as a row of boxes per hero; a star marks a battle."""
    cells = rules.tower + 1
    lines: list[Line] = [(Span("  ┌" + "┬".join(["────"] * cells) + "┐", "dim"),)]
    for player, position in enumerate((state.position1, state.position2)):
        hero = HEROES[player] + ("*" if state.battle else "")
        row: list[Span] = [Span("  │", "dim")]
        for place in range(cells):
            row += [Span(f"{hero if place == position else '':^4}", SEAT_STYLES[player]), Span("│", "dim")]
        lines.append(tuple(row))
    lines.append((Span("  └" + "┴".join(["────"] * cells) + "┘", "dim"),))
    places = ["base", *(f"{place:^4}" for place in range(1, rules.tower)), "tower"]
    lines.append((Span("   " + " ".join(places), "dim"),))
    return lines


def narrow_track(rules: Rules, state: State) -> list[Line]:
    """The track as a row of small boxes per hero; a star below marks a battle."""
    cells = rules.tower + 1
    lines: list[Line] = [(Span("  ┌" + "┬".join(["──"] * cells) + "┐", "dim"),)]
    for player, position in enumerate((state.position1, state.position2)):
        row: list[Span] = [Span("  │", "dim")]
        for place in range(cells):
            row += [Span(HEROES[player] if place == position else "  ", SEAT_STYLES[player]), Span("│", "dim")]
        lines.append(tuple(row))
    lines.append((Span("  └" + "┴".join(["──"] * cells) + "┘", "dim"),))
    places = ["*" if state.battle and place == state.position1 else str(place) for place in range(cells)]
    lines.append((Span("   " + " ".join(f"{place:>2}" for place in places), "dim"),))
    return lines


def distances(rules: Rules, state: State, width: int = 50) -> list[Line]:
    """The track as a bar per hero, for tracks that are too long for boxes."""
    return [
        (
            Span(f"  {HEROES[player]} ", SEAT_STYLES[player]),
            Span(bar(position, rules.tower, width), SEAT_STYLES[player]),
            Span(f" {position} of {rules.tower}", "strong"),
        )
        for player, position in enumerate((state.position1, state.position2))
    ]


def map_fields(rules: Rules) -> tuple[str, str]:
    return ("position1", "position2")
