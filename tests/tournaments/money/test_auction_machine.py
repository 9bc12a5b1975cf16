"""An evening in any order: fees, bids, hammers, voids, buy-backs, transfers, withdrawals, results, awards, chops.

After each step every posting balances and every account set sums to zero, no payout exceeds its pool, and the books are
those that the records' bodies give; in the end whatever can be closed closes, with a proof that holds.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction

from clubs.models import Account, Leg
from clubs.read.books import balances
from clubs.read.records import NUMBER
from journal.book import read_body
from journal.models import Record
from journal.refusals import Refused, Unknown
from journal.verify import verify
from rules.draws.derive import Status
from rules.errors import RuleBroken
from rules.match.terms import BOTTOM, TOP
from rules.money.auctions.bidding import Status as LotStatus
from tests.depth import deeper
from tests.factories import a_caller, undo
from tests.tournaments.money.auctions import AnAuction
from tests.tournaments.money.evenings import charge_fees, payer_of
from tournaments.actions.auctions.paying import award_auction
from tournaments.actions.auctions.selling import bid, hammer, pass_lot, put_up
from tournaments.actions.auctions.shares import Deal, buy_back, transfer_share
from tournaments.actions.auctions.voiding import auction_again, offer_to_under_bidder, release_void, request_void
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report, report_result
from tournaments.actions.money.cash import Changed, Hand, hand_out, take
from tournaments.actions.money.closing import close_books
from tournaments.actions.money.drawers import count_drawer
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.prizes import award_prizes, set_pot, transfer_prize
from tournaments.models import Entrant, Match, Payer
from tournaments.models.money.cash import Postings
from tournaments.read.money.auctions.money import charges_of, net_of
from tournaments.read.money.auctions.paid import posted, winning_lines
from tournaments.read.money.proof import proof_of

pytestmark = pytest.mark.django_db
# What an evening may do is the same on both databases; whether everything was done is asked on SQLite.
EVENINGS, STEPS = deeper(6 if connection.vendor == "sqlite" else 2), 75
SOLD = (LotStatus.SOLD, LotStatus.PAID)
TABLE = [
    {"bracket": "main", "place": 1, "share": 3},
    {"bracket": "main", "place": 2, "share": 2},
    {"bracket": "main", "place": 3, "share": "1/3"},
]
# An evening that never does something proves nothing about it.
EXPECTED = {
    "put_up", "bids", "hammers", "passes", "requests_void", "releases_void", "sells_again", "buys_back", "transfers",
    "withdraws", "plays", "corrects", "awards", "awards_prizes", "takes", "hands_out", "waives", "chops", "undoes",
    "closes",
}  # fmt: skip


class Evening:
    """A tournament with fees and an auction, whose people do anything in any order."""

    def __init__(self, lot: random.Random, done: Counter[str]) -> None:
        self.lot, self.done = lot, done
        self.auction = AnAuction(8, rules={"house": "7", "unit": 100, "bar_unpaid": False}, consolation="none")
        self.event = self.auction.event
        fee = {"code": "main", "kind": "entry", "name": "Main", "amount": 1999, "event": self.event.pk}
        charge_fees(self.auction.tournament, [fee])
        set_pot(self.event.pk, "", {"table": TABLE, "house": {"percent": 10}, "unit": 50}, "as announced", a_caller())
        self.auction.lists(("A", [0]), ("B", [1]), ("C", [2]), ("P", [3, 4]), ("Q", [5, 6]), field=True)
        for name in ("Olga", "Max", "Pia"):
            self.auction.who(name)

    def any_lot(self) -> int:
        """Return a lot. Raises Unknown where listing them was undone."""
        lots = self.auction.view.lots
        if not lots:
            raise Unknown("lot.unknown")
        return self.lot.choice(lots).pk

    def fitting(self, *statuses: LotStatus) -> int:
        """Return mostly a lot with one of these statuses, sometimes any."""
        lots = [lot.pk for lot in self.auction.view.lots if lot.status in statuses]
        return self.lot.choice(lots) if lots and self.lot.random() < 0.9 else self.any_lot()

    def any_payer(self) -> int:
        return self.lot.choice(list(Payer.objects.filter(tournament=self.auction.tournament).order_by("pk"))).pk

    def any_entrant(self) -> int:
        return self.lot.choice(self.auction.entrants)

    # --- What people do

    def put_up(self) -> None:
        put_up(self.auction.pk, self.fitting(LotStatus.WAITING), a_caller())

    def bids(self) -> None:
        block = self.auction.view.block
        amount = block.state.next_bid if block is not None else 5000
        bidders = self.lot.sample([self.any_payer() for _ in range(3)], self.lot.choice([1, 1, 1, 2]))
        lot = block.pk if block is not None and self.lot.random() < 0.9 else self.any_lot()
        bid(self.auction.pk, lot, amount + self.lot.choice([0, 0, 500, -500, 7]), bidders, a_caller())

    def hammers(self) -> None:
        block = self.auction.view.block
        hammer(self.auction.pk, block.pk if block is not None else self.any_lot(), a_caller())

    def passes(self) -> None:
        pass_lot(self.auction.pk, self.fitting(LotStatus.OPEN), a_caller())

    def requests_void(self) -> None:
        kind = self.lot.choice(["withdrawn", "unpaid", "mistake"])
        request_void(self.auction.pk, self.fitting(*SOLD), kind, "as agreed", a_caller())

    def releases_void(self) -> None:
        requests = [sale.requested for sale in self.auction.view.sales if sale.requested]
        release_void(requests[0] if requests else 1, self.auction.second)

    def sells_again(self) -> None:
        act = self.lot.choice([auction_again, offer_to_under_bidder])
        act(self.auction.pk, self.fitting(LotStatus.VOID, LotStatus.FIELD), a_caller())

    def buys_back(self) -> None:
        share = self.lot.choice(["1/2", "1/3", "1/7", "2/3"])
        lot = self.fitting(*SOLD)
        sold = next(each.sold for each in self.auction.view.lots if each.pk == lot)
        player = self.lot.choice(sold.players) if sold is not None else self.any_entrant()
        buy_back(self.auction.pk, lot, player, share, self.lot.random() < 0.5, a_caller())

    def transfers(self) -> None:
        lot = self.fitting(*SOLD)
        sold = next(each.sold for each in self.auction.view.lots if each.pk == lot)
        seller = self.lot.choice(sold.buyers) if sold is not None else self.any_payer()
        deal = Deal(
            seller=seller, buyer=self.any_payer(), share=self.lot.choice(["1/2", "1/3", "1/9"]),
            price=self.lot.randint(0, 9999), through_desk=self.lot.random() < 0.5,
        )  # fmt: skip
        transfer_share(self.auction.pk, lot, deal, a_caller())

    def withdraws(self) -> None:
        withdraw(self.any_entrant(), EVERYTHING, a_caller())

    def draws(self) -> None:
        make_draw(self.event.pk, f"key {self.lot.random()}", a_caller())

    def plays(self) -> None:
        ready = list(Match.objects.filter(draw__event=self.event, status=Status.OPEN, draw=self._draw()).order_by("pk"))
        match = self.lot.choice(ready) if ready else Match.objects.first()
        if match is None:
            raise Unknown("match.unknown")
        points = (match.length, 0) if self.lot.choice([TOP, BOTTOM]) is TOP else (0, match.length)
        report_result(match.pk, Report(points=points), a_caller(seen=match.version))

    def corrects(self) -> None:
        ended = list(Match.objects.filter(draw=self._draw(), status=Status.FINISHED).order_by("-pk"))
        if not ended:
            raise Unknown("match.unknown")
        match = ended[0]
        points = self.lot.choice([(match.length, 0), (0, match.length)])
        correct_result(match.pk, Report(points=points), "the card was wrong", a_caller(seen=match.version))

    def awards(self) -> None:
        award_auction(self.auction.pk, a_caller())
        view, stream = self.auction.view, self.auction.tournament.stream_id
        paid = posted(stream, winning_lines(view.pk), Postings.AWARDED)
        assert -sum(sum(sums.values()) for sums in paid.values()) <= net_of(view), "more was paid than the pool holds"

    def awards_prizes(self) -> None:
        award_prizes(self.event.pk, a_caller())

    def takes(self) -> None:
        take(self.any_payer(), None, None, Hand(means=self.lot.choice(["cash", "card"])), a_caller())

    def hands_out(self) -> None:
        assert isinstance(hand_out(self.any_payer(), None, Hand(), a_caller()), Changed)

    def waives(self) -> None:
        entrant = self.any_entrant()
        decision = Decision(self.lot.choice(["waived", "refunded"]), f"main:{entrant}", reason="helper")
        decide_line(payer_of(entrant), decision, a_caller())

    def chops(self) -> None:
        transfer_prize(self.any_payer(), self.any_payer(), self.lot.randint(1, 5000), "a chop", a_caller())

    def undoes(self) -> None:
        self.auction.tournament.stream.refresh_from_db()
        number = self.auction.tournament.stream.number
        undo(self.auction.tournament.pk, self.lot.randint(max(1, number - 3), number), a_caller())

    # --- How the evening goes

    def step(self) -> None:
        """Do something; what is refused changes nothing."""
        acts: list[tuple[int, Callable[[], None]]] = [
            (4, self.put_up), (9, self.bids), (6, self.hammers), (1, self.passes), (4, self.requests_void),
            (6, self.releases_void), (3, self.sells_again), (4, self.buys_back), (4, self.transfers),
            (1, self.withdraws), (1, self.draws), (6, self.plays), (2, self.corrects), (2, self.awards),
            (2, self.awards_prizes), (4, self.takes), (3, self.hands_out), (1, self.waives), (1, self.chops),
            (2, self.undoes),
        ]  # fmt: skip
        # Whatever was not done yet comes sooner.
        weights = [weight * (1 + 6 / (1 + self.done[act.__name__])) for weight, act in acts]
        [(_, act)] = self.lot.choices(acts, weights)
        self.tries(act)
        self.holds()

    def tries(self, act: Callable[[], object]) -> bool:
        before = self.books()
        try:
            act()
        except (Refused, RuleBroken, Unknown, PermissionDenied):
            assert self.books() == before, f"{act.__name__} was refused and moved money"
            return False
        self.done[act.__name__] += 1
        return True

    def holds(self) -> None:
        """Check the books against themselves, against the records, and the payouts against the pool."""
        stream = self.auction.tournament.stream_id
        assert sum(row.balance for row in balances(stream)) == 0, "the accounts do not sum to zero"
        assert self.books() == rebuilt(stream), "the records' bodies give other books"
        view = self.auction.view
        assert self.charged() == without_zeros(charges_of(view)), "charged otherwise than follows"
        for lot in view.lots:
            numbers = [each.number for each in lot.bids]
            assert numbers == list(range(1, len(numbers) + 1)), "the bids have a gap"
            for sale in lot.sales:
                assert 0 < sale.price < 10**7

    def charged(self) -> dict[str, dict[int, int]]:
        """Return what everybody was charged for lots and deals, without what cancels out."""
        lines = charges_of(self.auction.view)
        stream = self.auction.tournament.stream_id
        before = posted(stream, lines, Postings.HAMMERED, Postings.BOUGHT_BACK)
        return without_zeros(before)

    def books(self) -> dict[Any, int]:
        """Return every line of every account that is not 0."""
        legs = Leg.objects.filter(account__stream=self.auction.tournament.stream_id)
        sums: Counter[Any] = Counter()
        for kind, about, line, amount in legs.values_list("account__kind", "account__about", "about", "amount"):
            sums[kind, about, line] += amount
        return {key: amount for key, amount in sums.items() if amount}

    def ends(self) -> None:
        """Play out, settle all accounts, and close the books where nothing stands in the way."""
        for sale in self.auction.view.sales:
            if not self.tries_quietly(partial(release_void, sale.requested, self.auction.second)):
                number = sale.requested & NUMBER
                self.tries_quietly(partial(undo, self.auction.tournament.pk, number, a_caller()))
        olga = self.auction.who("Nobody barred Olga")
        for lot in [*self.auction.view.lots, *self.auction.view.lots]:
            self.tries_quietly(partial(put_up, self.auction.pk, lot.pk, a_caller()))
            amount = self.auction.lot(lot.code).state.next_bid
            self.tries_quietly(partial(bid, self.auction.pk, lot.pk, amount, [olga], a_caller()))
            self.tries_quietly(partial(hammer, self.auction.pk, lot.pk, a_caller()))
        if self._draw() is None:
            self.tries_quietly(self.draws)
        for _ in range(20):
            self.tries_quietly(self.plays)
        for act in (self.awards, self.awards_prizes):
            self.tries_quietly(act)
        self.holds()
        for payer in Payer.objects.filter(tournament=self.auction.tournament):
            self.tries_quietly(partial(take, payer.pk, None, None, Hand(), a_caller()))
            self.tries_quietly(partial(hand_out, payer.pk, None, Hand(), a_caller()))
        proof = proof_of(self.auction.tournament)
        cash = sum(row.expected for row in proof.money if row.kind == "cash")
        self.tries_quietly(lambda: count_drawer(self.auction.tournament.pk, 1, cash, "", a_caller()))
        if self.tries_quietly(lambda: close_books(self.auction.tournament.pk, a_caller())):
            self.done["closes"] += 1
            assert proof.came_in == proof.went_out + proof.house, "the closing proof does not hold"
            assert all(row.balance == 0 for row in balances(self.auction.tournament.stream_id)), "closed with a rest"

    def tries_quietly(self, act: Callable[[], object]) -> bool:
        try:
            act()
        except (Refused, RuleBroken, Unknown, PermissionDenied):
            return False
        return True

    def _draw(self) -> int | None:
        self.event.refresh_from_db()
        return self.event.current_draw_id


def without_zeros(lines: dict[str, dict[int, int]]) -> dict[str, dict[int, int]]:
    """Return line → payer → amount without what cancels out, nor lines with nothing left."""
    sums = {line: {payer: amount for payer, amount in row.items() if amount} for line, row in lines.items()}
    return {line: row for line, row in sums.items() if row}


def rebuilt(stream: int) -> dict[Any, int]:
    """Return the books as the bodies of the records give them."""
    accounts = {row.pk: (row.kind, row.about) for row in Account.objects.filter(stream=stream)}
    sums: Counter[Any] = Counter()
    for record in Record.objects.filter(stream=stream).order_by("number"):
        for label, fact in read_body(record)["facts"]:
            if label == "clubs.leg":
                sums[(*accounts[fact["account_id"]], fact["about"])] += fact["amount"]
    return {key: amount for key, amount in sums.items() if amount}


def test_an_evening_in_any_order_leaves_the_books_whole() -> None:
    done: Counter[str] = Counter()
    for day in range(EVENINGS):
        savepoint = transaction.savepoint_create()
        evening = Evening(random.Random(day), done)
        try:
            for _ in range(STEPS):
                evening.step()
            evening.ends()
            assert verify() == []
        except Exception as problem:
            problem.add_note(f"evening {day}: {dict(evening.done)}")
            raise
        transaction.savepoint_rollback(savepoint)

    if connection.vendor == "sqlite":
        assert EXPECTED - set(done) == set()


def test_the_evening_has_everybody_in_it() -> None:
    evening = Evening(random.Random(1), Counter())

    assert Entrant.objects.filter(event=evening.event).count() == 8
