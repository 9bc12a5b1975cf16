"""The entrants of an event, with their current state."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clubs.spelling import begins_words
from rules.draws.derive import Status
from rules.draws.plan import ENTRY
from rules.formats.cuts import waits_for_cut
from rules.formats.format import Place
from rules.formats.registry import places
from rules.re_entry import best_entries
from tournaments.models import Event, Particulars
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.entrants.listed import latest_particulars, ticks_in
from tournaments.read.entrants.paid import asks_for_fees, follows_books
from tournaments.read.events import conditions_of, draw_of
from tournaments.read.latest.change import last_change
from tournaments.read.re_entries import first_entries

KINDS = ("here", "paid")
FITS_WITHOUT_FILTER = 12


@dataclass(frozen=True, slots=True)
class Ticked:
    """A tick on the entry list, as the desk sees it: ``kind`` is here or paid."""

    kind: str
    on: bool


@dataclass(frozen=True, slots=True)
class EntrantLine:
    """An entrant in the list.

    ``stands`` is entered (no draw yet), playing, out, placed (by the table at the end), champion, withdrawn or undrawn
    (entered after the draw and on no line of it); ``plays_in`` is the code of the bracket, empty unless they have a
    match to play.
    """

    id: int
    number: int
    name: str
    club: str
    country: str
    rating: str
    line: int | None
    stands: str
    plays_in: str
    place: int | None
    ticks: tuple[Ticked, ...]


@dataclass(frozen=True, slots=True)
class EntrantsSheet:
    """The page of an event's entrants in order of entry; ``unpaid`` and ``missing`` count for the desk.

    Without ``asks_for_fees`` nobody counts as unpaid: the club collects nothing, or not here.
    ``shown`` are the entrants that ``words`` were searched for, everybody without any.
    """

    event: int
    name: str
    tournament: str
    drawn: bool
    entrants: tuple[EntrantLine, ...]
    has_clubs: bool
    has_countries: bool
    has_ratings: bool
    asks_for_fees: bool
    unpaid: int
    missing: int
    by_books: bool
    as_of: str
    zone: str
    words: str = ""
    shown: tuple[EntrantLine, ...] = ()

    @property
    def all_paid(self) -> bool:
        """Whether everybody is ticked as paid."""
        return self.asks_for_fees and not self.unpaid

    @property
    def is_long(self) -> bool:
        """Whether a filter helps."""
        return bool(self.words) or len(self.entrants) > FITS_WITHOUT_FILTER


def entrants_sheet(event: Event, words: str = "", *, staff: bool = False) -> EntrantsSheet:
    """Return the entrants of an event read by ``event_of``, those that ``words`` name; ticks are for ``staff`` only."""
    draw = draw_of(event) if event.current_draw_id is not None else None
    entered = entered_draw(draw, event.tournament.stream_id) if draw is not None else None
    standing = _Standing(entered, first_entries(event))
    ticks = ticks_in(event) if staff else {}
    lines = [_line(each, standing, ticks) for each in latest_particulars(event)]
    paid = [ticks.get((line.id, "paid"), False) for line in lines]
    asks = asks_for_fees(event.tournament.fees, event.pk, conditions_of(event).fee, paid)
    return EntrantsSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament.name,
        drawn=draw is not None,
        entrants=tuple(lines),
        has_clubs=any(line.club for line in lines),
        has_countries=any(line.country for line in lines),
        has_ratings=any(line.rating for line in lines),
        asks_for_fees=asks,
        unpaid=paid.count(False) if asks else 0,
        missing=sum(not ticks.get((line.id, "here"), False) for line in lines),
        by_books=follows_books(event.tournament.fees, event.pk),
        as_of=last_change(event.tournament),
        zone=event.tournament.timezone,
        words=words,
        shown=tuple(line for line in lines if _is_named(line, words)),
    )


def _is_named(line: EntrantLine, words: str) -> bool:
    """Whether every word is the number, or begins a word of the name or the club, in any script."""
    own = f"{line.name} {line.club}"
    return all(word == str(line.number) or begins_words(word, own) for word in words.split())


class _Standing:
    """The state of each entrant drawn; empty before the draw."""

    def __init__(self, entered: EnteredDraw | None, first: Mapping[int, int]) -> None:
        self.drawn = entered is not None
        self.lines: dict[int, int] = {}
        self.playing: dict[int, str] = {}
        self.places: dict[int, Place] = {}
        self.withdrawn: set[int] = set()
        if entered is not None:
            self.lines = {entrant: line for line, entrant in entered.state.lines.items()}
            self.playing = dict(_still_playing(entered))
            ranked = best_entries(places(entered.state.derived, entered.state.facts), first)
            self.places = {each.entrant: each for each in ranked}
            self.withdrawn = {entrant for bracket, entrant in entered.state.withdrawn if bracket == ENTRY}
        plan = entered.state.plan if entered is not None else None
        self.by_rounds = plan is not None and plan.by_rounds
        self.by_losses = plan is not None and "losses" in plan.named_options
        self.before_cut = entered is not None and waits_for_cut(entered.state.plan, entered.state.lines)

    def of(self, entrant: int) -> str:
        if not self.drawn:
            return "entered"
        if entrant not in self.lines:
            return "undrawn"
        if entrant in self.playing:
            return "playing"
        known = self.places.get(entrant)
        place = known.place if known is not None else None
        if place == 1:
            return "champion"
        if entrant in self.withdrawn:
            return "withdrawn"
        if place is None and (self.by_rounds or self.before_cut):
            return "playing"
        return "placed" if self.by_rounds and not self.by_losses else "out"


def _still_playing(entered: EnteredDraw) -> Iterator[tuple[int, str]]:
    """Yield entrant and bracket for each player of a match that is not over; the main bracket comes last."""
    plan = entered.state.plan
    seats = [(plan.matches[place].bracket, seat) for place, seat in enumerate(entered.state.derived.seats())]
    for bracket, seat in reversed(seats):
        if seat.status in (Status.WAITING, Status.OPEN, Status.DISPUTED):
            for entrant in (seat.top, seat.bottom):
                if entrant > 0:
                    yield entrant, bracket


def _line(particulars: Particulars, standing: _Standing, ticks: dict[tuple[int, str], bool]) -> EntrantLine:
    entrant = particulars.entrant_id
    place = standing.places.get(entrant)
    return EntrantLine(
        id=entrant,
        number=particulars.entrant.number,
        name=particulars.name,
        club=particulars.club,
        country=particulars.country,
        rating=particulars.rating,
        line=standing.lines.get(entrant),
        stands=standing.of(entrant),
        plays_in="" if standing.by_rounds else standing.playing.get(entrant, ""),
        place=place.place if place else None,
        ticks=tuple(Ticked(kind, ticks.get((entrant, kind), False)) for kind in KINDS),
    )
