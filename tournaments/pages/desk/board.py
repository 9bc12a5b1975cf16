"""The desk of a tournament: what needs the director, ready and current matches, free tables, last actions."""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from clubs.read.records import NUMBER, RawRecord, people_named, sentence_for
from journal.actors import Actor
from journal.models import Undo
from rules.formats.cuts import waits_for_cut
from rules.timing.breaks import break_on, goes_on
from tournaments.models import Tournament
from tournaments.pages.desk.rows import URGENT, EventFloor, Situation, rows_of
from tournaments.pages.desk.sheet import (
    POINT_AT,
    POINTS,
    Desk,
    DeskRow,
    DoneLine,
    Ended,
    ListedEntrant,
    Pause,
    TableTile,
    ToPair,
    Undrawn,
)
from tournaments.read.draws.changes.drops import Drop, moved_drops
from tournaments.read.draws.rounds import StandingLine, has_more_to_pair, swiss_view
from tournaments.read.draws.tables import TableLine, cross_table, is_paired, lines_of
from tournaments.read.entrants.paid import asks_for_fees, follows_books
from tournaments.read.floor import Floor, latest_records, read_floor, ticks_of
from tournaments.read.matches.claims import claims_for_the_desk
from tournaments.read.matches.view import MatchView
from tournaments.read.players.held import HELD, results_on_phones
from tournaments.read.records import Names, matches_of, name_what_is_paid

