"""What a full queue starts: an event of its own with entrants, a draw by a key rolled now, and the first calls.

Each of them is a record of its own on the page of whoever came last, so each can be undone, and all together too.
Source: docs/decisions/0111-jackpots.md.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from clubs.actions.books import Move, Purse, post
from journal import book
from journal.canon import canonical
from journal.models import Fact
from journal.refusals import Refused
from rules.conditions import Conditions
from rules.draws.plan import Plan
from rules.draws.state import DrawState
from rules.formats.registry import compile_plan
from rules.jackpots import calls_at_once, numbered_name, who_is_in
from rules.money.fees import OF_EVENT
from rules.money.pots import read_division
from tournaments.actions.draws.making import ToDraw, write_draw
from tournaments.actions.evenings import rolled
from tournaments.actions.jackpots.queues import OpenQueue, queue_now
from tournaments.actions.matches.calls import at_tables
from tournaments.actions.matches.held import HallNow, hall_of, ready_with
from tournaments.actions.money.charging import charge, refuse_if_closed
from tournaments.actions.steps import concerning, derive_draw, stream_of_jackpot
from tournaments.models import (
    Call,
    Entrant,
    EntrantPayer,
    Event,
    JackpotEntry,
    JackpotSeat,
    JackpotStart,
    Particulars,
    PotSetup,
    Setup,
    Tournament,
)
from tournaments.models.money.cash import Postings, Purses
from tournaments.models.money.prizes import FUND
from tournaments.permissions import may_run_desk
from tournaments.read.entered import EnteredDraw
from tournaments.read.entrants.names import EntrantName
from tournaments.read.jackpots.people import QueuePerson, by_payer, queue_people
from tournaments.read.money.payers import fees_of, payers_to_charge


@dataclass(frozen=True, slots=True)
class JackpotStarted:
    """A jackpot that started: its event, number and draw key, the tables called, and its first and last record."""

    event: int
    name: str
    number: int
    key: str
    calls: tuple[tuple[str, str], ...]
    first: int
    last: int


@dataclass(slots=True)
class _New:
    """A jackpot before it is written. People of the plan are the numbers of its entrants, from 1."""

    event: Event
    start: JackpotStart
    seated: Sequence[JackpotEntry]
    people: Sequence[QueuePerson]
    key: str
    plan: Plan
    lines: dict[int, int]
    calls: list[tuple[int, str]] = field(default_factory=list)
    together: list[int] = field(default_factory=list)


def start_jackpot(jackpot: int, caller: book.Caller) -> JackpotStarted:
    """Start a jackpot of a queue that is full, because its start was undone or somebody came back.

    Raises Unknown ``jackpot.unknown``; Refused ``jackpot.short`` with how many wait, ``books.closed``.
    """
    with book.page(stream_of_jackpot(jackpot, caller, may_run_desk), caller) as page:
        queue = queue_now(jackpot)
        started = start_if_full(page, queue)
        if started is None:
            raise Refused("jackpot.short", waiting=len(queue.waiting), size=queue.jackpot.size)
        return page.done(started)


def start_if_full(page: book.OpenPage, queue: OpenQueue) -> JackpotStarted | None:
    """Step: start a jackpot of the first who wait, once they are enough; None while they are fewer."""
    seated = who_is_in(queue.waiting, queue.jackpot.size)
    if not seated:
        return None
    if queue.jackpot.stake:
        refuse_if_closed(queue.tournament)
    new = _new(page, queue, seated)
    new.calls = _calls(page, queue.tournament, new)
    first = page.stream.number + 1
    new.together = [first, first + 2 + len(new.calls)]
    _record_start(page, queue, new)
    entrants = _record_entrants(page, queue, new)
    of_lines = {line: entrants[number - 1] for line, number in new.lines.items()}
    drawn = write_draw(page, ToDraw(new.event, 1, new.key, new.plan, of_lines), together=new.together)
    codes = _record_calls(page, new, drawn)
    return JackpotStarted(new.event.pk, new.event.name, new.start.number, new.key, codes, *new.together)


def _new(page: book.OpenPage, queue: OpenQueue, seated: Sequence[JackpotEntry]) -> _New:
    """Keep the event and draw it: its lines follow from the key and from the event's own number."""
    terms, jackpot = queue.terms, queue.jackpot
    rules = terms.format
    number = queue.last_start + 1
    event = Event(
        tournament=queue.tournament, name=numbered_name(jackpot.name, number), format=canonical(rules.as_data()),
        conditions=canonical(Conditions().as_data()),
    )  # fmt: skip
    page.keep([event])
    start = JackpotStart(jackpot=jackpot, number=number, event=event)
    page.keep([start])
    key, size = rolled(), len(seated)
    lines = rules.lines(list(range(1, size + 1)), {}, key, event.pk)
    known = by_payer(queue_people(queue.tournament.pk))
    people = [known.get(each.payer_id) or QueuePerson("…") for each in seated]
    return _New(event, start, seated, people, key, compile_plan(rules.size(size), rules, size, 0), dict(lines))


