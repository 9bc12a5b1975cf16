"""What is printed."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from rules.errors import RuleBroken
from tournaments.selectors.sheets_file import SheetFile, sheet_file
from tournaments.views.draws import refused


@require_safe
def sheet_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    """The draw sheet to print."""
    try:
        return printed(sheet_file(pk, request.GET))
    except RuleBroken as broken:
        return refused(request, broken)


def printed(file: SheetFile) -> HttpResponse:
    """A file to print."""
    answer = HttpResponse(file.pdf, content_type="application/pdf")
    answer["Content-Disposition"] = f'inline; filename="{file.name}"'
    return answer
