"""The entry list and the place list, to be ticked and signed by hand."""

import unicodedata
from collections.abc import Sequence

from django.utils import timezone

from clubs.papers.listing import Column, Kind, Listing
from clubs.read.figures import shown_sum
from journal.refusals import Refused, Unreadable
from rules.draws.plan import ENTRY
from rules.naming import family_first
from tournaments.models import Event
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.draws.places import places_sheet
from tournaments.read.entrants.listed import EntrantCard, entrant_list
from tournaments.read.entrants.paid import follows_books
from tournaments.read.events import conditions_of
from tournaments.read.money.accounts import EventAccounts, event_accounts
from tournaments.read.re_entries import first_entries
from tournaments.words.brackets import name_of_code
from tournaments.words.papers.sheets import (
    bracket_winner_words,
    counted_words,
    entry_list_heads,
    entry_list_title,
    field_words,
    no_places_words,
    place_list_heads,
    place_list_title,
    sheet_words,
    sign_in_heads,
    sign_in_title,
    unconfirmed_words,
    unpaid_words,
    withdrawn_words,
)

ORDERS = ("family", "name", "number")
# The share of each column in percent, and how its cells are set.
ENTRY_COLUMNS = (
    *((7, Kind.NUMBER), (32, Kind.NAME), (18, Kind.ASIDE), (9, Kind.ASIDE), (8, Kind.NUMBER)),
    *((8, None), (6, None), (12, None)),
)
POOL_COLUMNS = (
    *((7, Kind.NUMBER), (30, Kind.NAME), (15, Kind.ASIDE), (8, Kind.ASIDE), (8, Kind.NUMBER)),
    *((8, None), (6, None), (6, None), (12, Kind.NUMBER)),
)
SIGN_IN_COLUMNS = ((8, Kind.NUMBER), (34, Kind.NAME), (22, Kind.ASIDE), (8, None), (28, None))
LONGEST_FEE = 12  # letters of a fee that stands in every row of those who owe it
PLACE_COLUMNS = ((10, None), (40, Kind.NAME), (20, None), (30, None))


def entry_list(event: Event, order: str = "name") -> Listing:
    """Return everyone entered, by ``order`` (family, name as entered, number), with ticks, side pools and what is owed.

    Where the event has fees, the books say what is owed; otherwise it is the text of the conditions, written out above
    the list where it is long.

    Raises Unreadable ``order.unknown``.
    """
    if order not in ORDERS:
        raise Unreadable("order.unknown", got=order[:40], known=list(ORDERS))
    cards = _sorted(entrant_list(event.pk), order)
    account = _accounts(event)
    pools = bool(account and account.has_pools)
    fee = conditions_of(event).fee
    what = day_of(event.tournament), _counted(event, cards), _explained(fee, account)
    return Listing(
        title=entry_list_title(_title(event)),
        what=" · ".join(part for part in what if part),
        foot=_foot(event),
        columns=_columns(entry_list_heads(pools=pools), POOL_COLUMNS if pools else ENTRY_COLUMNS),
        rows=[_entered(each, fee, account) for each in cards],
    )


def sign_in_list(event: Event) -> Listing:
    """Return who is expected, by family name, with a box and room for a signature; withdrawn entrants are left out."""
    cards = [each for each in _sorted(entrant_list(event.pk), "family") if ENTRY not in each.out]
    first = first_entries(event)
    again = sum(each.id in first for each in cards)
    field = field_words(len(cards) - again, conditions_of(event).entrants, again=again)
    return Listing(
        title=sign_in_title(_title(event)),
        what=" · ".join(part for part in (day_of(event.tournament), field) if part),
        foot=_foot(event),
        columns=_columns(sign_in_heads(), SIGN_IN_COLUMNS),
        rows=[(str(each.number), each.name, each.club, each.here, "") for each in cards],
        row=9.5,
    )


def _sorted(cards: list[EntrantCard], order: str) -> list[EntrantCard]:
    if order == "number":
        return cards
    sorted_by = family_first if order == "family" else str
    return sorted(cards, key=lambda each: (folded(sorted_by(each.name)), each.number))


def place_list(event: Event) -> Listing:
    """Return who came where, shared places as shared, with room for the prize and for a signature.

    Where a place is not certain yet the room for the prize says so: nothing is paid out on it.

    Raises Refused ``draw.none``.
    """
    sheet = places_sheet(event)
    if not sheet.drawn:
        raise Refused("draw.none", event=event.pk)
    lines, over = sheet.lines, not sheet.playing
    winners = [bracket_winner_words(name_of_code(code), name) for code, name in sheet.winners]
    winners += [] if lines else [no_places_words()]
    return Listing(
        title=place_list_title(_title(event)),
        what=" · ".join(part for part in (day_of(event.tournament), *winners) if part),
        foot=_foot(event),
        columns=_columns(place_list_heads(), PLACE_COLUMNS),
        rows=[
            (_place(each.place, each.shared, over), each.name, unconfirmed_words(each.reason.waits_for), "")
            for each in lines
        ],
        row=9.5,
    )


def folded(name: str) -> str:
    """Return ``name`` as it is sorted: without case and marks."""
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _columns(heads: Sequence[str], columns: Sequence[tuple[int, Kind | None]]) -> tuple[Column, ...]:
    return tuple(Column(head, *column) for head, column in zip(heads, columns, strict=True))


def _title(event: Event) -> str:
    title = event.tournament.name
    return title if event.name == title else f"{title}, {event.name}"


def _foot(event: Event) -> str:
    return f"{sheet_words(event.tournament.stream.number)} · {printed_at(event.tournament)}"


def _counted(event: Event, cards: Sequence[EntrantCard]) -> str:
    kind = conditions_of(event).entrants
    return counted_words(len(cards), kind, sum(each.paid for each in cards), sum(each.here for each in cards))


def _accounts(event: Event) -> EventAccounts | None:
    """Return what is owed for the event's entrants, None where no fee says who has paid."""
    if not follows_books(event.tournament.fees, event.pk):
        return None
    return event_accounts(event, timezone.now())


def _explained(fee: str, accounts: EventAccounts | None) -> str:
    """Return a fee whose text is too long for every row, to stand above the list."""
    return " ".join(fee.split()) if accounts is None and len(fee) > LONGEST_FEE else ""


def _entered(each: EntrantCard, fee: str, accounts: EventAccounts | None) -> tuple[str | bool, ...]:
    owed = "" if each.paid else fee if len(fee) <= LONGEST_FEE else unpaid_words()
    if accounts:
        owed = shown_sum(accounts.owed[each.id], accounts.currency) if accounts.owed.get(each.id) else ""
    if len(each.out) > 1:
        owed = withdrawn_words()
    cells = (str(each.number), each.name, each.club, each.country, each.rating, each.paid, each.here)
    return (*cells, each.id in accounts.pools, owed) if accounts and accounts.has_pools else (*cells, owed)


def _place(place: int, sharing: int, over: bool) -> str:
    """Return a place as ``5–8`` when all who share it are known, as ``5=`` while others may still come to it."""
    if sharing == 1:
        return str(place)
    return f"{place}–{place + sharing - 1}" if over else f"{place}="
