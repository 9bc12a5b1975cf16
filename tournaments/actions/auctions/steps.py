"""Steps that the actions of an auction share: its stream, its state under the lock, and the money that follows."""

from dataclasses import dataclass
from typing import Any

from clubs.actions.books import Move, Purse, post
from journal.book import Caller, OpenPage
from journal.models import Fact
from journal.refusals import Refused, Unknown
from journal.statements import LARGEST_NUMBER
from rules.money.auctions.bidding import Bidding
from rules.money.auctions.rules import Way
from tournaments.actions.money.charging import payer_purse, refuse_if_closed
from tournaments.actions.steps import stream_of_event
from tournaments.models import Auction, Event, Tournament
from tournaments.models.money.cash import Postings, Purses
from tournaments.permissions import Right, may_run_desk
from tournaments.read.money.auctions.listing import is_allowed_in
from tournaments.read.money.auctions.money import charges_of, passing_of
from tournaments.read.money.auctions.paid import IN, OUT, posted, through_desk
from tournaments.read.money.auctions.view import AuctionView, LotView, SaleView, auction_view


@dataclass(frozen=True, slots=True)
class Outcome:
    """An auction after an action, the lot that it was about, and the record, None if nothing changed."""

    auction: AuctionView
    lot: int
    record: int | None


@dataclass(slots=True)
class OpenAuction:
    """An auction under the lock, as it was before the action."""

    view: AuctionView
    event: Event

    @property
    def tournament(self) -> Tournament:
        return self.event.tournament

    def lot(self, pk: int) -> LotView:
        """Return a lot of this auction. Raises Unknown ``lot.unknown``."""
        lot = self.view.lot(pk)
        if lot is None:
            raise Unknown("lot.unknown")
        return lot

    def sold(self, lot: int) -> SaleView:
        """Return the sale of a lot that counts now. Raises Refused ``lot.unsold``."""
        sale = self.lot(lot).sold
        if sale is None:
            raise Refused("lot.unsold", lot=lot)
        return sale

    def concerns(self, *makes: str, needs: tuple[str, ...] = ()) -> dict[str, Any]:
        """Return what goes into the body of a record about this auction."""
        about = {"auction": self.view.pk, "event": self.view.event}
        return about | {"makes": list(makes), "needs": [*makes, *needs, f"auction:{self.view.pk}"]}


def stream_of_auction(auction: int, caller: Caller, may: Right = may_run_desk) -> str:
    """Return the name of the stream that owns an auction. Raises Unknown ``auction.unknown``, PermissionDenied."""
    rows = Auction.objects.filter(pk=auction, record__undo__isnull=True) if auction <= LARGEST_NUMBER else None
    event = rows.values_list("event", flat=True).first() if rows is not None else None
    if event is None:
        raise Unknown("auction.unknown")
    return stream_of_event(event, caller, may)


def open_auction_row(auction: int) -> OpenAuction:
    """Read an auction under the lock. Raises Refused ``calcutta.off``, ``books.closed``."""
    view = auction_view(auction)
    event = Event.objects.select_related("tournament").get(pk=view.event)
    refuse_if_off(event.tournament)
    refuse_if_closed(event.tournament)
    return OpenAuction(view, event)


def refuse_if_off(tournament: Tournament) -> None:
    """Step: refuse an auction in a club whose owner has not allowed any. Raises Refused ``calcutta.off``."""
    if not is_allowed_in(tournament.club_id):
        raise Refused("calcutta.off", club=tournament.club_id)


def refuse_blind(opened: OpenAuction) -> None:
    """Step: refuse what needs lots. Raises Refused ``auction.blind``."""
    if opened.view.rules.way is Way.BLIND:
        raise Refused("auction.blind", auction=opened.view.pk)


def bidding_facts(bidding: Bidding) -> dict[str, int]:
    """Return the opening bid and the reserve as a refusal names them."""
    return {"opening": bidding.opening, "reserve": bidding.reserve}


def charge_auction(page: OpenPage, opened: OpenAuction, kind: Postings = Postings.HAMMERED) -> list[Fact]:
    """Step: return the facts of the posting by which everybody owes what follows from the facts kept so far.

    What was posted before and no longer follows is posted back; nothing is posted where nothing differs.
    """
    view, stream = auction_view(opened.view.pk), page.stream.pk
    wanted = charges_of(view)
    before = posted(stream, wanted, Postings.HAMMERED, Postings.BOUGHT_BACK)
    moves: list[Move] = []
    for line, sums in wanted.items():
        was = before.get(line, {})
        for payer in sorted({*sums, *was}):
            differs = sums.get(payer, 0) - was.get(payer, 0)
            moves.append(Move(payer_purse(payer), differs, line))
            if not line.startswith("deal:"):
                moves.append(Move(Purse(Purses.AUCTION, view.pk), -differs))
    passing = passing_of(view) - through_desk(stream, view.pk)
    buybacks = Purse(Purses.BUYBACKS, view.pk)
    moves += [Move(buybacks, -passing, IN), Move(buybacks, passing, OUT)]
    return post(page, kind, opened.tournament.currency, moves)


def done(page: OpenPage, auction: int, lot: int = 0) -> Outcome:
    """Answer with the auction after the action."""
    return page.done(Outcome(auction_view(auction), lot, page.stream.number if page.records else None))
