"""The rules of a game for players: the rulebook, the changes of a variant, and a few lines before a first game."""

import re
from contextlib import suppress

from parlour.games.catalogue import named_game
from parlour.games.errors import reason
from parlour.games.game import Game
from parlour.games.rulebook import parameter_meanings, sections
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import show_markdown

UNKNOWN = "see the rules"
LINES = 5  # before a first game
SENTENCE = re.compile(r".*?\.(?= |$)")
ITEM = re.compile(r".*?(?=\. |\.?$)")
SET_UP = re.compile(r"\bstarts?\b")  # lines about the start, which the board shows
RULINGS = re.compile(r" \([^()]*\bsee [^()]*\)")


def show_rules(console: Console, game: Game) -> None:
    try:
        text = game.rulebook()
    except (OSError, ValueError) as error:
        console.say(f"Sorry, the rules cannot be read: {reason(error)}.")
    else:
        show_markdown(console, differences(game) + text)


def differences(game: Game) -> str:
    """The differences of this variant, in Markdown: the text of the rules has the usual numbers."""
    changed = game.changed_rules()
    if not changed:
        return ""
    usual, meanings = named_game(game.name).named_rules(), parameter_meanings(rulebook_of(game))
    lines = [
        f"- **{name}** is {value}, usually {usual[name]}: {meanings.get(name, UNKNOWN)}"
        for name, value in changed.items()
    ]
    return "\n".join(["# Your variant", "", *lines, "", "The rules below have the usual numbers.", "", ""])


def rulebook_of(game: Game) -> str:
    """The rulebook; empty if it cannot be read. The folder of a game from another package may be incomplete."""
    with suppress(OSError, ValueError):
        return game.rulebook()
    return ""


def what_to_do(game: Game) -> list[str]:
    """The goal, and how to play; nothing if the rulebook has no such sections. The set-up is left out."""
    found = dict(sections(rulebook_of(game)))
    goal, play = (found.get(title, "").strip() for title in ("Goal", "How to play"))
    points = re.split(r"^- ", play, flags=re.MULTILINE)[1:]
    if not goal or not points:
        return []
    rules = [in_a_line(point) for point in points if not SET_UP.search(first_sentence(plain(point)))]
    return [first_sentence(plain(goal)), *rules][:LINES]


def in_a_line(point: str) -> str:
    """A point with its list; of a list that it announces with a colon, the first sentence of every item."""
    body, *items = (plain(part) for part in re.split(r"^ +- ", point, flags=re.MULTILINE))
    if body.endswith(":") and items:
        return f"{body} {'; '.join(found[0] for item in items if (found := ITEM.match(item)))}."
    return " ".join([body, *items])


def first_sentence(paragraph: str) -> str:
    found = SENTENCE.match(paragraph)
    return found[0] if found else paragraph


def plain(text: str) -> str:
    return RULINGS.sub("", " ".join(text.replace("**", "").split()))
