from attacks.server.twice import same_every_time
from server.serving import database, nothing_is_left, on_sqlite, postgres, postgres_store, shared, store

__all__ = [
    "database",
    "nothing_is_left",
    "on_sqlite",
    "postgres",
    "postgres_store",
    "same_every_time",
    "shared",
    "store",
]
