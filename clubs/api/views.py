"""The API of a club's people, with the same actions as the pages."""

import json
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.clubs import rename_club
from clubs.actions.invitations import Letter, end_invitation, invite
from clubs.actions.people import switch_off, switch_on
from clubs.actions.roles import change_role, club_of, end_role, give_role
from clubs.api import inputs, outputs
from clubs.api.changes import actor_of, answer_with, change, made, read
from clubs.api.described import described
from clubs.models import Invitation
from clubs.permissions import may_direct, must
from clubs.read.people import invitation_list, role_list
from clubs.secrets import link_secret
from journal.book import Caller
from journal.canon import canonical

REFUSED: dict[Any, Any] = dict.fromkeys((400, 401, 403, 404, 409, 422), outputs.RefusalOut)
HIDDEN: dict[Any, Any] = dict.fromkeys((401, 403, 404), outputs.RefusalOut)
DOOR = [
    OpenApiParameter(
        "Idempotency-Key",
        str,
        OpenApiParameter.HEADER,
        description="The same request under the same key is carried out once.",
    ),
    OpenApiParameter("preview", bool, OpenApiParameter.QUERY, description="Try the change and roll it back."),
]


class Staff(APIView):
    """Views for directors of the club only."""

    permission_classes = [IsAuthenticated]

    def must_direct(self, request: Request, club: int) -> None:
        club_row = club_of(club)
        must(may_direct(actor_of(request), club_row.pk))


class Roles(Staff):
    @described(responses={200: outputs.PersonOut(many=True)} | HIDDEN, operation_id="clubs_roles_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The people of a club with their roles."""
        self.must_direct(request, pk)
        return answer_with([outputs.person_data(line) for line in role_list(pk, actor_of(request))])

    @described(request=inputs.RoleIn, responses=made(outputs.RoleOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Give an existing user a role."""
        data = read(inputs.RoleIn, request).validated_data
        return change(
            request, lambda caller: give_role(pk, data["email"], data["kind"], caller), outputs.role_data, 201
        )


class RoleOfPerson(Staff):
    @described(request=inputs.KindIn, responses={200: outputs.RoleOut} | REFUSED, parameters=DOOR)
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """End a role and give its user another in the same club."""
        kind = read(inputs.KindIn, request).validated_data["kind"]
        return change(request, lambda caller: change_role(pk, kind, caller), outputs.role_data)


class RoleEnd(Staff):
    @described(request=None, responses={200: outputs.RoleOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Take a role away; it counts no longer at the next request."""
        return change(request, lambda caller: end_role(pk, caller), outputs.role_data)


class Access(Staff):
    @described(request=inputs.AccessIn, responses={200: outputs.AccessOut} | REFUSED, parameters=DOOR)
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Switch a user off, everywhere and at once, or on again."""
        turn = switch_on if read(inputs.AccessIn, request).validated_data["active"] else switch_off
        return change(request, lambda caller: turn(pk, caller), outputs.access_data)


class Invitations(Staff):
    @described(responses={200: outputs.InvitationOut(many=True)} | HIDDEN, operation_id="clubs_invitations_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Links that still work."""
        self.must_direct(request, pk)
        return answer_with([outputs.invitation_data(line) for line in invitation_list(pk)])

    @described(
        request=inputs.InvitationIn,
        responses=made(outputs.InvitationMadeOut, preview=outputs.InvitationOut) | REFUSED,
        parameters=DOOR,
    )
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Make a link that gives a role once; with ``email`` also send it."""
        data, minted = read(inputs.InvitationIn, request).validated_data, [""]
        to = data.get("email")
        letter = Letter(to, f"{request.scheme}://{request.get_host()}") if to else None

        def act(caller: Caller) -> Invitation:
            minted[0] = link_secret("invitation", caller)
            return invite(pk, data["kind"], minted[0], caller, letter)

        answer = change(request, act, outputs.invitation_data, 201)
        # The stored answer never holds the secret, so it is added here, for a repeated request too.
        if "Preview" not in answer.headers:
            path = reverse("invitation", args=[minted[0]])
            answer.content = canonical(json.loads(answer.content) | {"path": path}).encode()
        return answer


class InvitationEnd(Staff):
    @described(request=None, responses={200: outputs.InvitationOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """End an unused link."""
        return change(request, lambda caller: end_invitation(pk, caller), outputs.invitation_data)


class ClubName(Staff):
    @described(request=inputs.ClubNameIn, responses={200: inputs.ClubNameIn} | REFUSED, parameters=DOOR)
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Rename a club."""
        name = read(inputs.ClubNameIn, request).validated_data["name"]
        return change(request, lambda caller: rename_club(pk, name, caller), lambda club: {"name": club.name})
