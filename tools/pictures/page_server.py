"""Starts `parlour serve` on a free port, with empty folders, for pictures of its page."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen


@contextmanager
def page_server() -> Iterator[str]:
    """The address of the server."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with tempfile.TemporaryDirectory() as folder:
        places = {"XDG_DATA_HOME": f"{folder}/data", "XDG_CONFIG_HOME": f"{folder}/config"}
        command = [sys.executable, "-m", "parlour", "serve", "--port", port]
        server = subprocess.Popen(command, env={**os.environ, **places}, stdout=subprocess.DEVNULL)
        try:
            wait_for(f"http://127.0.0.1:{port}")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
            server.wait()


def wait_for(address: str) -> None:
    for _ in range(300):
        try:
            urlopen(address, timeout=1).close()
            return
        except (URLError, OSError):
            time.sleep(0.1)
    sys.exit("the server did not start")
