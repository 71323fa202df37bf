"""Figures of a running server, in the text format of Prometheus."""

import os
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
STARTED = time.monotonic()


class Metric(NamedTuple):
    name: str
    kind: str  # "gauge" or "counter"
    meaning: str
    values: Mapping[str, float]  # by label; "" for none


def gauge(name: str, meaning: str, value: float) -> Metric:
    return Metric(name, "gauge", meaning, {"": value})


def exposition(metrics: Iterable[Metric]) -> str:
    lines = []
    for name, kind, meaning, values in metrics:
        lines += [f"# HELP {name} {meaning}", f"# TYPE {name} {kind}"]
        lines += [f"{name}{{{label}}} {value}" if label else f"{name} {value}" for label, value in values.items()]
    return "\n".join(lines) + "\n"


def of_process() -> list[Metric]:
    """What this process uses, without those that solve."""
    cpu = Metric("process_cpu_seconds_total", "counter", "CPU time of the server.", {"": time.process_time()})
    uptime = gauge("parlour_uptime_seconds", "Time since the server started.", time.monotonic() - STARTED)
    memory = resident_memory()
    if memory is None:
        return [uptime, cpu]
    return [uptime, cpu, gauge("process_resident_memory_bytes", "Memory of the server.", memory)]


def resident_memory() -> int | None:
    """In bytes, where the system tells it."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    except OSError:
        return None
    return pages * os.sysconf("SC_PAGE_SIZE")
