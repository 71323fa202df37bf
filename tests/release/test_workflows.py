"""The files for GitHub and for containers: they parse, and the commands and files that they name exist.

They cannot run here. Linters for workflows and container files know more: see "Releasing" in CONTRIBUTING.md.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml
from release.building import ROOT

import parlour

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
COMPOSE = ROOT / "container" / "compose.yaml"
PINNED = re.compile(r"[\w-]+/[\w-]+@[0-9a-f]{40}")


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(path: Path) -> list[dict[str, Any]]:
    return [step for job in load(path)["jobs"].values() for step in job["steps"]]


def test_every_file_is_yaml() -> None:
    for path in [*GITHUB.rglob("*.yml"), COMPOSE, ROOT / "CITATION.cff"]:
        assert isinstance(load(path), dict), path


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_commands_and_files_exist(path: Path) -> None:
    commands = "\n".join(step.get("run", "") for step in steps(path))
    targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert set(re.findall(r"\bmake ([\w-]+)", commands)) <= set(targets)
    for file in re.findall(
        r"[\w./]*/[\w.-]+\.(?:txt|yaml|yml)|container/Dockerfile|\.ci/run|requirements\.txt", commands
    ):
        assert (ROOT / file).is_file(), file
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for names in re.findall(r'"\.\[([\w,]+)\]"', commands):
        assert set(names.split(",")) <= set(extras)


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_and_rights_are_given_per_job(path: Path) -> None:
    assert load(path)["permissions"] == {}
    for job in load(path)["jobs"].values():
        assert job["permissions"] in ({"contents": "read"}, {"id-token": "write"})
        assert job["timeout-minutes"] <= 60
    for step in steps(path):
        assert "uses" not in step or PINNED.fullmatch(step["uses"])


def test_what_builds_a_release_is_pinned_by_hash() -> None:
    text = (GITHUB / "build-requirements.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^([\w.-]+==\S+)(?: \\\n    --hash=sha256:[0-9a-f]{64})+$", text, re.MULTILINE)
    assert len(pinned) == text.count("==")
    assert "://" not in text
    assert set(pinned) <= set((ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines())
    commands = [step.get("run", "") for step in steps(GITHUB / "workflows" / "release.yml")]
    installs = [command for command in commands if "pip install" in command]
    assert installs
    assert all("--require-hashes" in command for command in installs)


def test_publishing_builds_nothing() -> None:
    jobs = load(GITHUB / "workflows" / "release.yml")["jobs"]
    assert jobs["publish"]["needs"] == "build"
    assert [step.get("run") for step in jobs["publish"]["steps"]] == [None, None]
    assert jobs["publish"]["permissions"] == {"id-token": "write"}


def test_every_place_has_the_same_version() -> None:
    assert load(ROOT / "CITATION.cff")["version"] == parlour.__version__
    prose = parlour.__version__.replace("rc", "-rc")
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert newest
    assert newest[1] == prose


def test_the_portable_tests_exist() -> None:
    for name in (ROOT / "tests" / "portable.txt").read_text(encoding="utf-8").split():
        assert (ROOT / name).exists(), name


def test_the_containers_find_their_files() -> None:
    assert (ROOT / "container" / "nginx.conf").is_file()
    server = load(COMPOSE)["services"]["parlour"]
    assert (COMPOSE.parent / server["build"]["context"] / server["build"]["dockerfile"]).is_file()
    (subnet,) = load(COMPOSE)["networks"]["inside"]["ipam"]["config"]
    assert f"--proxies={subnet['subnet']}" in server["command"]
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", (ROOT / "container" / "Dockerfile").read_text(), re.MULTILINE)
    allowed = (ROOT / "container" / "Dockerfile.dockerignore").read_text(encoding="utf-8").split()
    for name in " ".join(copied).split():
        assert (ROOT / name).exists(), name
        assert f"!{name}" in allowed
