"""Auctions in the demo: one under way with a lot on the block, and one sold out whose draw exists."""

from datetime import date, time

from clubs.models import Club
from journal.actors import SYSTEM, Actor
from journal.book import Caller
from tournaments.actions.auctions.bidders import BIDDER
from tournaments.actions.auctions.lots import LotSheet, list_lots, open_auction
from tournaments.actions.auctions.permit import allow_auctions
from tournaments.actions.auctions.selling import bid, bid_by_phone, hammer, pass_lot, put_up
from tournaments.actions.auctions.shares import Deal, buy_back, leave_buyback, transfer_share
from tournaments.actions.auctions.voiding import request_void
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.money.cash import Hand, take
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.actions.money.payers import add_payer
from tournaments.models import Tournament
from tournaments.models.money.auctions import NOTICE
from tournaments.read.money.auctions.buybacks import open_buybacks
from tournaments.read.money.auctions.view import AuctionView, LotView, auction_view

NIGHT = "Bilbao Calcutta Night"
KEY = "62 31 54 11"
NAMES = [
    "Petra Horvat", "Bob Achterberg", "Falk Brenner", "Ömer Yıldırım", "Gorka Iturbe", "Hannah Lindqvist",
    "Sten Kjærgaard", "Luan Berisha", "Maria del Carmen Fernández de Oñate", "Jon Mendizabal", "Carla Wiedemann",
    "Tereza Nováková", "Dimitar Petrov", "Vesela Angelova", "Quentin Dubois", "Ainhoa Etxeberria",
]  # fmt: skip
# The lots by the places of their players in the list, with what they went for, by whom; the sixth is on the block.
LOTS = {
    "D": (4, 300, "Uwe Altmann"), "P1": ((7, 8), 150, "Max Oyarzun"), "A": (1, 520, "Katrin Vogelsang"),
    "P5": ((11, 12), 110, "Ilir Shehu"), "F": (6, 230, "Rozafa Gjoni"), "B": (2, 0, ""), "C": (3, 0, ""),
    "P3": ((9, 10), 0, ""), "E": (5, 0, ""), "P2": ((13, 14), 0, ""), "P4": ((15, 16), 0, ""),
}  # fmt: skip
ON_THE_BLOCK = [(150, "Bekim Hoxha"), (180, "Olga Zabala"), (200, "Bekim Hoxha"), (210, "Max Oyarzun"),
                (220, "Olga Zabala"), (230, "Max Oyarzun")]  # fmt: skip
BY_PHONE = "Max Oyarzun"
TABLE = [
    {"bracket": "main", "place": 1, "share": 45}, {"bracket": "main", "place": 2, "share": 22},
    {"bracket": "main", "place": 3, "share": 8}, {"bracket": "main", "place": 4, "share": 8},
    {"bracket": "consolation", "place": 1, "share": 12}, {"bracket": "consolation", "place": 2, "share": 5},
]  # fmt: skip
RULES = {
    "opening": 5000, "bands": [[0, 1000], [100000, 5000]], "reserve": 10000, "clock": 30, "soft_close": 12,
    "house": "10", "unit": 500, "table": TABLE, "buyback": {"limit": "1/2"}, "withhold_draw": True, "phones": True,
}  # fmt: skip
JACKPOT_PRICES = (140, 120, 90, 80, 60, 50, 0, 40)


def load_auctions(club_name: str) -> None:
    """Load an evening in the demo's club, once: the auction of one event is under way, that of the other sold out."""
    if Tournament.objects.filter(name=NIGHT).exists():
        return
    club = Club.objects.get(name=club_name).pk
    sheet = TournamentSheet(
        NIGHT, "Europe/Madrid", date(2026, 11, 22), time(19), place="Casino, Bilbao", director="Itziar Agirre", tables=8
    )
    tournament = open_tournament(club, sheet, _caller())
    allow_auctions(club, NOTICE, _caller())
    set_fees(tournament.pk, FeeSheet("EUR", [], None), _caller())
    bidders = {name: add_payer(tournament.pk, name, "", _caller()).payer for name in _bidders()}
    _under_way(tournament.pk, bidders)
    _sold_out(tournament.pk, bidders)


