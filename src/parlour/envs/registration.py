"""Registers every installed game under a versioned name, with Gymnasium and, if it has a registry, with PettingZoo.

The version increases when the meaning of an observation, an action number or a reward changes.
"""

from typing import Any

import gymnasium
import pettingzoo

from parlour.envs.pettingzoo_envs import AECEnv, ParallelEnv
from parlour.games.catalogue import game_names
from parlour.games.errors import ParlourError
from parlour.games.line import MAX_TURNS

VERSION = 0


def env_id(name: str) -> str:
    """`parlour/TowerSiege-v0` for `tower-siege`. Only installed games have such a name."""
    if name not in game_names():
        raise ParlourError(f"{name!r} is not an installed game; there are: {', '.join(game_names())}")
    return f"parlour/{''.join(word.capitalize() for word in name.split('-'))}-v{VERSION}"


def register_all() -> None:
    """Registers the games that are not registered yet."""
    for name in game_names():
        identifier, arguments = env_id(name), {"game": name}
        if identifier not in gymnasium.registry:
            single, vector = "parlour.envs.gymnasium_single:SingleEnv", "parlour.envs.gymnasium_vector:vector"
            gymnasium.register(identifier, single, vector_entry_point=vector, kwargs=arguments)
        if hasattr(pettingzoo, "register"):
            for kind, registry in (("parallel", pettingzoo.parallel_registry), ("aec", pettingzoo.aec_registry)):
                if identifier not in registry:
                    pettingzoo.register(kind, identifier, f"{__name__}:make_{kind}", kwargs=arguments)


# PettingZoo's `make` calls the limit on the length of a game `max_cycles`; we call it `max_turns`.


def make_parallel(game: str, max_cycles: int = MAX_TURNS, **settings: Any) -> ParallelEnv:
    return ParallelEnv(game, **{"max_turns": max_cycles, **settings})


def make_aec(game: str, max_cycles: int = MAX_TURNS, **settings: Any) -> AECEnv:
    return AECEnv(game, **{"max_turns": max_cycles, **settings})
