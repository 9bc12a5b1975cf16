"""Count a list: store which matches count, and work out again the values that depend on those that differ, only those.

The work is done in chunks, each a transaction of its own under the lock of the club's memory; one that is interrupted
goes on where it was. Memory holds one row a player, however many matches there are.

Source: docs/rules/ratings.md#corrections; docs/decisions/0091-ratings-follow-results.md.
"""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from clubs.actions.ratings.replaying import Dirty, Step, replay
from clubs.models import PlayedMatch, RatedMatch, RatedPlayer, RatingCount, RatingState
from clubs.read.ratings.lists import ListView, list_of
from clubs.read.ratings.results import (
    BEFORE_ALL,
    Counting,
    Value,
    Wanted,
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
    """Bring a list up to date, and return how many values were worked out.

    Raises Unknown ``ratings.unknown``, and Interrupted if another worker began later.
    """
    view = list_of(rating_list)
    if view.rules.rule is None:
        return _leave(view)
    count, only = _begin(view)
    _store_matches(count, only)
    calculated = 0
    for step in replay(view.pk, count.wanted.rule, count.starts, count.dirty):
        calculated += step.worked_out
        _write(count, step)
        progress(calculated, max(calculated + 1, 2 * count.matches))
    _finish(count)
    return calculated


def _leave(view: ListView) -> int:
    """A list of points is added up whenever it is read: nothing is stored."""
    with book.page(view.club.stream.name, book.Caller(SYSTEM)) as page:
        RatingState.objects.update_or_create(rating_list_id=view.pk, defaults={"number": page.stream.number})
    return 0


def _begin(view: ListView) -> tuple[Count, set[int] | None]:
    """Take the count for this worker; return it with the matches that may differ, None for all."""
    with book.page(view.club.stream.name, book.Caller(SYSTEM)) as page:
        state, _ = RatingState.objects.get_or_create(rating_list_id=view.pk)
        wanted = wanted_of(view)
        starts = starts_of(view, wanted.into)
        count = Count(view, wanted, starts, state.run + 1, page.stream.number)
        records = Record.objects.filter(stream=page.stream, number__gt=state.number)
        seal = seal_of(view, starts)
        only: set[int] | None = None
        if state.seal != seal:
            count.dirty.all_from, count.touched = BEFORE_ALL, None
        elif not records.filter(verb__in=ALL_MATTERS).exists():
            received = PlayedMatch.objects.filter(club=view.club, record__number__gt=state.number)
            only = set(received.values_list("match", flat=True)[: MOST_APART + 1])
            only = only if len(only) <= MOST_APART else None
        if state.stale_from is not None:
            firsts = (state.stale_from, count.dirty.all_from)
            count.dirty.all_from, count.touched = min(each for each in firsts if each is not None), None
        stale = count.dirty.all_from
        RatingState.objects.filter(pk=state.pk).update(run=count.run, seal=seal, stale_from=stale)
    return count, only


# --- Which matches count


class Differing(NamedTuple):
    """A match that is stored otherwise than it should be; None where it is not at all."""

    wanted: Counting | None
    stored: RatedMatch | None


def _store_matches(count: Count, only: Collection[int] | None) -> None:
    """Store the matches that differ, and note whose values depend on them."""
    differing = _differing(count.wanted.matches(only), stored_matches(count.view.pk, only))
    while some := list(islice(differing, SIZE)):
        for each in some:
            _note(count, each)
        _write_matches(count, some)


def _differing(wanted: Iterator[Counting], stored: Iterator[RatedMatch]) -> Iterator[Differing]:
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
    with book.page(count.view.club.stream.name, book.Caller(SYSTEM)):
        state = _own_state(count)
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
        state.save(update_fields=["stale_from"])


def _own_state(count: Count) -> RatingState:
    """Return the state of the list, under the lock. Raises Interrupted if another worker counts it by now."""
    state = RatingState.objects.get(rating_list=count.view.pk)
    if state.run != count.run:
        raise Interrupted
    return state


# --- The values


def _write(count: Count, step: Step) -> None:
    """Store values that were worked out; what lies before them is right then."""
    with book.page(count.view.club.stream.name, book.Caller(SYSTEM)):
        state = _own_state(count)
        if count.touched is not None:
            count.touched |= {person for row in step.changed for person in (row.winner_id, row.loser_id)}
        RatedMatch.objects.bulk_create(
            step.changed, update_conflicts=True, unique_fields=["rating_list", "match"], update_fields=VALUES
        )
        state.stale_from = step.up_to
        state.save(update_fields=["stale_from"])


def _finish(count: Count) -> None:
    """Store the value of every player whose values changed, and record the count if anything did."""
    with book.page(count.view.club.stream.name, book.Caller(SYSTEM)) as page:
        state = _own_state(count)
        players = _store_players(count)
        if count.matches or players:
            fact = RatingCount(rating_list_id=count.view.pk, matches=count.matches, players=players)
            page.record("ratings.counted", [fact], name=count.view.name, makes=[], needs=[])
        # What was recorded while the values were worked out is for the next count.
        is_latest = page.stream.number == count.number + len(page.records)
        state.number = page.stream.number if is_latest else count.number
        state.stale_from = None
        state.save(update_fields=["number", "stale_from"])


def _store_players(count: Count) -> int:
    """Store the values of the players who were touched, and return how many changed."""
    key = count.view.pk
    rows = RatedPlayer.objects.filter(rating_list=key)
    stored = {row.person_id: row for row in (rows if count.touched is None else rows.filter(person__in=count.touched))}
    touched = everybody_in(key) | set(stored) | set(count.starts) if count.touched is None else count.touched
    wanted = players_of(key, count.wanted.rule, touched, count.starts)
    changed = {person for person in touched if values_in(wanted.get(person)) != values_in(stored.get(person))}
    RatedPlayer.objects.filter(rating_list=key, person__in=[*changed & stored.keys()]).delete()
    RatedPlayer.objects.bulk_create(wanted[person] for person in sorted(changed & wanted.keys()))
    return len(changed)
