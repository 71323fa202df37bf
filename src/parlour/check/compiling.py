"""Whether the rules compile, agree with the interpreter, and can be solved."""

import time
from typing import Any

from parlour.check.results import CheckResult, Mistake, failed_check, fields_of
from parlour.check.subject import CheckedGame, Node, number_of
from parlour.games.errors import ParlourError, TooLarge
from parlour.games.vocabulary import outward

COUNT_SECONDS, SOLVE_SECONDS = 20.0, 120.0  # compiling, which takes most of it on a busy machine, included
MOST_STATES = 5_000_000
KERNEL = "parlour.check.kernels.calls"
PAIRS = 10  # of actions compared in each state


def check_compiling(subject: CheckedGame) -> CheckResult:
    from parlour.fast.compile_errors import compiler_error  # not at the top: it loads Numba

    if error := compiler_error(subject.rules):
        return failed_check("compiles", Mistake(error))
    return CheckResult("compiles", "passed", "rules.py compiles")


def check_agreement(subject: CheckedGame) -> CheckResult:
    from parlour.fast.compile import compile_kernels

    game = subject.game()
    module, nodes = compile_kernels(game, KERNEL), subject.graph.nodes
    for state, node in nodes.items():
        check_state(subject, module, game.rules, state, node)
    return subject.findings.result(
        "agrees", f"compiled and interpreted rules agree in {number_of(len(nodes), 'state')}"
    )


def check_state(subject: CheckedGame, module: Any, rules: Any, state: Any, node: Node) -> None:
    def compare(name: str, expected: Any, *arguments: Any, actions: tuple[int, int] | None = None) -> None:
        found = getattr(module, f"compiled_{name}")(rules, module.State(*state), *arguments)
        if found != expected:
            what = f"compiled, {name}() returns {plain(found)}, but interpreted {plain(expected)}"
            subject.findings.add("agrees", what, state, actions)

    compare("to_act", sum(1 << player for player in node.actors))
    for player in node.actors:
        actions = node.actions[player]
        compare("options", len(actions), player)
        for k in {0, len(actions) // 2, len(actions) - 1}:
            compare("option", actions[k], player, k)
    chosen = list(node.after.items())
    for pair, after in chosen[:: -(-len(chosen) // PAIRS) or 1]:
        compare("play", after, *pair, actions=pair)


def plain(value: Any) -> str:
    fields = fields_of(value)
    return str(value) if fields is None else f"({', '.join(f'{name}={number}' for name, number in fields.items())})"


def check_states(subject: CheckedGame) -> CheckResult:
    """How many states there are. Too many is no failure."""
    if subject.graph.complete:
        results = sum(state.winner != 0 for state in subject.graph.nodes)
        states = len(subject.graph.nodes) - results
        return CheckResult("states", "passed", f"{number_of(states, 'state')} and {number_of(results, 'result')}")
    from parlour.solver.states.explorer import Explorer

    game = subject.game()
    limit = time.monotonic() + COUNT_SECONDS

    def stop(space: Explorer) -> None:
        if time.monotonic() > limit or space.count > MOST_STATES:
            raise TimeoutError

    try:
        space = Explorer(game)
        space.explore(game.start(), stop)
    except TooLarge as error:
        return CheckResult("states", "skipped", str(error))
    except TimeoutError:
        return CheckResult("states", "passed", f"more than {space.count:,} states; the rest was not counted")
    cycles = "some of them can come up again" if space.cyclic else "none can come up twice in a game"
    return CheckResult("states", "passed", f"{number_of(space.count, 'state')} without the results; {cycles}")


def check_solving(subject: CheckedGame) -> CheckResult:
    """The game can be solved. If it is too large, or takes too long, that is no failure."""
    from parlour.solver.api import solve

    limit = time.monotonic() + SOLVE_SECONDS

    def stop(*_: object) -> None:
        if time.monotonic() > limit:
            raise TimeoutError

    try:
        solution = solve(subject.game(), progress=stop)
    except TooLarge as error:
        return CheckResult("solves", "skipped", str(error))
    except TimeoutError:
        return CheckResult("solves", "skipped", f"not solved within {SOLVE_SECONDS:.0f} seconds; try parlour solve")
    except ParlourError as error:
        return failed_check("solves", Mistake(str(error)))
    lower, upper = solution.bounds(solution.game.start())
    least, most = outward(lower, upper, 4)
    return CheckResult("solves", "passed", f"the first player's value lies between {least} and {most}")
