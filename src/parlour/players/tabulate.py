"""Players and policies as tables, which compiled play looks their choices up in: `parlour.tabulate`."""

from collections.abc import Sequence
from functools import partial
from numbers import Real
from typing import Any

from parlour.fast.policy_table import PolicyTable, check_actions
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.players.base import Contestant
from parlour.players.roster import player as by_name
from parlour.solver.memory import stages_for, states
from parlour.solver.policies.policy import Policy
from parlour.solver.policies.strategies import PolicyLike, as_strategy
from parlour.solver.progress import Progress, silent
from parlour.solver.states.mixes import Part
from parlour.solver.states.parts import join, part_of
from parlour.strategy import ask

MOST_SHARE = 1e100
League = Sequence[tuple[PolicyLike | str, float]]


def tabulate(game: Game, policy: PolicyLike | str | League, *, progress: Progress = silent) -> PolicyTable:
    """The choices of a policy in every state of a game.

    A policy is the name of a player, such as `"perfect"`, or anything that `parlour.exploitability` takes. A list of
    pairs, policies with their shares, makes a league: one of them plays each game. `progress` is a callback as in
    `solve`. A game that is too large to solve raises `TooLarge`.
    """
    check_actions(game)
    members: list[tuple[Any, float]] = check_league(policy) if is_league(policy) else [(policy, 1.0)]
    known = partial(states, game, progress=progress)
    strategies = [as_strategy(known_player(each) if isinstance(each, str) else each, known) for each, _ in members]
    parts: list[list[Part]] = [[] for _ in strategies]
    for stage in stages_for(game, strategies, progress, "tabulating"):
        for part, strategy in zip(parts, strategies, strict=True):
            part.append(part_of(stage.states, stage.options, ask(strategy, stage)))
    found = known()
    policies = [Policy(found, join(part, len(found))) for part in parts]
    return PolicyTable(game, found.table, [each.listed for each in policies], [share for _, share in members])


def known_player(name: str) -> Any:
    player = by_name(name)
    if not Contestant(player).has_known_mix:
        raise ParlourError(f"{name} cannot be tabulated: it does not say how likely its choices are")
    return player


def is_league(policy: Any) -> bool:
    """Whether this is meant as a list of pairs. Two arrays, which are a policy, may be a list too."""
    return isinstance(policy, list) and (not policy or any(isinstance(each, tuple | str) for each in policy))


def check_league(members: Any) -> list[tuple[Any, float]]:
    for each in members:
        if (
            not isinstance(each, tuple)
            or len(each) != 2
            or not isinstance(each[1], Real)
            or not 0.0 < float(each[1]) < MOST_SHARE
        ):
            raise ParlourError(f"a league is a list of pairs, a policy and its share above 0; not {each!r}")
    if not members:
        raise ParlourError("a league needs at least one policy")
    return [(policy, float(share)) for policy, share in members]
