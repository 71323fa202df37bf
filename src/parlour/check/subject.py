"""The game that is being checked, as far as it could be loaded."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

from parlour.check.guard import call
from parlour.check.overflow import watched
from parlour.check.results import Findings, NotChecked
from parlour.games.game import Game


@dataclass
class Subject:
    name: str
    package: str
    folder: Path
    settings: dict[str, object]  # the parameters that --set changes
    rules: ModuleType = field(default_factory=lambda: ModuleType("rules"))
    words: ModuleType = field(default_factory=lambda: ModuleType("words"))
    findings: Findings = field(default_factory=Findings)
    limits: Any = None  # the lowest and the highest Rules, once they are known to be sound
    found: Any = None  # what exploring found: `exploring.Explored`
    _functions: dict[str, Any] = field(default_factory=dict)

    @property
    def begun(self) -> bool:
        """Whether any state was explored: not if the bounds or the start are wrong."""
        return self.found is not None and bool(self.found.turns)

    @property
    def explored(self) -> Any:
        """What exploring found, or NotChecked."""
        if not self.begun:
            raise NotChecked("bounds")
        return self.found

    def game(self, **changes: object) -> Game:
        """The game with its parameters, or `Broken`."""
        parameters = {**self.settings, **changes}
        made: Game = call(self.folder, Game, self.name, self.rules, self.words, self.folder, parameters)
        return made

    def rule(self, name: str, *arguments: Any, state: Any = None, decision: Any = None) -> Any:
        """What a function of `rules.py` returns, or `Broken`, also if a number on the way does not fit in 32 bits."""
        if not self._functions:
            self._functions = call(self.folder, watched, self.rules, name="rules.py")
        return call(self.folder, self._functions[name], *arguments, state=state, decision=decision)

    def word(self, name: str, *arguments: Any, state: Any = None, decision: Any = None) -> Any:
        """What a function of `words.py` returns, or `Broken`."""
        return call(self.folder, getattr(self.words, name), *arguments, state=state, decision=decision)
