"""The contents of the pages of entry lists and of one entrant."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from journal.now import now
from rules.draws.affected import changed
from rules.draws.plan import ENTRY, Bracket
from rules.members import BETWEEN, EntrantKind, Member, joined_name, shared_text
from rules.typed.pasted import guarded
from tournaments.models import Event
from tournaments.read.draws.places import ranked
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.listed import EntrantCard, distinct_names_of, entrant_list, members_here
from tournaments.read.entrants.names import names_in, plain_names_in
from tournaments.read.entrants.paid import follows_books
from tournaments.read.events import conditions_of, draw_of
from tournaments.read.matches.one import matches_with
from tournaments.read.matches.own import OwnMatch, own_matches
from tournaments.read.players.again import Again, again_of
from tournaments.words.re_entry import again_sentence


@dataclass(frozen=True, slots=True)
class EntrantSheet:
    """The card of an entrant; ``place`` is None while they are in the main bracket, ``brackets`` are the event's.

    ``by_books``: whether they have paid follows from the books. ``others`` are those they can exchange lines with.
    ``kind`` says what an entrant of the event is, ``here`` which members of theirs are here, counted from 1. ``again``:
    whether they may enter again, None where nobody may; ``again_words`` what that brings and costs.
    """

    card: EntrantCard
    event: int
    event_name: str
    drawn: bool
    place: int | None
    matches: tuple[OwnMatch, ...]
    brackets: tuple[Bracket, ...]
    by_books: bool = False
    others: tuple[tuple[int, str], ...] = ()
    kind: EntrantKind = EntrantKind.SINGLE
    here: frozenset[int] = frozenset()
    again: Again | None = None
    again_words: str = ""

    @property
    def entries(self) -> tuple[int, ...]:
        """All entrants of this player, the first one first; none where nobody enters again."""
        return self.again.entries if self.again else ()

    @property
    def other_entries(self) -> tuple[int, ...]:
        """The other entries of this player."""
        return tuple(each for each in self.entries if each != self.card.id)

    @property
    def members(self) -> tuple[tuple[int, Member, bool], ...]:
        """The members with their seats, and whether they are here."""
        return tuple((at, each, at in self.here) for at, each in enumerate(self.card.members, start=1))

    @property
    def plays_no_more(self) -> bool:
        """Whether they have withdrawn from every bracket."""
        return {bracket.code for bracket in self.brackets} <= {*self.card.out}


@dataclass(frozen=True, slots=True)
class Forfeited:
    """A match that a withdrawal decides: its code and the player who goes on, empty while not known."""

    code: str
    goes_on: str


def names_entered(event: int) -> list[str]:
    """Return the names of all entrants as entered, including withdrawn ones."""
    return plain_names_in(event)


def entrant_sheet(event: Event, pk: int) -> EntrantSheet:
    """Return the card of an entrant with their matches in the current draw."""
    everybody = entrant_list(event.pk)
    card = next(each for each in everybody if each.id == pk)
    names = distinct_names_of(everybody)
    place, own = _played(event, pk, names) if event.current_draw_id is not None else (None, ())
    drawn = event.current_draw_id is not None
    by_books = follows_books(event.tournament.fees, event.pk)
    again = _again(event, pk)
    others = [(each.id, names[each.id]) for each in everybody if drawn and each.id != pk and each.line is not None]
    return EntrantSheet(
        card, event.pk, event.name, drawn, place, own, event.rules.brackets, by_books,
        tuple(sorted(others, key=lambda each: each[1].casefold())) if card.line is not None else (),
        conditions_of(event).entrants,
        frozenset(seat for _, seat in members_here([pk])) if card.members else frozenset(),
        again,
        again_sentence(again.lines, again.fee, event.tournament.currency) if again and again.may else "",
    )  # fmt: skip


def _again(event: Event, pk: int) -> Again | None:
    """Return whether the player may enter again; no statement where nobody may."""
    if not conditions_of(event).re_entry.times or event.current_draw_id is None:
        return None
    return again_of(event, pk, now())


def _played(event: Event, pk: int, names: Mapping[int, str]) -> tuple[int | None, tuple[OwnMatch, ...]]:
    """Return an entrant's place, None while it is open, and their matches in the current draw."""
    draw = draw_of(event)
    places = {each.entrant: each.place for each in ranked(event, draw, names)}
    return places.get(pk), tuple(own_matches(matches_with(draw, pk, names), pk))


def withdrawal_preview(event: Event, pk: int, brackets: Iterable[str]) -> tuple[Forfeited, ...]:
    """Return the matches of an entrant that a withdrawal would decide; none before the draw."""
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


COLUMNS = ("number", "name", "club", "country", "rating", "seed", "paid", "here", "group")


def entry_list_csv(event: int) -> str:
    """Return who plays as a file: parted by semicolons, no cell a formula; who has withdrawn is left out."""
    rows = [";".join(COLUMNS)]
    for each in entrant_list(event):
        if ENTRY in each.out:
            continue
        seed = "" if each.seed is None else str(each.seed)
        ticks = ["yes" if ticked else "" for ticked in (each.paid, each.here)]
        name, club = _written(each)
        cells = [str(each.number), name, club, each.country, each.rating, seed, *ticks, each.group]
        rows.append(";".join(map(_cell, cells)))
    return "\ufeff" + "\r\n".join(rows) + "\r\n"


def _written(card: EntrantCard) -> tuple[str, str]:
    """Return name and club as the list is read again: members with their clubs behind the name of their entrant."""
    if not card.members:
        return card.name, card.club
    people = BETWEEN.join(f"{each.name} ({each.club})" if each.club else each.name for each in card.members)
    own = "" if card.name == joined_name(card.members) else f"{card.name}: "
    made = shared_text(each.club for each in card.members)
    return f"{own}{people}", "" if card.club == made else card.club


def _cell(text: str) -> str:
    cell = guarded(text)
    return '"' + cell.replace('"', '""') + '"' if any(each in cell for each in '";,\t') else cell
