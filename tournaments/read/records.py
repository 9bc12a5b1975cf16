"""Reading records as people read them: the words of a sentence out of a record's facts, and who wrote it."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from django.db.models import F, QuerySet
from django.utils import formats
from django.utils.translation import gettext as _

from clubs.models import User
from journal.models import Record
from tournaments.models import Draw, Event, Match, Particulars, Tournament, stored_json

NUMBER = (1 << 32) - 1
MOST_NAMED = 6
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
    """A record as it was read, with what hangs on it."""

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

    @property
    def body(self) -> dict[str, Any]:
        return read_text(self.text)

    @property
    def facts(self) -> list[tuple[str, dict[str, Any]]]:
        """Return the facts that it sealed, each with the name of its model."""
        facts = self.body.get("facts", [])
        return [(label.rpartition(".")[2], fact) for label, fact in facts]

    @property
    def match(self) -> int | None:
        """Return the match that it is about, None where it is about none."""
        match = self.body.get("match")
        return match if isinstance(match, int) else None

    @property
    def is_by_clock(self) -> bool:
        """Whether it came about because a time was over."""
        return "due" in self.body

    @property
    def result_of(self) -> list[int]:
        """Return the match that it brought a result of, if it did."""
        return [fact["match_id"] for kind, fact in self.facts if kind == "result"]


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
    return [RawRecord(*row[:7], row[7] & NUMBER if row[7] else None, *row[8:]) for row in rows]


@dataclass(slots=True)
class Names:
    """Who and what the numbers in records stand for; ``turns`` holds every name of an entrant, ``last`` the one now."""

    turns: dict[tuple[int, int], str] = field(default_factory=dict)
    last: dict[int, str] = field(default_factory=dict)
    matches: dict[int, tuple[str, int]] = field(default_factory=dict)
    zone: tzinfo = UTC
    events: dict[int, str] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)

    def entrant(self, pk: int, turn: int | None = None) -> str:
        """Return an entrant's name as last told, or as told at one turn; ``(erased)`` where it was erased."""
        name = self.last.get(pk) if turn is None else self.turns.get((pk, turn))
        return "…" if name is None else name or _("(erased)")

    def event(self, pk: object) -> str:
        return self.events.get(pk, "") if isinstance(pk, int) else ""

    def code(self, match: object) -> str:
        return self.matches[match][0] if isinstance(match, int) and match in self.matches else "…"

    def length(self, match: object) -> int:
        return self.matches[match][1] if isinstance(match, int) and match in self.matches else 0


def names_for(
    tournament: Tournament, records: Iterable[RawRecord], *, people: bool = True, draw: Draw | None = None
) -> Names:
    """Return all names that ``records`` need, and those of every match of ``draw``, which is read with its event.

    Four statements, one less for who may not see ``people``, one less with a ``draw``.
    """
    names, shown = Names(zone=ZoneInfo(tournament.timezone)), list(records)
    particulars = Particulars.objects.filter(entrant__event__tournament=tournament.pk).order_by("turn")
    rows = list(particulars.values_list("entrant_id", "turn", "name", "record__undo"))
    names.turns = {(entrant, turn): name for entrant, turn, name, _undo in rows}
    # What was taken back is read first, so that what counts stands over it.
    names.last = {entrant: name for entrant, _turn, name, undo in sorted(rows, key=lambda row: row[3] is None)}
    matches = (
        Match.objects.filter(draw=draw)
        if draw
        else Match.objects.filter(pk__in={each for record in shown for each in matches_of(record)})
    )
    names.matches = {pk: (code, length) for pk, code, length in matches.values_list("pk", "code", "length")}
    events = Event.objects.filter(tournament=tournament.pk)
    names.events = {draw.event_id: draw.event.name} if draw else dict(events.values_list("pk", "name"))
    if people:
        names.people = people_named((record.actor for record in shown), names.last)
    return names


def matches_of(record: RawRecord) -> set[int]:
    """Return the matches that a record's facts name, and the one it is about."""
    named = {fact["match_id"] for _, fact in record.facts if isinstance(fact.get("match_id"), int)}
    return named | ({record.match} if record.match else set())


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
        day=formats.date_format(at, "l j F Y"),
        time=formats.date_format(at, "H:i"),
        sentence=sentence_for(record, names),
        by=_("the clock") if record.is_by_clock and names.people else names.people.get(record.actor, ""),
        client=record.client if names.people else "",
        reason=record.reason if names.people else None,
        undone_by=record.undone_by,
        replaces=replaces,
        by_clock=record.is_by_clock,
    )


def replaced_results(records: Iterable[RawRecord]) -> dict[int, tuple[int, ...]]:
    """Return of each record with a result the numbers of the results for the same match that counted before it.

    ``records`` in the order in which they were written.
    """
    live: dict[int, dict[int, int]] = {}
    replaced: dict[int, tuple[int, ...]] = {}
    for record in records:
        match = record.match
        if match is None or not record.result_of:
            continue
        results = live.setdefault(match, {})
        # What one of the two tells replaces what he told before; what the desk writes replaces all.
        by = next((fact.get("claimed_by_id") or 0 for kind, fact in record.facts if kind == "result"), 0)
        before = tuple(number for who, number in results.items() if by in (0, who))
        if before:
            replaced[record.number] = before
        if record.undone_by is None:
            live[match] = results | {by: record.number} if by else {0: record.number}
    return replaced


