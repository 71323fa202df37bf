"""Where batches of pairs are played: in this process, in several, or on several machines with Ray.

An engine takes batches from an iterator whenever it has room for one, and yields the outcome of each, in any order. The
iterator decides how large a batch is, so an engine takes no more than it can start soon.
"""

import multiprocessing
import os
import socket
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from queue import Queue
from threading import Event, Lock, Thread
from typing import Any, NamedTuple, TypeAlias

from parlour.child_process import begin
from parlour.extras import need
from parlour.fast.threads import cores
from parlour.games.errors import ParlourError, reason

ENGINES = ("one", "local", "ray")
TRIES = 3  # a pair whose process dies so often, while it is played alone, is given up
RETRIES = 2  # of a batch whose worker on Ray dies; then each of its pairs is played alone, as often again
TIMES_UNAVAILABLE = 3  # so often a player may be unavailable before its other pairs are put off

Batch: TypeAlias = tuple[int, ...]  # numbers of pairs


class PairOutcome(NamedTuple):
    number: int
    lines: tuple[bytes, ...] = ()  # of matches.jsonl: two, or none if the pair is to be tried again in the next run
    calls: tuple[bytes, ...] = ()  # of calls.jsonl
    seconds: float | None = None  # that it took; None if its process died
    unavailable: str = ""  # the player who was
    problem: str = ""  # why the pair was not played to its end


Work: TypeAlias = Callable[[Batch], list[PairOutcome]]  # it can be pickled
Outcomes: TypeAlias = Generator[list[PairOutcome], None, None]  # of batch after batch


class Engine(NamedTuple):
    play: Callable[[Work, Iterator[Batch], int], Outcomes]  # in so many threads; closing it ends all that it started
    shares_batches: bool  # whether all threads of a process play the same batch: `work` starts them, not the engine


def engine(name: str, workers: int | None = None) -> Engine:
    """An engine by name; `workers` is the number of processes, by default one for each core."""
    if name not in ENGINES:
        raise ParlourError(f"there is no engine {name!r}; there are {', '.join(ENGINES)}")
    if name == "one" and workers not in (None, 1):
        raise ParlourError("the engine 'one' is one process; use 'local' for several")
    if name == "one":
        return Engine(play_here, shares_batches=False)
    return Engine(partial(play_in_processes if name == "local" else play_on_ray, workers), shares_batches=True)


def give_up(number: int, what: str, times: int) -> list[PairOutcome]:
    problem = f"pair {number} was given up: the {what} that played it died {times} times"
    return [PairOutcome(number, problem=problem)]


def play_here(work: Work, batches: Iterator[Batch], threads: int) -> Outcomes:
    """In this process. With several threads, each plays its own batches: for players that wait for the network.

    Threads are daemons: after an error or Ctrl-C they begin nothing new, and the process does not wait for them.
    """
    if threads == 1:
        yield from map(work, batches)
        return
    lock, stopped = Lock(), Event()
    results: Queue[list[PairOutcome] | BaseException | None] = Queue()

    def run() -> None:
        try:
            while True:
                with lock:
                    batch = None if stopped.is_set() else next(batches, None)
                if batch is None:
                    break
                results.put(work(batch))
            results.put(None)
        except BaseException as error:
            results.put(error)

    for _ in range(threads):
        Thread(target=run, daemon=True).start()
    running = threads
    try:
        while running:
            result = results.get()
            if isinstance(result, BaseException):
                raise result
            if result is None:
                running -= 1
            else:
                yield result
    finally:
        stopped.set()


def play_in_processes(workers: int | None, work: Work, batches: Iterator[Batch], _: int) -> Outcomes:
    """Several processes on this machine. A process that is killed loses nothing: its pairs are played again."""
    size = workers or cores()
    # One batch more than there are processes, so that none of them waits for the next one.
    while lost := (yield from play_until_one_dies(work, batches, size, size + 1)):
        yield from play_alone(work, deque(number for batch in lost for number in batch))


