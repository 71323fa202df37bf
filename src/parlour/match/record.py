"""Writes a match as one JSON document and reads it back. Reading replays every turn with the rules.

A record never contains a sealed choice; a resumed match asks for it again.
"""

import hashlib
import json
from typing import Any

from parlour.games.catalogue import named_game as find_game
from parlour.games.errors import ParlourError, UnknownGame, shorten
from parlour.games.line import Line
from parlour.match.match import Failure, Match

FORMAT, VERSION = "parlour match", 2
LONGEST_NAME = 40  # characters of a person's name


class BadRecord(ParlourError):
    """The text is damaged, is not a match record, or describes a match that cannot have happened."""


def dump(match: Match) -> str:
    """The record of a match: one JSON document."""
    content = contents(match)
    content["checksum"] = checksum(content)
    return json.dumps(content, indent=1) + "\n"


def contents(match: Match) -> dict[str, Any]:
    result = match.result
    content: dict[str, Any] = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game.name,
        "rules": match.game.named_rules(),
        "seats": match.seats,
        "seed": match.seed,
        "taken_back": match.taken_back,
        "turns": match.line.choices,
        "result": {
            "outcome": result.outcome,
            "winner": result.winner,
            "failure": result.failure._asdict() if result.failure else None,
        },
    }
    if match.names is not None:
        content["names"] = match.names
    if match.seals is not None:
        content["seals"] = match.seals
    return content


def checksum(content: dict[str, Any]) -> str:
    """Detects damage and careless edits, but not a deliberate forgery."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def parse(text: str, most_turns: int | None = None) -> Match:
    """Replay the match in a record. Raise BadRecord with the reason if it cannot be trusted, or if it is too long."""
    try:
        content = json.loads(text, object_pairs_hook=without_duplicates)
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"not a complete JSON document: {error}") from None
    try:
        return check(content, most_turns)
    except RecursionError:
        raise BadRecord("nested too deeply") from None


def check(content: Any, most_turns: int | None) -> Match:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise BadRecord(f'not a record of a Parlour match: it does not say "format": "{FORMAT}"')
    if not same(content.get("version"), VERSION):
        raise BadRecord(f"record version {shorten(content.get('version'))}; this Parlour reads version {VERSION}")
    if content.pop("checksum", None) != checksum(content):
        raise BadRecord("the checksum does not match: the record was damaged or edited")
    match = replay(content, most_turns)
    for field, value in contents(match).items():
        if not same(content.pop(field, None), value):
            raise BadRecord(f"{field} does not match the turns, which give {shorten(value, 200)}")
    if content:
        raise BadRecord(f"unknown entries: {shorten(sorted(content), 200)}")
    return match


def same(one: Any, other: Any) -> bool:
    """Whether two values are equal in JSON, where 1 is neither true nor 1.0."""
    return json.dumps(one) == json.dumps(other)


def parse_object(text: str | bytes) -> dict[str, Any] | None:
    """A JSON object; None for anything else, also if an entry appears twice."""
    try:
        content = json.loads(text, object_pairs_hook=without_duplicates)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries = dict(pairs)
    if len(entries) != len(pairs):
        raise ValueError("an entry appears twice")
    return entries


def replay(content: dict[str, Any], most_turns: int | None) -> Match:
    name, rules = expect(content, "game", str), expect(content, "rules", dict)
    seats = expect(content, "seats", list)
    if len(seats) != 2 or not all(is_plain(seat) for seat in seats):
        raise BadRecord("seats must be two plain names")
    try:
        match = Match(find_game(name, **rules), (seats[0], seats[1]), expect(content, "seed", int))
    except UnknownGame as error:
        raise BadRecord(f"{error}. Commands that read a record take the path as --game ./my-game") from None
    except ParlourError as error:
        raise BadRecord(str(error)) from None
    match.taken_back = expect(content, "taken_back", int)
    if not 0 <= match.taken_back < 2**32:
        raise BadRecord(f"taken_back is not a count: {shorten(match.taken_back)}")
    turns = expect(content, "turns", list)
    if not all(isinstance(choices, list) for choices in turns):
        raise BadRecord("turns must be lists of choices, one for each player who acted")
    if most_turns is not None and len(turns) > most_turns:
        raise BadRecord(f"{len(turns)} turns are more than the {most_turns} that are possible here")
    try:
        match.line = Line(match.game, turns)
    except ParlourError as error:
        raise BadRecord(str(error)) from None
    finish(match, expect(content, "result", dict))
    if "names" in content:
        names = expect(content, "names", list)
        if len(names) != 2 or not all(is_plain(name) and 0 < len(name) <= LONGEST_NAME for name in names):
            raise BadRecord(f"names must be two plain names of at most {LONGEST_NAME} characters")
        match.names = names[0], names[1]
    if "seals" in content:
        match.seals = expect(content, "seals", dict)
    return match


def finish(match: Match, result: dict[str, Any]) -> None:
    """Stop the match if the record says so: the turns alone do not show that."""
    outcome = result.get("outcome")
    if outcome == "unfinished":
        match.stop()
    if outcome == "failed" or (outcome == "won" and result.get("failure") is not None):
        failure = expect(result, "failure", dict)
        player, reason = expect(failure, "player", int), expect(failure, "reason", str)
        if player not in (0, 1) or not is_plain(reason):
            raise BadRecord("failure must name player 0 or 1 and a plain reason")
        if outcome == "won":
            match.concede(player, reason)
        else:
            match.stop(Failure(player, reason))


def is_plain(text: object) -> bool:
    """Whether a text is safe to print: short, without control characters and line breaks."""
    return isinstance(text, str) and text.isprintable() and len(text) <= 1000


def expect(content: dict[str, Any], field: str, kind: type[Any]) -> Any:
    value = content.get(field)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise BadRecord(f"{field} is missing or of the wrong type (expected {kind.__name__})")
    return value
