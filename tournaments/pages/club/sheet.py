"""The front page of a club: what comes, what is on, what was."""

from dataclasses import dataclass
from datetime import date

from django.urls import NoReverseMatch, reverse

from clubs.models import Club
from tournaments.read.progress import Progress, progress_of
from tournaments.read.tournaments import CountedTournament, counted_tournaments, matches_in

PAST_SHOWN = 10


@dataclass(frozen=True, slots=True)
class TournamentLine:
    """A tournament on the page: ``played`` of ``matches`` are, ``on`` are on now."""

    address: str
    name: str
    starts_on: date | None
    place: str
    entrants: int
    played: int
    on: int
    matches: int

    @property
    def progress(self) -> Progress:
        return progress_of(self.played, self.on, self.matches)


@dataclass(frozen=True, slots=True)
class ClubHome:
    """A club's tournaments: ``next`` soonest first, ``on`` those that are played, ``past`` the newest first."""

    club: int
    name: str
    next: tuple[TournamentLine, ...]
    on: tuple[TournamentLine, ...]
    past: tuple[TournamentLine, ...]
    more: int
    new: str

    @property
    def is_empty(self) -> bool:
        return not (self.next or self.on or self.past)


def club_home(club: Club, *, all_past: bool = False) -> ClubHome:
    """Return what a club's page shows, in one statement and one more while any is on.

    It lists ten past tournaments, or ``all_past``.
    """
    counted = list(counted_tournaments(club))
    past = [_line(each, each.played) for each in counted if each.matches and each.played == each.matches]
    playing = [each for each in counted if each.played + each.on and each.played != each.matches]
    matches = matches_in([each.pk for each in playing]) if playing else {}
    on = [_line(each, matches[each.pk]) for each in playing]
    coming = [_line(each, each.matches) for each in counted if not each.played + each.on]
    return ClubHome(
        club.pk,
        club.name,
        tuple(sorted(coming, key=lambda line: (line.starts_on is None, line.starts_on or date.min, line.name))),
        tuple(on),
        tuple(past if all_past else past[:PAST_SHOWN]),
        0 if all_past or len(past) <= PAST_SHOWN else len(past),
        address("tournament_new", f"/clubs/{club.pk}/tournaments/new/", club.pk),
    )


def address(name: str, plain: str, *args: object) -> str:
    """Return the address of a page, or how it is written while nobody serves it."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return plain


def _line(counted: CountedTournament, matches: int) -> TournamentLine:
    return TournamentLine(
        address("tournament", f"/tournaments/{counted.pk}/", counted.pk),
        counted.name,
        counted.starts_on,
        counted.place,
        counted.entrants,
        counted.played,
        counted.on,
        matches,
    )
