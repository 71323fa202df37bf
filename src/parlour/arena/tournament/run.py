"""Plays a plan into a folder: from the beginning, or from wherever the last run was stopped."""

import json
import os
import sys
import time
from collections import Counter
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import NamedTuple, TextIO

from parlour.arena.harness.engines import Engine, PairOutcome
from parlour.arena.harness.ledger import lock
from parlour.arena.tournament.batches import Batches
from parlour.arena.tournament.plan import TournamentPlan, freeze_plan
from parlour.arena.tournament.playing import BatchJob, play_batch
from parlour.arena.tournament.results import MatchLedger, settle_plan
from parlour.games.vocabulary import duration
from parlour.printing import escape

TERMINAL, PLAIN = 0.2, 10.0  # seconds between two reports of the progress
CLEAR = "\r\033[K"  # back to the beginning of the line, which is emptied


class RunSummary(NamedTuple):
    matches: int  # on disk, from this run and those before
    total: int
    missed: tuple[str, ...]  # why some are missing, in sentences

    @property
    def finished(self) -> bool:
        return self.matches == self.total


def run_plan(plan: TournamentPlan, folder: Path, engine: Engine, threads: int = 1) -> RunSummary:
    """Plays the missing pairs. Ctrl-C raises KeyboardInterrupt; everything written by then is kept."""
    content = freeze_plan(plan)
    shared = threads if engine.shares_batches else 1  # threads that play one batch together
    with lock(folder):
        notes = settle_plan(folder, content)
        with closing(MatchLedger(folder, plan)) as ledger:
            progress = RunProgress(2 * plan.total, 2 * ledger.pairs)
            for note in notes:
                progress.note(f"Note: {note}.")
            batches = Batches(plan, ledger.missing(), shared)
            missed: list[PairOutcome] = []
            if ledger.pairs < plan.total:
                work = partial(play_batch, BatchJob(json.dumps(content), os.getcwd(), shared))
                with closing(progress), closing(engine.play(work, batches, threads)) as outcomes:
                    for batch in outcomes:
                        ledger.add(batch)
                        batches.learn(batch)
                        missed += (pair for pair in batch if not pair.lines)
                        progress.add(sum(len(pair.lines) for pair in batch))
            if ledger.pairs == plan.total:
                ledger.finish()
    return RunSummary(2 * ledger.pairs, 2 * plan.total, tuple(sentences(missed, batches.put_off)))


def sentences(missed: list[PairOutcome], put_off: int) -> list[str]:
    counts = Counter(
        f": {pair.unavailable} was unavailable ({pair.problem})" if pair.unavailable else f": {pair.problem}"
        for pair in missed
    )
    counts[" of unavailable players not tried"] = put_off
    return [f"{pairs:,} pair{'s' if pairs > 1 else ''}{what}" for what, pairs in counts.items() if pairs]


class RunProgress:
    """Matches done, matches per second and time left, on the standard error.

    Rewrites one line at a terminal; elsewhere it writes a line now and then.
    """

    def __init__(self, total: int, done: int, stream: TextIO | None = None) -> None:
        self._total = total
        self._before = self._done = done  # matches when the clock was started, and now
        self._stream = sys.stderr if stream is None else stream
        self._rewrites = self._stream is not None and self._stream.isatty()
        self._begun: float | None = None
        self._shown = time.monotonic()

    def add(self, matches: int) -> None:
        self._done += matches
        now = time.monotonic()
        if self._begun is None:  # the first batch took longer: processes started, games were solved and compiled
            self._begun, self._before = now, self._done
        if now - self._shown >= (TERMINAL if self._rewrites else PLAIN):
            self._shown = now
            self.note(self.text(), end="" if self._rewrites else "\n")

    def close(self) -> None:
        self.note(self.text())

    def text(self) -> str:
        passed = 0.0 if self._begun is None else time.monotonic() - self._begun
        rate = (self._done - self._before) / passed if passed > 0 else 0.0
        parts = [f"{self._done:,} of {self._total:,} matches"]
        if rate > 0:
            parts.append(f"{rate:,.0f} per second" if rate >= 10 else f"{rate:.2g} per second")
            if self._done < self._total:
                parts.append(f"{duration((self._total - self._done) / rate)} left")
        return ", ".join(parts)

    def note(self, text: str, end: str = "\n") -> None:
        """Writes a separate line, or one that the next will replace, without its end."""
        print(f"{CLEAR if self._rewrites else ''}{escape(text)}", end=end, file=self._stream, flush=True)
