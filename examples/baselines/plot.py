"""Draws the curves and writes the table of docs/explanation/baselines.md: `python examples/baselines/plot.py`."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import median
from typing import Any

from curves import FOLDER, INSTANCES, METHODS

from parlour.plots.canvas import GREY, LIGHT_GREY, drawing

PAGE = FOLDER.parent / "explanation" / "baselines.md"
BEGIN, END = "<!-- curves -->\n", "<!-- end of curves -->\n"
TITLES = {
    "resource-war": "Resource War",
    "token-tactics": "Token Tactics",
    "token-showdown-30": "Token Showdown, 30 tokens",
    "tower-siege-6": "Tower Siege, tower 6, 3 cards",
    "color-capture": "Color Capture",
    "resource-war-small": "Resource War, 4 points",
}
NAMES = {
    "ppo": "PPO against itself (network)",
    "mirror_descent_network": "magnetic mirror descent (network)",
    "nfsp": "NFSP (network)",
    "fictitious_play": "fictitious play",
    "mirror_descent": "magnetic mirror descent",
    "regret_matching": "regret matching",
    "cfr_plus": "CFR+",
}
COLOURS = dict(zip(NAMES, ("#d55e00", "#0072b2", "#cc79a7", "#e69f00", "#56b4e9", "#009e73", "#22262b"), strict=True))
NETWORKS = ("ppo", "mirror_descent_network", "nfsp")
LEAST = 1e-5  # smaller values are drawn here, since 0 has no logarithm

Curve = list[dict[str, Any]]


def read(folder: Path) -> dict[tuple[str, str], list[Curve]]:
    """The curves of each instance and method, one for each seed."""
    curves: dict[tuple[str, str], list[Curve]] = {}
    for instance in INSTANCES:
        for method in METHODS:
            paths = sorted((folder / instance).glob(f"{method}-*.jsonl"))
            if paths:
                lines = [path.read_text(encoding="utf-8").splitlines() for path in paths]
                curves[instance, method] = [[json.loads(line) for line in each] for each in lines]
    return curves


def draw(path: Path, title: str, curves: dict[tuple[str, str], list[Curve]], across: str, label: str) -> None:
    """A panel for each instance. Costs and exploitability are on logarithmic axes, choices on plain ones."""
    shown = [method for method in NAMES if any(method == each for _, each in curves)]
    plain = across == "choices"
    with drawing(path, title, 10.5, 6.4) as figure:
        panels = figure.subplots(2, 3, sharey=True)
        for axes, instance in zip(panels.flat, INSTANCES, strict=True):
            for method in shown:
                for curve in curves.get((instance, method), []):
                    points = [point for point in curve if plain or point["steps"]]
                    costs = [point["seconds" if across == "seconds" else "steps"] for point in points]
                    heights = [max(point["exploitability"], LEAST) for point in points]
                    axes.plot(costs, heights, color=COLOURS[method], linewidth=1.2, alpha=0.85)
            axes.set_title(TITLES[instance])
            axes.grid(color=LIGHT_GREY, linewidth=0.6)
            if plain:
                axes.set_ylim(0, 1.02)
                axes.xaxis.set_major_formatter(lambda value, _: f"{value / 1e6:g}")
            else:
                axes.set_xscale("log")
                axes.set_yscale("log")
                axes.set_ylim(LEAST * 0.8, 1.2)
        figure.supxlabel(label, fontsize=10)
        figure.supylabel("exploitability", fontsize=10)
        lines = [panels[0, 0].plot([], [], color=COLOURS[method], linewidth=2)[0] for method in shown]
        names = [NAMES[method] for method in shown]
        figure.legend(lines, names, loc="outside upper right", ncols=4, frameon=False, fontsize=8.5, labelcolor=GREY)


def table(curves: dict[tuple[str, str], list[Curve]]) -> str:
    """What each method reached in the end, and at what cost. The numbers are medians of the seeds."""
    rows = ["| Game | Method | Steps | CPU time | Exploitability at the end | Least and most in the last half |"]
    rows.append("|---|---|---:|---:|---:|---:|")
    for (instance, method), runs in curves.items():
        ends = [run[-1] for run in runs]
        wide = "at least " if any(end["wide"] for end in ends) else ""
        final = wide + rounded(median(end["exploitability"] for end in ends))
        late = [point["exploitability"] for run in runs for point in run if 2 * point["steps"] >= run[-1]["steps"]]
        spread = f"{rounded(min(late))} to {rounded(max(late))}"
        cost = f"{ends[0]['steps']:,} | {median(end['seconds'] for end in ends):.2g} s"
        rows.append(f"| {TITLES[instance]} | {NAMES[method]} | {cost} | {final} | {spread} |")
    return "\n".join(rows) + "\n"


def rounded(value: float) -> str:
    if value < LEAST:
        return f"below {LEAST:.5f}"
    return f"{value:.3f}" if value >= 0.01 else f"{value:.5f}"


def main() -> None:
    curves = read(FOLDER)
    networks = {key: runs for key, runs in curves.items() if key[1] in NETWORKS}
    tabular = {key: runs for key, runs in curves.items() if key[1] not in NETWORKS}
    draw(FOLDER / "seconds.svg", "Exploitability over cost\n", curves, "seconds", "seconds of CPU time")
    draw(FOLDER / "choices.svg", "Networks that learn from play\n", networks, "choices", "million steps")
    draw(FOLDER / "sweeps.svg", "Methods that see every state\n", tabular, "sweeps", "sweeps, rounds or iterations")
    text = PAGE.read_text(encoding="utf-8")
    before, after = text.split(BEGIN)[0], text.split(END)[1]
    PAGE.write_text(before + BEGIN + table(curves) + END + after, encoding="utf-8")


if __name__ == "__main__":
    main()
