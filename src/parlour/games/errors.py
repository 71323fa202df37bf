"""What can be wrong with a request. Each error names what was wrong and what is allowed."""


class ParlourError(ValueError):
    """Any request that cannot be met; its text is meant for people."""


class UnknownGame(ParlourError):
    """No game of that name is installed."""


class BadGame(ParlourError):
    """An installed game does not follow the contract."""


class BadRules(ParlourError):
    """A parameter that the game does not have, or a value outside its range."""


class IllegalAction(ParlourError):
    """An action that the rules do not allow now."""


class TooLarge(ParlourError):
    """A variant with more states than can be solved here; the message says how many, and what they would cost."""
