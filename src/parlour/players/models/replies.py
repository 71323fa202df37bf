"""Reads a model's reply: exactly one answer in the agreed place, or nothing. Prose is never searched for an action."""

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from parlour.games.vocabulary import fold
from parlour.match.record import parse_object
from parlour.players.models.wording import form

FENCE = re.compile(r"```\w*\s*\n(.*)\n\s*```", re.S)
LONGEST_ANSWER = 200  # characters; no label is as long


class Reading(NamedTuple):
    """The judgement of a reply."""

    kind: Literal["legal", "illegal", "unreadable"]
    meaning: Any = None  # of a legal reply: the action, or the answer to another question
    answer: str = ""  # the action that it names, if it is illegal
    problem: str = ""  # why it is unreadable


class Unreadable(Exception):
    """The reply has no answer in the agreed place, or more than one."""


def read(reply: str, structured: bool, labels: Mapping[str, int], forms: tuple[str, ...]) -> Reading:
    """Reads a reply; `labels` are those of the legal actions, and `forms` all that labels of the game look like."""
    try:
        answer = find_answer(reply, structured, "action")
    except Unreadable as error:
        return Reading("unreadable", problem=str(error))
    if not isinstance(answer, str) or len(answer) > LONGEST_ANSWER:
        return Reading("unreadable", problem='"action" must be a short text')
    legal = {fold(label): action for label, action in labels.items()}
    if fold(answer) in legal:
        return Reading("legal", legal[fold(answer)])
    if fold(form(answer)) in map(fold, forms):
        return Reading("illegal", answer=answer)
    return Reading("unreadable", answer=answer, problem="its action is not written in the form of an action")


def find_answer(reply: str, structured: bool, entry: str) -> Any:
    """The text of this entry, in the agreed place. Unreadable says why there is no such answer."""
    return (whole_answer if structured else last_line_answer)(reply, entry)


def whole_answer(reply: str, entry: str) -> Any:
    """The answer of a reply that is one JSON object; a code fence around it makes no difference."""
    text = reply.strip()
    fenced = FENCE.fullmatch(text)
    content = parse_object(fenced[1] if fenced else text)
    if content is None:
        raise Unreadable("it is not one JSON object")
    if set(content) - {"thinking"} != {entry}:
        raise Unreadable(f'the JSON object must have the entries "thinking" and "{entry}" and no others')
    return content[entry]


def last_line_answer(reply: str, entry: str) -> Any:
    """The answer of a reply that ends with a line of JSON; only the end of a code fence may follow it."""
    lines = [line.strip() for line in reply.splitlines() if line.strip()]
    if lines and lines[-1] == "```":
        lines.pop()
    contents = [content for content in map(parse_object, lines) if content is not None and entry in content]
    if len(contents) > 1:
        raise Unreadable("it has more than one answer")
    content = parse_object(lines[-1]) if lines else None
    if content is None or set(content) != {entry}:
        raise Unreadable(f'its last line is not a JSON object with the single entry "{entry}"')
    return content[entry]
