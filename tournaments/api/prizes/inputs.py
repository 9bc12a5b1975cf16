"""Serializers of requests about prizes and closing: they check shapes only, the rule book judges the rest."""

from rest_framework import serializers

from clubs.api.inputs import Strict, TextField
from journal.statements import LARGEST_NUMBER


class DivisionIn(Strict):
    pot = TextField(max_length=40, default="", allow_blank=True, help_text="A side pool; the fund without it.")
    division = serializers.JSONField(help_text="{table, house, unit, below, fewer, rule}: docs/rules/prizes.md.")


class PotIn(DivisionIn):
    reason = TextField(max_length=1000, default="", allow_blank=True, help_text="Needed after the draw.")


class AddedIn(Strict):
    giver = TextField(max_length=1000)
    amount = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)


class PrizeTransferIn(Strict):
    to = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    amount = serializers.IntegerField(min_value=1, max_value=LARGEST_NUMBER)
    reason = TextField(max_length=1000)


class ReasonIn(Strict):
    reason = TextField(max_length=1000)
