"""Serializers of requests about the people of a club."""

from rest_framework import serializers

from clubs.api.inputs import Strict, TextField
from journal.statements import LARGEST_NUMBER

FEDERATIONS = "Ids of federations: WBGF 1234, UKBGF 567."
ADULT_ON = "A day; until then pages show the first name and an initial."


class PersonChangesIn(Strict):
    name = TextField(max_length=400, required=False)
    latin = TextField(max_length=400, required=False, allow_blank=True, help_text="The name in Latin letters.")
    home_club = TextField(max_length=400, required=False, allow_blank=True)
    country = TextField(max_length=400, required=False, allow_blank=True)
    federations = TextField(max_length=400, required=False, allow_blank=True, help_text=FEDERATIONS)
    adult_on = TextField(max_length=40, required=False, allow_blank=True, help_text=ADULT_ON)


class PersonIn(PersonChangesIn):
    name = TextField(max_length=400)
    kind = TextField(max_length=20, required=False, allow_blank=True, help_text="A membership from today on.")


class ContactIn(Strict):
    email = TextField(max_length=254, required=False, allow_blank=True)
    phone = TextField(max_length=400, required=False, allow_blank=True)
    address = TextField(max_length=400, required=False, allow_blank=True)
    note = TextField(max_length=400, required=False, allow_blank=True)


class MembershipIn(Strict):
    kind = TextField(max_length=20)
    starts_on = serializers.DateField(required=False, help_text="Today, if it is left out.")
    ends_on = serializers.DateField(required=False, allow_null=True)


class MembershipEndIn(Strict):
    ends_on = serializers.DateField(required=False, help_text="Today, if it is left out.")


class MergeIn(Strict):
    gone = serializers.IntegerField(
        min_value=1, max_value=LARGEST_NUMBER, help_text="The person to merge into this one."
    )


class AnswerIn(Strict):
    line = serializers.IntegerField(min_value=1, max_value=100_000)
    person = serializers.IntegerField(min_value=0, max_value=LARGEST_NUMBER, help_text="0: somebody new.")


class ImportIn(Strict):
    text = TextField(max_length=200 * 1024, trim_whitespace=False, help_text="CSV whose first line names the columns.")
    answers = AnswerIn(many=True, required=False, help_text="Whom lines mean that ask.")
