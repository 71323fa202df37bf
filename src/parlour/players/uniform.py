"""The player called `random`: every allowed action is equally likely."""

from __future__ import annotations

from random import Random

from parlour.match.view import View


class Uniform:
    def choose(self, view: View, random: Random) -> int:
        return random.choice(view.actions)
