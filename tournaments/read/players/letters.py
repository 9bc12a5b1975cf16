"""The contents of a letter about a match, read when it is sent; a call taken back meanwhile sends none."""

from dataclasses import dataclass

from django.urls import reverse

from clubs.read.records import RawRecord, Sentence, raw_records, sentence_for
from journal.models import Record
from runtime.jobs.mail import written_in
from tournaments.models import Contact, Link, Match
from tournaments.read.matches.one import view_of
from tournaments.read.matches.own import OwnMatch, own_matches
from tournaments.read.matches.row import WITH
from tournaments.read.records import Names, names_for

CALLED = "match.called"


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter: its address, the sentence of its record, and the player's match as it stands now.

    ``zone`` is the time zone of the tournament. ``link`` is the address of the player's own page, empty if the address
    of this site is not known. ``language`` is that of the tournament, empty for none.
    """

    email: str
    event: str
    own: OwnMatch
    sentence: Sentence
    zone: str
    link: str
    language: str = ""


def recipients(record: int) -> list[int]:
    """Return the entrants with an address whom a record concerns, the upper one first, except the one who made it."""
    match_row = _match_of(record)
    if match_row is None:
        return []
    raw, match = match_row
    pair = [match.top_id, match.bottom_id]
    reached = set(Contact.objects.filter(entrant__in=pair).exclude(email="").values_list("entrant", flat=True))
    return [entrant for entrant in pair if entrant in reached and raw.actor != f"entrant:{entrant}"]


def letter_about(record: int, entrant: int) -> Letter | None:
    """Return the letter to an entrant about a record, None if it no longer applies."""
    match_row = _match_of(record)
    contact = Contact.objects.filter(entrant=entrant).exclude(email="").first()
    if match_row is None or contact is None:
        return None
    raw, match = match_row
    tournament = match.draw.event.tournament
    names = names_for(tournament, [raw], people=False, draw=match.draw)
    own = _own(match, entrant, names)
    if own is None:
        return None
    with written_in(tournament.language):
        sentence = sentence_for(raw, names)
    return Letter(
        email=contact.email,
        event=match.draw.event.name,
        own=own,
        sentence=sentence,
        zone=tournament.timezone,
        link=_link(entrant),
        language=tournament.language,
    )


def _match_of(record: int) -> tuple[RawRecord, Match] | None:
    """Return a record with its match; None if it was undone, or its call no longer counts."""
    raw = next(iter(raw_records(Record.objects.filter(pk=record))), None)
    if raw is None or raw.undone_by is not None or raw.match is None:
        return None
    match = Match.objects.select_related("draw__event__tournament", *WITH).filter(pk=raw.match).first()
    if match is None:
        return None
    if raw.verb == CALLED and (match.call is None or match.call.pk != record or not match.call.table or match.begun):
        return None
    return raw, match


def _own(match: Match, entrant: int, names: Names) -> OwnMatch | None:
    """Return the match from the side of an entrant, None if they don't sit in it any more."""
    players = {player: names.entrant(player) for player in (match.top_id, match.bottom_id) if player is not None}
    return next(own_matches([view_of(match, players)], entrant), None)


def _link(entrant: int) -> str:
    """Return the address of the player's page, as printed on the slip."""
    address = Link.objects.filter(entrant=entrant).order_by("-pk").values_list("address", flat=True).first()
    return address.rstrip("/") + reverse("player", args=[entrant]) if address else ""
