"""What a typed line means: an answer to the question, a command, or neither and why."""

from __future__ import annotations

from typing import NamedTuple

from parlour.games.checks import shortened
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.vocabulary import Question

ALIASES = {"help": "?", "q": "quit", "exit": "quit"}
COMMANDS = {
    "?": "what may be typed here",
    "rules": "the rules of this game",
    "history": "every decision so far",
    "hint": "what perfect play does here; hint draw draws a choice for you",
    "undo": "take back your last decision, where no other person's goes with it",
    "save": "where this match is saved; save FILE writes a copy",
    "quit": "leave; the match is saved and can be resumed",
}


ARGUMENTS = {"save": None, "hint": ("", "draw")}  # what may follow a command: anything, or one of these


class Command(NamedTuple):
    name: str
    argument: str


class Refusal(NamedTuple):
    """A line that is no answer, and the reason if it is one that only looks possible."""

    typed: str
    reason: str = ""


def interpret(text: str, question: Question) -> int | Question | Command | Refusal:
    typed = text.strip(" \t")
    if typed in question.answers:
        return question.answers[typed]
    if typed in question.refusals:
        return Refusal(typed, question.refusals[typed])
    word, _, argument = typed.partition(" ")
    name = ALIASES.get(word.lower(), word.lower())
    argument = argument.strip(" \t")
    accepted = ARGUMENTS.get(name, ("",))
    if name in COMMANDS and (accepted is None or argument.lower() in accepted):
        return Command(name, argument if accepted is None else argument.lower())
    return Refusal(typed)


def refusal_lines(refusal: Refusal, question: Question, secret: bool) -> list[str]:
    """What to say to it. A secret line is not repeated, not even in part."""
    if refusal.reason and not secret:
        return [f"Not now: {refusal.reason}."]
    asked = f"Please type {allowed(question)}; ? for help."
    if not refusal.typed:
        return [asked]
    return [f"{'That' if secret else shortened(refusal.typed, 30)} is not an answer here.", asked]


def allowed(question: Question) -> str:
    """`1 or 15`, `a whole number from 1 to 100`."""
    keys = list(question.answers)
    low = int(keys[0]) if keys[0].isdecimal() else 0
    if len(keys) > 2 and keys == [str(number) for number in range(low, low + len(keys))]:
        return f"a whole number from {keys[0]} to {keys[-1]}"
    return " or ".join([", ".join(keys[:-1]), keys[-1]] if len(keys) > 1 else keys)


def help_lines(game: Game, state: State, question: Question, hints: bool = True) -> list[str]:
    """What may be typed at a question: its answers with their meaning, then the commands, `hint` if offered."""
    lines = ["", "You may type:"]
    if len(question.answers) > 8:
        last = list(question.answers)[-1]
        lines.append(f"  {allowed(question)} ({last} = {meaning_of(game, state, question, last)})")
    else:
        lines += [f"  {key:<8} {meaning_of(game, state, question, key)}" for key in question.answers]
    offered = {name: about for name, about in COMMANDS.items() if hints or name != "hint"}
    return lines + [f"  {name:<8} {about}" for name, about in offered.items()] + [""]


def meaning_of(game: Game, state: State, question: Question, key: str) -> str:
    meaning = question.answers[key]
    if isinstance(meaning, Question):
        return f"then: {meaning.prompt.splitlines()[-1].rstrip(' :')}"
    return game.words.label(game.rules, state, question.player, meaning)
