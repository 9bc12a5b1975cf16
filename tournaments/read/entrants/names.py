"""The name of an entrant as every page, sheet, answer and feed shows it: two of one event are never named alike."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Q, QuerySet

from journal.statements import Blank, written_out
from rules.members import Member
from runtime.pages.part_cache import PartCache
from tournaments.models import Particulars
from tournaments.models.entrants import members_in

# The names of some thirty large events.
NAMES = 4096


class EntrantName(NamedTuple):
    """An entrant's name as it was entered, with what can tell them from a namesake in the same event.

    ``members`` are the people of an entrant of several, as they are stored. ``first`` is the first entry of a player
    who entered again, None for a first entry. ``person`` is whom the club knows a single person to be, None for nobody
    and where that is not read.
    """

    entrant: int
    event: int
    number: int
    name: str
    club: str = ""
    country: str = ""
    members: str = ""
    first: int | None = None
    person: int | None = None

    @property
    def people(self) -> tuple[Member, ...]:
        """The members of an entrant of several people."""
        return members_in(self.members)


def names_in(event: int) -> Mapping[int, str]:
    """Return entrant → name for all entrants of an event, in order of entry: one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_statement(connection.vendor), {"event": event})
        return _names.part(event, cursor.fetchall())


def _names_of(rows: Sequence[Any]) -> Mapping[int, str]:
    return distinct_names(last_names(rows))


_names = PartCache[int, Sequence[Any], Mapping[int, str]](
    "names", _names_of, room=NAMES, size=lambda names: 1 + len(names)
)


def names_in_tournament(tournament: int) -> dict[int, str]:
    """Return entrant → name for all entrants of a tournament: one statement."""
    return distinct_names(entered_names(Q(entrant__event__tournament=tournament)))


def names_by_event(tournament: int) -> dict[int, dict[int, str]]:
    """Return event → entrant → name for everybody of a tournament, in order of entry: one statement."""
    entered = entered_names(Q(entrant__event__tournament=tournament))
    names, by_event = distinct_names(entered), defaultdict[int, dict[int, str]](dict)
    for each in entered:
        by_event[each.event][each.entrant] = names[each.entrant]
    return by_event


def plain_names_in(event: int) -> list[str]:
    """Return the names of all entrants of an event as entered, in order of entry: one statement."""
    return [each.name for each in entered_names(Q(entrant__event=event))]


def entered_names(particulars: Q) -> list[EntrantName]:
    """Return the names as last entered of those whom ``particulars`` describes, by event in order of entry."""
    return last_names(name_rows(particulars))


# The columns of an ``EntrantName``, from the particulars.
NAME_COLUMNS = (
    "entrant", "entrant__event", "entrant__number", "name", "club", "country", "members", "entrant__re_entry__first",
)  # fmt: skip


@cache
def _statement(vendor: str) -> str:
    return written_out(name_rows(Q(entrant__event=Blank("event"))))


def name_rows(particulars: Q, *more: Any) -> QuerySet[Particulars, Any]:
    """Return the query of ``entered_names``, with every name that an entrant has had: ``last_names`` takes the last.

    ``more`` is the person of an entrant, as a column, where that is wanted.
    """
    live = Particulars.objects.filter(particulars, record__undo__isnull=True, entrant__record__undo__isnull=True)
    rows = live.order_by("entrant__event", "entrant__number", "turn")
    return rows.values_list(*NAME_COLUMNS, *more)


def last_names(rows: Iterable[Any]) -> list[EntrantName]:
    """Return the names as last entered, from rows of ``name_rows``."""
    last = {row[0]: EntrantName(*row) for row in rows}
    return list(last.values())


def distinct_names(entrants: Iterable[EntrantName]) -> dict[int, str]:
    """Return entrant → name; namesakes of one event have their club behind it, else their country or number.

    ``Jan Novák (Praha)`` and ``Jan Novák (#7)``: a club or a country is used only where no namesake shares it.
    """
    everybody = list(entrants)
    alike: dict[tuple[int, str], list[EntrantName]] = defaultdict(list)
    for each in everybody:
        alike[each.event, each.name].append(each)
    return {each.entrant: _distinct(each, alike[each.event, each.name]) for each in everybody}


def names_by_turn(
    turns: Mapping[tuple[int, int], str], last: Mapping[int, str], names: Mapping[int, str]
) -> dict[tuple[int, int], str]:
    """Return (entrant, turn) → name, with what tells namesakes apart wherever it is the name that they have now.

    ``turns`` and ``last`` are the names as entered, ``names`` those that are told apart.
    """
    return {
        (entrant, turn): names.get(entrant, name) if name == last.get(entrant) else name
        for (entrant, turn), name in turns.items()
    }


def _distinct(entrant: EntrantName, namesakes: list[EntrantName]) -> str:
    if len(namesakes) == 1 or not entrant.name:
        return entrant.name
    for mark, others in (
        (entrant.club, [each.club for each in namesakes]),
        (entrant.country, [each.country for each in namesakes]),
    ):
        if mark and others.count(mark) == 1:
            return f"{entrant.name} ({mark})"
    return f"{entrant.name} (#{entrant.number})"
