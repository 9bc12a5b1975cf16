"""Count a list: store which matches count, and work out again the values that depend on those that differ, only those.

The work is done in parts, and each part in chunks: transactions of their own that do not hold the club's memory, so a
federation's list keeps nobody waiting. One that is interrupted goes on where it was. Memory holds one row a player,
however many matches there are.

Source: docs/rules/ratings.md#corrections; docs/decisions/0091-ratings-follow-results.md.
"""

from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import batched, islice
from typing import NamedTuple

from clubs.actions.ratings.replaying import Dirty, Step, replay
from clubs.models import PlayedMatch, RatedMatch, RatedPlayer, RatingCount, RatingState
from clubs.read.ratings.lists import ListView, list_of
from clubs.read.ratings.results import (
    BEFORE_ALL,
    Counting,
    Differing,
    Value,
    Wanted,
    differing_of,
    seal_of,
    starts_of,
    stored_matches,
    wanted_of,
)
from clubs.read.ratings.values import everybody_in, players_of, values_in
from journal import book
from journal.actors import SYSTEM
from journal.chunks import SIZE
from journal.models import Record

# A part ends after so many values, so that other jobs have their turn before the next part.
PART = 200_000
# If more matches than this differ, everything from the first of them on is worked out again.
MOST_APART = 5000
# Records of a club after which other matches may count, or other values than those of the matches themselves.
ALL_MATTERS = frozenset({
    "record.undone", "person.merged", "person.imported", "membership.begun", "membership.ended", "ratings.changed",
    "ratings.ended", "ratings.started",
})  # fmt: skip
VALUES = [f"{side}_{word}" for side in ("winner", "loser") for word in ("rating", "second", "third")]
type Progress = Callable[[int, int], object]


class Interrupted(Exception):  # noqa: N818 -- nothing went wrong
    """Another worker counts this list: its count has begun later."""


class Counted(NamedTuple):
    """What a part worked out; ``run`` is its number. If it is not the last one, another goes on where it ended."""

    values: int
    run: int = 0
    is_last: bool = True


@dataclass(slots=True)
class Count:
    """A count of a list under way: ``touched`` are the players whose value may differ, None for everybody."""

    view: ListView
    wanted: Wanted
    starts: dict[int, Value]
    run: int
    number: int
    dirty: Dirty = field(default_factory=Dirty)
    matches: int = 0
    touched: set[int] | None = field(default_factory=set)


def count_list(rating_list: int, progress: Progress = lambda made, of: None) -> int:
    """Bring a list up to date, and return how many values were worked out. Raises as ``count_part`` does."""
    calculated = 0
    while True:
        counted = count_part(rating_list, progress)
        calculated += counted.values
        if counted.is_last:
            return calculated


def count_part(rating_list: int, progress: Progress = lambda made, of: None) -> Counted:
    """Bring a list up to date, or as far as PART values go.

    Raises Unknown ``ratings.unknown``, and Interrupted if another worker began later.
    """
    view = list_of(rating_list)
    if view.rules.rule is None:
        return _leave(view)
    count, only = _begin(view)
    _store_matches(count, only)
    made, of = _extent(count)
    calculated = 0
    for step in replay(view.pk, count.wanted.rule, count.starts, count.dirty):
        calculated += step.worked_out
        _write(count, step)
        progress(min(made + calculated, of - 1), of)
        if calculated >= PART:
            return Counted(calculated, count.run, is_last=False)
    _finish(count)
    progress(of, of)
    return Counted(calculated, count.run)


def _extent(count: Count) -> tuple[int, int]:
    """Return how many values of a list are right, and how many it has: only estimates where few matches differ."""
    if count.dirty.all_from is None:
        return 0, 2 * count.matches + 1
    matches = RatedMatch.objects.filter(rating_list=count.view.pk)
    return 2 * matches.filter(group__lt=count.dirty.all_from).count(), 2 * matches.count() + 1


def _leave(view: ListView) -> Counted:
    """A list of points is added up whenever it is read: nothing is stored."""
    with book.page(view.club.stream.name, book.Caller(SYSTEM)) as page:
        RatingState.objects.update_or_create(rating_list_id=view.pk, defaults={"number": page.stream.number})
    return Counted(0)


def _begin(view: ListView) -> tuple[Count, set[int] | None]:
    """Take the count for this worker; return it with the matches that may differ, None for all."""
    with book.page(view.club.stream.name, book.Caller(SYSTEM)) as page:
        state, _ = RatingState.objects.select_for_update().get_or_create(rating_list_id=view.pk)
        wanted = wanted_of(view)
        starts = starts_of(view, wanted.into)
        count = Count(view, wanted, starts, state.run + 1, page.stream.number)
        matched = max(state.number, state.matched)
        records = Record.objects.filter(stream=page.stream, number__gt=matched)
        seal = seal_of(view, starts)
        only: set[int] | None = None
        if state.seal != seal:
            count.dirty.all_from, count.touched = BEFORE_ALL, None
        elif not records.filter(verb__in=ALL_MATTERS).exists():
            received = PlayedMatch.objects.filter(club=view.club, record__number__gt=matched)
            only = set(received.values_list("match", flat=True)[: MOST_APART + 1])
            only = only if len(only) <= MOST_APART else None
        if state.stale_from is not None:
            firsts = (state.stale_from, count.dirty.all_from)
            count.dirty.all_from, count.touched = min(each for each in firsts if each is not None), None
        stale = count.dirty.all_from
        RatingState.objects.filter(pk=state.pk).update(run=count.run, seal=seal, stale_from=stale)
    return count, only


