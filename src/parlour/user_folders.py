"""Where the user's own files are: matches, databases, keys and the cache, each kind in a folder named `parlour`."""

import errno
import os
from pathlib import Path


def user_folder(variable: str, *in_home: str) -> Path:
    """The folder that an XDG variable names, or the one in the user's home. Raises OSError if there is no home."""
    named = os.environ.get(variable, "")
    try:
        base = Path(named) if os.path.isabs(named) else Path.home().joinpath(*in_home)
    except RuntimeError:
        raise FileNotFoundError(errno.ENOENT, "there is no home folder", f"set {variable}") from None
    return base / "parlour"
