"""Auctions for tests: an event with lots, bidders by name, and what their accounts say."""

from typing import Any

import pytest

from clubs.models import Club, User
from rules.errors import RuleBroken
from tests.factories import a_caller, a_desk_helper, an_entered_event, by, match_of, play_out
from tests.tournaments.money.evenings import charge_fees, lines_of, payer_of
from tournaments.actions.auctions.lots import (
    LotSheet,
    list_lots,
    open_auction,
)
from tournaments.actions.auctions.permit import allow_auctions
from tournaments.actions.auctions.selling import bid, hammer, put_up
from tournaments.actions.auctions.shares import buy_back
from tournaments.actions.auctions.voiding import release_void, request_void
from tournaments.actions.draws.making import make_draw
from tournaments.actions.money.payers import add_payer
from tournaments.models import Entrant, Event, Match
from tournaments.models.money.auctions import NOTICE
from tournaments.read.money.auctions.view import AuctionView, LotView, auction_view
from tournaments.read.money.pots import standing_of

TABLE = [
    {"bracket": "main", "place": 1, "share": 45},
    {"bracket": "main", "place": 2, "share": 22},
    {"bracket": "main", "place": 3, "share": 8},
    {"bracket": "main", "place": 4, "share": 8},
    {"bracket": "consolation", "place": 1, "share": 12},
    {"bracket": "consolation", "place": 2, "share": 5},
]
RULES: dict[str, Any] = {
    "opening": 5000, "bands": [[0, 500], [20000, 1000]], "house": "10", "unit": 500, "table": TABLE,
    "buyback": {"limit": "1/2"},
}  # fmt: skip


class AnAuction:
    """An auction of an event with entrants, and bidders by name; sums are whole units."""

    def __init__(
        self, entrants: int = 4, rules: dict[str, Any] | None = None, consolation: str = "first_match"
    ) -> None:
        self.event: Event = an_entered_event(entrants, consolation)
        self.tournament = self.event.tournament
        self.club: Club = self.tournament.club
        charge_fees(self.tournament, [])
        allow_auctions(self.club.pk, NOTICE, a_caller())
        self.pk = open_auction(self.event.pk, RULES | (rules or {}), a_caller()).auction.pk
        self.entrants = list(Entrant.objects.filter(event=self.event).order_by("number").values_list("pk", flat=True))
        self.bidders: dict[str, int] = {}
        self._second: User | None = None

    @property
    def view(self) -> AuctionView:
        return auction_view(self.pk)

    @property
    def second(self) -> Any:
        """A caller who is another person than ``a_caller``."""
        self._second = self._second or a_desk_helper(self.club)
        return by(self._second)

    def who(self, name: str) -> int:
        """Return the payer with this name, new ones added."""
        if name not in self.bidders:
            self.bidders[name] = add_payer(self.tournament.pk, name, "", a_caller()).payer
        return self.bidders[name]

    def lists(self, *lots: tuple[str, list[int]], field: bool = False) -> None:
        """List lots of entrants, by their place in the order of entry; ``field`` adds an empty field."""
        sheets = [LotSheet(code, tuple(self.entrants[at] for at in players)) for code, players in lots]
        list_lots(self.pk, [*sheets, *([LotSheet("field", (), True)] if field else [])], a_caller())

    def lot(self, code: str) -> LotView:
        return next(lot for lot in self.view.lots if lot.code == code)

    def opens(self, code: str) -> int:
        """Put a lot on the block."""
        lot = self.lot(code).pk
        put_up(self.pk, lot, a_caller())
        return lot

    def bids(self, code: str, amount: int, *names: str) -> None:
        """Bid whole units in the room."""
        bid(self.pk, self.lot(code).pk, amount * 100, [self.who(name) for name in names], a_caller())

    def sells(self, code: str, amount: int, *names: str) -> int:
        """Put a lot up and hammer it to the first bid."""
        lot = self.opens(code)
        self.bids(code, amount, *names)
        hammer(self.pk, lot, a_caller())
        return lot

    def owes(self, name: str) -> int:
        """Return what stands on an account in whole units, negative where it is owed to them."""
        return sum(lines_of(self.tournament, self.who(name)).values()) // 100


def a_refusal(code: str, *arguments: Any, of: Any) -> dict[str, Any]:
    """Call and return the facts of the refusal with this code."""
    with pytest.raises(RuleBroken) as broken:
        of(*arguments, a_caller())
    assert broken.value.code == code
    return dict(broken.value.facts)


def with_accounts(auction: AnAuction) -> None:
    """Charge the entrants, so that each has an account and a phone of their own."""
    fee = {"code": "m", "kind": "entry", "name": "", "amount": 2000, "event": auction.event.pk}
    charge_fees(auction.event.tournament, [fee])
    auction.bidders |= {f"player {at}": payer_of(entrant) for at, entrant in enumerate(auction.entrants)}


def last_number(auction: AnAuction) -> int:
    auction.tournament.stream.refresh_from_db()
    return auction.tournament.stream.number


def last_record(auction: AnAuction) -> int:
    auction.tournament.stream.refresh_from_db()
    return auction.tournament.stream.record_id(auction.tournament.stream.number)


def voids(auction: AnAuction, lot: int, kind: str) -> None:
    """Have one person request and another release that a sale is void."""
    request_void(auction.pk, lot, kind, "as agreed", a_caller())
    sold = next(each.sold for each in auction.view.lots if each.pk == lot)
    assert sold is not None
    release_void(sold.requested, auction.second)


def final_of(auction: AnAuction) -> Match:
    auction.event.refresh_from_db()
    return match_of(auction.event, "D1")


def the_evening() -> AnAuction:
    """The evening of the rule page: 11 lots, Bob bought back half, and everything is played."""
    auction = AnAuction(16)
    make_draw(auction.event.pk, "1 2 3 4", a_caller())
    auction.event.refresh_from_db()
    play_out(auction.event)
    order = placed(auction)
    auction.entrants = order
    singles = [("A", 520), ("B", 410), ("C", 380), ("D", 300), ("E", 260), ("F", 230)]
    players = {"B": [0], "A": [1], "C": [3]}
    left = [at for at in range(16) if at not in (0, 1, 2, 3, 4)]
    for code in ("D", "E", "F"):
        players[code] = [left.pop()]
    packages = [("P1", 150), ("P2", 140), ("P3", 130), ("P4", 120), ("P5", 110)]
    players["P1"] = [2, 4]
    for code, _ in packages[1:]:
        players[code] = [left.pop(), left.pop()]
    auction.lists(*[(code, players[code]) for code, _ in [*singles, *packages]])
    buyers = {"B": "Olga", "P1": "Max"}
    for code, price in [*singles, *packages]:
        auction.sells(code, price, buyers.get(code, "Pia"))
    buy_back(auction.pk, auction.lot("B").pk, auction.entrants[0], "1/2", True, a_caller())
    return auction


def placed(auction: AnAuction) -> list[int]:
    """Return the entrants: winner, finalist, both losing semi-finalists, winner of the consolation, the others."""
    brackets = dict(standing_of(auction.event, auction.tournament.stream_id).brackets)
    main = [who for group in brackets["main"] for who in group]
    winner = brackets["consolation"][0][0]
    first = [*main[:4], winner]
    return [*[each for each in first if each is not None], *[each for each in auction.entrants if each not in first]]
