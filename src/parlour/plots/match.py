"""A match as a picture: the value after every decision, what was proved of it, and who gave away what."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

from parlour.games.game import Game
from parlour.plots.canvas import INK, QUIET, SEATS, Axes, drawing, value_axis
from parlour.solver.grading import Choice, Graded, turning_point

NAMED = 9  # blunders that are told of beside the picture
NOTEWORTHY = 0.005  # what is given away below this is not marked
EXACT = 1e-6  # a band that is narrower is rounding


def draw_match(path: Path, title: str, game: Game, graded: Sequence[Graded], closing: str) -> None:
    """Value over time, with its certified band; blunders are marked and told of at the side."""
    blunders = [
        (each, choice)
        for each in graded
        for choice in sorted(each.choices, key=lambda choice: -choice.loss)
        if choice.loss >= NOTEWORTHY
    ]
    with drawing(path, 10.5, 4.8) as figure:
        axes, side = figure.subplots(1, 2, width_ratios=(2.15, 1))
        figure.suptitle(title, x=0.012, ha="left", fontsize=12)
        draw_value(axes, game, graded, blunders)
        tell_blunders(side, game, graded, blunders, closing)


def draw_value(axes: Axes, game: Game, graded: Sequence[Graded], blunders: list[tuple[Graded, Choice]]) -> None:
    numbers = range(len(graded) + 1)
    values = [graded[0].value, *(each.value_after for each in graded)]
    bounds = [graded[0].bounds, *(each.bounds_after for each in graded)]
    lower, upper = [low for low, _ in bounds], [high for _, high in bounds]
    axes.axhspan(0, 1.19, color=SEATS[0], alpha=0.05, linewidth=0, zorder=0)
    axes.axhspan(-1.19, 0, color=SEATS[1], alpha=0.05, linewidth=0, zorder=0)
    axes.fill_between(numbers, lower, upper, color="#b9bec4", linewidth=0, zorder=1)
    for each in graded:
        dotted = (0, (1.5, 2)) if is_luck(each) else "-"
        ends = ([each.number - 1, each.number], [each.value, each.value_after])
        axes.plot(*ends, color=INK, linewidth=1.4, linestyle=dotted, zorder=2)
    axes.scatter(numbers, values, s=14, color=INK, zorder=3, linewidths=0)
    for each, choice in reversed(blunders):  # of two in one round the larger comes to lie on top
        disc = {"boxstyle": f"circle,pad={0.2 + 0.1 * choice.loss}", "fc": SEATS[choice.player], "ec": "white"}
        axes.annotate(
            str(each.number), (each.number, each.value_after), (0 if choice is each.worst else 15, 0),
            textcoords="offset points", ha="center", va="center", color="white", fontsize=7.5, fontweight="bold",
            bbox=disc, zorder=4,
        )  # fmt: skip
    value_axis(axes, game.words.PLAYERS)
    axes.set_ylim(-1.19, 1.19)
    axes.set_xlim(-0.3, len(graded) + 0.5)
    axes.set_xlabel("after decision")
    axes.xaxis.get_major_locator().set_params(integer=True)


def tell_blunders(
    axes: Axes, game: Game, graded: Sequence[Graded], blunders: list[tuple[Graded, Choice]], closing: str
) -> None:
    """The blunders by number, in the words of the game."""
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    words, rules = game.words, game.rules
    point = turning_point(graded)
    largest = sorted(blunders, key=lambda pair: -pair[1].loss)[:NAMED]
    named = [pair for pair in blunders if pair in largest]
    y = 0.995
    axes.text(0, y, "Given away" if named else "Nobody gave anything away", fontsize=10.5, va="top", fontweight="bold")
    y -= 0.085
    for each, choice in named:
        label = words.label(rules, game.shown(each.before), choice.player, choice.action)
        best = max(choice.best, key=lambda action: choice.best[action])
        better = words.label(rules, game.shown(each.before), choice.player, best)
        mixed = "mix with " if len(choice.best) > 1 else "better "
        axes.text(0, y, f"{each.number}", color=SEATS[choice.player], va="top", fontweight="bold", fontsize=9)
        axes.text(
            0.075, y, f"{words.PLAYERS[choice.player]}: {label}", va="top", fontsize=9, color=SEATS[choice.player]
        )
        axes.text(1, y, f"{choice.loss:.2f}", va="top", ha="right", fontsize=9)
        turning = "turning point; " if each is point and choice is each.worst else ""
        axes.text(0.075, y - 0.042, f"{turning}{mixed}{better}", va="top", fontsize=8, color=QUIET)
        y -= 0.095
    if len(blunders) > len(named):
        axes.text(0.075, y, f"and {len(blunders) - len(named)} smaller", va="top", fontsize=8, color=QUIET)
    widest = max(each.bounds[1] - each.bounds[0] for each in graded)
    legend = ["Values are exact." if widest < EXACT else f"Grey band: the value is proved to within {widest:.1g}."]
    if any(map(is_luck, graded)):
        legend.append("Dotted: luck, nobody gave anything away.")
    axes.text(0, 0.0, "\n".join([*legend, *wrap(closing, 52)]), va="bottom", fontsize=8, color=QUIET)


def is_luck(each: Graded) -> bool:
    return each.luck != 0.0 and all(choice.loss < NOTEWORTHY for choice in each.choices)
