"""Asks a player, in several threads if you like: within the budget, and never twice for the same answer."""

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

from parlour.arena.evaluation.answers import Answers, Budget, OutOfCalls, StoredAnswer
from parlour.arena.evaluation.sampling import SampledPosition
from parlour.arena.evaluation.subject import EvaluationSubject, settle
from parlour.arena.harness.frozen import EntrantPlayer
from parlour.arena.harness.ledger import lock
from parlour.games.errors import ParlourError, error_text, spans
from parlour.match.match import View
from parlour.players.base import Unavailable
from parlour.solver.memory import solution_of

PATIENCE = 3  # so often a player may be unavailable before the rest is put off
Progress: TypeAlias = Callable[[str, float], None]  # of what, and the fraction that is done


class NoAnswer(ParlourError):
    """The player gave no legal answer."""


class AskingStopped(Unavailable):
    """Another thread found out that there is no point in continuing."""


class Reply(NamedTuple):
    """What came of asking: an answer or the reason why there is none, and the calls that it took."""

    answer: Any
    failure: str
    calls: list[dict[str, Any]]


class Asker:
    """Asks one player for one evaluation. What the folder already knows is not asked again."""

    def __init__(
        self,
        subject: EvaluationSubject,
        answers: Answers,
        evaluation: str,
        calls: int,
        threads: int = 1,
        progress: Progress = lambda *_: None,
    ) -> None:
        self.subject, self.answers, self.evaluation = subject, answers, evaluation
        self.budget = Budget(calls, answers.spent(evaluation))
        self.out_of_calls = self.unavailable = ""  # why not everything was asked
        self._threads, self._progress = threads, progress
        self._here = threading.local()  # a model for each thread: its calls belong to one question at a time
        self._models: list[EntrantPlayer] = []
        self._failures = 0
        self._stop = threading.Event()

    @contextmanager
    def seat(self) -> Iterator[EntrantPlayer]:
        """The player for one match or one position. Language models remember nothing, so a thread keeps the same."""
        if self.subject.is_model:
            if not hasattr(self._here, "model"):
                self._here.model = EntrantPlayer(self.subject.make)
                self._models.append(self._here.model)
            yield self._here.model
        else:
            with closing(EntrantPlayer(self.subject.make)) as seat:
                yield seat

    def choose(self, seat: EntrantPlayer, key: str, view: View, random: Random) -> int:
        """The player's choice, or NoAnswer. Raises Unavailable, which includes OutOfCalls, if it cannot be asked."""
        known = self.ask(key, self.subject.most_calls, lambda: let_answer(seat, view, random))
        if known.failure:
            raise NoAnswer(known.failure)
        action: int = known.answer
        return action

    def choose_at(self, at: SampledPosition, key: str) -> None:
        """Asks for a choice in a position. The answer, or a failure, is among `answers` then."""
        with self.seat() as seat, suppress(NoAnswer):
            self.choose(seat, key, at.view(), Random(f"{self.subject.seed}/{key}"))

    def ask(self, key: str, most: int, ask: Callable[[], Reply]) -> StoredAnswer:
        """The answer to a key: the one that is known, or else what `ask` gets with at most so many calls."""
        known = self.answers.get(key)
        if known is not None:
            return known
        if self._stop.is_set():
            raise AskingStopped
        with self.budget.reserve(most) as spent:
            try:
                reply = ask()
            except Unavailable as error:
                lost = StoredAnswer(self.evaluation, "", None, str(error), getattr(error, "calls", []))
                self.answers.add(lost)
                spent.append(lost.spent)
                raise
            answer = StoredAnswer(self.evaluation, key, *reply)
            self.answers.add(answer)
            spent.append(answer.spent)
        return answer

    def run(self, tasks: Iterable[Callable[[], object]], what: str) -> None:
        """Runs all tasks, or stops when the budget is used up or the player stays unavailable: see `stopped`."""
        todo = list(tasks)
        with ThreadPoolExecutor(self._threads) as pool:
            try:
                for done, _ in enumerate(pool.map(self._attempt, todo), start=1):
                    self._progress(what, done / len(todo))
            finally:
                self._stop.set()  # Ctrl-C: the other tasks end before their next question
        self._stop.clear()

    @property
    def stopped(self) -> str:
        """Why not everything was asked; empty if it was."""
        return self.unavailable or self.out_of_calls

    @contextmanager
    def at_most(self, calls: int) -> Iterator[None]:
        """Keeps the rest of the budget for later."""
        whole, self.budget.calls = self.budget.calls, min(calls, self.budget.calls)
        try:
            yield
        finally:
            self.budget.calls = whole

    def close(self) -> None:
        for seat in self._models:
            seat.close()

    def _attempt(self, task: Callable[[], object]) -> None:
        try:
            task()
        except AskingStopped:
            pass
        except OutOfCalls as error:
            self.out_of_calls = f"{error}; a larger --calls continues from there"
            self._stop.set()
        except Unavailable as error:
            self.unavailable = str(error)
            self._failures += 1
            if self._failures >= PATIENCE:
                self._stop.set()


class NotAvailable(Unavailable):
    """The player cannot be reached; the calls that were made in vain count all the same."""

    def __init__(self, reason: str, calls: list[dict[str, Any]]) -> None:
        super().__init__(reason)
        self.calls = calls


def let_answer(player: EntrantPlayer, view: View, random: Random) -> Reply:
    """What a player chooses. Whatever it raises is a failure of the player, unless it cannot be reached."""
    action, failure = None, ""
    try:
        action = player.choose(view, random)
    except Unavailable as error:
        raise NotAvailable(str(error), player.take_calls()) from error
    except (Exception, SystemExit) as error:
        failure = error_text(error)
    else:
        if action not in view.actions:
            action, failure = None, f"chose {action!r:.40}; allowed: {spans(view.actions)}"
    return Reply(action, failure, player.take_calls())


@contextmanager
def asking(
    folder: Path,
    subject: EvaluationSubject,
    evaluation: str,
    calls: int,
    threads: int = 1,
    progress: Progress = lambda *_: None,
) -> Iterator[Asker]:
    """Holds the folder of an evaluation while it runs."""
    solution_of(subject.game).prepare()  # for known players, and to judge answers; TooLarge before anything is asked
    with lock(folder):
        settled = settle(folder, subject)
        subject = subject._replace(max_turns=settled["max_turns"])
        with (
            closing(Answers(folder)) as answers,
            closing(Asker(subject, answers, evaluation, calls, threads, progress)) as asker,
        ):
            yield asker
