"""Registers every installed game under a versioned name, with Gymnasium and, if it has a registry, with PettingZoo.

The version increases when the meaning of an observation, an action number or a reward changes.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import pettingzoo

from parlour.envs.pettingzoo_aec import AECEnv
from parlour.envs.pettingzoo_parallel import ParallelEnv
from parlour.games.catalogue import games

VERSION = 0


def env_id(name: str) -> str:
    """`parlour/TowerSiege-v0` for `tower-siege`."""
    return f"parlour/{''.join(word.capitalize() for word in name.split('-'))}-v{VERSION}"


def register_all() -> None:
    """Registers the games that are not registered yet."""
    for name in games():
        register(name)


def register(name: str) -> None:
    identifier = env_id(name)
    if identifier not in gymnasium.registry:
        gymnasium.register(
            identifier,
            entry_point="parlour.envs.gymnasium_single:SingleEnv",
            vector_entry_point="parlour.envs.gymnasium_vector:vector",
            kwargs={"game": name},
        )
    if hasattr(pettingzoo, "register"):
        if identifier not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", identifier, f"{__name__}:make_parallel", kwargs={"game": name})
        if identifier not in pettingzoo.aec_registry:
            pettingzoo.register("aec", identifier, f"{__name__}:make_aec", kwargs={"game": name})


# PettingZoo's `make` calls the limit on the length of a game `max_cycles`; we call it `max_turns`.


def make_parallel(game: str, max_cycles: int | None = None, **settings: Any) -> ParallelEnv:
    return ParallelEnv(game, **with_limit(max_cycles, settings))


def make_aec(game: str, max_cycles: int | None = None, **settings: Any) -> AECEnv:
    return AECEnv(game, **with_limit(max_cycles, settings))


def with_limit(max_cycles: int | None, settings: dict[str, Any]) -> dict[str, Any]:
    return settings if max_cycles is None else {"max_turns": max_cycles, **settings}