def play_until_one_dies(
    work: Work, batches: Iterator[Batch], workers: int, at_once: int
) -> Generator[list[PairOutcome], None, list[Batch]]:
    """Returns the batches that were waiting or being played when a process died; none if all are played."""
    # Spawned, because forking a process with threads, which NumPy may have started, can end in a deadlock.
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), begin)
    running: dict[Future[list[PairOutcome]], Batch] = {}
    lost: list[Batch] = []
    try:
        while not lost:
            while len(running) < at_once and (batch := next(batches, None)) is not None:
                try:
                    running[pool.submit(work, batch)] = batch
                except BrokenProcessPool:  # a process died a moment ago
                    lost.append(batch)
                    break
            if not running:
                break
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                batch = running.pop(future)
                try:
                    outcome = future.result()
                except BrokenProcessPool:
                    lost.append(batch)
                    continue
                yield outcome
        return [*lost, *running.values()]
    finally:
        # Without waiting for the matches in progress. A pool that is left alone would notice that its processes are
        # gone while Python shuts down, and complain about it.
        for process in list((pool._processes or {}).values()):
            process.terminate()
        pool.shutdown(wait=True, cancel_futures=True)


def play_alone(work: Work, waiting: deque[int]) -> Outcomes:
    """Plays one pair at a time, to find out which of them kills its process."""
    deaths: Counter[int] = Counter()
    while waiting:
        one_by_one = iter(lambda: (waiting.popleft(),) if waiting else (), ())
        for (number,) in (yield from play_until_one_dies(work, one_by_one, 1, 1)):
            deaths[number] += 1
            if deaths[number] < TRIES:
                waiting.appendleft(number)
            else:
                yield give_up(number, "process", TRIES)


def play_on_ray(workers: int | None, work: Work, batches: Iterator[Batch], _: int) -> Outcomes:
    """Several machines, or several processes on this one. Ray itself repeats the tasks of a worker that dies.

    `RAY_ADDRESS` names a cluster that is running; without it, a local one is started and ended with the run.
    """

    def play(batch: Batch) -> list[PairOutcome]:  # Ray takes only functions
        return work(batch)

    ray = connect_ray(workers)
    try:
        yield from play_tasks(ray, ray.remote(max_retries=RETRIES)(play).remote, batches, workers)
    finally:
        ray.shutdown()


def connect_ray(workers: int | None) -> Any:
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # nothing is reported
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # Ray warns that this will be its default
    address = os.environ.get("RAY_ADDRESS")
    if address:
        check_reachable(address)
    ray = need("ray", "the engine ray needs", "ray")
    local = {"num_cpus": workers or cores(), "include_dashboard": False}
    options: dict[str, Any] = {"log_to_driver": False, "logging_level": "ERROR", **({} if address else local)}
    try:
        ray.init(address or "local", **options)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise ParlourError(f"Ray cannot be reached at {address}: {error}" if address else f"Ray: {error}") from None
    return ray


def check_reachable(address: str) -> None:
    """Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        try:
            socket.create_connection((host, int(port)), timeout=10).close()
        except OSError as error:
            raise ParlourError(f"no Ray cluster answers at {address} (RAY_ADDRESS): {reason(error)}") from None


def play_tasks(ray: Any, submit: Callable[[Batch], Any], batches: Iterator[Batch], workers: int | None) -> Outcomes:
    room = workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    running: dict[Any, Batch] = {}
    again: list[Batch] = []  # pairs of batches that were lost
    while True:
        while len(running) < 2 * room:  # twice as many as there are workers, so that none waits for the next task
            batch = again.pop() if again else next(batches, None)
            if batch is None:
                break
            running[submit(batch)] = batch
        if not running:
            return
        finished, _ = ray.wait(list(running), num_returns=1)
        for reference in finished:
            batch = running.pop(reference)
            try:
                yield ray.get(reference)
            except ray.exceptions.RayTaskError as error:
                raise error.cause from None
            except ray.exceptions.RayError:  # the worker or its machine died, again and again
                if len(batch) > 1:
                    again += [(number,) for number in batch]
                else:
                    yield give_up(batch[0], "worker", RETRIES + 1)
