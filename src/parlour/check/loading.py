"""Whether a game has its files, functions, constants and parameters."""

import inspect
from collections.abc import Mapping
from importlib import import_module
from typing import Any, cast

from parlour.check.guard import call
from parlour.check.overflow import HIGHEST, LOWEST
from parlour.check.results import Broken, CheckResult, Fault, Mistake, check_result, failed_check
from parlour.check.subject import CheckedGame
from parlour.games.catalogue import required_names
from parlour.games.checks import parameter_limits
from parlour.games.contract import RulesModule, WordsModule
from parlour.games.rules_language import findings
from parlour.games.vocabulary import count

OPTIONAL_RULES = {"limits": 0, "shown": 2, "mirror": 2, "actions": 1, "most_turns": 1}  # how many arguments they take
FILES = ("__init__.py", "rules.py", "words.py", "RULES.md")


def check_files(subject: CheckedGame) -> CheckResult:
    missing = [name for name in FILES if not (subject.folder / name).is_file()]
    failures = [Mistake(f"{name} is missing in {subject.folder}") for name in missing]
    for name in ("rules", "words"):
        if f"{name}.py" not in missing:
            try:
                loaded = call(subject.folder, import_module, f"{subject.package}.{name}", name=f"{name}.py")
            except Fault as error:
                failures.append(error.failure)
                break  # words.py imports rules.py, so it would fail in the same way
            setattr(subject, name, loaded)
    return check_result("files", failures, f"{', '.join(FILES[:-1])} and {FILES[-1]} can be read")


def check_contract(subject: CheckedGame) -> CheckResult:
    failures = []
    for file, module, protocol in (("rules.py", subject.rules, RulesModule), ("words.py", subject.words, WordsModule)):
        for name in required_names(protocol):
            if not hasattr(module, name):
                failures.append(f"{file} has no {kind_and_name(name)}")
            elif name not in protocol.__annotations__:
                parameters = inspect.signature(getattr(protocol, name)).parameters
                failures += arguments_problem(file, module, name, len(parameters) - 1)  # without self
    for name, number in OPTIONAL_RULES.items():
        if hasattr(subject.rules, name):
            failures += arguments_problem("rules.py", subject.rules, name, number)
    for name in ("Rules", "State"):
        failures += tuple_problem(getattr(subject.rules, name, None), name)
    failures += constant_problems(subject)
    return check_result("contract", map(Mistake, failures), "every function and constant is there")


def kind_and_name(name: str) -> str:
    """A name of the contract, with its kind: functions are lower case, constants upper case."""
    if name.islower():
        return f"function {name}()"
    return f"constant {name}" if name.isupper() else f"class {name}"


def arguments_problem(file: str, module: Any, name: str, number: int) -> list[str]:
    function = getattr(module, name)
    if not inspect.isfunction(function):
        return [f"{name} in {file} must be a function"]
    try:
        inspect.signature(function).bind(*range(number))
    except TypeError:
        return [f"{name} in {file} must take {count(number, 'argument')}"]
    return []


def tuple_problem(kind: Any, name: str) -> list[str]:
    if kind is None:
        return []  # it is missing, which is reported already
    if not (inspect.isclass(kind) and issubclass(kind, tuple) and hasattr(kind, "_fields")):
        return [f"{name} in rules.py must be a NamedTuple"]
    if name == "State":
        return [] if "winner" in kind._fields else ["State in rules.py has no field winner"]
    defaults: dict[str, Any] = getattr(kind, "_field_defaults", {})
    without = [field for field in kind._fields if field not in defaults]
    wrong = [field for field, value in defaults.items() if type(value) is not int]
    problems = [f"the parameter {field} has no default" for field in without]
    return problems + [f"the default of the parameter {field} is not a whole number" for field in wrong]


def constant_problems(subject: CheckedGame) -> list[str]:
    words = subject.words
    wrong = [
        f"{name} in words.py must be a line of text"
        for name in ("TITLE", "TAGLINE")
        if hasattr(words, name) and not is_line(getattr(words, name))
    ]
    players = getattr(words, "PLAYERS", ("1", "2"))
    if (
        not (isinstance(players, tuple) and len(players) == 2 and all(map(is_line, players)))
        or players[0] == players[1]
    ):
        wrong.append("PLAYERS in words.py must be a tuple of two different names")
    if not isinstance(getattr(words, "SECRET", True), bool):
        wrong.append("SECRET in words.py must be True or False")
    choices = getattr(words, "CHOICES", {})
    if not isinstance(choices, Mapping):
        return [*wrong, "CHOICES in words.py must be a dict"]
    for name, values in choices.items():
        if name not in getattr(getattr(subject.rules, "Rules", None), "_fields", ()):
            wrong.append(f"CHOICES in words.py names {name!r}, which is not a parameter")
        elif not (isinstance(values, tuple) and values and all(map(is_line, values))):
            wrong.append(f"CHOICES in words.py must give {name} a tuple of names")
    return wrong


def is_line(value: object) -> bool:
    return isinstance(value, str) and value.strip() != "" and value.isprintable()


def check_language(subject: CheckedGame) -> CheckResult:
    found = findings((subject.folder / "rules.py").read_text(encoding="utf-8"))
    failures = (Mistake(f"rules.py, line {each.line}: {each.sentence}") for each in found)
    return check_result("language", failures, "rules.py uses nothing that cannot be compiled")


def check_parameters(subject: CheckedGame) -> CheckResult:
    """The limits contain the defaults and give every named value a number; the given settings are allowed."""
    kind = subject.rules.Rules
    if not hasattr(subject.rules, "limits"):
        subject.game()
        subject.limits = parameter_limits(cast(RulesModule, subject.rules))
        return CheckResult("parameters", "passed", "there is no limits(): every parameter may range from 0 to 10,000")
    limits = call(subject.folder, subject.functions["limits"])
    if not (isinstance(limits, tuple) and len(limits) == 2 and all(isinstance(each, kind) for each in limits)):
        raise Broken("limits() must return two Rules, the lowest and the highest")
    failures = []
    for name, low, default, high in zip(kind._fields, limits[0], kind(), limits[1], strict=True):
        if not (type(low) is int and type(high) is int):
            failures.append(f"limits() of {name} must be whole numbers")
        elif low < LOWEST or high > HIGHEST:
            failures.append(f"limits() of {name} must fit in 32 bits, not {low} to {high}")
        elif not low <= default <= high:
            failures.append(f"the default of {name} is {default}, but limits() allows {low} to {high}")
        names = subject.words.CHOICES.get(name)
        if names is not None and not failures and (low, high) != (0, len(names) - 1):
            allowed = f"0 to {len(names) - 1}"
            failures.append(f"CHOICES names {len(names)} values of {name}, so limits() must allow {allowed}")
    if failures:
        return failed_check("parameters", *map(Mistake, failures))
    subject.game()
    subject.limits = limits
    given = ", ".join(f"{name}={value}" for name, value in zip(kind._fields, kind(), strict=True))
    return CheckResult("parameters", "passed", f"limits() allows the defaults ({given})" if given else "there are none")
