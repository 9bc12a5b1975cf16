"""What the page of papers and the sheets read beside the draws."""

from collections import defaultdict

from tournaments.models import Draw, Event, Line, Match, Particulars, Passage, Tournament

# Name, club and country.
type Lettered = tuple[str, str, str]
# Code, status and whether it has begun.
type Begun = tuple[str, int, bool]


def events_with_draws(tournament: Tournament) -> list[Event]:
    """Return the events of a tournament in the order in which they were made, with their current draws."""
    events = Event.objects.filter(tournament=tournament).select_related("current_draw")
    return sorted(events.defer("current_draw__plan"), key=lambda event: event.pk)


def lettered_in(tournament: Tournament) -> dict[int, dict[int, Lettered]]:
    """Return event → entrant → name, club and country: everything that has to be printed."""
    names: dict[int, dict[int, Lettered]] = defaultdict(dict)
    particulars = Particulars.objects.filter(
        entrant__event__tournament=tournament, entrant__record__undo__isnull=True, record__undo__isnull=True
    )
    columns = ("entrant__event", "entrant", "name", "club", "country")
    for event, entrant, name, club, country in particulars.order_by("turn").values_list(*columns):
        names[event][entrant] = name, club, country
    return names


def lines_in(tournament: Tournament) -> dict[int, dict[int, int]]:
    """Return event → line → entrant of the current draws."""
    lines: dict[int, dict[int, int]] = defaultdict(dict)
    current = Event.objects.filter(tournament=tournament).values("current_draw")
    rows = Line.objects.filter(draw__in=current, record__undo__isnull=True).order_by("turn")
    for event, line, entrant in rows.values_list("draw__event", "line", "entrant"):
        lines[event].pop(line, None)
        if entrant is not None:
            lines[event][line] = entrant
    return lines


def begun_in(tournament: Tournament) -> dict[int, list[Begun]]:
    """Return event → the matches of its current draw, in the order of the plan."""
    by_event: dict[int, list[Begun]] = defaultdict(list)
    current = Event.objects.filter(tournament=tournament).values("current_draw")
    rows = Match.objects.filter(draw__in=current).order_by("draw", "place")
    for event, code, status, begun in rows.values_list("draw__event", "code", "status", "begun"):
        by_event[event].append((code, status, begun))
    return by_event


def rulings_in(draw: Draw) -> dict[int, int]:
    """Return place → the number of the record of the latest ruling on that match."""
    rulings = Passage.objects.filter(match__draw=draw, record__undo__isnull=True).order_by("record")
    return dict(rulings.values_list("match__place", "record__number"))
