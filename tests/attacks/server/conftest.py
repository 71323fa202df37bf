from server.serving import database, nothing_is_left, on_sqlite, postgres, postgres_store, shared, store

__all__ = ["database", "nothing_is_left", "on_sqlite", "postgres", "postgres_store", "shared", "store"]
