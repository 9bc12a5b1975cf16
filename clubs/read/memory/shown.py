"""What the pages of the memory must know of the club or tournament whose memory they show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from zoneinfo import ZoneInfo

from clubs.read.records import Names, RawRecord
from journal.models import Stream


@dataclass(frozen=True, slots=True)
class Effect:
    """What a record changed, or what undoing it would change.

    ``changes`` are shown by ``template``, which is empty where nothing but the record itself can be shown; ``touched``
    counts them all. ``replaces`` are the numbers of the records that the record replaced, ``begun`` the codes of the
    matches that have begun and would lose a player, ``correction`` the address of the page that chooses what becomes of
    them.
    """

    template: str = ""
    changes: tuple[Any, ...] = ()
    touched: int = 0
    replaces: tuple[int, ...] = ()
    begun: tuple[str, ...] = ()
    correction: str = ""


class Reader(Protocol):
    """How an app reads the records on streams of one kind."""

    def names(self, records: Sequence[RawRecord]) -> Names:
        """Return all names that ``records`` need."""

    def replaced(self, records: Sequence[RawRecord]) -> Mapping[int, tuple[int, ...]]:
        """Return record → the records that it replaced, of ``records`` in the order in which they were written."""

    def effect(self, records: Sequence[RawRecord], *, undone: bool) -> tuple[Names, Effect]:
        """Return what the first of ``records`` changed, or would change once ``undone``; with all names of them."""


@dataclass(frozen=True, slots=True)
class Owner:
    """The club or tournament whose memory is shown: its ``kind`` and ``number`` name the stream.

    ``address`` is that of the ledger; a record stands below it by its number.
    """

    kind: str
    number: int
    name: str
    stream: Stream
    zone: ZoneInfo
    address: str
    reader: Reader
