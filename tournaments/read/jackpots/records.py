"""The words of records about queues of jackpots."""

from typing import Any

from clubs.read import records
from rules.money.currency import plain_sum
from tournaments.models import (
    Jackpot,
    JackpotClosing,
    JackpotEntry,
    JackpotLeft,
    JackpotSeat,
    JackpotStart,
    JackpotVoucher,
    SplitOffer,
)
from tournaments.read.records import Names


@records.reads(Jackpot)
def _jackpot(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["queue"] = names.queues.get(fact["id"], "…")
    return ""


@records.reads(JackpotEntry)
def _entry(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["queue"] = names.queues.get(fact["jackpot_id"], "…")
    words["payer"] = names.payers.get(fact["payer_id"], "…")
    return ""


@records.reads(JackpotLeft)
def _left(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["payer"] = names.payers.get(names.queued.get(fact["entry_id"], 0), "…")
    return ""


@records.reads(JackpotStart, JackpotSeat)
def _start(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    return ""


@records.reads(JackpotClosing)
def _closing(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["queue"] = names.queues.get(fact["jackpot_id"], "…")
    return ""


@records.reads(SplitOffer)
def _offer(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["by"] = names.entrant(fact["by_id"])
    return ""


@records.reads(JackpotVoucher)
def _voucher(fact: dict[str, Any], words: dict[str, str], names: Names) -> str:
    words["names"], words["amount"] = names.entrant(fact["entrant_id"]), plain_sum(fact["amount"], names.currency)
    return ""
