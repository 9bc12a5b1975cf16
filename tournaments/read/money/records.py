"""The words of records about money: people, lines, sums."""

from typing import Any

from clubs.models import Account, Leg, Posting
from clubs.read import records
from rules.money.currency import plain_sum
from tournaments.models import (
    AddedMoney,
    Award,
    BlindCounts,
    BooksClosing,
    DrawerCount,
    DrawerFloat,
    EntrantPayer,
    Payer,
    PayerName,
    PayerTick,
    PotSetup,
    PrizeTransfer,
    Receipt,
    Release,
    ReopenRequest,
    TournamentBooked,
    Unclaimed,
)
from tournaments.read.records import Names


@records.reads(Account, Leg, Posting)
def _books(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return ""


@records.reads(Payer)
def _payer(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["payer"] = names.payers.get(fact["id"], "…")
    return ""


@records.reads(PayerName)
def _payer_name(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["payer"] = names.payers.get(fact["payer_id"], "…")
    return ""


@records.reads(EntrantPayer)
def _entrant_payer(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["payer"] = names.payers.get(fact["payer_id"], "…")
    words["entrant"] = names.entrant(fact["entrant_id"])
    return ""


@records.reads(PayerTick)
def _payer_tick(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    if fact["kind"] == "left":
        return ""
    words["payer"] = names.payers.get(fact["payer_id"], "…")
    code = fact["what"].partition(":")[0]
    words["what"] = words["line"] = names.fees.get(code) or code
    return "" if fact["on"] else "off"


@records.reads(Receipt, Release)
def _receipt(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["payer"] = names.payers.get(fact["payer_id"], "…")
    words["amount"] = plain_sum(fact["amount"], names.currency)
    words["means"] = fact["means"]
    if "number" in fact:
        words["receipt"] = f"{fact['number']:04d}"
    return ""


@records.reads(AddedMoney, Unclaimed)
def _sum_of_payer(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["payer"], words["amount"] = names.payers.get(fact["payer_id"], "…"), plain_sum(fact["amount"], names.currency)
    return ""


@records.reads(PotSetup)
def _pot(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["pot"] = fact["pot"]
    return "pot" if fact["pot"] else ""


@records.reads(Award)
def _award(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return ""


@records.reads(PrizeTransfer)
def _transfer(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["giver"], words["taker"] = (names.payers.get(fact[each], "…") for each in ("giver_id", "taker_id"))
    words["amount"] = plain_sum(fact["amount"], names.currency)
    return ""


@records.reads(BlindCounts)
def _blind(fact: dict[str, Any], words: dict[str, str], names: records.Names) -> str:
    return ""


@records.reads(DrawerFloat)
def _float(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["drawer"], words["amount"] = str(fact["drawer"]), plain_sum(fact["amount"], names.currency)
    return ""


@records.reads(DrawerCount)
def _count(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["drawer"], words["amount"] = str(fact["drawer"]), plain_sum(fact["counted"], names.currency)
    if not names.expected:
        return ""
    words["expected"] = plain_sum(fact["expected"], names.currency)
    return "" if fact["counted"] == fact["expected"] else "differs"


@records.reads(TournamentBooked)
def _booked(fact: dict[str, Any], words: dict[str, str], names: records.Names) -> str:
    words["sheet"] = str(fact["sheet"])
    return "" if fact["closed"] else "back"


@records.reads(BooksClosing, ReopenRequest)
def _closing(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["sheet"] = str(fact["sheet"])
    return ""
