"""The line on top of a page: where one is, and where one can go."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils.translation import gettext as _

from journal.models import Record, Stream
from tournaments.models import Event, Tournament
from tournaments.read.last_recorded import LastRecorded

PUBLIC = ("draw", "matches", "entrants", "places")
STAFF = ("desk", "draw", "entrants", "memory", "papers")


@dataclass(frozen=True, slots=True)
class Place:
    """One place that the line leads to."""

    name: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class Nav:
    """``current`` is one of desk, draw, entrants, memory, papers, setup, matches, places, front.

    ``staff`` also sees the desk, ``directs`` also what only directors change; ``clock`` is the time of day there,
    shown to staff, ``fell`` what was recorded last before a stop that was not in order. ``event`` is the event that
    the places lead to, None for a tournament without one. ``own`` is the entrant whose own page it is.
    """

    tournament: int
    name: str
    event: int | None
    current: str
    staff: bool = False
    directs: bool = False
    club: str = ""
    club_id: int = 0
    zone: str = "UTC"
    clock: str = ""
    fell: LastRecorded | None = None
    own: int | None = None

    @property
    def address(self) -> str:
        return reverse("tournament", args=[self.tournament])

    @property
    def club_address(self) -> str:
        return reverse("club_front", args=[self.club_id])

    @property
    def places(self) -> list[Place]:
        """Return at most five places, in the order of the line."""
        return list(self._places())

    def _places(self) -> Iterator[Place]:
        if self.own is not None and self.event is not None:
            yield Place(_("My match"), reverse("my", args=[self.own]), True)
            yield Place(_("Draw"), f"{reverse('draw', args=[self.event])}?player={self.own}", False)
            return
        of_event = {"draw": "draw", "matches": "event_matches", "entrants": "event_entrants", "places": "event_places"}
        for each in STAFF if self.staff else PUBLIC:
            pk = self.event if each in of_event else self.tournament
            if pk:
                yield Place(_word(each), reverse(of_event.get(each, each), args=[pk]), each == self.current)


def nav_of_event(event: Event, current: str, *, staff: bool = False, directs: bool = False, clock: str = "") -> Nav:
    """Return the line on top of a page of an event that was read with its tournament and club."""
    return nav_of_tournament(event.tournament, event.pk, current, staff=staff, directs=directs, clock=clock)


def nav_of_tournament(
    tournament: Tournament,
    event: int | None,
    current: str,
    *,
    staff: bool = False,
    directs: bool = False,
    clock: str = "",
) -> Nav:
    """Return the line on top of a page of a tournament read with its club; ``event``: where its places lead."""
    return Nav(
        tournament.pk,
        tournament.name,
        event,
        current,
        staff,
        directs,
        tournament.club.name,
        tournament.club_id,
        tournament.timezone,
        clock,
    )


def last_change(tournament: Tournament) -> str:
    """Return the time of the last change of anything in a tournament, as its own clocks show it.

    A page that says how old it is says this: it stays the same while nothing changes, and so does the page.
    """
    at = last_changed_at(tournament)
    return f"{at.astimezone(ZoneInfo(tournament.timezone)):%H:%M}" if at else ""


def last_number(tournament: Tournament) -> int:
    """Return the number of the last record of a tournament as it is now."""
    return Stream.objects.values_list("number", flat=True).get(pk=tournament.stream_id)


def last_changed_at(tournament: Tournament) -> datetime | None:
    """Return when anything in a tournament last changed, None for never."""
    stream = tournament.stream
    return Record.objects.filter(stream=stream, number=stream.number).values_list("at", flat=True).first()


def _word(place: str) -> str:
    return {
        "desk": _("Desk"),
        "draw": _("Draw"),
        "matches": _("Matches"),
        "entrants": _("Entrants"),
        "places": _("Places"),
        "memory": _("Memory"),
        "papers": _("Papers"),
    }[place]
