"""Variants of a game as a picture: how fair each is, and how long it lasts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from parlour.plots.canvas import INK, QUIET, SEATS, Axes, diverging, drawing, signed, value_axis
from parlour.solver.fairness import Fairness, fairest

MANY = 24  # points on an axis that are not all named


def draw_fairness(path: Path, title: str, judged: Sequence[Fairness], varied: Mapping[str, Sequence[object]]) -> None:
    """Against one parameter as a curve; against two as a map; against more, one variant beside another."""
    across = [name for name, values in varied.items() if len(values) > 1] or list(varied)[:1]
    if len(across) == 2:
        with drawing(path, 8.5, 5.4) as figure:
            figure.suptitle(title + "\n", x=0.012, ha="left", fontsize=12)
            draw_grid(figure.subplots(), judged, across[0], across[1], varied)
        return
    with drawing(path, 8.5, 6.4) as figure:
        figure.suptitle(title, x=0.012, ha="left", fontsize=12)
        above, below = figure.subplots(2, 1, height_ratios=(1.5, 1), sharex=True)
        draw_values(above, judged)
        draw_lengths(below, judged)
        names = [", ".join(str(each.game.named_rules()[name]) for name in across) for each in judged]
        step = -(-len(names) // MANY)
        crowded = len(across) > 1 and len(names) > 4
        below.set_xticks(range(0, len(names), step), names[::step], rotation=45 if crowded else 0)
        below.set_xlabel(", ".join(across))


def draw_values(axes: Axes, judged: Sequence[Fairness]) -> None:
    best = fairest(judged)
    for place, each in enumerate(judged):
        colour = SEATS[0] if each.value > 0 else SEATS[1]
        colour = colour if abs(each.value) > 1e-6 else INK
        axes.plot([place, place], [each.lower, each.upper], color=QUIET, linewidth=3, alpha=0.5, zorder=1)
        axes.scatter([place], [each.value], s=46, color=colour, zorder=2)
        if each in best and len(best) < len(judged):
            axes.scatter([place], [each.value], s=190, facecolors="none", edgecolors=INK, linewidths=1, zorder=3)
    axes.plot(range(len(judged)), [each.value for each in judged], color=QUIET, linewidth=0.8, zorder=0)
    value_axis(axes, judged[0].game.words.PLAYERS)
    ringed = "; ringed: the fairest" if len(best) < len(judged) else ""
    axes.set_title(f"Value, with the interval that is proved{ringed}")


def draw_lengths(axes: Axes, judged: Sequence[Fairness]) -> None:
    places = range(len(judged))
    style = {"marker": "o", "markersize": 5, "linewidth": 1}
    axes.plot(places, [each.perfect.mean for each in judged], color=INK, label="perfect play", **style)
    axes.plot(places, [each.random.mean for each in judged], color=QUIET, mfc="white", label="random play", **style)
    stopped = [place for place, each in enumerate(judged) if each.perfect.stopped]
    for place in stopped:
        mean = judged[place].perfect.mean
        axes.annotate("", (place, 2.5 * mean), (place, mean), arrowprops={"arrowstyle": "->", "color": INK})
    longest = max(max(each.perfect.mean, each.random.mean) for each in judged)
    if longest > 30 * min(min(each.perfect.mean, each.random.mean) for each in judged):
        axes.set_yscale("log")
        axes.set_ylim(top=4 * longest)
        axes.yaxis.set_major_formatter("{x:,.0f}")
    else:
        axes.set_ylim(bottom=0)
    axes.set_title("Decisions in a game, on average" + ("; arrow: more than that" if stopped else ""))
    axes.legend(frameon=False, ncols=2, loc="upper right", bbox_to_anchor=(1, 1.22), fontsize=9)


def draw_grid(
    axes: Axes, judged: Sequence[Fairness], across: str, down: str, varied: Mapping[str, Sequence[object]]
) -> None:
    import numpy as np

    columns, rows = list(varied[across]), list(varied[down])
    values, best = np.full((len(rows), len(columns)), np.nan), fairest(judged)
    for each in judged:
        rules = each.game.named_rules()
        row, column = rows.index(rules[down]), columns.index(rules[across])
        values[row, column] = each.value
        ring = each in best and len(best) < len(judged)
        colour = "white" if abs(each.value) > 0.7 else INK
        lines = [signed(each.value, 2) + (" ◂" if ring else "")]
        if each.upper - each.lower > 0.01:
            lines.append(f"[{signed(each.lower, 2)}, {signed(each.upper, 2)}]")
        lines.append(f"{'> ' if each.perfect.stopped else ''}{each.perfect.mean:,.1f}")
        weight = "bold" if ring else "normal"
        axes.text(column, row, "\n".join(lines), ha="center", va="center", fontsize=8, color=colour, fontweight=weight)
    image = axes.imshow(values, cmap=diverging(), vmin=-1, vmax=1, origin="lower", aspect="auto")
    axes.set_xticks(range(len(columns)), [str(value) for value in columns])
    axes.set_yticks(range(len(rows)), [str(value) for value in rows])
    axes.set_xlabel(across)
    axes.set_ylabel(down)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    mark = "; ◂ the fairest" if len(best) < len(judged) else ""
    axes.set_title(f"Value, and below it how many decisions perfect players make{mark}")
    bar = axes.figure.colorbar(image, ax=axes, shrink=0.8, ticks=[-1, -0.5, 0, 0.5, 1])
    first, second = judged[0].game.words.PLAYERS
    bar.ax.set_yticklabels([f"{second}\nwins", "−0.5", "even", "+0.5", f"{first}\nwins"], fontsize=8)
    bar.outline.set_visible(False)
