"""The results of an event as the file that federations and rating lists take: a line for each match.

Source: docs/rules/entering.md#results-as-a-file.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from clubs.read.persons.listing import csv_cell
from clubs.read.persons.rows import person_rows
from journal.models import counts
from rules.drawing.states import How
from rules.draws.match_state import State
from rules.match.terms import Side
from tournaments.models import Entrant, EntrantPerson, Event
from tournaments.read.draws.view import draw_view
from tournaments.read.events import draw_of
from tournaments.read.matches.view import MatchView
from tournaments.read.names import names_in

COLUMNS = (
    "date", "event", "division", "bracket", "round", "player1", "player1_fed_id", "player2", "player2_fed_id",
    "length", "score1", "score2", "winner", "kind", "rated", "penalty1", "penalty2", "entry1", "entry2",
)  # fmt: skip
# How a match ended, in the words of the file.
KINDS = {How.PLAYED: "played", How.NO_SHOW: "forfeit", How.RETIRED: "forfeit"}


@dataclass(frozen=True, slots=True)
class _Event:
    """The event of a file: its rows name entrants by name, number and the ids of their federations."""

    event: Event
    names: Mapping[int, str]
    numbers: Mapping[int, int]
    federations: Mapping[int, str]

    @property
    def is_backgammon(self) -> bool:
        """Whether the game is one that rating lists count."""
        return self.event.rules.counts_as_backgammon


def results_csv(event: Event) -> str:
    """Return every match that is decided, and every bye; no cell is a formula. Raises Refused ``draw.none``."""
    names = names_in(event.pk)
    view = draw_view(draw_of(event), names)
    numbers = dict(Entrant.objects.filter(counts(), event=event).values_list("pk", "number"))
    about = _Event(event, names, numbers, _federations(event))
    rows = [",".join(COLUMNS)]
    for match in view.matches:
        if match.state is State.BYE or (match.status == "finished" and match.settled):
            rows.append(",".join(csv_cell(each) for each in _cells(match, about)))
    return "\ufeff" + "\r\n".join(rows) + "\r\n"


def _federations(event: Event) -> dict[int, str]:
    """Return entrant → the ids at federations of the person that they are."""
    ids = {key: row.federations for row in person_rows(event.tournament.club_id) if not row.erased for key in row.group}
    links = EntrantPerson.objects.filter(counts(), entrant__event=event).order_by("record", "pk")
    return {entrant: ids.get(person or 0, "") for entrant, person in links.values_list("entrant", "person")}


def _cells(match: MatchView, about: _Event) -> list[str]:
    bye, played = match.state is State.BYE, match.how == How.PLAYED
    sides = [each for each in Side if match.entrant(each) is not None]
    zone = ZoneInfo(about.event.tournament.timezone)
    day = match.times.finished.astimezone(zone).date().isoformat() if match.times.finished else ""
    points = [str(match.score[each.place]) for each in sides] if match.score else []
    won = match.winner or match.goes_on
    winner = sides.index(won) + 1 if won in sides else 0
    kind = "bye" if bye else KINDS.get(How(match.how), "wo")
    return [
        day,
        about.event.tournament.name,
        about.event.name,
        match.bracket,
        match.letter,
        *_pairs(sides, match, about.names, about.federations),
        str(match.length),
        *_two(points),
        str(1 if bye else winner or ""),
        kind,
        "yes" if played and about.is_backgammon else "no",
        *_two([str(match.start[each.place]) for each in sides]),
        *_two([str(about.numbers.get(match.entrant(each) or 0, "")) for each in sides]),
    ]


def _pairs(sides: list[Side], match: MatchView, *what: Mapping[int, str]) -> Iterator[str]:
    """Yield name and id of the first player, then of the second, empty for nobody."""
    for at in range(2):
        for texts in what:
            yield texts.get(match.entrant(sides[at]) or 0, "") if at < len(sides) else ""


def _two(texts: list[str]) -> list[str]:
    return [*texts, "", ""][:2]
