"""Reading records: who wrote them, why, and the words of their sentences, taken out of what they sealed.

Names and readers come by registration: an app knows what its own facts say (docs/decisions/0038).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django.apps import apps
from django.db.models import F, Model, QuerySet
from django.utils.translation import gettext as _

from clubs.models import User
from clubs.read.dates import shown_date
from journal.canon import stored_json
from journal.models import Fact, Record, Stream, Undo

NUMBER = (1 << 32) - 1
NOBODY: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class Sentence:
    """What a record says: its verb, a variant of it, and the words that its sentence names."""

    verb: str
    variant: str
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class MemoryEntry:
    """One record on a page. ``by``, ``client`` and ``reason`` are kept from who may not see them.

    ``reason`` is None without one, empty when it was erased. ``undone_by`` is the number of the record that took this
    one back, ``replaces`` the numbers of those whose result this one replaced. What came ``by_clock`` stays.
    """

    number: int
    day: str
    time: str
    sentence: Sentence
    by: str
    client: str
    reason: str | None
    undone_by: int | None
    replaces: tuple[int, ...]
    by_clock: bool = False


@dataclass(frozen=True, slots=True)
class RawRecord:
    """A record as it was read, with what hangs on it. ``body`` is ``text``, read once."""

    number: int
    verb: str
    text: str
    hash: str
    at: datetime
    actor: str
    client: str
    undone_by: int | None
    salt: str | None
    reason: str | None
    body: dict[str, Any]

    @property
    def facts(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the facts that it sealed, each with the label of its class."""
        return [(label, fact) for label, fact in self.body.get("facts", [])]

    @property
    def match(self) -> int | None:
        """Return the match that it is about, None where it is about none."""
        match = self.body.get("match")
        return match if isinstance(match, int) else None

    @property
    def is_by_clock(self) -> bool:
        """Whether the clock wrote it, because a time was over."""
        return "due" in self.body


def read_text(text: str) -> dict[str, Any]:
    """Return a record's body; an unreadable one (the chain says so) holds nothing."""
    try:
        body = stored_json(text)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def raw_records(records: QuerySet[Record]) -> list[RawRecord]:
    """Return records with who wrote them, their reason, and whether they were taken back: one statement."""
    rows = records.annotate(undone_by=F("undo__record_id")).values_list(
        "number", "verb", "body", "hash", "at", "page__actor", "page__client", "undone_by", "words__salt", "words__text"
    )
    return [RawRecord(*row[:7], row[7] & NUMBER if row[7] else None, *row[8:], read_text(row[2])) for row in rows]


def records_between(stream: Stream, first: int, last: int | None = None) -> list[RawRecord]:
    """Return the records of a stream from number ``first`` to ``last``, or to its end, in order: one statement."""
    records = Record.objects.filter(stream=stream, number__gte=first)
    return raw_records((records if last is None else records.filter(number__lte=last)).order_by("number"))


@dataclass(slots=True)
class Names:
    """What the numbers in records stand for. ``people`` is by actor (``user:5``); an app adds names of its own."""

    zone: tzinfo = UTC
    people: dict[str, str] = field(default_factory=dict)

    def name(self, model: type[Model], pk: int) -> str:
        """Return the name of a row that a fact names, … where it has none."""
        return self.people.get(f"user:{pk}", "…") if model is User else "…"

    def words_of(self, record: RawRecord) -> dict[str, str]:
        """Return the words that a record says beside its facts: a person, and the name of what it made."""
        user, name = record.body.get("user"), record.body.get("name")
        words = {"user": self.name(User, user)} if isinstance(user, int) else {}
        return words | {"name": name} if isinstance(name, str) else words

    def variant_of(self, record: RawRecord, words: dict[str, str]) -> str:
        """Add words that no fact holds, and return the variant of the sentence that they make."""
        return ""


def people_named(actors: Iterable[str], entrants: Mapping[int, str] = NOBODY) -> dict[str, str]:
    """Return the names of people by the names under which pages keep them (``user:5``); one statement.

    ``entrants`` are the names of those who wrote from their phones.
    """
    wanted = {int(number) for kind, _, number in (actor.partition(":") for actor in actors) if kind == "user"}
    named = User.objects.filter(pk__in=wanted).values_list("pk", "name", "email")
    players = {f"entrant:{pk}": name or _("(erased)") for pk, name in entrants.items()}
    return players | {f"user:{pk}": name or email for pk, name, email in named} | {"system:0": _("Barpoint")}


def entries(
    records: Sequence[RawRecord], names: Names, zone: ZoneInfo, replaced: Mapping[int, tuple[int, ...]]
) -> tuple[MemoryEntry, ...]:
    """Return records as a page shows them."""
    return tuple(_entry(record, names, zone, replaced.get(record.number, ())) for record in records)


def _entry(record: RawRecord, names: Names, zone: ZoneInfo, replaces: tuple[int, ...]) -> MemoryEntry:
    at = record.at.astimezone(zone)
    return MemoryEntry(
        number=record.number,
        day=shown_date(at, "l j F Y"),
        time=shown_date(at, "H:i"),
        sentence=sentence_for(record, names),
        by=_("grace time") if record.is_by_clock and names.people else names.people.get(record.actor, ""),
        client=record.client if names.people else "",
        reason=record.reason if names.people else None,
        undone_by=record.undone_by,
        replaces=replaces,
        by_clock=record.is_by_clock,
    )


def sentence_for(record: RawRecord, names: Names) -> Sentence:
    """Return the words of a record's sentence."""
    words = names.words_of(record)
    if record.is_by_clock:
        words["time"] = shown_date(record.at.astimezone(names.zone), "H:i")
    variant = ""
    for label, fact in record.facts:
        variant = (_readers.get(label) or _reader_of(label))(fact, words, names) or variant
    return Sentence(record.verb, names.variant_of(record, words) or variant, words)


# Adds the words of a fact, and returns the variant of the sentence that it makes, empty for none.
type Reader[Known: Names] = Callable[[dict[str, Any], dict[str, str], Known], str]
_readers: dict[str, Reader[Any]] = {}


def reads[Known: Names](*facts: type[Fact]) -> Callable[[Reader[Known]], Reader[Known]]:
    """Have the decorated function read these facts; one without a reader gives each of its sealed fields as a word."""

    def registered(reader: Reader[Known]) -> Reader[Known]:
        for fact in facts:
            _readers[fact._meta.label_lower] = reader
        return reader

    return registered


def _reader_of(label: str) -> Reader[Names]:
    """Return the reader of a class without one of its own: names for rows, everything else as it stands."""

    def read(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
        for model in (each for each in apps.get_models() if each._meta.label_lower == label):
            for sealed in getattr(model, "sealed_fields", ()):
                column, value = model._meta.get_field(sealed.removesuffix("_id")), fact.get(sealed)
                related = column.related_model
                if isinstance(related, type) and isinstance(value, int):
                    words.setdefault(column.name, names.name(related, value))
                else:
                    words.setdefault(column.name, str(value))
        return ""

    return read


@reads(Undo)
def _undo(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["undone"] = str(fact["undone_id"] & NUMBER)
    return ""
