"""The games inside Gymnasium, PettingZoo and OpenSpiel (`parlour.envs.openspiel`). Nothing imports this package.

Adapters hold no rules: what is seen and what is allowed comes from the games. Importing this package registers every
installed game; docs/environments.md tells the rest.
"""

try:
    import gymnasium  # noqa: F401
    import pettingzoo  # noqa: F401
except ImportError as error:
    raise ImportError(f"parlour.envs needs the extra envs: pip install 'parlour[envs]' ({error})") from error

from parlour.envs.aec import TurnGame as aec
from parlour.envs.against import AgainstPlayer as against
from parlour.envs.parallel import ParallelGame as parallel
from parlour.envs.registration import env_id, register_all
from parlour.envs.vector import vector

__all__ = ["aec", "against", "env_id", "parallel", "register_all", "vector"]

register_all()
