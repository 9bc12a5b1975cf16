"""Is one stream's chain whole? Asked of rows that a page has read anyway, so that it can say so every time."""

from collections.abc import Iterable
from dataclasses import dataclass

from journal.book import sealed_text
from journal.canon import seal
from journal.models import NOTHING_BEFORE, Stream


@dataclass(frozen=True, slots=True)
class Sealed:
    """A record as its seal knows it."""

    number: int
    verb: str
    body: str
    hash: str


@dataclass(frozen=True, slots=True)
class Chain:
    """What was checked: the records ``first`` to ``last``, and the first that does not match its seal.

    ``broken`` is a record's number; None while all that was read belongs together.
    """

    first: int
    last: int
    broken: int | None

    @property
    def checked(self) -> int:
        """How many records were checked."""
        return self.last - self.first + 1


def chain_of(stream: Stream, records: Iterable[Sealed]) -> Chain:
    """Return whether ``records``, in order and up to the stream's last, follow from one another.

    Where they begin later than with record 1, the first of them is taken as it stands: the rest is checked.
    """
    rows = iter(records)
    before, expected, first = NOTHING_BEFORE, 1, 1
    for at, each in enumerate(rows):
        if at == 0 and each.number > 1:
            before, expected, first = each.hash, each.number + 1, each.number + 1
            continue
        if each.number != expected or each.hash != seal(
            before, sealed_text(stream.name, each.number, each.verb, each.body)
        ):
            return Chain(first, stream.number, expected)
        before, expected = each.hash, expected + 1
    whole = expected == stream.number + 1 and before == stream.head
    return Chain(first, stream.number, None if whole else min(expected, stream.number))
