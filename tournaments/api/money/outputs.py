"""Answers about money, and their serializers for the schema; every sum is in minor units."""

from typing import Any

from rest_framework import serializers

from rules.money.fees import Fee
from tournaments.actions.money import cash, letters, payers
from tournaments.api.outputs import RefusalOut
from tournaments.models import DrawerCount, DrawerFloat, FeeSetup, Release, stored_json
from tournaments.read.club.books import ClubAccount
from tournaments.read.money.accounts import Account, AccountLine, ReceiptView
from tournaments.read.money.ledger import NamedBalance
from tournaments.read.money.till import WaitingPayout
from tournaments.words.money.lines import line_word

PRIVATE = dict.fromkeys((401, 403, 404), RefusalOut)
MEANS = ["cash", "card", "voucher"]


class FeesOut(serializers.Serializer[Any]):
    currency = serializers.CharField(allow_blank=True)
    fees = serializers.JSONField()
    release_above = serializers.IntegerField(allow_null=True)
    version = serializers.IntegerField(help_text="For If-Match.")


class LineOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    name = serializers.CharField()
    kind = serializers.CharField(allow_blank=True)
    entrant = serializers.IntegerField(allow_null=True)
    price = serializers.IntegerField()
    open = serializers.IntegerField(help_text="Negative: owed to the payer.")
    state = serializers.ChoiceField(
        ["open", "part", "paid", "free", "credit", "waived", "refunded", "returned", "kept", "possible"]
    )
    condition = serializers.CharField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class ReceiptOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    payer = serializers.IntegerField()
    out = serializers.BooleanField(help_text="Handed out; otherwise taken.")
    amount = serializers.IntegerField()
    means = serializers.ChoiceField(MEANS)
    drawer = serializers.IntegerField()
    given = serializers.IntegerField(allow_null=True)
    voucher = serializers.CharField(allow_blank=True)
    at = serializers.CharField(help_text="UTC.")
    undone = serializers.BooleanField()


class AccountOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    entrants = serializers.ListField(child=serializers.IntegerField())
    marks = serializers.ListField(child=serializers.CharField())
    balance = serializers.IntegerField(help_text="Positive is owed by the payer.")
    version = serializers.IntegerField(help_text="For If-Match.")
    lines = LineOut(many=True)
    possible = LineOut(many=True)
    receipts = ReceiptOut(many=True)


class ChangedOut(serializers.Serializer[Any]):
    payer = serializers.IntegerField()
    record = serializers.IntegerField(allow_null=True)


class MoneyOut(serializers.Serializer[Any]):
    receipt = serializers.IntegerField(allow_null=True, help_text="Null: a second person must release it.")
    number = serializers.IntegerField(allow_null=True)
    request = serializers.IntegerField(allow_null=True, help_text="What a second person releases.")
    amount = serializers.IntegerField()
    change = serializers.IntegerField()
    left = serializers.IntegerField(allow_null=True)


class MailedOut(serializers.Serializer[Any]):
    receipt = serializers.IntegerField()
    number = serializers.IntegerField()


class WaitingOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    payer = serializers.IntegerField()
    amount = serializers.IntegerField()
    means = serializers.CharField()
    drawer = serializers.IntegerField()
    at = serializers.CharField()


class BlindOut(serializers.Serializer[Any]):
    blind = serializers.BooleanField()


class DrawerOut(serializers.Serializer[Any]):
    drawer = serializers.IntegerField()
    amount = serializers.IntegerField()


class CountOut(serializers.Serializer[Any]):
    drawer = serializers.IntegerField()
    counted = serializers.IntegerField()
    expected = serializers.IntegerField(allow_null=True, help_text="Null for a desk that counts blind.")


class BalanceOut(serializers.Serializer[Any]):
    kind = serializers.CharField()
    about = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    currency = serializers.CharField()
    debit = serializers.IntegerField()
    credit = serializers.IntegerField()
    balance = serializers.IntegerField()


