"""Whether `rules.py` is right in every state: bounds, actions, play, variants, symmetry, and how games end."""

from collections import defaultdict
from dataclasses import replace
from typing import Any

from parlour.check.exploring import RulesExplorer
from parlour.check.results import Broken, CheckResult, Endless, Fault, Findings, NotChecked
from parlour.check.subject import CheckedGame, Graph
from parlour.games.errors import shorten
from parlour.games.vocabulary import count

MOST_STATES, MOST_SECONDS = 20_000, 20.0
VARIANT_STATES, VARIANT_SECONDS = 200, 1.0  # for each variant
SWAPPED = {(): (), (0,): (1,), (1,): (0,), (0, 1): (0, 1)}


def check_bounds(subject: CheckedGame) -> CheckResult:
    """Explores the game, and reports the states that it finds."""
    explorer = RulesExplorer(subject, MOST_STATES, MOST_SECONDS)
    complete = False
    try:
        complete = explorer.explore()
    except Endless as error:
        subject.findings.keep("play" if error.failure.actions else "actions", error.failure)
    graph = Graph(explorer.nodes, complete)
    subject.found = graph if graph.nodes else None
    return subject.findings.result("bounds", f"every field is a whole number within its bounds, {graph.extent}")


def check_actions(subject: CheckedGame) -> CheckResult:
    what = "players to act have options, and they ascend"
    if not hasattr(subject.rules, "actions"):
        what += "; without actions(), there are no environments, batches and duels"
    return explored_result(subject, "actions", what)


def check_play(subject: CheckedGame) -> CheckResult:
    return explored_result(subject, "play", "play() depends on the state and the actions of the players to act alone")


def explored_result(subject: CheckedGame, check: str, sentence: str) -> CheckResult:
    if not subject.findings.of(check) and subject.found is None:
        raise NotChecked("bounds")
    return subject.findings.result(check, sentence)


def check_variants(subject: CheckedGame) -> CheckResult:
    """A short look at the variants with one parameter at its lowest or highest value."""
    changes = subject.variants()
    mirrored = hasattr(subject.rules, "mirror") and not subject.findings.of("symmetry")
    for change in changes:
        variant = replace(subject, settings={**subject.settings, **change}, findings=Findings())
        endless = False
        explorer = RulesExplorer(variant, VARIANT_STATES, VARIANT_SECONDS)
        try:
            variant.found = Graph(explorer.nodes, explorer.explore())
            if mirrored:
                seats_are_alike(variant)
        except Fault as error:
            variant.findings.keep("variants", error.failure)
            endless = isinstance(error, Endless)
        for failure in variant.findings.everything():
            subject.findings.keep("variants", failure._replace(rules=change))
        if endless:
            break
    tried = count(len(changes), "variant")
    return subject.findings.result("variants", f"{tried} with a lowest or highest parameter: no mistake found")


def check_symmetry(subject: CheckedGame) -> CheckResult:
    """With the seats swapped by `mirror`, everything else is the same."""
    if not hasattr(subject.rules, "mirror"):
        what = "there is no mirror(); define it if both seats are alike, to solve faster"
    elif seats_are_alike(subject):
        what = f"mirror() swaps the seats and nothing else, {subject.graph.extent}"
    else:
        what = "in this variant mirror() changes the start: the seats are not alike, and the solver does not use it"
    return subject.findings.result("symmetry", what)


def seats_are_alike(subject: CheckedGame) -> bool:
    """False in a variant whose start is not its own mirror image. Otherwise looks for mistakes of `mirror`."""
    nodes, find = subject.graph.nodes, subject.findings.add
    for state, node in nodes.items():
        other = subject.rule("mirror", state)
        if type(other) is not subject.rules.State:
            find("symmetry", f"mirror() must return a State, not {shorten(other)}", state)
            break
        if state == next(iter(nodes)) and other != state:
            if subject.settings:
                return False
            find("symmetry", "mirror() changes the start, so the seats are not alike", state)
        if subject.rule("mirror", other) != state:
            find("symmetry", "mirror() twice must give the same state again", state)
        if other not in nodes:
            continue
        twin = nodes[other]
        if twin.actors != SWAPPED[node.actors] or twin.actions != node.actions[::-1]:
            find("symmetry", "in the mirrored state, the other player must have the same actions", state)
            continue
        for (first, second), after in node.after.items():
            if (second, first) in twin.after and twin.after[second, first] != subject.rule("mirror", after):
                find("symmetry", "mirrored actions must lead to the mirrored state", state, (first, second))
    return True


def check_ending(subject: CheckedGame) -> CheckResult:
    """An end can be reached; `most_turns` is true."""
    graph = subject.graph
    if not any(state.winner for state in graph.nodes):
        if graph.complete:
            raise Broken("no state has a winner: the game can never end", next(iter(graph.nodes)))
        what = f"there are too many states to see; in {len(graph.nodes):,} of them no game has ended"
        return CheckResult("ends", "skipped", what)
    if not graph.complete:
        return CheckResult("ends", "passed", f"games end, {graph.extent}; whether play can go on forever is not known")
    longest = longest_game(graph)
    check_most_turns(subject, longest)
    return subject.findings.result("ends", ending(graph, longest))


def ending(graph: Graph, longest: int | None) -> str:
    if longest is not None:
        return f"every game ends, after at most {count(longest, 'turn')}"
    stuck = endless_state(graph)
    if stuck is None:
        return "an end can be reached from every state, but play can also go on forever, which counts as a draw"
    return f"games end, but not from {stuck}: play then goes on forever, which counts as a draw"


def longest_game(graph: Graph) -> int | None:
    """How many turns the longest game has; None if a state can come up again. (Kahn's algorithm.)"""
    arrivals: defaultdict[Any, int] = defaultdict(int)
    for node in graph.nodes.values():
        for after in set(node.after.values()):
            arrivals[after] += 1
    ready = [state for state in graph.nodes if not arrivals[state]]
    length = dict.fromkeys(ready, 0)
    done = 0
    while ready:
        state = ready.pop()
        done += 1
        for after in set(graph.nodes[state].after.values()):
            length[after] = max(length.get(after, 0), length[state] + 1)
            arrivals[after] -= 1
            if not arrivals[after]:
                ready.append(after)
    return max(length.values()) if done == len(graph.nodes) else None


def endless_state(graph: Graph) -> Any:
    """The first state from which no end can be reached, or None."""
    before: defaultdict[Any, list[Any]] = defaultdict(list)
    for state, node in graph.nodes.items():
        for after in node.after.values():
            before[after].append(state)
    ahead = [state for state in graph.nodes if state.winner]
    ending = set(ahead)
    while ahead:
        for state in before[ahead.pop()]:
            if state not in ending:
                ending.add(state)
                ahead.append(state)
    return next((state for state in graph.nodes if state not in ending), None)


def check_most_turns(subject: CheckedGame, longest: int | None) -> None:
    if not hasattr(subject.rules, "most_turns"):
        return
    most = subject.rule("most_turns")
    if type(most) is not int or most < 0:
        subject.findings.add("ends", f"most_turns() must return a whole number of at least 0, not {most!r}")
    elif longest is None and most:
        subject.findings.add("ends", f"most_turns() says {most}, but play can go on forever: it must say 0")
    elif longest is not None and 0 < most < longest:
        subject.findings.add("ends", f"most_turns() says {most}, but a game can have {count(longest, 'turn')}")
