"""Making the draw by a published key, and making it again."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Exists, QuerySet, Subquery, TextField

from journal import book
from journal.refusals import Refused
from journal.statements import Blank, Columns, Reading, insert_all, update
from rules.draws.chance import read_key
from rules.draws.plan import ENTRY, Plan
from rules.draws.pots import pots_of, seeds_from
from rules.draws.seeding import FEWEST, MOST
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.registry import compile_plan
from rules.naming import read_reason
from rules.typed.ratings import rating_of
from tournaments.actions.match_rows import new_matches
from tournaments.actions.steps import concerning, draw_of, stream_of_event
from tournaments.models import Auction, Draw, Entrant, Event, Line, Particulars, Redraw, Withdrawal, seal_of
from tournaments.models.draws import Lot
from tournaments.read.draws.made import groups_of
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.money.auctions.buybacks import draw_waits_for
from tournaments.read.re_entries import first_entries


@dataclass(frozen=True, slots=True)
class DrawCard:
    """A draw as it was made; ``lines`` maps a line to (entrant, number, name), a missing line is a bye.

    A preview has no lines.
    """

    id: int
    event: int
    number: int
    key: str
    size: int
    lines: dict[int, tuple[int, int, str]]
    record: int


@dataclass(frozen=True, slots=True)
class ToDraw:
    """A draw about to be written: ``lines`` maps a line to its entrant; ``number`` counts the draws of the event."""

    event: Event
    number: int
    key: str
    plan: Plan
    lines: dict[int, Entrant]
    withdrawn: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """The field of a draw: entrant number → (entrant, name, seed), and what is known of each."""

    entrants: dict[int, tuple[Entrant, str, int | None]]
    particulars: list[Particulars]

    def particulars_of(self, number: int) -> tuple[int, int, str]:
        """Return id, number and name of an entrant."""
        entrant, name, _ = self.entrants[number]
        return entrant.pk, number, name

    def seeds(self, rules: Format, key: str, event: int) -> dict[int, int]:
        """Return entrant number → seed: as entered, of a pot in an order drawn by the key, or of everybody."""
        seeds = {number: seed for number, (_, _, seed) in self.entrants.items() if seed is not None}
        ratings = {each.entrant.number: rating_of(each.rating) for each in self.particulars}
        return seeds_from(rules.seeding, pots_of(rules.seeding, seeds, ratings), key, event)

    def lines(self, rules: Format, seeds: Mapping[int, int], key: str, event: int) -> dict[int, int]:
        """Return line → entrant number by lot and seeds, those of a group apart where the format says so."""
        if not rules.kept_apart:
            return rules.lines(list(self.entrants), seeds, key, event)
        groups = groups_of(self.particulars, rules.kept_apart)
        return rules.lines_apart(list(self.entrants), seeds, groups, key, event)


def make_draw(event: int, key: str, caller: book.Caller, *, discard: bool = False, reason: str = "") -> DrawCard:
    """Draw the event by ``key``; a draw made before is superseded and stays readable.

    A preview shows no line: nobody learns what a key brings before it is recorded. ``discard`` with a ``reason`` is
    needed once a match has begun: what was played no longer counts.
    Raises RuleBroken ``key.…``, ``draw.field``, ``seed.shared``; Refused ``draw.key_used``, ``draw.begun``,
    ``draw.withheld`` while it waits for an auction.
    """
    with book.page(stream_of_event(event, caller), caller) as page:
        key = read_key(key)
        entered = _field_of(event, key)
        event_row = entered.event
        if entered.key_used:
            raise Refused("draw.key_used", key=key)
        if entered.has_auction:
            _refuse_withheld(event, page)
        current = entered_draw(draw_of(event_row), page.stream.pk) if event_row.current_draw is not None else None
        words = _reason_to_discard(current, discard, reason)
        withdrawn = _withdrawn(event) if current is None else current.state.withdrawn
        out = {entrant for bracket, entrant in withdrawn if bracket == ENTRY}
        # In a draw made anew nobody has lost yet, so nobody enters again.
        drawn = _field(entered.particulars, out | first_entries(event_row).keys())
        rules, field = event_row.rules, len(drawn.entrants)
        size, seeds = rules.size(field), drawn.seeds(rules, key, event)
        numbered = drawn.lines(rules, seeds, key, event)
        plan = compile_plan(size, rules, field, len(seeds))
        of_lines = {line: drawn.entrants[number][0] for line, number in numbered.items()}
        to_draw = ToDraw(event_row, entered.made + 1, key, plan, of_lines, withdrawn)
        draw = write_draw(page, to_draw, words).draw
        # A preview says whether the draw can be made, and keeps to itself what the key would bring.
        shown = {} if caller.preview else numbered
        named = {line: drawn.particulars_of(number) for line, number in shown.items()}
        return page.done(DrawCard(draw.pk, event, draw.number, key, draw.size, named, page.stream.number))


def write_draw(page: book.OpenPage, made: ToDraw, words: str = "", **more: Any) -> EnteredDraw:
    """Step: write a draw, which supersedes the one before; return it with the primary keys of its matches.

    ``more`` goes into the record's body.
    """
    event, before = made.event, made.event.current_draw_id
    draw = _new_draw(event, made.number, made.key, made.plan)
    lines = [Line(draw=draw, line=line, entrant=entrant) for line, entrant in made.lines.items()]
    page.keep([draw])
    needs = [f"field:{event.pk}", f"setup:{event.pk}", *([f"draw:{before}"] if before else [])]
    about = concerning(event.pk, makes=[f"draw:{draw.pk}"], needs=needs) | more
    page.record("draw.remade" if before else "draw.made", [draw, *lines], words, **about)
    state = DrawState(made.plan, {line.line: line.entrant_id or 0 for line in lines}, (), made.withdrawn)
    matches = new_matches(draw, EnteredDraw(draw, state, {}, {}))
    insert_all(matches)
    event.current_draw = draw
    update(event, ("current_draw",))
    return EnteredDraw(draw, state, {}, {each.place: each.pk for each in matches})


def _refuse_withheld(event: int, page: book.OpenPage) -> None:
    """Raise Refused ``draw.withheld`` while an auction has lots or buy-backs that are open, and is set so."""
    waiting = draw_waits_for(event, page.at)
    if waiting is not None:
        raise Refused("draw.withheld", auction=waiting.auction, lots=waiting.lots, buybacks=waiting.buybacks)


def _reason_to_discard(current: EnteredDraw | None, discard: bool, reason: str) -> str:
    """Return the reason to record. Raises Refused ``draw.begun`` when played matches would be discarded unasked."""
    if current is None:
        return ""
    begun = current.state.begun()
    if begun and not discard:
        codes = [current.state.plan.matches[place].code for place in begun]
        raise Refused("draw.begun", draw=current.draw.pk, matches=codes)
    return read_reason(reason) if begun or reason.strip() else ""


class _Field(NamedTuple):
    """An event with its draw, its entrants' particulars, the number of its last draw, and whether the key was used."""

    event: Event
    particulars: list[Particulars]
    made: int
    key_used: bool
    has_auction: bool


