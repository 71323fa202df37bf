"""Compiles the rules of a game together with the kernels that use them.

The text of the rules and of the kernels becomes one module (`fast/rewrite.py`). It is kept in the user's cache under a
digest of its text, with Numba's own cache next to it: later processes load it compiled. Any change makes a new file.
The text names, in comments, the modules whose classes are passed to it. Numba imports these when it reads its cache, so
code that was compiled for a class that has moved since must not be found.
"""

from functools import cache
from types import ModuleType
from typing import NamedTuple, cast

from parlour.fast.rewrite import (
    Decorators,
    called_functions,
    closure,
    read_kernel,
    rules_source,
    slot_loops,
    state_functions,
    statements,
)
from parlour.fast.user_cache import load_module, module_name, unload
from parlour.games.game import Game


class Target(NamedTuple):
    """How kernels are compiled for a CPU or a GPU."""

    kernel: str  # the differences of this target; part of every module
    header: str
    function: str  # decorates a function that keeps no array: reference counting would dominate its loops
    inner: str  # decorates a function that only kernels call
    inlined: str  # decorates a function on arrays; passing them to a compiled function would count references
    entry: str  # decorates a function that is called from Python
    loop: str  # a loop over the slots of a batch
    search: str  # a search for the first slot where something holds
    integer: str  # the type that the rules calculate with
    narrow: bool  # whether every number is truncated to that type; otherwise compilers choose 64 bits


def njit(*options: str) -> str:
    return f"njit({', '.join(['cache=True', *options])})"


FROM_PYTHON = "nogil=True"
FROM_KERNELS = "no_cpython_wrapper=True, no_cfunc_wrapper=True"  # wrappers take long to compile
CPU = Target(
    kernel="parlour.fast.kernels.cpu",
    header="import numpy as np\nfrom numba import int64, njit",
    function=njit(FROM_PYTHON, "_nrt=False"),
    inner=njit(FROM_KERNELS, "_nrt=False"),
    inlined="njit(inline='always')",
    entry=njit(FROM_PYTHON, "_nrt=False"),
    loop="""\
def {name}(rules, first, last, {arguments}):
    for k in range(first, last):
        {call}
""",
    search="""\
def {name}(rules, first, last, {arguments}):
    for k in range(first, last):
        if {call}:
            return k
    return -1
""",
    integer="int64",
    narrow=False,
)
CUDA = Target(
    kernel="parlour.fast.kernels.cuda",
    header="from numba import cuda, int32, int64, uint32",
    function="cuda.jit(device=True)",
    inner="cuda.jit(device=True)",
    inlined="cuda.jit(device=True, inline='always')",
    entry="cuda.jit(cache=True)",
    loop="""\
def {name}(rules, {arguments}):
    k = cuda.grid(1)
    if k < table.shape[0]:
        {call}
""",
    search="""\
def {name}(rules, {arguments}, found):
    k = cuda.grid(1)
    if k < table.shape[0] and {call}:
        cuda.atomic.min(found, 0, k)
""",
    integer="int32",
    narrow=True,
)

INLINED = {f"parlour.fast.kernels.{name}" for name in ("turn", "batch", "duel", "answers", "callback", "cpu", "cuda")}
ENTRY = {f"parlour.fast.kernels.{name}" for name in ("random_games_cpu", "random_games_cuda")}
FOR_PYTHON_TOO = {"number_of", "prove_block", "raise_the_best", "solve_matrix"}  # both kernels and Python call these
UNSIGNED = {"parlour.fast.random_stream"}  # calculates with 32-bit words
# Files that need no rules and take long to compile: compiled once for all games, with these options. Sums in a matrix
# game may be reordered and fused, so that the compiler can use SIMD instructions; the proof depends on their order.
REORDERED = "fastmath={'contract', 'nnan', 'nsz', 'reassoc'}"
LIBRARIES = {
    "parlour.fast.kernels.alias": ["_nrt=False"],
    "parlour.solver.kernels.matrix_game": [REORDERED, "_nrt=False"],
    "parlour.solver.kernels.simplex": [REORDERED, "_nrt=False"],
    "parlour.solver.kernels.sweep": ["_nrt=False"],
    "parlour.solver.kernels.punishment": [REORDERED, "_nrt=False"],
    "parlour.solver.kernels.matchup": ["_nrt=False"],
    "parlour.solver.kernels.refine": ["_nrt=False"],
    "parlour.solver.kernels.response": ["_nrt=False"],
    "parlour.solver.kernels.components": [],
    "parlour.solver.kernels.decision_process": ["_nrt=False"],
}


