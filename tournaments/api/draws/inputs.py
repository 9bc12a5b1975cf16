"""What programs send about formats."""

from typing import Any

from rest_framework import serializers

from rules.draws.seeding import FEWEST, MOST


class ScorecardIn(serializers.Serializer[Any]):
    format = serializers.JSONField(required=False, help_text="The format of the event without it.")
    entrants = serializers.IntegerField(
        required=False, min_value=FEWEST, max_value=MOST, help_text="Those who are entered without it."
    )
