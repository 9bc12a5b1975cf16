"""Entrants: enter, rename, tick, replace, withdraw; a late entrant takes the line of a bye."""

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import Count, Exists, Max, OuterRef, QuerySet, StringAgg, Subquery, Value

from journal import book
from journal.models import Fact
from journal.refusals import Refused
from journal.statements import Blank, Reading
from rules.draws.affected import affected_by
from rules.draws.plan import ENTRY
from rules.draws.seeding import MOST
from rules.errors import RuleBroken
from tournaments.actions.draws.lines import free_lines, lines_of, seat
from tournaments.actions.entrants.entries import (
    PARTICULARS,
    Entered,
    Entry,
    card,
    changed_entry,
    line_of,
    particulars_of,
    refuse_twice,
)
from tournaments.actions.entrants.members import follow_members, with_members
from tournaments.actions.money.payers import charge_change, charge_members
from tournaments.actions.phones.contacts import keep_contacts
from tournaments.actions.steps import (
    concerning,
    derive_draw,
    draw_of,
    entrants_with_draw,
    refuse_affected,
    stream_of_entrant,
    stream_of_event,
)
from tournaments.models import Entrant, Event, Particulars, Tick, Withdrawal
from tournaments.models.entrants import ticked
from tournaments.permissions import may_run_desk
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.entrants.listed import EntrantCard, people_in
from tournaments.read.entrants.paid import follows_books
from tournaments.read.events import conditions_of
from tournaments.read.money.entrant_now import entrant_now
from tournaments.read.re_entries import entries_of_one

__all__ = [
    "EVERYTHING", "PARTICULARS", "Entered", "Entry", "brackets_of", "enter", "rename", "replace_entrant", "tick",
    "tick_all", "withdraw",
]  # fmt: skip

EVERYTHING = "all"
"""The scope of a withdrawal from every bracket of the event."""


def brackets_of(event: Event, scope: str) -> tuple[str, ...]:
    """Return the brackets of ``event`` that ``scope`` names: a bracket's code, or ``EVERYTHING``.

    Raises RuleBroken ``bracket.unknown``.
    """
    codes = tuple(bracket.code for bracket in event.rules.brackets)
    if scope == EVERYTHING:
        return codes
    if scope not in codes:
        raise RuleBroken("bracket.unknown", got=scope, known=list(codes))
    return (scope,)


def enter(event: int, entries: Sequence[Entry], caller: book.Caller, line: int | None = None) -> Entered:
    """Enter players; once the event is drawn each takes the line of a bye whose holder has not begun.

    ``line`` names the line for a single late entrant; without it the bye given last is taken first.
    Raises RuleBroken ``entrants.none``, ``entrants.line``, ``name.…``, ``members.…``, ``seed.range``; Refused
    ``event.full``, ``member.entered``, ``line.taken``, ``line.begun``, ``line.none``.
    """
    with book.page(stream_of_event(event, caller, may_run_desk), caller) as page:
        event_row, (number, live, seeds) = _event_with_counts(event)
        if not entries:
            raise RuleBroken("entrants.none")
        if line is not None and (len(entries) != 1 or event_row.current_draw_id is None):
            raise RuleBroken("entrants.line", line=line)
        if live + len(entries) > MOST:
            raise Refused("event.full", entrants=live, most=MOST)
        new = _New(
            [_entrant(event_row, number + place, entry) for place, entry in enumerate(entries, start=1)], entries
        )
        refuse_twice(event_row, new.particulars)
        if event_row.current_draw_id is None:
            return page.done(_entered(page, event_row, new))
        before = entered_draw(draw_of(event_row), page.stream.pk)
        page.keep(new.entrants)
        # Where rounds are paired one by one, whoever comes late joins the next round.
        joins_later = event_row.rules.is_paired and line is None
        seats = {} if joins_later else free_lines(before, seeds, new.entrants, line)
        return page.done(_late(page, event_row, before, new, seats))


