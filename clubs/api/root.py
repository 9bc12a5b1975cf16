"""The root of the API: which program answers, in which version, and where its description is."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse
from django.urls import reverse
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.changes import answer_with
from clubs.api.described import described


class RootOut(serializers.Serializer[Any]):
    program = serializers.CharField()
    release = serializers.CharField(help_text="The version, such as 0.1.0.")
    schema = serializers.CharField(help_text="The path of the description of the API.")


class Root(APIView):
    permission_classes = [AllowAny]

    @described(responses=RootOut, operation_id="root")
    def get(self, request: Request) -> HttpResponse:
        """The program and its version."""
        return answer_with({"program": "Barpoint", "release": settings.RELEASE, "schema": reverse("api_schema")})
