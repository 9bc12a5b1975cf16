"""The top line of a page, for its viewer."""

from dataclasses import replace
from zoneinfo import ZoneInfo

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from clubs.http.languages import fall_back_on
from clubs.http.visitor import visitor
from clubs.words.marks import mark_lines
from tournaments.http.navigation import Nav, nav_of_tournament
from tournaments.models import Event, Tournament
from tournaments.permissions import rights_in
from tournaments.read.events import conditions_of, first_event
from tournaments.read.latest.recorded import last_recorded


def top(request: HttpRequest, subject: Event | Tournament, current: str, *, event: int | None = None) -> Nav:
    """Return the ``nav`` that base.html takes, with the visitor's rights in ONE statement, none for a passer-by.

    ``subject`` is the event (read with ``tournament__club``, as ``event_of`` does) or the tournament (read with its
    club) that the page shows. ``current``: desk, draw, entrants, memory, papers, setup, matches, places or home.
    ``event``: for a page of a tournament, the id of the event that Draw and Entrants lead to; when it is not told,
    the tournament's first, which takes one statement more; 0 says that there is none.

    The view gives it on and asks it: ``render(request, …, {"nav": nav, "sheet": sheet})``; ``nav.staff`` is
    ``may_run_desk``, ``nav.directs`` is ``may_direct``. A staff page shows the clock, so what it answers with
    ``fresh`` names ``nav.clock`` among ``more``.
    """
    tournament = subject.tournament if isinstance(subject, Event) else subject
    fall_back_on(request, tournament.language)
    leads_to = subject.pk if isinstance(subject, Event) else first_event(tournament) if event is None else event
    rights = rights_in(visitor(request), tournament.club_id)
    clock = f"{timezone.now().astimezone(ZoneInfo(tournament.timezone)):%H:%M}" if rights.desk else ""
    nav = nav_of_tournament(
        tournament, leads_to or None, current, staff=rights.desk, directs=rights.direct, clock=clock
    )
    if isinstance(subject, Event) and conditions_of(subject).odds:
        nav = replace(nav, odds=True)
    if not rights.desk:
        return nav
    return replace(nav, crash=last_recorded(settings.DATA_DIR), marks=mark_lines(ZoneInfo(tournament.timezone)))
