"""Played matches to look at: which ones, and what is shown of every decision."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from parlour.arena.harness.turns import turns
from parlour.arena.tournament.results import Played, Results
from parlour.arena.tournament.reviews import Grades
from parlour.drawing.scenes import plain as plain_line
from parlour.drawing.scenes import scene_of
from parlour.drawing.svg import elements
from parlour.drawing.theme import LIGHT, Paint, Theme
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.match.match import Match
from parlour.match.record import finish
from parlour.solver.solutions import solution_of

MOST = 300  # matches in the page
PICTURES = 2_000_000  # characters of boards that are drawn; later ones are shown as text
WHOLE = 4_000_000  # characters of all replays: the page stays below 5 MB
OVERHEAD = 400  # characters of the page for each decision, beside its texts
# Colours that the page sets, for light and dark.
PAGE = Theme(
    "none",
    {
        style: Paint(
            *("none" if colour == "none" else f"var(--{style}-{part})" for part, colour in paint._asdict().items())
        )
        for style, paint in LIGHT.styles.items()
    },
)


class Choice(NamedTuple):
    player: str
    action: str
    loss: float | None


class Board(NamedTuple):
    symbol: int | None  # the number of the picture, if there is one
    size: tuple[float, float]
    text: str
    summary: str  # for people who do not see it


class Step(NamedTuple):
    """A decision: the board before it, what it was worth to the first seat, and what was chosen."""

    board: Board
    value: float | None
    choices: tuple[Choice, ...]


class Replay(NamedTuple):
    match: Played
    ending: str
    given_away: tuple[float, float] | None  # by seat
    steps: tuple[Step, ...]
    last: Board


class Album(NamedTuple):
    replays: tuple[Replay, ...]
    symbols: tuple[str, ...]  # pictures that replays refer to
    total: int  # matches of the run


def as_match(game: Game, played: Played) -> Match:
    """The match that a line of matches.jsonl describes, with a record of its own."""
    match = Match(game, played.players, played.seed)
    for decision in played.decisions:
        match.decide(decision)
    failure = played.failure._asdict() if played.failure else None
    finish(match, {"outcome": played.outcome, "failure": failure})
    return match


def album(results: Results, grades: Grades | None, most: int = MOST) -> Album:
    """Replays of the most telling matches, or of all if they are few."""
    games = {variant.label: variant.game for variant in results.plan.games}
    boards = Boards()
    replays: list[Replay] = []
    for played in telling(results.matches, grades, most):
        if boards.characters > WHOLE:
            break
        replays.append(replay(games[played.game], played, grades, boards))
    replays.sort(key=lambda each: (each.match.pair, each.match.swapped))
    return Album(tuple(replays), tuple(boards.symbols), len(results.matches))


def telling(matches: Sequence[Played], grades: Grades | None, most: int) -> Iterator[Played]:
    """Up to so many matches: at first those with a failure, then those of each meeting in which most was given away."""
    if len(matches) <= most:
        yield from matches
        return
    failed = [match for match in matches if match.failure][:most]
    groups: dict[Any, list[Played]] = {}
    for match in matches:
        if not match.failure:
            groups.setdefault((match.game, frozenset(match.players)), []).append(match)
    ranked = [sorted(group, key=lambda match: -given_away(match, grades)) for group in groups.values()]
    in_turn = (match for each in zip_longest(*ranked) for match in each if match)
    yield from failed
    for match, _ in zip(in_turn, range(most - len(failed)), strict=False):
        yield match


def given_away(match: Played, grades: Grades | None) -> float:
    grade = grades.of(match) if grades else None
    return grade.given_away(0) + grade.given_away(1) if grade else 0.0


def replay(game: Game, played: Played, grades: Grades | None, boards: Boards) -> Replay:
    grade = grades.of(played) if grades else None
    solution = solution_of(game) if grade else None
    steps, state = [], game.start()
    for number, turn in enumerate(turns(game, played.decisions)):
        losses = grade.losses[number] if grade else (None, None)
        choices = tuple(
            Choice(played.players[seat], game.label(turn.before, seat, turn.actions[seat]), losses[seat])
            for seat in turn.actors
        )
        value = solution.value(turn.before) if solution else None
        steps.append(Step(boards.add(game, turn.before), value, choices))
        state = turn.after
    both = (grade.given_away(0), grade.given_away(1)) if grade else None
    return Replay(played, ending(played), both, tuple(steps), boards.add(game, state))


def ending(played: Played) -> str:
    if played.failure:
        return f"{played.players[played.failure.player]} forfeited: {played.failure.reason}"
    if played.winner is not None:
        return f"{played.players[played.winner]} won"
    return "a draw" if played.outcome == "drawn" else "stopped at the limit of decisions, so it counts as a draw"


class Boards:
    """Boards to show. A picture that appears several times is drawn once."""

    def __init__(self) -> None:
        self.symbols: list[str] = []
        self.characters = 0
        self._pictures = 0  # characters of them
        self._known: dict[tuple[Game, State], Board] = {}

    def add(self, game: Game, state: State) -> Board:
        visible = game.shown(state)
        if (game, visible) not in self._known:
            self._known[game, visible] = self._drawn(game, state)
        board = self._known[game, visible]
        self.characters += OVERHEAD + len(board.summary) + (len(board.text) if board.symbol is None else 0)
        return board

    def _drawn(self, game: Game, state: State) -> Board:
        scene = scene_of(game, state)
        lines = game.words.board(game.rules, game.shown(state))
        text = "\n".join(plain_line(line).rstrip() for line in lines)
        size = (scene.width, scene.height)
        if self._pictures > PICTURES:
            return Board(None, size, text, scene.summary)
        picture = "".join(element for shape in scene.shapes for element in elements(shape, PAGE))
        self._pictures += len(picture)
        self.characters += len(picture)
        self.symbols.append(picture)
        return Board(len(self.symbols) - 1, size, text, scene.summary)
