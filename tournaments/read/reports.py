"""The places of an event as the rows of a report: for federations, and for a club's own rankings.

Source: docs/rules/reports.md.
"""

from collections.abc import Collection
from zoneinfo import ZoneInfo

from clubs.read.persons.rows import PersonRow
from clubs.read.ratings.lists import lists_of
from clubs.read.ratings.points import events_with_points
from clubs.read.reports import Report
from journal.refusals import Refused
from rules.money.currency import plain_sum
from rules.reports import Kind
from tournaments.models import Entrant, Event
from tournaments.read.club.results import entry_fee
from tournaments.read.draws.places import places_sheet
from tournaments.read.draws.results_file import ids_of_all, particulars_of, people_in, result_rows
from tournaments.read.draws.view import draw_view
from tournaments.read.events import conditions_of, draw_of
from tournaments.read.re_entries import first_entries, number_of_people


def event_rows(event: Event, report: Report) -> list[dict[str, str]]:
    """Return the rows of a report on an event: its results or its places. Raises Refused ``draw.none``."""
    return result_rows(event, report) if report.kind is Kind.RESULTS else place_rows(event, report)


def place_rows(event: Event, report: Report) -> list[dict[str, str]]:
    """Return a row for each entrant whose place is decided, in strict order. Raises Refused ``draw.none``."""
    if event.current_draw_id is None:
        raise Refused("draw.none", event=event.pk)
    sheet, people, particulars = places_sheet(event), people_in(event), particulars_of(event)
    numbers = dict(Entrant.objects.filter(pk__in=[line.entrant for line in sheet.lines]).values_list("pk", "number"))
    about = _about(event, particulars) | {"finished": _finished(event) if sheet.over else ""}
    # What several people play together gives nobody points.
    single = {} if conditions_of(event).entrants.is_several else {who: rows[0] for who, rows in people.items()}
    points = _points(event, report, single, {line.entrant for line in sheet.lines})
    return [
        about
        | {
            "place": str(line.place),
            "shared": str(line.shared),
            "order": str(line.order),
            "name": line.name,
            "club": particulars.get(line.entrant, ("", ""))[0],
            "country": particulars.get(line.entrant, ("", ""))[1],
            "entry": str(numbers.get(line.entrant, "")),
        }
        | ids_of_all(people.get(line.entrant, ()), report)
        | {field: each.get(line.entrant, "") for field, each in points.items()}
        for line in sheet.lines
    ]


def _about(event: Event, entries: Collection[int]) -> dict[str, str]:
    """Return the cells that are the same in every row; ``entries`` are all entrants of the event."""
    tournament, fee = event.tournament, entry_fee(event)
    currency = tournament.currency
    return {
        "event": tournament.name,
        "division": event.name,
        "date": tournament.starts_on.isoformat() if tournament.starts_on else "",
        "director": tournament.director,
        "entrants": str(number_of_people(entries, first_entries(event))),
        "entries": str(len(entries)),
        "fee": plain_sum(fee, currency) if fee else "",
        "currency": currency if fee else "",
    }


def _points(event: Event, report: Report, people: dict[int, PersonRow], placed: set[int]) -> dict[str, dict[int, str]]:
    """Return field → entrant → points, by the lists of points that the columns name, once the event is finished.

    ``points`` is the club's oldest list of points that goes on, ``points:Name`` the one of that name.
    """
    wanted = {each.key: each.name for each in report.columns if each.field == "points"}
    fields: dict[str, dict[int, str]] = {}
    if not wanted:
        return fields
    lists = [each for each in lists_of(event.tournament.club) if each.rules.points is not None]
    # Of the entries of one person the one that is placed counts.
    entrants = sorted(Entrant.objects.filter(event=event).values_list("pk", flat=True), key=lambda each: each in placed)
    # As a finished event has them: a person of the club, or the number of the entrant with a minus.
    keys = {people[entrant].id if entrant in people else -entrant: entrant for entrant in entrants}
    for key, name in wanted.items():
        system = next((each.rules.points for each in lists if (each.name == name if name else not each.ended)), None)
        if system is not None:
            for each in events_with_points(event.tournament.club_id, system, event=event.pk):
                won = {keys[who]: points for who, points in each.points.items() if who in keys}
                fields[key] = {entrant: f"{float(points):g}" for entrant, points in won.items()}
    return fields


def _finished(event: Event) -> str:
    """Return the day of the last result."""
    view = draw_view(draw_of(event), {})
    last = max((match.times.finished for match in view.matches if match.times.finished), default=None)
    return last.astimezone(ZoneInfo(event.tournament.timezone)).date().isoformat() if last else ""