def compile_kernels(game: Game, *kernels: str, target: Target = CPU) -> ModuleType:
    """The kernels with the rules of this game, as a module whose functions are compiled when they are first called."""
    return _compile_kernels(cast(ModuleType, game.module), game.name, kernels, target)


@cache  # joining the text takes longer than many loops
def _compile_kernels(rules: ModuleType, game: str, kernels: tuple[str, ...], target: Target) -> ModuleType:
    for kernel in closure(kernels):
        if kernel.name in LIBRARIES:
            library(kernel.name)
    from parlour.fast.compile_errors import explain_errors, explanation  # not at the top: it loads Numba

    try:
        module = load_module(game, source(rules, kernels, target))
    except OSError:  # the cache, not the rules
        raise
    except Exception as error:
        raise explanation(rules, game, error) from error
    explain_errors(module, rules, game)
    return entries(module)


def forget() -> None:
    """Drops all compiled code of this process: Numba cannot finish a function whose compiling was interrupted."""
    _compile_kernels.cache_clear()
    library.cache_clear()
    unload()


def source(rules: ModuleType, kernels: tuple[str, ...], target: Target) -> str:
    integer = target.integer if target.narrow else ""
    imports = ["from typing import Any, NamedTuple", target.header, f"# import {rules.__name__}"]
    used = closure((target.kernel, *kernels))
    imports += [line for kernel in used for line in kernel.imports]
    imports += [library_import(kernel.name) for kernel in used if kernel.name in LIBRARIES]
    used = [kernel for kernel in used if kernel.name not in LIBRARIES]
    trees = [rules_source(rules), *(kernel.tree for kernel in used)]
    decorators = Decorators(target.function, target.inner, called_functions(trees) - FOR_PYTHON_TOO)
    parts = [*statements(trees[0], decorators, integer)]
    parts += statements(state_functions(rules.State._fields, target.integer), Decorators(target.inlined))
    for kernel in used:
        parts += [f"{name} = {value!r}" for name, value in kernel.constants.items()]
        narrow = "uint32" if integer and kernel.name in UNSIGNED else integer
        if kernel.name in INLINED:
            parts += slot_loops(kernel.tree, target.entry, target.loop, target.search)
            parts += statements(kernel.tree, Decorators(target.inlined), narrow)
        else:
            own = Decorators(target.entry) if kernel.name in ENTRY else decorators
            parts += statements(kernel.tree, own, narrow)
    return "\n\n".join(["\n".join(imports), *parts]) + "\n"


@cache
def library(name: str) -> ModuleType:
    for used in read_kernel(name).uses:
        library(used)
    return entries(load_module(name, library_source(name)))


def entries(module: ModuleType) -> ModuleType:
    """The functions of a module for Python: calling an inner one, which has no wrapper, would end the process."""
    entries = ModuleType(module.__name__)
    for name, item in vars(module).items():
        if not getattr(item, "targetoptions", {}).get("no_cpython_wrapper"):
            setattr(entries, name, item)
    return entries


@cache
def library_source(name: str) -> str:
    kernel = read_kernel(name)
    imports = ["from typing import Any, NamedTuple", "import numpy as np", "from numba import njit", *kernel.imports]
    imports += [library_import(used) for used in kernel.uses]
    inner = called_functions([read_kernel(each).tree for each in LIBRARIES]) - FOR_PYTHON_TOO
    decorators = Decorators(njit(FROM_PYTHON, *LIBRARIES[name]), njit(FROM_KERNELS, *LIBRARIES[name]), inner)
    constants = [f"{constant} = {value!r}" for constant, value in kernel.constants.items()]
    return "\n\n".join(["\n".join(imports), *constants, *statements(kernel.tree, decorators)]) + "\n"


def library_import(name: str) -> str:
    return f"from {module_name(name, library_source(name))} import *"
