"""Writes the three files of a report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from parlour.arena.report.figures import collect
from parlour.arena.report.html import page
from parlour.arena.report.markdown import markdown
from parlour.arena.report.replays import MOST, album
from parlour.arena.report.shapes import Figures, plain
from parlour.arena.tournament.results import read_results
from parlour.arena.tournament.reviews import load_grades
from parlour.files import write_file

FORMAT, VERSION = "parlour arena report", 1
GRADING = 0.3  # of the time, about


class Report(NamedTuple):
    figures: Figures
    files: tuple[Path, ...]


def write_report(
    folder: Path,
    *,
    grades: bool = True,
    corrected: bool = True,
    replays: int = MOST,
    progress: Callable[[str, float], None] = lambda _stage, _done: None,
) -> Report:
    """Writes report.html, report.md and report.json into the folder of a run, finished or not.

    `progress` hears the stage and the fraction of everything that is done.
    """
    results = read_results(folder)
    graded = load_grades(folder, results, lambda done: progress("grading", GRADING * done)) if grades else None
    figures = collect(
        folder,
        results,
        graded,
        corrected=corrected,
        progress=lambda done: progress("calculating", GRADING + (1.0 - GRADING) * done),
    )
    shown = album(results, graded, replays)
    document = {"format": FORMAT, "version": VERSION, **plain(figures)}
    texts = {
        "report.html": page(figures, shown),
        "report.md": markdown(figures),
        "report.json": json.dumps(document, indent=1) + "\n",
    }
    for name, text in texts.items():
        write_file(folder / name, text)
    return Report(figures, tuple(folder / name for name in texts))
