"""One game between two seats: sealed choices, views, history, result and records.

This package does no input or output and reads no clock; its only randomness is a seeded source per seat. It imports
`games` only.
"""
