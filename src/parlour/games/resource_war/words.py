"""The texts of Resource War. The rulebook prescribes its prompts and result lines."""

from parlour.games.vocabulary import SEAT_STYLES, Line, Question, Span, amounts, bar, count, ends, pips

from . import rules as module
from .rules import HIDDEN, Rules, State

TITLE = "Resource War"
TAGLINE = "Outbid in secret and gain the difference."
PLAYERS = ("Player 1", "Player 2")
SECRET = True
CHOICES = {"hidden": ("no", "yes")}


def welcome(rules: Rules) -> list[str]:
    resource = "hidden" if rules.hidden else "0"
    return [f"{name} Bidding Points: {rules.points} | Resource Points: {resource}" for name in PLAYERS]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return ["", f"--- Round {number} ---", "Both players, enter your bids."]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    limits = (ends(module, rules, state, player) for player in (0, 1))
    return tuple(Question(player, f"{PLAYERS[player]} bid: ", amounts(*bids)) for player, bids in enumerate(limits))


def label(rules: Rules, state: State, player: int, action: int) -> str:
    return f"bid {action}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    lines = ["", "Bids revealed:", f"Player 1 bid: {first}", f"Player 2 bid: {second}"]
    if first == second:
        lines.append("The round is a tie.")
    else:
        winner = PLAYERS[0 if first > second else 1]
        lines.append(f"{winner} wins the round!")
        if after.resource1 != HIDDEN:
            lines.append(f"{winner} gains {count(abs(first - second), 'Resource Point')}.")
    lines += ["", "Updated Scores:"]
    rows = ((after.bidding1, after.resource1), (after.bidding2, after.resource2))
    for name, (bidding, resource) in zip(PLAYERS, rows, strict=True):
        lines.append(f"{name} - Bidding Points: {bidding} | Resource Points: {points(resource)}")
    if after.winner and max(after.resource1, after.resource2) < rules.target:
        lines += ["", *settlement(before, after)]
    return lines


def points(resource: int) -> str:
    return "hidden" if resource == HIDDEN else str(resource)


def settlement(before: State, after: State) -> list[str]:
    """The tie-breaks of RW-1, up to the one that decides."""
    exhausted = after.bidding1 == 0 and after.bidding2 == 0
    lines = ["Both players have run out of Bidding Points." if exhausted else "Nobody bids any more: the game ends."]
    for name, one, two in (
        ("Resource Points", after.resource1, after.resource2),
        ("Rounds won", after.rounds_won1, after.rounds_won2),
        ("Bidding Points before the last bid", before.bidding1, before.bidding2),
    ):
        lines.append(f"{name}: {one} against {two}.")
        if one != two:
            return lines
    if after.last_won:
        return [*lines, f"{PLAYERS[after.last_won - 1]} won the last decided round."]
    return [*lines, "No round was decided."]


def ending(rules: Rules, state: State) -> list[str]:
    lines = ["", "Game Over!"]
    if state.winner == 3:
        return [*lines, "Nothing separates the players: the game is a draw."]
    winner, resource = PLAYERS[state.winner - 1], (state.resource1, state.resource2)[state.winner - 1]
    if resource >= rules.target:
        return [*lines, f"{winner} wins the game with {count(resource, 'Resource Point')}!"]
    if state.resource1 != state.resource2:
        return [*lines, f"{winner} wins the game with more Resource Points!"]
    if state.rounds_won1 != state.rounds_won2:
        return [*lines, f"{winner} wins the game: Resource Points are level, and {winner} won more rounds!"]
    level = "Resource Points and rounds won are level"  # which later tie-break decided follows from the last bids
    return [*lines, f"{winner} wins the game: {level}, and a later tie-break decides!"]


def board(rules: Rules, state: State) -> list[Line]:
    lines: list[Line] = []
    rows = (
        (state.bidding1, state.resource1, state.rounds_won1),
        (state.bidding2, state.resource2, state.rounds_won2),
    )
    for player, (bidding, resource, rounds) in enumerate(rows):
        score = "hidden"
        if resource != HIDDEN:
            share = f"{resource} of {rules.target}" if resource <= rules.target else f"{resource} ({rules.target} wins)"
            score = f"{pips(min(resource, rules.target), rules.target)} {share}"
        lines.append(
            (
                Span(f"  {PLAYERS[player]}  ", SEAT_STYLES[player]),
                Span(bar(bidding, rules.points, min(12, rules.points)), SEAT_STYLES[player]),
                Span(f" {bidding:>{len(str(rules.points))}}   ", "strong"),
                Span(score, SEAT_STYLES[player]),
                Span(f"   won {count(rounds, 'round')}", "dim"),
            )
        )
    return lines
