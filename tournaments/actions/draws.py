"""Making the draw by a published key, and making it again."""

from dataclasses import dataclass

from django.db.models import Max

from journal import book
from journal.refusals import Refused
from rules.chance import read_key
from rules.draws.plan import compile_plan
from rules.draws.seeding import draw_lines, size_for
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.naming import read_reason
from tournaments.actions.steps import concerning, draw_of, fresh_matches, stream_of_event
from tournaments.models import Draw, Entrant, Event, Line, Match, Particulars, Withdrawal, seal_of
from tournaments.models.entered import EnteredDraw, entered_draw


@dataclass(frozen=True, slots=True)
class DrawCard:
    """A draw as it was made; ``lines`` maps a line to (entrant, number, name), a missing line is a bye."""

    id: int
    event: int
    number: int
    key: str
    size: int
    lines: dict[int, tuple[int, int, str]]
    record: int


@dataclass(frozen=True, slots=True)
class Drawn:
    """Who is drawn: entrant number → (entrant, name, seed)."""

    entrants: dict[int, tuple[Entrant, str, int | None]]

    def told(self, number: int) -> tuple[int, int, str]:
        """Return id, number and name of an entrant."""
        entrant, name, _ = self.entrants[number]
        return entrant.pk, number, name

    def seeds(self) -> dict[int, int]:
        return {number: seed for number, (_, _, seed) in self.entrants.items() if seed is not None}


def make_draw(event: int, key: str, hand: book.Hand, *, discard: bool = False, reason: str = "") -> DrawCard:
    """Draw the event by ``key``; a draw made before is superseded and stays readable.

    ``discard`` with a ``reason`` is needed once a match has begun: what was played no longer counts.
    Raises RuleBroken ``key.…``, ``draw.field``, ``seed.shared``; Refused ``draw.key_used``, ``draw.begun``.
    """
    with book.page(stream_of_event(event, hand), hand) as page:
        found = Event.objects.get(pk=event)
        key = read_key(key)
        if Draw.objects.filter(event=event, key=key).exists():
            raise Refused("draw.key_used", key=key)
        words = _reason_to_discard(page, found, discard, reason)
        drawn = _field(event)
        numbered = draw_lines(list(drawn.entrants), drawn.seeds(), key)
        draw = _new_draw(found, key, len(drawn.entrants))
        lines = [Line(draw=draw, line=line, entrant=drawn.entrants[number][0]) for line, number in numbered.items()]
        page.keep([draw])
        needs = [f"field:{event}", *([f"draw:{found.current_draw_id}"] if found.current_draw_id else [])]
        verb = "draw.remade" if found.current_draw_id else "draw.made"
        page.record(verb, [draw, *lines], words, **concerning(event, makes=[f"draw:{draw.pk}"], needs=needs))
        entered = _empty_draw(page, draw, lines)
        Match.objects.bulk_create(fresh_matches(draw, entered))
        Event.objects.filter(pk=event).update(current_draw=draw)
        named = {line: drawn.told(number) for line, number in numbered.items()}
        return page.done(DrawCard(draw.pk, event, draw.number, key, draw.size, named, page.stream.number))


def _reason_to_discard(page: book.OpenPage, event: Event, discard: bool, reason: str) -> str:
    """Return the reason to record. Raises Refused ``draw.begun`` when played matches would be discarded unasked."""
    if event.current_draw_id is None:
        return ""
    current = entered_draw(draw_of(event), page.stream.pk)
    begun = current.state.begun()
    if begun and not discard:
        codes = [current.state.plan.matches[place].code for place in begun]
        raise Refused("draw.begun", draw=event.current_draw_id, matches=codes)
    return read_reason(reason) if begun or reason.strip() else ""


def _field(event: int) -> Drawn:
    """Return who will be drawn: all entered who have not withdrawn from the main bracket."""
    out = set(
        Withdrawal.objects.filter(entrant__event=event, bracket="main", record__undo__isnull=True).values_list(
            "entrant", flat=True
        )
    )
    told = {
        each.entrant_id: each
        for each in Particulars.objects.filter(entrant__event=event, record__undo__isnull=True).order_by("turn")
    }
    live = Entrant.objects.filter(event=event, record__undo__isnull=True).order_by("number")
    return Drawn({each.number: (each, told[each.pk].name, told[each.pk].seed) for each in live if each.pk not in out})


def _new_draw(event: Event, key: str, entrants: int) -> Draw:
    size = size_for(entrants)
    plan = compile_plan(size, event.rules).text()
    last = Draw.objects.filter(event=event).aggregate(last=Max("number"))["last"] or 0
    return Draw(event=event, number=last + 1, key=key, size=size, plan=plan, plan_seal=seal_of(plan))


def _empty_draw(page: book.OpenPage, draw: Draw, lines: list[Line]) -> EnteredDraw:
    """Return a draw in which nothing has been entered but who withdrew beforehand."""
    entered = entered_draw(draw, page.stream.pk)
    state: DrawState = entered.state
    if len(state.lines) != len(lines):
        raise RuleBroken("draw.field", entrants=len(lines))
    return entered
