"""What phones are told about a call, read when it is sent: the table as it is then."""

from dataclasses import dataclass

from clubs.read.records import RawRecord, raw_records
from journal.models import Record, Undo
from rules.draws.derive import Status
from tournaments.models import Match, Phone, PushAddress
from tournaments.read.entrants.names import names_in

CALLED = "match.called"


@dataclass(frozen=True, slots=True)
class CallMessage:
    """A call for one phone: ``table`` is empty if it was taken back."""

    to: PushAddress
    match: int
    table: str
    opponent: str


def phones_called(record: int) -> list[int]:
    """Return the push addresses of both players, if a record says where they play now."""
    match = _match_of(record)
    if match is None:
        return []
    live = Phone.objects.live().filter(entrant__in=[match.top_id, match.bottom_id])
    return list(PushAddress.objects.filter(phone__in=live).order_by("pk").values_list("pk", flat=True))


def message_about(record: int, push: int) -> CallMessage | None:
    """Return what a phone is told about a record, None if it no longer applies."""
    match, live = _match_of(record), Phone.objects.live()
    to = PushAddress.objects.filter(pk=push, phone__in=live).select_related("phone").first()
    if match is None or to is None:
        return None
    entrant = to.phone.entrant_id
    if entrant not in (match.top_id, match.bottom_id):
        return None
    opponent = match.bottom_id if entrant == match.top_id else match.top_id
    names = names_in(match.draw.event_id)
    return CallMessage(to, match.pk, match.call.table if match.call else "", names.get(opponent or 0, ""))


def push_of_phone(phone: int, site_key: str) -> bool:
    """Whether a phone is told of calls, by the site's key of today."""
    return PushAddress.objects.filter(phone=phone, site_key=site_key).exists()


def _match_of(record: int) -> Match | None:
    """Return the match that was called or whose call was undone; None if a later record says more, or it has begun."""
    raw = next(iter(raw_records(Record.objects.filter(pk=record))), None)
    undone = None if raw is None or raw.verb == CALLED else _undone_call(record)
    called = undone or raw
    if called is None or called.verb != CALLED or called.match is None:
        return None
    match = Match.objects.select_related("draw", "call").filter(pk=called.match).first()
    if match is None or match.status != Status.OPEN or match.begun:
        return None
    latest = match.call.pk if match.call else 0
    # After a call was undone, the one before counts again, or none. A later call has a record of its own.
    return match if latest == record or (undone is not None and latest < record) else None


def _undone_call(record: int) -> RawRecord | None:
    undone = Undo.objects.filter(record=record).values_list("undone", flat=True)
    return next(iter(raw_records(Record.objects.filter(pk__in=undone))), None)
