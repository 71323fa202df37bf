"""The server's sign of life, from its own thread: an event loop that is busy is no outage, and gives no player time."""

import logging
from threading import Event, Thread

from parlour.server.matches import clocks
from parlour.server.store.store import Store, StoreBusy
from parlour.server.store.transaction import Transaction

log = logging.getLogger("parlour.server")


class Heartbeat:
    def __init__(self, store: Store, clock: clocks.Clock) -> None:
        self._store, self._clock = store, clock
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="parlour heartbeat", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(clocks.BEAT)  # a store that was closed before never answers

    def _run(self) -> None:
        while not self._stopping.wait(clocks.BEAT):
            sent = self._clock.now()
            try:
                self._store.submit(lambda tx: self._beat(tx, sent)).result()  # noqa: B023  # called before the next beat
            except StoreBusy as error:
                log.warning("%s", error)

    def _beat(self, tx: Transaction, sent: int) -> None:
        before = self._clock.now()
        now = self._clock.follow(tx)
        clocks.beat(tx, sent + now - before, now)
