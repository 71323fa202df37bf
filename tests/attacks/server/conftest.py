from server.serving import database, nothing_is_left, on_sqlite, postgres, served, store

__all__ = ["database", "nothing_is_left", "on_sqlite", "postgres", "served", "store"]
