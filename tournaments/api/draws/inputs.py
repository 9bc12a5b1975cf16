"""What programs send about formats."""

from typing import Any

from rest_framework import serializers

from clubs.api.inputs import Strict, TextField
from rules.draws.seeding import FEWEST, MOST


class RedrawIn(Strict):
    left = serializers.IntegerField(help_text="16 or 8: how many players are left in the round.")
    key = TextField(max_length=1000, trim_whitespace=False, allow_blank=True)


class DropsIn(Strict):
    round = TextField(max_length=10, help_text="The letter of the round.")


class ScorecardIn(serializers.Serializer[Any]):
    format = serializers.JSONField(required=False, help_text="The format of the event without it.")
    entrants = serializers.IntegerField(
        required=False, min_value=FEWEST, max_value=MOST, help_text="Those who are entered without it."
    )


class PairIn(Strict):
    shown = TextField(
        max_length=40,
        required=False,
        allow_blank=True,
        help_text="``next.shown`` of the tables that were looked at, to pair these and no others; empty for any.",
    )
