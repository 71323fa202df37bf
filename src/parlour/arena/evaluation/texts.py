"""Questions in words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from string import Template
from typing import Any

from parlour.players.models.prompt import PositionText, as_list, sections_of

FILE = Path(__file__).parent / "prompts" / "questions-1.md"


class Texts:
    """The texts of the prompt file."""

    def __init__(self) -> None:
        self.text = FILE.read_text(encoding="utf-8")
        self._sections = sections_of(self.text)

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