def rename(entrant: int, changes: dict[str, Any], caller: book.Caller) -> Entered:
    """Change the details of an entrant: name, members, club, country, rating, group, and before the draw the seed.

    Raises Refused ``draw.made`` for a seed after the draw, ``member.entered``, RuleBroken ``name.…``, ``members.…``,
    ``seed.range``.
    """
    with book.page(stream_of_entrant(entrant, caller, may_run_desk), caller) as page:
        known = entrant_now(entrant)
        entrant_row, now = known.entrant, known.particulars
        page.check_version(now.turn)
        entry = changed_entry(now, changes)
        if entry.seed != now.seed and entrant_row.event.current_draw_id is not None:
            raise Refused("draw.made", draw=entrant_row.event.current_draw_id)
        fresh = particulars_of(entrant_row, entry, _last_turn(entrant) + 1)
        follows: list[Fact] = []
        if fresh.members != now.members:
            refuse_twice(entrant_row.event, [fresh], but=entries_of_one(entrant))
            follows = follow_members(entrant, now.people, fresh.people)
        own = [f"name:{entrant}", *([f"here:{entrant}", f"person:{entrant}"] if follows else [])]
        makes = [*own, *([f"field:{entrant_row.event_id}"] if entry.seed != now.seed else [])]
        needs = [*own, f"entrant:{entrant}"]
        facts = [fresh, *follows]
        if len(fresh.people) != len(now.people):
            facts += charge_members(page, entrant_row, facts)
        page.record("entrant.renamed", facts, **concerning(entrant_row.event_id, makes=makes, needs=needs))
        line, out = line_of(entrant_row), tuple(sorted(known.left))
        return page.done(Entered((card(entrant_row, fresh, line, out, known.ticks()),), page.stream.number))


def tick(entrant: int, kind: str, on: bool, caller: book.Caller) -> Entered:
    """Tick on the entry list that an entrant has ``paid`` or is ``here``, or remove the tick.

    A tick that is set already makes no record. Raises RuleBroken ``tick.kind``, Refused ``paid.books``.
    """
    with book.page(stream_of_entrant(entrant, caller, may_run_desk), caller) as page:
        column = _kind(kind)
        known = entrant_now(entrant)
        entrant_row, ticks = known.entrant, known.ticks()
        _refuse_by_books(kind, entrant_row.event)
        record = None
        if ticks[column] is not on:
            page.record(
                "entrant.ticked",
                with_members([Tick(entrant=entrant_row, kind=kind, on=on)], {entrant: known.particulars.people}),
                **_ticks(entrant_row.event_id, kind, entrant_row),
            )
            record, ticks = page.stream.number, (on, ticks[1]) if column == 0 else (ticks[0], on)
        line, out = line_of(entrant_row), tuple(sorted(known.left))
        return page.done(Entered((card(entrant_row, known.particulars, line, out, ticks),), record))


def tick_all(event: int, kind: str, caller: book.Caller) -> tuple[int, ...]:
    """Tick everyone who plays and was not ticked; return who that was.

    Raises RuleBroken ``tick.kind``, Refused ``paid.books``.
    """
    with book.page(stream_of_event(event, caller, may_run_desk), caller) as page:
        _kind(kind)
        event_row = Event.objects.select_related("tournament").get(pk=event)
        _refuse_by_books(kind, event_row)
        gone = Withdrawal.objects.filter(entrant=OuterRef("pk"), bracket=ENTRY, record__undo__isnull=True)
        field = Entrant.objects.filter(~Exists(gone), event=event, record__undo__isnull=True)
        entrants = list(field.alias(ticked=ticked(kind)).filter(ticked=False).order_by("number"))
        if entrants:
            ticks = [Tick(entrant=each, kind=kind, on=True) for each in entrants]
            people = people_in(event) if conditions_of(event_row).entrants.is_several else {}
            page.record("entrant.ticked", with_members(ticks, people), **_ticks(event, kind, *entrants))
        return page.done(tuple(each.pk for each in entrants))


def replace_entrant(entrant: int, entry: Entry, caller: book.Caller) -> Entered:
    """Replace an entrant with another player, on the same line, before any of the entrant's matches has begun.

    Raises Refused ``match.begun``, ``entrant.undrawn``, before the draw ``entrant.withdrawn``.
    """
    with book.page(stream_of_entrant(entrant, caller), caller) as page:
        old, last_number, left = _with_last_number(entrant)
        event = old.event
        new, particulars = _entrant(event, last_number + 1, entry)
        refuse_twice(event, [particulars], but=entries_of_one(entrant) if particulars.members else ())
        gone: list[Fact] = [Withdrawal(entrant=old, bracket=bracket) for bracket in brackets_of(event, EVERYTHING)]
        if event.current_draw_id is None:
            if ENTRY in left:  # or one who was replaced before would bring in two
                raise Refused("entrant.withdrawn", entrant=entrant, brackets=sorted(left))
            page.keep([new])
            facts = _with_money(page, old, new, [new, particulars, *gone])
            page.record("entrant.replaced", facts, **_field(event, [new], [f"entrant:{old.pk}"]))
            return page.done(Entered((card(new, particulars),), page.stream.number))
        before = entered_draw(draw_of(event), page.stream.pk)
        lines = lines_of(before.state, entrant)
        if not lines:
            raise Refused("entrant.undrawn", entrant=entrant)
        page.keep([new])
        needs = [f"entrant:{old.pk}"]
        facts = _with_money(page, old, new, [new, particulars, *gone])
        moved = seat(page, event, before, "entrant.replaced", dict.fromkeys(lines, new), facts, needs)
        return page.done(Entered((card(new, particulars, lines[0]),), page.stream.number, moved))


