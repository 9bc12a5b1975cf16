"""Serializers and values of answers about clubs and their people."""

from typing import Any

from rest_framework import serializers

from clubs.models import Invitation, Role, User
from clubs.read.people import InvitationLine, PersonLine

KINDS = Role.Kind.values


class RefusalOut(serializers.Serializer[Any]):
    code = serializers.CharField()
    facts = serializers.DictField()
    detail = serializers.CharField()


class RoleOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    user = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=KINDS)


class PersonOut(RoleOut):
    name = serializers.CharField()
    email = serializers.EmailField()
    active = serializers.BooleanField(help_text="False if the person was switched off.")


class AccessOut(serializers.Serializer[Any]):
    user = serializers.IntegerField()
    active = serializers.BooleanField()


class InvitationOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=KINDS)
    ends_at = serializers.DateTimeField()


class InvitationMadeOut(InvitationOut):
    path = serializers.CharField(help_text="The path of the link on this site. It is shown only here.")


def role_data(role: Role) -> dict[str, Any]:
    return {"id": role.pk, "user": role.user_id, "kind": role.kind}


def person_data(line: PersonLine) -> dict[str, Any]:
    answer = {"id": line.role, "user": line.user, "kind": line.kind, "name": line.name, "email": line.email}
    return answer | {"active": not line.off}


def access_data(user: User) -> dict[str, Any]:
    return {"user": user.pk, "active": user.is_active}


def invitation_data(line: InvitationLine | Invitation) -> dict[str, Any]:
    return {"id": line.id, "kind": line.kind, "ends_at": line.ends_at}
