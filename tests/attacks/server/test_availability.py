"""No request of one address makes another player's choice take much longer.

For every endpoint its most expensive legal request (`worst_requests.py`), within the limits that all have.
"""

from __future__ import annotations

import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from attacks.server.worst_requests import ATTACKS, Scripts, Seat, new_address, new_seats, open_connections
from server.serving import Process

pytestmark = pytest.mark.alone

SECONDS = 0.4
TURNS = 100  # that the players may choose in without a pause
ATTEMPTS = 6  # the machine may be busy with other things; what slows down players does so every time
SLOWER, SLOWER_AT_TIMES = 3, 10  # the median, and one choice in a hundred


class Times(NamedTuple):
    median: float
    rarely: float  # one choice in a hundred takes longer


def choices(seats: Sequence[Seat], turn: int) -> list[float]:
    """How long both choices of a turn take."""
    times = []
    for seat in seats:
        began = time.perf_counter()
        seat.post("choice", turn=turn, taken_back=0, action=1, key=f"turn {turn}")
        times.append(time.perf_counter() - began)
    return times


class Scene:
    """A server with players who go on choosing, and matches that strangers can misuse."""

    def __init__(self, folder: Path) -> None:
        self.server = Process(folder, str(folder / "m.sqlite"), "--limits", "1", COVERAGE_PROCESS_CONFIG="").ready()
        self.port = self.server.port
        self._turn, self._players = 0, new_seats(self.port)

    def play(self, seconds: float = SECONDS) -> Times:
        """How long the choices of the players take."""
        times: list[float] = []
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if self._turn == TURNS:
                self._turn, self._players = 0, new_seats(self.port)
            self._turn += 1
            times += choices(self._players, self._turn)
        return Times(statistics.median(times), statistics.quantiles(times, n=100)[98])

    def begin(self, matches: int = 15) -> float:
        """How long it takes until a new match against the computer has begun."""
        times = []
        for _ in range(matches):
            began = time.perf_counter()
            seat, _ = new_seats(self.port, game="tower-siege", rules={}, opponent="hard", seat="second")
            while seat.ask("GET", f"/api/matches/{seat.match}")["match"]["turn"] == 1:
                time.sleep(0.001)
            times.append(time.perf_counter() - began)
        return statistics.median(times)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    from server import serving

    made = Scene(tmp_path_factory.mktemp("scene"))
    serving._processes.clear()  # it lives longer than one test
    made.play()
    Seat(made.port).ask("POST", "/api/explore", {"game": "tower-siege"})  # the solver starts
    yield made
    made.server.kill()


def test_every_endpoint_is_attacked() -> None:
    """The page lists them all (`tests/server/http/test_document.py`)."""
    page = Path(__file__).parents[3] / "docs" / "reference" / "http.md"
    endpoints = re.findall(r"^\| `((?:GET|POST) /api/.*?)` \|", page.read_text(encoding="utf-8"), re.M)
    assert len(endpoints) > 20
    assert [each for each in endpoints if not any(f"{attack} ".startswith(f"{each} ") for attack in ATTACKS)] == []


@contextmanager
def attacked(port: int, scripts: Scripts) -> Iterator[None]:
    """Meanwhile, one new address asks for as much as it may."""
    program = Path(__file__).with_name("flood.py")
    command = [sys.executable, str(program), str(port), new_address()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as flood:
        assert flood.stdin is not None
        assert flood.stdout is not None
        flood.stdin.write(json.dumps(scripts) + "\n")
        flood.stdin.flush()
        assert flood.stdout.readline() == "started\n"
        time.sleep(0.1)
        yield
        flood.stdin.close()  # which ends it


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    """Connections open themselves again."""
    yield
    for connection in open_connections:
        connection.close()


@pytest.mark.parametrize("attack", ATTACKS)
def test_one_address_does_not_slow_down_another(scene: Scene, attack: str) -> None:
    found = []
    for _ in range(ATTEMPTS):
        scripts = ATTACKS[attack](scene.port)
        before = scene.play()
        with attacked(scene.port, scripts):
            during = scene.play(2 * SECONDS)
        found.append((during.median / before.median, during.rarely / before.rarely))
        if found[-1][0] < SLOWER and found[-1][1] < SLOWER_AT_TIMES:
            return
    pytest.fail(f"choices take so many times as long, in the median and at times: {found}")


@pytest.mark.parametrize("attack", ["POST /api/explore of ever new variants", "POST /api/matches against search"])
def test_a_match_against_the_computer_begins_as_quickly(scene: Scene, attack: str) -> None:
    """What is already solved does not wait for what others want solved."""
    found = []
    scene.begin()
    for _ in range(ATTEMPTS):
        before = scene.begin()
        with attacked(scene.port, ATTACKS[attack](scene.port)):
            found.append(scene.begin() / before)
        if found[-1] < SLOWER:
            return
    pytest.fail(f"it takes so many times as long until a match begins: {found}")
