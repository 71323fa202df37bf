"""Where matches are kept: SQLite by default, PostgreSQL for several processes. The SQL is the same for both."""
