"""Works a position out from a prompt, as a model has to: what is not in the prompt is not known."""

from __future__ import annotations

import re
from typing import NamedTuple

import parlour
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Choices
from parlour.match.match import Match
from parlour.players.models.wording import Wording, wording_of

TITLES = {parlour.game(name).title: name for name in parlour.game_names()}


class Asked(NamedTuple):
    """The position that a prompt describes, and who has to choose in it."""

    wording: Wording
    state: State
    seat: int
    choices: tuple[Choices, ...]

    @property
    def game(self) -> Game:
        return self.wording.game

    @property
    def labels(self) -> dict[int, str]:
        actions = self.game.actions(self.state, self.seat)
        return {action: self.wording.label(self.game.shown(self.state), self.seat, action) for action in actions}


def read_prompt(messages: list[dict[str, str]], wording: Wording | None = None) -> Asked:
    """Reads the game, its parameters, the seat and the history. A renamed game is known only by its wording."""
    system, user = (message["content"] for message in messages)
    wording = wording or wording_of(game_in(system))
    seat = wording.players.index(found(r"^You are (.+)\. Your opponent is", system))
    match = Match(wording.game)
    for line in re.findall(r"^#\d+ (.+)$", user, re.M):
        match.play(*choices_in(line, match, wording))
    return Asked(wording, match.state, seat, match.line.choices)


def game_in(system: str) -> Game:
    name = TITLES[found(r"^# (.+)$", system)]
    parameters = re.findall(r"^- (\w+) = (\S+)", system.partition("## This match")[2], re.M)
    return parlour.game(name, **{field: int(value) if value.isdigit() else value for field, value in parameters})


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text, re.M)
    assert match, f"the prompt lacks {pattern}"
    return match[1]


def choices_in(line: str, match: Match, wording: Wording) -> Choices:
    actors, state = match.to_act, match.view().state
    texts = {}
    for who in actors:
        for action in match.view(who).actions:
            texts[f"{wording.players[who]}: {wording.label(state, who, action)}"] = action
    if len(actors) == 1:
        return (texts[line],)
    first, second = line.split(f", {wording.players[1]}: ")
    return texts[first], texts[f"{wording.players[1]}: {second}"]
