"""The auctioneer's desk: one line, a block with a clock, and a button for everything."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from clubs.http.visitor import visitor
from journal.now import now
from rules.errors import RuleBroken
from runtime.pages.etags import with_etag
from tournaments.http.access import admitted, an_auction
from tournaments.http.navigation import Nav
from tournaments.http.posting import LONGEST_NUMBER, Refusal, do
from tournaments.models import Auction, Tournament
from tournaments.pages.auction.desk import AuctionSheet, auction_sheet
from tournaments.pages.auction.line import LineSheet, just_recorded, line_sheet
from tournaments.pages.auction.orders import Action, action_of, order_of
from tournaments.read.floor import record_under_key
from tournaments.read.money.auctions.listing import auction_row
from tournaments.read.money.auctions.room import Room, room_of
from tournaments.words.bidding import bid_refusal

# Sent by the page's script, which wants a part of the page and nothing around it.
FRAGMENT_HEADER = "X-Desk"
PAGE = "tournaments/auction/desk/page.html"
# What a whole line may do on Enter before its sentence was seen; the hammer falls on a sentence only.
AT_ONCE = ("bids", "opens", "stops", "goes")


@dataclass(frozen=True, slots=True)
class AuctionRequest:
    """A request of the person at the auctioneer's desk."""

    http: HttpRequest
    auction: Auction
    nav: Nav

    @property
    def actor(self) -> str:
        actor = visitor(self.http)
        return actor.name if actor else ""

    @property
    def tournament(self) -> Tournament:
        return self.auction.event.tournament

    @property
    def is_script(self) -> bool:
        return FRAGMENT_HEADER in self.http.headers

    def room(self) -> Room:
        """Return the room as it is now."""
        return room_of(self.auction, now())

    def sheet(self, room: Room) -> AuctionSheet:
        return auction_sheet(room, self.actor, directs=self.nav.directs)

    def fresh(self) -> "AuctionRequest":
        """Return this request with the auction as it is now."""
        return replace(self, auction=auction_row(self.auction.pk))


@require_http_methods(["GET", "HEAD", "POST"])
@admitted("desk", an_auction, "money")
def auction_desk(request: HttpRequest, auction: Auction, nav: Nav) -> HttpResponse:
    """Render the auctioneer's desk, or carry out what was posted."""
    sent = AuctionRequest(request, auction, nav)
    if request.method == "POST":
        return _post(sent)
    show: Callable[[AuctionRequest], HttpResponse] = _board if "board" in request.GET else _whole_page
    # The page shows the seconds of a clock.
    return with_etag(request, [sent.tournament.stream], lambda: show(sent), now().replace(microsecond=0), nav.marks)


@require_safe
@admitted("desk", an_auction, "money")
def auction_line(request: HttpRequest, auction: Auction, nav: Nav) -> HttpResponse:
    """Render the meaning of the line while it is typed."""
    sent = AuctionRequest(request, auction, nav)
    return _fragment(sent, _meaning(sent, request.GET.get("q", "")))


def _meaning(sent: AuctionRequest, typed: str) -> LineSheet:
    return line_sheet(sent.room(), typed, sent.actor)


def _whole_page(sent: AuctionRequest) -> HttpResponse:
    """Render the desk: with the confirmation of the last action, or with an empty line."""
    room, done = sent.room(), sent.http.GET.get("done", "")
    line = just_recorded(room, int(done)) if done.isdecimal() and len(done) < 16 else LineSheet("empty")
    return _page(sent, room, line)


def _board(sent: AuctionRequest) -> HttpResponse:
    shown = {"sheet": sent.sheet(sent.room()), "marks": sent.nav.marks}
    return render(sent.http, "tournaments/auction/desk/_board.html", shown)


def _page(sent: AuctionRequest, room: Room, line: LineSheet, status: int = 200) -> HttpResponse:
    shown = {"nav": sent.nav, "sheet": sent.sheet(room), "line": line}
    return render(sent.http, PAGE, shown, status=status)


def _fragment(sent: AuctionRequest, line: LineSheet, status: int = 200) -> HttpResponse:
    shown = {"line": line, "auction": sent.auction.pk, "currency": sent.tournament.currency}
    return render(sent.http, "tournaments/auction/desk/_meaning.html", shown, status=status)


def _answered(sent: AuctionRequest, line: LineSheet, status: int = 200) -> HttpResponse:
    return _fragment(sent, line, status) if sent.is_script else _page(sent, sent.room(), line, status)


def _post(sent: AuctionRequest) -> HttpResponse:
    posted = sent.http.POST
    if "do" in posted:
        return _written(sent) or _acted(sent, lambda: action_of(order_of(posted, sent.auction)))
    if "enter" in posted:
        return _entered(sent)
    return _answered(sent, _meaning(sent, posted.get("text", "")))


def _entered(sent: AuctionRequest) -> HttpResponse:
    """Carry out a line whose meaning nobody saw yet, if it means one bid or the like; show it otherwise."""
    if written := _written(sent):
        return written
    line = _meaning(sent, sent.http.POST.get("text", ""))
    if line.kind not in AT_ONCE:
        return _answered(sent, line)
    posted = sent.http.POST.copy()
    for name in ("do", "lot", "amount", "payer"):
        posted.setlist(name, [text for field, text in line.fields if field == name])
    return _acted(sent, lambda: action_of(order_of(posted, sent.auction)))


def _acted(sent: AuctionRequest, make: Callable[[], Action]) -> HttpResponse:
    outcome = do(sent.http, lambda caller: make()(caller))
    if isinstance(outcome, Refusal):
        return _refused(sent.fresh(), outcome.broken, outcome.status)
    return _written(sent) or _unchanged(sent)


def _unchanged(sent: AuctionRequest) -> HttpResponse:
    return _fragment(sent, LineSheet("unchanged")) if sent.is_script else _redirect(sent, {})


def _written(sent: AuctionRequest) -> HttpResponse | None:
    """Render the sentence of what this form wrote, None if it wrote nothing yet."""
    number = record_under_key(sent.tournament, sent.actor, sent.http.POST.get("once", ""))
    if not number:
        return None
    if not sent.is_script:
        return _redirect(sent, {"done": number})
    return _fragment(sent, just_recorded(sent.room(), number))


def _redirect(sent: AuctionRequest, params: dict[str, int]) -> HttpResponse:
    page = reverse("auction_desk", args=[sent.auction.pk])
    return HttpResponseRedirect(f"{page}?{urlencode(params)}" if params else page, status=303)


def _refused(sent: AuctionRequest, broken: RuleBroken, status: int) -> HttpResponse:
    """Render what was refused, with the text that was typed and the auction as it is now."""
    room, posted = sent.room(), sent.http.POST
    named = posted.get("lot", "")
    block = room.view.lot(int(named)) if named.isdecimal() and len(named) <= LONGEST_NUMBER else None
    refusal = bid_refusal(
        broken.code, broken.facts, room.bidders, currency=room.currency, zone=room.zone, lot=block.code if block else ""
    )
    line = LineSheet("refused", posted.get("text", ""), refusal=refusal)
    return _answered(sent, line, status)
