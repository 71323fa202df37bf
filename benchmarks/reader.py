"""What people with habits score against `reader`, which has seen ten matches of theirs, and against `perfect`.

    python benchmarks/reader.py      # writes benchmarks/results/reader.json

The people are the calibration opponents, whose habits the reader can name, and the people that were
held out when the levels were calibrated. All play the same number of matches, so the scores have a standard error of
about 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from results import save

from parlour.games.catalogue import OURS, game
from parlour.games.game import Game
from parlour.games.line import MAX_TURNS
from parlour.players import Perfect, play_match
from parlour.players.base import Player
from parlour.players.habits.choices import MadeChoice, choices_of
from parlour.players.habits.habitual import calibration_opponents, held_out_opponents
from parlour.players.habits.person import Person
from parlour.players.habits.reader import Reader
from parlour.solver.memory import solution_of

SEEN = 10  # matches
MATCHES = 400  # for each person and seat


def play(
    standard: Game, person: Player, opponent: Player | str, seat: int, seed: int
) -> tuple[float, list[MadeChoice]]:
    """What the person scores, and what they chose; the opponent has this seat."""
    first, second = (opponent, person) if seat == 0 else (person, opponent)
    match = play_match(standard, first, second, seed=seed, max_turns=MAX_TURNS)
    if match.result.failure:
        raise RuntimeError(match.result.failure.reason)
    winner = match.result.winner
    return 0.5 if winner is None else float(winner != seat), choices_of(match.line, 1 - seat)


def score(standard: Game, person: Player, opponent: Player, seat: int) -> float:
    return fmean(play(standard, person, opponent, seat, SEEN + number)[0] for number in range(MATCHES))


def scores(standard: Game, people: Sequence[Player], seat: int) -> tuple[float, float]:
    """What the people score on average against `perfect` and against `reader`."""
    perfect, reader = [], []
    for person in people:
        seen = [choice for seed in range(SEEN) for choice in play(standard, person, "medium", seed % 2, seed)[1]]
        perfect.append(score(standard, person, Perfect(), seat))
        reader.append(score(standard, person, Reader(Person(standard, seen), seat), seat))
    return fmean(perfect), fmean(reader)


def main() -> None:
    figures: list[dict[str, Any]] = []
    for name in OURS:
        standard = game(name)
        solution_of(standard).prepare()
        for seat in (0, 1):
            row: dict[str, Any] = {"game": standard.title, "seat": standard.words.PLAYERS[seat]}
            groups: dict[str, Sequence[Player]] = {
                "calibration": calibration_opponents(standard),
                "held out": held_out_opponents(standard),
            }
            for group, people in groups.items():
                perfect, reader = scores(standard, people, seat)
                row[group] = {"perfect": 100 * perfect, "reader": 100 * reader}
            figures.append(row)
            print(row, flush=True)
    save("reader", {"matches": MATCHES, "seen": SEEN, "figures": figures})


if __name__ == "__main__":
    main()
