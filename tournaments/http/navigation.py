"""The line on top of a page: where one is, and where one can go."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from clubs.words.marks import MarkLine
from tournaments.models import Event, Tournament
from tournaments.read.latest.recorded import LastRecorded
from tournaments.words import navigation

PUBLIC = ("draw", "matches", "entrants", "places")
STAFF = ("desk", "draw", "entrants", "money", "memory", "papers")


@dataclass(frozen=True, slots=True)
class Place:
    """One place that the line leads to."""

    name: str
    address: str
    current: bool


@dataclass(frozen=True, slots=True)
class Nav:
    """``current`` is one of desk, draw, entrants, money, memory, papers, setup, matches, places, home.

    ``staff`` also sees the desk, ``directs`` also what only directors change; ``clock`` is the time of day there,
    shown to staff, ``crash`` what was recorded last before a crash, ``marks`` what is wrong with the machine. ``event``
    is the event that the places lead to, None for a tournament without one. ``own`` is the entrant whose page it is.
    ``bidder`` is the payer whose page of an auction it is. With ``money``, once the tournament has fees, staff see the
    cash desk. With ``odds`` the event shows them to all.
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
    crash: LastRecorded | None = None
    marks: tuple[MarkLine, ...] = ()
    own: int | None = None
    bidder: int | None = None
    money: bool = False
    odds: bool = False

    @property
    def address(self) -> str:
        return reverse("tournament", args=[self.tournament])

    @property
    def club_address(self) -> str:
        return reverse("club_home", args=[self.club_id])

    @property
    def places(self) -> list[Place]:
        """Return the places in the order of the line: at most five, one more with money, one more for a director."""
        return list(self._places())

    def _places(self) -> Iterator[Place]:
        if self.own is not None and self.event is not None:
            yield Place(str(navigation.MY_MATCH), reverse("my", args=[self.own]), True)
            yield Place(str(navigation.DRAW), f"{reverse('draw', args=[self.event])}?player={self.own}", False)
            return
        if self.bidder is not None and self.event is not None:
            for word, name in ((navigation.AUCTION, "bidder"), (navigation.MY_LOTS, "bidder_lots")):
                yield Place(str(word), reverse(name, args=[self.bidder]), name == self.current)
            yield Place(str(navigation.DRAW), reverse("draw", args=[self.event]), False)
            return
        names = {"money": "cash"}
        public = (*PUBLIC, "odds") if self.odds else PUBLIC
        of_event = {"draw": "draw", "matches": "event_matches", "entrants": "event_entrants", "places": "event_places"}
        of_event["odds"] = "event_odds"
        for each in STAFF if self.staff else public:
            pk = self.event if each in of_event else self.tournament
            if pk and (each != "money" or self.money):
                address = reverse((of_event | names).get(each, each), args=[pk])
                yield Place(navigation.place_word(each), address, each == self.current)
        if self.directs:
            settings = reverse("tournament_settings", args=[self.tournament])
            address = reverse("event_setup", args=[self.event]) if self.event else settings
            yield Place(navigation.place_word("setup"), address, self.current == "setup")


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
        money=bool(tournament.currency),
    )
