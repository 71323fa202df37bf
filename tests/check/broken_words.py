"""Mistakes in `words.py`, and in what players see."""

from __future__ import annotations

from check.mistakes import START, Mistake

ASK = 'f"How many stones do you take (1-{most})? ", '
HIDDEN = """def shown(rules: Rules, state: State) -> State:
    return State(-1, state.turn, state.winner)


def bounds"""

WORDS = [
    # Questions and other texts
    Mistake(
        "an action without an answer",
        "turns",
        "words.py",
        ASK + "amounts(1, most)",
        ASK + "amounts(1, min(2, most))",
        "questions",
        "no answer for these legal actions: 3",
        START,
    ),
    Mistake(
        "an answer without an action",
        "turns",
        "words.py",
        ASK + "amounts(1, most)",
        ASK + "amounts(1, rules.most)",
        "questions",
        "answers for these illegal actions: 3",
        {"stones": 2, "turn": 2, "winner": 0},
    ),
    Mistake(
        "the other player is asked",
        "turns",
        "words.py",
        "Question(state.turn - 1,",
        "Question(2 - state.turn,",
        "questions",
        "ask() asks the players [1], but the players to act are [0]",
        START,
    ),
    Mistake(
        "an answer is a command",
        "turns",
        "words.py",
        ASK + "amounts(1, most)",
        ASK + 'amounts(1, most) | {"Undo": 1}',
        "questions",
        "the answer 'Undo' is a command",
        START,
    ),
    Mistake(
        "ask raises",
        "turns",
        "words.py",
        "    most = min(rules.most, state.stones)",
        "    most = min(rules.most, state.stones) + (0,)[state.turn - 1]",
        "questions",
        "ask() raises IndexError: tuple index out of range (words.py, line 23)",
        {"stones": 20, "turn": 2, "winner": 0},
    ),
    Mistake(
        "the board is too wide",
        "turns",
        "words.py",
        "bar(state.stones, rules.stones, 50)",
        "bar(state.stones, rules.stones, 80)",
        "texts",
        "a line of board() is 85 columns wide; the most is 78",
        START,
    ),
    Mistake(
        "the narrow board raises",
        "turns",
        "words.py",
        "def board(rules: Rules, state: State)",
        "def narrow_board(rules: Rules, state: State) -> list[Line]:\n    return [(1 // 0,)]\n\n\n"
        "def board(rules: Rules, state: State)",
        "texts",
        "narrow_board() raises ZeroDivisionError",
        START,
    ),
    Mistake(
        "a style that does not exist",
        "turns",
        "words.py",
        "SEAT_STYLES[state.turn - 1]),)]",
        '"navy"),)]',
        "texts",
        "uses the style 'navy'",
        START,
    ),
    Mistake(
        "a label is empty",
        "turns",
        "words.py",
        'return f"take {action}"',
        'return ""',
        "texts",
        "label() of action 1",
        START,
    ),
    Mistake(
        "no draw is announced",
        "turns",
        "words.py",
        'return ["", f"{PLAYERS[state.winner - 1]} takes',
        'return [] and ["", f"{PLAYERS[state.winner - 1]} takes',
        "texts",
        "ending() returns no text",
    ),
    Mistake(
        "events is one text",
        "turns",
        "words.py",
        '{after.stones} left."]',
        '{after.stones} left."][0]',
        "texts",
        "events() must return a list of lines",
        START,
        (1, 0),
    ),
    Mistake(
        "events raises for one pair of actions in one state",
        "secret",
        "words.py",
        "    named = f",
        "    if (first, second) == (3, 4) and before.points1 == 2 == before.points2:\n"
        '        raise ValueError("boom")\n    named = f',
        "texts",
        "events() raises ValueError: boom (words.py, line 35)",
        {"points1": 2, "points2": 2, "winner": 0},
        (3, 4),
    ),
    Mistake(
        "events uses the action of the other player",
        "turns",
        "words.py",
        "(first, second)[before.turn - 1]",
        "min(first, second)",
        "texts",
        "events() must ignore the action of the player who did not act",
        START,
        (1, 1),
    ),
    Mistake(
        "events uses the higher action",
        "turns",
        "words.py",
        "(first, second)[before.turn - 1]",
        "max(first, second)",
        "texts",
        "events() must ignore the action of the player who did not act",
        START,
        (1, 3),
    ),
    Mistake(
        "two actions have the same label",
        "turns",
        "words.py",
        'return f"take {action}"',
        'return f"take {action}" if action < 2 else "Take 1"',
        "texts",
        "label() must name every action of player 0 differently, but 1 and 2 are both 'Take 1'",
        START,
    ),
    Mistake(
        "the game is not secret", "turns", "words.py", "SECRET = False", "SECRET = True", "texts", "SECRET is True, but"
    ),
    Mistake(
        "the game is secret", "secret", "words.py", "SECRET = True", "SECRET = False", "texts", "SECRET is False, but"
    ),
    # Views
    Mistake(
        "legal actions give a hidden field away",
        "turns",
        "rules.py",
        "def bounds",
        HIDDEN,
        "views",
        "player 1 may choose 1 to 2 here, 1 to 3",
        None,
    ),
    Mistake(
        "a mask is not -1",
        "turns",
        "rules.py",
        "def bounds",
        HIDDEN.replace("-1", "state.stones // 2"),
        "views",
        "shown() turns stones from 21 into 10; hide it with -1",
        START,
    ),
]
