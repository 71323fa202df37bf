"""Whether secrets stay hidden: masked fields, and choices that are still sealed."""

from random import Random
from typing import Any

from parlour.check.results import CheckResult
from parlour.check.subject import CheckedGame
from parlour.games.errors import shorten, spans
from parlour.match.match import Match

HIDDEN = -1
TURNS = 30


def check_views(subject: CheckedGame) -> CheckResult:
    check_sealed_choices(subject)
    if not hasattr(subject.rules, "shown"):
        return subject.findings.result("views", "nothing is hidden but sealed choices, and no view shows those")
    check_masks(subject)
    return subject.findings.result("views", f"no view shows a hidden field or a sealed choice, {subject.graph.extent}")


def check_masks(subject: CheckedGame) -> None:
    find = subject.findings.add
    seen: dict[Any, tuple[Any, Any]] = {}
    for state, node in subject.graph.nodes.items():
        visible = subject.shown(state)
        if type(visible) is not subject.rules.State:
            find("views", f"shown() must return a State, not {shorten(visible)}", state)
            return
        for name, value, seen_value in zip(state._fields, state, visible, strict=True):
            if seen_value not in (value, HIDDEN):
                find("views", f"shown() turns {name} from {value} into {shorten(seen_value)}; hide it with -1", state)
        if visible.winner != state.winner:
            find("views", "shown() hides the winner", state)
        if subject.shown(visible) != visible:
            find("views", "shown() of a state that is masked already changes it again", state)
        now = (node.actors, node.actions)
        known_state, known = seen.setdefault(visible, (state, now))
        if known != now:
            what = "players see who is to act and what is legal, which gives hidden fields away: "
            find("views", f"{what}{difference(known, now)} in {known_state}, which looks the same", state)


def difference(one: Any, other: Any) -> str:
    if one[0] != other[0]:
        return f"players to act {list(other[0])} here, {list(one[0])}"
    player = 0 if one[1][0] != other[1][0] else 1
    return f"player {player} may choose {spans(other[1][player])} here, {spans(one[1][player])}"


def check_sealed_choices(subject: CheckedGame) -> None:
    """Plays a random game. In each secret round, other views must not depend on the first player's sealed choice."""
    game, chance = subject.game(), Random(1)
    match = Match(game)
    for _ in range(TURNS):
        if not match.to_act:
            return
        actions = [game.actions(match.state, player) or (0,) for player in (0, 1)]
        if len(match.to_act) == 2:
            views = []
            for sealed in (actions[0][0], actions[0][-1]):
                other = Match.at(match.line)
                other.choose(0, sealed)
                views.append(repr((other.view(), other.view(1))))
            if views[0] != views[1]:
                subject.findings.add("views", "a view depends on a choice that is still sealed", match.state)
        for player in match.to_act:
            match.choose(player, chance.choice(actions[player]))
