"""`parlour serve`: where the address of the database comes from, and that nobody sees its password."""

from __future__ import annotations

from typing import Any

import pytest

from parlour.cli.main import run
from parlour.games.errors import ParlourError
from parlour.server import serve


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The databases that servers would use."""
    found: list[str] = []

    def start(settings: serve.ServerSettings, **_: Any) -> None:
        found.append(settings.database)
        raise ParlourError("that is enough")

    monkeypatch.setattr(serve, "serve", start)
    monkeypatch.delenv("PARLOUR_DATABASE", raising=False)
    return found


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:s3cret@host/db",
        "postgres://:s3cret@host/db",
        "postgresql://ann:s3%2Fcret@host/db",
        "postgresql://ann:s3?cret#@host/db",
        "POSTGRESQL://ann:s3cret@host/db",
        "postgresql://ann@host/db?password=s3cret",
        "postgresql:///db?host=/run&pass%77ord=s3cret",
        "postgresql://host/db?sslpassword=s3cret",
    ],
)
def test_a_password_on_the_command_line_is_refused(
    opened: list[str], address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["serve", "--database", address]) == 2
    error = capsys.readouterr().err
    assert "s3" not in error
    for name in ("PARLOUR_DATABASE", "PGPASSWORD", "PGPASSFILE"):
        assert name in error
    assert not opened
    monkeypatch.setenv("PARLOUR_DATABASE", address)
    run(["serve"])
    assert opened == [address]


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann@host:5432/db",
        "postgresql://host:5432,other:5433/db?application_name=a@b",
        "postgresql:///db?host=/run&passfile=/home/ann/.pgpass",
        "file:with@colon.sqlite",
    ],
)
def test_an_address_without_a_password_is_accepted(opened: list[str], address: str) -> None:
    assert run(["serve", "--database", address]) == 2
    assert opened == [address]


def test_the_command_line_comes_before_the_environment(opened: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_DATABASE", "postgresql://ann:s3cret@host/db")
    run(["serve", "--database", "other.sqlite"])
    assert opened == ["other.sqlite"]


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://ann:s3%zzcret@host/db",
        "postgresql://ann:s3 cret@host/db",
        "postgresql://ann:s3@cret@host/db",
        "postgresql://ann:s3cret@[host/db",
        "postgresql://host/db?password=s3%zzcret",
    ],
)
def test_an_address_that_cannot_be_read_is_not_repeated(
    opened: list[str], address: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PARLOUR_DATABASE", address)
    assert run(["serve"]) == 2
    error = capsys.readouterr().err
    assert "cannot be read" in error
    assert "s3" not in error
    assert "cret" not in error
    assert not opened
