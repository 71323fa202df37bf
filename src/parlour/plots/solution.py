"""A solved game as a picture: a map of its values, and how perfect players open it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from parlour.games.game import Game
from parlour.plots.canvas import FAINT, INK, QUIET, SEATS, Axes, Figure, diverging, drawing, signed
from parlour.solver.grading import likely
from parlour.solver.solution import Solution
from parlour.solver.value_map import ValueMap

FEW = 16  # choices that each get a line of their own
WRITTEN = 13  # cells across, up to which their values are written into them
CLEAR = 0.995  # values beyond this are told by their colour


def draw_solution(path: Path, title: str, solution: Solution, drawn: ValueMap | None) -> None:
    """On the left the map, if the game has one; on the right the first move."""
    with drawing(path, 10.5 if drawn else 5.5, 5.4) as figure:
        figure.suptitle(title + "\n", x=0.012, ha="left", fontsize=12)
        parts = figure.subfigures(1, 2, width_ratios=(1.25, 1)) if drawn else [figure.subfigures()]
        if drawn:
            draw_map(parts[0], solution.game, drawn)
        draw_opening(parts[-1], solution)


def draw_map(figure: Figure, game: Game, drawn: ValueMap) -> None:
    from matplotlib.ticker import MaxNLocator

    axes = figure.subplots()
    edges = (drawn.columns.start - 0.5, drawn.columns.stop - 0.5, drawn.rows.start - 0.5, drawn.rows.stop - 0.5)
    image = axes.imshow(
        drawn.values, cmap=diverging(), vmin=-1, vmax=1, origin="lower", extent=edges, interpolation="nearest"
    )
    shown = np.argwhere(~np.isnan(drawn.values))
    (bottom, left), (top, right) = shown.min(axis=0), shown.max(axis=0)  # margins without any position are cut off
    axes.set_xlim(edges[0] + left, edges[0] + right + 1)
    axes.set_ylim(edges[2] + bottom, edges[2] + top + 1)
    if max(top - bottom, right - left) < WRITTEN and not whole(drawn):
        for row, column in shown[np.abs(drawn.values[tuple(shown.T)]) < CLEAR]:
            value = drawn.values[row, column]
            colour = "white" if abs(value) > 0.6 else INK
            place = drawn.columns[column], drawn.rows[row]
            axes.text(*place, signed(value, 2), ha="center", va="center", fontsize=6.5, color=colour)
    axes.set_xlabel(field_name(game, drawn.across))
    axes.set_ylabel(field_name(game, drawn.down))
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    own = field_name(game, drawn.across).rpartition(": ")[2]
    by = (
        "Mean value of all positions that play can reach" if drawn.mean else f"Value by {own}, all else as at the start"
    )
    axes.set_title(by)
    bar = figure.colorbar(image, ax=axes, shrink=0.8, ticks=[-1, -0.5, 0, 0.5, 1])
    first, second = game.words.PLAYERS
    bar.ax.set_yticklabels([f"{second}\nwins", "−0.5", "even", "+0.5", f"{first}\nwins"], fontsize=8)
    bar.outline.set_visible(False)
    if np.isnan(drawn.values[bottom : top + 1, left : right + 1]).any():
        figure.supxlabel(
            "Grey: play cannot come here, or the game is over.", x=0.02, ha="left", fontsize=8, color=QUIET
        )


def whole(drawn: ValueMap) -> bool:
    """Whether every value is a win, a loss or even: colours say all of it."""
    values = drawn.values[~np.isnan(drawn.values)]
    return bool((np.abs(values - np.round(values)) < 0.005).all())


def field_name(game: Game, field: str) -> str:
    """`tokens2` is Player B's tokens; any other field is called by its name."""
    plain = field.replace("_", " ")
    if field[-1] in "12" and field[:-1]:
        return f"{game.words.PLAYERS[int(field[-1]) - 1]}: {plain[:-1].strip()}"
    return plain


def draw_opening(figure: Figure, solution: Solution) -> None:
    """In secret: how likely a perfect player makes each choice. In turn: what each choice leads to."""
    game, state = solution.game, solution.game.start()
    actors = game.to_act(state)
    panels = figure.subplots(len(actors), 1, squeeze=False, sharex=len(actors) > 1)[:, 0]
    for axes, player in zip(panels, actors, strict=True):
        if len(actors) == 2:
            draw_mix(axes, solution, player)
        else:
            draw_worths(axes, solution, player)


def draw_mix(axes: Axes, solution: Solution, player: int) -> None:
    game, state = solution.game, solution.game.start()
    mix, actions = likely(solution.policy(state, player)), game.actions(state, player)
    last = max(place for place, action in enumerate(actions) if action in mix)
    shown = actions[: max(last + 2, min(len(actions), 6))]
    chances = [100 * mix.get(action, 0.0) for action in shown]
    axes.bar(range(len(shown)), chances, color=SEATS[player], width=0.8)
    step = max(1, -(-len(shown) // 12))
    labels = [game.words.label(game.rules, game.shown(state), player, action) for action in shown]
    common = shared_start(labels)
    axes.set_xticks(range(0, len(shown), step), [label[len(common) :] for label in labels][::step])
    axes.tick_params(axis="x", length=0)
    axes.yaxis.set_major_formatter("{x:.0f} %")
    axes.set_title(f"{game.words.PLAYERS[player]}'s first choice, played perfectly")
    beyond = game.words.label(game.rules, game.shown(state), player, actions[-1])[len(common) :]
    note = f"{common}(allowed up to {beyond})" if len(shown) < len(actions) else common
    axes.set_xlabel(note.strip())


def shared_start(labels: list[str]) -> str:
    """The words that all labels begin with: `bid `."""
    words = [label.split(" ") for label in labels]
    count = 0
    while all(len(each) > count + 1 and each[: count + 1] == words[0][: count + 1] for each in words):
        count += 1
    return "".join(f"{word} " for word in words[0][:count])


def draw_worths(axes: Axes, solution: Solution, player: int) -> None:
    game, state = solution.game, solution.game.start()
    sign, value = 1 - 2 * player, solution.value(state)
    losses = solution.losses(state, player)
    shown = list(losses)[:FEW]
    for row, action in enumerate(shown):
        worth = value - sign * losses[action]
        colour = SEATS[0] if worth >= 0 else SEATS[1]
        axes.plot([0, worth], [row, row], color=colour, linewidth=5, solid_capstyle="butt")
        axes.scatter([worth], [row], s=70, color=colour, zorder=3)
        label = game.words.label(game.rules, game.shown(state), player, action)
        loses = f"gives away {losses[action]:.2f}" if losses[action] else "gives nothing away"
        weight = "normal" if losses[action] else "bold"
        axes.text(-1.08, row - 0.16, label, va="bottom", fontsize=10, fontweight=weight)
        axes.text(1.08, row - 0.16, f"{signed(worth)}, {loses}", va="bottom", ha="right", fontsize=9, color=QUIET)
    axes.axvline(0, color=FAINT, linewidth=1, zorder=0)
    axes.set_yticks([])
    axes.set_ylim(max(len(shown), 3) - 0.4, -0.7)
    axes.set_xlim(-1.12, 1.12)
    axes.set_xticks([-1, 0, 1], [f"{game.words.PLAYERS[1]} wins", "even", f"{game.words.PLAYERS[0]} wins"])
    axes.spines["left"].set_visible(False)
    axes.set_title(f"What {game.words.PLAYERS[player]}'s first choice is worth")
