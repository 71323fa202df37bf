"""How a game is put into words for a model: its rules, a position, and the names of actions."""

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random
from typing import TypeAlias

from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.line import Turn, turn_events
from parlour.games.renamed import RenamedGame
from parlour.games.rulebook import parameter_meanings, sections
from parlour.games.vocabulary import plain_text, trim
from parlour.match.match import Match
from parlour.players.base import Unavailable

LEFT_OUT = ("Variants", "Tips")  # sections of RULES.md: other games, and advice
WIDTH = 78  # columns of headings
THIS_MATCH = """## This match

It is played with these numbers. Where the rules above name another one, these count:
"""
SAMPLED = 40  # random matches from which the forms of actions are collected
SAMPLED_TURNS = 200  # of each, at most


class OwnWords:
    """The game in its own words, from RULES.md and `words.py`. It works for every game. See `RenamedGame`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.title = game.title
        self.players = game.words.PLAYERS

    def rules(self) -> str:
        (_, first), *others = sections(self.game.rulebook())
        kept = [f"## {title}\n{body}" for title, body in others if title not in LEFT_OUT]
        meanings = parameter_meanings(self.game.rulebook())
        numbers = [
            f"- {field} = {value}" + (f" ({meanings[field]})" if field in meanings else "")
            for field, value in self.game.named_rules().items()
        ]
        return "".join([first, *kept]).rstrip() + "\n\n" + "\n".join([THIS_MATCH, *numbers])

    def situation(self, state: State, number: int) -> list[str]:
        words, rules = self.game.words, self.game.rules
        board = [plain_text(line).rstrip() for line in words.board(rules, state)]
        return trim([*words.heading(rules, state, number, WIDTH), "", *board])

    def news(self, turn: Turn, you: int) -> list[str]:
        return trim(turn_events(self.game, turn, (you,)))

    def label(self, state: State, player: int, action: int) -> str:
        return self.game.label(state, player, action)


Wording: TypeAlias = OwnWords | RenamedGame


def form(label: str) -> str:
    """The form of a label: `bid N` for `bid 12`."""
    return re.sub(r"[0-9]+", "N", label)


@lru_cache(maxsize=64)
def usual_forms(wording: Wording) -> tuple[str, ...]:
    """The forms of the actions of a game, from random matches: the same for every position, so they say nothing of it.

    A form that is rarer than that is missing.
    """
    random, found = Random(0), set[str]()
    for _ in range(SAMPLED):
        for state, player, actions in random_match(wording.game, random, SAMPLED_TURNS):
            ends = {actions[0], actions[-1], random.choice(actions)}
            found.update(form(wording.label(state, player, action)) for action in ends)
    return tuple(sorted(found))


def random_match(game: Game, random: Random, most: int) -> Iterator[tuple[State, int, tuple[int, ...]]]:
    """Every choice of a random match of so many turns at most: the state in public, the player, and all actions."""
    match = Match(game)
    while match.to_act and len(match.line) < most:
        state = match.view().state
        for player in match.to_act:
            actions = match.view(player).actions
            yield state, player, actions
            match.choose(player, random.choice(actions))


@lru_cache(maxsize=64)
def wording_of(game: Game, renamed: int | None = None) -> Wording:
    """The game's own words; with a seed, other names and numbers that are drawn from it."""
    if renamed is None:
        return OwnWords(game)
    module = game.part("renamed")
    if module is None:
        raise Unavailable(f"{game.name} has no renamed form: there is no renamed.py in its folder")
    wording: RenamedGame = module.RENAMED(game, renamed)
    return wording
