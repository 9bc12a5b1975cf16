"""The API of the people of a club, with the same actions as the pages."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.persons.details import add_person, change_person, set_person_contact
from clubs.actions.persons.erasing import erase_person
from clubs.actions.persons.importing import import_people
from clubs.actions.persons.memberships import begin_membership, end_membership
from clubs.actions.persons.merging import merge_people
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.roles import club_of
from clubs.api.changes import actor_of, answer_with, change, made, read
from clubs.api.described import described
from clubs.api.outputs import RefusalOut
from clubs.api.persons import inputs, outputs
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.permissions import may_direct, may_run_desk, must
from clubs.read.persons.card import own_data, person_card
from clubs.read.persons.importing import read_import
from clubs.read.persons.rows import person_row, person_rows
from clubs.read.persons.search import search_people

IF_MATCH = OpenApiParameter("If-Match", str, OpenApiParameter.HEADER, description="The turn that you saw.")


class SignedIn(APIView):
    """Views for the desk and the directors of a club."""

    permission_classes = [IsAuthenticated]


class ClubPeople(SignedIn):
    @described(
        responses={200: outputs.ClubPersonOut(many=True)} | HIDDEN,
        operation_id="clubs_people_list",
        parameters=[OpenApiParameter("q", str, description="A name in any script, or a federation id.")],
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The people of a club, without contacts."""
        club_of(pk)
        must(may_run_desk(actor_of(request), pk))
        rows, q = person_rows(pk), request.query_params.get("q", "")[:100]
        today = timezone.localdate()
        return answer_with([outputs.club_person_data(row, today) for row in (search_people(rows, q) if q else rows)])

    @described(request=inputs.PersonIn, responses=made(outputs.SavedOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Add a person; with ``kind`` as a member or guest from today on."""
        data = dict(read(inputs.PersonIn, request).validated_data)
        kind = data.pop("kind", "")
        return change(
            request, lambda caller: add_person(pk, PersonSheet(**data), kind, caller), outputs.saved_data, 201
        )


class PeopleImport(SignedIn):
    @described(
        request=inputs.ImportIn,
        responses={200: OpenApiTypes.OBJECT, 413: RefusalOut} | REFUSED,
        operation_id="clubs_people_import_preview",
    )
    def put(self, request: Request, pk: int) -> HttpResponse:
        """Return what each line of a file would do; nothing is changed."""
        club_of(pk)
        must(may_direct(actor_of(request), pk))
        data = read(inputs.ImportIn, request).validated_data
        lines = read_import(pk, data["text"], answers_in(data))
        return answer_with([outputs.import_line_data(line) for line in lines])

    @described(
        request=inputs.ImportIn,
        responses=made(outputs.ImportedOut) | {413: RefusalOut} | REFUSED,
        parameters=DOOR,
    )
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Add and change the people of a file, all or nobody."""
        data = read(inputs.ImportIn, request).validated_data
        return change(
            request,
            lambda caller: import_people(pk, data["text"], answers_in(data), caller),
            outputs.imported_data,
            201,
        )


def answers_in(data: dict[str, Any]) -> dict[int, int | None]:
    """Return line → whom it means, None for 0: somebody new."""
    return {each["line"]: each["person"] or None for each in data.get("answers", [])}


class ClubPerson(SignedIn):
    @described(responses={200: outputs.ClubPersonOut} | HIDDEN | {410: REFUSED[404]})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """One person; for directors with their contact."""
        actor, row = actor_of(request), person_row(pk)
        must(may_run_desk(actor, row.club))
        answer = outputs.club_person_data(row, timezone.localdate())
        if may_direct(actor, row.club):
            answer["contact"] = outputs.contact_data(person_card(pk).contact)
        return answer_with(answer)

    @described(
        request=inputs.PersonChangesIn,
        responses={200: outputs.SavedOut} | REFUSED | {410: REFUSED[404]},
        parameters=[*DOOR, IF_MATCH],
    )
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Change the details of a person."""
        data = read(inputs.PersonChangesIn, request).validated_data
        return change(request, lambda caller: change_person(pk, data, caller), outputs.saved_data)


class ClubPersonContact(SignedIn):
    @described(
        request=inputs.ContactIn, responses={200: outputs.SavedOut} | REFUSED | {410: REFUSED[404]}, parameters=DOOR
    )
    def patch(self, request: Request, pk: int) -> HttpResponse:
        """Change how a person is reached; an empty field is erased."""
        data = read(inputs.ContactIn, request).validated_data
        return change(request, lambda caller: set_person_contact(pk, data, caller), outputs.saved_data)


class PersonMemberships(SignedIn):
    @described(
        request=inputs.MembershipIn,
        responses=made(outputs.MembershipOut) | REFUSED | {410: REFUSED[404]},
        parameters=DOOR,
    )
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Begin a membership."""
        data = read(inputs.MembershipIn, request).validated_data
        first, last = data.get("starts_on"), data.get("ends_on")
        return change(
            request,
            lambda caller: begin_membership(pk, data["kind"], first, last, caller),
            outputs.membership_data,
            201,
        )


class MembershipEnd(SignedIn):
    @described(request=inputs.MembershipEndIn, responses={200: outputs.MembershipEndOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """End a membership."""
        last = read(inputs.MembershipEndIn, request).validated_data.get("ends_on")
        return change(request, lambda caller: end_membership(pk, last, caller), outputs.membership_end_data)


class PersonMerge(SignedIn):
    @described(
        request=inputs.MergeIn, responses={200: outputs.MergedOut} | REFUSED | {410: REFUSED[404]}, parameters=DOOR
    )
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Merge another person into this one; the club's memory can undo it."""
        gone = read(inputs.MergeIn, request).validated_data["gone"]
        return change(request, lambda caller: merge_people(gone, pk, caller), outputs.merged_data)


class PersonErase(SignedIn):
    @described(request=None, responses={200: outputs.ErasedOut} | REFUSED | {410: REFUSED[404]}, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Erase the private data of a person; results stay under a code. Nothing undoes it."""
        return change(request, lambda caller: erase_person(pk, caller), outputs.erased_data)


class PersonData(SignedIn):
    @described(responses={200: OpenApiTypes.OBJECT} | HIDDEN | {410: REFUSED[404]})
    def get(self, request: Request, pk: int) -> HttpResponse:
        """Everything that is kept about a person, for directors."""
        row = person_row(pk)
        must(may_direct(actor_of(request), row.club))
        return answer_with(own_data(pk))
