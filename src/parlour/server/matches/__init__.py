"""A match on the server: loaded as a `Match`, changed by requests, shown as JSON. Imports `store`, and no HTTP."""
