"""How the state says no: a rule of the book is broken (422), or the moment is wrong (409 and its kin)."""

from rules.errors import RuleBroken


class Refused(RuleBroken):
    """The state forbids it; ``facts`` carry the current state. Answers 409."""

    status = 409


class Unreadable(Refused):
    """What came in can't be read. Answers 400."""

    status = 400


class Unknown(Refused):
    """There is no such thing, or none that this person may see. Answers 404."""

    status = 404


class Superseded(Refused):
    """It has been replaced; ``facts`` name by what. Answers 410."""

    status = 410


class SeenNeeded(Refused):
    """Others may hold an older picture: say with ``If-Match`` which one you saw. Answers 428."""

    status = 428


class TooOften(Refused):
    """It was tried too often; ``facts`` say how long to wait. Answers 429."""

    status = 429


class KeyReused(Refused):
    """The idempotency key was used for another request. Answers 422."""

    status = 422


def status_of(broken: RuleBroken) -> int:
    """Return the HTTP status that answers a refusal; a broken rule of the book is 422."""
    return broken.status if isinstance(broken, Refused) else 422
