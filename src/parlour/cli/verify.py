"""`parlour verify`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from parlour import storage
from parlour.cli.commands import FAILED
from parlour.cli.completion import complete_files
from parlour.cli.options import folder_option
from parlour.games.errors import reason
from parlour.games.vocabulary import count
from parlour.match.commitments import BadSeals, check_seals, given_turns
from parlour.match.match import Match
from parlour.match.record import BadRecord, parse
from parlour.match.transcript import variant_name
from parlour.terminal.console.console import Console

SEEN = "Commitments that you noted during play, one per line."
UNSEEN = "the commitments were not compared with any that were noted during play (--seen FILE)"


@click.command()
@click.argument("file", shell_complete=complete_files)
@click.option("--seen", metavar="FILE", type=Path, help=SEEN)
@folder_option
def verify(file: str, seen: Path | None) -> None:
    """Check that the choices in FILE are the ones that were sealed.

    FILE is the record of a match that a server kept. The match is replayed by the rules, and every secret choice is
    compared with the commitment that the server published before it was revealed.
    """
    data, noted = storage.read(file), None if seen is None else read_noted(seen)
    try:
        match = parse(data.decode("utf-8", "replace"))
        say("ok", "record", f"{variant_name(match.game)}, {count(len(match.line), 'turn')}")
        proved, given = check_seals(match), given_turns(match)
        if proved:
            say("ok", "sealed", f"{count(proved, 'secret round')}: every choice is the one that was sealed")
        elif any(len(choices) == 2 for choices in match.line.choices):
            raise BadSeals("nothing is proved: none of these choices was sealed, the match is said to begin later")
        else:
            say("-", "sealed", "there are no secret choices in this match")
        if given:
            say("-", "given", f"the match began after {count(given, 'turn')} without seals")
        if noted is None:
            say("-", "seen", UNSEEN)
        else:
            say("ok", "seen", f"{count(count_noted(match, noted), 'commitment')} that you noted, all in the record")
    except BadRecord as error:
        fail("record", error)
    except Unseen as error:
        fail("seen", error)
    except BadSeals as error:
        fail("sealed", error)


class Unseen(BadSeals):
    """A commitment that was published during play is not in the record."""


def read_noted(file: Path) -> list[str]:
    try:
        return [line.strip().lower() for line in file.read_text("utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise BadRecord(f"{file} cannot be read: {reason(error)}") from None


def rounds_of(match: Match) -> list[dict[str, Any]]:
    return match.seals["rounds"] if match.seals else []


def count_noted(match: Match, noted: list[str]) -> int:
    """How many commitments were noted; raises Unseen for one that is not in the record."""
    recorded = {commitment for entry in rounds_of(match) for commitment in entry["commitments"]}
    for line in noted:
        if line not in recorded:
            taken_back = "; a round that was taken back has none" if match.taken_back else ""
            raise Unseen(f"{line[:64]} is not in the record{taken_back}")
    return len(noted)


def say(mark: str, check: str, sentence: object) -> None:
    Console().say(f"{mark:<7}{check:<7} {sentence}")


def fail(check: str, sentence: object) -> None:
    say("FAILED", check, sentence)
    raise click.exceptions.Exit(FAILED)
