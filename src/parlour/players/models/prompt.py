"""A prompt is a file of sections with placeholders. The rules and the view of one seat fill it."""

import re
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import NamedTuple

from parlour.games.errors import ParlourError, reason
from parlour.games.line import Line
from parlour.games.vocabulary import fold
from parlour.match.match import View
from parlour.match.transcript import turn_text
from parlour.players.base import Unavailable, seat_of
from parlour.players.models.client import SHORT, excerpt
from parlour.players.models.replies import Reading
from parlour.players.models.wording import Wording, form, usual_forms

FOLDER = Path(__file__).parent / "prompts"
FEW = 6  # labels that are always listed one by one

# The sections of a prompt, and the placeholders that each may use.
SECTIONS = {
    "system": {"title", "rules", "you", "opponent", "forms", "answer_place"},
    "place in structured output": set[str](),
    "place in plain text": set[str](),
    "user": {"history", "news", "number", "situation", "who_chooses", "legal_actions"},
    "news": {"events"},
    "you choose": set[str](),
    "both choose": set[str](),
    "legal actions": {"legal"},
    "illegal": {"excerpt", "forms", "legal_actions"},
    "unreadable": {"problem", "answer_place", "forms", "legal_actions"},
}


class BadPrompt(ParlourError):
    """The file of a prompt cannot be read, or lacks a section."""


class PositionText(NamedTuple):
    """The view of a player in words, with the possible answers."""

    wording: Wording
    player: int
    situation: list[str]
    history: list[str]
    events: list[str]  # of the last turn
    number: int  # of this turn, counted from 1
    secret: bool  # whether both players choose
    labels: dict[str, int]  # the legal actions
    forms: tuple[str, ...]  # examples of the labels of this game


class PromptTexts:
    """The sections of a file of texts with placeholders."""

    def __init__(self, text: str) -> None:
        parts = re.split(r"^=== (.+)\n", text, flags=re.M)
        self.sections = {title.strip(): body.strip("\n") for title, body in zip(parts[1::2], parts[2::2], strict=True)}

    def fill(self, section: str, **values: str) -> str:
        return Template(self.sections[section]).substitute(values)

    def messages(self, position: PositionText, user: str, structured: bool) -> list[dict[str, str]]:
        """A whole question, with this text of the user."""
        return [{"role": "system", "content": self.system(position, structured)}, {"role": "user", "content": user}]

    def system(self, position: PositionText, structured: bool) -> str:
        wording, you = position.wording, position.player
        return self.fill(
            "system",
            title=wording.title,
            rules=wording.rules(),
            you=wording.players[you],
            opponent=wording.players[1 - you],
            forms=as_list(position.forms),
            answer_place=self.answer_place(structured),
        )

    def answer_place(self, structured: bool) -> str:
        return self.fill("place in structured output" if structured else "place in plain text")


class Prompt(PromptTexts):
    """The messages to a language model that plays."""

    def __init__(self, name: str) -> None:
        file = FOLDER / f"{name}.md"
        try:
            self.text = (file if file.is_file() else Path(name)).read_text(encoding="utf-8")
        except (OSError, ValueError) as error:
            known = ", ".join(sorted(path.stem for path in FOLDER.glob("*.md")))
            raise BadPrompt(f"the prompt {name!r} cannot be read ({reason(error)}); ours are: {known}") from None
        super().__init__(self.text)
        if set(self.sections) != set(SECTIONS):
            lacking = [*(set(SECTIONS) - set(self.sections)), *(set(self.sections) - set(SECTIONS))]
            raise BadPrompt(f"the prompt {name!r} must have exactly the sections of ours; compare {lacking[0]!r}")
        for title, text in self.sections.items():
            check_placeholders(name, title, text)

    def user(self, position: PositionText, legal_actions: bool) -> str:
        return self.fill(
            "user",
            history="\n".join(position.history) or "None yet.",
            news=self.fill("news", events="\n".join(position.events)) + "\n\n" if position.events else "",
            number=str(position.number),
            situation="\n".join(position.situation),
            who_chooses=self.fill("both choose" if position.secret else "you choose"),
            legal_actions=self._legal(position, legal_actions),
        )

    def note(self, position: PositionText, legal_actions: bool, structured: bool, reading: Reading) -> str:
        """The text that follows after a reply that was illegal or unreadable."""
        return self.fill(
            reading.kind,
            excerpt=excerpt(reading.answer, SHORT),
            problem=reading.problem,
            answer_place=self.answer_place(structured),
            forms=as_list(position.forms),
            legal_actions=self._legal(position, legal_actions),
        )

    def _legal(self, position: PositionText, given: bool) -> str:
        return self.fill("legal actions", legal=as_list(ranges(position.labels))) + "\n" if given else ""


def check_placeholders(name: str, title: str, text: str) -> None:
    try:
        Template(text).substitute(dict.fromkeys(SECTIONS[title], ""))
    except KeyError as error:
        known = ", ".join(f"${each}" for each in sorted(SECTIONS[title])) or "none"
        raise BadPrompt(f"section {title!r} of the prompt {name!r} has no ${error.args[0]}; it has: {known}") from None
    except ValueError:
        raise BadPrompt(f"section {title!r} of the prompt {name!r}: write $$ for a dollar sign") from None


def position_of(view: View, wording: Wording) -> PositionText:
    """A view in words. It does not depend on who has already chosen."""
    game, player = view.game, seat_of(view)
    turns = Line(game, view.choices).public_turns
    labels = {wording.label(view.state, player, action): action for action in view.actions}
    if len({fold(label) for label in labels}) != len(view.actions):
        raise Unavailable(f"{game.name} gives two legal actions the same label, so no answer can tell them apart")
    texts = [turn_text(turn, wording.players, wording.label) for turn in turns]
    return PositionText(
        wording=wording,
        player=player,
        situation=wording.situation(view.state, len(turns) + 1),
        history=[f"#{number} {text}" for number, text in enumerate(texts, start=1)],
        events=wording.news(turns[-1], player) if turns else [],
        number=len(turns) + 1,
        secret=len(view.to_act) == 2,
        labels=labels,
        forms=tuple(sorted({*usual_forms(wording), *map(form, labels)})),
    )


def ranges(labels: Iterable[str]) -> list[str]:
    """Labels one by one, but many that differ only in an evenly spaced number in one line."""
    groups: dict[str, list[str]] = {}
    for label in labels:
        groups.setdefault(form(label), []).append(label)
    lines = []
    for shape, group in groups.items():
        numbers = [int(number) for label in group for number in re.findall("[0-9]+", label)]
        steps = {after - before for before, after in pairwise(numbers)}
        if len(group) <= FEW or len(numbers) != len(group) or len(steps) != 1:
            lines += group
        else:
            step = steps.pop()
            by = "" if step == 1 else f" in steps of {step}"
            lines.append(f"{shape}, where N is a number from {numbers[0]} to {numbers[-1]}{by}")
    return lines


def as_list(lines: Iterable[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)
