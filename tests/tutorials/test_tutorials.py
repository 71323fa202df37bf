"""Every tutorial works line by line in an empty folder, and prints what it shows.

- A block after a line that ends in "`NAME`:" is saved in that file.
- A block of `sh` is run by `bash -e`. All blocks of a tutorial share one folder.
- A block of `text` after it has lines that its output must contain, in this order. `...` stands for anything.
- A block of Python that begins with a prompt is an example, which doctest runs.
- A block in another language, such as a paragraph to paste into a page, is not checked.

`first-match.md` asks for typed answers; its own test types them.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import parlour

FOLDER = Path(__file__).parents[2] / "docs" / "tutorials"
TUTORIALS = sorted(path for path in FOLDER.glob("*.md") if path.name != "first-match.md")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`([^`\s]+)`:\s*$")
UNCHECKED = ("", "bash", "console", "python", "shell", "text")  # code and output that nobody would notice to be wrong
SECONDS = 300  # for one block, on a busy machine with an empty cache


class Block(NamedTuple):
    line: int
    language: str
    text: str
    file: str | None  # the name that the line before the block gives


def blocks(page: str) -> Iterator[Block]:
    for found in BLOCK.finditer(page):
        named = NAMED.search(page[: found.start()])
        yield Block(page.count("\n", 0, found.start()) + 1, found[1], found[2], named[1] if named else None)


def follow(tutorial: Path, folder: Path) -> None:
    """Does what a tutorial says, in this folder. Fails with the line of the page that does not hold."""
    output: str | None = None  # of the commands just before
    for block in blocks(tutorial.read_text(encoding="utf-8")):
        here = f"{tutorial.name}, line {block.line}"
        if block.file and block.language != "sh":
            (folder / block.file).write_text(block.text, encoding="utf-8")
            output = None
        elif block.language == "sh":
            output = run(block.text, folder, here)
        elif block.language == "text" and output is not None:
            check(block.text, output, here)
            output = None
        elif block.language in UNCHECKED and not block.text.startswith(">>> "):
            pytest.fail(f"{here}: this block is no file, no command, no output and no example with prompts")


def run(script: str, folder: Path, here: str) -> str:
    """What the commands print. They run as in a shell in which `python` and `parlour` are the ones of this test."""
    programs = folder.parent / "programs"
    programs.mkdir(exist_ok=True)
    for name, options in (("python", ""), ("parlour", " -m parlour")):
        if not (programs / name).exists():  # a command of an earlier block may still be starting
            (programs / name).write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)}{options} "$@"\n')
            (programs / name).chmod(0o755)
    source = str(Path(parlour.__file__).parents[1])
    ended = subprocess.run(
        ["bash", "-e", "-c", script],
        stdin=subprocess.DEVNULL,
        cwd=folder,
        env={**os.environ, "PATH": f"{programs}:{os.environ['PATH']}", "PYTHONPATH": source},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=SECONDS,
    )
    assert ended.returncode == 0, f"{here}: the commands end with {ended.returncode} and print\n{ended.stdout}"
    return ended.stdout


def check(expected: str, output: str, here: str) -> None:
    rest = iter(output.splitlines())
    for line in filter(None, map(str.rstrip, expected.splitlines())):
        pattern = ".*".join(map(re.escape, line.split("...")))
        assert any(re.fullmatch(pattern, each.rstrip()) for each in rest), f"{here}: {line!r} is not next in\n{output}"


@pytest.mark.untraced
@pytest.mark.parametrize("tutorial", TUTORIALS, ids=lambda path: path.stem)
def test_a_tutorial_works_line_by_line(tutorial: Path, tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    follow(tutorial, folder)


TINY = """\
# Tiny

Save this as `greet.py`:

```python
print("Hello,", "reader", 12.5)
print("and welcome")
```

Then:

```sh
python greet.py
parlour --version
```

```text
Hello, reader ...
...
parlour ...
```

```python
>>> 1 + 1
2

```
"""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("", "", None),
        ("Hello, reader ...", "Hello, writer ...", "line 17: 'Hello, writer ...' is not next"),
        ("Hello, reader ...\n...\n", "and welcome\nHello, reader ...\n", "'Hello, reader ...' is not next"),
        ("parlour --version", "parlour --verse\ntrue", "line 12: the commands end with 2"),
        (">>> 1 + 1", "1 + 1", "line 23: this block is no file"),
        ("```sh", "```console", "line 12: this block is no file"),
    ],
)
def test_a_tutorial_that_does_not_work_fails(old: str, new: str, complaint: str | None, tmp_path: Path) -> None:
    assert old in TINY
    (tmp_path / "tiny.md").write_text(TINY.replace(old, new) if old else TINY)
    folder = tmp_path / "empty"
    folder.mkdir()
    if complaint is None:
        follow(tmp_path / "tiny.md", folder)
        assert (folder / "greet.py").exists()
    else:
        with pytest.raises((AssertionError, pytest.fail.Exception), match=re.escape(complaint)):
            follow(tmp_path / "tiny.md", folder)
