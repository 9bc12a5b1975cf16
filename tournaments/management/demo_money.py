"""Money in the demo: fees, a fund with added money, a queue that paid, a voucher, a waiver, a part payment."""

from django.db.models import Q

from journal.actors import SYSTEM
from journal.book import Caller
from tournaments.actions.money.cash import Hand, take
from tournaments.actions.money.drawers import open_drawer
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.payers import mark_payer
from tournaments.actions.money.prizes import add_money_of, set_pot
from tournaments.read.entrants.payers import latest_payers

FLOAT, RELEASE_ABOVE, ADDED = 20_000, 50_000, 50_000
# By the order of entry: who is a student, who has a voucher, who helps, who joins the side pool, who takes a clock.
STUDENT, VOUCHER, HELPER, IN_POOL, WITH_CLOCK = 3, 5, 8, (1, 2, 5, 6, 7, 9, 12), (2, 10)
# Who paid by card, who at the second desk, and how many of the last owe something.
BY_CARD, SECOND_DESK, OWING, PART = (4, 11, 15), (13, 14), 2, 5_000


def set_demo_fees(tournament: int, event: int) -> None:
    """Set the fees of the demo's open, and put change into the drawer."""
    fees = [
        {"code": "registration", "kind": "registration", "name": "Registration", "amount": 2_500, "event": None,
         "prices": [{"condition": "student", "amount": 1_000}]},
        {"code": "main", "kind": "entry", "name": "Main, entry", "amount": 6_000, "event": event, "prices": []},
        {"code": "main-pool", "kind": "pool", "name": "Main, side pool", "amount": 4_000, "event": event, "prices": []},
        {"code": "clock", "kind": "deposit", "name": "Clock, deposit", "amount": 2_000, "event": None, "prices": []},
    ]  # fmt: skip
    set_fees(tournament, FeeSheet("EUR", fees, RELEASE_ABOVE), _caller())
    open_drawer(tournament, 1, FLOAT, _caller())
    fund = {"table": "50-25-25", "house": {"percent": 10, "unit": 100}, "unit": 500}
    set_pot(event, "", fund, "", _caller())
    set_pot(event, "main-pool", {"table": [{"bracket": "main", "place": 1, "share": 1}], "unit": 500}, "", _caller())
    add_money_of(event, "Casino Bilbao", ADDED, _caller())


def take_demo_money(event: int) -> None:
    """Take the fees of all entrants but the last two, of whom one has paid a part."""
    payers = [(entrant, payer) for entrant, _, payer, _ in latest_payers(Q(entrant__event=event))]
    for number, (entrant, payer) in enumerate(payers, start=1):
        _decide(number, entrant, payer)
        if number <= len(payers) - OWING:
            _pay(number, payer)
    take(payers[-OWING][1], None, PART, Hand(), _caller())


def _decide(number: int, entrant: int, payer: int) -> None:
    """Mark a student, waive what a helper owes, and note who joins the side pool or takes a clock."""
    if number == STUDENT:
        mark_payer(payer, "student", True, _caller())
    if number == HELPER:
        decide_line(payer, Decision("waived", "registration", reason="Helps at the desk"), _caller())
    if number in IN_POOL:
        decide_line(payer, Decision("chosen", f"main-pool:{entrant}"), _caller())
    if number in WITH_CLOCK:
        decide_line(payer, Decision("chosen", "clock"), _caller())


def _pay(number: int, payer: int) -> None:
    """Take what a payer owes: of one of them a part by voucher."""
    if number == VOUCHER:
        take(payer, None, 6_000, Hand(means="voucher", voucher="V-012"), _caller())
    drawer = 2 if number in SECOND_DESK else 1
    hand = Hand(means="card", drawer=drawer) if number in BY_CARD else Hand(drawer=drawer)
    take(payer, None, None, hand, _caller())


def _caller() -> Caller:
    return Caller(actor=SYSTEM)
