"""What casual people score against each level and character, and the habits: the tables of docs/explanation/players.md.

    python tools/opponent_scores.py              # writes the tables
    python tools/opponent_scores.py tower-siege  # prints the rows of one game

Nothing is played: the scores are calculated, and exact.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from parlour.games.catalogue import OURS, game
from parlour.games.game import Game
from parlour.players.basic import Perfect, Uniform
from parlour.players.habits.characters import CHARACTERS, Character
from parlour.players.habits.habitual import calibration_opponents, character_habit, held_out_opponents
from parlour.players.habits.levels import LEVELS, Level
from parlour.solver.policies.best_response import best_response
from parlour.solver.policies.matchup import matchups
from parlour.solver.policies.strategies import PolicyLike

PAGE = Path(__file__).parents[1] / "docs" / "explanation" / "players.md"
SEATS = (0, 1)
PLAYERS: dict[str, PolicyLike] = {
    "random": Uniform(),
    **{name: Level(name) for name in LEVELS},
    "perfect": Perfect(),
}


def scores(
    standard: Game, people: Sequence[PolicyLike], players: Sequence[PolicyLike], seats: Sequence[int] = SEATS
) -> NDArray[np.float64]:
    """What people score, from 0 to 1, against each player in each of these seats: [player, seat, person]."""
    pairs = [
        (number, len(players) + person) if seat == 0 else (len(players) + person, number)
        for number, seat, person in product(range(len(players)), seats, range(len(people)))
    ]
    found = [each.expected for each in matchups(standard, [*players, *people], pairs)]
    results = np.array(found).reshape(len(players), len(seats), len(people))
    signs = np.array([-1 if seat == 0 else 1 for seat in seats])
    shares: NDArray[np.float64] = 0.5 + 0.5 * results * signs[:, None]
    return shares


def calibration_scores(
    standard: Game, players: Sequence[PolicyLike], seats: Sequence[int] = SEATS
) -> NDArray[np.float64]:
    """What the calibration opponents score on average: [player, seat]."""
    means: NDArray[np.float64] = scores(standard, calibration_opponents(standard), players, seats).mean(axis=2)
    return means


def level_tables(standard: Game, names: Sequence[str] = tuple(PLAYERS)) -> tuple[list[str], list[str]]:
    """Rows for docs/explanation/players.md, one per seat: scores of the calibration opponents, and of the others."""
    people, others = calibration_opponents(standard), held_out_opponents(standard)
    found = scores(standard, [*people, *others], [PLAYERS[name] for name in names])
    calibration, held_out = found[:, :, : len(people)], found[:, :, len(people) :]
    judged = [number for number, name in enumerate(names) if name != "random"]  # it is a held-out opponent
    return (
        [row(standard, seat, [percent(each.mean()) for each in calibration[:, seat]]) for seat in SEATS],
        [row(standard, seat, [spread(each) for each in held_out[judged, seat]]) for seat in SEATS],
    )


def character_table(standard: Game) -> list[str]:
    """A row for each seat: against each character who sits there, the two scores in percent."""
    characters = [Character(name) for name in CHARACTERS]
    scores = calibration_scores(standard, characters)
    rows = []
    for seat in SEATS:
        learnt = [0.5 + best_response(standard, each, 1 - seat).value / 2 for each in characters]
        pairs = zip(scores[:, seat], learnt, strict=True)
        rows.append(row(standard, seat, [f"{percent(casual)}, {percent(best)}" for casual, best in pairs]))
    return rows


def habit_table() -> list[str]:
    """A row for each character and game: what the character always does there."""
    return [
        f"| `{name}` | {standard.title} | {character_habit(name, standard).sentence} |"
        for name in CHARACTERS
        for standard in map(game, OURS)
    ]


def row(standard: Game, seat: int, cells: Sequence[str]) -> str:
    return "| " + " | ".join([standard.title, standard.words.PLAYERS[seat], *cells]) + " |"


def percent(share: float) -> str:
    return f"{100 * share:.0f}"


def spread(shares: NDArray[np.float64]) -> str:
    """The mean, and the least and the most."""
    return f"{percent(shares.mean())} ({percent(shares.min())} to {percent(shares.max())})"


def with_rows(page: str, name: str, rows: Sequence[str]) -> str:
    """The page with these rows in a table, under the two lines of its head."""
    before, begin, rest = page.partition(f"<!-- {name} -->\n")
    table, end, after = rest.partition(f"<!-- end of {name} -->")
    return before + begin + "\n".join([*table.splitlines()[:2], *rows, ""]) + end + after


def main() -> None:
    tables: dict[str, list[str]] = {"levels": [], "held out": [], "characters": []}
    for name in sys.argv[1:] or OURS:
        found = (*level_tables(game(name)), character_table(game(name)))
        for rows, added in zip(tables.values(), found, strict=True):
            rows += added
            print("\n".join(added), flush=True)
    if sys.argv[1:]:
        return
    tables["habits"] = habit_table()
    page = PAGE.read_text(encoding="utf-8")
    for name, rows in tables.items():
        page = with_rows(page, name, rows)
    PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