def withdraw(entrant: int, scope: str, caller: book.Caller) -> Entered:
    """Withdraw an entrant from one bracket or from all: they forfeit their match there and never drop into it.

    ``scope`` is the code of a bracket, or ``EVERYTHING``. Raises Refused ``entrant.withdrawn`` when they already have,
    RuleBroken ``bracket.unknown``.
    """
    with book.page(stream_of_entrant(entrant, caller, may_run_desk), caller) as page:
        known = entrant_now(entrant)
        entrant_row, already = known.entrant, known.left
        brackets = [bracket for bracket in brackets_of(entrant_row.event, scope) if bracket not in already]
        if not brackets:
            raise Refused("entrant.withdrawn", entrant=entrant, brackets=sorted(already))
        facts = [Withdrawal(entrant=entrant_row, bracket=bracket) for bracket in brackets]
        needs, makes = [f"entrant:{entrant}"], [f"out:{entrant}"]
        if ENTRY in brackets:
            makes.append(f"field:{entrant_row.event_id}")
        event = entrant_row.event
        moved: tuple[str, ...] = ()
        line: int | None = None
        money: list[Fact] = []
        if event.current_draw_id is None:
            money = charge_change(page, event.tournament, leaving=[entrant]) if ENTRY in brackets else []
            page.record("entrant.withdrawn", [*facts, *money], **concerning(event.pk, makes=makes, needs=needs))
        else:
            before = entered_draw(draw_of(event), page.stream.pk)
            state = before.state.having(withdrawn=[(bracket, entrant) for bracket in brackets])
            refuse_affected(before, affected_by(before.state.derived, before.state.facts, state.derived))
            page.record("entrant.withdrawn", facts, **concerning(event.pk, makes=makes, needs=needs))
            moved = derive_draw(page, before, before.with_state(state))
            line = next((at for at, who in state.lines.items() if who == entrant), None)
        out = tuple(sorted(already | set(brackets)))
        shown = card(entrant_row, known.particulars, line, out, known.ticks(money))
        return page.done(Entered((shown,), page.stream.number, moved))


def _entrant(event: Event, number: int, entry: Entry) -> tuple[Entrant, Particulars]:
    entrant = Entrant(event=event, number=number)
    return entrant, particulars_of(entrant, entry, 1)


def _with_money(page: book.OpenPage, old: Entrant, new: Entrant, facts: list[Fact]) -> list[Fact]:
    """Return the facts of a replacement with those that charge the new player in the place of the old one."""
    money = charge_change(page, old.event.tournament, entering=[new], leaving=[old.pk], facts=facts)
    return [*facts, *money]


def _with_last_number(entrant: int) -> tuple[Entrant, int, set[str]]:
    """Return an entrant with event and draw, the last number given out in the event, and the brackets they left."""
    numbers = Entrant.objects.filter(event=OuterRef("event")).order_by("-number").values("number")
    entrant_row, left = _with_brackets_left(entrants_with_draw().annotate(last=Subquery(numbers[:1])), entrant)
    return entrant_row, vars(entrant_row)["last"], left


def _with_brackets_left(entrants: QuerySet[Entrant], entrant: int) -> tuple[Entrant, set[str]]:
    """Return one of these entrants, and the brackets from which they withdrew."""
    live = Withdrawal.objects.filter(entrant=OuterRef("pk"), record__undo__isnull=True).order_by()
    brackets = live.values("entrant").annotate(brackets=StringAgg("bracket", Value(" "))).values("brackets")
    row = entrants.annotate(left=Subquery(brackets)).get(pk=entrant)
    return row, set((vars(row)["left"] or "").split())


