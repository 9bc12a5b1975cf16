"""What a full queue starts: an event of its own with entrants, a draw by a key rolled now, and the first calls.

Each of them is a record of its own on the page of whoever came last, so each can be undone, and all together too.
Source: docs/decisions/0111-jackpots.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Max, Q

from clubs.actions.books import Move, Purse, post
from journal import book
from journal.canon import canonical
from journal.models import Fact
from journal.refusals import Refused
from rules.conditions import Conditions
from rules.draws.derive import Status
from rules.draws.plan import Plan
from rules.draws.state import DrawState
from rules.formats.registry import compile_plan
from rules.jackpots import calls_at_once, numbered_name, who_is_in
from rules.money.pots import read_division
from tournaments.actions.calls import at_tables
from tournaments.actions.draws import ToDraw, write_draw
from tournaments.actions.evenings import rolled
from tournaments.actions.jackpots.queues import OpenQueue, queue_now
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
    Match,
    Particulars,
    PotSetup,
    Setup,
    Tournament,
)
from tournaments.models.money import Postings, Purses
from tournaments.models.prizes import FUND
from tournaments.permissions import may_run_desk
from tournaments.read.entered import EnteredDraw
from tournaments.read.jackpots.people import QueuePerson, by_payer, queue_people
from tournaments.read.jackpots.queues import sitting_entrants
from tournaments.read.money.payers import payers_to_charge


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
    new.calls = _calls(queue.tournament, new)
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
    number = (JackpotStart.objects.filter(jackpot=jackpot).aggregate(last=Max("number"))["last"] or 0) + 1
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


def _calls(tournament: Tournament, new: _New) -> list[tuple[int, str]]:
    """Return which matches are called to which tables: (place in the plan, table). Tables of others stay free."""
    state = DrawState(new.plan, new.lines, (), ())
    pairs = {place: seat.pair for place, seat in enumerate(state.derived.seats()) if seat.pair is not None}
    sitting = sitting_entrants(tournament.pk, new.event.pk)
    everybody = queue_people(tournament.pk) if sitting else []
    there = [each for each in everybody if each.entrant in sitting]
    names, payers = {each.key for each in there}, {each.payer for each in there if each.payer}
    busy = {
        number
        for number, (person, entry) in enumerate(zip(new.people, new.seated, strict=True), start=1)
        if person.key in names or entry.payer_id in payers
    }
    in_use = at_tables(sitting.values())
    tables = [each.name for each in tournament.furniture if not each.closed and each.name.casefold() not in in_use]
    return calls_at_once(pairs, busy, tables, _others_ready(tournament) if tables else 0)


def _others_ready(tournament: Tournament) -> int:
    """Return how many matches of events that are no jackpots could be called now: they come first."""
    rows = Match.objects.filter(
        draw__event__tournament=tournament, draw__event__current_draw__pk__isnull=False, status=Status.OPEN, begun=False
    )
    current = Event.objects.filter(tournament=tournament, jackpot_start__isnull=True).values("current_draw")
    return rows.filter(Q(call__isnull=True) | Q(call__table=""), draw__in=current).count()


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
        facts += post(page, Postings.STAKED, queue.tournament.currency, moves)
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
    if queue.tournament.fees != "[]":
        known = payers_to_charge(Q(pk__in=[each.payer_id for each in new.seated]), page.at)
        facts += charge(page, queue.tournament, known.facts)
    event = new.event.pk
    makes = [f"field:{event}", *(f"entrant:{each.pk}" for each in entrants)]
    about = concerning(event, makes=makes, needs=[f"start:{new.start.pk}"])
    page.record("entrant.entered", facts, **about, together=new.together)
    return entrants


def _record_calls(page: book.OpenPage, new: _New, drawn: EnteredDraw) -> tuple[tuple[str, str], ...]:
    """Record the calls, and write the rows of the matches called."""
    after = drawn
    codes: list[tuple[str, str]] = []
    for place, table in new.calls:
        pair = drawn.state.seat(place).pair
        if pair is None:
            continue
        match = drawn.ids[place]
        fact = Call(match_id=match, first_id=pair[0], second_id=pair[1], table=table)
        about: dict[str, Any] = concerning(
            new.event.pk, makes=[f"call:{match}"], needs=[f"call:{match}", f"draw:{drawn.draw.pk}"], match=match
        )
        page.record("match.called", [fact], **about, together=new.together)
        after = after.with_state(after.state.having(fact.rows(place)))
        codes.append((drawn.state.plan.matches[place].code, table))
    if codes:
        derive_draw(page, drawn, after)
    return tuple(codes)
