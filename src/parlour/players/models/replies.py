"""Reads a model's reply: exactly one answer in the agreed place, or nothing. Prose is never searched for an action."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from parlour.players.models.wording import fold, form

FENCE = re.compile(r"```\w*\s*\n(.*)\n\s*```", re.S)
LONGEST_ANSWER = 200  # characters; no label is as long


class Reading(NamedTuple):
    """What a reply means. Only a legal one has an action."""

    kind: Literal["legal", "illegal", "unreadable"]
    action: int | None = None
    answer: str = ""  # what it names, if it is illegal
    problem: str = ""  # why it is unreadable


class Unreadable(Exception):
    """The reply has no answer in the agreed place, or more than one."""


def read(reply: str, structured: bool, labels: Mapping[str, int], forms: tuple[str, ...]) -> Reading:
    """Reads a reply; `labels` are those of the legal actions, and `forms` all that labels of the game look like."""
    try:
        answer = whole_answer(reply) if structured else last_line_answer(reply)
    except Unreadable as error:
        return Reading("unreadable", problem=str(error))
    legal = {fold(label): action for label, action in labels.items()}
    if fold(answer) in legal:
        return Reading("legal", legal[fold(answer)])
    if fold(form(answer)) in map(fold, forms):
        return Reading("illegal", answer=answer)
    return Reading("unreadable", answer=answer, problem="its action is not written in the form of an action")


def whole_answer(reply: str) -> str:
    """The answer of a reply that is one JSON object; a code fence around it makes no difference."""
    text = reply.strip()
    fenced = FENCE.fullmatch(text)
    content = parse_object(fenced[1] if fenced else text)
    if content is None:
        raise Unreadable("it is not one JSON object")
    if set(content) - {"thinking"} != {"action"}:
        raise Unreadable('the JSON object must have the entries "thinking" and "action" and no others')
    return short_text(content["action"])


def last_line_answer(reply: str) -> str:
    """The answer of a reply that ends with a line of JSON; only the end of a code fence may follow it."""
    lines = [line.strip() for line in reply.splitlines() if line.strip()]
    if lines and lines[-1] == "```":
        lines.pop()
    contents = [content for content in map(parse_object, lines) if content is not None and "action" in content]
    if len(contents) > 1:
        raise Unreadable("it has more than one answer")
    content = parse_object(lines[-1]) if lines else None
    if content is None or set(content) != {"action"}:
        raise Unreadable('its last line is not a JSON object with the single entry "action"')
    return short_text(content["action"])


def short_text(answer: object) -> str:
    if not isinstance(answer, str) or len(answer) > LONGEST_ANSWER:
        raise Unreadable('"action" must be a short text')
    return answer


def parse_object(text: str) -> dict[str, Any] | None:
    """A JSON object, or None. An object that has an entry twice has two answers."""
    try:
        content = json.loads(text, object_pairs_hook=entries)
    except (ValueError, RecursionError):
        return None
    return content if isinstance(content, dict) else None


def entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError
    return found
