"""Plots a solved game: a map of its values, and the first choice of perfect players."""

from os.path import commonprefix
from pathlib import Path

import numpy as np

from parlour.games.game import Game
from parlour.games.vocabulary import seen_by
from parlour.plots.canvas import BLACK, COLOURS, GREY, LIGHT_GREY, Axes, Figure, draw_value_map, drawing, signed
from parlour.solver.solution import Solution
from parlour.solver.value_map import ValueMap
from parlour.strategy import likely

MAX_ACTIONS = 16  # listed for a first choice that is not secret
MAX_LABELLED = 13  # in a map with more cells across, their values are not written into them
DECIDED = 0.995  # a value beyond this needs no label: its colour says it all


def draw_solution(path: Path, title: str, solution: Solution, grid: ValueMap | None) -> None:
    """The map on the left, if the game has one, and the first choice on the right."""
    with drawing(path, title + "\n", 10.5 if grid else 5.5, 5.4) as figure:
        parts = figure.subfigures(1, 2, width_ratios=(1.25, 1)) if grid else [figure.subfigures()]
        if grid:
            draw_map(parts[0], solution.game, grid)
        draw_opening(parts[-1], solution)


def draw_map(figure: Figure, game: Game, grid: ValueMap) -> None:
    from matplotlib.ticker import MaxNLocator

    axes = figure.subplots()
    edges = (grid.columns.start - 0.5, grid.columns.stop - 0.5, grid.rows.start - 0.5, grid.rows.stop - 0.5)
    draw_value_map(axes, grid.values, game.words.PLAYERS, extent=edges, interpolation="nearest")
    shown = np.argwhere(~np.isnan(grid.values))
    (bottom, left), (top, right) = shown.min(axis=0), shown.max(axis=0)  # cuts off empty margins
    axes.set_xlim(edges[0] + left, edges[0] + right + 1)
    axes.set_ylim(edges[2] + bottom, edges[2] + top + 1)
    known = grid.values[tuple(shown.T)]
    all_decided = (np.abs(known - np.round(known)) < 0.005).all()  # won, lost or even: the colours say it all
    if max(top - bottom, right - left) < MAX_LABELLED and not all_decided:
        for row, column in shown[np.abs(known) < DECIDED]:
            value = grid.values[row, column]
            colour = "white" if abs(value) > 0.6 else BLACK
            place = grid.columns[column], grid.rows[row]
            axes.text(*place, signed(value, 2), ha="center", va="center", fontsize=6.5, color=colour)
    axes.set_xlabel(field_name(game, grid.across))
    axes.set_ylabel(field_name(game, grid.down))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    by_field = f"Value by {field_name(game, grid.across).rpartition(': ')[2]}, all else as at the start"
    axes.set_title("Mean value of all positions that play can reach" if grid.mean else by_field)
    if np.isnan(grid.values[bottom : top + 1, left : right + 1]).any():
        note = "Grey: play cannot reach this, or the game is over."
        figure.supxlabel(note, x=0.02, ha="left", fontsize=8, color=GREY)


def field_name(game: Game, field: str) -> str:
    """`Player B: tokens` for `tokens2`; the plain name for a field that belongs to neither player."""
    plain = field.replace("_", " ")
    if field[-1] in "12" and field[:-1]:
        return f"{game.words.PLAYERS[int(field[-1]) - 1]}: {plain[:-1].strip()}"
    return plain


def draw_opening(figure: Figure, solution: Solution) -> None:
    """The perfect mix of each player in a secret round; otherwise the value of each action."""
    game, state = solution.game, solution.game.start()
    actors = game.to_act(state)
    panels = figure.subplots(len(actors), 1, squeeze=False, sharex=len(actors) > 1)[:, 0]
    draw = draw_mix if len(actors) == 2 else draw_action_values
    for axes, player in zip(panels, actors, strict=True):
        draw(axes, solution, player)


def draw_mix(axes: Axes, solution: Solution, player: int) -> None:
    game, state = solution.game, solution.game.start()
    mix, actions = likely(solution.policy(state, player)), game.actions(state, player)
    last = max(index for index, action in enumerate(actions) if action in mix)
    shown = actions[: max(last + 2, min(len(actions), 6))]
    percentages = [100 * mix.get(action, 0.0) for action in shown]
    axes.bar(range(len(shown)), percentages, color=COLOURS[player], width=0.8)
    step = max(1, -(-len(shown) // 12))
    labels = [game.label(state, player, action) for action in shown]
    common = shared_start(labels)
    axes.set_xticks(range(0, len(shown), step), [label[len(common) :] for label in labels][::step])
    axes.tick_params(axis="x", length=0)
    axes.yaxis.set_major_formatter("{x:.0f} %")
    axes.set_title(f"{game.words.PLAYERS[player]}'s first choice, played perfectly")
    highest = game.label(state, player, actions[-1])[len(common) :]
    note = f"{common}(up to {highest} is legal)" if len(shown) < len(actions) else common
    axes.set_xlabel(note.strip())


def shared_start(labels: list[str]) -> str:
    """The words that all labels start with: `bid `."""
    words, space, _ = commonprefix(labels).rpartition(" ")  # noqa: RUF071  # these are no paths
    return words + space


def draw_action_values(axes: Axes, solution: Solution, player: int) -> None:
    game, state = solution.game, solution.game.start()
    value, losses = solution.value(state), solution.losses(state, player)
    shown = list(losses)[:MAX_ACTIONS]
    for row, action in enumerate(shown):
        after = value - seen_by(player, losses[action])
        colour = COLOURS[0] if after >= 0 else COLOURS[1]
        axes.plot([0, after], [row, row], color=colour, linewidth=5, solid_capstyle="butt")
        axes.scatter([after], [row], s=70, color=colour, zorder=3)
        label = game.label(state, player, action)
        loss = f"loss {losses[action]:.2f}" if losses[action] else "no loss"
        weight = "normal" if losses[action] else "bold"
        axes.text(-1.08, row - 0.16, label, va="bottom", fontsize=10, fontweight=weight)
        axes.text(1.08, row - 0.16, f"{signed(after)}, {loss}", va="bottom", ha="right", fontsize=9, color=GREY)
    axes.axvline(0, color=LIGHT_GREY, linewidth=1, zorder=0)
    axes.set_yticks([])
    axes.set_ylim(max(len(shown), 3) - 0.4, -0.7)
    axes.set_xlim(-1.12, 1.12)
    axes.set_xticks([-1, 0, 1], [f"{game.words.PLAYERS[1]} wins", "even", f"{game.words.PLAYERS[0]} wins"])
    axes.spines["left"].set_visible(False)
    axes.set_title(f"What {game.words.PLAYERS[player]}'s first choice is worth")
