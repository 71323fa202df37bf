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
from functools import cache
from pathlib import Path
from threading import RLock
from types import ModuleType
from typing import NamedTuple, cast

from parlour.games.contract import Game

HERE = Path(__file__).parent
LEFT_OUT = {"limits", "bounds", "actions"}  # they are not needed in a loop
CONTRACT = {
    "start",
    "to_act",
    "options",
    "option",
    "play",
    "shown",
} | LEFT_OUT  # the names by which a loop knows the rules
WIDE = {
    "game_number",
    "games_left",
    "scaled",
    "LENGTHS",
    "OUTCOMES",
}  # 64 bits on the way, or sizes


class Text(NamedTuple):
    """A file of loops or of what they are made of, with the decorator of its functions."""

    path: Path
    decorator: str
    integer: str = ""  # what every sum in it is cut back to, if anything


class Target(NamedTuple):
    """What a module is compiled for, and what it is made of besides the rules."""

    header: str
    function: str  # the decorator of a function of the rules
    inlined: str  # of a function that works on arrays: within a loop, so that they are not handed on
    integer: str  # what the rules reckon with
    narrow: bool  # whether every sum of the rules is cut back to that
    helpers: str  # functions that differ from one target to the next
    texts: tuple[Text, ...]
    libraries: tuple[Path, ...] = ()  # whose functions the texts call by name
    cell: str = "table[k, {}]"  # where a field of a state lies


COMPILED, INLINED = "njit(cache=True, nogil=True)", "njit(inline='always')"
# Sums in any order, and products added to them unrounded: for many numbers at once, none of them missing.
VECTORS = "njit(cache=True, nogil=True, fastmath={'contract', 'nnan', 'nsz', 'reassoc'})"
BORROWING = "njit(cache=True, nogil=True, _nrt=False)"  # a loop keeps no array: counting who holds them costs most
CPU = Target(
    header="from numba import int64, njit",
    function=COMPILED,
    inlined=INLINED,
    integer="int64",
    narrow=False,
    helpers="""
def bit_count(number):
    count = 0
    while number:
        number &= number - 1
        count += 1
    return count

def bit_length(number):
    length = 0
    while number:
        number >>= 1
        length += 1
    return length
""",
    texts=(
        Text(HERE / "stream.py", COMPILED),
        Text(HERE / "slots.py", INLINED),
        Text(HERE / "loops.py", BORROWING),
    ),
)
CUDA = Target(
    header="from numba import cuda, int32, int64, uint32",
    function="cuda.jit(device=True)",
    inlined="cuda.jit(device=True, inline='always')",
    integer="int32",  # a card reckons with 32 bits at a time, and without being told compilers take 64
    narrow=True,
    helpers="""
def bit_count(number):
    return int32(cuda.popc(number))

def bit_length(number):
    return int32(32 - cuda.clz(number))

def must_wait(secret):
    together = cuda.activemask()
    waiting = cuda.popc(cuda.ballot_sync(together, secret))
    return secret and waiting < 8 and waiting < cuda.popc(together)
""",
    texts=(
        Text(HERE / "stream.py", "cuda.jit(device=True)", "uint32"),
        Text(HERE / "slots.py", "cuda.jit(device=True, inline='always')", "int32"),
        Text(HERE / "duels.py", "cuda.jit(device=True, inline='always')", "int32"),
        Text(HERE / "kernels.py", "cuda.jit(cache=True)", "int32"),
    ),
)
BLOCK = 512  # games that a duel's loops take at a time: what is known of them fits in a core's caches
# Duels on a processor, many games with one instruction. Bits are counted without a loop, which would stand in the way.
LANES = Target(
    header="import numpy as np\nfrom numba import int32, int64, njit, uint32",
    function=COMPILED,
    inlined=INLINED,
    integer="int32",  # twice as many at once as of 64 bits
    narrow=True,
    helpers=f"LANES = {BLOCK}"
    """
def bit_count(number):
    number = uint32(number)
    number = uint32(number - ((number >> uint32(1)) & uint32(0x55555555)))
    number = uint32((number & uint32(0x33333333)) + ((number >> uint32(2)) & uint32(0x33333333)))
    number = uint32((number + (number >> uint32(4))) & uint32(0x0F0F0F0F))
    return int32(uint32(number * uint32(0x01010101)) >> uint32(24))

def bit_length(number):
    number = uint32(number)
    for step in (1, 2, 4, 8, 16):
        number |= number >> uint32(step)
    return bit_count(number)
""",
    texts=(
        Text(HERE / "stream.py", COMPILED, "uint32"),
        Text(HERE / "slots.py", INLINED, "int32"),
        Text(HERE / "lanes.py", BORROWING, "int32"),
        Text(HERE / "blocks.py", COMPILED, "int32"),
    ),
    cell="table[{} * LANES + k]",
)
SIMULATED = CUDA._replace(  # the compiler's simulator has no threads that wait for each other
    helpers=CUDA.helpers.partition("def must_wait")[0] + "def must_wait(secret):\n    return False\n"
)


