"""Reads RULES.md, the rulebook of a game: its sections, and its table of parameters."""

import re

NAME = re.compile(r"^\| *`?(\w+)`? *\|", re.MULTILINE)  # the first cell of a row in the table of "Variants"
MEANING = re.compile(NAME.pattern + r".*\| *([^|]+?) *\|$", re.MULTILINE)  # and the last


def sections(rulebook: str) -> list[tuple[str, str]]:
    """The title of each section and its text. The first has no title: it is the text before them."""
    first, *others = re.split(r"^## ", rulebook, flags=re.MULTILINE)
    parts = (other.partition("\n") for other in others)
    return [("", first), *((title.strip(), body) for title, _, body in parts)]


def named_parameters(text: str) -> set[str]:
    """The parameters that a text names, in a table or as code."""
    return {*NAME.findall(text), *re.findall(r"`(\w+)`", text)}


def parameter_meanings(rulebook: str) -> dict[str, str]:
    """The meaning of each parameter, by its name."""
    return dict(MEANING.findall(rulebook))
