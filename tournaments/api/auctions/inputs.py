"""Serializers of requests about auctions: they check shapes only, the rule book judges the rest."""

from typing import Any

from rest_framework import serializers

from clubs.api.inputs import Strict, TextField
from clubs.models import MOST_MONEY
from journal.statements import LARGEST_NUMBER
from tournaments.actions.auctions.lots import LotSheet
from tournaments.actions.auctions.shares import Deal


def an_id(**more: Any) -> serializers.IntegerField:
    """Return the field of a row's primary key."""
    return serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER, **more)


def a_sum() -> serializers.IntegerField:
    """Return the field of a sum in minor units."""
    return serializers.IntegerField(min_value=0, max_value=MOST_MONEY, help_text="In minor units.")


class NoticeIn(Strict):
    notice = serializers.IntegerField(min_value=0, max_value=1000, help_text="The number of the notice that you read.")


class AuctionIn(Strict):
    rules = serializers.JSONField(help_text="docs/rules/auction.md#settings")


class AuctionChangeIn(AuctionIn):
    reason = TextField(max_length=5000, default="", allow_blank=True)


class LotIn(Strict):
    code = TextField(max_length=1000)
    players = serializers.ListField(child=an_id(), max_length=512, default=list)
    field = serializers.BooleanField(default=False)


class LotsIn(Strict):
    lots = LotIn(many=True)

    def sheets(self) -> list[LotSheet]:
        return [LotSheet(each["code"], tuple(each["players"]), each["field"]) for each in self.validated_data["lots"]]


class OrderIn(Strict):
    kind = TextField(max_length=1000)
    key = TextField(max_length=1000, default="", allow_blank=True, trim_whitespace=False)


class LateIn(Strict):
    entrant = an_id()
    kind = TextField(max_length=1000)
    code = TextField(max_length=1000, default="", allow_blank=True)


class StakeIn(Strict):
    payer = an_id()
    entrant = an_id()
    amount = a_sum()


class BidIn(Strict):
    amount = a_sum()
    payers = serializers.ListField(
        child=an_id(), max_length=100, default=list, help_text="Several bid jointly; left out with a bidder's link."
    )


class ClockIn(Strict):
    stopped = serializers.BooleanField()


class VoidIn(Strict):
    kind = TextField(max_length=1000)
    reason = TextField(max_length=5000, allow_blank=True)


class BuyBackIn(Strict):
    player = an_id(help_text="An entrant of the lot.")
    share = TextField(max_length=1000, default="", allow_blank=True, help_text="A fraction; empty leaves it.")
    through_desk = serializers.BooleanField(default=True)


class TransferIn(Strict):
    seller = an_id()
    buyer = an_id()
    share = TextField(max_length=1000)
    price = a_sum()
    day = serializers.DateField(default=None, allow_null=True)
    through_desk = serializers.BooleanField(default=False)

    def deal(self) -> Deal:
        return Deal(**self.validated_data)