# Records that are read for *Just done*, and lines that are shown there.
MOST_READ, MOST_SHOWN = 60, 20
RECENT = timedelta(minutes=1)
UNDO = Undo._meta.label_lower
# Not work of the desk: listed in the memory, not in Just done.
QUIET = (
    "tournament.opened", "event.opened", "match.scored",
    "phone.joined", "phone.left", "phone.calls_on", "phone.calls_off",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Viewer:
    """The viewer of the desk and the time; ``undoable`` are the verbs that can be undone, ``changed`` a match."""

    actor: Actor
    now: datetime
    undoable: Container[str] = ()
    changed: int | None = None


def desk_sheet(tournament: Tournament, viewer: Viewer) -> Desk:
    """Return the desk in seven statements and one for the actors, whatever the field and number of events."""
    floor = read_floor(tournament)
    read = latest_records(tournament, QUIET, MOST_READ, HELD)
    records, held = [each for each in read if each.verb != HELD], [each for each in read if each.verb == HELD]
    people = people_named((record.actor for record in records), floor.names)
    claims = claims_for_the_desk(tournament.pk)
    ticks = ticks_of(tournament)
    zone = ZoneInfo(tournament.timezone)
    here = frozenset(entrant for (entrant, kind), on in ticks.items() if kind == "here" and on)
    situation = Situation(viewer.now, zone, _acted(records, people, viewer, zone), here, claims, tournament.pauses)
    events = [EventFloor(floor, event, situation) for event in floor.events if event.current_draw_id is not None]
    free = free_tables(floor)
    rows = rows_of(events, free)
    ready = _ready(rows)
    return Desk(
        tournament=tournament.pk,
        name=tournament.name,
        number=tournament.stream.number,
        needs=tuple(row for state in URGENT for row in _in(rows, state)),
        ready=ready,
        on=_in(rows, "playing", "called"),
        waiting=_in(rows, "waiting"),
        call_all=_call_all(ready, tournament),
        start_all=_start_all(rows, tournament),
        chosen=next((row.match.id for row in ready if row.free_table and not row.holds), None),
        changed=viewer.changed,
        tables=tiles_of(floor),
        next_table=free[0] if free else "",
        ends=_ends(events, goes_on(tournament.pauses, viewer.now), zone),
        pause=_pause(tournament, viewer.now, zone),
        **_progress(events),
        holds_most=next((row.match.code for row in rows if row.held and row.state != "waiting"), ""),
        done=_done(floor, records, people, viewer, zone),
        undrawn=tuple(_undrawn(floor, ticks)),
        **_endings(floor, events, ticks),
        events=len(floor.events),
        events_drawn=len(events),
        on_phones=results_on_phones(floor, held),
    )


def _pause(tournament: Tournament, now: datetime, zone: ZoneInfo) -> Pause | None:
    """Return the break that is on."""
    on = break_on(tournament.pauses, now)
    if on is None:
        return None
    return Pause(f"{on.ends.astimezone(zone):%H:%M}" if on.ends else "", f"breakend {tournament.pk}")


def _in(rows: Iterable[DeskRow], *states: str) -> tuple[DeskRow, ...]:
    return tuple(row for row in rows if row.state in states)


def _ready(rows: Iterable[DeskRow]) -> tuple[DeskRow, ...]:
    """Return the ready matches, those that something holds last."""
    return tuple(sorted(_in(rows, "ready"), key=lambda row: bool(row.holds)))


def _call_all(ready: Sequence[DeskRow], tournament: Tournament) -> str:
    """Return the command that calls every ready match with a free table of its own, empty for fewer than two."""
    calls = [f"{row.match.id}:{row.free_table}" for row in ready if row.free_table and not row.holds]
    return f"callall {tournament.pk} {' '.join(calls)}" if len(calls) > 1 else ""


def _start_all(rows: Iterable[DeskRow], tournament: Tournament) -> str:
    """Return the command that starts every match that is called and has not begun, empty for fewer than two."""
    called = [str(row.match.id) for row in rows if row.state in ("called", "missing")]
    return f"startall {tournament.pk} {' '.join(called)}" if len(called) > 1 else ""


def free_tables(floor: Floor) -> list[str]:
    """Return the free tables in the desk's order; if no tables are set up, the next numbers."""
    taken = {match.table.casefold() for match in _at_tables(floor)}
    if floor.tables:
        return [each.name for each in floor.tables if not each.closed and each.name.casefold() not in taken]
    ready = sum(match.state.is_open for match in floor.matches)
    return [name for number in range(1, ready + len(taken) + 1) if (name := str(number)) not in taken]


def _at_tables(floor: Floor) -> list[MatchView]:
    return [match for match in floor.matches if match.state.is_open and match.table]


def tiles_of(floor: Floor) -> tuple[TableTile, ...]:
    """Return the tables of the room in the desk's order, then other tables that matches were called to."""
    at = {match.table.casefold(): match for match in _at_tables(floor)}
    known = [each.name.casefold() for each in floor.tables]
    extra = sorted((each for each in at if each not in known), key=lambda each: (len(each), each))
    tables = [(each.name, each.closed) for each in floor.tables] + [(name, "") for name in extra]
    return tuple(_tile(name, closed, at.get(name.casefold())) for name, closed in tables)


def _tile(name: str, closed: str, match: MatchView | None) -> TableTile:
    return TableTile(match.table if match else name, closed, match)


def _acted(records: Iterable[RawRecord], people: dict[str, str], viewer: Viewer, zone: ZoneInfo) -> dict[int, str]:
    """Return who else acted on a match in the last minute, and when: ``Jon, 15:38``."""
    actions: dict[int, str] = {}
    for record in records:
        if record.actor != viewer.actor.name and not _by_player(record) and viewer.now - record.at <= RECENT:
            for match in matches_of(record):
                actions.setdefault(match, f"{people.get(record.actor, '')}, {record.at.astimezone(zone):%H:%M}")
    return actions


def _done(
    floor: Floor, records: Sequence[RawRecord], people: dict[str, str], viewer: Viewer, zone: ZoneInfo
) -> tuple[DoneLine, ...]:
    """Return the last actions, those of the viewer first."""
    names = Names(
        zone=zone,
        turns=dict(floor.turns),
        last=dict(floor.names),
        matches={match.id: (match.code, match.length) for match in floor.matches},
        events={event.pk: event.name for event in floor.events},
        people=people,
    )
    name_what_is_paid(names, floor.tournament, records)
    shown = [record for record in records if not _is_shown_struck(record, records)]
    own = [record for record in shown if record.actor == viewer.actor.name]
    others = [record for record in shown if record.actor != viewer.actor.name]
    return tuple(
        DoneLine(
            number=record.number,
            time=f"{record.at.astimezone(zone):%H:%M}",
            sentence=sentence_for(record, names),
            by="" if record.actor == viewer.actor.name else people.get(record.actor, ""),
            undo=f"undo {record.number}" if _can_be_undone(record, viewer) else "",
            undone=record.undone_by is not None,
            phone=_by_player(record),
            **_together(record, viewer),
        )
        for record in (own + others)[:MOST_SHOWN]
    )


def _is_shown_struck(record: RawRecord, records: Sequence[RawRecord]) -> bool:
    """Whether a record is an undo, and the line of what it undid says so."""
    undone = [fact["undone_id"] & NUMBER for kind, fact in record.facts if kind == UNDO]
    return bool(undone) and {each.number for each in records}.issuperset(undone)


def _together(record: RawRecord, viewer: Viewer) -> dict[str, Any]:
    """Return how the records that one action made for several matches are undone, on the last of them."""
    first, last = record.body.get("together") or (0, 0)
    if not first or record.number != last or not _can_be_undone(record, viewer):
        return {}
    return {"undo_all": f"undoall {first} {last}", "together": last - first + 1}


def _by_player(record: RawRecord) -> bool:
    return record.actor.startswith("entrant:")


def _can_be_undone(record: RawRecord, viewer: Viewer) -> bool:
    return record.actor == viewer.actor.name and record.undone_by is None and record.verb in viewer.undoable


def _ends(events: Sequence[EventFloor], now: datetime, zone: ZoneInfo) -> str:
    """Return when the last match ends, to the next ten minutes."""
    minutes = max((event.ends_in() for event in events), default=0)
    if not minutes:
        return ""
    at = (now + timedelta(minutes=minutes)).astimezone(zone)
    at += timedelta(minutes=-at.minute % 10)
    return f"{at:%H:%M}"


def _progress(events: Sequence[EventFloor]) -> dict[str, Any]:
    """Return how many matches were played, are on, are to come and to be paired, and the 24 points that say so."""
    played = sum(match.state.has_ended and None not in match.players for event in events for match in event.matches)
    playing = sum(match.state.is_on for event in events for match in event.matches)
    total = played + sum(event.waiting.certain() for event in events)
    full = POINTS * played // total if total else 0
    now = min(POINTS - full, -(-POINTS * playing // total)) if total else 0
    states = ("done",) * full + ("now",) * now + ("todo",) * (POINTS - full - now)
    points, more = tuple(zip(POINT_AT, states, strict=True)), any(map(_has_more_to_pair, events))
    return {"played": played, "playing": playing, "total": total, "points": points, "more_to_pair": more}


def _listed(floor: Floor, event: int, ticks: dict[tuple[int, str], bool]) -> tuple[ListedEntrant, ...]:
    return tuple(
        ListedEntrant(entrant, name, ticks.get((entrant, "paid"), False), ticks.get((entrant, "here"), False))
        for entrant, name in sorted(floor.names.items(), key=lambda each: each[1].casefold())
        if floor.event_of[entrant] == event and entrant not in floor.out
    )


def _undrawn(floor: Floor, ticks: dict[tuple[int, str], bool]) -> Iterable[Undrawn]:
    for event in floor.events:
        if event.current_draw_id is None:
            entrants = _listed(floor, event.pk, ticks)
            missing = sum(not each.here for each in entrants)
            fees, words = floor.tournament.fees, floor.conditions[event.pk].fee
            asks = asks_for_fees(fees, event.pk, words, (each.paid for each in entrants))
            owing = sum(not each.paid for each in entrants) if asks else 0
            by_books = follows_books(fees, event.pk)
            fee = "" if by_books else words
            yield Undrawn(event.pk, event.name, fee, entrants, missing, owing, by_books)


def _endings(floor: Floor, events: Sequence[EventFloor], ticks: dict[tuple[int, str], bool]) -> dict[str, Any]:
    """Return the events that are over, those whose knockout is to be drawn, and who drops elsewhere than printed."""
    moved = tuple(_moved_drops(events, several=len(floor.events) > 1))
    to_cut = tuple((event.event.pk, event.event.name) for event in events if _is_to_cut(event))
    to_pair = tuple(each for event in events if (each := _to_pair(floor, event)))
    over = tuple(_ended(floor, events, ticks))
    return {"ended": over, "to_cut": to_cut, "to_pair": to_pair, "moved_drops": moved}


def _to_pair(floor: Floor, event: EventFloor) -> ToPair | None:
    """Return what is to be paired: a round whose predecessor is over, or those who wait for an opponent."""
    if not is_paired(event.plan):
        return None
    shown = swiss_view(event.view, floor.out)
    if shown.over or (not shown.waiting if shown.as_they_finish else shown.open):
        return None
    return ToPair(event.event.pk, event.event.name, len(shown.waiting))


def _ended(floor: Floor, events: Sequence[EventFloor], ticks: dict[tuple[int, str], bool]) -> Iterable[Ended]:
    for event in events:
        if any(event.waiting.to_play) or _has_more_to_pair(event) or _is_to_cut(event):
            continue
        owing = tuple(each for each in _listed(floor, event.event.pk, ticks) if not each.paid)
        any_paid = any(on for (_, kind), on in ticks.items() if kind == "paid")
        champion, finalist = _first_two(event)
        winners = tuple(_winners(event))
        yield Ended(event.event.pk, event.event.name, champion, finalist, owing if any_paid else (), winners)


def _moved_drops(events: Sequence[EventFloor], *, several: bool) -> Iterable[tuple[str, Drop]]:
    """Yield the losers who drop elsewhere than printed, with the name of the event where there are ``several``."""
    for event in events:
        yield from ((event.event.name if several else "", each) for each in moved_drops(event.event, event.view))


def _has_more_to_pair(event: EventFloor) -> bool:
    return has_more_to_pair(event.view, event.floor.out)


def _is_to_cut(event: EventFloor) -> bool:
    """Whether the pools are played and their knockout is to be drawn."""
    return not any(event.waiting.to_play) and waits_for_cut(event.plan, lines_of(event.view))


def _winners(event: EventFloor) -> Iterable[tuple[str, str]]:
    """Yield the code of every other bracket that was played out, with the name of its winner."""
    for bracket in () if event.plan.by_rounds else event.plan.brackets[1:]:
        places = event.plan.of(bracket.code)
        last = event.matches[places[-1]] if places else None
        winner = next((each for each in last.players if each and each.entrant == last.on), None) if last else None
        if winner is not None:
            yield bracket.code, winner.name


def _first_two(event: EventFloor) -> tuple[str, str]:
    """Return the names of the winner and of the losing finalist; of a table those of all on its first two places."""
    if is_paired(event.plan):
        shown = swiss_view(event.view, event.floor.out)
        return _last_two(shown.lines) if shown.losses else _best_two(shown.lines)
    if event.plan.by_rounds:
        return _best_two(cross_table(event.view).lines)
    final = event.matches[event.plan.deciding(event.matches[event.plan.final].status)]
    winner, finalist = (event.floor.names.get(each, "") if each else "" for each in (final.on, final.off))
    return winner, finalist


def _best_two(lines: Sequence[StandingLine] | Sequence[TableLine]) -> tuple[str, str]:
    """Return who is first in a table, and who is second."""
    first, second = (", ".join(line.name for line in lines if line.place == place) for place in (1, 2))
    return first, second


def _last_two(lines: Sequence[StandingLine]) -> tuple[str, str]:
    """Return who is left in a Swiss by losses, and who of the others was in for longest."""
    left = [line.name for line in lines if not line.out]
    gone = [
        (max((at for at, cell in enumerate(line.cells) if cell), default=-1), line.name) for line in lines if line.out
    ]
    last = [name for round_, name in gone if round_ == max(gone)[0]]
    return (left[0] if len(left) == 1 else ""), (last[0] if len(last) == 1 else "")
