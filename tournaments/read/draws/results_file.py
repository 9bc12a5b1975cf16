"""The results of an event as the file that federations and rating lists take: a line for each match.

Source: docs/rules/entering.md#results-as-a-file.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from clubs.read.persons.rows import PersonRow, person_rows
from clubs.read.reports import Report, ids_of
from journal.models import counts
from rules.drawing.states import How
from rules.draws.match_state import State
from rules.match.terms import Side
from rules.members import BETWEEN
from tournaments.models import Entrant, EntrantPerson, Event, Particulars
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import conditions_of, draw_of
from tournaments.read.matches.view import MatchView

# How a match ended, in the words of the file.
KINDS = {How.PLAYED: "played", How.NO_SHOW: "forfeit", How.RETIRED: "forfeit"}


@dataclass(frozen=True, slots=True)
class _Event:
    """The event of a file: its rows name entrants by name, number and the ids of their federations."""

    event: Event
    names: Mapping[int, str]
    numbers: Mapping[int, int]
    particulars: Mapping[int, tuple[str, str]]
    people: Mapping[int, tuple[PersonRow, ...]]
    report: Report

    @property
    def is_backgammon(self) -> bool:
        """Whether the game is one that rating lists count; what several people play together rates nobody."""
        return self.event.rules.counts_as_backgammon and not conditions_of(self.event).entrants.is_several


def result_rows(event: Event, report: Report) -> list[dict[str, str]]:
    """Return the cells of every match that is decided, and of every bye. Raises Refused ``draw.none``."""
    names = names_in(event.pk)
    view = draw_view(draw_of(event), names)
    numbers = dict(Entrant.objects.filter(counts(), event=event).values_list("pk", "number"))
    about = _Event(event, names, numbers, particulars_of(event), people_in(event), report)
    return [
        _row(match, about)
        for match in view.matches
        if match.state is State.BYE or (match.status == "finished" and match.settled)
    ]


def people_in(event: Event) -> dict[int, tuple[PersonRow, ...]]:
    """Return entrant → the person of the club whom they are linked to, or those of their members, in order."""
    people = {key: row for row in person_rows(event.tournament.club_id) if not row.erased for key in row.group}
    links = EntrantPerson.objects.filter(counts(), entrant__event=event).order_by("record", "pk")
    last = {(entrant, seat): person for entrant, seat, person in links.values_list("entrant", "seat", "person")}
    known: dict[int, tuple[PersonRow, ...]] = {}
    for (entrant, _), person in sorted(last.items()):
        if person is not None and person in people:
            known[entrant] = (*known.get(entrant, ()), people[person])
    return known


def ids_of_all(people: Iterable[PersonRow], report: Report, field: str = "fed_id") -> dict[str, str]:
    """Return the cells of a field with the ids of the people of an entrant at federations."""
    each = [ids_of(person, report, field) for person in people] or [ids_of(None, report, field)]
    return {name: BETWEEN.join(filter(None, (ids[name] for ids in each))) for name in each[0]}


def particulars_of(event: Event) -> dict[int, tuple[str, str]]:
    """Return entrant → club and country as they were entered last."""
    rows = Particulars.objects.filter(counts(), entrant__event=event).order_by("turn")
    return {entrant: (club, country) for entrant, club, country in rows.values_list("entrant", "club", "country")}


def _row(match: MatchView, about: _Event) -> dict[str, str]:
    bye, played = match.state is State.BYE, match.how == How.PLAYED
    sides = [each for each in Side if match.entrant(each) is not None]
    zone = ZoneInfo(about.event.tournament.timezone)
    won = match.winner or match.goes_on
    winner = sides.index(won) + 1 if won in sides else 0
    row = {
        "date": match.times.finished.astimezone(zone).date().isoformat() if match.times.finished else "",
        "event": about.event.tournament.name,
        "division": about.event.name,
        "bracket": match.bracket,
        "round": match.letter,
        "match": match.code,
        "director": about.event.tournament.director,
        "length": str(match.length),
        "winner": str(1 if bye else winner or ""),
        "kind": "bye" if bye else KINDS.get(How(match.how), "wo"),
        "rated": "yes" if played and about.is_backgammon else "no",
    }
    for number, side in enumerate(sides, 1):
        row |= _player(match, side, number, about)
    return row


def _player(match: MatchView, side: Side, number: int, about: _Event) -> dict[str, str]:
    """Return the cells of the first or second player."""
    entrant = match.entrant(side) or 0
    club, country = about.particulars.get(entrant, ("", ""))
    return {
        f"player{number}": about.names.get(entrant, ""),
        f"player{number}_club": club,
        f"player{number}_country": country,
        f"score{number}": str(match.score[side.place]) if match.score else "",
        f"penalty{number}": str(match.start[side.place]),
        f"entry{number}": str(about.numbers.get(entrant, "")),
    } | ids_of_all(about.people.get(entrant, ()), about.report, f"player{number}_fed_id")
