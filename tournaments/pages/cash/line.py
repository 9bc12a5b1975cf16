"""The meaning of the cash desk's line: a sentence, the block of a person, and what Enter posts."""

from dataclasses import dataclass, replace

from clubs.read.records import RawRecord, sentence_for
from journal.models import Undo
from journal.verbs import undoable
from rules.typed.cash_line import CashLine, Wish, read_cash_line
from tournaments.pages.cash.board import RECEIPT, Ledger, receipt_line
from tournaments.pages.cash.sheet import LineSheet, Person
from tournaments.pages.cash.tally import Payment
from tournaments.read.floor import last_undoable
from tournaments.read.money.accounts import Account, AccountLine, ReceiptView
from tournaments.read.money.till import FAMILIES, money_record
from tournaments.words.money.lines import words_of_the_cash_desk

MOST_CHOICES = 5
NUMBER = (1 << 32) - 1


def line_sheet(ledger: Ledger, typed: str) -> LineSheet:
    """Return what ``typed`` means."""
    accounts = ledger.accounts
    first = {each.payer for each in accounts.owing}
    people = [(each.payer, each.name) for each in accounts.owing]
    people += [(each.payer, each.name) for each in accounts.by_payer.values() if each.payer not in first]
    sheet = _Sheets(ledger).of(read_cash_line(typed, people, words_of_the_cash_desk()))
    return replace(sheet, typed=typed, currency=ledger.tournament.currency, prints=ledger.viewer.till.prints)


def person_sheet(ledger: Ledger, account: Account, payment: Payment | None = None) -> LineSheet:
    """Return the sentence for a person who was chosen by hand, with what is ticked for them."""
    sheet = _Sheets(ledger).pays(account, payment or Payment())
    return replace(sheet, currency=ledger.tournament.currency, prints=ledger.viewer.till.prints)


@dataclass(frozen=True, slots=True)
class _Sheets:
    """Makes the sentence for a meaning."""

    ledger: Ledger

    def of(self, meant: CashLine) -> LineSheet:
        match meant.wish:
            case Wish.NOTHING:
                return LineSheet("empty")
            case Wish.NOBODY:
                return LineSheet("nobody", name=meant.typed)
            case Wish.UNDO:
                return self.last_action()
            case Wish.RECEIPT:
                return self.receipt(meant.number)
        if len(meant.who) == 1:
            return self.about(self.ledger.accounts.by_payer[meant.who[0]], meant)
        choices = [self.about(self.ledger.accounts.by_payer[who], meant) for who in meant.who[:MOST_CHOICES]]
        return LineSheet("several", lines=tuple(choices), more=len(meant.who) - len(choices))

    def about(self, account: Account, meant: CashLine) -> LineSheet:
        match meant.wish:
            case Wish.BACK if not meant.lines and not meant.reason:
                return self.gives(account, meant.means or "cash")
            case Wish.BACK:
                return self.decides(account, meant, "refunded")
            case Wish.WAIVE:
                return self.decides(account, meant, "waived")
            case Wish.CHOOSE:
                return self.chooses(account, meant)
        lines = {each.number: each for each in account.lines}
        strange = next((number for number in meant.without if number not in lines), None)
        if strange is not None:
            return LineSheet("no_line", person=self.ledger.person(account), name=str(strange))
        without = frozenset(lines[number].code for number in meant.without)
        return self.pays(account, Payment(meant.means or "cash", meant.sum, meant.voucher, meant.is_part, without))

    def pays(self, account: Account, payment: Payment) -> LineSheet:
        """Return the sentence that money is taken, or why it is not."""
        person = self.ledger.person(account, payment)
        tally = person.tally
        if tally.problem == "nothing":
            if account.credit:
                return LineSheet("credit", person=person)
            return LineSheet("nothing", person=person, receipt=person.last)
        if tally.problem:
            return LineSheet(tally.problem.replace(".", "_"), person=person, fields=())
        return LineSheet("takes", person=person, fields=take_fields(person), seen=account.version)

    def gives(self, account: Account, means: str) -> LineSheet:
        """Return the sentence that a payer gets what is owed to them; without that, what may be refunded."""
        person = self.ledger.person(account, Payment(means))
        if not account.credit:
            return LineSheet("asks_line", person=person)
        if person.is_requested:
            return LineSheet("waits", person=person)
        fields = (("do", "out"), ("payer", str(account.payer)), ("means", means), ("amount", str(account.credit)))
        return LineSheet("gives", person=person, fields=fields, seen=account.version)

    def decides(self, account: Account, meant: CashLine, kind: str) -> LineSheet:
        """Return the sentence that a line is waived or refunded, or what is missing for it."""
        person = self.ledger.person(account)
        if not self.ledger.viewer.directs:
            return LineSheet("for_directors", person=person)
        if len(meant.lines) != 1:
            return LineSheet("asks_line", person=person)
        line = next((each for each in account.lines if each.number == meant.lines[0]), None)
        if line is None:
            return LineSheet("no_line", person=person, name=str(meant.lines[0]))
        if not meant.reason:
            return LineSheet("asks_reason", person=person, line=line)
        if kind == "refunded" and line.open == line.price:
            return LineSheet("not_paid", person=person, line=line)
        fields = decide_fields(account, line, kind, reason=meant.reason)
        return LineSheet(kind, person=person, line=line, reason=meant.reason, fields=fields)

    def chooses(self, account: Account, meant: CashLine) -> LineSheet:
        person = self.ledger.person(account)
        line = next((each for each in account.possible if each.number == meant.added[0]), None)
        if line is None or len(meant.added) > 1:
            return LineSheet("no_line", person=person, name=str(meant.added[-1]))
        return LineSheet("chooses", person=person, line=line, fields=decide_fields(account, line, "chosen"))

    def receipt(self, number: int) -> LineSheet:
        """Return the sentence about a receipt."""
        for account in self.ledger.accounts.by_payer.values():
            for each in account.receipts:
                if each.number == number:
                    return self.about_receipt(account, each)
        return LineSheet("no_receipt", name=f"{number:04d}")

    def about_receipt(self, account: Account, receipt: ReceiptView, kind: str = "receipt") -> LineSheet:
        person = self.ledger.person(account)
        line = receipt_line(receipt, self.ledger.viewer)
        return LineSheet(kind, person=person, receipt=line, number=receipt.record & NUMBER)

    def last_action(self) -> LineSheet:
        """Return the last action about money of the person who types, which ``undo`` undoes."""
        verbs = {verb for verb in undoable() if verb.partition(".")[0] in FAMILIES}
        latest = last_undoable(self.ledger.tournament, self.ledger.viewer.actor, verbs)
        if latest is None:
            return LineSheet("nothing_to_undo")
        fields = (("do", "undo"), ("number", str(latest.number)))
        return LineSheet("undoes", sentence=sentence_for(latest, self.ledger.names()), fields=fields)


