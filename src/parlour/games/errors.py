"""The errors that callers can cause. Each message says what was wrong and what is allowed."""


class ParlourError(ValueError):
    """The base class of all errors here. Its message is written for users."""


class UnknownGame(ParlourError):
    """No game of that name is installed."""


class BadGame(ParlourError):
    """An installed game does not follow the contract."""


class BadRules(ParlourError):
    """The game has no such parameter, or the value is outside its range."""


class IllegalAction(ParlourError):
    """The rules do not allow this action in this state."""


class TooLarge(ParlourError):
    """The variant has too many states to solve here. The message says how many, and what solving would cost."""


class WideProof(UserWarning):
    """A result is not as precise as it should be: play can cycle, and the interval that was proved is too wide."""


def reason(error: Exception) -> str:
    """Why a file cannot be read or written: the system's message without its number and the file name."""
    return getattr(error, "strerror", None) or str(error)
