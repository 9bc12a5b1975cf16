"""Refusals: a rule is broken (422), or the current state forbids the request (409 and related codes)."""

from rules.errors import RuleBroken


class Refused(RuleBroken):
    """The current state forbids the request; ``facts`` hold that state. Answers 409."""

    status = 409


class Unreadable(Refused):
    """The request can't be read. Answers 400."""

    status = 400


class Unknown(Refused):
    """The row does not exist, or the actor may not see it. Answers 404."""

    status = 404


class Superseded(Refused):
    """The row was replaced; ``facts`` name its replacement. Answers 410."""

    status = 410


class SeenNeeded(Refused):
    """The request must name the version that the actor saw, with ``If-Match``. Answers 428."""

    status = 428


class TooOften(Refused):
    """Too many tries; ``facts`` say how long to wait. Answers 429."""

    status = 429


class KeyReused(Refused):
    """The idempotency key was used for another request. Answers 422."""

    status = 422


def status_of(broken: RuleBroken) -> int:
    """Return the HTTP status of a refusal; a broken rule of the rule book is 422."""
    return broken.status if isinstance(broken, Refused) else 422
