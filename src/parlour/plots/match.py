"""Plots a match: the value after each decision, its proved interval, what each player gave away, and luck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from textwrap import wrap

from parlour.games.game import Game
from parlour.plots.canvas import BLACK, COLOURS, GREY, Axes, drawing, signed, value_axis
from parlour.solver.grading import Choice, Graded, turning_point

MAX_LISTED = 8  # blunders described beside the plot
MIN_LOSS = 0.005  # smaller losses are not marked
EXACT = 1e-6  # a narrower interval is only rounding


def draw_match(path: Path, title: str, game: Game, graded: Sequence[Graded], closing: str) -> None:
    """The value over time with its proved interval; blunders are marked and listed at the side."""
    blunders = [
        (decision, choice)
        for decision in graded
        for choice in sorted(decision.choices, key=lambda choice: -choice.loss)
        if choice.loss >= MIN_LOSS
    ]
    with drawing(path, title, 10.5, 4.8) as figure:
        axes, side = figure.subplots(1, 2, width_ratios=(2.15, 1))
        draw_value(axes, game, graded, blunders)
        list_blunders(side, game, graded, blunders, closing)


def draw_value(axes: Axes, game: Game, graded: Sequence[Graded], blunders: list[tuple[Graded, Choice]]) -> None:
    numbers = range(len(graded) + 1)
    values = [graded[0].value, *(decision.value_after for decision in graded)]
    bounds = [graded[0].bounds, *(decision.bounds_after for decision in graded)]
    lower, upper = [low for low, _ in bounds], [high for _, high in bounds]
    axes.axhspan(0, 1.19, color=COLOURS[0], alpha=0.05, linewidth=0, zorder=0)
    axes.axhspan(-1.19, 0, color=COLOURS[1], alpha=0.05, linewidth=0, zorder=0)
    axes.fill_between(numbers, lower, upper, color="#b9bec4", linewidth=0, zorder=1)
    for decision in graded:
        number, chosen = decision.number, without_luck(decision)
        axes.plot([number - 1, number], [decision.value, chosen], color=BLACK, linewidth=1.4, zorder=2)
        if decision.luck:
            luck = ([number, number], [chosen, decision.value_after])
            axes.plot(*luck, color=BLACK, linewidth=1.4, linestyle=(0, (1.5, 2)), zorder=2)
    axes.scatter(numbers, values, s=14, color=BLACK, zorder=3, linewidths=0)
    for decision, choice in reversed(blunders):  # the larger of two in one round is drawn last, on top
        disc = {"boxstyle": f"circle,pad={0.2 + 0.1 * choice.loss}", "fc": COLOURS[choice.player], "ec": "white"}
        place = (decision.number, without_luck(decision))
        axes.annotate(
            str(decision.number), place, (0 if choice is decision.worst else 15, 0),
            textcoords="offset points", ha="center", va="center", color="white", fontsize=7.5, fontweight="bold",
            bbox=disc, zorder=4,
        )  # fmt: skip
    value_axis(axes, game.words.PLAYERS)
    axes.set_ylim(-1.19, 1.19)
    axes.set_xlim(-0.3, len(graded) + 0.5)
    axes.set_xlabel("after decision")
    axes.xaxis.get_major_locator().set_params(integer=True)


def list_blunders(
    axes: Axes, game: Game, graded: Sequence[Graded], blunders: list[tuple[Graded, Choice]], closing: str
) -> None:
    """Describes the largest blunders in the words of the game."""
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    point = turning_point(graded)
    largest = sorted(blunders, key=lambda pair: -pair[1].loss)[:MAX_LISTED]
    listed = [pair for pair in blunders if pair in largest]
    y = 0.995
    axes.text(0, y, "Given away" if listed else "Nobody gave anything away", fontsize=10.5, va="top", fontweight="bold")
    y -= 0.085
    for decision, choice in listed:
        label = game.label(decision.before, choice.player, choice.action)
        best = max(choice.best, key=lambda action: choice.best[action])
        better = game.label(decision.before, choice.player, best)
        advice = "mix with " if len(choice.best) > 1 else "better "
        name, colour = game.words.PLAYERS[choice.player], COLOURS[choice.player]
        axes.text(0, y, f"{decision.number}", va="top", fontsize=9, color=colour, fontweight="bold")
        axes.text(0.075, y, f"{name}: {label}", va="top", fontsize=9, color=colour)
        axes.text(1, y, f"{choice.loss:.2f}", va="top", ha="right", fontsize=9)
        turning = "turning point; " if decision is point and choice is decision.worst else ""
        luck = f"; luck {signed(decision.luck if choice.player == 0 else -decision.luck, 2)}" if decision.luck else ""
        axes.text(0.075, y - 0.042, f"{turning}{advice}{better}{luck}", va="top", fontsize=8, color=GREY)
        y -= 0.095
    if len(blunders) > len(listed):
        axes.text(0.075, y, f"and {len(blunders) - len(listed)} smaller", va="top", fontsize=8, color=GREY)
    widest = max(decision.bounds[1] - decision.bounds[0] for decision in graded)
    legend = ["Values are exact." if widest < EXACT else f"Grey band: the value is proved to within {widest:.1g}."]
    if any(decision.luck for decision in graded):
        legend.append("Solid: what was given away. Dotted: luck.")
    axes.text(0, 0.0, "\n".join([*legend, *wrap(closing, 52)]), va="bottom", fontsize=8, color=GREY)


def without_luck(decision: Graded) -> float:
    """The value after a decision as far as it follows from what the players gave away."""
    return decision.value_after - decision.luck