def just_recorded(ledger: Ledger, number: int) -> LineSheet:
    """Return the sentence for record ``number``, just written; for an undo, of the record that it undid."""
    record = money_record(ledger.tournament, number)
    if record is None:
        return LineSheet("empty")
    undone = [fact["undone_id"] & NUMBER for kind, fact in record.facts if kind == Undo._meta.label_lower]
    shown = (money_record(ledger.tournament, undone[0]) if undone else None) or record
    sheet = _recorded(ledger, shown, "undone" if undone else "")
    currency, prints = ledger.tournament.currency, ledger.viewer.till.prints
    return replace(sheet, number=number, currency=currency, prints=prints and not undone)


def _recorded(ledger: Ledger, record: RawRecord, kind: str) -> LineSheet:
    """Return the sentence for a record; one with a receipt says what changed hands."""
    payer = payer_of(record)
    account = ledger.accounts.by_payer.get(payer or 0)
    person = ledger.person(account) if account else None
    if account and not kind and any(label == RECEIPT for label, _ in record.facts):
        receipt = next(each for each in account.receipts if each.record & NUMBER == record.number)
        return _Sheets(ledger).about_receipt(account, receipt, "handed_out" if receipt.is_out else "taken")
    return LineSheet(kind or "recorded", person=person, sentence=sentence_for(record, ledger.names()))


def payer_of(record: RawRecord) -> int | None:
    """Return the payer whom a record is about."""
    named = (fact.get("payer_id") for _, fact in record.facts)
    return next((payer for payer in named if isinstance(payer, int)), None)


def take_fields(person: Person) -> tuple[tuple[str, str], ...]:
    """Return what a form posts to take what a tally says."""
    account, payment = person.account, person.tally.payment
    fields = [("do", "take"), ("payer", str(account.payer)), ("means", payment.means), ("sum", payment.sum)]
    fields += [("voucher", payment.voucher), ("shown", str(person.tally.amount))]
    fields += [("without", code) for code in sorted(payment.without)]
    fields += [("part", "1")] if payment.is_part else []
    return tuple((name, text) for name, text in fields if text)


def decide_fields(account: Account, line: AccountLine, kind: str, *, reason: str = "") -> tuple[tuple[str, str], ...]:
    """Return what a form posts to decide about a line."""
    fields = (("do", "decide"), ("payer", str(account.payer)), ("kind", kind), ("code", line.code), ("on", "1"))
    return (*fields, ("reason", reason)) if reason else fields
