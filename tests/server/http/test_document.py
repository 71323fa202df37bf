"""docs/reference/http.md lists every endpoint of the API and for monitoring, and nothing else."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

from server.serving import KEY
from starlette.routing import Route, WebSocketRoute

from parlour.server.http.app import application
from parlour.server.http.monitor import HostRoute
from parlour.server.store.sqlite import SQLiteStore

TEXT = (Path(__file__).parents[3] / "docs" / "reference" / "http.md").read_text(encoding="utf-8")
PLACES = {"{match_id}": "ID", "{number}": "NUMBER", "{name}": "NAME"}


def test_the_page_lists_every_endpoint(tmp_path: Path) -> None:
    with closing(SQLiteStore(tmp_path / "matches.sqlite")) as store:
        routes = application(store, KEY, ["localhost"]).routes
    endpoints = set()
    for route in routes:
        if isinstance(route, HostRoute) or (
            isinstance(route, Route | WebSocketRoute) and route.path.startswith("/api/")
        ):
            path = route.path
            for place, name in PLACES.items():
                path = path.replace(place, name)
            methods = route.methods or set() if isinstance(route, Route) else {"GET"}
            endpoints |= {f"{method} {path}" for method in methods - {"HEAD"}}
    assert set(re.findall(r"^\| `((?:GET|POST) /.*?)` \|", TEXT, re.M)) == endpoints
