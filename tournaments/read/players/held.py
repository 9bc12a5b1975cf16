"""Results that phones hold since a backup was restored, as they reported them."""

from collections.abc import Iterable
from dataclasses import dataclass

from clubs.read.records import RawRecord, raw_records
from journal.models import Record, Stream
from tournaments.read.floor import RECENT, Floor
from tournaments.read.matches.view import MatchView, Points

HELD = "phone.held"


@dataclass(frozen=True, slots=True)
class HeldResult:
    """A result on the phone of ``player``; ``match`` is None where the memory does not know it, ``points`` as sent."""

    player: str
    match: MatchView | None
    points: Points


def held_by(stream: Stream, entrant: int) -> list[list[int]]:
    """Return what the phone of an entrant reported last, empty for nothing: one statement."""
    recent = Record.objects.filter(stream=stream, number__gt=stream.number - RECENT, verb=HELD)
    return _latest(raw_records(recent.order_by("-number"))).get(entrant, [])


def results_on_phones(floor: Floor, records: Iterable[RawRecord]) -> tuple[HeldResult, ...]:
    """Return the results on phones that the memory still lacks, by match; ``records`` of phones, the last one first."""
    matches = {match.id: match for match in floor.matches}
    rows: dict[int, HeldResult] = {}
    for entrant, held in _latest(records).items():
        for pk, top, bottom in held:
            match = matches.get(pk)
            if entrant in floor.names and (match is None or match.status not in ("finished", "disputed")):
                rows.setdefault(pk, HeldResult(floor.names[entrant], match, (top, bottom)))
    return tuple(rows[pk] for pk in sorted(rows))


def _latest(records: Iterable[RawRecord]) -> dict[int, list[list[int]]]:
    """Return entrant → what their phone reported last."""
    latest: dict[int, list[list[int]]] = {}
    for record in records:
        latest.setdefault(record.body["entrant"], record.body["held"])
    return latest