def _field_of(event: int, key: str) -> _Field:
    """Return what is drawn.

    One statement where anybody is entered. Raises RuleBroken ``draw.field`` where nobody is.
    """
    rows: list[Any] = [*_entered(event=event, key=key)]
    if not rows:
        raise RuleBroken("draw.field", entrants=0, fewest=FEWEST, most=MOST)
    first = rows[0]
    return _Field(first.entrant.event, rows, first.made or 0, bool(first.used), bool(first.has_auction))


def _entered_rows() -> QuerySet[Particulars]:
    event, key = Blank("event"), Blank("key", TextField())
    made = Draw.objects.filter(event=event)
    rows = Particulars.objects.filter(
        entrant__event=event, record__undo__isnull=True, entrant__record__undo__isnull=True
    )
    return rows.order_by("entrant__number", "turn").annotate(
        made=Subquery(made.order_by("-number").values("number")[:1]),
        used=Exists(made.filter(key=key)) | Exists(Redraw.objects.filter(draw__event=event, key=key)),
        has_auction=Exists(Auction.objects.filter(event=event)),
    )


_entered = Reading(
    _entered_rows,
    beside=["entrant__event__current_draw"],
    without=["entrant__event__current_draw__plan"],
    annotated=["made", "used", "has_auction"],
)


_withdrawals = Columns(
    lambda: (
        Withdrawal.objects.filter(entrant__event=Blank("event"), record__undo__isnull=True)
        .order_by("record", "pk")
        .values_list("bracket", "entrant")
    )
)


def _withdrawn(event: int) -> tuple[tuple[str, int], ...]:
    """Return the withdrawals (bracket, entrant), in the order in which they were recorded."""
    return tuple((bracket, entrant) for bracket, entrant in _withdrawals(event=event))


def _field(particulars: list[Particulars], out: set[int]) -> Drawn:
    """Return the field: all entrants but those who are ``out``."""
    latest = {each.entrant_id: each for each in particulars}
    live = [each for entrant, each in latest.items() if entrant not in out]
    return Drawn({each.entrant.number: (each.entrant, each.name, each.seed) for each in live}, live)


def _new_draw(event: Event, number: int, key: str, plan: Plan) -> Draw:
    text = plan.text()
    return Draw(
        event=event, number=number, key=key, size=plan.size, plan=text, plan_seal=seal_of(text), lot=Lot.KEY_AND_EVENT
    )
