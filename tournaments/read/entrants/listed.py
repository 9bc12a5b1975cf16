"""Reading who is entered."""

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import Q

from journal.refusals import Unknown
from journal.statements import Blank, Columns, Reading
from rules.draws.plan import ENTRY
from rules.members import Member
from rules.typed.names import folded
from tournaments.models import Contact, Entrant, Event, Line, Particulars, Tick, Tournament, Withdrawal
from tournaments.models.entrants import ticked
from tournaments.read.entrants.names import EntrantName, distinct_names, entered_names
from tournaments.read.entrants.paid import paid_entrants


@dataclass(frozen=True, slots=True)
class EntrantCard:
    """An entrant: ``line`` is theirs in the current draw, ``out`` are the brackets from which they have withdrawn.

    ``paid`` and ``here`` are their ticks on the entry list, ``group`` names those they travel with, ``members`` are the
    people of an entrant of several.
    """

    id: int
    number: int
    name: str
    club: str
    country: str
    rating: str
    seed: int | None
    line: int | None
    out: tuple[str, ...]
    version: int
    paid: bool = False
    here: bool = False
    group: str = ""
    members: tuple[Member, ...] = ()


def distinct_names_of(cards: Iterable[EntrantCard]) -> dict[int, str]:
    """Return entrant → name for the entrants of one event, with what tells namesakes apart."""
    return distinct_names(EntrantName(each.id, 0, each.number, each.name, each.club, each.country) for each in cards)


_particulars = Reading(
    lambda: Particulars.objects.filter(entrant__event=Blank("event"), record__undo__isnull=True).order_by("turn")
)
_withdrawn = Columns(
    lambda: (
        Withdrawal.objects.filter(entrant__event=Blank("event"), record__undo__isnull=True)
        .order_by("bracket")
        .values_list("entrant", "bracket")
    )
)
_drawn = Columns(
    lambda: (
        Line.objects.filter(
            draw__in=Event.objects.filter(pk=Blank("event")).values("current_draw"), record__undo__isnull=True
        )
        .order_by("turn")
        .values_list("line", "entrant")
    )
)
_entered = Columns(
    lambda: (
        Entrant.objects.filter(event=Blank("event"), record__undo__isnull=True)
        .annotate(paid=ticked("paid"), here=ticked("here"))
        .order_by("number")
        .values_list("pk", "number", "paid", "here", "event__tournament__fees", "event__tournament__stream")
    )
)


def entrant_list(event: int) -> list[EntrantCard]:
    """Return an event's entrants in order of entry, in four statements whatever their number, six with fees.

    Whether they have paid follows from the books where the event has a fee.
    """
    context = {each.entrant_id: each for each in _particulars(event=event)}
    out: dict[int, list[str]] = defaultdict(list)
    for entrant, bracket in _withdrawn(event=event):
        out[entrant].append(bracket)
    lines = _lines(event)
    entrants = _entered(event=event)
    paid = paid_entrants(entrants[0][4], entrants[0][5], Q(entrant__event=event)) if entrants else {}
    return [
        EntrantCard(
            entrant,
            number,
            context[entrant].name,
            context[entrant].club,
            context[entrant].country,
            context[entrant].rating,
            context[entrant].seed,
            lines.get(entrant),
            tuple(out[entrant]),
            context[entrant].turn,
            bool(paid.get(entrant, is_ticked)),
            bool(is_here),
            context[entrant].group,
            context[entrant].people,
        )
        for entrant, number, is_ticked, is_here, *_ in entrants
    ]


def _lines(event: int) -> dict[int, int]:
    latest: dict[int, int | None] = dict(_drawn(event=event))
    return {entrant: line for line, entrant in latest.items() if entrant is not None}


def entrant_of(pk: int) -> Entrant:
    """Return an entrant with event, tournament, club and memory. Raises Unknown ``entrant.unknown``."""
    with_event = Entrant.objects.select_related("event__tournament__stream", "event__tournament__club")
    entrant_row = with_event.filter(pk=pk, record__undo__isnull=True).first()
    if entrant_row is None:
        raise Unknown("entrant.unknown")
    return entrant_row


def withdrawn_from(event: Event, bracket: str) -> set[int]:
    """Return the entrants who have withdrawn from a bracket."""
    gone = Withdrawal.objects.filter(entrant__event=event, bracket=bracket, record__undo__isnull=True)
    return set(gone.values_list("entrant", flat=True))


def withdrawn_in(tournament: Tournament) -> set[int]:
    """Return the entrants who have withdrawn from their event."""
    of_all = Withdrawal.objects.filter(entrant__event__tournament=tournament, bracket=ENTRY, record__undo__isnull=True)
    return set(of_all.values_list("entrant", flat=True))


def latest_particulars(event: Event) -> list[Particulars]:
    """Return everybody entered in an event as last described, with their entrant, in order of entry."""
    latest: dict[int, Particulars] = {}
    live = Particulars.objects.filter(
        entrant__event=event, record__undo__isnull=True, entrant__record__undo__isnull=True
    )
    for each in live.select_related("entrant").order_by("turn"):
        latest[each.entrant_id] = each
    return sorted(latest.values(), key=lambda each: each.entrant.number)


def ticks_in(event: Event) -> dict[tuple[int, str], bool]:
    """Return (entrant, kind) → the latest tick; *paid* follows from the books where the event has a fee."""
    rows = Tick.objects.filter(entrant__event=event, seat=0, record__undo__isnull=True).order_by("pk")
    ticks = {(entrant, kind): on for entrant, kind, on in rows.values_list("entrant", "kind", "on")}
    paid = paid_entrants(event.tournament.fees, event.tournament.stream_id, Q(entrant__event=event))
    return ticks | {(entrant, "paid"): on for entrant, on in paid.items()}


def people_in(event: int) -> dict[int, tuple[Member, ...]]:
    """Return entrant → members of an event of entrants of several people: one statement."""
    rows = Particulars.objects.filter(entrant__event=event, record__undo__isnull=True).order_by("turn")
    return {each.entrant_id: each.people for each in rows}


def members_here(entrants: Collection[int]) -> set[tuple[int, int]]:
    """Return (entrant, seat) of the members who are ticked as here: one statement."""
    rows = Tick.objects.filter(entrant__in=entrants, kind="here", seat__gt=0, record__undo__isnull=True)
    last = {
        (entrant, seat): on for entrant, seat, on in rows.order_by("record", "pk").values_list("entrant", "seat", "on")
    }
    return {seat for seat, on in last.items() if on}


def contact_of(entrant: int) -> str:
    """Return the mail address of an entrant, empty for none; only the desk and the entrant may see it."""
    return Contact.objects.filter(entrant=entrant).values_list("email", flat=True).first() or ""


def in_order_of_names(event: int) -> list[tuple[int, int, str]]:
    """Return all entrants of an event with number and name, sorted by name."""
    entered = entered_names(Q(entrant__event=event))
    names = distinct_names(entered)
    entries = [(each.entrant, each.number, names[each.entrant]) for each in entered]
    return sorted(entries, key=lambda each: (folded(each[2]), each[1]))
