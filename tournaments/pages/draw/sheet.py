"""What the page of a draw shows: its drawings, the same matches by round as a list, how far it is, who is followed.

What is the same for everybody is made once for each number of the memory and language, and cached: no form, no key of a
visitor and nothing that depends on who looks stands in it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from threading import Condition
from zoneinfo import ZoneInfo

from cachetools import LRUCache, cached
from django.template.loader import render_to_string
from django.utils.translation import get_language

from clubs.http.compact import filled
from journal.refusals import Refused
from rules.formats.registry import places
from rules.re_entry import best_entries
from tournaments.models import Draw, Event
from tournaments.pages.draw.lines import DrawSource, PlayerPath
from tournaments.pages.draw.parts import draw_parts
from tournaments.read.draws.places import Standing
from tournaments.read.draws.view import draw_view
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.events import conditions_of, draw_of, number_of_draw
from tournaments.read.latest.change import last_changed_at
from tournaments.read.progress import Progress, progress_in
from tournaments.read.re_entries import first_entries, number_of_people
from tournaments.words.members import entrant_count

MOST_PLACES = 8
MOST_CACHED = 32


@dataclass(frozen=True, slots=True)
class Tab:
    """A bracket on the page: its name, and the round to open."""

    bracket: str
    name: str
    opens: str
    opens_word: str


@dataclass(frozen=True, slots=True)
class PublicDraw:
    """The public part of a draw's page: the brackets as encoded HTML, and the texts around them."""

    body: bytes
    tabs: tuple[Tab, ...]
    progress: Progress
    entrants: int
    places: tuple[Standing, ...]
    more_places: bool
    path: PlayerPath | None


@dataclass(frozen=True, slots=True)
class DrawPage:
    """The page of an event's draw; ``public`` is None before it is drawn, then ``entrants`` have entered.

    ``field`` says how many entrants there are and what they are. ``superseded`` is the number of the draw that counts
    where an earlier one is shown.
    """

    event: int
    name: str
    tournament_id: int
    tournament: str
    starts_on: date | None
    zone: str
    number: int
    at: datetime | None
    entrants: int
    field: str
    key: str
    draw: int
    superseded: int
    has_tables: bool
    public: PublicDraw | None


@dataclass(frozen=True, slots=True)
class Query:
    """The query of the page: an entrant to follow, the number of an earlier draw; 0 for none."""

    player: int = 0
    draw: int = 0


def query_of(query: Mapping[str, str]) -> Query:
    """Return what ``query`` asks for; what is no number asks for nothing."""
    return Query(_number(query.get("player", "")), _number(query.get("draw", "")))


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def draw_page(event: Event, query: Query) -> DrawPage:
    """Return the page of an event that was read by ``event_of``. Raises Unknown ``draw.unknown``."""
    tournament = event.tournament
    draw = _draw(event, query.draw)
    public = _public(event, draw, query) if draw else None
    entrants = public.entrants if public else len(names_in(event.pk))
    return DrawPage(
        event=event.pk,
        name=event.name,
        tournament_id=tournament.pk,
        tournament=tournament.name,
        starts_on=tournament.starts_on,
        zone=tournament.timezone,
        number=tournament.stream.number,
        at=last_changed_at(tournament),
        entrants=entrants,
        field=entrant_count(entrants, conditions_of(event).entrants),
        key=draw.key if draw else "",
        draw=draw.number if draw else 0,
        superseded=_superseded_by(event, draw),
        has_tables=event.rules.is_by_rounds or event.rules.is_cut,
        public=public,
    )


def with_drawings(html: str, sheet: DrawPage) -> bytes:
    """Return a rendered page of a draw, encoded, with its drawings in the room that the template leaves."""
    return filled(html, [sheet.public.body] if sheet.public else [])


def _draw(event: Event, number: int) -> Draw | None:
    if number:
        return draw_of(event, number)
    try:
        return draw_of(event)
    except Refused:
        return None


def _superseded_by(event: Event, draw: Draw | None) -> int:
    """Return the number of the draw that counts, when that is not the one shown; 0 when it is, or none counts."""
    if draw is None or event.current_draw_id in (None, draw.pk):
        return 0
    return number_of_draw(event.current_draw_id)


def _public(event: Event, draw: Draw, query: Query) -> PublicDraw:
    """Return the public part, cached unless a player is followed or an old draw is shown."""
    return public_draw(event, draw) if query == Query() else _made(event, draw, query)


def _state(event: Event, draw: Draw) -> tuple[str, int, int, str | None]:
    """Return all that the cached part of the page depends on."""
    stream = event.tournament.stream
    return stream.epoch, stream.number, draw.pk, get_language()


@cached(LRUCache[tuple[str, int, int, str | None], PublicDraw](MOST_CACHED), key=_state, condition=Condition())
def public_draw(event: Event, draw: Draw) -> PublicDraw:
    """Return the public part of a draw; one thread makes it for all that request it at once."""
    return _made(event, draw, Query())


def _made(event: Event, draw: Draw, query: Query) -> PublicDraw:
    names = names_in(event.pk)
    entered = entered_draw(draw, event.tournament.stream_id)
    source = _source(event, draw, entered, names)
    address = f"?draw={query.draw}&player=" if query.draw else "?player="
    parts = draw_parts(source, query.player if query.player in names else 0, address)
    sections = (section.html for bracket in parts.brackets for section in bracket.sections)
    again = first_entries(event)
    first = _placed(entered, names, again) if parts.finished else []
    return PublicDraw(
        body=filled(render_to_string("tournaments/draw/_brackets.html", {"parts": parts}), sections),
        tabs=tuple(Tab(part.bracket, part.name, part.opens, part.opens_word) for part in parts.brackets),
        progress=progress_in([source.view]),
        entrants=number_of_people(entered.state.lines.values(), again),
        places=tuple(first[:MOST_PLACES]),
        more_places=len(first) > MOST_PLACES,
        path=parts.path,
    )


def _source(event: Event, draw: Draw, entered: EnteredDraw, names: Mapping[int, str]) -> DrawSource:
    view, zone = draw_view(draw, names), ZoneInfo(event.tournament.timezone)
    due = {match.place: match.deadline for match in view.matches if match.deadline is not None}
    deadlines = {place: f"{at.astimezone(zone):%H:%M}" for place, at in due.items()}
    return DrawSource(entered.state, view, deadlines, event.pk)


def _placed(entered: EnteredDraw, names: Mapping[int, str], again: Mapping[int, int]) -> list[Standing]:
    """Return the entrants with a place, champion first; ``again`` leads from re-entries to first entries."""
    placed = best_entries(places(entered.state.derived, entered.state.facts), again)
    return [
        Standing(each.place, each.order, each.entrant, names.get(each.entrant, "")) for each in placed if each.place
    ]
