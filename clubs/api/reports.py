"""The API of report templates and reports, with the same actions as the pages."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.actions.reports import remove_template, save_template
from clubs.actions.roles import club_of
from clubs.api.changes import actor_of, answer_with, change, made, read
from clubs.api.described import described
from clubs.api.inputs import Strict, TextField
from clubs.api.views import DOOR, HIDDEN, REFUSED
from clubs.http.posting import whole
from clubs.models import ReportTemplate
from clubs.permissions import may_direct, must
from clubs.read.ratings.lists import list_of
from clubs.read.reports import Report, rating_rows, report_of, templates
from rules.reports import SEPARATORS, Kind, cells

ROWS: dict[str, Any] = {"type": "array", "items": {"type": "object", "additionalProperties": {"type": "string"}}}
TEMPLATE = OpenApiParameter("template", int, description="One of the club's report templates.")


class TemplateIn(Strict):
    name = TextField(max_length=120, help_text="A template of the same name is replaced.")
    kind = TextField(max_length=20, help_text=", ".join(Kind))
    columns = TextField(max_length=20_000, help_text='A column a line: Heading = field, or Heading = "words".')
    separator = TextField(max_length=20, required=False, help_text=", ".join(SEPARATORS))


class TemplateOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    name = serializers.CharField()
    kind = serializers.CharField()
    columns = serializers.CharField()
    separator = serializers.CharField()


class ReportTemplates(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: TemplateOut(many=True)} | HIDDEN, operation_id="clubs_report_templates_list")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The report templates of a club, by name."""
        must(may_direct(actor_of(request), club_of(pk).pk))
        return answer_with([_template(row) for row in templates(pk)])

    @described(request=TemplateIn, responses=made(TemplateOut) | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Save a template."""
        sheet = read(TemplateIn, request).validated_data
        name, kind, columns = sheet["name"], sheet["kind"], sheet["columns"]
        separator = sheet.get("separator", "comma")
        return change(
            request, lambda caller: save_template(pk, name, kind, columns, caller, separator=separator), _template, 201
        )


class ReportTemplateOffs(APIView):
    permission_classes = [IsAuthenticated]

    @described(request=None, responses={200: TemplateOut} | REFUSED, parameters=DOOR)
    def post(self, request: Request, pk: int) -> HttpResponse:
        """Remove a template."""
        return change(request, lambda caller: remove_template(pk, caller), _template)


class RatingReport(APIView):
    permission_classes = [IsAuthenticated]

    @described(
        responses={200: ROWS} | HIDDEN,
        parameters=[TEMPLATE],
        operation_id="ratings_report",
    )
    def get(self, request: Request, pk: int) -> HttpResponse:
        """A rating list as a report: an object for each person, a heading each for its text."""
        view = list_of(pk)
        must(may_direct(actor_of(request), view.club.pk))
        report = report_named(request._request, view.club.pk, Kind.RATINGS)
        return answer_with(report_data(report, rating_rows(view, report, timezone.now())))


def report_named(request: HttpRequest, club: int, kind: Kind) -> Report:
    """Return the report that ``?template=`` names. Raises Unknown ``template.unknown``."""
    template = request.GET.get("template")
    return report_of(club, kind, None if template is None else whole(template))


def report_data(report: Report, rows: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return a report as the API shows it."""
    headings = [each.heading for each in report.columns]
    return [dict(zip(headings, cells(report.columns, row), strict=True)) for row in rows]


def _template(row: ReportTemplate) -> dict[str, Any]:
    names = ("name", "kind", "columns", "separator")
    return {"id": row.pk} | {name: getattr(row, name) for name in names}