def compiled(game: Game, target: Target = CPU) -> ModuleType:
    """The loops for the rules of this game, compiled when they are first called."""
    if target == CUDA and os.environ.get("NUMBA_ENABLE_CUDASIM") == "1":
        target = SIMULATED
    return built(cast(ModuleType, game.module), game.name, target)


@cache  # putting the text together takes longer than many a loop
def built(rules: ModuleType, game: str, target: Target) -> ModuleType:
    for name in target.libraries:
        library(name)
    return loaded(game, source(rules, target))


@cache
def library(path: Path) -> ModuleType:
    """Functions that need no rules, compiled once for all games."""
    return loaded(path.stem, library_text(path))


def library_text(path: Path) -> str:
    return (
        "\n\n".join(["import numpy as np\nfrom numba import njit", *statements(path.read_text(), VECTORS, "")]) + "\n"
    )


def named(title: str, text: str) -> str:
    """The name of a module with this text."""
    return f"parlour_{title.replace('-', '_')}_{hashlib.sha256(text.encode()).hexdigest()[:16]}"


def loaded(title: str, text: str) -> ModuleType:
    """The text as a module, from a file of the user's cache."""
    with _loading:
        return _loaded(title, text, named(title, text))


_loading = RLock()  # two threads may ask for the same module


def _loaded(title: str, text: str, name: str) -> ModuleType:
    if name in sys.modules:
        return sys.modules[name]
    path = cache_folder() / f"{name}.py"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_suffix(f".{os.getpid()}.part")
        draft.write_text(text, encoding="utf-8")
        os.replace(draft, path)
        if sys.stderr and sys.stderr.isatty():
            sys.stderr.write(f"Compiling {title}: once on this machine, a few seconds ...\n")
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


def source(module: ModuleType, target: Target = CPU) -> str:
    """The whole module as text."""
    rules = inspect.getsource(module)
    covers = "\ndef shown(" in rules
    if not covers:
        rules += "\n\ndef shown(rules, state):\n    return state\n"
    libraries = [f"from {named(path.stem, library_text(path))} import *" for path in target.libraries]
    parts = [
        "\n".join(["from typing import NamedTuple", target.header, *libraries, f"COVERS = {covers}"]),
        *statements(target.helpers, target.function, ""),
        *statements(set_apart(rules), target.function, target.integer if target.narrow else ""),
        *statements(
            table_functions(module.State._fields, module.Rules._fields, target.integer, target.cell), target.inlined, ""
        ),
    ]
    for text in target.texts:
        parts += statements(text.path.read_text(), text.decorator, text.integer)
    return "\n\n".join(parts) + "\n"


