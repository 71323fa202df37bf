"""Questions in words, and answers read as strictly as moves: one answer in the agreed place, or none."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

from parlour.players.models.prompt import PositionText, as_list
from parlour.players.models.replies import FENCE, Unreadable, parse_object

FILE = Path(__file__).parent / "prompts" / "questions-1.md"


class Texts:
    """The texts of the prompt file."""

    def __init__(self) -> None:
        self.text = FILE.read_text(encoding="utf-8")
        parts = re.split(r"^=== (.+)\n", self.text, flags=re.M)
        self._sections = {title: text.strip("\n") for title, text in zip(parts[1::2], parts[2::2], strict=True)}

    def fill(self, section: str, **values: str) -> str:
        return Template(self._sections[section]).substitute(values)

    def messages(self, position: PositionText, question: str, structured: bool) -> list[dict[str, str]]:
        wording, you = position.wording, position.player
        system = self.fill(
            "system",
            rules=wording.rules(),
            you=wording.players[you],
            opponent=wording.players[1 - you],
            forms=as_list(position.forms),
            answer_place=self.fill("place in structured output" if structured else "place in plain text"),
        )
        user = self.fill(
            "user",
            history="\n".join(position.history) or "None yet.",
            number=str(position.number),
            situation="\n".join(position.situation),
            question=question,
        )
        return [{"role": "system", "content": system}, {"role": "user", "content": user}]


def schema_for(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of a reply whose answer is of this type."""
    return {
        "type": "object",
        "properties": {"thinking": {"type": "string"}, "answer": answer},
        "required": ["thinking", "answer"],
        "additionalProperties": False,
    }


def read_answer(reply: str, structured: bool) -> Any:
    """What stands in the agreed place. Raises Unreadable if there is nothing, or more than one answer."""
    return whole_answer(reply) if structured else last_line_answer(reply)


def whole_answer(reply: str) -> Any:
    text = reply.strip()
    fenced = FENCE.fullmatch(text)
    content = parse_object(fenced[1] if fenced else text)
    if content is None or set(content) - {"thinking"} != {"answer"}:
        raise Unreadable('it is not one JSON object with the entries "thinking" and "answer"')
    return content["answer"]


def last_line_answer(reply: str) -> Any:
    lines = [line.strip() for line in reply.splitlines() if line.strip()]
    if lines and lines[-1] == "```":
        lines.pop()
    contents = [content for content in map(parse_object, lines) if content is not None and "answer" in content]
    if len(contents) != 1 or set(contents[0]) != {"answer"} or parse_object(lines[-1]) != contents[0]:
        raise Unreadable('its last line is not the only JSON object with the single entry "answer"')
    return contents[0]["answer"]
