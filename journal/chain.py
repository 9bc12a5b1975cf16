"""Check the chain of one stream, on rows that a page has read anyway, so that it can show the result every time."""

from collections.abc import Iterable
from dataclasses import dataclass

from journal.book import sealed_text
from journal.canon import seal
from journal.models import NOTHING_BEFORE, Stream


@dataclass(frozen=True, slots=True)
class Sealed:
    """The sealed parts of a record."""

    number: int
    verb: str
    body: str
    hash: str


@dataclass(frozen=True, slots=True)
class Chain:
    """The result of a check of the records ``first`` to ``last``.

    ``broken`` is the number of the first record that does not match its seal, None if all match.
    """

    first: int
    last: int
    broken: int | None

    @property
    def checked(self) -> int:
        """The number of records checked."""
        return self.last - self.first + 1


def chain_of(stream: Stream, records: Iterable[Sealed]) -> Chain:
    """Check that each of ``records``, in order and up to the stream's last, continues the chain.

    If they begin later than with record 1, the first of them is trusted and the others are checked.
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
    intact = expected == stream.number + 1 and before == stream.head
    return Chain(first, stream.number, None if intact else min(expected, stream.number))
