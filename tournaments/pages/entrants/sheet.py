"""What the pages of entering and of one entrant show."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q

from rules.draws.affected import changed
from rules.draws.plan import ENTRY, Bracket
from rules.typed.pasted import guarded
from tournaments.models import Event, Match
from tournaments.read.cards import WITH, EntrantCard, MatchCard, card_of
from tournaments.read.draws.places import ranked
from tournaments.read.entered import entered_draw
from tournaments.read.entrants import entrant_list
from tournaments.read.events import draw_of
from tournaments.read.names import entered_names, names_in


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match as one of its players sees it; ``state`` is won, lost, playing, called, ready, waiting or bye."""

    id: int
    code: str
    bracket: str
    length: int
    opponent: str
    opponent_id: int | None
    score: str
    state: str
    table: str


@dataclass(frozen=True, slots=True)
class EntrantSheet:
    """The card of an entrant; ``place`` is None while they are in the main bracket, ``brackets`` are the event's."""

    card: EntrantCard
    event: int
    event_name: str
    drawn: bool
    place: int | None
    matches: tuple[OwnMatch, ...]
    brackets: tuple[Bracket, ...]

    @property
    def plays_no_more(self) -> bool:
        """Whether they have withdrawn from every bracket."""
        return {bracket.code for bracket in self.brackets} <= {*self.card.out}


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A match that a withdrawal decides: its code and who goes on, nobody while he is not known."""

    code: str
    goes_on: str


def names_entered(event: int) -> list[str]:
    """Return the names of everybody entered, as they were entered, whether they have withdrawn or not."""
    return [each.name for each in entered_names(Q(entrant__event=event))]


def entrant_sheet(event: Event, pk: int) -> EntrantSheet:
    """Return the card of an entrant with his matches in the current draw."""
    everybody = entrant_list(event.pk)
    card = next(each for each in everybody if each.id == pk)
    names = {each.id: each.name for each in everybody}
    matches = Match.objects.filter(Q(top=pk) | Q(bottom=pk), draw=event.current_draw_id or 0)
    cards = [card_of(match, match.result, names) for match in matches.select_related(*WITH).order_by("place")]
    drawn = event.current_draw_id is not None
    places = {each.entrant: each.place for each in ranked(event, draw_of(event), names)} if drawn else {}
    own = tuple(_own(each, pk) for each in cards)
    return EntrantSheet(card, event.pk, event.name, drawn, places.get(pk), own, event.rules.brackets)


def withdrawal_preview(event: Event, pk: int, brackets: Iterable[str]) -> tuple[Forfeited, ...]:
    """Return the matches of an entrant that his withdrawal would decide; none before the draw."""
    if event.current_draw_id is None:
        return ()
    before = entered_draw(draw_of(event), event.tournament.stream_id)
    after = before.state.having(withdrawn=[(bracket, pk) for bracket in brackets])
    names = names_in(event.pk)
    lines = []
    for place in changed(before.state.derived, after.derived):
        seat = after.seat(place)
        if pk in (seat.top, seat.bottom) and seat.on > 0 and seat.on != pk:
            lines.append(Forfeited(after.plan.matches[place].code, names.get(seat.on, "")))
    return tuple(lines)


COLUMNS = ("number", "name", "club", "country", "rating", "seed", "paid", "here")


def entry_list_csv(event: int) -> str:
    """Return who plays as a file: parted by semicolons, no cell a formula; who has withdrawn is left out."""
    rows = [";".join(COLUMNS)]
    for each in entrant_list(event):
        if ENTRY in each.out:
            continue
        seed = "" if each.seed is None else str(each.seed)
        ticks = ["yes" if ticked else "" for ticked in (each.paid, each.here)]
        cells = [str(each.number), each.name, each.club, each.country, each.rating, seed, *ticks]
        rows.append(";".join(map(_cell, cells)))
    return "\ufeff" + "\r\n".join(rows) + "\r\n"


def _cell(text: str) -> str:
    cell = guarded(text)
    return '"' + cell.replace('"', '""') + '"' if any(each in cell for each in '";,\t') else cell


def _own(card: MatchCard, pk: int) -> OwnMatch:
    mine_on_top = card.top is not None and card.top.entrant == pk
    other = card.bottom if mine_on_top else card.top
    score = ""
    if card.score is not None:
        mine, theirs = card.score if mine_on_top else card.score[::-1]
        score = f"{mine}–{theirs}"
    return OwnMatch(
        card.id,
        card.code,
        card.bracket,
        card.length,
        other.name if other else "",
        other.entrant if other else None,
        score,
        _state(card, mine_on_top),
        card.table,
    )


def _state(card: MatchCard, mine_on_top: bool) -> str:
    if card.status == "finished":
        return "won" if card.goes_on == ("top" if mine_on_top else "bottom") else "lost"
    if card.status == "open":
        return "playing" if card.begun else "called" if card.called else "ready"
    return card.status
