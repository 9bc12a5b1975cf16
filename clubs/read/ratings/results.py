"""The matches that should count for a list, and those that are stored as counted: both by match, a chunk at a time."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

from django.db.models import QuerySet

from clubs.models import PlayedMatch, RatedMatch, RatingStart
from clubs.read.persons.rows import into_of, person_rows
from clubs.read.ratings.lists import ListView
from journal.canon import digest_of, stored_json
from journal.chunks import SIZE
from journal.models import counts
from rules.commands.club.list_words import ListRules
from rules.ratings.eligibility import Circumstances, Exclusion
from rules.ratings.fibs import Fibs, FibsRating
from rules.ratings.glicko2 import Glicko2, GlickoRating
from rules.ratings.rated import RatedMatch as Rated

# How many matches are read first behind a change.
FIRST_LOOK = 100
# Before the first group of any list.
BEFORE_ALL = -(1 << 62)
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
type Value = FibsRating | GlickoRating


class Counting(NamedTuple):
    """A match as a list counts it; ``group`` orders matches as they are rated."""

    match: int
    group: int
    played: datetime
    winner: int
    loser: int
    length: int


def group_of(rule: Fibs | Glicko2, played: datetime, match: int) -> int:
    """Return the group of a match: the number of its period, or the microsecond in which it was played."""
    group = rule.group_of(Rated(played, match, 0, 1, 1))
    return group if isinstance(group, int) else (played - _EPOCH) // timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What decides which matches a list counts: its rules, who is who, and when people were members."""

    club: int
    rule: Fibs | Glicko2
    rules: ListRules
    ended: datetime | None
    into: Mapping[int, int]
    members: Mapping[int, tuple[tuple[date, date | None], ...]]

    def matches(self, only: Collection[int] | None = None) -> Iterator[Counting]:
        """Yield the matches that should count, by match; ``only`` these, if they are named."""
        for each in _latest_turns(self.club, only):
            counting = self._counting(each)
            if counting is not None:
                yield counting

    def _counting(self, row: PlayedMatch) -> Counting | None:
        if row.void or row.winner_id is None or row.loser_id is None:
            return None
        if self.ended is not None and row.played >= self.ended:
            return None
        winner, loser = (self.into.get(each, each) for each in (row.winner_id, row.loser_id))
        if winner == loser or self.rules.eligibility.exclusion(self._circumstances(row, winner, loser)) is not None:
            return None
        if not self.rule.counts(Rated(row.played, row.match, winner, loser, row.length)):
            return None
        return Counting(
            row.match, group_of(self.rule, row.played, row.match), row.played, winner, loser, row.length
        )  # fmt: skip

    def _circumstances(self, row: PlayedMatch, winner: int, loser: int) -> Circumstances:
        members = Exclusion.NON_MEMBER not in self.rules.eligibility.exclude
        if not members:
            day = row.played.astimezone(self.rules.zone).date()
            members = all(self._is_member(person, day) for person in (winner, loser))
        return Circumstances(row.length, row.kind, row.entrants, members)

    def _is_member(self, person: int, day: date) -> bool:
        return any(first <= day and (last is None or day <= last) for first, last in self.members.get(person, ()))


def wanted_of(view: ListView) -> Wanted:
    """Return what decides which matches a list counts; memberships are read only if they matter."""
    rules = view.rules
    if rules.rule is None:
        raise ValueError("a list of points counts no matches")
    members: dict[int, tuple[tuple[date, date | None], ...]] = {}
    if Exclusion.NON_MEMBER in rules.eligibility.exclude:
        for row in person_rows(view.club.pk):
            members[row.id] = tuple((each.starts_on, each.ends_on) for each in row.memberships)
    return Wanted(view.club.pk, rules.rule, rules, view.ended, into_of(view.club.pk), members)


def stored_matches(rating_list: int, only: Collection[int] | None = None) -> Iterator[RatedMatch]:
    """Yield the matches that are stored as counted, by match; ``only`` these, if they are named."""
    rows = RatedMatch.objects.filter(rating_list=rating_list).order_by("match")
    if only is not None:
        yield from (row for some in _batches(only) for row in rows.filter(match__in=some))
        return
    chunk = list(rows[:SIZE])
    while chunk:
        yield from chunk
        chunk = list(rows.filter(match__gt=chunk[-1].match)[:SIZE])


