"""Sealed choices: each goes in once, nobody can look, and all come out together."""

from __future__ import annotations

from parlour.games.errors import ParlourError


class AlreadyChosen(ParlourError):
    """A second choice for the same decision; the first one stands."""


class Seal:
    """The choices of one decision. Only who has chosen can be seen until all of them are in."""

    __slots__ = ("__choices", "actors")

    def __init__(self, actors: tuple[int, ...]) -> None:
        self.actors = actors
        self.__choices: dict[int, int] = {}

    @property
    def chosen(self) -> tuple[int, ...]:
        """The players whose choice is in, in seat order (not in the order of choosing)."""
        return tuple(player for player in self.actors if player in self.__choices)

    @property
    def is_complete(self) -> bool:
        return len(self.__choices) == len(self.actors)

    def put(self, player: int, action: int) -> None:
        """First write wins."""
        if player in self.__choices:
            raise AlreadyChosen(f"player {player} has already chosen; a sealed choice cannot be changed")
        self.__choices[player] = action

    def open(self) -> tuple[int, int]:
        """Both players' actions, once all choices are in. A single choice fills both places."""
        if not self.is_complete:
            raise ParlourError("the choices stay sealed until both are in")
        actions = [self.__choices[player] for player in self.actors]
        return actions[0], actions[-1]

    def __repr__(self) -> str:
        return f"<Seal: chosen {self.chosen} of {self.actors}>"

    def __reduce__(self) -> tuple[type[Seal], tuple[tuple[int, ...]]]:
        if self.__choices:
            raise ParlourError("a sealed choice cannot be copied or stored")
        return Seal, (self.actors,)
