"""`parlour solve`."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

import parlour
from parlour.cli.play import rules_from
from parlour.games.game import Game
from parlour.match.transcript import variant_name
from parlour.plots.canvas import checked_file
from parlour.terminal.console import Console
from parlour.terminal.format import given, percent, signed
from parlour.terminal.progress import Bar, solved

if TYPE_CHECKING:
    from parlour.solver.solution import Solution

FORMAT, VERSION = "parlour solution", 1
EXACT = 1e-6  # an interval that is narrower is rounding
LISTED = 30  # choices that are listed, the likeliest first to be kept
LONGEST_BAR = 30


@click.command()
@click.argument("game")
@click.option("--set", "settings", multiple=True, metavar="KEY=VALUE", help="Change a rule; may be given repeatedly.")
@click.option("--within", type=float, default=0.001, show_default=True, help="How narrow the proved interval shall be.")
@click.option("--fresh", is_flag=True, help="Solve again what was solved before on this machine.")
@click.option("--anyway", is_flag=True, help="Try even if it seems to take too much memory or time.")
@click.option("--json", "as_json", is_flag=True, help="For machines.")
@click.option("--plot", metavar="FILE", help="Draw a map of the values and the first move into FILE.svg or FILE.png.")
def solve(
    game: str, settings: tuple[str, ...], within: float, fresh: bool, anyway: bool, as_json: bool, plot: str | None
) -> None:
    """Show who wins GAME when both play perfectly, what was proved of it, and how to open it."""
    chosen = parlour.game(game, **rules_from(settings))
    path = checked_file(plot) if plot is not None else None
    from parlour.solver.cache import place

    cached = not fresh and place(chosen, within).exists()
    solution = solved(chosen, within=within, fresh=fresh, anyway=anyway)
    if as_json:
        click.echo(json.dumps(as_document(solution, cached), indent=1))
    else:
        Console().say(*told(solution, cached))
    if path is not None:
        from parlour.plots.solution import draw_solution
        from parlour.solver.value_map import map_fields, value_map

        fields = map_fields(chosen)
        with Bar("Drawing the map") as bar:
            drawn = value_map(solution, fields, bar) if fields else None
        draw_solution(path, f"{variant_name(chosen)}. {verdict(solution)}", solution, drawn)
        if not as_json:
            click.echo(f"\nThe picture is in {path}.")


def told(solution: Solution, cached: bool) -> list[str]:
    game, certificate = solution.game, solution.certificate
    value = solution.value(game.start())
    when = (
        f"solved earlier, in {solution.seconds:.1f} seconds" if cached else f"solved in {solution.seconds:.1f} seconds"
    )
    lines = [variant_name(game), verdict(solution), ""]
    if certificate.gain < EXACT:
        proof = "exact up to rounding"
    else:
        proof = f"proved to lie from {signed(certificate.lower, 4)} to {signed(certificate.upper, 4)}"
    lines.append(f"Value to {game.words.PLAYERS[0]}: {signed(value)}, {proof}.")
    lines.append(f"{solution.states:,} states, {when}.")
    return [*lines, "", *opening(solution)]


def verdict(solution: Solution) -> str:
    """Who wins, in a sentence that claims no more than was proved."""
    first, second = solution.game.words.PLAYERS
    lower, upper, _ = solution.certificate
    if min(abs(lower), abs(upper)) > 1 - EXACT and lower * upper > 0:
        winner, loser = (first, second) if lower > 0 else (second, first)
        return f"{winner} wins, whatever {loser} does."
    if max(abs(lower), abs(upper)) < EXACT:
        return "With perfect play the game is even."
    if lower > EXACT or upper < -EXACT:
        leader, least = first if lower > 0 else second, 100 * min(abs(lower), abs(upper))
        return f"{leader} has the better of it: at least {least:.1f} more wins than losses in 100 games."
    return f"It is not proved who has the better of it: the value lies from {signed(lower)} to {signed(upper)}."


def opening(solution: Solution) -> list[str]:
    """The first move: in secret as bars of how likely each choice is, in turn with what each gives away."""
    from parlour.solver.grading import likely

    game, state = solution.game, solution.game.start()
    actors = game.to_act(state)
    mixes = [likely(solution.policy(state, player)) for player in actors]
    if len(actors) == 2 and [(a, round(c, 6)) for a, c in mixes[0].items()] == [
        (a, round(c, 6)) for a, c in mixes[1].items()
    ]:
        return ["First move of both players, in secret:", *bars(game, actors[0], mixes[0])]
    lines: list[str] = []
    for player, mix in zip(actors, mixes, strict=True):
        name = game.words.PLAYERS[player]
        if len(actors) == 2:
            lines += [f"First move of {name}, in secret:", *bars(game, player, mix)]
        else:
            lines += [f"First move of {name}, and what it gives away:", *worths(solution, player)]
    return lines


def bars(game: Game, player: int, mix: dict[int, float]) -> list[str]:
    kept = sorted(sorted(mix, key=lambda action: -mix[action])[:LISTED])
    labels = {action: game.words.label(game.rules, game.shown(game.start()), player, action) for action in kept}
    widest, most = max(map(len, labels.values())), max(mix.values())
    lines = [
        f"  {label:<{widest}}  {percent(mix[action]):>5}  {'█' * max(1, round(LONGEST_BAR * mix[action] / most))}"
        for action, label in labels.items()
    ]
    rest = [mix[action] for action in mix if action not in labels]
    return [*lines, f"  and {len(rest)} others, {percent(sum(rest))} together"] if rest else lines


def worths(solution: Solution, player: int) -> list[str]:
    game, state = solution.game, solution.game.start()
    losses, mix = solution.losses(state, player), solution.policy(state, player)
    labels = {action: game.words.label(game.rules, game.shown(state), player, action) for action in losses}
    widest = max(map(len, labels.values()))
    lines = []
    for action, loss in list(losses.items())[:LISTED]:
        note = "  (the perfect player's choice)" if action in mix else ""
        lines.append(f"  {labels[action]:<{widest}}  {given(loss):>7}{note}")
    return lines


def as_document(solution: Solution, cached: bool) -> dict[str, Any]:
    """The solution for machines; docs/terminal.md describes every entry."""
    game, state, certificate = solution.game, solution.game.start(), solution.certificate
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.name,
        "rules": game.named_rules(),
        "value": solution.value(state),
        "bounds": [certificate.lower, certificate.upper],
        "widest": certificate.widest,
        "states": solution.states,
        "seconds": solution.seconds,
        "cached": cached,
        "first_move": [
            {
                "player": player,
                "perfect": [
                    {
                        "action": action,
                        "label": game.words.label(game.rules, game.shown(state), player, action),
                        "chance": chance,
                    }
                    for action, chance in solution.policy(state, player).items()
                ],
            }
            for player in game.to_act(state)
        ],
    }
