"""An evening in any order with everything that moves money, beside the auction of ``test_auction_machine``.

Fees that change, prices, side pools, deposits, part payments, added money, payers that change, large payouts that a
second person releases, unclaimed prizes, drawers that are counted wrongly, books that are closed and opened again.

After each step every posting balances and the records alone give the same books. No award exceeds its pot, and books
that are closed were proved and end at nothing.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection, transaction

from clubs.models import Account, Leg
from clubs.read.books import balances
from clubs.read.records import NUMBER
from journal.book import read_body
from journal.models import Record
from journal.verify import verify
from tests.depth import deeper
from tests.factories import a_caller, a_club_owner, by, undo
from tests.tournaments.money.evenings import charge_fees, payer_of
from tests.tournaments.money.test_auction_machine import TABLE, Evening
from tournaments.actions.money.cash import Hand, hand_out, release, take
from tournaments.actions.money.closing import close_books, reopen_books, request_reopening
from tournaments.actions.money.drawers import count_drawer, open_drawer
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.payers import mark_payer, move_entrant
from tournaments.actions.money.prizes import add_money_of, award_prizes, leave_unclaimed, set_pot
from tournaments.models import Release, Tournament
from tournaments.read.money.payers import fees_of, line_sums
from tournaments.read.money.pots import awarded_in, pots_of, prize_line
from tournaments.read.money.proof import proof_of
from tournaments.read.money.till import waiting_payouts

pytestmark = pytest.mark.django_db
EVENINGS, STEPS, LARGE = deeper(3), 90, 1500
# An evening that never does something proves nothing about it.
EXPECTED = {
    "sets_fees", "marks", "joins_pool", "takes_clock", "decides_deposit", "pays_part", "refunds", "adds_money",
    "moves_payer", "divides_anew", "awards_prizes", "requests", "releases_payout", "keeps_unclaimed",
    "opens_drawer", "counts", "chops", "undoes", "plays", "corrects", "closes", "reopens",
}  # fmt: skip


class MoneyEvening(Evening):
    """An evening with an auction whose fees, pots, drawers and accounts change in any order too."""

    def __init__(self, lot: random.Random, done: Counter[str]) -> None:
        super().__init__(lot, done)
        self.tournament: Tournament = self.auction.tournament
        self.owner = by(a_club_owner(self.auction.club))
        self.amount = 1999
        self.sets_fees()
        division = {"table": TABLE[:2], "unit": 10, "rule": "main"}
        set_pot(self.event.pk, "pool", division, "as announced", a_caller())

    def any_line(self) -> tuple[int, str]:
        """Return a payer with one of their lines."""
        payer = self.any_payer()
        lines = list(line_sums(self.tournament.stream_id, [payer]).get(payer, {})) or ["none"]
        return payer, self.lot.choice(lines)

    # --- What people do

    def sets_fees(self) -> None:
        self.amount += self.lot.choice([0, 1, 250])
        prices = [{"condition": "guest", "amount": self.amount // 3}]
        fees: list[dict[str, Any]] = [
            {"code": "main", "kind": "entry", "name": "Main", "amount": self.amount, "event": self.event.pk,
             "prices": prices},
            {"code": "pool", "kind": "pool", "name": "Pool", "amount": 777, "event": self.event.pk, "prices": []},
            {"code": "clock", "kind": "deposit", "name": "Clock", "amount": 500, "event": None, "prices": []},
        ]  # fmt: skip
        charge_fees(self.tournament, fees, LARGE)

    def marks(self) -> None:
        mark_payer(self.any_payer(), "guest", self.lot.random() < 0.7, a_caller())

    def joins_pool(self) -> None:
        entrant = self.any_entrant()
        decision = Decision("chosen", f"pool:{entrant}", self.lot.random() < 0.8)
        decide_line(payer_of(entrant), decision, a_caller())

    def takes_clock(self) -> None:
        decide_line(self.any_payer(), Decision("chosen", "clock"), a_caller())

    def decides_deposit(self) -> None:
        kind = self.lot.choice(["returned", "kept"])
        decide_line(self.any_payer(), Decision(kind, "clock", self.lot.random() < 0.8, "as seen"), a_caller())

    def pays_part(self) -> None:
        payer, line = self.any_line()
        hand = self.lot.choice([Hand(), Hand(means="card"), Hand(drawer=2), Hand(means="voucher", voucher="V1")])
        lines = [line] if self.lot.random() < 0.5 else None
        take(payer, lines, self.lot.choice([None, 1, 500]), hand, a_caller())

    def refunds(self) -> None:
        entrant = self.any_entrant()
        decide_line(payer_of(entrant), Decision("refunded", f"main:{entrant}", reason="ill"), a_caller())

    def adds_money(self) -> None:
        add_money_of(self.event.pk, self.lot.choice(["Casino", "Mayor"]), self.lot.randint(1, 9999), a_caller())

    def moves_payer(self) -> None:
        move_entrant(self.any_entrant(), self.any_payer(), a_caller())

    def divides_anew(self) -> None:
        table = self.lot.choice([TABLE, TABLE[:2], "winner", "4-2-1"])
        division = {"table": table, "house": {"percent": self.lot.choice([0, 10, "12.5"])}, "unit": 50}
        set_pot(self.event.pk, "", division, "announced again", a_caller())

    def awards_prizes(self) -> None:
        award_prizes(self.event.pk, a_caller())
        assert self.overpaid() == {}, "more was awarded than a pot holds"

    def asks_for_payout(self) -> None:
        owed = [payer for payer, left in self.owed().items() if left > LARGE] or [self.any_payer()]
        if isinstance(hand_out(self.lot.choice(owed), None, Hand(), a_caller()), Release):
            self.done["requests"] += 1

    def releases_payout(self) -> None:
        release(self.lot.choice(self.waiting() or [1]), self.auction.second)

    def keeps_unclaimed(self) -> None:
        leave_unclaimed(self.lot.choice([*self.owed(), self.any_payer()]), "left", a_caller())

    def opens_drawer(self) -> None:
        open_drawer(self.tournament.pk, self.lot.choice([1, 2]), self.lot.randint(1, 5000), a_caller())

    def counts(self) -> None:
        drawer, cash = self.lot.choice([1, 2]), {row.about: row for row in proof_of(self.tournament).money}
        expected = cash[drawer].expected + cash[drawer].float if drawer in cash else 0
        count_drawer(self.tournament.pk, drawer, max(expected + self.lot.choice([0, 7, -5]), 0), "a hole", a_caller())

    def reopens(self) -> None:
        request_reopening(self.tournament.pk, "a mistake", a_caller())
        reopen_books(self.tournament.pk, "agreed", self.owner)

    # --- How the evening goes

    def step(self) -> None:
        """Do something; what is refused changes nothing. Whatever was not done yet comes sooner."""
        acts: list[Callable[[], None]] = [
            self.sets_fees, self.marks, self.joins_pool, self.takes_clock, self.decides_deposit, self.pays_part,
            self.refunds, self.waives, self.adds_money, self.moves_payer, self.divides_anew, self.awards_prizes,
            self.asks_for_payout, self.releases_payout, self.keeps_unclaimed, self.opens_drawer, self.counts,
            self.asks_for_payout, self.releases_payout,
            self.chops, self.undoes, self.plays, self.plays, self.plays, self.corrects, self.draws, self.put_up,
            self.bids, self.hammers, self.buys_back, self.transfers, self.withdraws, self.awards, self.takes,
            self.reopens,
        ]  # fmt: skip
        weights = [1 + 6 / (1 + self.done[act.__name__]) for act in acts]
        [act] = self.lot.choices(acts, weights)
        self.tries(act)
        self.holds()

    def holds(self) -> None:
        """Check every posting, the books against the records alone, and nothing closed that is not proved."""
        legs = Leg.objects.filter(account__stream=self.tournament.stream_id)
        postings: Counter[int] = Counter()
        for posting, amount in legs.values_list("posting", "amount"):
            postings[posting] += amount
        assert not any(postings.values()), "a posting does not balance"
        assert self.books() == from_records(self.tournament.stream_id), "the records alone give other books"
        row = Tournament.objects.get(pk=self.tournament.pk)
        if row.books_closed:
            assert not any(each.balance for each in balances(self.tournament.stream_id)), "closed with a rest"

    def overpaid(self) -> dict[str, int]:
        """Return each pot of which more was awarded than it pays, with how much."""
        stream, event = self.tournament.stream_id, self.event
        event.refresh_from_db()
        awarded = awarded_in(stream, event.pk)
        over = {}
        for pot in pots_of(event, self.tournament, stream):
            paid = sum(awarded.get(prize_line(event.pk, pot.code), {}).values())
            if pot.pot is not None and paid > pot.pot.total:
                over[pot.code] = paid - pot.pot.total
        return over

    def waiting(self) -> list[int]:
        """Return the payouts that wait for a second person."""
        return [each.record for each in waiting_payouts(self.tournament.pk)]

    def owed(self) -> dict[int, int]:
        """Return payer → what is owed to them."""
        sums: Counter[int] = Counter()
        for (kind, about, _), amount in self.books().items():
            if kind == "payer":
                sums[about] -= amount
        return {payer: amount for payer, amount in sums.items() if amount > 0}

    def ends(self) -> None:
        """Decide every deposit, hand out with a second person, count each drawer, and close where nothing is open."""
        for payer in sorted({about for kind, about, _ in self.books() if kind == "payer"}):
            self.tries_quietly(partial(decide_line, payer, Decision("returned", "clock"), a_caller()))
        super().ends()
        for payer in self.owed():
            self.tries_quietly(partial(hand_out, payer, None, Hand(), a_caller()))
        for request in self.waiting():
            # What was paid by another request is asked for no longer.
            if not self.tries_quietly(partial(release, request, self.auction.second)):
                self.tries_quietly(partial(undo, self.tournament.pk, request & NUMBER, a_caller()))
        for row in proof_of(self.tournament).money:
            if row.kind == "cash":
                cash = max(row.expected + row.float, 0)
                self.tries_quietly(partial(count_drawer, self.tournament.pk, row.about, cash, "counted", a_caller()))
        proof = proof_of(self.tournament)
        if self.tries_quietly(lambda: close_books(self.tournament.pk, a_caller())):
            self.done["closes"] += 1
            assert (proof.findings, self.overpaid()) == ((), {})
            assert proof.came_in == proof.went_out + proof.house, "the closing proof does not hold"


def from_records(stream: int) -> dict[Any, int]:
    """Return the books as the records' bodies alone give them: accounts, postings and lines."""
    accounts: dict[int, tuple[str, int]] = {}
    sums: Counter[Any] = Counter()
    for record in Record.objects.filter(stream=stream).order_by("number"):
        facts = read_body(record)["facts"]
        for label, fact in facts:
            if label == "clubs.account":
                accounts[fact["id"]] = (fact["kind"], fact["about"])
        for label, fact in facts:
            if label == "clubs.leg":
                sums[(*accounts[fact["account_id"]], fact["about"])] += fact["amount"]
    return {key: amount for key, amount in sums.items() if amount}


def test_money_in_any_order_leaves_the_books_whole() -> None:
    done: Counter[str] = Counter()
    for day in range(EVENINGS):
        savepoint = transaction.savepoint_create()
        evening = MoneyEvening(random.Random(1000 + day), done)
        try:
            for _ in range(STEPS):
                evening.step()
            evening.ends()
            evening.holds()
            if evening.tries(evening.reopens):
                evening.holds()
                evening.ends()
            assert verify() == []
        except Exception as problem:
            problem.add_note(f"evening {day}: {dict(evening.done)}")
            raise
        transaction.savepoint_rollback(savepoint)

    if connection.vendor == "sqlite":
        assert EXPECTED - set(done) == set()


def test_the_evening_charges_a_pool_and_a_deposit() -> None:
    evening = MoneyEvening(random.Random(1), Counter())

    assert [fee.kind for fee in fees_of(Tournament.objects.get(pk=evening.tournament.pk))] == [
        "entry", "pool", "deposit",
    ]  # fmt: skip
    assert Account.objects.filter(stream=evening.tournament.stream_id).exists()
