"""``python -m rules calcutta``: who is paid what from an auction's pool, and why.

Source: docs/rules/calcutta.md#the-command.
"""

import argparse
from fractions import Fraction
from typing import Any

from rules.commands.cases import Answer, Case, Field, add_case_arguments, run_case
from rules.commands.money.prize_words import columns, money, read_results, read_sums, read_table, split_lines, sum_lines
from rules.errors import RuleBroken
from rules.money.auctions.calcutta import BuyBack, Lot, Settlement, Stake, Transfer, Void, settle, settle_stakes
from rules.money.fund import NO_HOUSE, House
from rules.money.payout import correction
from rules.money.shares import write_share

NAME = "calcutta"
HELP = "settle a Calcutta auction or a pari-mutuel pool: who is paid what, and why"
_WORDS = ("lots", "stakes", "house", "unit", "table", "results", "paid")
_KEYS = (
    "pool", "house", "net", "prizes", "lots", "refunds", "positions", "received", "to_pay", "to_collect",
)  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_case_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the settlement; return 0, or 1 where the file expects another, or 2 for a refusal."""
    return run_case(args, Case(NAME, _WORDS, _KEYS, _answer))


def _answer(file: Field) -> Answer:
    lots, stakes, paid = file.get("lots"), file.get("stakes"), file.get("paid")
    if (lots is None) == (stakes is None):
        raise RuleBroken("calcutta.lots", place="lots" if lots is None else "stakes")
    read = [] if lots is None else [read_lot(lot) for lot in lots.each()]
    settled = _settled(file, read, stakes)
    values: dict[str, Any] = {
        "pool": settled.pool,
        "house": settled.house,
        "net": settled.net,
        "prizes": settled.prizes,
    }
    if stakes is None:
        values |= {"lots": settled.lots}
        values["refunds"] = settled.refunds if _is_nested(file, "refunds") else settled.refunded
    else:
        values["received"] = settled.lots if _is_nested(file, "received") else settled.received
    values["positions"] = settled.positions
    lines = [*_lines(settled, read), *sum_lines("Positions", settled.positions)]
    if paid is not None:
        left = correction(settled.received, read_sums(paid))
        values |= {"to_pay": left.to_pay, "to_collect": left.to_collect}
        lines += [*sum_lines("Still to pay", left.to_pay), *sum_lines("To collect", left.to_collect)]
    return Answer(values, tuple(lines))


def _settled(file: Field, lots: list[Lot], stakes: Field | None) -> Settlement:
    table, results, unit, house = read_table(file["table"]), file.get("results"), file.get("unit"), file.get("house")
    percent = NO_HOUSE.percent if house is None else _percent(house)
    ranked, least = read_results(results), 1 if unit is None else unit.whole(least=1)
    if stakes is not None:
        backed = [read_stake(stake) for stake in stakes.each()]
        with stakes.placing():
            return settle_stakes(backed, percent, table, ranked, least)
    with file["lots"].placing():
        return settle(lots, percent, table, ranked, least)


def _percent(field: Field) -> Fraction:
    with field.placing():
        return House(percent=field.fraction()).percent


def read_lot(field: Field) -> Lot:
    """Return a lot: its id, players, price and buyer, with ``buybacks``, ``transfers`` and ``void``.

    Raises RuleBroken as ``Field`` and ``Lot`` do, with the place.
    """
    field.words("buybacks", "transfers", "void", needed=("id", "players", "price", "buyer"))
    backs, transfers, void = field.get("buybacks"), field.get("transfers"), field.get("void")
    lot_id = field["id"]
    with field.placing():
        return Lot(
            id=str(lot_id.whole()) if isinstance(lot_id.value, int) else lot_id.text(),
            players=tuple(who.text() for who in field["players"].each()),
            price=field["price"].whole(),
            buyer=field["buyer"].text(),
            buybacks=() if backs is None else tuple(map(_buyback, backs.each())),
            transfers=() if transfers is None else tuple(map(_transfer, transfers.each())),
            void=None if void is None else Void(void.one_of(*Void)),
        )


def read_stake(field: Field) -> Stake:
    """Return a stake: who, on which player, how much."""
    field.words(needed=("who", "player", "stake"))
    return Stake(field["who"].text(), field["player"].text(), field["stake"].whole())


def _buyback(field: Field) -> BuyBack:
    field.words(needed=("player", "share"))
    return BuyBack(field["player"].text(), field["share"].fraction())


def _transfer(field: Field) -> Transfer:
    field.words("price", "date", needed=("from", "to", "share"))
    price, date = field.get("price"), field.get("date")
    return Transfer(
        field["from"].text(),
        field["to"].text(),
        field["share"].fraction(),
        0 if price is None else price.whole(),
        "" if date is None else date.text(),
    )


def _is_nested(file: Field, key: str) -> bool:
    """Whether the file expects sums by lot (or player) and person instead of by person alone."""
    expect = file.get("expect")
    sums = None if expect is None else expect.get(key)
    return sums is not None and any(isinstance(each.value, dict) for _, each in sums.pairs())


def _lines(settled: Settlement, lots: list[Lot]) -> list[str]:
    head = columns([("pool", money(settled.pool)), ("less house", money(settled.house)), ("net", money(settled.net))])
    lines = [*head, "", *split_lines(settled.divided), ""]
    for lot in lots:
        lines += _lot_lines(lot, settled)
    if not lots:
        lines += sum_lines("Received", settled.received)
    return lines


def _lot_lines(lot: Lot, settled: Settlement) -> list[str]:
    """Return what a lot pays each of its owners, or what a void one gives back."""
    head = f"{lot.id} ({', '.join(lot.players)}), {money(lot.price)} by {lot.buyer}"
    shares = {who: write_share(share) for who, share in lot.owners().items()}
    if lot.void is Void.WITHDRAWN:
        sums = settled.refunds[lot.id]
        return [
            f"{head}: void, withdrawn",
            *(f"  {who} ({shares[who]}) is refunded {money(sums[who])}" for who in sums),
        ]
    if lot.void is Void.UNPAID:
        sums = settled.refunds[lot.id]
        return [f"{head}: void, unpaid", *(f"  {who} ({shares[who]}) is credited {money(sums[who])}" for who in sums)]
    return [head, *(f"  {who} ({shares[who]}) receives {money(sum_)}" for who, sum_ in settled.lots[lot.id].items())]
