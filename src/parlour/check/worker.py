"""The process that runs the checks. It sends JSON documents: all checks, the one that begins, its result."""

import json
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from parlour.check.compiling import check_agreement, check_compiling, check_solving, check_states
from parlour.check.drawing import check_drawing
from parlour.check.guard import call, watch_calls
from parlour.check.loading import check_contract, check_files, check_language, check_parameters
from parlour.check.results import CheckResult, Fault, Mistake, NotChecked, as_dict, failed_check
from parlour.check.rulebook import check_rulebook
from parlour.check.rules import check_actions, check_bounds, check_ending, check_play, check_symmetry, check_variants
from parlour.check.subject import CheckedGame
from parlour.check.views import check_views
from parlour.check.words import check_questions, check_texts
from parlour.games.catalogue import locate
from parlour.games.errors import BadGame, ParlourError, error_text, place_of

LOADED = ("files", "contract", "parameters")
SOUND = (*LOADED, "bounds", "actions", "play")
COMPILED = (*SOUND, "language", "compiles")

# Each check, and the checks that must not have failed before it makes sense.
CHECKS: dict[str, tuple[Callable[[CheckedGame], CheckResult], tuple[str, ...]]] = {
    "files": (check_files, ()),
    "contract": (check_contract, ("files",)),
    "language": (check_language, ("files",)),
    "parameters": (check_parameters, ("files", "contract")),
    "bounds": (check_bounds, LOADED),
    "actions": (check_actions, LOADED),
    "play": (check_play, LOADED),
    "questions": (check_questions, LOADED),
    "texts": (check_texts, LOADED),
    "drawing": (check_drawing, (*LOADED, "actions")),
    "views": (check_views, SOUND),
    "symmetry": (check_symmetry, SOUND),
    "variants": (check_variants, SOUND),
    "ends": (check_ending, SOUND),
    "compiles": (check_compiling, (*LOADED, "language")),
    "agrees": (check_agreement, COMPILED),
    "states": (check_states, (*COMPILED, "agrees")),
    "solves": (check_solving, (*COMPILED, "agrees")),
    "RULES.md": (check_rulebook, ()),
}


def main(descriptor: str, name: str, settings: str) -> None:
    with Connection(int(descriptor), readable=False) as pipe:

        def send(**content: Any) -> None:
            pipe.send_bytes(json.dumps(content).encode())

        send(checks=list(CHECKS))
        with watch_calls():
            try:
                found, package, folder = call(Path(), locate, name)
            except BadGame as error:
                send(result=as_dict(failed_check("files", Mistake(str(error)))))
            except ParlourError as error:
                send(error=str(error))
            except Fault as error:
                send(result=as_dict(failed_check("files", Mistake(f"the package cannot be loaded: {error}"))))
            else:
                send(game=found, folder=str(folder))
                for each in run_checks(CheckedGame(found, package, folder, json.loads(settings))):
                    send(**({"begin": each} if isinstance(each, str) else {"result": as_dict(each)}))
        send(done=True)


def run_checks(subject: CheckedGame) -> Iterator[str | CheckResult]:
    """The name of each check, then its result."""
    unsound: set[str] = set()  # checks that failed, and checks that were not made because of them
    for name, (check, needs) in CHECKS.items():
        yield name
        missing = [need for need in needs if need in unsound]
        result = not_checked(name, missing[0]) if missing else outcome(name, check, subject)
        if missing or result.outcome == "failed":
            unsound.add(name)
        yield result


def not_checked(name: str, reason: str) -> CheckResult:
    return CheckResult(name, "skipped", f"not checked, because {reason} failed")


def outcome(name: str, check: Callable[[CheckedGame], CheckResult], subject: CheckedGame) -> CheckResult:
    try:
        return check(subject)
    except Fault as error:
        return failed_check(name, error.failure, *subject.findings.of(name))
    except NotChecked as error:
        return not_checked(name, str(error))
    except KeyboardInterrupt:
        raise
    except ParlourError as error:
        return failed_check(name, Mistake(str(error)))
    except BaseException as error:  # a broken game may raise anything, anywhere
        return failed_check(name, Mistake(f"{error_text(error)}{place_of(error, subject.folder)}"))


if __name__ == "__main__":
    main(*sys.argv[1:])
