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

from parlour.arena.harness.engines import Engine, MissedPair
from parlour.arena.harness.ledger import lock
from parlour.arena.tournament.batches import Batches
from parlour.arena.tournament.plan import TournamentPlan, freeze_plan
from parlour.arena.tournament.playing import BatchJob, play_batch
from parlour.arena.tournament.results import MatchLedger, settle_plan
from parlour.games.vocabulary import duration

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
    """Plays what is missing. Ctrl-C raises KeyboardInterrupt; what was written by then is kept."""
    content = freeze_plan(plan)
    shared = threads if engine.shares_batches else 1  # threads that play one batch together
    with lock(folder):
        notes = settle_plan(folder, content)
        with closing(MatchLedger(folder, plan)) as ledger:
            progress = RunProgress(2 * plan.total, 2 * ledger.pairs)
            for note in notes:
                progress.note(f"Note: {note}.")
            batches = Batches(plan, ledger.missing(), shared)
            missed: list[MissedPair] = []
            if ledger.pairs < plan.total:
                work = partial(play_batch, BatchJob(json.dumps(content), os.getcwd(), shared))
                with closing(progress), closing(engine.play(work, batches, threads)) as outcomes:
                    for outcome in outcomes:
                        ledger.add(outcome)
                        for number, seconds in outcome.seconds:
                            batches.took(number, seconds)
                        for each in outcome.missed:
                            batches.unavailable(each.player)
                        missed += outcome.missed
                        progress.add(len(outcome.lines))
            if ledger.pairs == plan.total:
                ledger.finish()
    return RunSummary(2 * ledger.pairs, 2 * plan.total, tuple(sentences(missed, batches.put_off)))


def sentences(missed: list[MissedPair], put_off: int) -> list[str]:
    counts = Counter((each.player, each.reason) for each in missed)
    lines = [
        f"{plural(count)}: {player} was unavailable ({reason})" if player else f"{plural(count)}: {reason}"
        for (player, reason), count in counts.items()
    ]
    return lines + ([f"{plural(put_off)} of unavailable players not tried"] if put_off else [])


def plural(pairs: int) -> str:
    return "1 pair" if pairs == 1 else f"{pairs:,} pairs"


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
            self._write()

    def close(self) -> None:
        self._write()
        if self._rewrites:
            self._stream.write("\n")
            self._stream.flush()

    def text(self) -> str:
        passed = 0.0 if self._begun is None else time.monotonic() - self._begun
        rate = (self._done - self._before) / passed if passed > 0 else 0.0
        parts = [f"{self._done:,} of {self._total:,} matches"]
        if rate > 0:
            parts.append(f"{rate:,.0f} per second" if rate >= 10 else f"{rate:.2g} per second")
            if self._done < self._total:
                parts.append(f"{duration((self._total - self._done) / rate)} left")
        return ", ".join(parts)

    def note(self, text: str) -> None:
        """Writes a separate line."""
        self._stream.write((CLEAR if self._rewrites else "") + text + "\n")
        self._stream.flush()

    def _write(self) -> None:
        self._stream.write(CLEAR + self.text() if self._rewrites else self.text() + "\n")
        self._stream.flush()
