"""Serializers of requests about clubs and their people."""

from typing import Any

from rest_framework import serializers


class KindIn(serializers.Serializer[Any]):
    kind = serializers.CharField(max_length=20, help_text="owner, director, desk or member")


class InvitationIn(KindIn):
    email = serializers.CharField(max_length=254, required=False, help_text="The address to which the link is sent.")


class RoleIn(KindIn):
    email = serializers.CharField(max_length=254)


class AccessIn(serializers.Serializer[Any]):
    active = serializers.BooleanField(help_text="Whether the person may sign in.")


class ClubNameIn(serializers.Serializer[Any]):
    name = serializers.CharField(max_length=400, allow_blank=True, trim_whitespace=False)
