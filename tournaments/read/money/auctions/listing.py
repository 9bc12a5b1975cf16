"""Auctions by event, and the auction that a lot or a request belongs to."""

from dataclasses import dataclass

from clubs.models import Role
from clubs.permissions import is_at_least, role_in
from journal.actors import Actor
from journal.refusals import Unknown
from journal.statements import LARGEST_NUMBER
from tournaments.models import Auction, AuctionPermit, Event, Lot, Tournament
from tournaments.read.money.auctions.view import AuctionView, auction_view


def auctions_of(event: int) -> list[AuctionView]:
    """Return the auctions of an event. Raises Unknown ``event.unknown``."""
    if event > LARGEST_NUMBER or not Event.objects.filter(pk=event).exists():
        raise Unknown("event.unknown")
    rows = Auction.objects.filter(event=event, record__undo__isnull=True).order_by("number")
    return [auction_view(pk) for pk in rows.values_list("pk", flat=True)]


@dataclass(frozen=True, slots=True)
class AuctionLink:
    """An auction with the name of its event."""

    pk: int
    event: str


def auction_links(tournament: Tournament, event: int | None = None) -> tuple[AuctionLink, ...]:
    """Return the auctions of a tournament, or of one event, in order: one statement, none without a currency."""
    if not tournament.currency:
        return ()
    rows = Auction.objects.filter(event__tournament=tournament, record__undo__isnull=True)
    rows = rows if event is None else rows.filter(event=event)
    return tuple(AuctionLink(pk, name) for pk, name in rows.order_by("pk").values_list("pk", "event__name"))


def auction_of_lot(lot: int) -> int:
    """Return the auction of a lot. Raises Unknown ``lot.unknown``."""
    rows = Lot.objects.filter(pk=lot, record__undo__isnull=True) if lot <= LARGEST_NUMBER else Lot.objects.none()
    auction = rows.values_list("auction", flat=True).first()
    if auction is None:
        raise Unknown("lot.unknown")
    return auction


def auction_row(auction: int) -> Auction:
    """Return an auction with its event and tournament. Raises Unknown ``auction.unknown``."""
    rows = Auction.objects.select_related("event__tournament__stream", "event__tournament__club").filter(
        record__undo__isnull=True
    )
    row = rows.filter(pk=auction).first() if auction <= LARGEST_NUMBER else None
    if row is None:
        raise Unknown("auction.unknown")
    return row


def is_of_the_desk(actor: Actor | None, auction: Auction) -> bool:
    """Return whether somebody works at the desk of an auction's club."""
    return actor is not None and is_at_least(role_in(actor, auction.event.tournament.club_id), Role.Kind.DESK)


def is_allowed_in(club: int) -> bool:
    """Return whether auctions are allowed in a club: one statement."""
    latest = AuctionPermit.objects.filter(club=club).order_by("-record_id")
    return bool(latest.values_list("allowed", flat=True).first())
