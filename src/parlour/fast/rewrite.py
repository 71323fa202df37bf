"""Source to source: the rules of a game and the kernels that use them become the text of one module to compile.

Every function gets a decorator; imports, docstrings and annotations go. For a GPU, integers are truncated to 32 bits.

`fast/compile.py` says which files are joined and how they are compiled.
"""

import ast
import inspect
from collections.abc import Iterable, Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from threading import Lock
from types import ModuleType
from typing import NamedTuple

from parlour.fast.random_stream import NEEDS_64_BITS

PACKAGE = Path(__file__).parent.parent
STUBS = "parlour.fast.kernels.stubs"
NOT_COMPILED = {"limits", "bounds", "actions", "most_turns"}  # functions of the rules that no kernel calls
OPTIONAL = ("shown", "mirror")  # functions that return the state as it is unless the rules define them
CONTRACT = {"start", "to_act", "options", "option", "play", *OPTIONAL} | NOT_COMPILED
NAMED_TUPLES = {"Rules", "Games", "Results"}  # classes of the arguments of slot functions
INTEGER_METHODS = ("bit_count", "bit_length")
NAMES = {ast.Name: "id", ast.arg: "arg", ast.FunctionDef: "name"}  # where a node has its name


class Decorators(NamedTuple):
    """The decorators of the functions of a file."""

    function: str
    inner: str = ""  # for those in `called`
    called: frozenset[str] = frozenset()  # functions that kernels call, so Python does not

    def of(self, name: str) -> str:
        return self.inner if name in self.called else self.function


class Kernel(NamedTuple):
    """A source file, and the names that it takes from others."""

    name: str  # as a module: parlour.fast.kernels.batch
    tree: ast.Module
    imports: tuple[str, ...]  # as comments
    uses: tuple[str, ...]  # modules whose functions it calls: they are compiled with it
    constants: dict[str, int | float]  # taken from the modules that call it


_parsing = Lock()  # on Python 3.11, two threads that parse at the same time can fail with a SystemError


def parse(text: str) -> ast.Module:
    with _parsing:
        return ast.parse(text)


def read_kernel(name: str) -> Kernel:
    tree = parse(PACKAGE.joinpath(*name.split(".")[1:]).with_suffix(".py").read_text(encoding="utf-8"))
    imports: list[str] = []
    uses: list[str] = []
    constants: dict[str, int | float] = {}
    for node in tree.body:
        if not isinstance(node, ast.ImportFrom) or not node.module or not node.module.startswith("parlour."):
            continue
        imports.append(f"# {ast.unparse(node)}")
        names = [alias.name for alias in node.names]
        if node.module == STUBS:
            continue
        if ".kernels." in node.module or any(each.islower() for each in names):
            uses.append(node.module)
        else:
            owner = import_module(node.module)
            constants |= {each: getattr(owner, each) for each in names if each.isupper()}
    return Kernel(name, tree, tuple(imports), tuple(uses), constants)


def closure(names: tuple[str, ...]) -> list[Kernel]:
    """The kernels named, and before each the ones that it uses."""
    found: dict[str, Kernel] = {}

    def visit(name: str) -> None:
        kernel = read_kernel(name)
        for used in kernel.uses:
            if used not in found and used != name:
                visit(used)
        found.setdefault(name, kernel)

    for name in names:
        visit(name)
    return list(found.values())


def rules_source(module: ModuleType) -> ast.Module:
    """The rules, with optional functions supplied and their own helpers renamed, so that no kernel replaces one."""
    tree = parse(inspect.getsource(module))
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for name in OPTIONAL:
        if name not in own:
            tree.body += parse(f"def {name}(rules, state):\n    return state\n").body
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = [node.target] if isinstance(node, ast.AnnAssign) else node.targets
            own |= {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    for top in tree.body:
        parts: list[ast.AST] = [top]
        if isinstance(top, ast.ClassDef):  # its fields keep their names
            parts = [field.value for field in top.body if isinstance(field, ast.AnnAssign) and field.value]
        for part in chain.from_iterable(map(ast.walk, parts)):
            attribute = NAMES.get(type(part), "")
            if getattr(part, attribute, None) in own - CONTRACT:
                setattr(part, attribute, f"rules_{getattr(part, attribute)}")
    tree.body = [node for node in tree.body if not (isinstance(node, ast.FunctionDef) and node.name in NOT_COMPILED)]
    return tree


def state_functions(fields: tuple[str, ...], integer: str) -> ast.Module:
    """How a state is read from and written to a row of a table, and the number that identifies it.

    The number is -1 for a state outside the bounds of its game.
    """
    loads = ", ".join(f"whole(table[k, {column}])" for column in range(len(fields)))
    stores = "\n".join(f"    table[k, {column}] = state.{field}" for column, field in enumerate(fields))
    outside = " or ".join(f"state[{i}] < lowest[{i}] or state[{i}] > highest[{i}]" for i in range(len(fields)))
    total = " + ".join(f"(state[{i}] - lowest[{i}]) * strides[{i}]" for i in range(len(fields)))
    return parse(
        f"def whole(value):\n    return {integer}(value)\n"
        f"def load(table, k):\n    return State({loads})\n"
        f"def store(table, k, state):\n{stores}\n"
        f"def key(state, lowest, highest, strides):\n    if {outside}:\n        return -1\n    return {total}\n"
    )


def called_functions(trees: Iterable[ast.Module]) -> frozenset[str]:
    """The names of the functions that these files call."""
    calls = (node.func for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call))
    return frozenset(function.id for function in calls if isinstance(function, ast.Name))


