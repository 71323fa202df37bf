"""Describes the machine that a benchmark ran on."""

from __future__ import annotations

import os
from pathlib import Path


def processor() -> str:
    names = [
        line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line
    ]
    return f"{names[0]}, {len(os.sched_getaffinity(0))} cores"
