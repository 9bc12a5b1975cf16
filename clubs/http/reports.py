"""Reports as files to download."""

from collections.abc import Callable, Iterable

from django.http import HttpRequest, HttpResponse

from clubs.http.posting import whole
from clubs.read.reports import Report, Row, report_of
from rules.reports import Kind

TYPES = {"csv": "text/csv; charset=utf-8", "json": "application/json"}


def report_file(
    request: HttpRequest, club: int, kind: Kind, form: str, name: str, rows: Callable[[Report], Iterable[Row]]
) -> HttpResponse:
    """Return a report as a file, ``form`` csv or json; ``?template=`` is the key of one of the club's own.

    Raises Unknown ``template.unknown``.
    """
    template = whole(request.GET["template"]) if "template" in request.GET else None
    report = report_of(club, kind, template)
    made = rows(report)
    text = report.as_json(made) if form == "json" else report.as_csv(made)
    answer = HttpResponse(text, content_type=TYPES[form])
    answer["Content-Disposition"] = f'attachment; filename="{name}.{form}"'
    return answer
