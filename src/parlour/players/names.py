"""The rule for the names of people: they can be read, and are never taken for those of computer players."""

import re
import unicodedata
from itertools import groupby

from parlour.games.errors import ParlourError
from parlour.match.match import HUMAN
from parlour.match.record import LONGEST_NAME
from parlour.players.base import ADAPTIVE, READER
from parlour.players.roster import player_names

EMOJI_STYLE = "\ufe0f"  # phones send it after many emoji, which mean the same without it
BLANK = re.compile(  # characters that count as printable, but show nothing
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
MOST_ACCENTS, MOST_MARKS = 2, 3  # in a row; Burmese and Tibetan have vowels and letters that are marks
SHOWN = re.compile(r"(the )?computer( ?\(.*)?|.*\(bot\)")  # the page calls computer players and bots so


class BadName(ParlourError):
    """People cannot have this name."""


def clean_name(text: str) -> str:
    """The name in its usual form, without needless spaces. BadName says what is wrong with it."""
    if len(text) > 4 * LONGEST_NAME:  # before a long one is looked at: composing many accents takes very long
        raise BadName(f"a name has 1 to {LONGEST_NAME} characters")
    usual = unicodedata.normalize("NFC", text.replace(EMOJI_STYLE, ""))
    name = " ".join(filter(None, usual.split(" ")))
    if not 0 < len(name) <= LONGEST_NAME:
        raise BadName(f"a name has 1 to {LONGEST_NAME} characters")
    if not name.isprintable() or BLANK.search(name):
        raise BadName("a name has only visible characters and ordinary spaces")
    if piles_up_marks(name):
        raise BadName("a name cannot pile up accents, or have one without a letter")
    if not any(unicodedata.category(character)[0] in "LNS" for character in name):
        raise BadName("a name needs a letter, a digit or a symbol")
    if ":" in fold(name):  # bot:NAME, program:COMMAND, module:Class
        raise BadName("a name cannot contain a colon")
    if is_reserved(name):
        raise BadName(f"the name {name} is reserved for the players of Parlour; choose another")
    return name


def is_reserved(name: str) -> bool:
    """Whether a name stands for a computer player, or for any person."""
    folded = fold(name)
    return folded in (*player_names(), ADAPTIVE, READER, HUMAN) or SHOWN.fullmatch(folded) is not None


def fold(name: str) -> str:
    """A name without the differences of capitals and of letter shapes, such as those of full width."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def piles_up_marks(name: str) -> bool:
    """Whether a word begins with a mark, or a letter has more marks above and below it than languages need."""
    runs = [list(run) for mark, run in groupby(name, is_mark) if mark]
    return any(unicodedata.category(word[0])[0] == "M" for word in name.split(" ")) or any(
        len(run) > MOST_MARKS or sum(unicodedata.combining(mark) > 0 for mark in run) > MOST_ACCENTS for run in runs
    )


def is_mark(character: str) -> bool:
    return unicodedata.category(character) in ("Mn", "Me")
