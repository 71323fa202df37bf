"""Plots a match: the value after each turn, its proved bounds, the losses of both players, and luck."""

from pathlib import Path
from textwrap import wrap

from parlour.games.game import Game
from parlour.games.vocabulary import seen_by, width_text
from parlour.plots.canvas import BLACK, COLOURS, GREY, Axes, drawing, signed, value_axis
from parlour.solver.review import Review, ReviewedChoice, ReviewedTurn

MAX_LISTED = 8  # blunders described next to the plot
MIN_LOSS = 0.005  # smaller losses are not marked
EXACT = 1e-6  # closer bounds differ only by rounding


def draw_match(path: Path, title: str, game: Game, review: Review, closing: str) -> None:
    """The value over time with its proved bounds; blunders are marked and listed at the side."""
    blunders = [
        (turn, choice)
        for turn in review.turns
        for choice in sorted(turn.choices, key=lambda choice: -choice.loss)
        if choice.loss >= MIN_LOSS
    ]
    with drawing(path, title, 10.5, 4.8) as figure:
        axes, side = figure.subplots(1, 2, width_ratios=(2.15, 1))
        draw_value(axes, game, review, blunders)
        list_blunders(side, game, review, blunders, closing)


def draw_value(axes: Axes, game: Game, review: Review, blunders: list[tuple[ReviewedTurn, ReviewedChoice]]) -> None:
    numbers = range(len(review.turns) + 1)
    values = [review.turns[0].value, *(turn.value_after for turn in review.turns)]
    bounds = [review.turns[0].bounds, *(turn.bounds_after for turn in review.turns)]
    lower, upper = [low for low, _ in bounds], [high for _, high in bounds]
    axes.axhspan(0, 1.19, color=COLOURS[0], alpha=0.05, linewidth=0, zorder=0)
    axes.axhspan(-1.19, 0, color=COLOURS[1], alpha=0.05, linewidth=0, zorder=0)
    axes.fill_between(numbers, lower, upper, color="#b9bec4", linewidth=0, zorder=1)
    for turn in review.turns:
        number, chosen = turn.number, without_luck(turn)
        axes.plot([number - 1, number], [turn.value, chosen], color=BLACK, linewidth=1.4, zorder=2)
        if turn.luck:
            luck = ([number, number], [chosen, turn.value_after])
            axes.plot(*luck, color=BLACK, linewidth=1.4, linestyle=(0, (1.5, 2)), zorder=2)
    axes.scatter(numbers, values, s=14, color=BLACK, zorder=3, linewidths=0)
    for turn, choice in reversed(blunders):  # the larger of two in one round is drawn last, on top
        disc = {"boxstyle": f"circle,pad={0.2 + 0.1 * choice.loss}", "fc": COLOURS[choice.player], "ec": "white"}
        place = (turn.number, without_luck(turn))
        axes.annotate(
            str(turn.number), place, (0 if choice is turn.worst else 15, 0),
            textcoords="offset points", ha="center", va="center", color="white", fontsize=7.5, fontweight="bold",
            bbox=disc, zorder=4,
        )  # fmt: skip
    value_axis(axes, game.words.PLAYERS)
    axes.set_ylim(-1.19, 1.19)
    axes.set_xlim(-0.3, len(review.turns) + 0.5)
    axes.set_xlabel("after turn")
    axes.xaxis.get_major_locator().set_params(integer=True)


def list_blunders(
    axes: Axes, game: Game, review: Review, blunders: list[tuple[ReviewedTurn, ReviewedChoice]], closing: str
) -> None:
    axes.set_axis_off()
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    point = review.turning_point
    largest = sorted(blunders, key=lambda pair: -pair[1].loss)[:MAX_LISTED]
    listed = [pair for pair in blunders if pair in largest]
    y = 0.995
    axes.text(0, y, "Losses" if listed else "No choice had a loss", fontsize=10.5, va="top", fontweight="bold")
    y -= 0.085
    for turn, choice in listed:
        label = game.label(turn.before, choice.player, choice.action)
        best = max(choice.best, key=lambda action: choice.best[action])
        better = game.label(turn.before, choice.player, best)
        advice = "mix with " if len(choice.best) > 1 else "better "
        name, colour = game.words.PLAYERS[choice.player], COLOURS[choice.player]
        axes.text(0, y, f"{turn.number}", va="top", fontsize=9, color=colour, fontweight="bold")
        axes.text(0.075, y, f"{name}: {label}", va="top", fontsize=9, color=colour)
        axes.text(1, y, f"{choice.loss:.2f}", va="top", ha="right", fontsize=9)
        turning = "turning point; " if turn is point and choice is turn.worst else ""
        luck = f"; luck {signed(seen_by(choice.player, turn.luck), 2)}" if turn.luck else ""
        axes.text(0.075, y - 0.042, f"{turning}{advice}{better}{luck}", va="top", fontsize=8, color=GREY)
        y -= 0.095
    if len(blunders) > len(listed):
        axes.text(0.075, y, f"and {len(blunders) - len(listed)} smaller", va="top", fontsize=8, color=GREY)
    widest = max(turn.bounds[1] - turn.bounds[0] for turn in review.turns)
    legend = [
        "Values are exact." if widest < EXACT else f"Grey band: the value is proved to within {width_text(widest, 1)}."
    ]
    if any(turn.luck for turn in review.turns):
        legend.append("Solid: losses. Dotted: luck.")
    axes.text(0, 0.0, "\n".join([*legend, *wrap(closing, 52)]), va="bottom", fontsize=8, color=GREY)


def without_luck(turn: ReviewedTurn) -> float:
    """The value after a turn as far as it follows from the losses."""
    return turn.value_after - turn.luck
