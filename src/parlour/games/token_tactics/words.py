"""The texts of Token Tactics. The rulebook prescribes its prompts and result lines."""

from parlour.games.vocabulary import SEAT_STYLES, Line, Question, Span, amounts, bar, count, ends, legal

from . import rules as module
from .rules import ATTACK, FORTIFY, Rules, State

TITLE = "Token Tactics"
TAGLINE = "Fortify or attack: empty the other player's reserve."
PLAYERS = ("Player 1", "Player 2")
SECRET = True
CHOICES = {"both_empty": ("defender", "attacker", "draw")}
MENU = {"fortify": "1", "attack": "2"}


def welcome(rules: Rules) -> list[str]:
    return [
        f"---- {TITLE} ----",
        f"Player 1 Tokens: {rules.start}",
        f"Player 2 Tokens: {rules.start}",
    ]


def heading(rules: Rules, state: State, number: int, width: int) -> list[str]:
    return [] if state.battle else ["", f"{PLAYERS[state.turn - 1]}'s Turn:"]


def ask(rules: Rules, state: State) -> tuple[Question, ...]:
    player = state.turn - 1
    if state.battle:
        mine, theirs = ends(module, rules, state, player), ends(module, rules, state, 1 - player)
        commit = f"Enter the number of tokens to commit ({mine[0]}-{mine[1]}):\n> "
        defend = f"{PLAYERS[1 - player]}, enter the number of tokens to defend with ({theirs[0]}-{theirs[1]}):\n> "
        return Question(player, commit, amounts(*mine)), Question(1 - player, defend, amounts(*theirs))
    if FORTIFY in legal(module, rules, state, player):
        menu = "Choose an action: (1) Fortify, (2) Attack\n> "
        return (Question(player, menu, {"1": FORTIFY, "2": ATTACK}, synonyms=MENU),)
    full = f"your reserve is full ({rules.cap} or more): you must attack"  # TT-4
    return (Question(player, "Choose an action: (2) Attack\n> ", {"2": ATTACK}, {"1": full}, synonyms=MENU),)


def label(rules: Rules, state: State, player: int, action: int) -> str:
    if not state.battle:
        return "fortify" if action == FORTIFY else "attack"
    return f"commit {action}" if state.turn == player + 1 else f"defend with {action}"


def events(rules: Rules, before: State, first: int, second: int, after: State, you: tuple[int, ...]) -> list[str]:
    actor = before.turn - 1
    name, other = PLAYERS[actor], PLAYERS[1 - actor]
    subject = "You" if actor in you else name
    if not before.battle:
        if after.battle:
            return [f"{subject} chose to Attack."]
        return [f"{subject} chose to Fortify.", f"{name} adds 1 token to their reserve."]
    attack, defence = (first, second) if actor == 0 else (second, first)
    winner, loser = (name, other) if attack > defence else (other, name)
    spoils = "No tokens change hands."
    if attack != defence:
        spoils = f"{winner} takes {count(abs(attack - defence), 'token')} from {loser}."
    return [
        "Reveal:",
        f"- Attacker committed {count(attack, 'token')}.",
        f"- Defender committed {count(defence, 'token')}.",
        f"{'Attacker' if attack > defence else 'Defender'} wins the battle!",
        spoils,
        settlement(PLAYERS[0], before.reserve1, first, first - second),
        settlement(PLAYERS[1], before.reserve2, second, second - first),
        "",
        "Updated Reserves:",
        f"- Player 1 Tokens: {after.reserve1}",
        f"- Player 2 Tokens: {after.reserve2}",
    ]


def settlement(name: str, reserve: int, committed: int, gain: int) -> str:
    """The arithmetic of TT-1: `Player 2: 10 - 3 committed + 1 = 8`."""
    left = reserve - committed + gain
    sum_ = f"{name}: {reserve} - {committed} committed {'-' if gain < 0 else '+'} {abs(gain)}"
    return f"{sum_} = {left}" if left >= 0 else f"{sum_} is below zero, so 0"


def ending(rules: Rules, state: State) -> list[str]:
    if state.winner == 3:
        return ["", "Game Over!", "Both reserves are empty: the game is a draw."]
    winner, loser = PLAYERS[state.winner - 1], PLAYERS[2 - state.winner]
    if state.reserve1 == 0 and state.reserve2 == 0:
        return ["", "Game Over!", f"Both reserves are empty: {winner} wins the game."]
    return ["", "Game Over!", f"{winner} wins by capturing all of {loser}'s tokens."]


def board(rules: Rules, state: State) -> list[Line]:
    most = max(rules.start, rules.cap)
    width = min(most, 30)
    lines: list[Line] = []
    for player, reserve in enumerate((state.reserve1, state.reserve2)):
        role = ""
        if state.battle:
            role = "  attacks" if state.turn == player + 1 else "  defends"
        lines.append(
            (
                Span(f"  {PLAYERS[player]}  ", SEAT_STYLES[player]),
                Span(bar(reserve, most, width), SEAT_STYLES[player]),
                Span(f" {reserve:>{len(str(most))}}", "strong"),
                Span(role, "dim"),
            )
        )
    return lines