def _event_with_counts(event: int) -> tuple[Event, tuple[int, int, int]]:
    """Return an event with its tournament and draw; the last number, how many are entered, how many have a seed.

    Raises Event.DoesNotExist.
    """
    row: Any = next(iter(_event(pk=event)), None)
    if row is None:
        raise Event.DoesNotExist
    return row, (row.last or 0, row.live or 0, row.seeds or 0)


def _events_with_counts() -> QuerySet[Event]:
    particulars = Particulars.objects.filter(entrant=OuterRef("pk"), record__undo__isnull=True, seed__isnull=False)
    entrants = Entrant.objects.filter(event=OuterRef("pk")).order_by()
    live = entrants.filter(record__undo__isnull=True)
    return Event.objects.filter(pk=Blank("pk")).annotate(
        last=Subquery(entrants.values("event").annotate(value=Max("number")).values("value")),
        live=Subquery(live.values("event").annotate(value=Count("pk")).values("value")),
        seeds=Subquery(entrants.filter(Exists(particulars)).values("event").annotate(value=Count("pk")).values("value")),
    )  # fmt: skip


_event = Reading(
    _events_with_counts,
    beside=["tournament", "current_draw"],
    without=["current_draw__plan"],
    annotated=["last", "live", "seeds"],
)


def _last_turn(entrant: int) -> int:
    return Particulars.objects.filter(entrant=entrant).aggregate(last=Max("turn"))["last"] or 0


def _refuse_by_books(kind: str, event: Event) -> None:
    """Refuse to tick *paid* where the books say who has paid. Raises Refused ``paid.books``."""
    if kind == "paid" and follows_books(event.tournament.fees, event.pk):
        raise Refused("paid.books", event=event.pk)


def _kind(kind: str) -> int:
    """Return the position of a kind of tick: paid, here."""
    if kind not in Tick.KINDS:
        raise RuleBroken("tick.kind", got=kind, known=Tick.KINDS)
    return Tick.KINDS.index(kind)


def _ticks(event: int, kind: str, *entrants: Entrant) -> dict[str, Any]:
    """Return what the body of a record of ticks says. Only the next tick depends on a tick."""
    ticks = [f"{kind}:{each.pk}" for each in entrants]
    return concerning(event, makes=ticks, needs=ticks)


def _field(event: Event, made: Iterable[Entrant], needs: Sequence[str] = ()) -> dict[str, Any]:
    """Return what the body of a record says that changes the field of the draw."""
    return concerning(event.pk, makes=[f"field:{event.pk}", *(f"entrant:{each.pk}" for each in made)], needs=needs)


class _New:
    """Entrants about to be entered, with their particulars and ticks."""

    def __init__(self, facts: list[tuple[Entrant, Particulars]], entries: Sequence[Entry]) -> None:
        self.entrants = [entrant for entrant, _ in facts]
        self.particulars = [each for _, each in facts]
        self.paid = [entry.paid for entry in entries]
        self.addresses = [
            (each, entry.email) for each, entry in zip(self.entrants, entries, strict=True) if entry.email
        ]

    @property
    def facts(self) -> list[Fact]:
        paid = zip(self.entrants, self.paid, strict=True)
        ticks = [Tick(entrant=entrant, kind="paid", on=True) for entrant, has_paid in paid if has_paid]
        return [*self.entrants, *self.particulars, *ticks]

    def cards(self, lines: dict[int, int]) -> tuple[EntrantCard, ...]:
        """Return the new entrants; ``lines`` maps an entrant to their line."""
        return tuple(
            card(entrant, particulars, lines.get(entrant.pk), ticks=(paid, False))
            for entrant, particulars, paid in zip(self.entrants, self.particulars, self.paid, strict=True)
        )


def _entered(page: book.OpenPage, event: Event, new: _New) -> Entered:
    page.keep(new.entrants)
    facts = new.facts
    money = charge_change(page, event.tournament, entering=new.entrants, facts=facts)
    number = page.record("entrant.entered", [*facts, *money], **_field(event, new.entrants)).number
    keep_contacts(page, event.pk, new.addresses)
    return Entered(new.cards({}), number)


def _late(
    page: book.OpenPage, event: Event, before: EnteredDraw, new: _New, seats: dict[int, Entrant]
) -> Entered:  # fmt: skip
    facts = new.facts
    money = charge_change(page, event.tournament, entering=new.entrants, facts=facts)
    moved = seat(page, event, before, "entrant.late", seats, [*facts, *money])
    lines = {entrant.pk: line for line, entrant in seats.items()}
    number = page.stream.number
    keep_contacts(page, event.pk, new.addresses)
    return Entered(new.cards(lines), number, moved)
