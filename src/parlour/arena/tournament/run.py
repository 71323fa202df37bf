"""Plays a plan into a folder: from the beginning, or from wherever the last run was stopped."""

from __future__ import annotations

import json
import os
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from parlour.arena.harness.engines import Engine
from parlour.arena.harness.frozen import frozen
from parlour.arena.harness.ledger import Ledger, locked, settle_plan
from parlour.arena.tournament.plan import Plan
from parlour.arena.tournament.playing import Job, Missed
from parlour.arena.tournament.progress import Progress
from parlour.arena.tournament.schedule import Batches


class Summary(NamedTuple):
    """How a run ended."""

    matches: int  # on disk, from this run and those before
    total: int
    missed: tuple[str, ...]  # why some are missing, in sentences

    @property
    def finished(self) -> bool:
        return self.matches == self.total


def run_plan(plan: Plan, folder: Path, engine: Engine, threads: int = 1) -> Summary:
    """Plays what is missing. Ctrl-C raises KeyboardInterrupt; whatever was written by then is kept."""
    content = frozen(plan)
    with locked(folder):
        notes = settle_plan(folder, content)
        ledger = Ledger(folder, plan)
        progress = Progress(2 * plan.total, 2 * ledger.pairs)
        for note in notes:
            progress.note(f"Note: {note}.")
        batches = Batches(plan, ledger.missing(), threads if engine.shares_batches else 1)
        missed: list[Missed] = []
        if ledger.pairs < plan.total:
            try:
                with closing(engine.play(Job(json.dumps(content), os.getcwd(), threads), batches)) as outcomes:
                    for outcome in outcomes:
                        ledger.add(outcome)
                        for number, seconds in outcome.seconds:
                            batches.took(number, seconds)
                        for each in outcome.missed:
                            batches.unavailable(each.player)
                        missed += outcome.missed
                        progress.add(len(outcome.lines))
            finally:
                progress.close()
        if ledger.pairs == plan.total:
            ledger.finish()
    return Summary(2 * ledger.pairs, 2 * plan.total, tuple(sentences(missed, batches.put_off)))


def sentences(missed: list[Missed], put_off: int) -> list[str]:
    """One sentence for each reason."""
    counts = Counter((each.player, each.reason) for each in missed)
    lines = [
        f"{plural(count)}: {player} was unavailable ({reason})" if player else f"{plural(count)}: {reason}"
        for (player, reason), count in counts.items()
    ]
    return lines + ([f"{plural(put_off)} of unavailable players not tried"] if put_off else [])


def plural(pairs: int) -> str:
    return "1 pair" if pairs == 1 else f"{pairs:,} pairs"
