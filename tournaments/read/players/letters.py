"""The contents of a letter about a match, read when it is sent; a call taken back meanwhile sends none."""

from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import formats

from clubs.read.records import RawRecord, Sentence, raw_records, sentence_for
from journal.models import Record
from rules.draws.derive import Status
from tournaments.models import Contact, Link, Match, Tournament
from tournaments.read.records import names_for

CALLED = "match.called"


@dataclass(frozen=True, slots=True)
class MatchLetter:
    """One letter: its address, its record, and the current state of the match.

    ``table`` is set in a call only, ``stands_at`` while the result waits to be contested. ``link`` is the address of
    the player's own page, empty if the address of this site is not known.
    """

    email: str
    name: str
    opponent: str
    event: str
    code: str
    length: int
    sentence: Sentence
    table: str
    stands_at: str
    disputed: bool
    link: str


def to_be_told(record: int) -> list[int]:
    """Return the entrants with an address whom a record concerns, except the one who made it."""
    match_row = _match_of(record)
    if match_row is None:
        return []
    raw, match = match_row
    contacts = Contact.objects.filter(entrant__in=[match.top_id, match.bottom_id]).exclude(email="")
    entrants = contacts.order_by("entrant").values_list("entrant", flat=True)
    return [entrant for entrant in entrants if raw.actor != f"entrant:{entrant}"]


def letter_about(record: int, entrant: int) -> MatchLetter | None:
    """Return the letter to an entrant about a record, None if it no longer applies."""
    match_row = _match_of(record)
    contact = Contact.objects.filter(entrant=entrant).exclude(email="").first()
    if match_row is None or contact is None or entrant not in (match_row[1].top_id, match_row[1].bottom_id):
        return None
    raw, match = match_row
    tournament = match.draw.event.tournament
    names = names_for(tournament, [raw], people=False, draw=match.draw)
    other = match.bottom_id if entrant == match.top_id else match.top_id
    return MatchLetter(
        email=contact.email,
        name=names.entrant(entrant),
        opponent=names.entrant(other) if other else "",
        event=match.draw.event.name,
        code=match.code,
        length=match.length,
        sentence=sentence_for(raw, names),
        table=match.call.table if raw.verb == CALLED and match.call else "",
        stands_at=_stands_at(match, tournament),
        disputed=match.status == Status.DISPUTED,
        link=_link(entrant),
    )


def _match_of(record: int) -> tuple[RawRecord, Match] | None:
    """Return a record with its match; None if it was undone, or its call no longer counts."""
    raw = next(iter(raw_records(Record.objects.filter(pk=record))), None)
    if raw is None or raw.undone_by is not None or raw.match is None:
        return None
    match = Match.objects.select_related("draw__event__tournament", "call", "result").filter(pk=raw.match).first()
    if match is None:
        return None
    if raw.verb == CALLED and (match.call is None or match.call.pk != record or not match.call.table or match.begun):
        return None
    return raw, match


def _stands_at(match: Match, tournament: Tournament) -> str:
    at = match.result.stands_at if match.result is not None and not match.settled else None
    return formats.date_format(at.astimezone(ZoneInfo(tournament.timezone)), "H:i") if at is not None else ""


def _link(entrant: int) -> str:
    """Return the address of the player's page, as printed on the slip."""
    address = Link.objects.filter(entrant=entrant).order_by("-pk").values_list("address", flat=True).first()
    return address.rstrip("/") + reverse("player", args=[entrant]) if address else ""