class Differing(NamedTuple):
    """A match that is stored otherwise than it should be; None where it is not at all."""

    wanted: Counting | None
    stored: RatedMatch | None

    @property
    def match(self) -> int:
        """The match."""
        return next(each.match for each in self if each is not None)


def differing_of(wanted: Iterator[Counting], stored: Iterator[RatedMatch]) -> Iterator[Differing]:
    """Yield what differs of two streams in the order of matches."""
    new, old = next(wanted, None), next(stored, None)
    while new is not None or old is not None:
        if old is None or (new is not None and new.match < old.match):
            yield Differing(new, None)
            new = next(wanted, None)
        elif new is None or old.match < new.match:
            yield Differing(None, old)
            old = next(stored, None)
        else:
            if new != Counting(old.match, old.group, old.played, old.winner_id, old.loser_id, old.length):
                yield Differing(new, old)
            new, old = next(wanted, None), next(stored, None)


def starts_of(view: ListView, into: Mapping[int, int]) -> dict[int, Value]:
    """Return person → starting value of a list, without those of a rule with other numbers: one statement."""
    rows = RatingStart.objects.filter(counts(), rating_list=view.pk).order_by("record", "pk")
    latest = {into.get(person, person): value for person, value in rows.values_list("person", "value")}
    kind = FibsRating if isinstance(view.rules.rule, Fibs) else GlickoRating
    numbers = {person: [float(each) for each in stored_json(value)] for person, value in latest.items()}
    return {person: kind(*each) for person, each in numbers.items() if len(each) == len(kind._fields)}


def seal_of(view: ListView, starts: Mapping[int, Value]) -> str:
    """Return a digest of everything but the matches on which the values of a list rest."""
    return digest_of("", [view.options, [[person, *map(repr, value)] for person, value in sorted(starts.items())]])


def zone_of(view: ListView) -> str:
    """Return the name of the zone in which a list counts its days."""
    zone = view.rules.zone
    return zone.key if isinstance(zone, ZoneInfo) else "UTC"


def _latest_turns(club: int, only: Collection[int] | None) -> Iterator[PlayedMatch]:
    """Yield the turn that is right of each match, by match."""
    rows = PlayedMatch.objects.filter(club=club).order_by("match", "turn")
    if only is not None:
        for some in _batches(only):
            yield from {row.match: row for row in rows.filter(match__in=some)}.values()
        return
    after = -1
    while chunk := list(rows.filter(match__gt=after)[:SIZE]):
        # The turns of the last match of a full chunk may go on in the next one.
        whole = _without_last(chunk) if len(chunk) == SIZE else chunk
        yield from {row.match: row for row in whole}.values()
        after = whole[-1].match


def _without_last(chunk: list[PlayedMatch]) -> list[PlayedMatch]:
    return [row for row in chunk if row.match != chunk[-1].match] or chunk


def _batches(keys: Iterable[int]) -> Iterator[list[int]]:
    ordered = sorted(keys)
    for at in range(0, len(ordered), SIZE):
        yield ordered[at : at + SIZE]


def rated_in_order(rating_list: int, first: int, *, whole: bool) -> Iterator[list[RatedMatch]]:
    """Yield the matches of a list in the order in which they are rated, from a group on, a chunk at a time.

    The first chunks are short unless the ``whole`` rest is wanted: most changes are at the end.
    """
    rows: QuerySet[RatedMatch] = RatedMatch.objects.filter(rating_list=rating_list).order_by("group", "match")
    size = SIZE if whole else FIRST_LOOK
    chunk = list(rows.filter(group__gte=first)[:size])
    while chunk:
        yield chunk
        size, last = min(size * 4, SIZE), chunk[-1]
        same_group = list(rows.filter(group=last.group, match__gt=last.match)[:size])
        chunk = same_group or list(rows.filter(group__gt=last.group)[:size])
