"""The games inside Gymnasium, PettingZoo and OpenSpiel (`parlour.envs.openspiel`). Nothing imports this package.

Adapters hold no rules: what is seen and what is allowed comes from the games. Importing this package registers every
installed game; docs/environments.md tells the rest.
"""

try:
    import gymnasium  # noqa: F401  # both are only looked for here, so that one line says what to install
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(f"parlour.envs needs the extra envs: pip install 'parlour[envs]' ({error})") from error

from parlour.envs.gymnasium_single import AgainstPlayer
from parlour.envs.gymnasium_vector import vector
from parlour.envs.pettingzoo_aec import TurnGame
from parlour.envs.pettingzoo_parallel import ParallelGame
from parlour.envs.registration import env_id, register_all

__all__ = ["aec", "against", "env_id", "parallel", "register_all", "vector"]

parallel, aec, against = ParallelGame, TurnGame, AgainstPlayer  # called like functions, as PettingZoo's own are

register_all()
