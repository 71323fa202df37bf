"""Last Stone: take stones from a pile."""