def set_apart(rules: str) -> str:
    """The rules with their own helpers renamed, so that no loop takes the place of one with the same name."""
    tree = ast.parse(rules)
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    own |= {
        name.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for name in ast.walk(node.target if isinstance(node, ast.AnnAssign) else node.targets[0])
        if isinstance(name, ast.Name)
    }
    defaults = [
        field.value
        for top in tree.body
        if isinstance(top, ast.ClassDef)
        for field in top.body
        if isinstance(field, ast.AnnAssign) and field.value
    ]  # of a class: its fields keep their names
    others = [top for top in tree.body if not isinstance(top, ast.ClassDef)]
    for node in (part for top in (*defaults, *others) for part in ast.walk(top)):
        if isinstance(node, ast.Name) and node.id in own - CONTRACT:
            node.id = f"rules_{node.id}"
        elif isinstance(node, ast.arg) and node.arg in own - CONTRACT:
            node.arg = f"rules_{node.arg}"
        elif isinstance(node, ast.FunctionDef) and node.name in own - CONTRACT:
            node.name = f"rules_{node.name}"
    return ast.unparse(tree)


def table_functions(fields: tuple[str, ...], rules: tuple[str, ...], integer: str, cell: str) -> str:
    """How a state goes into a row of a table, one column a field, and comes out again; the number it makes, or -1 for
    one that breaks the bounds of its game; a state with all its fields of one kind; and the rules from an array."""
    loads = ", ".join(f"whole({cell.format(column)})" for column in range(len(fields)))
    wholes = ", ".join(f"whole(state.{field})" for field in fields)
    stores = "\n".join(f"    {cell.format(column)} = state.{field}" for column, field in enumerate(fields))
    astray = " or ".join(f"state.{field} < lowest.{field} or state.{field} > highest.{field}" for field in fields)
    numbers = ", ".join(f"numbers[{place}]" for place in range(len(rules)))
    total = " + ".join(f"(state.{field} - lowest.{field}) * strides.{field}" for field in fields)
    key = f"    if {astray}:\n        return -1\n    return {total}"
    return (
        f"FIELDS = {len(fields)}\n"
        f"def whole(value):\n    return {integer}(value)\n"
        f"def rules_from(numbers):\n    return Rules({numbers})\n"
        f"def cut(state):\n    return State({wholes})\n"
        f"def load(table, k):\n    return State({loads})\n"
        f"def store(table, k, state):\n{stores}\n"
        f"def key(state, lowest, highest, strides):\n{key}\n"
    )


def statements(text: str, decorator: str, narrow: str) -> Iterator[str]:
    """The statements of a source without its imports and docstring, every function decorated."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
            continue
        if isinstance(node, ast.Assign) and narrow and ast.unparse(node.targets[0]) not in WIDE:
            node = Narrowed(narrow).visit(node)
        if isinstance(node, ast.FunctionDef):
            if node.name in LEFT_OUT:
                continue
            if narrow and node.name not in WIDE:
                node.body = [Narrowed(narrow).visit(statement) for statement in node.body]
            node = Plain().visit(node)
            node.decorator_list = [ast.parse(decorator, mode="eval").body]
            node.returns = None
            for argument in node.args.args:
                argument.annotation = None
        yield ast.unparse(ast.fix_missing_locations(node))


class Plain(ast.NodeTransformer):
    """Turns the methods of integers into functions: `hand.bit_count()` into `bit_count(hand)`."""

    def visit_Call(self, node: ast.Call) -> ast.expr:  # named by ast
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in ("bit_count", "bit_length"):
            return ast.Call(ast.Name(node.func.attr, ast.Load()), [node.func.value], [])
        return node


class Narrowed(ast.NodeTransformer):
    """Cuts every number, sum and product back to integers of one kind."""

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def cut(self, node: ast.expr) -> ast.expr:
        return ast.Call(ast.Name(self.kind, ast.Load()), [node], [])

    def visit_Constant(self, node: ast.Constant) -> ast.expr:  # named by ast
        return self.cut(node) if type(node.value) is int else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.LShift) and not isinstance(node.right, ast.Constant):
            node.right = ast.BinOp(node.right, ast.BitAnd(), ast.Constant(31))  # else compilers shift 64 bits
        self.generic_visit(node)
        return self.cut(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return node if isinstance(node.op, ast.Not) else self.cut(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if not isinstance(node.target, ast.Name):
            return node  # an array keeps its own kind
        value = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        return ast.Assign([node.target], self.visit(value))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not ast.unparse(node.func).startswith("cuda."):  # the compiler's own functions take plain constants
            self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        return node  # places in an array may be as they are
