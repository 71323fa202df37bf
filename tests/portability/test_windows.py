"""Parlour without what Windows lacks. It is simulated: `like_windows.py` takes it away from a process on Linux."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

LIKE_WINDOWS = [sys.executable, str(Path(__file__).with_name("like_windows.py"))]
SECONDS = 60

IMPORT_ALL = """
import importlib, pkgutil, parlour
FOREIGN = ("inspect_task", "stable_baselines3", "mcp_server")  # import packages that find out about the platform
for module in pkgutil.walk_packages(parlour.__path__, "parlour."):
    name = module.name
    if not any(part in name for part in ("templates", "kernels", "__main__", "console.tty", *FOREIGN)):
        importlib.import_module(name)
        print(name)
"""
LOCKS = """
from pathlib import Path
from parlour.arena.harness.ledger import InUse, lock
with lock(Path("run")):
    try:
        with lock(Path("run")):
            pass
    except InUse as error:
        print(error)
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*LIKE_WINDOWS, *arguments], input=typed, capture_output=True, text=True, timeout=SECONDS, check=False
    )


def test_every_module_can_be_imported(home: Path) -> None:
    (home / "all.py").write_text(IMPORT_ALL)
    done = run("all.py")
    assert done.returncode == 0, done.stderr
    assert {"parlour.server.serve", "parlour.terminal.play.session", "parlour.envs"} <= set(done.stdout.split())


@pytest.mark.usefixtures("home")
def test_one_person_can_play_and_two_are_sent_to_the_browser() -> None:
    done = run(
        "parlour", "play", "color-capture", "--second", "random", "--seed", "1", typed="1\n1\n1\n1\n1\n1\n1\n1\n"
    )
    assert done.returncode == 0, done.stderr
    assert "wins" in done.stdout
    done = run("parlour", "play", "resource-war")
    assert done.returncode != 0
    assert "two people cannot choose in secret at a Windows terminal; play in a browser" in done.stderr


@pytest.mark.usefixtures("home")
def test_programs_are_refused_with_a_reason() -> None:
    done = run("parlour", "play", "resource-war", "--first", "random", "--second", f"program:{sys.executable}")
    assert "programs can play on Linux and macOS only" in done.stderr


def test_two_runs_cannot_write_to_one_folder(home: Path) -> None:
    (home / "locks.py").write_text(LOCKS)
    done = run("locks.py")
    assert done.stdout.startswith("another run is writing to run"), done.stderr


@pytest.mark.usefixtures("home")
def test_the_server_plays_and_keeps_its_database_to_itself() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    with subprocess.Popen([*LIKE_WINDOWS, "parlour", "serve", "--port", str(port)]) as server:
        try:
            wait_for(server, port)
            request = Request(f"http://127.0.0.1:{port}/api/matches", method="POST")
            request.add_header("Content-Type", "application/json")
            with urlopen(request, json.dumps({"game": "resource-war", "opponent": "random"}).encode()) as answer:
                assert answer.status == 201
            again = run("parlour", "serve", "--port", str(port + 1))
            assert "is in use by another server" in again.stderr
        finally:
            server.terminate()


def wait_for(server: subprocess.Popen[bytes], port: int) -> None:
    until = time.monotonic() + SECONDS
    while True:
        try:
            urlopen(f"http://127.0.0.1:{port}/").close()
            return
        except (URLError, ConnectionError):
            assert server.poll() is None, "the server has ended"
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.1)
