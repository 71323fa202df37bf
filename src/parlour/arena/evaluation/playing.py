"""Pairs of matches of the evaluated player, decision by decision: a match that was interrupted goes on where it was."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from random import Random

from parlour.arena.evaluation import keys
from parlour.arena.evaluation.answers import Answer, Answers
from parlour.arena.evaluation.asking import Asker, Seat
from parlour.arena.tournament.plan import MAX_TURNS
from parlour.arena.tournament.results import Played
from parlour.match.match import View
from parlour.players.base import Player
from parlour.players.driver import play_match

PLAYER = "evaluated"  # the name of the player in its matches


class Asked:
    """The evaluated player in one match."""

    def __init__(self, asker: Asker, seat: Seat, opponent: str, pair: int, swapped: bool) -> None:
        self._asker, self._seat, self._where = asker, seat, (opponent, pair, swapped)

    def choose(self, view: View, random: Random) -> int:
        key = keys.in_match(*self._where, view.decisions)
        return self._asker.move(self._seat, key, view, random)


def play_pairs(asker: Asker, name: str, opponent: Player, pairs: int) -> list[Played]:
    """Pairs against an opponent, from the first one to the last one before any that is not finished.

    Those after it do not count: which pairs are finished when the budget runs out depends on how long they are.
    """
    found: dict[tuple[int, bool], Played] = {}

    def play(pair: int, swapped: bool) -> None:
        game = asker.subject.game
        names = (name, PLAYER) if swapped else (PLAYER, name)
        # The name belongs to it: a known player must not draw the same numbers while it is watched and afterwards.
        seed = Random(f"{asker.subject.seed}/{name}/{pair}").getrandbits(48)
        with asker.seat() as seat:
            asked = Asked(asker, seat, name, pair, swapped)
            players = (opponent, asked) if swapped else (asked, opponent)
            match = play_match(game, *players, seed=seed, max_turns=asker.subject.max_turns or MAX_TURNS)
        found[pair, swapped] = Played(pair, swapped, game.name, names, seed, match.decisions, *match.result)

    tasks = (partial(play, pair, swapped) for pair in range(pairs) for swapped in (False, True))
    asker.run(tasks, f"playing against {name}")
    whole = next((pair for pair in range(pairs) if not {(pair, False), (pair, True)} <= found.keys()), pairs)
    return [found[pair, swapped] for pair in range(whole) for swapped in (False, True)]


def begun_pairs(answers: Answers, opponent: str) -> int:
    """How many pairs against an opponent have been begun."""
    pairs = (keys.pair_of(answer.key, opponent) for answer in answers)
    return max((pair + 1 for pair in pairs if pair is not None), default=0)


def asked_in_matches(answers: Answers, evaluation: str, opponents: Iterable[str]) -> list[Answer]:
    """What was asked in matches against these opponents, by whichever evaluation, and the calls made in vain."""
    return [
        answer
        for answer in answers
        if any(keys.pair_of(answer.key, opponent) is not None for opponent in opponents)
        or (not answer.key and answer.evaluation == evaluation)
    ]
