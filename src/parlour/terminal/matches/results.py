"""Your results at the terminal: by opponent, over time, and the positions that cost most."""

from collections.abc import Sequence
from itertools import pairwise

from parlour.coach.statistics import CostlyPosition, MatchPart, Period, by_opponent, costliest, over_time
from parlour.coach.wording import mean_text, mix_text
from parlour.games.vocabulary import bar, count
from parlour.match.transcript import variant_name
from parlour.terminal.console.console import Console
from parlour.terminal.console.format import board_lines, show_pages, table_lines, wrap_lines
from parlour.terminal.matches.saved import Saved, command

SHOWN = 3  # positions with their boards
BAR = 20
LOSS = "Mean loss"  # per choice
YOU = "you"  # a person who gave no name
NUMBERS = {"Matches", "Won", "Lost", "Drawn", LOSS, "Choices"}


def show_stats(console: Console, found: Sequence[Saved], parts: Sequence[MatchPart]) -> None:
    """Show the results of people; `parts` are theirs in the matches that were found."""
    lines = ["There are no such results yet.", f"To play: {command('play', 'GAME', '--second', 'easy')}"]
    if parts:
        lines = stats_lines(console, parts)
    show_pages(console, [*lines, *wrap_lines(console, notes(found, parts))])


def stats_lines(console: Console, parts: Sequence[MatchPart]) -> list[str]:
    lines = result_lines(console, parts)
    periods, positions = over_time(parts), costliest(parts)
    several = {earlier.name for earlier, later in pairwise(periods) if earlier.name == later.name}
    periods = [period for period in periods if period.name in several]  # one period says nothing new
    if periods:
        lines += ["", "Mean loss per choice against a perfect opponent, over time:", ""]
        lines += period_lines(console, periods)
    if positions:
        lines += ["", "The positions that cost most:"]
    return lines + [line for costly in positions[:SHOWN] for line in position_lines(console, costly)]


def result_lines(console: Console, parts: Sequence[MatchPart]) -> list[str]:
    named = any(part.name for part in parts)
    rows = []
    for name, game, opponent, total in by_opponent(parts):
        counts = [str(number) for number in (total.matches, total.won, total.lost, total.drawn)]
        rows.append([*[name or YOU] * named, variant_name(game), opponent, *counts, mean_text(total.mean_loss)])
    headings = [*["Name"] * named, "Game", "Opponent", "Matches", "Won", "Lost", "Drawn", LOSS]
    return table_lines(console, headings, rows, right=NUMBERS)


def period_lines(console: Console, periods: Sequence[Period]) -> list[str]:
    most = max(period.total.mean_loss or 0.0 for period in periods)
    named = any(period.name for period in periods)
    rows = []
    for name, begin, end, total in periods:
        dates = f"{begin:%Y-%m-%d}" if begin.date() == end.date() else f"{begin:%Y-%m-%d} to {end:%Y-%m-%d}"
        length = round(BAR * (total.mean_loss or 0.0) / most) if most else 0
        figures = [str(total.matches), str(total.choices), mean_text(total.mean_loss), bar(length, BAR, BAR)]
        rows.append([*[name or YOU] * named, dates, *figures])
    headings = [*["Name"] * named, "When", "Matches", "Choices", LOSS, ""]
    return table_lines(console, headings, rows, right=NUMBERS)


def position_lines(console: Console, costly: CostlyPosition) -> list[str]:
    part, game, state = costly.part, costly.part.match.game, costly.turn.before
    who = f" {part.name}" if part.name else ""
    played = game.label(state, part.player, costly.choice.action)
    best = mix_text(game, state, part.player, costly.choice.best)
    again = f", {count(costly.times, 'time')}" if costly.times > 1 else ""
    what = f"{variant_name(game)},{who} as {game.words.PLAYERS[part.player]}: {costly.loss:.2f}{again}."
    board = console.paint(board_lines(console, game, game.shown(state)))
    where = f"  {command('replay', part.file)}  (turn {costly.turn.number})"
    return ["", *wrap_lines(console, [f"{what} Played: {played}. Better: {best}."]), "", *board, "", where]


def notes(found: Sequence[Saved], parts: Sequence[MatchPart]) -> list[str]:
    """The matches and choices that the figures leave out."""
    unnamed = sum(len(saved.match.people) == 2 and saved.match.names is None for saved in found)
    unsolved = sum(part.review is None for part in parts)
    lines = []
    if unnamed:
        lines.append(f"Left out: {count(unnamed, 'match', 'matches')} of two people without names.")
    if unsolved:
        unknown = count(unsolved, "match", "matches")
        lines.append(f"Not reviewed: {unknown} of variants that are not solved here; parlour solve does it.")
    return ["", *lines] if lines else []
