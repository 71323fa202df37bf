"""Says in one sentence why the rules of a game do not compile, with the line in `rules.py`."""

import ast
import inspect
import re
from functools import partial
from types import ModuleType
from typing import Any

import numba

from parlour.fast.rewrite import NOT_COMPILED, IntegerMethods, rules_source
from parlour.games.errors import BadGame
from parlour.games.rules_language import findings

# Numba's messages about mistakes in rules, and ours.
MESSAGES = (
    (r"Untyped global name '(?:rules_)?(\w+)'", r"\1 is neither a constant nor a function of these rules"),
    (r"Cannot unify (.*) and (.*) for '(?:rules_)?(\w+?)(?:\.\d+)?'", r"\3 is sometimes \1 and sometimes \2"),
    (r"Can't unify return type from the following types: (.*)", r"it returns different types: \1"),
    (r"Unknown attribute '(\w+)' of type (.*)", r"\2 has no field \1"),
    (r"missing a required argument: '(\w+)'", r"the argument \1 is missing"),
    (r"too many positional arguments", r"there are too many arguments"),
    (
        r"No implementation of function Function\(<.*?(\w+)>\) found for signature:\s*>>> \w+\((.*)\)",
        r"\1 does not work with \2",
    ),
    (r"Invalid use of (.*) with parameters", r"\1 cannot be called like this"),
)
WHOLE = "a whole number"
TYPES = (
    (r"Literal\[int\]\(-?\d+\)|\bu?int\d+\b", WHOLE),
    (r"Literal\[bool\]\(\w+\)|\bbool(?:ean)?\b", "a boolean"),
    (r"\bfloat\d+\b", "a fraction"),
    (r"\b[nN]one\b", "None"),
    (r"\bunicode_type\b", "text"),
    (r"\b(?:Uni)?Tuple\(.*\)", "a tuple"),
    (rf"\b([A-Z]\w*)\((?:{WHOLE}(?: x \d+)?(?:, )?)+\)", r"a \1"),
)


def explain_errors(module: ModuleType, rules: ModuleType, game: str) -> None:
    """Makes the functions of a compiled module raise BadGame where compiling fails, which is when they are called."""
    for function in vars(module).values():
        compile_ = getattr(function, "_compile_for_args", None)
        if compile_ is not None:
            function._compile_for_args = partial(compile_or_explain, compile_, rules, game)


def compile_or_explain(compile_: Any, rules: ModuleType, game: str, *arguments: Any, **named: Any) -> Any:
    try:
        return compile_(*arguments, **named)
    except Exception as error:  # Numba raises many kinds, some of them by mistake
        raise explanation(rules, game, error) from error


def explanation(rules: ModuleType, game: str, error: Exception) -> Exception:
    """The reason as BadGame; the error itself if the rules are not to blame."""
    reason = reason_in(rules)
    return BadGame(f"the rules of {game} do not compile: {reason}") if reason else error


def reason_in(rules: ModuleType) -> str:
    """Where and why the rules do not compile: "rules.py, line 12 (play): ..."; empty if they do."""
    for finding in findings(inspect.getsource(rules)):
        if finding.function not in NOT_COMPILED:
            return report(finding.line, finding.function, finding.sentence)
    return compiler_error(rules)


def compiler_error(rules: ModuleType) -> str:
    """The compiler's error for the rules; empty if they compile."""
    try:
        functions, state = njit_functions(rules)
    except Exception as error:
        return f"rules.py: {error!r}"
    integer, variant = numba.int64, type_of(rules.Rules())
    for name, *arguments in (
        ("start", variant),
        ("to_act", variant, state),
        ("options", variant, state, integer),
        ("option", variant, state, integer, integer),
        ("play", variant, state, integer, integer),
        ("shown", variant, state),
        ("mirror", variant, state),
    ):
        function = functions[name]
        line = function.py_func.__code__.co_firstlineno
        try:
            function.compile(tuple(arguments))
        except Exception as error:
            return sentence(str(error), name, line, functions)
        returned = function.nopython_signatures[0].return_type
        wanted = state if name in ("start", "play", "shown", "mirror") else integer
        if not fits(returned, wanted):
            return report(line, name, wrong_return(returned, "a State of whole numbers" if wanted is state else WHOLE))
    return ""


def njit_functions(rules: ModuleType) -> tuple[dict[str, Any], Any]:
    """The functions of the rules, each to be compiled at the lines it has in `rules.py`, and the type of a state."""
    tree = ast.fix_missing_locations(IntegerMethods().visit(rules_source(rules)))
    namespace: dict[str, Any] = {"bit_count": numba.njit(bit_number), "bit_length": numba.njit(bit_number)}
    exec(compile(tree, str(rules.__file__), "exec"), namespace)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            namespace[node.name] = numba.njit(namespace[node.name])
    state = namespace["State"]
    return namespace, type_of(state(*[0] * len(state._fields)))


def type_of(value: object) -> Any:
    return numba.typeof(value)  # type: ignore[no-untyped-call]  # Numba has no types


def bit_number(number: int) -> int:
    """Stands for `bit_count` and `bit_length`, of which only the types matter here."""
    return number


def fits(returned: Any, wanted: Any) -> bool:
    if isinstance(wanted, numba.types.Integer):
        return isinstance(returned, numba.types.Integer | numba.types.Boolean | numba.types.IntegerLiteral)
    same = getattr(returned, "instance_class", None) is wanted.instance_class
    return same and all(fits(field, numba.int64) for field in returned)


def wrong_return(returned: Any, wanted: str) -> str:
    if isinstance(returned, numba.types.Optional | numba.types.NoneType):
        return f"it must always return {wanted}, but sometimes ends without a return"
    return f"it must return {wanted}, but returns {plain_types(str(returned))}"


def sentence(message: str, name: str, line: int, functions: dict[str, Any]) -> str:
    """Numba's message in one sentence. The innermost error comes first in it."""
    places = re.findall(r'File "[^"]*rules\.py", line (\d+)', message)
    number = int(places[0]) if places else line
    for pattern, ours in MESSAGES:
        if found := re.search(pattern, message):
            return report(number, function_at(number, functions) or name, plain_types(found.expand(ours)))
    lines = [text.strip() for text in message.splitlines() if text.strip()]
    said = [text for text in lines if not re.match(r"Failed in nopython|File |During|<source|\^|\|", text)]
    return report(number, function_at(number, functions) or name, said[0] if said else "it cannot be compiled")


def function_at(line: int, functions: dict[str, Any]) -> str:
    """The function that contains a line."""
    begins = {
        function.py_func.__code__.co_firstlineno: name.removeprefix("rules_")
        for name, function in functions.items()
        if hasattr(function, "py_func") and function.py_func is not bit_number
    }
    above = [begin for begin in begins if begin <= line]
    return begins[max(above)] if above else ""


def plain_types(text: str) -> str:
    for pattern, ours in TYPES:
        text = re.sub(pattern, ours, text)
    return text


def report(line: int, function: str, sentence: str) -> str:
    return f"rules.py, line {line}{f' ({function})' if function else ''}: {sentence}"
