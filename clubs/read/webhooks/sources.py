"""What webhooks post: which records belong to a topic, and what a record says. Each app knows its own streams.

Source: docs/decisions/0119-webhooks.md.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from clubs.models import Webhook, WebhookDelivery
from clubs.read.records import RawRecord, Sentence, raw_records
from journal.models import Record, Stream, Undo

UNDONE = "record.undone"
# By topic, the verbs that it posts.
VERBS: Mapping[str, tuple[str, ...]] = {
    "results": (
        "match.finished", "match.claimed", "match.confirmed", "match.contested", "match.settled", "match.corrected",
        "match.cleared",
    ),
    "draws": ("draw.made", "draw.remade", "round.redrawn", "round.paired", "knockout.drawn"),
    "calls": ("match.called",),
    "ladder": (
        "ladder.challenged", "ladder.accepted", "ladder.refused", "ladder.withdrawn", "ladder.result",
        "ladder.corrected", "ladder.voided", "ladder.settled", "ladder.joined", "ladder.left", "ladder.frozen",
        "ladder.thawed",
    ),
}  # fmt: skip
# A chat hears of a result once.
NOT_FOR_CHATS = frozenset({"match.confirmed", "match.settled", "ladder.accepted", "ladder.settled"})


@dataclass(frozen=True, slots=True)
class FollowedRecord:
    """A record that a webhook posts. Those with the same ``subject`` are posted in their order."""

    record: int
    subject: str


@dataclass(frozen=True, slots=True)
class Contents:
    """What is posted of a record: its verb and time, its sentence in words, and values for programs.

    ``where`` names the tournament or the ladder, ``path`` is that of a page of this site.
    """

    verb: str
    at: datetime
    sentence: Sentence
    where: str
    path: str
    values: Mapping[str, Any]


type Describe = Callable[[RawRecord, Stream], Contents | None]
type Streams = Callable[[int], Q]
_describers: dict[str, Describe] = {}
_streams: list[Streams] = []


def describes(kind: str, describe: Describe, streams: Streams) -> None:
    """Have records on streams of a kind (``tournament`` of ``tournament:7``) described so.

    ``streams`` returns the condition for the streams of a club.
    """
    _describers[kind] = describe
    if streams not in _streams:
        _streams.append(streams)


def streams_of(club: int) -> QuerySet[Stream]:
    """Return the streams whose records the webhooks of a club post."""
    condition = Q(pk__in=[])
    for each in _streams:
        condition |= each(club)
    return Stream.objects.filter(condition)


def event_id(epoch: str, record: int) -> str:
    """Return the stable id of a record as receivers see it; after a restore, numbers may be given out again."""
    return f"{epoch}-{record}"


def events_between(
    stream: Stream, after: int, last: int, topics: Sequence[str], form: str
) -> Iterator[FollowedRecord]:  # fmt: skip
    """Yield the records of a stream behind number ``after``, up to ``last``, that a webhook posts, in their order."""
    wanted = {verb for topic in topics for verb in VERBS[topic]}
    if form != Webhook.Form.BARPOINT:
        wanted -= NOT_FOR_CHATS
    records = Record.objects.filter(stream=stream, number__gt=after, number__lte=last, verb__in=[*wanted, UNDONE])
    for raw in raw_records(records.order_by("number")):
        about = _undone(raw, stream) if raw.verb == UNDONE else raw
        if about is not None and about.verb in wanted:
            yield FollowedRecord(stream.record_id(raw.number), subject_of(about, stream))


def subject_of(raw: RawRecord, stream: Stream) -> str:
    """Return what a record is about: a match, a ladder, an event, else its whole stream."""
    if raw.match is not None:
        return f"match:{raw.match}"
    ladder = next((fact["ladder_id"] for _, fact in raw.facts if "ladder_id" in fact), None)
    if ladder is not None:
        return f"ladder:{ladder}"
    event = raw.body.get("event")
    return f"event:{event}" if isinstance(event, int) else stream.name


def contents_of(delivery: WebhookDelivery) -> tuple[Contents, int] | None:
    """Return what a delivery posts and the number of its record; None if nobody can say any more.

    An undoing is described by what was undone, under its own verb.
    """
    stream = delivery.record.stream
    raw = next(iter(raw_records(Record.objects.filter(pk=delivery.record_id))), None)
    about = _undone(raw, stream) if raw is not None and raw.verb == UNDONE else raw
    describe = _describers.get(stream.name.partition(":")[0])
    contents = describe(about, stream) if describe is not None and about is not None else None
    if raw is None or about is None or contents is None:
        return None
    if raw is about:
        return contents, raw.number
    undone = {"undone": {"record": about.number, "type": about.verb}}
    again = Contents(raw.verb, raw.at, contents.sentence, contents.where, contents.path, {**contents.values, **undone})
    return again, raw.number


def _undone(raw: RawRecord, stream: Stream) -> RawRecord | None:
    """Return the record that a record undid."""
    label = Undo._meta.label_lower
    undone = next((fact["undone_id"] for name, fact in raw.facts if name == label), None)
    return next(iter(raw_records(Record.objects.filter(pk=undone, stream=stream))), None) if undone else None