def sentence_for(record: RawRecord, names: Names) -> Sentence:
    """Return the words of a record's sentence."""
    words = {"code": names.code(record.match), "event": names.event(record.body.get("event"))}
    if record.is_by_clock:
        words["time"] = formats.date_format(record.at.astimezone(names.zone), "H:i")
    variant = ""
    for kind, fact in record.facts:
        read = _READERS.get(kind)
        if read is not None:
            variant = read(fact, words, names) or variant
    variant = _says(record, words, names) or variant
    return Sentence(record.verb, _entrants(record.body, words, names) or variant, words)


def _says(record: RawRecord, words: dict[str, str], names: Names) -> str:
    """Tell the result that somebody says instead of the one that stands."""
    says = record.body.get("says")
    if not says or record.match is None:
        return ""
    (winner, mine), (loser, theirs) = sorted(says, key=lambda each: -each[1])
    length = names.length(record.match) or mine
    words |= {"winner": names.entrant(winner), "loser": names.entrant(loser), "score": f"{min(mine, length)}–{theirs}"}
    return "says"


def _entrants(body: dict[str, Any], words: dict[str, str], names: Names) -> str:
    """Name the entrants of a record that made no fact about them: slips, phones."""
    entrants = body.get("entrants") or ([body["entrant"]] if "entrant" in body else [])
    if entrants:
        words["names"], words["count"] = names.entrant(entrants[0]), str(len(entrants))
    return "one" if len(entrants) == 1 else ""


def _pair(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words.setdefault("first", names.entrant(fact["first_id"]))
    words.setdefault("second", names.entrant(fact["second_id"]))
    return ""


def _call(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["table"] = fact["table"]
    _pair(fact, words, names)
    return "" if fact["table"] else "back"


def _penalty(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    _pair(fact, words, names)
    words["score"] = f"{fact['first_points']}–{fact['second_points']}"
    return ""


def _result(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    _pair(fact, words, names)
    winner, length = fact["winner_id"], names.length(fact["match_id"])
    if winner is None:
        return "both"
    loser = fact["second_id"] if winner == fact["first_id"] else fact["first_id"]
    words["winner"], words["loser"] = names.entrant(winner), names.entrant(loser)
    points = (fact["first_points"], fact["second_points"])
    if points[0] is not None and points[1] is not None:
        mine, theirs = points if winner == fact["first_id"] else points[::-1]
        words["score"] = f"{min(mine, length or mine)}–{min(theirs, length or theirs)}"
    if fact.get("claimed_by_id"):
        return "winner" if fact["claimed_by_id"] == winner else "loser"
    return "" if fact["how"] == "played" else str(fact["how"])


def _passage(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    if fact["on_id"]:
        words["on"] = names.entrant(fact["on_id"])
    return ""


def _confirmation(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["result"] = str(fact["result_id"] & NUMBER)
    return str(fact.get("how", ""))


def _card(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    _pair(fact, words, names)
    words["score"] = f"{fact['first_points']}–{fact['second_points']}"
    return ""


def _contest(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    _pair(fact, words, names)
    words["by"] = names.entrant(fact["by_id"])
    return ""


def _particulars(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    name, turn = names.entrant(fact["entrant_id"], fact["turn"]), fact["turn"]
    words["names"] = f"{words['names']}, {name}" if "names" in words else name
    count = int(words.get("count", "0")) + 1
    words["count"] = str(count)
    if turn == 1:
        return "one" if count == 1 else "some" if count <= MOST_NAMED else "many"
    words["was"] = names.entrant(fact["entrant_id"], turn - 1)
    return "same" if words["was"] == name else ""


def _withdrawal(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    both = "gone" in words
    words["gone"] = names.entrant(fact["entrant_id"])
    return "both" if both else str(fact["bracket"])


def _line(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["line"] = str(fact["line"])
    return ""


def _draw(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["key"], words["draw"] = fact["key"], str(fact["number"])
    return ""


def _tick(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    count = int(words.get("count", "0")) + 1
    words["count"], words["names"] = str(count), names.entrant(fact["entrant_id"])
    return f"many_{fact['kind']}" if count > 1 else f"{fact['kind']}_{'on' if fact['on'] else 'off'}"


def _event(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["event"] = names.event(fact["id"])
    return ""


def _undo(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["undone"] = str(fact["undone_id"] & NUMBER)
    return ""


_READERS = {
    "call": _call,
    "card": _card,
    "clearing": _pair,
    "confirmation": _confirmation,
    "contest": _contest,
    "draw": _draw,
    "event": _event,
    "line": _line,
    "particulars": _particulars,
    "passage": _passage,
    "penalty": _penalty,
    "result": _result,
    "start": _pair,
    "tick": _tick,
    "undo": _undo,
    "withdrawal": _withdrawal,
}
