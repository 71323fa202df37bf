"""Asks a player, in several threads if you like: within the budget, and never twice for the same answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from parlour.arena.evaluation.answers import Answers, Budget, OutOfCalls, StoredAnswer
from parlour.arena.evaluation.sampling import SampledPosition
from parlour.arena.evaluation.subject import EvaluationSubject, settle
from parlour.arena.harness.engines import TIMES_UNAVAILABLE
from parlour.arena.harness.ledger import lock
from parlour.games.checks import whole_number
from parlour.games.errors import ParlourError, error_text, spans
from parlour.match.match import View
from parlour.players.base import Contestant, Player, Unavailable
from parlour.solver.memory import solution_of

Reply: TypeAlias = tuple[Any, str]  # an answer, or the reason why there is none
Progress: TypeAlias = Callable[[str, float], None]  # the stage, and the fraction that is done


class NoAnswer(ParlourError):
    """The player gave no legal answer."""


class AskingStopped(Unavailable):
    """Another thread found out that there is no point in continuing."""


class LazyPlayer:
    """A player that is made when it is first asked: answers that are known need none."""

    def __init__(self, make: Callable[[], Player]) -> None:
        self._make = make
        self._made: Contestant | None = None

    def answer(self, view: View, random: Random) -> Reply:
        """The player's choice. Any exception is its failure, unless it cannot be reached."""
        try:
            if self._made is None:
                self._made = Contestant(self._make())
            action = self._made.choose(view, random)
        except Unavailable:
            raise
        except (Exception, SystemExit) as error:
            return None, error_text(error)
        number = whole_number(action)
        if number not in view.actions:
            return None, f"chose {action!r:.40}; allowed: {spans(view.actions)}"
        return number, ""

    def take_calls(self) -> list[dict[str, Any]]:
        return self._made.take_calls() if self._made else []

    def close(self) -> None:
        if self._made:
            self._made.close()


class AskedPlayer:
    """The player in one match or position. A question with a known answer is not repeated."""

    def __init__(self, asker: Asker, player: LazyPlayer, key: Callable[[View], str]) -> None:
        self._asker, self._player, self._key = asker, player, key

    def choose(self, view: View, random: Random) -> int:
        """The player's choice, or NoAnswer. Raises Unavailable, which includes OutOfCalls, if it cannot be asked."""
        most, player = self._asker.subject.most_calls, self._player
        known = self._asker.ask(self._key(view), most, partial(player.answer, view, random), player.take_calls)
        if known.failure:
            raise NoAnswer(known.failure)
        action: int = known.answer
        return action


class Asker:
    """Asks one player for one evaluation. Questions that the folder has answers to are not repeated."""

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
        self._models: list[LazyPlayer] = []
        self._failures = 0
        self._stop = threading.Event()

    @contextmanager
    def player(self, key: Callable[[View], str]) -> Iterator[AskedPlayer]:
        """The player for one match or position, whose choices have these keys.

        Language models remember nothing, so a thread keeps the same.
        """
        if self.subject.is_model:
            if not hasattr(self._here, "model"):
                self._here.model = LazyPlayer(self.subject.make)
                self._models.append(self._here.model)
            yield AskedPlayer(self, self._here.model, key)
        else:
            with closing(LazyPlayer(self.subject.make)) as player:
                yield AskedPlayer(self, player, key)

    def choose_at(self, at: SampledPosition, key: str) -> None:
        """Asks for a choice in a position. The answer, or a failure, is among `answers` then."""
        with self.player(lambda _: key) as player, suppress(NoAnswer):
            player.choose(at.view(), Random(f"{self.subject.seed}/{key}"))

    def ask(
        self, key: str, most: int, reply: Callable[[], Reply], take_calls: Callable[[], list[dict[str, Any]]]
    ) -> StoredAnswer:
        """The answer to a key: the known one, or else the result of `reply` with at most so many calls."""
        known = self.answers.get(key)
        if known is not None:
            return known
        if self._stop.is_set():
            raise AskingStopped
        with self.budget.reserve(most) as spent:
            try:
                answer = StoredAnswer(self.evaluation, key, *reply(), take_calls())
            except Unavailable as error:  # the calls that were made in vain count all the same
                answer = StoredAnswer(self.evaluation, "", None, str(error), take_calls())
            self.answers.add(answer)
            spent.append(answer.spent)
        if not answer.key:
            raise Unavailable(answer.failure)
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
        for model in self._models:
            model.close()

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
            if self._failures >= TIMES_UNAVAILABLE:
                self._stop.set()


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
        subject = settle(folder, subject)
        with (
            closing(Answers(folder)) as answers,
            closing(Asker(subject, answers, evaluation, calls, threads, progress)) as asker,
        ):
            yield asker