def _calls(page: book.OpenPage, tournament: Tournament, new: _New) -> list[tuple[int, str]]:
    """Return which matches are called to which tables: (place in the plan, table). Tables of others stay free.

    No match is called that is held, as by every other call.
    """
    open_tables = [each.name for each in tournament.furniture if not each.closed]
    if not open_tables:
        return []
    state = DrawState(new.plan, new.lines, (), ())
    pairs = {place: seat.pair for place, seat in enumerate(state.derived.seats()) if seat.pair is not None}
    hall = hall_of(tournament, page.at)
    in_use = at_tables(hall.open)
    tables = [each for each in open_tables if each.casefold() not in in_use]
    if not tables:
        return []
    entrants = [
        EntrantName(0, new.event.pk, number, each.name, each.club) for number, each in enumerate(new.people, start=1)
    ]
    ready, called = ready_with(hall, pairs, entrants, Conditions())
    return calls_at_once([place for place in pairs if place in called], tables, _others(hall, ready))


def _others(hall: HallNow, ready: Collection[int]) -> int:
    """Return how many ``ready`` matches are of events that are no jackpots: they come first."""
    events = [match.draw.event_id for match in hall.open if match.pk in ready]
    jackpots = set(JackpotStart.objects.filter(event__in=events).values_list("event", flat=True)) if events else set()
    return sum(event not in jackpots for event in events)


def _record_start(page: book.OpenPage, queue: OpenQueue, new: _New) -> None:
    """Record the event with its set-up, who plays in it, and their stakes as its prize fund."""
    event, start, stake = new.event, new.start, queue.jackpot.stake
    facts: list[Fact] = [event, start, Setup(event=event, format=event.format, conditions=event.conditions)]
    facts += [JackpotSeat(start=start, entry=entry, number=number) for number, entry in enumerate(new.seated, start=1)]
    if stake:
        division = canonical(read_division(queue.terms.division).as_data())
        facts.append(PotSetup(event=event, pot=FUND, turn=1, division=division))
        fund = stake * len(new.seated)
        moves = (Move(queue.purse, fund), Move(Purse(Purses.FUND, event.pk), -fund))
        page.keep(facts)
        # The fund of an event that is being made has no account yet.
        facts += post(page, Postings.STAKED, queue.tournament.currency, moves, known=queue.known_account(page))
    entries = [f"queued:{each.pk}" for each in new.seated]
    made = [f"start:{start.pk}", f"setup:{event.pk}", f"pot:{event.pk}:", f"award:{event.pk}"]
    page.record(
        "jackpot.started", facts, event=event.pk, jackpot=queue.jackpot.pk, together=new.together,
        makes=[*made, *entries], needs=[f"jackpot:{queue.jackpot.pk}", *entries],
    )  # fmt: skip


def _record_entrants(page: book.OpenPage, queue: OpenQueue, new: _New) -> list[Entrant]:
    """Record the entrants, each paid for from the account of whoever joined."""
    entrants = [Entrant(event=new.event, number=number) for number in range(1, len(new.seated) + 1)]
    page.keep(entrants)
    facts: list[Fact] = [*entrants]
    facts += [
        Particulars(
            entrant=entrant, name=each.name, club=each.club, country=each.country, rating=each.rating
        ).sealing()
        for entrant, each in zip(entrants, new.people, strict=True)
    ]  # fmt: skip
    facts += [
        EntrantPayer(entrant=entrant, payer_id=entry.payer_id)
        for entrant, entry in zip(entrants, new.seated, strict=True)
    ]
    page.keep(facts)
    # A fee of another event does not depend on who plays here.
    if any(fee.kind not in OF_EVENT for fee in fees_of(queue.tournament)):
        known = payers_to_charge(Q(pk__in=[each.payer_id for each in new.seated]), page.at)
        facts += charge(page, queue.tournament, known.facts)
    event = new.event.pk
    makes = [f"field:{event}", *(f"entrant:{each.pk}" for each in entrants)]
    about = concerning(event, makes=makes, needs=[f"start:{new.start.pk}"])
    page.record("entrant.entered", facts, **about, together=new.together)
    return entrants


def _record_calls(page: book.OpenPage, new: _New, drawn: EnteredDraw) -> tuple[tuple[str, str], ...]:
    """Record the calls, and write the rows of the matches called."""
    paired = [(place, table, drawn.state.seat(place).pair, drawn.ids[place]) for place, table in new.calls]
    calls = [
        (place, Call(match_id=match, first_id=pair[0], second_id=pair[1], table=table))
        for place, table, pair, match in paired
        if pair is not None
    ]
    page.record_each("match.called", [([call], _about_call(new, drawn, call.match_id)) for _, call in calls])
    if calls:
        rows = [row for place, call in calls for row in call.rows(place)]
        derive_draw(page, drawn, drawn.with_state(drawn.state.having(rows)))
    return tuple((drawn.state.plan.matches[place].code, call.table) for place, call in calls)


def _about_call(new: _New, drawn: EnteredDraw, match: int) -> dict[str, Any]:
    """Return what the record of a call says beside the call."""
    needs = [f"call:{match}", f"draw:{drawn.draw.pk}"]
    about = concerning(new.event.pk, makes=[f"call:{match}"], needs=needs, match=match)
    return about | {"together": new.together}
