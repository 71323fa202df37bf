"""A lock on an open file. The system releases it when the process ends, however it ends."""

import sys

if sys.platform == "win32":
    import msvcrt

    def lock(handle: int) -> None:
        """Raises OSError if another process holds the lock."""
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def lock(handle: int) -> None:
        """Raises OSError if another process holds the lock."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
