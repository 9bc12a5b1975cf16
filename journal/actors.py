"""The actor of a change."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """A user, a player or the system itself, and the client that they use.

    ``kind`` and ``number`` name the actor (``user:5``) whichever client they use, so that one key means one request.
    ``client`` is ``browser``, ``phone``, ``token:7`` or similar; empty if unknown.
    """

    kind: str
    number: int
    client: str = ""

    @property
    def name(self) -> str:
        """The name that pages store, such as ``user:5``."""
        return f"{self.kind}:{self.number}"


SYSTEM = Actor("system", 0)