class ClubBalanceOut(serializers.Serializer[Any]):
    kind = serializers.CharField()
    about = serializers.IntegerField()
    name = serializers.CharField(allow_blank=True)
    tournament = serializers.IntegerField(help_text="0 for none.")
    currency = serializers.CharField()
    balance = serializers.IntegerField(help_text="Positive: the club has it.")


def fees_data(setup: FeeSetup) -> dict[str, Any]:
    fees = stored_json(setup.fees)
    above = setup.release_above
    return {"currency": setup.currency, "fees": fees, "release_above": above, "version": setup.turn}


def fees_now(currency: str, fees: tuple[Fee, ...], above: int | None, turn: int) -> dict[str, Any]:
    return {
        "currency": currency, "fees": [fee.as_data() for fee in fees], "release_above": above, "version": turn,
    }  # fmt: skip


def line_data(line: AccountLine) -> dict[str, Any]:
    return {
        "code": line.code, "name": line_word(line), "kind": line.fee.kind.value if line.fee else "",
        "entrant": line.entrant, "price": line.price, "open": line.open, "state": line.state,
        "condition": line.condition.value if line.condition else None, "reason": line.reason,
    }  # fmt: skip


def receipt_data(receipt: ReceiptView) -> dict[str, Any]:
    return {
        "id": receipt.record, "number": receipt.number, "payer": receipt.payer, "out": receipt.is_out,
        "amount": receipt.amount, "means": receipt.means, "drawer": receipt.drawer, "given": receipt.given,
        "voucher": receipt.voucher, "at": receipt.at.isoformat(), "undone": receipt.undone,
    }  # fmt: skip


def account_data(account: Account) -> dict[str, Any]:
    return {
        "id": account.payer, "number": account.number, "name": account.name, "entrants": list(account.entrants),
        "marks": [mark.value for mark in account.marks], "balance": account.balance, "version": account.version,
        "lines": [line_data(line) for line in account.lines],
        "possible": [line_data(line) for line in account.possible],
        "receipts": [receipt_data(each) for each in account.receipts],
    }  # fmt: skip


def changed_data(changed: payers.Changed) -> dict[str, Any]:
    return {"payer": changed.payer, "record": changed.record}


def money_data(done: cash.Changed | Release) -> dict[str, Any]:
    if isinstance(done, Release):
        return {
            "receipt": None, "number": None, "request": done.record_id, "amount": done.amount, "change": 0,
            "left": None,
        }  # fmt: skip
    receipt = done.receipt
    return {
        "receipt": receipt.record_id, "number": receipt.number, "request": receipt.released_id,
        "amount": receipt.amount, "change": done.change, "left": done.left,
    }  # fmt: skip


def mailed_data(done: letters.Mailed) -> dict[str, Any]:
    return {"receipt": done.receipt, "number": done.number}


def waiting_data(waiting: WaitingPayout) -> dict[str, Any]:
    return {
        "id": waiting.record, "payer": waiting.payer, "amount": waiting.amount, "means": waiting.means,
        "drawer": waiting.drawer, "at": waiting.at.isoformat(),
    }  # fmt: skip


def float_data(fact: DrawerFloat) -> dict[str, Any]:
    return {"drawer": fact.drawer, "amount": fact.amount}


def count_data(fact: DrawerCount, is_blind: bool) -> dict[str, Any]:
    return {"drawer": fact.drawer, "counted": fact.counted, "expected": None if is_blind else fact.expected}


def club_balance_data(row: ClubAccount) -> dict[str, Any]:
    return {
        "kind": row.kind, "about": row.about, "name": row.name, "tournament": row.tournament,
        "currency": row.currency, "balance": row.balance,
    }  # fmt: skip


def balance_data(row: NamedBalance) -> dict[str, Any]:
    account = row.account
    return {
        "kind": account.kind, "about": account.about, "name": row.name, "currency": account.currency,
        "debit": account.debits, "credit": account.credits, "balance": account.balance,
    }  # fmt: skip