def statements(tree: ast.Module, decorators: Decorators, integer: str = "") -> Iterator[str]:
    """The text of a file without imports and docstring, every function decorated.

    With `integer`, every number, sum and product is truncated to that type, except in functions that need 64 bits.
    """
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom | ast.Expr):
            continue
        if isinstance(node, ast.Assign) and integer:
            node = Narrowed(integer).visit(node)
        decorator = ""
        if isinstance(node, ast.FunctionDef):
            if integer and node.name not in NEEDS_64_BITS:
                node.body = [Narrowed(integer).visit(statement) for statement in node.body]
            node = IntegerMethods().visit(node)
            decorator = f"@{decorators.of(node.name)}\n"
            node.decorator_list, node.returns = [], None
            for argument in node.args.args:
                argument.annotation = None
        yield decorator + ast.unparse(ast.fix_missing_locations(node))


def slot_loops(tree: ast.Module, decorator: str, loop: str, search: str) -> Iterator[str]:
    """A loop over all slots for each function named `..._slot`: `step_slots` calls `step_slot` for every slot.

    A function that returns a boolean becomes a search: `first_illegal_slot` finds the first slot where it holds.
    Rules and other named tuples come as plain tuples: recognising a named one takes longer than a step of one game.
    """
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.endswith("_slot"):
            finds = node.returns is not None and ast.unparse(node.returns) == "bool"
            arguments = [argument.arg for argument in node.args.args[1:-1]]  # all but the rules and k
            call = f"{node.name}({', '.join(map(passed_argument, node.args.args))})"
            name = f"first_{node.name}" if finds else f"{node.name}s"
            body = (search if finds else loop).format(name=name, arguments=", ".join(arguments), call=call)
            yield f"@{decorator}\n{body}"


def passed_argument(argument: ast.arg) -> str:
    """The argument that a loop passes to a slot function for one of its own."""
    kind = "Rules" if argument.arg == "rules" else ast.unparse(argument.annotation or ast.Name("Any"))
    return f"{kind}(*{argument.arg})" if kind in NAMED_TUPLES else argument.arg


class IntegerMethods(ast.NodeTransformer):
    """Turns methods of integers into functions: `hand.bit_count()` into `bit_count(hand)`."""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute) and node.func.attr in INTEGER_METHODS:
            return ast.Call(ast.Name(node.func.attr, ast.Load()), [node.func.value], [])
        return node


class Narrowed(ast.NodeTransformer):
    """Truncates every number, sum and product to one type of integer."""

    def __init__(self, integer: str) -> None:
        self._integer = integer

    def _cut(self, node: ast.expr) -> ast.expr:
        return ast.Call(ast.Name(self._integer, ast.Load()), [node], [])

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        return self._cut(node) if type(node.value) is int else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        if isinstance(node.op, ast.LShift) and not isinstance(node.right, ast.Constant):
            node.right = ast.BinOp(node.right, ast.BitAnd(), ast.Constant(31))  # otherwise 64 bits are shifted
        self.generic_visit(node)
        return self._cut(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        self.generic_visit(node)
        return node if isinstance(node.op, ast.Not) else self._cut(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        if not isinstance(node.target, ast.Name):
            return node  # an array keeps its own type
        value = ast.BinOp(ast.Name(node.target.id, ast.Load()), node.op, node.value)
        return ast.Assign([node.target], self.visit(value))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if not ast.unparse(node.func).startswith("cuda."):  # the compiler's own functions take plain constants
            self.generic_visit(node)
        return node

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        return node  # an index may be of any type
