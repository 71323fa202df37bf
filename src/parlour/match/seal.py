"""Sealed choices: each is written once, nobody can read it, and all are opened together."""

from __future__ import annotations

from parlour.games.errors import ParlourError


class AlreadyChosen(ParlourError):
    """A player chose twice in the same turn. The first choice stands."""


class Seal:
    """The choices of one turn. Until all are in, you can only see who has chosen."""

    __slots__ = ("__choices", "actors")

    def __init__(self, actors: tuple[int, ...]) -> None:
        self.actors = actors
        self.__choices: dict[int, int] = {}

    @property
    def chosen(self) -> tuple[int, ...]:
        """The players who have chosen, in seat order: the order of choosing stays secret too."""
        return tuple(player for player in self.actors if player in self.__choices)

    @property
    def is_complete(self) -> bool:
        return len(self.__choices) == len(self.actors)

    def put(self, player: int, action: int) -> None:
        if player in self.__choices:
            raise AlreadyChosen(f"player {player} has already chosen; a sealed choice cannot be changed")
        self.__choices[player] = action

    def open(self) -> tuple[int, ...]:
        """The choices in the order of the seats. Raise ParlourError until all are in."""
        if not self.is_complete:
            raise ParlourError("the choices stay sealed until both are in")
        return tuple([self.__choices[player] for player in self.actors])

    def __repr__(self) -> str:
        return f"<Seal: chosen {self.chosen} of {self.actors}>"

    def __reduce__(self) -> tuple[type[Seal], tuple[tuple[int, ...]]]:
        if self.__choices:
            raise ParlourError("a sealed choice cannot be copied or stored")
        return Seal, (self.actors,)
