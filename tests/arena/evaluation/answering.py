"""A model that answers questions about positions from nothing but the prompt, rightly or wrongly, and plays a mix."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from players.models.loopback import Request, written
from players.models.reading import Asked, choices_in, read_prompt

from parlour.games.line import Line
from parlour.match.match import Match
from parlour.players.base import MixedPlayer, draw
from parlour.solver.memory import solution_of
from parlour.solver.solution import Solution


class Model:
    """Knows everything. Its choices follow `plays`, and it says that they follow `says`."""

    def __init__(self, plays: MixedPlayer, says: MixedPlayer, seed: int = 0) -> None:
        self._plays, self._says, self._random = plays, says, Random(seed)

    def __call__(self, request: Request) -> str:
        asked, text = read_prompt(request.messages), request.messages[1]["content"]
        for begin, answer in ANSWERS.items():
            if begin in text:
                return said(request, answer(self, asked, text.partition(begin)[2]))
        return written(request, asked.labels[draw(self._plays.mix(asked.game, asked.state, asked.seat), self._random)])

    def legal(self, asked: Asked, text: str) -> list[str]:
        return [label for label in re.findall(r"^- (.+)$", text, re.M) if label in asked.labels.values()]

    def next(self, asked: Asked, text: str) -> str:
        match = match_of(asked)
        match.play(*choices_in(text.strip().splitlines()[1], match, asked.wording))
        situation = "\n".join(asked.wording.situation(match.view().state, len(match.line) + 1))
        (letter,) = re.findall(rf"^([A-D]):\n{re.escape(situation)}$", text, re.M)
        return str(letter)

    def winning(self, asked: Asked, _: str) -> str:
        return asked.wording.players[0 if solution(asked).value(asked.state) > 0 else 1]

    def reply(self, asked: Asked, text: str) -> str:
        other, game = 1 - asked.seat, asked.game
        line = text.strip().splitlines()[0]
        theirs = next(
            action
            for action in game.actions(asked.state, other)
            if line.endswith(f": {asked.wording.label(game.shown(asked.state), other, action)}")
        )

        def value(mine: int) -> float:
            choices = (mine, theirs) if asked.seat == 0 else (theirs, mine)
            return solution(asked).value(game.play(asked.state, *choices)) * (1 - 2 * asked.seat)

        return asked.labels[max(asked.labels, key=value)]

    def chance(self, asked: Asked, _: str) -> float:
        return 50 * (1 + solution(asked).value(asked.state) * (1 - 2 * asked.seat))

    def stated(self, asked: Asked, _: str) -> list[dict[str, Any]]:
        mix = self._says.mix(asked.game, asked.state, asked.seat)
        return [{"action": asked.labels[action], "percent": 100 * share} for action, share in mix.items()]


ANSWERS: Mapping[str, Callable[[Model, Asked, str], Any]] = {
    "Which of these actions are legal": Model.legal,
    "Suppose that this is turn": Model.next,
    "who has the better chances?": Model.winning,
    "what your opponent chooses in this turn:": Model.reply,
    "how likely are you to win?": Model.chance,
    "how often would you choose each one?": Model.stated,
}


def said(request: Request, answer: Any) -> str:
    """An answer in the agreed place."""
    if request.structured:
        return json.dumps({"thinking": "Let me see.", "answer": answer})
    return f"Let me see.\n{json.dumps({'answer': answer})}"


def match_of(asked: Asked) -> Match:
    match = Match(asked.game)
    match.line = Line(asked.game, asked.choices)
    return match


def solution(asked: Asked) -> Solution:
    return solution_of(asked.game)
