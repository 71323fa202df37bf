"""Requests that the server refuses. They change nothing; `status` is that of HTTP."""

from parlour.games.errors import ParlourError


class Refused(ParlourError):
    status = 409


class BadRequest(Refused):
    status = 400


class NotAllowed(Refused):
    status = 403


class NotFound(Refused):
    status = 404


class TooLong(Refused):
    status = 413


class WrongType(Refused):
    status = 415


class Illegal(Refused):
    status = 422
