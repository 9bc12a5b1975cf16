"""Who did it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Actor:
    """A person or the system itself, and from which device or token (empty when that says nothing).

    ``kind`` and ``number`` name the person (``user:5``) across devices, so that one key means one request.
    """

    kind: str
    number: int
    device: str = ""

    @property
    def name(self) -> str:
        """The name under which pages keep him."""
        return f"{self.kind}:{self.number}"


SYSTEM = Actor("system", 0)
