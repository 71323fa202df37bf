"""A scorecard: everything that was found about one player or several, on one page. Their own text is not trusted."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from parlour.arena.evaluation.result import Conduct, EvaluationFigure, EvaluationResult, read_result
from parlour.arena.evaluation.subject import conditions_of, read_evaluation
from parlour.arena.harness.ledger import json_data
from parlour.arena.report.html import render
from parlour.arena.report.text import UNKNOWN, escape, table
from parlour.arena.statistics.intervals import ENOUGH_PAIRS
from parlour.files import write_file
from parlour.games.errors import ParlourError

ORDER = ("matches", "exploit", "positions-perfect", "positions-own", "positions-uniform", "understanding")
LEGEND = (
    "Each figure is a mean with its 95 % interval, and how many positions, pairs or questions it comes from. "
    f"With fewer than {ENOUGH_PAIRS} (†), the interval may be too narrow."
)

DIFFERING = (
    "These evaluations were not made under the same conditions. Figures that depend on what differs are not comparable:"
)


class ScorecardRow(NamedTuple):
    name: str
    cells: tuple[str, ...]  # one for each player


class ScorecardSection(NamedTuple):
    title: str
    answers: str  # the question that the section answers
    rows: tuple[ScorecardRow, ...]
    notes: tuple[tuple[str, tuple[str, ...]], ...]  # by player
    tables: tuple[tuple[str, Sequence[dict[str, Any]]], ...]  # calibration, by player


class Scorecard(NamedTuple):
    variant: str
    players: tuple[str, ...]
    settings: tuple[dict[str, Any], ...]  # one for each player
    differing: tuple[ScorecardRow, ...]  # conditions that are not the same for all
    sections: tuple[ScorecardSection, ...]
    results: tuple[dict[str, EvaluationResult], ...]  # by name, one for each player


def scorecard(folders: Sequence[Path]) -> Scorecard:
    """Reads the results in these folders, one for each player."""
    found = [results_in(folder) for folder in folders]
    first = found[0][0]
    for folder, (about, _) in zip(folders, found, strict=True):
        if (about["game"], about["rules"]) != (first["game"], first["rules"]):
            raise ParlourError(
                f"{folder} is about {about['variant']} and {folders[0]} about {first['variant']}: "
                "only players of the same game can be compared"
            )
    players = number_names([about["player"] for about, _ in found])
    results = tuple(results for _, results in found)
    conditions = align([conditions_of(read_evaluation(folder)) for folder in folders])
    names = [name for name in ORDER if any(name in each for each in results)]
    return Scorecard(
        first["variant"],
        players,
        tuple(about["settings"] for about, _ in found),
        tuple(row for row in conditions if len(set(row.cells) - {UNKNOWN}) > 1),
        tuple(section(name, players, results) for name in names),
        results,
    )


def results_in(folder: Path) -> tuple[dict[str, Any], dict[str, EvaluationResult]]:
    results = {}
    about: dict[str, Any] = {}
    for name in ORDER:
        if (folder / f"{name}.json").exists():
            about, results[name] = read_result(folder / f"{name}.json")
    if not results:
        raise ParlourError(f"{folder} has no results; `parlour evaluate positions|matches|exploit|understanding` first")
    return about, results


def number_names(players: list[str]) -> tuple[str, ...]:
    """Names for columns: the same player twice, with other settings perhaps, gets a number."""
    return tuple(
        name if players.count(name) == 1 else f"{name} ({players[: number + 1].count(name)})"
        for number, name in enumerate(players)
    )


def section(name: str, players: Sequence[str], results: Sequence[dict[str, EvaluationResult]]) -> ScorecardSection:
    found = [each.get(name) for each in results]
    some = next(each for each in found if each is not None)
    present = [(player, each) for player, each in zip(players, found, strict=True) if each is not None]
    title = some.evaluation.capitalize() + (f", {some.distribution}" if some.distribution else "")
    return ScorecardSection(
        title,
        some.answers,
        tuple(result_rows(found)),
        tuple((player, notes_of(each)) for player, each in present if notes_of(each)),
        tuple((player, each.table) for player, each in present if each.table),
    )


def notes_of(result: EvaluationResult) -> tuple[str, ...]:
    stopped = (f"Not finished: {result.stopped}",) if result.stopped else ()
    return (*result.notes, *stopped, *(f"Failure: {example}" for example in result.conduct.examples))


def result_rows(found: Sequence[EvaluationResult | None]) -> list[ScorecardRow]:
    """The figures of one result or several, how the players answered, and the cost, as far as it is known."""
    figures = [{figure.name: figure_text(figure) for figure in each.figures} if each else {} for each in found]
    conducts = [conduct_cells(each.conduct) if each else {} for each in found]
    return [row for row in (*align(figures), *align(conducts)) if set(row.cells) != {UNKNOWN}]


def align(columns: Sequence[dict[str, str]]) -> list[ScorecardRow]:
    """A row for each name in one of the columns."""
    names = dict.fromkeys(name for column in columns for name in column)
    return [ScorecardRow(name, tuple(column.get(name, UNKNOWN) for column in columns)) for name in names]


def conduct_cells(found: Conduct) -> dict[str, str]:
    rates = {figure.name: figure_text(figure, ".1%") for figure in found.rates}
    return {
        "calls": f"{found.calls:,} for {found.questions:,} questions",
        "answered by": ", ".join(found.served) or UNKNOWN,
        "address of the server": ", ".join(found.addresses) or UNKNOWN,
        # Only servers of models can refuse structured output.
        "calls that fell back to plain text": f"{found.fallbacks:,}" if found.addresses else UNKNOWN,
        "questions with an illegal reply": rates.get("illegal reply", UNKNOWN),
        "questions with an unreadable reply": rates.get("unreadable reply", UNKNOWN),
        "questions without an answer": rates.get("no answer at all", UNKNOWN),
        "tokens": UNKNOWN if found.tokens_in is None else f"{found.tokens_in:,} in, {found.tokens_out or 0:,} out",
        "cost": UNKNOWN if found.cost is None else f"{found.cost:.4f}",
    }


def figure_text(figure: EvaluationFigure, digits: str = ".3f") -> str:
    few = "†" if figure.n < ENOUGH_PAIRS else ""
    span = f"{figure.low:{digits}} to {figure.high:{digits}}"
    unit = figure.unit.removesuffix("s") if figure.n == 1 else figure.unit
    return f"{figure.mean:{digits}} ({span}), {figure.n}{few} {unit}"


def write_scorecard(card: Scorecard, folder: Path) -> list[Path]:
    """Writes report.md, report.json and report.html."""
    folder.mkdir(parents=True, exist_ok=True)
    values = {"card": card, "legend": LEGEND, "differing": DIFFERING, "settings": settings_of(card), "cell": cell}
    page = render("scorecard.html.j2", **values)
    texts = {"report.md": markdown(card), "report.json": as_json(card), "report.html": page}
    for name, text in texts.items():
        write_file(folder / name, text)
    return [folder / name for name in texts]


def as_json(card: Scorecard) -> str:
    content = {
        "variant": card.variant,
        "differing": {row.name: row.cells for row in card.differing},
        "players": [
            {"player": player, "settings": settings, "results": json_data(list(results.values()))}
            for player, settings, results in zip(card.players, card.settings, card.results, strict=True)
        ],
    }
    return json.dumps(content, indent=1) + "\n"


def markdown(card: Scorecard) -> str:
    lines = [f"# Scorecard: {escape(card.variant)}", "", escape(LEGEND), ""]
    lines += [f"- {escape(player)}: {escape(text)}" for player, text in settings_of(card)] + [""]
    headings = ["", *map(escape, card.players)]
    if card.differing:
        lines += [f"**{DIFFERING}**", "", *table(headings, [(row.name, *row.cells) for row in card.differing])]
    for each in card.sections:
        lines += [f"## {escape(each.title)}", "", escape(each.answers), ""]
        lines += table(headings, [(row.name, *row.cells) for row in each.rows])
        for player, stated in each.tables:
            lines += [f"Stated chances of winning, {escape(player)}:", ""]
            lines += table(list(stated[0]), [tuple(map(cell, row.values())) for row in stated])
        lines += [f"- {escape(player)}: {escape(note)}" for player, notes in each.notes for note in notes]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def settings_of(card: Scorecard) -> list[tuple[str, str]]:
    return [
        (player, ", ".join(f"{key} = {json.dumps(value)}" for key, value in settings.items()) or "no settings")
        for player, settings in zip(card.players, card.settings, strict=True)
    ]


def cell(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else str(value)
