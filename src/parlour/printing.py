"""Makes text safe to print: characters that could control a terminal or mislead its reader become visible escapes."""

import sys
from contextlib import suppress


def escape(text: str) -> str:
    """A text in one line. Control characters, line breaks and changes of direction look as in Python: `\\x1b`."""
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else repr(each)[1:-1] for each in text)


def warn(line: str) -> None:
    """Writes a line that is not part of the output to the standard error, which may be closed or not exist at all."""
    with suppress(OSError, AttributeError):
        sys.stderr.write(f"{escape(line)}\n")
        sys.stderr.flush()
