"""Draws two charts for README.md, light and dark: learners judged exactly, and the scorecards of three players.

    python tools/pictures/charts.py

The learners are those of docs/baselines, which `make baselines` writes. The scorecards are measured here, by
`parlour evaluate`, which takes about a minute.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from typing import Any

from parlour.plots.canvas import BLACK, COLOURS, GREY, LIGHT_GREY, drawing

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = DOCS / "pictures"
DARK = {"#ffffff": "#0d1117", BLACK: "#e6edf3", GREY: "#8b949e", LIGHT_GREY: "#30363d"}
DARK |= {"#0f7c8c": "#58c4dc", "#a3327f": "#d2a8ff", "#d55e00": "#ff9e64", "#0072b2": "#79c0ff"}
DARK |= {"#9a6700": "#e3b341", "#1a7f37": "#7ee787"}

GAME = "resource-war"
METHODS = {
    "ppo": ("PPO against itself", "#d55e00"),
    "mirror_descent_network": ("mirror descent, network", "#0072b2"),
    "fictitious_play": ("fictitious play", "#9a6700"),
    "regret_matching": ("regret matching", "#1a7f37"),
}

PLAYERS = ("easy", "medium", "hard")
COMMANDS = (("positions", "--positions", "1000"), ("matches", "--pairs", "200"), ("exploit",))
PANELS = (
    ("score against hard", "matches", "luck-adjusted score against hard"),
    ("score against perfect", "matches", "luck-adjusted score against perfect"),
    ("mean loss per choice", "positions", "mean loss per choice"),
    ("lost to an observer", "exploit", "gain of a learnt response"),
)


def main() -> None:
    draw_learners(PICTURES / "learning-light.svg")
    draw_scorecards(PICTURES / "scorecard-light.svg", scorecards())
    for name in ("learning", "scorecard"):
        text = (PICTURES / f"{name}-light.svg").read_text(encoding="utf-8")
        for light, dark in DARK.items():
            text = text.replace(light, dark)
        (PICTURES / f"{name}-dark.svg").write_text(text, encoding="utf-8")
        print(f"wrote {name}-light.svg and {name}-dark.svg")


def draw_learners(path: Path) -> None:
    with drawing(path, "Resource War: how far a learner is from perfect play", 7.2, 3.4) as figure:
        figure.set_facecolor("#ffffff")
        axes = figure.subplots()
        axes.set_facecolor("#ffffff")
        for method, (label, colour) in METHODS.items():
            curves = [read(each) for each in sorted((DOCS / "baselines" / GAME).glob(f"{method}-*.jsonl"))]
            for curve in curves:
                seconds, heights = zip(*[(p["seconds"], p["exploitability"]) for p in curve if p["steps"]], strict=True)
                axes.plot(seconds, heights, color=colour, linewidth=1.3, alpha=0.8)
            end = [median(curve[-1][key] for curve in curves) for key in ("seconds", "exploitability")]
            axes.annotate(f" {label}", end, color=colour, fontsize=10, va="center", annotation_clip=False)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_yticks([0.05, 0.1, 0.2, 0.5, 1], ["0.05", "0.1", "0.2", "0.5", "1"])
        axes.set_xticks([0.01, 0.1, 1, 10], ["0.01", "0.1", "1", "10"])
        axes.minorticks_off()
        axes.set_xlim(0.005, 20)
        axes.grid(color=LIGHT_GREY, linewidth=0.6)
        axes.set_xlabel("seconds of CPU time")
        axes.set_ylabel("exploitability (0 is perfect)")


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def scorecards() -> dict[str, Any]:
    """For each player, the figures of its scorecard, by evaluation and name."""
    with tempfile.TemporaryDirectory() as folder:
        for player in PLAYERS:
            for command in COMMANDS:
                evaluate(
                    *command, "--player", player, "--game", GAME, "--calls", "20000", "--out", f"{folder}/{player}"
                )
        evaluate("report", *(f"{folder}/{player}" for player in PLAYERS), "--out", folder)
        report = json.loads(Path(folder, "report.json").read_text(encoding="utf-8"))
    return {
        each["player"]: {
            (result["evaluation"], figure["name"]): figure for result in each["results"] for figure in result["figures"]
        }
        for each in report["players"]
    }


def evaluate(*arguments: str) -> None:
    command = [sys.executable, "-m", "parlour", "evaluate", *arguments]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)


def draw_scorecards(path: Path, cards: dict[str, Any]) -> None:
    with drawing(
        path, "Scorecards in Resource War: 200 pairs, 1,000 positions from perfect play, 95 % intervals", 8.4, 2.3
    ) as figure:
        figure.set_facecolor("#ffffff")
        for number, (axes, (title, *key)) in enumerate(zip(figure.subplots(1, 4, sharey=True), PANELS, strict=True)):
            axes.set_facecolor("#ffffff")
            for row, player in enumerate(PLAYERS):
                found = cards[player][tuple(key)]
                axes.plot([found["low"], found["high"]], [row, row], color=COLOURS[0], linewidth=2.5)
                axes.plot([found["mean"]], [row], "o", color=COLOURS[0], markersize=6)
                axes.text(found["mean"], row - 0.22, f"{found['mean']:.2f}", ha="center", fontsize=9, color=BLACK)
            axes.set_title(title, fontsize=10)
            axes.set_ylim(len(PLAYERS) - 0.6, -0.7)
            axes.set_xlim(*((-1, 0.2) if number < 2 else (-0.02, 0.15) if number == 2 else (0, 1)))
            axes.set_yticks(range(len(PLAYERS)), PLAYERS)
            axes.grid(axis="x", color=LIGHT_GREY, linewidth=0.6)


if __name__ == "__main__":
    main()
