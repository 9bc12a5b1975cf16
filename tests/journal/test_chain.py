"""A chain is checked on the rows that a page has read: intact, from the middle on, and with a break anywhere."""

from collections.abc import Sequence
from dataclasses import replace

from journal.book import sealed_text
from journal.canon import seal
from journal.chain import Chain, Sealed, chain_of
from journal.models import NOTHING_BEFORE, Stream


def a_chain(length: int) -> tuple[Stream, list[Sealed]]:
    """Return a stream with its records, unsaved."""
    records: list[Sealed] = []
    head = NOTHING_BEFORE
    for number in range(1, length + 1):
        head = seal(head, sealed_text("club:1", number, "club.renamed", "{}"))
        records.append(Sealed(number, "club.renamed", "{}", head))
    return Stream(name="club:1", number=length, head=head), records


def broken(stream: Stream, records: Sequence[Sealed]) -> int | None:
    return chain_of(stream, records).broken


def test_an_intact_chain_has_no_break() -> None:
    stream, records = a_chain(5)

    assert chain_of(stream, records) == Chain(first=1, last=5, broken=None)


def test_an_empty_stream_has_no_break() -> None:
    assert broken(*a_chain(0)) is None


def test_the_newest_records_are_checked_from_the_previous_one_on() -> None:
    stream, records = a_chain(5)

    rows = chain_of(stream, records[2:])

    assert (rows.first, rows.checked, rows.broken) == (4, 2, None)


def test_any_change_of_a_record_breaks_its_seal() -> None:
    stream, records = a_chain(5)

    third = records[2]
    for changed in (replace(third, verb="club.opened"), replace(third, body="[]"), replace(third, hash="0" * 64)):
        assert broken(stream, [*records[:2], changed, *records[3:]]) == 3


def test_the_chain_breaks_at_a_missing_record() -> None:
    stream, records = a_chain(5)

    assert broken(stream, [*records[:2], *records[3:]]) == 3


def test_a_cut_tail_breaks_at_the_streams_last_number() -> None:
    stream, records = a_chain(5)

    assert broken(stream, records[:4]) == 5


def test_a_head_that_differs_from_the_last_record_is_a_break() -> None:
    stream, records = a_chain(5)
    stream.head = "f" * 64

    assert broken(stream, records) == 5
