"""Players and policies as tables, which compiled play looks their choices up in: `parlour.tabulate`."""

from __future__ import annotations

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.fast.legal import legal_actions
from parlour.fast.policy_table import Mixes, PolicyTable, check_actions
from parlour.fast.slots import table_type
from parlour.games.errors import ParlourError
from parlour.games.game import Game
from parlour.players.base import has_known_mix
from parlour.players.roster import player as by_name
from parlour.solver.batched import as_policy
from parlour.solver.explored import explored
from parlour.solver.policy import Policy
from parlour.solver.progress import Progress, silent
from parlour.solver.stages import Stage, stages

MOST_SHARE = 1e100
League = Sequence[tuple[Policy | str, float]]


def tabulate(game: Game, policy: Policy | str | League, *, progress: Progress = silent) -> PolicyTable:
    """The choices of a policy in every state of a game.

    A policy is the name of a player, such as `"perfect"`, or anything that `parlour.exploitability` takes. A list of
    pairs, policies with their shares, makes a league: one of them plays each game. `progress` is a callback as in
    `solve`. A game that is too large to solve raises `TooLarge`.
    """
    check_actions(game)
    members = checked_league(policy) if is_league(policy) else [(policy, 1.0)]
    known = [named(each) if isinstance(each, str) else each for each, _ in members]
    space, solved = explored(game, any(getattr(each, "consults_solution", False) for each in known), progress)
    policies = [as_policy(space, each) for each in known]
    done, orders = 0, []
    parts: list[list[Mixes]] = [[] for _ in policies]
    for stage in stages(space, solved):
        orders.append(stage.states)
        legal = legal_actions(game, space.states[stage.states].astype(table_type(game)))
        for part, each in zip(parts, policies, strict=True):
            part.append(mixes_in(stage, each, legal))
        done += len(stage.states)
        progress("tabulating", done / space.count)
    tabulated = [Mixes(*map(np.concatenate, zip(*part, strict=True))) for part in parts]
    return PolicyTable(game, space.states[np.concatenate(orders)], tabulated, [share for _, share in members])


def mixes_in(stage: Stage, policy: Policy, legal: NDArray[np.bool_]) -> Mixes:
    """The chances of those who are to act."""
    sizes = legal.sum(axis=2)
    acting = np.repeat(sizes.ravel() > 0, stage.counts)
    return Mixes(sizes, np.nonzero(legal)[2].astype(np.int16), stage.mixes_of(policy)[acting])


def named(name: str) -> Any:
    player = by_name(name)
    if not has_known_mix(player):
        raise ParlourError(f"{name} cannot be tabulated: it does not say how likely its choices are")
    return player


def is_league(policy: Any) -> bool:
    """Whether this is meant as a list of pairs. Two arrays, which are a policy, may be a list too."""
    return isinstance(policy, list) and (not policy or any(isinstance(each, tuple | str) for each in policy))


def checked_league(members: Any) -> list[tuple[Any, float]]:
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
