"""What a club's rating lists and seasons receive of a tournament: settled matches, and the order of finished events."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from django.db.models import Count, Exists, F, Max, OuterRef, Q, Subquery

from clubs.models import RatingList, ReceivedUpTo, Season
from clubs.read.ratings.received import FinalOrder, ResultsOf, SettledMatch
from journal.models import counts
from rules.draws.derive import Status
from rules.draws.plan import ENTRY
from tournaments.models import Clearing, Draw, Entrant, EntrantPerson, Event, Match, Result, Tournament
from tournaments.read.draws.places import ranked
from tournaments.read.money.payers import fees_of

# How long a tournament must be quiet: a round that comes in is received at once.
QUIET = timedelta(seconds=3)
# How a match ended, in the words of the rule book.
KINDS = {
    "played": "played", "no_show": "walkover", "walkover": "walkover", "withdrawn": "walkover", "retired": "unfinished",
}  # fmt: skip
OVER = (Status.FINISHED, Status.BYE, Status.VOID)


def tournaments_behind(now: datetime) -> list[tuple[int, str, int]]:
    """Return tournament, epoch and number of each memory whose club has lists or seasons and has not received its end.

    One that was written to a moment ago is left for later.
    """
    lists = RatingList.objects.filter(counts(), club=OuterRef("club"))
    seasons = Season.objects.filter(counts(), club=OuterRef("club"))
    received = ReceivedUpTo.objects.filter(club=OuterRef("club"), tournament=OuterRef("pk")).values("number")
    behind = Q(received=None) | Q(received__lt=F("stream__number"))
    known = Tournament.objects.filter(Exists(lists) | Exists(seasons)).annotate(received=Subquery(received))
    # One filter: both conditions are about the same record.
    last = Q(stream__records__number=F("stream__number"), stream__records__at__lte=now - QUIET)
    rows = known.filter(behind, last).order_by("pk")
    return list(rows.values_list("pk", "stream__epoch", "stream__number"))


def results_of(tournament: int) -> ResultsOf:
    """Return what a tournament reports now, in a number of statements that depends on its finished events only."""
    row = Tournament.objects.select_related("stream", "club__stream").get(pk=tournament)
    events = list(Event.objects.filter(tournament=row).select_related("tournament", "current_draw").order_by("pk"))
    rated = {each.pk: each for each in events if each.current_draw_id and each.rules.counts_as_backgammon}
    people = _people(tournament)
    sizes = dict(
        Entrant.objects.filter(counts(), event__in=rated, re_entry=None)
        .order_by()
        .values_list("event")
        .annotate(Count("pk"))
    )
    draws = {each.current_draw_id or 0: each.pk for each in rated.values()}
    matches = tuple(_matches(draws, people, sizes))
    return ResultsOf(
        tournament=tournament,
        club=row.club_id,
        stream=row.club.stream.name,
        number=row.stream.number,
        events=tuple(each.pk for each in events),
        matches=matches,
        orders=tuple(_orders(rated, people, matches)),
    )


def _people(tournament: int) -> dict[int, int]:
    """Return entrant → the person of the club that they are: one statement."""
    links = EntrantPerson.objects.filter(counts(), seat=0, entrant__event__tournament=tournament)
    last = dict(links.order_by("record", "pk").values_list("entrant", "person"))
    return {entrant: person for entrant, person in last.items() if person is not None}


def _matches(draws: Mapping[int, int], people: Mapping[int, int], sizes: Mapping[int, int]) -> Iterable[SettledMatch]:
    played = _played(draws)
    rows = Match.objects.filter(draw__in=draws, result__isnull=False, result__winner__isnull=False, settled=True)
    wanted = rows.filter(status=int(Status.FINISHED)).order_by("pk")
    for pk, draw, bracket, length, winner, first, second, how, at in wanted.values_list(
        "pk", "draw", "bracket", "length", "result__winner", "result__first", "result__second", "result__how",
        "result__record__at",
    ):  # fmt: skip
        event = draws[draw]
        pair = frozenset((first, second))
        yield SettledMatch(
            match=pk,
            event=event,
            bracket=bracket or ENTRY,
            played=played.get((pk, pair), at),
            winner=people.get(winner),
            loser=people.get(second if winner == first else first),
            length=length,
            kind=KINDS[how],
            entrants=sizes.get(event, 0),
        )


def _played(draws: Mapping[int, int]) -> dict[tuple[int, frozenset[int]], datetime]:
    """Return match and pair → when their result was first reported after whatever was cleared: two statements."""
    cleared = Clearing.objects.filter(counts(), match__draw__in=draws).order_by().values_list("match")
    since = dict(cleared.annotate(Max("record")))
    rows = Result.objects.filter(counts(), match__draw__in=draws).order_by("-record")
    return {
        (match, frozenset((first, second))): at
        for match, first, second, at, record in rows.values_list(
            "match", "first", "second", "record__at", "record"
        )
        if record > since.get(match, 0)
    }  # fmt: skip


def _orders(
    events: Mapping[int, Event], people: Mapping[int, int], matches: Iterable[SettledMatch]
) -> Iterable[FinalOrder]:
    """Yield the order of each event that is over and settled."""
    open_matches = Match.objects.filter(draw__in=[each.current_draw_id for each in events.values()])
    undecided = ~Q(status__in=[int(each) for each in OVER]) | Q(status=int(Status.FINISHED), settled=False)
    unfinished = open_matches.filter(undecided)
    going_on = set(unfinished.order_by().values_list("draw__event", flat=True).distinct())
    last: dict[int, datetime] = {}
    for match in matches:
        last[match.event] = max(match.played, last.get(match.event, match.played))
    for pk, event in events.items():
        draw = event.current_draw
        if pk in going_on or pk not in last or draw is None:
            continue
        yield FinalOrder(
            pk, f"{event.tournament.name}: {event.name}"[:250], last[pk], _places(event, draw, people), entry_fee(event)
        )


def _places(event: Event, draw: Draw, people: Mapping[int, int]) -> tuple[tuple[int, ...], ...]:
    groups: dict[int, list[int]] = {}
    for each in ranked(event, draw, {}):
        if each.place is not None:
            groups.setdefault(each.place, []).append(people.get(each.entrant, -each.entrant))
    return tuple(tuple(groups[place]) for place in sorted(groups))


def entry_fee(event: Event) -> int:
    """Return the entry fee of an event in minor units, 0 without one."""
    return next((fee.amount for fee in fees_of(event.tournament) if fee.kind == "entry" and fee.event == event.pk), 0)
