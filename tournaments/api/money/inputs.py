"""Serializers of requests about money: they check shapes only, the rule book and the actions judge the rest."""

from rest_framework import serializers

from clubs.api.inputs import Strict, TextField
from journal.statements import LARGEST_NUMBER
from tournaments.actions.money.cash import Hand
from tournaments.actions.money.lines import Decision

MEANS = ["cash", "card", "voucher"]


class FeesIn(Strict):
    currency = TextField(max_length=10)
    fees = serializers.JSONField(help_text="[{code, kind, name, amount, event, prices, per_member?}], minor units.")
    release_above = serializers.IntegerField(default=None, allow_null=True, min_value=0, max_value=LARGEST_NUMBER)


class PayerIn(Strict):
    name = TextField(max_length=1000)
    club = TextField(max_length=1000, default="", allow_blank=True)


class TakeIn(Strict):
    lines = serializers.ListField(child=TextField(max_length=40), required=False, help_text="All without it.")
    amount = serializers.IntegerField(required=False, min_value=1, max_value=LARGEST_NUMBER, help_text="Minor units.")
    means = serializers.ChoiceField(MEANS, default="cash")
    drawer = serializers.IntegerField(default=1, min_value=0, max_value=1000)
    given = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_NUMBER)
    voucher = TextField(max_length=100, default="", allow_blank=True)
    mail = serializers.BooleanField(default=False, help_text="Mail the receipt to a player who left an address.")

    def hand(self) -> Hand:
        """Return how the money changes hands."""
        data = self.validated_data
        return Hand(
            means=data["means"], drawer=data["drawer"], given=data.get("given"), voucher=data["voucher"],
            mails=data["mail"],
        )  # fmt: skip


class HandOutIn(Strict):
    amount = serializers.IntegerField(
        required=False, min_value=1, max_value=LARGEST_NUMBER, help_text="Everything without it."
    )
    means = serializers.ChoiceField(MEANS, default="cash")
    drawer = serializers.IntegerField(default=1, min_value=0, max_value=1000)

    def hand(self) -> Hand:
        """Return how the money changes hands."""
        return Hand(means=self.validated_data["means"], drawer=self.validated_data["drawer"])


class DecisionIn(Strict):
    kind = serializers.ChoiceField(["chosen", "waived", "refunded", "returned", "kept"])
    line = TextField(max_length=60)
    on = serializers.BooleanField(default=True)
    reason = TextField(max_length=1000, default="", allow_blank=True)

    def decision(self) -> Decision:
        """Return what is decided."""
        return Decision(**self.validated_data)


class MarkIn(Strict):
    mark = serializers.ChoiceField(["guest", "student", "member"])
    on = serializers.BooleanField(default=True)


class PayerOfIn(Strict):
    payer = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)


class FloatIn(Strict):
    drawer = serializers.IntegerField(min_value=0, max_value=1000)
    amount = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER, help_text="Minor units.")


class CountIn(Strict):
    drawer = serializers.IntegerField(min_value=0, max_value=1000)
    amount = serializers.IntegerField(required=False, min_value=0, max_value=LARGEST_NUMBER, help_text="Minor units.")
    pieces = serializers.DictField(
        child=serializers.IntegerField(min_value=0), required=False, help_text="Minor units of a note or coin → many."
    )
    reason = TextField(max_length=1000, default="", allow_blank=True)

    def validate_pieces(self, pieces: dict[str, int]) -> dict[int, int]:
        """Return the pieces by their value."""
        if not all(name.isascii() and name.isdecimal() and len(name) < 12 for name in pieces):
            raise serializers.ValidationError("values are minor units")
        return {int(name): many for name, many in pieces.items()}

    def counted(self) -> int | dict[int, int]:
        """Return the sum, or the pieces."""
        data = self.validated_data
        counted: int | dict[int, int] = data["pieces"] if "pieces" in data else data.get("amount", 0)
        return counted
