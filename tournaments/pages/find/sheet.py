"""The search of a tournament: its pages, people and matches, by the start of any word."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.urls import reverse

from clubs.spelling import begins_words, fold
from tournaments.http.navigation import Nav
from tournaments.models import Tournament
from tournaments.read.floor import Floor, read_floor
from tournaments.read.matches.view import MatchView
from tournaments.words import navigation

MOST = 20
# Where no more people are found, their open matches are listed too.
FEW = 5


@dataclass(frozen=True, slots=True)
class Hit:
    """Something that was found: its words, its address, and the event it belongs to where there are several."""

    words: str
    address: str
    event: str = ""


@dataclass(frozen=True, slots=True)
class MatchHit:
    """A match that was found, with the event it belongs to where there are several."""

    match: MatchView
    event: str


@dataclass(frozen=True, slots=True)
class FindSheet:
    """What ``words`` find, the first twenty of each kind; without words all pages."""

    words: str
    pages: tuple[Hit, ...]
    people: tuple[Hit, ...]
    matches: tuple[MatchHit, ...]

    @property
    def only(self) -> str:
        """The address of the only hit, empty unless there is exactly one."""
        addresses = [each.address for each in (*self.pages, *self.people)]
        addresses += [reverse("match", args=[each.match.id]) for each in self.matches]
        return addresses[0] if len(addresses) == 1 else ""


def find_sheet(tournament: Tournament, words: str, nav: Nav) -> FindSheet:
    """Return what ``words`` find in a tournament that was read with its memory, for the reader of ``nav``."""
    wanted = fold(words).split()
    pages = tuple(each for each in _pages(tournament, nav) if begins_words(words, each.words))
    if not wanted:
        return FindSheet(words, () if words else pages, (), ())
    floor = read_floor(tournament)
    hits = [pk for pk, name in floor.names.items() if begins_words(words, f"{name} {floor.also[pk]}")][:MOST]
    hits.sort(key=lambda pk: floor.names[pk].casefold())
    people = tuple(Hit(floor.names[pk], reverse("player", args=[pk]), _event(floor, floor.event_of[pk])) for pk in hits)
    return FindSheet(words, pages, people, tuple(_matches(floor, wanted, hits))[:MOST])


def _pages(tournament: Tournament, nav: Nav) -> Iterator[Hit]:
    yield Hit(nav.name, nav.address)
    yield from (Hit(each.name, each.address) for each in nav.places)
    if nav.staff and nav.event:
        # The line of the desk leaves these out.
        yield Hit(navigation.place_word("matches"), reverse("event_matches", args=[nav.event]))
        yield Hit(navigation.place_word("places"), reverse("event_places", args=[nav.event]))
    yield Hit(str(navigation.WALL), reverse("wall", args=[tournament.pk]))
    yield Hit(nav.club, nav.club_address)


def _matches(floor: Floor, wanted: list[str], hits: list[int]) -> Iterable[MatchHit]:
    """Yield the match with this code, and the open matches of people if few were found."""
    few = set(hits) if len(hits) <= FEW else set()
    for event, draw in floor.draws.items():
        for match in draw.matches:
            is_open = match.state.is_open and few.intersection(match.entrants)
            if wanted == [match.code.casefold()] or is_open:
                yield MatchHit(match, _event(floor, event))


def _event(floor: Floor, pk: int) -> str:
    return floor.event(pk).name if len(floor.events) > 1 else ""
