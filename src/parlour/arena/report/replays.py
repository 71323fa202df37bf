"""Played matches to look at: which ones, and the contents of every turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, zip_longest
from typing import Any, NamedTuple

from parlour.arena.harness.match_losses import LossesByMatch
from parlour.arena.harness.played import PlayedMatch
from parlour.arena.tournament.results import TournamentResults
from parlour.drawing.scenes import scene_of
from parlour.drawing.svg import elements
from parlour.drawing.theme import LIGHT, Paint, Theme
from parlour.games.contract import State
from parlour.games.game import Game
from parlour.games.vocabulary import plain_text
from parlour.solver.memory import solution_of

MOST = 300  # matches in the page
PICTURES = 2_000_000  # characters of boards that are drawn; later ones are shown as text
WHOLE = 4_000_000  # characters of all replays: the page stays below 5 MB
OVERHEAD = 400  # characters of the page for each turn, in addition to its texts
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


class ReplayChoice(NamedTuple):
    player: str
    action: str
    loss: float | None


class ReplayBoard(NamedTuple):
    symbol: int | None  # the number of the picture, if there is one
    size: tuple[float, float]
    text: str
    summary: str  # for people who do not see it


class ReplayTurn(NamedTuple):
    """The board before a turn, its value to the first seat, and the choices."""

    board: ReplayBoard
    value: float | None
    choices: tuple[ReplayChoice, ...]


class MatchReplay(NamedTuple):
    match: PlayedMatch
    ending: str
    losses: tuple[float, float] | None  # in total, by seat
    turns: tuple[ReplayTurn, ...]
    last: ReplayBoard


class Album(NamedTuple):
    replays: tuple[MatchReplay, ...]
    symbols: tuple[str, ...]  # pictures that replays refer to
    total: int  # matches of the run


def album(results: TournamentResults, losses: LossesByMatch, most: int = MOST) -> Album:
    """Replays of the most telling matches, or of all if they are few."""
    boards = Boards()
    replays: list[MatchReplay] = []
    for played in telling_matches(results.matches, losses, most):
        if boards.characters > WHOLE:
            break
        replays.append(replay(played, losses, boards))
    replays.sort(key=lambda each: each.match.key)
    return Album(tuple(replays), tuple(boards.symbols), len(results.matches))


def telling_matches(matches: Sequence[PlayedMatch], losses: LossesByMatch, most: int) -> Iterator[PlayedMatch]:
    """Up to so many matches: at first those with a failure, then those of each matchup with the greatest losses."""
    if len(matches) <= most:
        yield from matches
        return
    failed = [match for match in matches if match.failure][:most]
    groups: dict[Any, list[PlayedMatch]] = {}
    for match in matches:
        if not match.failure:
            groups.setdefault((match.game, frozenset(match.players)), []).append(match)
    ranked = [sorted(group, key=lambda match: -sum(total_losses(match, losses) or ())) for group in groups.values()]
    in_turn = (match for each in zip_longest(*ranked) for match in each if match)
    yield from failed
    yield from islice(in_turn, most - len(failed))


def total_losses(match: PlayedMatch, losses: LossesByMatch) -> tuple[float, float] | None:
    """By seat."""
    found = losses.get(match.key)
    return (found.total(0), found.total(1)) if found else None


def replay(played: PlayedMatch, losses: LossesByMatch, boards: Boards) -> MatchReplay:
    game, found = played.line.game, losses.get(played.key)
    solution = solution_of(game) if found else None
    by_turn = [dict(own) for own in found.losses] if found else [{}, {}]
    turns = []
    for number, turn in enumerate(played.line.turns, start=1):
        choices = tuple(
            ReplayChoice(played.players[seat], game.label(turn.before, seat, action), by_turn[seat].get(number))
            for seat, action in zip(turn.actors, turn.choices, strict=True)
        )
        value = solution.value(turn.before) if solution else None
        turns.append(ReplayTurn(boards.add(game, turn.before), value, choices))
    last = boards.add(game, played.line.state)
    return MatchReplay(played, ending(played), total_losses(played, losses), tuple(turns), last)


def ending(played: PlayedMatch) -> str:
    if played.failure:
        return f"{played.players[played.failure.player]} forfeited: {played.failure.reason}"
    if played.winner is not None:
        return f"{played.players[played.winner]} won"
    return "a draw" if played.outcome == "drawn" else "stopped at the limit of turns, so it counts as a draw"


class Boards:
    """Boards to show. A picture that appears several times is drawn once."""

    def __init__(self) -> None:
        self.symbols: list[str] = []
        self.characters = 0
        self._pictures = 0  # characters of them
        self._known: dict[tuple[Game, State], ReplayBoard] = {}

    def add(self, game: Game, state: State) -> ReplayBoard:
        visible = game.shown(state)
        if (game, visible) not in self._known:
            self._known[game, visible] = self._draw(game, state)
        board = self._known[game, visible]
        self.characters += OVERHEAD + len(board.summary) + (len(board.text) if board.symbol is None else 0)
        return board

    def _draw(self, game: Game, state: State) -> ReplayBoard:
        scene = scene_of(game, state)
        lines = game.words.board(game.rules, game.shown(state))
        text = "\n".join(plain_text(line).rstrip() for line in lines)
        size = (scene.width, scene.height)
        if self._pictures > PICTURES:
            return ReplayBoard(None, size, text, scene.summary)
        picture = "".join(element for shape in scene.shapes for element in elements(shape, PAGE))
        self._pictures += len(picture)
        self.characters += len(picture)
        self.symbols.append(picture)
        return ReplayBoard(len(self.symbols) - 1, size, text, scene.summary)
