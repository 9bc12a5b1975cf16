"""Whether a match that is called is held: a player plays elsewhere, rests, or the hour is too late.

Source: docs/rules/several-events.md.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import F, Q, QuerySet

from journal.refusals import Refused
from rules.conditions import Conditions
from rules.draws.derive import Status
from rules.match.games import Note
from rules.timing.holds import MOST_REST, Hold, OpenMatch, Why, holds
from rules.timing.hours import write_hour
from tournaments.models import Match, Tournament
from tournaments.read.draws.holds import PLAYED, Clock, HoldView, rests
from tournaments.read.entrants.names import EntrantName, distinct_names
from tournaments.read.entrants.same import entered_people, people_of
from tournaments.read.events import conditions_of


@dataclass(frozen=True, slots=True)
class HallNow:
    """The open matches of a tournament, and those that have ended within a rest from now."""

    tournament: Tournament
    open: tuple[Match, ...]
    ended: tuple[Match, ...]
    now: datetime

    def but(self, match: int) -> list[Match]:
        """Return the other open matches."""
        return [each for each in self.open if each.pk != match]


@dataclass(frozen=True, slots=True)
class HeldMatches:
    """The matches of a tournament that could be called, with what holds them, and the names of its entrants."""

    names: Mapping[int, str]
    by_match: Mapping[int, tuple[HoldView, ...]]

    def notes(self, match: int) -> tuple[Note, ...]:
        """Return what holds a match as notes."""
        return tuple(Note(hold.refusal, None, hold.facts) for hold in self.by_match.get(match, ()))

    def must_be_free(self, match: int) -> None:
        """Refuse a match that is held, with the first reason and all ``holds``.

        Raises Refused ``event.hour``, ``player.busy``, ``player.rests``, ``player.twice``.
        """
        reasons = self.by_match.get(match, ())
        if reasons:
            listed = [{"code": hold.refusal, **hold.facts} for hold in reasons]
            raise Refused(reasons[0].refusal, **reasons[0].facts, holds=listed)


def open_matches(tournament: int) -> QuerySet[Match]:
    """Return the open matches of a tournament's draws, oldest event first."""
    return _matches(tournament, Q(status=Status.OPEN))


def hall_now(tournament: int, now: datetime) -> HallNow:
    """Return the hall of a tournament that has an open match: one statement."""
    rows = list(_open_or_just_over(tournament, now).select_related("draw__event__tournament"))
    return _hall(rows[0].draw.event.tournament, rows, now)


def hall_of(tournament: Tournament, now: datetime) -> HallNow:
    """Return the hall of a tournament: one statement."""
    return _hall(tournament, list(_open_or_just_over(tournament.pk, now)), now)


def _open_or_just_over(tournament: int, now: datetime) -> QuerySet[Match]:
    rests = Q(draw__event__tournament__rest__gt=0, result__record__at__gt=now - timedelta(minutes=MOST_REST))
    return _matches(tournament, Q(status=Status.OPEN) | Q(status=Status.FINISHED, result__how__in=PLAYED) & rests)


def _hall(tournament: Tournament, rows: Sequence[Match], now: datetime) -> HallNow:
    still, ended = ([each for each in rows if each.status == status] for status in (Status.OPEN, Status.FINISHED))
    return HallNow(tournament, tuple(still), tuple(ended), now)


def _matches(tournament: int, which: Q) -> QuerySet[Match]:
    current = Match.objects.filter(which, draw__event__tournament=tournament, draw__event__current_draw=F("draw"))
    rows = current.select_related("call", "draw__event", "result__record")
    return rows.defer("draw__plan", "result__record__body").order_by("draw", "place")


def held_matches(hall: HallNow) -> HeldMatches:
    """Return what holds the open matches: one statement, one more where entrants are linked to people of the club."""
    entered, clock = entered_people(hall.tournament.pk), Clock(hall.tournament, hall.now)
    names, by_key = distinct_names(entered), {match.pk: match for match in hall.open}
    held = _holds(hall, clock, people_of(entered, hall.tournament.club_id))
    by_match = {
        match: tuple(
            HoldView(
                why=hold.why,
                name=names.get(hold.entrant or 0, ""),
                match=hold.match,
                code=by_key[hold.match].code if hold.match else "",
                event=by_key[hold.match or match].draw.event.name,
                until=hold.until,
                time=clock.text(hold.until),
                last=write_hour(conditions_of(by_key[match].draw.event).last_start) if hold.why is Why.HOUR else "",
            )
            for hold in reasons
        )
        for match, reasons in held.items()
    }
    return HeldMatches(names, by_match)


def ready_with(
    hall: HallNow, new: Mapping[int, tuple[int, int]], entrants: Iterable[EntrantName], conditions: Conditions
) -> tuple[set[int], set[int]]:
    """Return which open matches could be called, and which of those of a ``new`` event that is still to be written.

    ``new`` maps a place in its plan to the two numbers of its ``entrants``, who are named by these numbers. Its matches
    go behind all others. Statements as ``held_matches``.
    """
    clock = Clock(hall.tournament, hall.now)
    # Below zero nobody stands yet.
    unwritten = [each._replace(entrant=-each.number) for each in entrants]
    people = people_of([*entered_people(hall.tournament.pk), *unwritten], hall.tournament.club_id)
    opens = clock.held_until(conditions)
    more = [OpenMatch(-1 - place, (-one, -other), opens=opens) for place, (one, other) in new.items()]
    free = {match for match, reasons in _holds(hall, clock, people, more).items() if not reasons}
    return {match for match in free if match >= 0}, {-1 - match for match in free if match < 0}


def _holds(
    hall: HallNow, clock: Clock, people: Mapping[int, frozenset[int]], more: Sequence[OpenMatch] = ()
) -> dict[int, tuple[Hold, ...]]:
    """Return what holds each match that is not on; ``more`` go behind those of the hall."""
    in_order = sorted(hall.open, key=lambda each: (each.draw.event_id, each.place))
    return holds([*(_open(each, clock) for each in in_order), *more], people, rests(_ended(hall), people, clock))


def _open(match: Match, clock: Clock) -> OpenMatch:
    is_on = match.begun or bool(match.call and match.call.table)
    opens = None if is_on else clock.held_until(conditions_of(match.draw.event))
    return OpenMatch(match.pk, tuple(each for each in (match.top_id, match.bottom_id) if each), is_on, opens=opens)


def _ended(hall: HallNow) -> Iterator[tuple[int, datetime]]:
    """Yield the entrants of matches that have just ended, with the end."""
    for match in hall.ended:
        if match.result is not None:
            yield from ((who, match.result.record.at) for who in (match.top_id, match.bottom_id) if who)
