"""Lots and owners for everybody, and the bidders with their links for the desk."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from journal.now import now
from paper.codes import make_code
from rules.money.auctions.bidding import Status
from runtime.pages.etags import with_etag
from runtime.server.addresses import addresses_of
from tournaments.http.access import admitted, an_auction
from tournaments.http.navigation import Nav
from tournaments.http.posting import Refusal, do
from tournaments.models import Auction
from tournaments.pages.auction.orders import link_of, link_order
from tournaments.pages.auction.sheet import pays_rows
from tournaments.read.money.auctions.bidders import linked_payers, players_without_account
from tournaments.read.money.auctions.money import lot_of
from tournaments.read.money.auctions.room import Room, room_of
from tournaments.read.money.auctions.view import LotView
from tournaments.read.money.auctions.worth import Worth, figure_unit, worth_in


@dataclass(frozen=True, slots=True)
class OwnedRow:
    """A lot with its price and its owners with their shares (empty: all of it); ``state`` is that of the lot."""

    lot: LotView
    names: tuple[str, ...]
    state: str
    price: int
    owners: tuple[tuple[str, str], ...]
    worth: int = 0
    error: int = 0


@dataclass(frozen=True, slots=True)
class OwnerRow:
    """What an owner is expected to be paid for all their shares, with its standard error, in minor units."""

    name: str
    expected: int
    error: int


@require_safe
@admitted("anybody", an_auction, "")
def auction_lots(request: HttpRequest, auction: Auction, nav: Nav) -> HttpResponse:
    """Show all lots with their players, owners and prices, and what every place would pay."""

    def make() -> HttpResponse:
        room = room_of(auction, now())
        worth, unit = None if room.is_blind else worth_in(room), figure_unit(room)
        rows = [owned_row(room, each, worth, unit) for each in room.view.lots]
        owners = [
            OwnerRow(room.payers_named([each.payer]), each.expected, each.error)
            for each in (worth.of_owners(room, unit) if worth else ())
        ]
        shown = {"nav": nav, "room": room, "rows": rows, "pays": pays_rows(room), "worth": worth, "owners": owners}
        return render(request, "tournaments/auction/lots.html", shown)

    return with_etag(request, [auction.event.tournament.stream], make, nav.clock, nav.marks)


def owned_row(room: Room, lot: LotView, worth: Worth | None = None, unit: int = 1) -> OwnedRow:
    """Return a lot with its owners, and what it is worth to the nearest ``unit`` minor units."""
    sold = lot.sold
    shares = lot_of(sold).owners() if sold is not None else {}
    owners = tuple((room.payers_named([who]), "" if share == 1 else str(share)) for who, share in shares.items())
    state = "sold" if lot.status in (Status.SOLD, Status.PAID) else lot.status.value
    players = room.view.players_of(lot)
    fair, error = (worth.fair_price(players, unit), worth.error(players, unit)) if worth else (0, 0)
    return OwnedRow(lot, room.players_of(lot), state, sold.price if sold else 0, owners, fair, error)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", an_auction, "money")
def auction_bidders(request: HttpRequest, auction: Auction, nav: Nav) -> HttpResponse:
    """Show who can bid, and make private links: each is shown once, with its code to scan."""
    made, problem, status = None, "", 200
    if request.method == "POST":
        done = do(request, lambda caller: link_of(link_order(request.POST, auction))(caller))
        if isinstance(done, Refusal):
            problem, status = done.text, done.status
        else:
            made = done.value
    room = room_of(auction, now())
    linked = linked_payers(room.tournament.pk)
    bidders = sorted(room.bidders.items(), key=lambda each: each[1].casefold())
    shown = {
        "nav": nav, "room": room, "problem": problem, "repeated": request.method == "POST" and not made and not problem,
        "bidders": [(pk, name, pk in linked) for pk, name in bidders],
        "players": [(pk, room.players.get(pk, "…")) for pk in players_without_account(room.event.pk)],
        "slip": _slip(request, room, made.payer, made.secret) if made else None,
    }  # fmt: skip
    return render(request, "tournaments/auction/desk/bidders.html", shown, status=status)


@dataclass(frozen=True, slots=True)
class LinkSlip:
    """A new link to show once: whose it is, its address, and its code as an SVG path of so many modules."""

    name: str
    address: str
    path: str
    modules: int


def _slip(request: HttpRequest, room: Room, payer: int, secret: str) -> LinkSlip:
    address = f"{addresses_of(request)[0]}/b/{secret}/"
    code = make_code(address, boost_error=False)
    rows = [
        f"M{at} {line + 0.5}h1" for line, modules in enumerate(code.matrix) for at, dark in enumerate(modules) if dark
    ]
    return LinkSlip(room.bidders.get(payer, "…"), address, "".join(rows), len(code.matrix))
