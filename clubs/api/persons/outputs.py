"""Serializers and values of answers about the people of a club."""

from datetime import date
from typing import Any

from rest_framework import serializers

from clubs.actions.persons.details import Saved
from clubs.actions.persons.importing import Imported
from clubs.actions.persons.merging import Merged
from clubs.models import Membership, MembershipEnd, Person
from clubs.read.persons.card import Contact
from clubs.read.persons.importing import ImportLine
from clubs.read.persons.rows import PersonRow

KINDS = Membership.Kind.values


class MembershipOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=KINDS)
    starts_on = serializers.DateField()
    ends_on = serializers.DateField(allow_null=True)


class ContactOut(serializers.Serializer[Any]):
    email = serializers.CharField()
    phone = serializers.CharField()
    address = serializers.CharField()
    note = serializers.CharField()


class ClubPersonOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    code = serializers.CharField()
    turn = serializers.IntegerField(help_text="The version of the details: send it back as If-Match.")
    name = serializers.CharField()
    latin = serializers.CharField()
    home_club = serializers.CharField()
    country = serializers.CharField()
    federations = serializers.CharField()
    adult_on = serializers.CharField()
    erased = serializers.BooleanField()
    kind = serializers.CharField(help_text="The membership of today, empty without one.")
    memberships = MembershipOut(many=True)
    contact = ContactOut(required=False, help_text="For directors only.")


class SavedOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    turn = serializers.IntegerField()


class MergedOut(serializers.Serializer[Any]):
    gone = serializers.IntegerField()
    into = serializers.IntegerField()
    filled = serializers.ListField(child=serializers.CharField())
    record = serializers.IntegerField()


class ErasedOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    code = serializers.CharField(help_text="Results stay under this code.")


class ImportedOut(serializers.Serializer[Any]):
    added = serializers.IntegerField()
    changed = serializers.IntegerField()
    record = serializers.IntegerField(allow_null=True)


class MembershipEndOut(serializers.Serializer[Any]):
    membership = serializers.IntegerField()
    ends_on = serializers.DateField()


def club_person_data(row: PersonRow, today: date) -> dict[str, Any]:
    words = ("id", "code", "turn", "name", "latin", "home_club", "country", "federations", "adult_on", "erased")
    held = [
        {"id": each.id, "kind": each.kind, "starts_on": each.starts_on, "ends_on": each.ends_on}
        for each in row.memberships
    ]
    return {name: getattr(row, name) for name in words} | {"kind": row.kind(today), "memberships": held}


def contact_data(contact: Contact) -> dict[str, str]:
    return {"email": contact.email, "phone": contact.phone, "address": contact.address, "note": contact.note}


# Stored answers hold no names: a person can be erased.
def saved_data(saved: Saved) -> dict[str, Any]:
    return {"id": saved.person, "turn": saved.turn}


def merged_data(merged: Merged) -> dict[str, Any]:
    return {"gone": merged.gone, "into": merged.into, "filled": list(merged.filled), "record": merged.record}


def erased_data(person: Person) -> dict[str, Any]:
    return {"id": person.pk, "code": person.code}


def imported_data(imported: Imported) -> dict[str, Any]:
    return {"added": imported.added, "changed": imported.changed, "record": imported.record}


def import_line_data(line: ImportLine) -> dict[str, Any]:
    twins = [{"id": row.id, "name": row.name} for row in line.twins]
    return {"line": line.number, "does": line.does, "person": line.person, "code": line.code, "twins": twins}


def membership_data(held: Membership) -> dict[str, Any]:
    return {"id": held.pk, "kind": held.kind, "starts_on": held.starts_on, "ends_on": held.ends_on}


def membership_end_data(end: MembershipEnd) -> dict[str, Any]:
    return {"membership": end.membership_id, "ends_on": end.ends_on}
