"""Small tournaments, in this process and in one of their own."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path
from typing import Any

from parlour.arena.harness.engines import engine
from parlour.arena.tournament.plan import TournamentPlan, plan_from
from parlour.arena.tournament.run import RunSummary, run_plan
from parlour.cli.new import files

TESTS = Path(__file__).parent.parent  # from here, `arena.entrants` can be imported
COMMAND = [sys.executable, "-c", "from parlour.cli.arena import arena; arena()", "run"]


def plan_of(**changes: Any) -> TournamentPlan:
    content = {
        "seed": 1,
        "pairs": 6,
        "games": ["color-capture", {"game": "resource-war", "rules": {"points": 9}, "label": "short war"}],
        "players": ["random", "hard", {"name": "failing", "player": "arena.entrants:Failing"}],
    }
    return plan_from({**content, **changes})


def entrant(name: str, kind: str, **settings: Any) -> dict[str, Any]:
    return {"name": name, "player": f"arena.entrants:{kind}", "settings": settings}


def played(
    plan: TournamentPlan, folder: Path, name: str = "one", workers: int | None = None, threads: int = 1
) -> RunSummary:
    return run_plan(plan, folder, engine(name, workers), threads)


def started(plan: Path, folder: Path, *options: str) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    return subprocess.Popen(
        [*COMMAND, str(plan), "--out", str(folder), *options],
        cwd=TESTS,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def written_game(folder: Path, name: str) -> Path:
    """A game in a folder of its own. A process can load only one of each name."""
    for path, text in files(name, name, "secret").items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder / name


def digest(folder: Path) -> str:
    return hashlib.sha256((folder / "matches.jsonl").read_bytes()).hexdigest()
