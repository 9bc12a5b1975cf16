"""The API of background jobs, for the owner of the installation."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.jobs import retry_job
from clubs.api.changes import actor_of, answer_with, change
from clubs.api.described import described
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.permissions import may_own_site, must
from clubs.read.jobs import SHOWN, how_far, job_of, jobs_in, last_line, state_of
from journal.refusals import Unreadable
from runtime.models import Job


class JobOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    task = serializers.CharField()
    state = serializers.ChoiceField(choices=list(SHOWN))
    attempts = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    due_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    made = serializers.IntegerField(help_text="The progress, in parts if it has parts.")
    of = serializers.IntegerField(help_text="The end of the progress; 0 if unknown.")
    part_of = serializers.IntegerField(allow_null=True, help_text="The job that this is a part of.")
    error = serializers.CharField(help_text="The last line of the error.")


class OwnersOfTheSite(APIView):
    """Views for the owner of the installation only."""

    permission_classes = [IsAuthenticated]


class Jobs(OwnersOfTheSite):
    @described(
        responses={200: JobOut(many=True)} | HIDDEN | {400: REFUSED[400]},
        operation_id="jobs_list",
        parameters=[
            OpenApiParameter("show", str, enum=list(SHOWN)),
            OpenApiParameter("before", int, description="Jobs older than this one, 50 at a time."),
        ],
    )
    def get(self, request: Request) -> HttpResponse:
        """Background jobs, newest first."""
        must(may_own_site(actor_of(request)))
        show, before = request.query_params.get("show"), request.query_params.get("before", "0")
        if show is not None and show not in SHOWN:
            raise Unreadable("unreadable", field="show")
        if not before.isascii() or not before.isdigit() or len(before) > 15:
            raise Unreadable("unreadable", field="before")
        return answer_with([job_data(job) for job in jobs_in(show or "", timezone.now(), int(before))])


class JobOne(OwnersOfTheSite):
    @described(responses={200: JobOut} | HIDDEN)
    def get(self, request: Request, pk: int) -> HttpResponse:
        """One job."""
        must(may_own_site(actor_of(request)))
        return answer_with(job_data(job_of(pk)))


class JobRetry(OwnersOfTheSite):
    @described(request=None, responses={200: JobOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Try again a job that was given up, with all its attempts."""
        return change(request, lambda caller: retry_job(pk, caller), job_data)


def job_data(job: Job) -> dict[str, Any]:
    made, of = how_far(job)
    return {
        "id": job.pk,
        "task": job.task,
        "state": state_of(job, timezone.now()),
        "attempts": job.attempts,
        "created_at": job.created_at,
        "due_at": job.due_at,
        "ended_at": job.ended_at,
        "made": made,
        "of": of,
        "part_of": job.parent_id,
        "error": last_line(job.error),
    }
