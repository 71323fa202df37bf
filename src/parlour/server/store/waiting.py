"""Waits for a PostgreSQL server that starts at the same time as ours."""

import logging
import signal
import time
from threading import Event

from psycopg import ProgrammingError, pq
from psycopg.conninfo import make_conninfo

LONGEST = 60.0  # seconds
PAUSE = 0.5
ATTEMPT = 2  # seconds for one attempt to reach the server
NOT_YET = (pq.Ping.NO_RESPONSE, pq.Ping.REJECT)  # a server that starts or stops rejects every connection
log = logging.getLogger("parlour.server")


def wait_for_postgres(address: str) -> bool:
    """Return once the server answers, or after the longest time. False means that SIGTERM came before.

    A wrong password or a missing database is no reason to wait: opening the store says so.
    """
    try:
        where = make_conninfo(address, connect_timeout=ATTEMPT).encode()
    except ProgrammingError:
        return True
    stopped, deadline = Event(), time.monotonic() + LONGEST
    earlier = signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    try:
        said = False
        while pq.PGconn.ping(where) in NOT_YET and time.monotonic() < deadline:
            if not said:
                log.warning("waiting up to %d seconds for the PostgreSQL server", LONGEST)
                said = True
            if stopped.wait(PAUSE):
                return False
    finally:
        signal.signal(signal.SIGTERM, earlier)
    return not stopped.is_set()
