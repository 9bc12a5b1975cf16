"""How players get at their own matches: slips with a link and a PIN, and the phones that used one.

A secret is shown once, to the person who asked for it, and stored as its hash: in no answer kept, no record, no log.

Source: docs/decisions/0013-links-and-pins.md.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, OuterRef
from django.utils import timezone

from clubs.actions.tries import AN_HOUR, Limit, spend
from clubs.models import hash_of
from journal import book
from journal.actors import Actor
from journal.refusals import Refused, TooOften, Unknown
from rules.draws.plan import ENTRY
from rules.errors import RuleBroken
from tournaments.actions.phones.pins import hash_pin, right_pin
from tournaments.actions.steps import stream_of_event, stream_of_tournament
from tournaments.actions.topics import announce_desk
from tournaments.models import Entrant, Event, Link, Phone, Pin, Withdrawal
from tournaments.models.links import Slip
from tournaments.permissions import may_run_desk
from tournaments.read.entrants.names import names_in
from tournaments.read.jackpots.own import is_own_seat
from tournaments.read.players.links import slip_counts, slip_of_pin
from tournaments.read.re_entries import entries_of_one

# A player has a phone, a tablet and a friend's phone; who passes a link around gets no further than this.
MOST_PHONES = 12
JOINS = Limit("phones of", 30, AN_HOUR)


@dataclass(frozen=True, slots=True)
class Rotated:
    """How many links and phones ended."""

    links: int
    phones: int


class Joined(NamedTuple):
    """Whose matches a phone reaches from now on, the secret of its cookie, and the slip by which it came in.

    After a restore that knows the slip but not the phone, the slip lets the phone in again (``slip_counts``).
    """

    entrant: int
    secret: str
    slip: str


def make_slips(
    event: int, caller: book.Caller, address: str, entrants: Sequence[int] | None = None
) -> tuple[Slip, ...]:  # fmt: skip
    """Mint a link and a PIN for ``entrants``, everyone who plays when they are not named, by number.

    Their links of before go on, their PINs of before are void. ``address`` is the scheme, host and port that the slips
    tell. Raises Unknown ``entrant.unknown``, Refused ``event.closed``, ``slips.none``.
    """
    stream = stream_of_event(event, caller, may_run_desk)
    # Hashing takes its time by intent: nobody waits for it under the lock.
    minted = {each.pk: _Minted() for each in _who(event, entrants)}
    with book.page(stream, caller) as page:
        event_row = _open_event(event)
        wanted = [each for each in _who(event, entrants) if each.pk in minted]
        if not wanted:
            raise Refused("slips.none", event=event)
        turns = dict(Pin.objects.filter(entrant__in=wanted).values_list("entrant", "turn"))
        links = [
            Link(entrant=each, hash=hash_of(minted[each.pk].secret), address=address, made_at=page.at)
            for each in wanted
        ]  # fmt: skip
        Link.objects.bulk_create(links)
        pins = [
            Pin(entrant=each, hash=minted[each.pk].hash, turn=turns.get(each.pk, 0) + 1, made_at=page.at)
            for each in wanted
        ]  # fmt: skip
        columns = ["hash", "turn", "made_at", "locked_at"]
        Pin.objects.bulk_create(pins, update_conflicts=True, unique_fields=["entrant"], update_fields=columns)
        announce_desk(page)
        page.record("slips.made", event=event, entrants=[each.pk for each in wanted])
        names = names_in(event)
        return page.done(tuple(minted[each.pk].slip(each, names[each.pk], event_row.name) for each in wanted))


def rotate_links(tournament: int, caller: book.Caller) -> Rotated:
    """End every link, PIN and phone of a tournament: players who are to report need new slips."""
    with book.page(stream_of_tournament(tournament, caller), caller) as page:
        links = Link.objects.filter(entrant__event__tournament=tournament, ended_at=None).update(ended_at=page.at)
        phones = Phone.objects.filter(entrant__event__tournament=tournament, ended_at=None).update(ended_at=page.at)
        Pin.objects.filter(entrant__event__tournament=tournament).update(hash="", locked_at=None)
        announce_desk(page)
        page.record("links.rotated", links=links, phones=phones)
        return page.done(Rotated(links, phones))


def link_of(secret: str) -> Link:
    """Return the link with this secret, with its entrant, event and tournament.

    Raises Unknown ``link.unknown``, whether it never was, has ended, or its event is closed.
    """
    links = Link.objects.live().select_related("entrant__event__tournament__stream", "entrant__event__tournament__club")
    link = links.filter(hash=hash_of(secret)).first()
    if link is None:
        raise Unknown("link.unknown")
    return link


def take_link(secret: str) -> Joined:
    """Let a phone in by a link, which others may use too. Raises as ``link_of``, TooOften ``phone.spent``."""
    return let_in(link_of(secret).entrant, Way("link", f"link:{secret}"), lambda: link_of(secret))


def take_pin(entrant: int, typed: str, place: str) -> Joined:
    """Let a phone in by the PIN beside a name, typed at a network address. Raises as ``right_pin``."""
    pin = right_pin(entrant, typed, place)

    def still() -> None:
        if not Pin.objects.filter(pk=pin.pk, hash=pin.hash, entrant__event__closed=False).exists():
            raise RuleBroken("pin.wrong")

    return let_in(pin.entrant, Way("pin", slip_of_pin(pin)), still)


def take_slip(entrant: int, slip: str) -> Joined:
    """Let a phone in again by the slip that it came by, after a restore that does not know the phone.

    Raises Unknown ``link.unknown`` if the slip does not count, TooOften ``phone.spent``.
    """

    def still() -> None:
        if not slip_counts(entrant, slip):
            raise Unknown("link.unknown")

    still()
    row = Entrant.objects.select_related("event__tournament__stream").get(pk=entrant)
    return let_in(row, Way("slip", slip), still)


def take_seat(entrant: int, other: int) -> Joined:
    """Let the phone of an entrant in to another entrant for whom the same payer pays in a jackpot of the tournament.

    So whoever joined a queue from their phone plays on with it. Raises Unknown ``entrant.unknown``.
    """
    return _take_own(other, "jackpot", lambda: is_own_seat(entrant, other))


def take_entry(entrant: int, other: int) -> Joined:
    """Let the phone of an entrant in to another entry of the same player. Raises Unknown ``entrant.unknown``.

    So whoever entered again plays on with their phone.
    """
    return _take_own(other, "re-entry", lambda: other in entries_of_one(entrant))


def _take_own(other: int, client: str, is_own: Callable[[], bool]) -> Joined:
    def still() -> None:
        if not is_own():
            raise Unknown("entrant.unknown")

    still()
    row = Entrant.objects.select_related("event__tournament__stream").get(pk=other)
    return let_in(row, Way(client, ""), still)


class Way(NamedTuple):
    """How a phone comes in: the client of its record, and the slip that lets it in again."""

    client: str
    slip: str


def let_in(entrant: Entrant, by: Way, still: Callable[[], object]) -> Joined:
    """Let a phone in to ``entrant`` (read with its event and tournament), ``by`` a link, a PIN or a slip.

    ``still`` looks again under the lock. The phone that came first goes when there are too many.
    """
    tournament, secret = entrant.event.tournament, Phone.new()
    try:
        spend(JOINS, str(entrant.pk), timezone.now())
    except TooOften as spent:
        raise TooOften("phone.spent", **spent.facts) from None
    with book.page(tournament.stream.name, book.Caller(actor=Actor("entrant", entrant.pk, by.client))) as page:
        still()
        before = Phone.objects.filter(entrant=entrant, ended_at=None).order_by("-pk").values_list("pk", flat=True)
        surplus = list(before[MOST_PHONES - 1 :])
        if surplus:
            Phone.objects.filter(pk__in=surplus).update(ended_at=page.at)
        phone = Phone.objects.create(entrant=entrant, hash=hash_of(secret), made_at=page.at)
        announce_desk(page)
        page.record("phone.joined", event=entrant.event_id, entrant=entrant.pk, phone=phone.pk)
        return page.done(Joined(entrant.pk, secret, by.slip))


def leave(phone: int) -> None:
    """A phone reaches nothing any longer. One that has left already leaves no trace."""
    phone_row = Phone.objects.select_related("entrant__event__tournament__stream").get(pk=phone)
    entrant = phone_row.entrant
    with book.page(entrant.event.tournament.stream.name, book.Caller(actor=player(entrant.pk))) as page:
        if Phone.objects.filter(pk=phone, ended_at=None).update(ended_at=page.at):
            announce_desk(page)
            page.record("phone.left", event=entrant.event_id, entrant=entrant.pk, phone=phone)


def player(entrant: int, client: str = "phone") -> Actor:
    """Return the actor of a player with a phone or a link."""
    return Actor("entrant", entrant, client)


def _open_event(event: int) -> Event:
    event_row = Event.objects.get(pk=event)
    if event_row.closed:
        raise Refused("event.closed", event=event)
    return event_row


def _who(event: int, entrants: Sequence[int] | None) -> list[Entrant]:
    """Return all entrants who play, or only those named, by number. Raises Unknown ``entrant.unknown``."""
    field = Entrant.objects.filter(event=event, record__undo__isnull=True).order_by("number")
    if entrants is None:
        gone = Withdrawal.objects.filter(entrant=OuterRef("pk"), bracket=ENTRY, record__undo__isnull=True)
        return list(field.filter(~Exists(gone)))
    rows = list(field.filter(pk__in=entrants))
    if {each.pk for each in rows} != set(entrants):
        raise Unknown("entrant.unknown")
    return rows


class _Minted:
    """The secrets of one slip."""

    def __init__(self) -> None:
        self.secret, self.pin = Link.new(), Pin.new()
        self.hash = hash_pin(self.pin)

    def slip(self, entrant: Entrant, name: str, event: str) -> Slip:
        return Slip(entrant.pk, entrant.number, name, event, self.secret, self.pin)
