"""Serializers of requests about clubs and their people, and what all serializers of requests are made of."""

from typing import Any

from rest_framework import serializers


class Strict(serializers.Serializer[Any]):
    """Refuses fields it does not know: a mistyped one must not be passed over."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict):
            unknown = sorted(set(data) - set(self.fields))
            if unknown:
                raise serializers.ValidationError({str(name): ["unknown field"] for name in unknown})
        return super().to_internal_value(data)


class TextField(serializers.CharField):
    """Text as the schema says: a number is not taken for its digits."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class KindIn(Strict):
    kind = TextField(max_length=20, help_text="owner, director, desk or member")


class InvitationIn(KindIn):
    email = TextField(max_length=254, required=False, help_text="The address to which the link is sent.")


class RoleIn(KindIn):
    email = TextField(max_length=254)


class AccessIn(Strict):
    active = serializers.BooleanField(help_text="Whether the person may sign in.")


class ClubNameIn(Strict):
    name = TextField(max_length=400, allow_blank=True, trim_whitespace=False)
