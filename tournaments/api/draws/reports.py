"""The API of the reports on an event: its results and its places as a federation takes them."""

from django.http import HttpResponse
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from clubs.api.changes import actor_of, answer_with
from clubs.api.described import described
from clubs.api.reports import ROWS, TEMPLATE, report_data, report_named
from clubs.api.views import HIDDEN, REFUSED
from clubs.permissions import may_direct, must
from rules.reports import Kind
from tournaments.read.events import event_of
from tournaments.read.reports import event_rows

NOT_DRAWN = HIDDEN | {409: REFUSED[409]}


class EventResultsReport(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: ROWS} | NOT_DRAWN, parameters=[TEMPLATE], operation_id="events_results_report")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The results of an event as a report: an object for each match, a heading each for its text."""
        return _report(request, pk, Kind.RESULTS)


class EventPlacesReport(APIView):
    permission_classes = [IsAuthenticated]

    @described(responses={200: ROWS} | NOT_DRAWN, parameters=[TEMPLATE], operation_id="events_places_report")
    def get(self, request: Request, pk: int) -> HttpResponse:
        """The places of an event as a report: an object for each entrant, a heading each for its text."""
        return _report(request, pk, Kind.PLACES)


def _report(request: Request, pk: int, kind: Kind) -> HttpResponse:
    event = event_of(pk)
    club = event.tournament.club_id
    must(may_direct(actor_of(request), club))
    report = report_named(request._request, club, kind)
    return answer_with(report_data(report, event_rows(event, report)))
