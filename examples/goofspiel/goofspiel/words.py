"""The texts of Goofspiel."""

from parlour.games.vocabulary import SEAT_STYLES, Line, Question, Span

from .rules import Rules, State, start

TITLE = "Goofspiel"
TAGLINE = "One card for each prize; the higher card takes it."
PLAYERS = ("Player 1", "Player 2")
SECRET = True
CHOICES: dict[str, tuple[str, ...]] = {"ascending": ("no", "yes")}


def welcome(rules: Rules) -> list[str]:
    return [f"{TITLE}: bid your cards 1 to {rules.cards} for the prizes. The most points win."]


def cards(hand: int) -> list[int]:
    return [card for card in range(1, hand.bit_length() + 1) if hand >> (card - 1) & 1]


def prize(rules: Rules, state: State) -> int:
    left = state.hand1.bit_count()
    return rules.cards - left + 1 if rules.ascending else left


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return ["", f"Round {number}: the prize is {prize(rules, state)}. The score is {state.points1} to {state.points2}."]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    hands = cards(state.hand1), cards(state.hand2)
    return tuple(
        Question(
            player,
            f"{PLAYERS[player]}, your card ({', '.join(map(str, hand))}): ",
            {str(card): card - 1 for card in hand},
        )
        for player, hand in enumerate(hands)
    )


def label(rules: Rules, state: State, player: int, action: int) -> str:
    return f"card {action + 1}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    lines = [f"{PLAYERS[0]} plays {first + 1}, {PLAYERS[1]} plays {second + 1}."]
    if first == second:
        lines.append("Nobody gets the prize.")
    else:
        lines.append(f"{PLAYERS[0 if first > second else 1]} gets the prize, {prize(rules, before)}.")
    if after.winner:
        last1, last2 = cards(before.hand1 & ~(1 << first)), cards(before.hand2 & ~(1 << second))
        lines.append(f"The last cards are {last1[0]} and {last2[0]}, for the last prize.")
    return lines


def ending(rules: Rules, state: State) -> list[str]:
    score = f"{state.points1} to {state.points2}"
    return ["", f"A draw, {score}." if state.winner == 3 else f"{PLAYERS[state.winner - 1]} wins, {score}."]


def board(rules: Rules, state: State) -> list[Line]:
    hands = (state.hand1, state.points1), (state.hand2, state.points2)
    width = len(" ".join(map(str, cards(start(rules).hand1))))
    return [
        (
            Span(f"  {PLAYERS[player]}  ", SEAT_STYLES[player]),
            Span(f"{' '.join(map(str, cards(hand))):{width}}  ", SEAT_STYLES[player]),
            Span(f"{points}", "strong"),
        )
        for player, (hand, points) in enumerate(hands)
    ]
