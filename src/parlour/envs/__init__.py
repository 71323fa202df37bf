"""The games as Gymnasium and PettingZoo environments, and as OpenSpiel games (`parlour.envs.openspiel`).

Importing this package registers every installed game. No other package imports it. See docs/reference/environments.md.
"""

from parlour.extras import missing

try:
    import gymnasium  # noqa: F401  # imported here so that one message names the extra to install
    import pettingzoo  # noqa: F401  # as above
except ImportError as error:
    needed = missing("parlour.envs needs gymnasium and pettingzoo", "envs")
    raise ImportError(f"{needed} ({error})") from error

from parlour.envs.gymnasium_single import SingleEnv
from parlour.envs.gymnasium_vector import vector
from parlour.envs.pettingzoo_envs import AECEnv, ParallelEnv
from parlour.envs.registration import env_id, register_all

__all__ = ["aec", "against", "env_id", "parallel", "register_all", "vector"]

parallel, aec, against = ParallelEnv, AECEnv, SingleEnv  # you call them like functions, as you do PettingZoo's own

register_all()
