"""Every installed game under a versioned name: in Gymnasium's registry, and in PettingZoo's where it has one.

The version goes up when an observation, an action number or a reward changes its meaning.
"""

from __future__ import annotations

from typing import Any

import gymnasium
import pettingzoo

from parlour.envs.pettingzoo_aec import TurnGame
from parlour.envs.pettingzoo_parallel import ParallelGame
from parlour.games.catalogue import games

VERSION = 0


def env_id(name: str) -> str:
    """`tower-siege` as `parlour/TowerSiege-v0`."""
    return f"parlour/{''.join(word.capitalize() for word in name.split('-'))}-v{VERSION}"


def register_all() -> None:
    """Registers games that are not there yet; called again, it takes in games installed since."""
    for name in games():
        register(name)


def register(name: str) -> None:
    full = env_id(name)
    if full not in gymnasium.registry:
        gymnasium.register(
            full,
            entry_point="parlour.envs.gymnasium_single:AgainstPlayer",
            vector_entry_point="parlour.envs.gymnasium_vector:vector",
            kwargs={"game": name},
        )
    if hasattr(pettingzoo, "register"):
        if full not in pettingzoo.parallel_registry:
            pettingzoo.register("parallel", full, f"{__name__}:made_parallel", kwargs={"game": name})
        if full not in pettingzoo.aec_registry:
            pettingzoo.register("aec", full, f"{__name__}:made_aec", kwargs={"game": name})


# PettingZoo's `make` calls a limit on the length of a game `max_cycles`; here it is `max_turns`.


def made_parallel(game: str, max_cycles: int | None = None, **settings: Any) -> ParallelGame:
    return ParallelGame(game, **limited(max_cycles, settings))


def made_aec(game: str, max_cycles: int | None = None, **settings: Any) -> TurnGame:
    return TurnGame(game, **limited(max_cycles, settings))


def limited(max_cycles: int | None, settings: dict[str, Any]) -> dict[str, Any]:
    return settings if max_cycles is None else {"max_turns": max_cycles, **settings}
