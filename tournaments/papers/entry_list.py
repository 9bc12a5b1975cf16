"""The entry list and the place list, to be ticked and signed by hand."""

import unicodedata
from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from journal.refusals import Refused, Unreadable
from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.papers.listing import Column, Kind, Listing
from tournaments.read.draws.places import places_sheet
from tournaments.read.entrants import EntrantCard, entrant_list
from tournaments.read.events import conditions_of

ORDERS = ("name", "number")


def entry_list(event: Event, order: str = "name") -> Listing:
    """Return everyone entered, by ``order`` (name, number), with ticks and what is owed.

    Raises Unreadable ``order.unknown``.
    """
    if order not in ORDERS:
        raise Unreadable("order.unknown", got=order[:40], known=list(ORDERS))
    cards = entrant_list(event.pk)
    if order == "name":
        cards.sort(key=lambda each: (folded(each.name), each.number))
    fee = conditions_of(event).fee
    return Listing(
        title=_("{title}: entry list").format(title=_title(event)),
        what=" · ".join(part for part in (day_of(event.tournament), _counted(cards)) if part),
        foot=_foot(event),
        columns=(
            Column(_("no."), 7, Kind.NUMBER),
            Column(_("name"), 32, Kind.NAME),
            Column(_("club"), 20, Kind.ASIDE),
            Column(_("country"), 9, Kind.ASIDE),
            Column(_("rating"), 8, Kind.NUMBER),
            Column(_("paid"), 6),
            Column(_("here"), 6),
            Column(_("owed"), 12),
        ),
        rows=[_entered(each, fee) for each in cards],
    )


def place_list(event: Event) -> Listing:
    """Return who came where, shared places as shared, with room for the prize and for a signature.

    Where a place is not certain yet the room for the prize says so: nothing is paid out on it.

    Raises Refused ``draw.none``.
    """
    sheet = places_sheet(event)
    if not sheet.drawn:
        raise Refused("draw.none", event=event.pk)
    lines, over = sheet.lines, not sheet.playing
    return Listing(
        title=_("{title}: places").format(title=_title(event)),
        what=" · ".join(part for part in (day_of(event.tournament), _still(lines)) if part),
        foot=_foot(event),
        columns=(
            Column(_("place"), 10),
            Column(_("name"), 40, Kind.NAME),
            Column(_("prize"), 20),
            Column(_("received, signature"), 30),
        ),
        rows=[(_place(each.place, each.shared, over), each.name, _waits(each.reason.waits_for), "") for each in lines],
        row=9.5,
    )


def folded(name: str) -> str:
    """Return ``name`` as it is sorted: without case and marks."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _title(event: Event) -> str:
    title = event.tournament.name
    return title if event.name == title else f"{title}, {event.name}"


def _foot(event: Event) -> str:
    number = _("Sheet {number}").format(number=event.tournament.stream.number)
    return f"{number} · {printed_at(event.tournament)}"


def _counted(cards: Sequence[EntrantCard]) -> str:
    n = len(cards)
    words = ngettext("{n} entrant, {paid} paid, {here} here", "{n} entrants, {paid} paid, {here} here", n)
    return words.format(n=n, paid=sum(each.paid for each in cards), here=sum(each.here for each in cards))


def _entered(each: EntrantCard, fee: str) -> tuple[str | bool, ...]:
    owed = "" if each.paid else fee
    if len(each.out) > 1:
        owed = _("withdrawn")
    return str(each.number), each.name, each.club, each.country, each.rating, each.paid, each.here, owed


def _waits(codes: Sequence[str]) -> str:
    return _("not confirmed: {codes}").format(codes=", ".join(codes)) if codes else ""


def _still(rows: Sequence[object]) -> str:
    return "" if rows else _("Nobody is out yet.")


def _place(place: int, sharing: int, over: bool) -> str:
    """Return a place as ``5–8`` when all who share it are known, as ``5=`` while others may still come to it."""
    if sharing == 1:
        return str(place)
    return f"{place}–{place + sharing - 1}" if over else f"{place}="