def _bidders() -> list[str]:
    return sorted({who for _, _, who in LOTS.values() if who} | {who for _, who in ON_THE_BLOCK})


def _under_way(tournament: int, bidders: dict[str, int]) -> None:
    """Five lots are sold, two of them paid, one is to be void; the sixth is on the block."""
    entrants, auction = _auction(tournament, "Master", NAMES)
    sheets = [
        LotSheet(code, tuple(entrants[at - 1] for at in (each if isinstance(each, tuple) else (each,))))
        for code, (each, _, _) in LOTS.items()
    ]
    list_lots(auction, [*sheets, LotSheet("Field", (), True)], _caller())
    for code, (_, price, who) in LOTS.items():
        if price:
            _sell(auction, code, price, bidders[who])
    for who in ("Uwe Altmann", "Ilir Shehu"):
        take(bidders[who], None, None, Hand(), _caller())
    request_void(auction, _lot(auction, "F").pk, "unpaid", "Has left the hall", _caller())
    block = _lot(auction, "B").pk
    put_up(auction, block, _caller())
    for amount, who in ON_THE_BLOCK:
        if who == BY_PHONE:
            phone = Caller(actor=Actor(BIDDER, bidders[who], "link"))
            bid_by_phone(auction, block, amount * 100, bidders[who], phone)
        else:
            bid(auction, block, amount * 100, [bidders[who]], _caller())


def _sold_out(tournament: int, bidders: dict[str, int]) -> None:
    """Everything is sold, one player bought back half, one owner sold a quarter on, and the draw is made."""
    entrants, auction = _auction(tournament, "Jackpot", NAMES[:8])
    codes = "ABCDEFGH"
    sheets = [LotSheet(code, (entrant,)) for code, entrant in zip(codes, entrants, strict=True)]
    list_lots(auction, [*sheets, LotSheet("Field", (), True)], _caller())
    owners = [bidders[name] for name in ("Olga Zabala", "Max Oyarzun", "Katrin Vogelsang", "Bekim Hoxha")]
    for at, (code, price) in enumerate(zip(codes, JACKPOT_PRICES, strict=True)):
        if price:
            _sell(auction, code, price, owners[at % 4])
        else:
            put_up(auction, _lot(auction, code).pk, _caller())
            pass_lot(auction, _lot(auction, code).pk, _caller())
    _sell(auction, "Field", 60, owners[2])
    buy_back(auction, _lot(auction, "B").pk, entrants[1], "1/2", True, _caller())
    deal = Deal(seller=owners[0], buyer=owners[3], share="1/4", price=4500, through_desk=False)
    transfer_share(auction, _lot(auction, "A").pk, deal, _caller())
    view = _view(auction)
    for each in open_buybacks(view, view.sales[-1].at):
        leave_buyback(auction, each.lot, each.player, _caller())
    for payer in owners:
        take(payer, None, None, Hand(), _caller())
    event = view.event
    make_draw(event, KEY, _caller())


def _auction(tournament: int, name: str, names: list[str]) -> tuple[list[int], int]:
    """Open an event with an auction; return its entrants and the auction."""
    knockout = {"length": 7, "consolation": "first_match"}
    event = open_event(tournament, name, knockout, _caller(), {"odds": True})
    entered = enter(event.pk, [Entry(each) for each in names], _caller())
    rules = RULES | ({} if name == "Master" else {"opening": 2000, "bands": [[0, 500]], "reserve": 0})
    return [each.id for each in entered.entrants], open_auction(event.pk, rules, _caller()).auction.pk


def _sell(auction: int, code: str, price: int, payer: int) -> None:
    """Put a lot up and hammer it to one bidder."""
    lot = _lot(auction, code).pk
    put_up(auction, lot, _caller())
    bid(auction, lot, price * 100, [payer], _caller())
    hammer(auction, lot, _caller())


def _lot(auction: int, code: str) -> LotView:
    return next(lot for lot in _view(auction).lots if lot.code == code)


def _view(auction: int) -> AuctionView:
    return auction_view(auction)


def _caller() -> Caller:
    return Caller(actor=SYSTEM)