# --- Which matches count


def _store_matches(count: Count, only: Collection[int] | None) -> None:
    """Store the matches that differ, and note whose values depend on them."""
    differing = differing_of(count.wanted.matches(only), stored_matches(count.view.pk, only))
    while some := list(islice(differing, SIZE)):
        for each in some:
            _note(count, each)
        _write_matches(count, some)
    with _own_state(count) as state:
        state.matched = count.number
        state.save(update_fields=["matched"])


def _note(count: Count, each: Differing) -> None:
    count.matches += 1
    for row in each:
        if row is not None:
            winner, loser = (row.winner, row.loser) if isinstance(row, Counting) else (row.winner_id, row.loser_id)
            count.dirty.add((row.group, row.played, row.match), {winner, loser})
            if count.touched is not None:
                count.touched |= {winner, loser}
    if count.matches > MOST_APART:
        count.dirty.forget()
        count.touched = None


def _write_matches(count: Count, some: list[Differing]) -> None:
    """Store matches as they should be, their values to be worked out; whatever follows them is stale until then."""
    with _own_state(count) as state:
        RatedMatch.objects.filter(pk__in=[each.stored.pk for each in some if each.stored is not None]).delete()
        RatedMatch.objects.bulk_create(
            RatedMatch(
                rating_list_id=count.view.pk, match=new.match, group=new.group, played=new.played, winner_id=new.winner,
                loser_id=new.loser, length=new.length,
            )
            for new, _ in some
            if new is not None
        )  # fmt: skip
        first = count.dirty.first
        state.stale_from = first if state.stale_from is None or first is None else min(state.stale_from, first)
        state.differed += len(some)
        state.save(update_fields=["stale_from", "differed"])


@contextmanager
def _own_state(count: Count) -> Iterator[RatingState]:
    """Hold the state of the list in a transaction. Raises Interrupted if another worker counts it by now."""
    with book.derived(RatingState.objects.filter(rating_list=count.view.pk)) as state:
        _must_be_ours(count, state)
        yield state


def _must_be_ours(count: Count, state: RatingState) -> None:
    if state.run != count.run:
        raise Interrupted


# --- The values


def _write(count: Count, step: Step) -> None:
    """Store values that were worked out; what lies before them is right then."""
    with _own_state(count) as state:
        if count.touched is not None:
            count.touched |= {person for row in step.changed for person in (row.winner_id, row.loser_id)}
        RatedMatch.objects.bulk_create(
            step.changed, update_conflicts=True, unique_fields=["rating_list", "match"], update_fields=VALUES
        )
        state.stale_from = step.up_to
        state.save(update_fields=["stale_from"])


def _finish(count: Count) -> None:
    """Store the value of every player whose values changed, and record the count if anything did."""
    players = _store_players(count)
    with book.page(count.view.club.stream.name, book.Caller(SYSTEM)) as page:
        state = RatingState.objects.select_for_update().get(rating_list=count.view.pk)
        _must_be_ours(count, state)
        if state.differed or players:
            fact = RatingCount(rating_list_id=count.view.pk, matches=state.differed, players=players)
            page.record("ratings.counted", [fact], name=count.view.name, makes=[], needs=[])
        # What was recorded while the values were worked out is for the next count.
        is_latest = page.stream.number == count.number + len(page.records)
        state.number = page.stream.number if is_latest else count.number
        state.stale_from, state.differed = None, 0
        state.save(update_fields=["number", "stale_from", "differed"])


def _store_players(count: Count) -> int:
    """Store the values of the players who were touched, some at a time, and return how many changed."""
    key, touched, changed = count.view.pk, count.touched, 0
    if touched is None:
        stored = RatedPlayer.objects.filter(rating_list=key).values_list("person", flat=True)
        touched = everybody_in(key) | set(stored) | set(count.starts)
    for some in batched(sorted(touched), SIZE):
        changed += _store_some(count, set(some))
    return changed


def _store_some(count: Count, touched: set[int]) -> int:
    key = count.view.pk
    rows = RatedPlayer.objects.filter(rating_list=key, person__in=touched)
    stored = {row.person_id: row for row in rows}
    wanted = players_of(key, count.wanted.rule, touched, count.starts)
    changed = {person for person in touched if values_in(wanted.get(person)) != values_in(stored.get(person))}
    with _own_state(count):
        rows.filter(person__in=[*changed & stored.keys()]).delete()
        RatedPlayer.objects.bulk_create(wanted[person] for person in sorted(changed & wanted.keys()))
    return len(changed)
