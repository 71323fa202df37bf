"""Keeps what the benchmarks measured: one JSON file for each, in benchmarks/results."""

from __future__ import annotations

import json
import platform
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

from machine import processor

FOLDER = Path(__file__).parent / "results"


def setting(*packages: str) -> dict[str, Any]:
    """When and where something is measured, and with which versions."""
    versions = {"python": platform.python_version(), **{name: version(name) for name in packages}}
    return {"date": time.strftime("%Y-%m-%d"), "machine": processor(), "versions": versions}


def read(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    return found


def save(name: str, record: dict[str, Any]) -> None:
    """Writes the file. The tables follow with `make figures`."""
    path = FOLDER / f"{name}.json"
    path.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    print(f"wrote {path.name}; now run make figures")
