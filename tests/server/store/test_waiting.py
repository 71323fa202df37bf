"""A server that starts before its PostgreSQL waits for it, unless waiting cannot help."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from server.serving import RUN, Cluster, Process, wait_until

BRIEFLY = f"from parlour.server.store import waiting; waiting.LONGEST = 1; {RUN}"
WAITS = "WARNING waiting up to 60 seconds for the PostgreSQL server"


@pytest.fixture
def stopped(postgres: Cluster) -> Iterator[Cluster]:
    """Another cluster, which does not run."""
    made = Cluster(postgres.programs)
    made.control("stop")
    yield made
    made.control("start")
    made.stop()


def waiting(folder: Path, cluster: Cluster) -> Process:
    server = Process(folder, cluster.address("postgres"))
    wait_until(lambda: WAITS in server.log.read_text())
    return server


def test_a_server_waits_for_its_database(stopped: Cluster, tmp_path: Path) -> None:
    server = waiting(tmp_path, stopped)
    time.sleep(1.5)
    stopped.control("start")
    server.ready()
    assert server.log.read_text().count("waiting") == 1
    stopped.control("stop")


@pytest.mark.parametrize("ctrl_c", [False, True])
def test_sigterm_and_ctrl_c_end_the_waiting(stopped: Cluster, tmp_path: Path, ctrl_c: bool) -> None:
    server = waiting(tmp_path, stopped)
    server.process.send_signal(signal.SIGINT if ctrl_c else signal.SIGTERM)
    assert server.ended(5) == (130 if ctrl_c else 0)
    assert server.log.read_text().splitlines()[1:] == (["parlour: interrupted"] if ctrl_c else [])


def test_a_database_that_does_not_come_is_an_error_in_the_end(stopped: Cluster, tmp_path: Path) -> None:
    server = Process(tmp_path, stopped.address("postgres"), program=BRIEFLY)
    assert server.ended() == 2
    assert "parlour: the PostgreSQL database cannot be used: connection" in server.log.read_text()


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("{postgres}&dbname=nowhere", 'database "nowhere" does not exist'),
        ("{postgres}&user=nobody", 'role "nobody" does not exist'),
    ],
)
def test_what_waiting_cannot_mend_is_an_error_at_once(
    postgres: Cluster, tmp_path: Path, address: str, reason: str
) -> None:
    server = Process(tmp_path, address.format(postgres=postgres.address("postgres")))
    assert server.ended() == 2
    (line,) = server.log.read_text().splitlines()
    assert line.startswith("parlour: the PostgreSQL database cannot be used: ")
    assert reason in line


def test_a_wrong_password_is_an_error_at_once(stopped: Cluster, tmp_path: Path) -> None:
    (stopped.folder / "data" / "pg_hba.conf").write_text("local all all scram-sha-256\n")
    stopped.control("start")
    server = Process(tmp_path, stopped.address("postgres"), PGPASSWORD="wrong")
    assert server.ended() == 2
    (line,) = server.log.read_text().splitlines()
    assert "password authentication failed" in line
    assert "wrong" not in line
    stopped.control("stop")
