"""The part of Python that `rules.py` may use, so that it can be compiled for CPUs and GPUs."""

import ast
import builtins
from collections.abc import Iterator
from typing import NamedTuple

IMPORTS = ("from typing import NamedTuple", "from __future__ import annotations")
FUNCTIONS = frozenset({"abs", "bool", "divmod", "int", "len", "max", "min", "range"})
METHODS = frozenset({"bit_count", "bit_length"})
ONLY_INTEGERS = "a game has only whole numbers"

# The forbidden parts of Python, and the alternatives.
FORBIDDEN: dict[type[ast.AST], str] = {
    ast.List: "a list is not allowed; use fields of the state, the bits of an integer, or a tuple",
    ast.ListComp: "a list is not allowed; write a loop",
    ast.Set: "a set is not allowed; use the bits of an integer",
    ast.SetComp: "a set is not allowed; use the bits of an integer",
    ast.Dict: "a dict is not allowed; use if, or a tuple",
    ast.DictComp: "a dict is not allowed; use if, or a tuple",
    ast.GeneratorExp: "a generator is not allowed; write a loop",
    ast.Lambda: "a lambda is not allowed; write a function",
    ast.Try: "exceptions are not allowed; rules only ever get legal actions",
    ast.TryStar: "exceptions are not allowed; rules only ever get legal actions",
    ast.Raise: "exceptions are not allowed; rules only ever get legal actions",
    ast.Assert: "assert is not allowed; rules only ever get legal actions",
    ast.With: "with is not allowed",
    ast.Global: "global is not allowed; everything that changes is a field of the state",
    ast.Nonlocal: "nonlocal is not allowed; everything that changes is a field of the state",
    ast.Yield: "yield is not allowed; write a loop",
    ast.YieldFrom: "yield is not allowed; write a loop",
    ast.Await: "await is not allowed",
    ast.AsyncFunctionDef: "async is not allowed",
    ast.JoinedStr: f"text is not allowed; {ONLY_INTEGERS}, and words.py has the texts",
    ast.Div: f"/ is not allowed, because {ONLY_INTEGERS}; use //",
    ast.Delete: "del is not allowed",
    ast.Starred: "a starred expression is not allowed; name every value",
    ast.Match: "match is not allowed; use if",
}


class Finding(NamedTuple):
    """Something in `rules.py` that is not allowed there."""

    line: int
    function: str  # the function that contains it; empty outside functions
    sentence: str


def findings(source: str) -> list[Finding]:
    """Everything in the rules that is not allowed, from top to bottom."""
    found: list[Finding] = []
    tree = ast.parse(source)
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    known = own | set(vars(builtins)) | {alias for top in tree.body for alias in bound_names(top)}
    for top in tree.body:
        if isinstance(top, ast.FunctionDef):
            parts = [*statements(top), *top.decorator_list, *top.args.defaults]
            found += [Finding(line, top.name, what) for part in parts for line, what in problems(part, own)]
            found += [Finding(line, top.name, f"{name} is not defined") for line, name in undefined_names(top, known)]
            if top.decorator_list:
                found.append(Finding(top.decorator_list[0].lineno, top.name, "a decorator is not allowed"))
        elif isinstance(top, ast.ClassDef):
            found += [Finding(line, "", what) for line, what in class_problems(top, own)]
        elif isinstance(top, ast.Import | ast.ImportFrom):
            if ast.unparse(top) not in IMPORTS:
                what = f"{ast.unparse(top)!r} is not allowed; rules import only NamedTuple"
                found.append(Finding(top.lineno, "", what))
        elif isinstance(top, ast.Assign | ast.AnnAssign):
            if top.value is not None:
                found += [Finding(line, "", what) for line, what in problems(top.value, own)]
        elif not is_text(top):
            what = "only constants, NamedTuples and functions are allowed outside functions"
            found.append(Finding(top.lineno, "", what))
    return sorted(found)


def statements(function: ast.FunctionDef) -> list[ast.stmt]:
    """The body of a function without its docstring."""
    return function.body[1:] if is_text(function.body[0]) else function.body


def bound_names(node: ast.AST) -> Iterator[str]:
    """The names that a statement gives a value, arguments and imports included."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
            yield part.id
        elif isinstance(part, ast.arg):
            yield part.arg
        elif isinstance(part, ast.alias):
            yield (part.asname or part.name).split(".")[0]


def undefined_names(function: ast.FunctionDef, known: set[str]) -> Iterator[tuple[int, str]]:
    names = known | set(bound_names(function))
    for part in ast.walk(function):
        if isinstance(part, ast.Name) and part.id not in names:
            yield part.lineno, part.id


def is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def class_problems(node: ast.ClassDef, own: set[str]) -> Iterator[tuple[int, str]]:
    if [ast.unparse(base) for base in node.bases] != ["NamedTuple"]:
        yield node.lineno, f"the class {node.name} must be a NamedTuple"
    for part in node.body:
        if isinstance(part, ast.AnnAssign):
            if ast.unparse(part.annotation) != "int":
                yield part.lineno, f"the field {ast.unparse(part.target)} must be an int; {ONLY_INTEGERS}"
            if part.value is not None:
                yield from problems(part.value, own)
        elif not is_text(part) and ast.unparse(part) not in ("pass", "..."):
            yield part.lineno, f"the class {node.name} may only have fields, such as `score: int`"


def problems(tree: ast.AST, own: set[str]) -> Iterator[tuple[int, str]]:
    """The forbidden parts of a statement or an expression; `own` are the functions that the rules define."""
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)  # an operator has none, and is looked at with its operands
        if line and type(node) in FORBIDDEN:
            yield line, FORBIDDEN[type(node)]
        elif isinstance(node, ast.BinOp | ast.AugAssign) and type(node.op) in FORBIDDEN:
            yield line, FORBIDDEN[type(node.op)]
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield line, "an import inside a function is not allowed"
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield line, f"{node.name} must not be defined inside a function; move it to the top level"
        elif isinstance(node, ast.Constant) and not isinstance(node.value, int):
            yield line, constant_problem(node)
        elif isinstance(node, ast.Call) and not (isinstance(node.func, ast.Name) and node.func.id in own):
            yield from ((line, what) for what in call_problems(node))


def constant_problem(node: ast.Constant) -> str:
    if node.value is None:
        return f"None is not allowed; {ONLY_INTEGERS}"
    if isinstance(node.value, str | bytes):
        return FORBIDDEN[ast.JoinedStr]
    return f"{node.value} is not allowed; {ONLY_INTEGERS}"


def call_problems(node: ast.Call) -> Iterator[str]:
    called = node.func
    if isinstance(called, ast.Attribute):
        if called.attr == "_replace":
            yield "_replace is not allowed; name every field: State(...)"
        elif called.attr not in METHODS:
            yield f"the method {called.attr} is not allowed; integers have bit_count() and bit_length()"
    elif isinstance(called, ast.Name) and hasattr(builtins, called.id) and called.id not in FUNCTIONS:
        yield f"{called.id}() is not allowed; of Python's own functions, rules use {', '.join(sorted(FUNCTIONS))}"
