"""Puts the rules of a game and the loops together into one module, and compiles it.

The rules are taken as they stand: their source, the source of the random stream and the source of the loops become one
file, with a decorator on every function. The file is kept under the user's cache, named by a digest of its text, so the
compiler's own cache beside it is used by every later process and a change of any part makes a new one.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import cast

from parlour.games.contract import Game

HERE = Path(__file__).parent
LEFT_OUT = {"limits", "bounds", "actions"}  # they are not needed in a loop
COMPILED = "njit(cache=True, nogil=True)"
INLINED = "njit(inline='always')"  # within a loop, so that arrays are not handed from function to function


def compiled(game: Game) -> ModuleType:
    """The loops of `loops.py` for the rules of this game, compiled when they are first called."""
    text = source(game)
    digest = hashlib.sha256(text.encode()).hexdigest()[:16]
    name = f"parlour_{game.name.replace('-', '_')}_{digest}"
    if name in sys.modules:
        return sys.modules[name]
    path = cache_folder() / f"{name}.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}.part")
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
        if sys.stderr and sys.stderr.isatty():
            sys.stderr.write(f"Compiling {game.title}: once on this machine, a few seconds ...\n")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def cache_folder() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME", "")
    home = Path(cache) if os.path.isabs(cache) else Path.home() / ".cache"
    return home / "parlour"


def source(game: Game) -> str:
    """The whole module as text."""
    rules = inspect.getsource(cast(ModuleType, game.module))
    fields = type(game.start())._fields  # type: ignore[attr-defined]  # a NamedTuple
    parts = [
        "from typing import NamedTuple\nfrom numba import int64, njit\n",
        *statements(rules, COMPILED),
        *([] if "\ndef shown(" in rules else statements("def shown(rules, state):\n    return state\n", COMPILED)),
        *statements((HERE / "stream.py").read_text(), COMPILED),
        *statements(table_functions(fields), INLINED),
        *statements((HERE / "slots.py").read_text(), INLINED),
        *statements((HERE / "loops.py").read_text(), COMPILED),
    ]
    return "\n\n".join(parts) + "\n"


def table_functions(fields: tuple[str, ...]) -> str:
    """How a state goes into a row of a table, one column a field, and comes out again."""
    loads = ", ".join(f"whole(table[k, {column}])" for column in range(len(fields)))
    stores = "\n".join(f"    table[k, {column}] = state.{field}" for column, field in enumerate(fields))
    return (
        "def whole(value):\n    return int64(value)\n"
        f"def load(table, k):\n    return State({loads})\n"
        f"def store(table, k, state):\n{stores}\n"
    )


def statements(text: str, decorator: str) -> Iterator[str]:
    """The statements of a source without its imports and docstring, every function decorated."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
            continue
        if isinstance(node, ast.FunctionDef):
            if node.name in LEFT_OUT:
                continue
            node.decorator_list = [ast.parse(decorator, mode="eval").body]
            node.returns = None
            for argument in node.args.args:
                argument.annotation = None
        yield ast.unparse(node)
