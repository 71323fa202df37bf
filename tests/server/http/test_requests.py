"""Who asks, and from where."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.requests import HTTPConnection

from parlour.server.contents import flag, text, whole
from parlour.server.errors import BadRequest
from parlour.server.http.requests import address_of, secret_of


def connection(client: str | None = None, scheme: str = "http", **headers: str) -> HTTPConnection:
    raw = [(name.encode(), value.encode()) for name, value in {"host": "localhost", **headers}.items()]
    where = (client, 1) if client else None
    return HTTPConnection(
        {"type": "http", "scheme": scheme, "headers": raw, "client": where, "path": "/", "query_string": b""}
    )


@pytest.mark.parametrize(
    ("client", "address"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("not:an:address", "unknown"),
        ("forged", "forged"),
        (None, "unknown"),
    ],
)
def test_one_household_is_one_address(client: str | None, address: str) -> None:
    assert address_of(connection(client)) == address


@pytest.mark.parametrize(
    ("scheme", "headers", "secret"),
    [
        ("http", {"authorization": "Bearer abc"}, "abc"),
        ("http", {"authorization": "bearer  abc "}, "abc"),
        ("http", {"authorization": "Basic abc"}, ""),
        ("http", {"cookie": "parlour=abc"}, "abc"),
        ("https", {"cookie": "parlour=abc"}, ""),
        ("https", {"cookie": "__Secure-parlour=abc"}, "abc"),
        ("http", {"cookie": "parlour=abc", "authorization": "Bearer xyz"}, "xyz"),
        ("http", {}, ""),
    ],
)
def test_where_a_secret_comes_from(scheme: str, headers: dict[str, str], secret: str) -> None:
    assert secret_of(connection(scheme=scheme, **headers)) == secret


@pytest.mark.parametrize("value", [None, 1, [], "x" * 11, "a\nb", "\u202e", "\ud800"])
def test_texts_are_short_and_printable(value: Any) -> None:
    with pytest.raises(BadRequest, match="thing must be a text of at most 10 plain characters"):
        text({"thing": value}, "thing", 10)


@pytest.mark.parametrize("value", [None, True, 1.0, "1", 0, 11, 10**30])
def test_numbers_are_whole_and_within_their_limits(value: Any) -> None:
    with pytest.raises(BadRequest, match="thing must be a whole number from 1 to 10"):
        whole({"thing": value}, "thing", 1, 10)


@pytest.mark.parametrize("value", [None, 0, 1, "true"])
def test_flags_are_booleans(value: Any) -> None:
    with pytest.raises(BadRequest, match="thing must be true or false"):
        flag({"thing": value}, "thing")
