"""The type of a progress callback: `(stage, fraction)`. The stages of a solve report to it."""

from collections.abc import Callable
from typing import TypeAlias

# Called with the stage ("exploring", "solving", "certifying" or "refining") and the fraction of it that is done, None
# if unknown. A callback may raise an exception to stop the solver.
Progress: TypeAlias = Callable[[str, float | None], None]


def silent(_: str, __: float | None) -> None:
    """Ignores progress."""
