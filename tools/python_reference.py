"""The text of docs/reference/python.md: the classes and functions of `public_names.py`, read from their source."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from public_names import GROUPS, INTERNAL, MADE_BY_PARLOUR

INTRODUCTION = """\
# Python

Look up the public classes and functions of Parlour here, with their arguments and results. The guide
[Parlour from Python](../how-to/python.md) shows how they work together. `python tools/write_reference.py` writes this
page from the code.
"""
LONG = 88  # characters; a longer signature has one argument per line
CONSTANT = re.compile(r"\b[A-Z][A-Z_]+\b")


def page() -> str:
    parts = [INTRODUCTION]
    for title, about, names in GROUPS:
        parts.append(f"## {title}\n\n{about}\n")
        errors = [name for name in names if is_error(find(name))]
        parts += [entry(name) for name in names if name not in errors]
        parts += ["\n".join(f"- `{name}`: {one_line(node_of(find(name)))}" for name in errors) + "\n"] if errors else []
    return "\n".join(parts)


def find(path: str) -> Any:
    module, _, name = path.rpartition(".")
    return getattr(import_module(module), name)


def is_error(found: Any) -> bool:
    return isinstance(found, type) and issubclass(found, Exception)


def entry(path: str) -> str:
    """A function or class under its heading, with its arguments, its docstring and its members."""
    found = find(path)
    lines = [f"### {path}", ""]
    function = getattr(found, "__init__") if isinstance(found, type) else found  # noqa: B009
    if inspect.isfunction(function) and function.__module__ != "typing" and found.__name__ not in MADE_BY_PARLOUR:
        lines += ["```python", signature(path, function, isinstance(found, type)), "```", ""]
    lines += [ast.get_docstring(node_of(found)) or "", "", *(members(found) if isinstance(found, type) else []), ""]
    return re.sub("\n{3,}", "\n\n", "\n".join(lines)).rstrip() + "\n"


def signature(name: str, function: Callable[..., Any], is_class: bool) -> str:
    node: Any = node_of(function)
    given, returned = arguments(node.args, sys.modules[function.__module__]), "" if is_class else result(node, " -> ")
    line = f"{name}({', '.join(given)}){returned}"
    if len(line) <= LONG:
        return line
    return "\n".join([f"{name}(", *[f"    {each}," for each in given], f"){returned}"])


def members(owner: type) -> Iterator[str]:
    """The public fields, properties and methods of a class and of those of our classes that it inherits from."""
    found: dict[str, tuple[str, str]] = {}
    for each in [each for each in owner.__mro__ if each.__module__.startswith("parlour")]:
        module = sys.modules[each.__module__]
        for part in node_of(each).body:
            if isinstance(part, ast.FunctionDef):
                name, text = part.name, one_line(part)
                form = f"{name}({', '.join(arguments(part.args, module))}){result(part, ' -> ')}"
                if any("property" in ast.unparse(decorator) for decorator in part.decorator_list):
                    form = name + result(part, ": ")
            elif isinstance(part, ast.AnnAssign) and "ClassVar" not in ast.unparse(part.annotation):
                name, text = ast.unparse(part.target), comment(inspect.getsource(module).splitlines()[part.lineno - 1])
                form = f"{name}: {code(part.annotation)}" + (f" = {code(part.value)}" if part.value else "")
            else:
                continue
            if name.startswith("_") or f"{each.__name__}.{name}" in INTERNAL:
                continue
            known, about = found.get(name, (form, ""))
            found[name] = known, about or text
    others = [each for each in owner.__mro__ if not each.__module__.startswith("parlour")]
    for name, (form, text) in found.items():
        if text or not any(hasattr(each, name) for each in others):  # otherwise another library describes it
            yield f"- `{form}`" + (f": {text}" if text else "")


def arguments(given: ast.arguments, module: Any) -> list[str]:
    """The arguments as they are written, without `self`. Constants are replaced by their values."""
    plain = [*given.posonlyargs, *given.args]
    defaults = [*[None] * (len(plain) - len(given.defaults)), *given.defaults]
    found = [
        argument(*each, module) for each in zip(plain, defaults, strict=True) if each[0].arg not in ("self", "cls")
    ]
    if given.vararg or given.kwonlyargs:
        found.append("*" + (argument(given.vararg, None, module) if given.vararg else ""))
    found += [argument(*each, module) for each in zip(given.kwonlyargs, given.kw_defaults, strict=True)]
    return found + (["**" + argument(given.kwarg, None, module)] if given.kwarg else [])


def argument(given: ast.arg, default: ast.expr | None, module: Any) -> str:
    text = f"{given.arg}: {code(given.annotation)}" if given.annotation else given.arg
    if default is None:
        return text
    value = CONSTANT.sub(
        lambda name: repr(getattr(module, name[0])) if hasattr(module, name[0]) else name[0], code(default)
    )
    return f"{text} = {value}".replace("'", '"')


def result(node: ast.FunctionDef, arrow: str) -> str:
    return "" if node.returns is None else arrow + code(node.returns)


def code(node: ast.expr) -> str:
    return ast.unparse(node).replace("'", '"')


def one_line(node: Any) -> str:
    """The docstring in one line."""
    return " ".join((ast.get_docstring(node) or "").split())


def comment(line: str) -> str:
    """The comment at the end of a line, as a sentence."""
    text = line.partition("  # ")[2]
    return f"{text[0].upper()}{text[1:]}." if text else ""


def node_of(thing: Any) -> Any:
    """The syntax tree of a class or function."""
    found: Any = tree(thing.__module__)
    for name in thing.__qualname__.split("."):
        found = next(node for node in found.body if getattr(node, "name", None) == name)
    return found


@cache
def tree(module: str) -> ast.Module:
    return ast.parse(inspect.getsource(sys.modules[module]))
