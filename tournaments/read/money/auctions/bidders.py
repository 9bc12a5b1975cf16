"""Bidders: who is behind a private link, which auctions they may bid in, and what their lots are."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from django.db.models import Exists, F, Max, OuterRef, Q

from clubs.models import hash_of
from journal.models import counts
from journal.refusals import Unknown
from journal.statements import LARGEST_NUMBER
from rules.draws.plan import ENTRY
from rules.money.auctions.bidding import Status
from rules.money.auctions.calcutta import Lot
from rules.money.shares import half_up_to
from tournaments.models import Auction, BidderLink, Entrant, EntrantPayer, Payer, Sale, Withdrawal
from tournaments.read.entrants.payers import latest_payers
from tournaments.read.money.auctions.money import charges_of, lot_of, winnings_of
from tournaments.read.money.auctions.paid import lot_line, share_line
from tournaments.read.money.auctions.room import Room
from tournaments.read.money.auctions.view import SaleView
from tournaments.read.money.auctions.worth import figure_unit, worth_in


@dataclass(frozen=True, slots=True)
class OwnLot:
    """A lot of which somebody holds a share: what they bought or sold it for, and what it brings them so far.

    ``cost`` is what was paid for it less what was got for shares; ``won`` is what it won for good, ``expected`` what
    the odds say, None where the event shows none, with the standard ``error`` of that: figures of the size that prizes
    have. Sums in minor units.
    """

    code: str
    names: tuple[str, ...]
    share: Fraction
    cost: int
    is_paid: bool
    won: int
    expected: int | None
    error: int = 0
    is_field: bool = False


def payer_of_secret(secret: str) -> int | None:
    """Return the payer whose link has this secret, None for no link that counts: one statement."""
    links = BidderLink.objects.filter(hash=hash_of(secret), ended_at=None, payer__tournament__books_closed=False)
    return links.values_list("payer", flat=True).first()


def tournament_of_bidder(payer: int) -> int:
    """Return the tournament of a payer. Raises Unknown ``payer.unknown``."""
    rows = Payer.objects.filter(pk=payer) if payer <= LARGEST_NUMBER else Payer.objects.none()
    tournament = rows.values_list("tournament", flat=True).first()
    if tournament is None:
        raise Unknown("payer.unknown")
    return tournament


def auctions_in(tournament: int) -> list[Auction]:
    """Return the auctions of a tournament: with a lot on the block first, then the one hammered last: one statement."""
    on_the_block = Sale.objects.filter(
        lot__auction=OuterRef("pk"), offered=None, record__undo__isnull=True, hammer__isnull=True
    )
    rows = Auction.objects.filter(event__tournament=tournament, record__undo__isnull=True)
    rows = rows.annotate(is_open=Exists(on_the_block), hammered=Max("lots__sales__hammer__record"))
    rows = rows.order_by("-is_open", F("hammered").desc(nulls_last=True), "-pk")
    return list(rows.select_related("event__tournament__stream", "event__tournament__club"))


def linked_payers(tournament: int) -> set[int]:
    """Return the payers who have a link that counts: one statement."""
    links = BidderLink.objects.filter(payer__tournament=tournament, ended_at=None)
    return set(links.values_list("payer", flat=True))


def players_without_account(event: int) -> list[int]:
    """Return the entrants of an event without fees for whom nobody pays, but for those who withdrew: one statement."""
    gone = Withdrawal.objects.filter(entrant=OuterRef("pk"), bracket=ENTRY, record__undo__isnull=True)
    linked = EntrantPayer.objects.filter(counts(), entrant=OuterRef("pk"))
    rows = Entrant.objects.filter(~Exists(gone), ~Exists(linked), event=event, record__undo__isnull=True)
    return list(rows.order_by("number").values_list("pk", flat=True))


def entrants_paid_by(payer: int, entrants: Collection[int]) -> set[int]:
    """Return those of ``entrants`` who are on this payer's account: one statement."""
    rows = latest_payers(Q(entrant__in=entrants))
    return {entrant for entrant, _, paid_by, _ in rows if paid_by == payer}


def own_lots(room: Room, payer: int) -> list[OwnLot]:
    """Return the lots of which a payer holds a share, in the order of the auction."""
    sales = [lot.sold for lot in room.view.lots if lot.sold is not None]
    mine = [(sale, lot_of(sale)) for sale in sales if sale is not None and str(payer) in lot_of(sale).owners()]
    return list(_own(room, payer, mine)) if mine else []


def _own(room: Room, payer: int, mine: list[tuple[SaleView, Lot]]) -> Iterator[OwnLot]:
    won = winnings_of(room.view, room.event, room.tournament.stream_id)
    charged, worth = charges_of(room.view), worth_in(room)
    paid, unit = {lot.sale for lot in room.view.lots if lot.status is Status.PAID}, figure_unit(room)
    for sale, lot in mine:
        share, expected, error = lot.owners()[str(payer)], None, 0
        if worth is not None:
            expected = half_up_to(share * worth.fair_price(sale.players, 1), unit)
            error = ceil(share * worth.error(sale.players, 1) / unit) * unit
        yield OwnLot(
            code=sale.code,
            names=room.names_of(sale.players),
            share=share,
            cost=charged[lot_line(sale.pk, sale.code)].get(payer, 0) + _dealt(sale, payer),
            is_paid=sale.pk in paid,
            won=won.get(share_line(sale.pk, sale.code), {}).get(payer, 0),
            expected=expected,
            error=error,
            is_field=sale.is_field,
        )


def _dealt(sale: SaleView, payer: int) -> int:
    """Return what deals cost a payer, less what they brought."""
    bought = sum(deal.price for deal in sale.deals if deal.buyer == payer)
    return bought - sum(deal.price for deal in sale.deals if deal.seller == payer)
