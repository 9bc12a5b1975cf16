"""What the cash desk shows beside its line: who owes, the drawer, what was done last, and the block of a person."""

from dataclasses import dataclass
from functools import cached_property

from clubs.read.records import NUMBER, RawRecord, people_named, sentence_for
from journal.verbs import declared
from rules.money.fees import MARKS, Condition
from tournaments.models import Receipt, Tournament
from tournaments.models.money.cash import Postings
from tournaments.pages.cash.sheet import (
    CashDesk,
    DoneRow,
    DrawerSheet,
    OwingRow,
    Person,
    ReceiptLine,
    RequestRow,
    Viewer,
)
from tournaments.pages.cash.tally import Payment, tally_of
from tournaments.read.money.accounts import Account, Accounts, ReceiptView, read_accounts
from tournaments.read.money.auctions.listing import auction_links
from tournaments.read.money.payers import fees_of
from tournaments.read.money.till import (
    counts_blind,
    drawer_sums,
    latest_money_records,
    release_limit,
    undrawn_events,
    waiting_payouts,
    waits_for_release,
)
from tournaments.read.records import Names

MOST_DONE = 12
RECEIPT = Receipt._meta.label_lower
FOR_DIRECTORS = "director"


@dataclass(frozen=True)
class Ledger:
    """Everything that the cash desk reads of a tournament: its accounts, and the sum that one person may hand out."""

    tournament: Tournament
    accounts: Accounts
    limit: int | None
    viewer: Viewer

    def person(self, account: Account, payment: Payment | None = None) -> Person:
        """Return the block of a payer; ``payment`` is what is typed or ticked for them."""
        counting = [each for each in reversed(account.receipts) if not each.undone]
        above = self.limit is not None and account.handed_alone + account.credit > self.limit
        return Person(
            account,
            tally_of(account, payment or Payment(), self.tournament.currency),
            self.tournament.currency,
            tuple(receipt_line(each, self.viewer) for each in counting),
            self.marks,
            self.viewer.directs,
            account.credit > 0 and above,
            account.credit > 0 and above and waits_for_release(account.payer),
            self.tournament.books_closed,
            tuple((entrant, self.accounts.names.get(entrant, "")) for entrant in account.entrants),
            tuple((pk, name) for pk, name in self.by_name if pk != account.payer),
            self.viewer.till.can_mail,
        )

    @property
    def by_name(self) -> list[tuple[int, str]]:
        """Everybody with an account, by name."""
        people = sorted(self.accounts.by_payer.values(), key=lambda each: (each.family, each.number))
        return [(each.payer, each.name) for each in people]

    @property
    def marks(self) -> tuple[Condition, ...]:
        """The marks by which a fee has another price."""
        priced = {price.condition for fee in fees_of(self.tournament) for price in fee.prices}
        return tuple(mark for mark in MARKS if mark in priced)

    @cached_property
    def is_blind(self) -> bool:
        """Whether the viewer counts drawers without knowing what they should hold."""
        return not self.viewer.directs and counts_blind(self.tournament.club_id)

    def names(self) -> Names:
        """Return the names that records about money need."""
        return Names(
            zone=self.viewer.zone,
            last=dict(self.accounts.names),
            payers={pk: account.name for pk, account in self.accounts.by_payer.items()},
            currency=self.tournament.currency,
            expected=not self.is_blind,
        )


def read_ledger(tournament: Tournament, viewer: Viewer) -> Ledger:
    """Return what the cash desk reads: eleven statements, whatever the number of payers."""
    return Ledger(tournament, read_accounts(tournament, viewer.now), release_limit(tournament.pk), viewer)


def receipt_line(receipt: ReceiptView, viewer: Viewer) -> ReceiptLine:
    """Return a receipt with its time of day."""
    other = receipt.drawer if receipt.drawer != viewer.till.drawer else 0
    return ReceiptLine(receipt, viewer.time(receipt.at), other)


def cash_desk(ledger: Ledger) -> CashDesk:
    """Return the cash desk: at most seven statements beside those of the ledger, one more for the names of people."""
    tournament, viewer, accounts = ledger.tournament, ledger.viewer, ledger.accounts
    records = latest_money_records(tournament, MOST_DONE)
    waiting = waiting_payouts(tournament.pk)
    people = people_named([each.actor for each in records] + [each.by for each in waiting])
    return CashDesk(
        tournament=tournament.pk,
        name=tournament.name,
        currency=tournament.currency,
        number=tournament.stream.number,
        people=len(accounts.people),
        owing=tuple(_owing(each, viewer) for each in accounts.owing),
        owed=accounts.owed,
        credited=accounts.credited,
        requests=tuple(
            RequestRow(
                each.record, accounts.by_payer[each.payer].name, each.amount, each.means, viewer.time(each.at),
                people.get(each.by, ""), each.by == viewer.actor,
            )
            for each in waiting
        ),
        drawer=drawer_sheet(tournament, viewer.till.drawer),
        done=_done(ledger, records, people),
        undrawn=tuple(undrawn_events(tournament.pk)),
        auctions=auction_links(tournament),
        directs=viewer.directs,
        is_closed=tournament.books_closed,
        is_blind=ledger.is_blind,
    )  # fmt: skip


def drawer_sheet(tournament: Tournament, drawer: int) -> DrawerSheet:
    """Return what a drawer began with, what moved through it, and what it should hold: one statement."""
    sums = drawer_sums(tournament.stream_id, drawer)
    taken, receipts = sums[Postings.TAKEN]
    out, outs = sums[Postings.HANDED_OUT]
    known = (Postings.TAKEN, Postings.HANDED_OUT, Postings.FLOAT)
    differs = sum(total for kind, (total, _) in sums.items() if kind not in known)
    return DrawerSheet(drawer, sums[Postings.FLOAT][0], taken, receipts, out, outs, differs)


def _owing(account: Account, viewer: Viewer) -> OwingRow:
    last = account.last_receipt
    return OwingRow(account, viewer.time(last.at) if account.is_part_paid and last else "")


def _done(ledger: Ledger, records: list[RawRecord], people: dict[str, str]) -> tuple[DoneRow, ...]:
    """Return the last actions, those of the viewer first."""
    own = [each for each in records if each.actor == ledger.viewer.actor]
    others = [each for each in records if each.actor != ledger.viewer.actor]
    receipts = {
        each.record & NUMBER: each for account in ledger.accounts.by_payer.values() for each in account.receipts
    }
    names = ledger.names()
    return tuple(_done_row(ledger, each, names, receipts.get(each.number), people) for each in own + others)


def _done_row(
    ledger: Ledger, record: RawRecord, names: Names, receipt: ReceiptView | None, people: dict[str, str]
) -> DoneRow:
    viewer = ledger.viewer
    own = record.actor == viewer.actor
    account = ledger.accounts.by_payer.get(receipt.payer) if receipt else None
    return DoneRow(
        number=record.number,
        time=viewer.time(record.at),
        sentence=sentence_for(record, names),
        receipt=receipt,
        name=account.name if account else "",
        by="" if own else people.get(record.actor, ""),
        desk=receipt.drawer if receipt and receipt.drawer != viewer.till.drawer else 0,
        undo=record.number if own and may_undo(record, viewer) else 0,
        undone=record.undone_by is not None,
    )


def may_undo(record: RawRecord, viewer: Viewer) -> bool:
    """Whether the viewer's role may undo a record that counts."""
    if record.undone_by is not None or record.verb not in declared():
        return False
    role = declared()[record.verb].verb.undo
    return role is not None and (viewer.directs or role != FOR_DIRECTORS)
