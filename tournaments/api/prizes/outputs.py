"""Answers about prizes and closing, and their serializers for the schema; every sum is in minor units."""

from dataclasses import asdict
from typing import Any

from rest_framework import serializers

from rules.money.preview import Column
from rules.money.shares import write_share
from tournaments.actions.money.prizes import Awarded
from tournaments.models import AddedMoney, BooksClosing, PotSetup, PrizeTransfer, ReopenRequest, Unclaimed, stored_json
from tournaments.read.money.designs import PotDesign
from tournaments.read.money.payouts import EventPayouts, PotPayouts, PrizeLine
from tournaments.read.money.sheets import ProofSheet


class PotOut(serializers.Serializer[Any]):
    pot = serializers.CharField(allow_blank=True)
    division = serializers.JSONField(allow_null=True)
    collected = serializers.IntegerField()
    added = serializers.IntegerField()
    entrants = serializers.IntegerField()
    awarded = serializers.BooleanField()
    version = serializers.IntegerField(help_text="For If-Match.")


class PotSetOut(serializers.Serializer[Any]):
    pot = serializers.CharField(allow_blank=True)
    division = serializers.JSONField()
    version = serializers.IntegerField()


class PlaceOut(serializers.Serializer[Any]):
    bracket = serializers.CharField()
    place = serializers.IntegerField()
    share = serializers.CharField()
    amount = serializers.IntegerField(allow_null=True, help_text="null: nobody will hold it.")


class ColumnOut(serializers.Serializer[Any]):
    entrants = serializers.IntegerField()
    fund = serializers.IntegerField()
    over = serializers.IntegerField()
    to_first = serializers.IntegerField()
    places = PlaceOut(many=True)


class MoneyMovedOut(serializers.Serializer[Any]):
    payer = serializers.IntegerField()
    amount = serializers.IntegerField()


class PrizePartOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    amount = serializers.IntegerField()


class PrizeOut(serializers.Serializer[Any]):
    entrant = serializers.IntegerField(allow_null=True, help_text="null: still played for.")
    payer = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    bracket = serializers.CharField()
    place = serializers.IntegerField()
    first = serializers.IntegerField()
    tied = serializers.IntegerField()
    share = serializers.CharField()
    amount = serializers.IntegerField()
    before_ties = serializers.IntegerField()
    sure = serializers.IntegerField(help_text="What may be paid while places are open.")
    parts = PrizePartOut(many=True, help_text="Equal parts of the members of a pair or a team.")


class PotPayoutsOut(serializers.Serializer[Any]):
    pot = serializers.CharField(allow_blank=True)
    prizes = PrizeOut(many=True)


class PrizeWinnerOut(serializers.Serializer[Any]):
    payer = serializers.IntegerField()
    name = serializers.CharField()
    due = serializers.IntegerField()
    awarded = serializers.IntegerField()
    moved = serializers.IntegerField()
    paid = serializers.IntegerField()
    kept = serializers.IntegerField(help_text="What the club keeps for them.")
    waiting = serializers.IntegerField(help_text="What waits for a second person.")
    to_pay = serializers.IntegerField()
    to_collect = serializers.IntegerField()


class PayoutsOut(serializers.Serializer[Any]):
    pots = PotPayoutsOut(many=True)
    people = PrizeWinnerOut(many=True)
    complete = serializers.BooleanField()


class PrizesAwardedOut(serializers.Serializer[Any]):
    event = serializers.IntegerField()
    differences = serializers.JSONField(help_text="payer → line → difference")
    record = serializers.IntegerField(allow_null=True)


class ProofOut(serializers.Serializer[Any]):
    sheet = serializers.IntegerField()
    closed = serializers.BooleanField()
    came_in = serializers.IntegerField()
    went_out = serializers.IntegerField()
    house = serializers.IntegerField()
    rows = serializers.JSONField()
    money = serializers.JSONField()
    findings = serializers.JSONField()
    record = serializers.IntegerField()
    memory = serializers.CharField(allow_blank=True)


class ClosingOut(serializers.Serializer[Any]):
    tournament = serializers.IntegerField()
    sheet = serializers.IntegerField()


def pot_data(design: PotDesign) -> dict[str, Any]:
    """Return a pot as it is designed."""
    return {
        "pot": design.code,
        "division": None if design.division is None else design.division.as_data(),
        "collected": design.collected,
        "added": design.total_added,
        "entrants": design.entrants,
        "awarded": design.is_awarded,
        "version": design.turn,
    }


def setup_data(setup: PotSetup) -> dict[str, Any]:
    """Return a division that was set."""
    return {"pot": setup.pot, "division": stored_json(setup.division), "version": setup.turn}


def column_data(shown: Column) -> dict[str, Any]:
    """Return a field size of a preview."""
    places = [
        {
            "bracket": each.row.bracket, "place": each.row.place, "share": write_share(each.row.share),
            "amount": each.amount,
        } for each in shown.places
    ]  # fmt: skip
    over, to_first = shown.residue.over, shown.residue.to_first
    return {"entrants": shown.entrants, "fund": shown.fund, "over": over, "to_first": to_first, "places": places}


def added_data(fact: AddedMoney) -> dict[str, Any]:
    """Return added money."""
    return {"payer": fact.payer_id, "amount": fact.amount}


def transfer_data(fact: PrizeTransfer) -> dict[str, Any]:
    """Return money that was moved: who has it now."""
    return {"payer": fact.taker_id, "amount": fact.amount}


def unclaimed_data(fact: Unclaimed) -> dict[str, Any]:
    """Return what the club keeps for somebody."""
    return {"payer": fact.payer_id, "amount": fact.amount}


def payouts_data(payouts: EventPayouts) -> dict[str, Any]:
    """Return the payouts of an event."""
    people = [
        {
            "payer": each.payer, "name": each.name, "due": each.due, "awarded": each.awarded, "moved": each.moved,
            "paid": each.paid, "kept": each.kept, "waiting": each.waiting,
            "to_pay": each.to_pay, "to_collect": each.to_collect,
        } for each in payouts.people
    ]  # fmt: skip
    return {"pots": [_pot(each) for each in payouts.pots], "people": people, "complete": payouts.is_complete}


def _pot(pot: PotPayouts) -> dict[str, Any]:
    return {"pot": pot.pot.code, "prizes": [_prize(line) for line in pot.lines]}


def _prize(line: PrizeLine) -> dict[str, Any]:
    data = asdict(line)
    del data["exact"], data["members"]
    parts = [{"name": name, "amount": amount} for name, amount in line.parts]
    return data | {"share": write_share(line.share), "parts": parts}


def awarded_data(awarded: Awarded) -> dict[str, Any]:
    """Return what an award posted."""
    differences = {str(payer): lines for payer, lines in awarded.differences.items()}
    return {"event": awarded.event, "differences": differences, "record": awarded.record}


def proof_data(sheet: ProofSheet) -> dict[str, Any]:
    """Return the closing proof as it stands."""
    proof = sheet.proof
    return {
        "sheet": sheet.sheet,
        "closed": sheet.is_closed,
        "came_in": proof.came_in,
        "went_out": proof.went_out,
        "house": proof.house,
        "rows": [asdict(each) for each in proof.rows],
        "money": [asdict(each) for each in proof.money],
        "findings": [asdict(each) for each in proof.findings],
        "record": sheet.record,
        "memory": sheet.hash,
    }


def closing_data(fact: BooksClosing | ReopenRequest) -> dict[str, Any]:
    """Return which sheet of which tournament it is about."""
    return {"tournament": fact.tournament_id, "sheet": fact.sheet}
