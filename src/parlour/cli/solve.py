"""`parlour solve`: who wins with perfect play, the best first choice, and maps of values."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import parlour
from parlour.cli.completion import complete_games
from parlour.cli.options import json_option, plot_option, print_json, print_plot_file, rules_from, set_option
from parlour.coach.wording import mix_document, percent, wide_proof_line
from parlour.games.game import Game
from parlour.games.vocabulary import SLACK, loss_text, outward, round_down, signed
from parlour.match.transcript import variant_name
from parlour.plots.canvas import check_file
from parlour.terminal.console.console import Console
from parlour.terminal.console.progress import Bar

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

LISTED = 30  # actions listed for the first turn
LONGEST_BAR = 30
WITHIN = "Target width of the proved intervals, for games that can cycle."


@click.command()
@click.argument("game", shell_complete=complete_games)
@set_option
@click.option("--within", type=float, default=0.001, show_default=True, help=WITHIN)
@click.option("--fresh", is_flag=True, help="Solve again instead of reading the cache.")
@click.option("--anyway", is_flag=True, help="Solve even if the estimate exceeds 8 GB or an hour.")
@json_option
@plot_option
def solve(
    game: str, settings: tuple[str, ...], within: float, fresh: bool, anyway: bool, as_json: bool, plot: Path | None
) -> None:
    """Show who wins GAME when both play perfectly, the proved bounds, and the best first choice."""
    variant = parlour.game(game, **rules_from(settings))
    check_file(plot)
    with Bar(f"Solving {variant.title}") as bar:
        solution = parlour.solve(variant, within=within, progress=bar, fresh=fresh, anyway=anyway)
    if as_json:
        print_json(as_document(solution))
    else:
        Console().say(*solution_lines(solution))
    if plot is not None:
        from parlour.plots.solution import draw_solution
        from parlour.solver.value_map import map_fields, value_map

        fields = map_fields(variant)
        with Bar("Calculating the map") as bar:
            values = value_map(solution, fields, bar) if fields else None
        draw_solution(plot, f"{variant_name(variant)}. {verdict(solution)}", solution, values)
        print_plot_file(plot, as_json)


def solution_lines(solution: Solution) -> list[str]:
    game, certificate = solution.game, solution.certificate
    lower, upper = outward(certificate.lower, certificate.upper, 4)
    proof = "exact up to rounding" if certificate.gain < SLACK else f"proved to lie between {lower} and {upper}"
    cached = " (cached)" if solution.source == "cache" else ""
    solved = "in advance" if solution.source == "package" else f"in {solution.seconds:.1f} seconds{cached}"
    return [
        variant_name(game),
        verdict(solution),
        "",
        f"Value for {game.words.PLAYERS[0]}: {signed(solution.value(game.start()))}, {proof}.",
        f"{len(solution.states):,} states, solved {solved}.",
        *filter(None, [wide_proof_line(solution)]),
        "",
        *first_turn_lines(solution),
    ]


def verdict(solution: Solution) -> str:
    """Who wins, in a sentence that claims no more than is proved."""
    first, second = solution.game.words.PLAYERS
    lower, upper, _ = solution.certificate
    if min(abs(lower), abs(upper)) > 1 - SLACK and lower * upper > 0:
        winner, loser = (first, second) if lower > 0 else (second, first)
        return f"{winner} wins, whatever {loser} does."
    if max(abs(lower), abs(upper)) < SLACK:
        return "With perfect play the game is even."
    if lower > SLACK or upper < -SLACK:
        leader, least = first if lower > 0 else second, round_down(100 * min(abs(lower), abs(upper)), 1)
        return f"{leader} has the advantage: at least {least:.1f} more wins than losses in 100 games."
    least_text, most_text = outward(lower, upper)
    return f"Neither player has a proved advantage: the value lies between {least_text} and {most_text}."


def first_turn_lines(solution: Solution) -> list[str]:
    """A bar per action for a secret first turn; otherwise the loss of each action."""
    from parlour.strategy import likely

    game, state = solution.game, solution.game.start()
    actors, names = game.to_act(state), game.words.PLAYERS
    if len(actors) == 1:
        title = f"First choice of {names[actors[0]]}, and the loss of each action:"
        return [title, *loss_lines(solution, actors[0])]
    mixes = [likely(solution.policy(state, player)) for player in actors]
    first, second = ({action: round(chance, 6) for action, chance in mix.items()} for mix in mixes)
    if first == second:
        return ["First choice of both players, in secret:", *bar_lines(game, 0, first)]
    lines = [f"First choice of {names[0]}, in secret:", *bar_lines(game, 0, first)]
    return [*lines, f"First choice of {names[1]}, in secret:", *bar_lines(game, 1, second)]


def bar_lines(game: Game, player: int, mix: dict[int, float]) -> list[str]:
    likeliest = sorted(sorted(mix, key=lambda action: -mix[action])[:LISTED])
    labels = {action: game.label(game.start(), player, action) for action in likeliest}
    width, highest = max(map(len, labels.values())), max(mix.values())
    lines = [
        f"  {label:<{width}}  {percent(mix[action]):>4}  {'█' * max(1, round(LONGEST_BAR * mix[action] / highest))}"
        for action, label in labels.items()
    ]
    others = [mix[action] for action in mix if action not in labels]
    return [*lines, f"  and {len(others)} others, {percent(sum(others))} together"] if others else lines


def loss_lines(solution: Solution, player: int) -> list[str]:
    game, state = solution.game, solution.game.start()
    losses, mix = solution.losses(state, player), solution.policy(state, player)
    labels = {action: game.label(state, player, action) for action in losses}
    width = max(map(len, labels.values()))
    return [
        f"  {labels[action]:<{width}}  {loss_text(loss):>7}{'  (perfect play)' if action in mix else ''}"
        for action, loss in list(losses.items())[:LISTED]
    ]


def as_document(solution: Solution) -> dict[str, Any]:
    """The solution for `--json`; docs/reference/formats.md describes every entry."""
    game, state, certificate = solution.game, solution.game.start(), solution.certificate
    return {
        "format": "parlour solution",
        "version": 2,
        "game": game.name,
        "rules": game.named_rules(),
        "value": solution.value(state),
        "bounds": [certificate.lower, certificate.upper],
        "widest": certificate.widest,
        "proved": certificate.widest <= solution.within,
        "warning": wide_proof_line(solution) or None,
        "states": len(solution.states),
        "seconds": solution.seconds,
        "cached": solution.source != "solved",
        "first_turn": [
            {"player": player, "perfect": mix_document(game, state, player, solution.policy(state, player))}
            for player in game.to_act(state)
        ],
    }
