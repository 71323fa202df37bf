"""Plots how fair the variants of a game are, and how long they last."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from parlour.games.vocabulary import outward
from parlour.plots.canvas import BLACK, COLOURS, GREY, Axes, draw_value_map, drawing, signed, value_axis
from parlour.solver.fairness import Fairness, fairest

MAX_LABELS = 24  # on an axis


def draw_fairness(path: Path, title: str, variants: Sequence[Fairness], varied: Mapping[str, Sequence[object]]) -> None:
    """One parameter gives a curve, two give a map, and more give the variants side by side."""
    parameters = [name for name, values in varied.items() if len(values) > 1] or list(varied)[:1]
    if len(parameters) == 2:
        with drawing(path, title + "\n", 8.5, 5.4) as figure:
            draw_grid(figure.subplots(), variants, parameters[0], parameters[1], varied)
        return
    with drawing(path, title, 8.5, 6.4) as figure:
        above, below = figure.subplots(2, 1, height_ratios=(1.5, 1), sharex=True)
        draw_values(above, variants)
        draw_lengths(below, variants)
        labels = [", ".join(str(variant.game.named_rules()[name]) for name in parameters) for variant in variants]
        step = -(-len(labels) // MAX_LABELS)
        crowded = len(parameters) > 1 and len(labels) > 4
        below.set_xticks(range(0, len(labels), step), labels[::step], rotation=45 if crowded else 0)
        below.set_xlabel(", ".join(parameters))


def draw_values(axes: Axes, variants: Sequence[Fairness]) -> None:
    best = standouts(variants)
    for x, variant in enumerate(variants):
        colour = COLOURS[0] if variant.value > 0 else COLOURS[1]
        colour = colour if abs(variant.value) > 1e-6 else BLACK
        axes.plot([x, x], [variant.lower, variant.upper], color=GREY, linewidth=3, alpha=0.5, zorder=1)
        axes.scatter([x], [variant.value], s=46, color=colour, zorder=2)
        if variant in best:
            axes.scatter([x], [variant.value], s=190, facecolors="none", edgecolors=BLACK, linewidths=1, zorder=3)
    axes.plot(range(len(variants)), [variant.value for variant in variants], color=GREY, linewidth=0.8, zorder=0)
    value_axis(axes, variants[0].game.words.PLAYERS)
    axes.set_title("Value, with the proved interval" + ("; ringed: the fairest" if best else ""))


def standouts(variants: Sequence[Fairness]) -> tuple[Fairness, ...]:
    """The fairest variants; none if all are equally fair."""
    best = fairest(variants)
    return best if len(best) < len(variants) else ()


def draw_lengths(axes: Axes, variants: Sequence[Fairness]) -> None:
    xs = range(len(variants))
    style = {"marker": "o", "markersize": 5, "linewidth": 1}
    axes.plot(xs, [variant.perfect.mean for variant in variants], color=BLACK, label="perfect play", **style)
    axes.plot(xs, [variant.random.mean for variant in variants], color=GREY, mfc="white", label="random play", **style)
    stopped = [x for x, variant in enumerate(variants) if variant.perfect.stopped]
    for x in stopped:
        mean = variants[x].perfect.mean
        axes.annotate("", (x, 2.5 * mean), (x, mean), arrowprops={"arrowstyle": "->", "color": BLACK})
    longest = max(max(variant.perfect.mean, variant.random.mean) for variant in variants)
    if longest > 30 * min(min(variant.perfect.mean, variant.random.mean) for variant in variants):
        axes.set_yscale("log")
        axes.set_ylim(top=4 * longest)
        axes.yaxis.set_major_formatter("{x:,.0f}")
    else:
        axes.set_ylim(bottom=0)
    axes.set_title("Turns in a game, on average" + ("; arrow: longer than that" if stopped else ""))
    axes.legend(frameon=False, ncols=2, loc="upper right", bbox_to_anchor=(1, 1.22), fontsize=9)


def draw_grid(
    axes: Axes, variants: Sequence[Fairness], across: str, down: str, varied: Mapping[str, Sequence[object]]
) -> None:
    import numpy as np

    columns, rows = list(varied[across]), list(varied[down])
    values, best = np.full((len(rows), len(columns)), np.nan), standouts(variants)
    for variant in variants:
        rules = variant.game.named_rules()
        row, column = rows.index(rules[down]), columns.index(rules[across])
        values[row, column] = variant.value
        colour = "white" if abs(variant.value) > 0.7 else BLACK
        lines = [signed(variant.value, 2) + (" ◂" if variant in best else "")]
        if variant.upper - variant.lower > 0.01:
            lines.append(f"[{', '.join(outward(variant.lower, variant.upper, 2))}]".replace("-", "−"))
        lines.append(f"{'> ' if variant.perfect.stopped else ''}{variant.perfect.mean:,.1f}")
        weight = "bold" if variant in best else "normal"
        axes.text(column, row, "\n".join(lines), ha="center", va="center", fontsize=8, color=colour, fontweight=weight)
    draw_value_map(axes, values, variants[0].game.words.PLAYERS, aspect="auto")
    axes.set_xticks(range(len(columns)), [str(value) for value in columns])
    axes.set_yticks(range(len(rows)), [str(value) for value in rows])
    axes.set_xlabel(across)
    axes.set_ylabel(down)
    axes.set_title("Value, and how many turns perfect players take" + ("; ◂ the fairest" if best else ""))
