"""A server that cannot start says why in one line, and names no address that does not answer."""

from __future__ import annotations

from pathlib import Path

from server.serving import HOST, Process


def said(server: Process) -> list[str]:
    """What a server says that fails."""
    assert server.ended() == 2
    return server.log.read_text().splitlines()


def test_the_address_is_said_once_it_answers(tmp_path: Path) -> None:
    server = Process(tmp_path, str(tmp_path / "one.sqlite")).ready()
    assert server.log.read_text() == f"Parlour is at {server.url} (Ctrl-C ends it)\n"


def test_a_port_in_use(tmp_path: Path) -> None:
    port = Process(tmp_path, str(tmp_path / "one.sqlite")).ready().port
    second = Process(tmp_path, str(tmp_path / "two.sqlite"), "--port", str(port))
    assert said(second) == [f"parlour: cannot listen on {HOST}, port {port}: Address already in use"]


def test_a_host_that_does_not_exist(tmp_path: Path) -> None:
    server = Process(tmp_path, str(tmp_path / "one.sqlite"), "--host", "nowhere.invalid")
    (line,) = said(server)
    assert line.startswith(f"parlour: cannot listen on nowhere.invalid, port {server.port}: ")


def test_a_database_in_use(tmp_path: Path) -> None:
    database = str(tmp_path / "one.sqlite")
    Process(tmp_path, database).ready()
    (line,) = said(Process(tmp_path, database))
    assert line.endswith("is in use by another server: stop that one, or name another file with --database")
