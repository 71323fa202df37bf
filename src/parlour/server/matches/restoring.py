"""After a backup was restored, every turn that was going on is asked again: it may have been revealed since."""

import secrets

from parlour.server.matches.offers import RESTORED, clear_offers
from parlour.server.store.transaction import NOBODY, Transaction, VoidedRow

MOST_STEPS = 10_000  # so that a backup that is restored twice hardly ever gives the same numbers


def ask_again(tx: Transaction, now: int) -> int:
    """Void what is sealed in every match that is going on, and say so in its record. Returns how many matches.

    The new count of take-backs is drawn, and the version is the time: no client has seen either of them before.
    """
    running = tx.running()
    for match_id in running:
        row, last = tx.match(match_id), tx.last_turn(match_id)
        assert row is not None
        tx.void_sealed(match_id, "restore")
        turn, taken_back = last.number + 1 if last else 1, row.taken_back
        tx.add_voided(VoidedRow(match_id, turn, taken_back, NOBODY, "", "restore"))
        clear_offers(tx, tx.seats(match_id))
        taken_back += RESTORED * (1 + secrets.randbelow(MOST_STEPS))
        tx.save_match(row._replace(taken_back=taken_back, version=max(row.version, now), began=now), now)
    tx.beat(now)  # no clock runs for the time since the backup was made
    return len(running)
