"""Re-entry: a player who is out enters the event again. An entry is not a person: places count the best entry of each.

Source: docs/rules/re-entry.md.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rules.draws.derive import Status
from rules.draws.plan import ENTRY
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.format import Place
from rules.formats.registry import format_of, places

MOST_TIMES, MOST_UNTIL = 9, 9
_PLAYING = (Status.WAITING, Status.OPEN, Status.DISPUTED)


@dataclass(frozen=True, slots=True)
class ReEntry:
    """How often each player may enter again, 0 for never, and the last main round (from 1) whose losers may."""

    times: int = 0
    until: int = 1


NEVER = ReEntry()
"""Nobody enters again."""


def round_lost(state: DrawState, entrant: int) -> int | None:
    """Return the main round in which an entrant lost who is out; None while they are in any bracket, or on no line."""
    seats = state.derived.seats()
    own = [(at, seat) for at, seat in enumerate(seats) if entrant in (seat.top, seat.bottom)]
    if any(seat.status in _PLAYING for _, seat in own):
        return None
    placed = {each.entrant: each.place for each in places(state.derived, state.facts)}
    if placed.get(entrant) is None or placed[entrant] == 1:
        return None
    main = [state.plan.matches[at] for at, _ in own if state.plan.matches[at].bracket == ENTRY]
    return max((match.round for match in main), default=None)


def may_enter_again(rule: ReEntry, state: DrawState, entries: Sequence[int]) -> None:
    """Refuse a player who may not enter again; ``entries`` are those they have, the first one first.

    Raises RuleBroken ``re_entry.none``, ``re_entry.often``, ``re_entry.playing``, ``re_entry.late``, ``re_entry.over``,
    ``re_entry.format`` for pools and round robins.
    """
    if not rule.times:
        raise RuleBroken("re_entry.none")
    if state.plan.is_cut or (state.plan.tabled and not format_of(state.plan).is_paired):
        raise RuleBroken("re_entry.format")
    if len(entries) > rule.times:
        raise RuleBroken("re_entry.often", times=rule.times)
    if not any(seat.status in _PLAYING for seat in state.derived.seats()):
        raise RuleBroken("re_entry.over")
    lost = [round_lost(state, each) for each in entries]
    if any(each is None for each in lost):
        raise RuleBroken("re_entry.playing")
    if (last := lost[-1] or 0) > rule.until:
        raise RuleBroken("re_entry.late", round=last, until=rule.until)


def best_entries(ranked: Iterable[Place], first: Mapping[int, int]) -> list[Place]:
    """Return the places of people: of those with several entries the best one, or the one that still plays.

    ``ranked`` are all entries in order, ``first`` leads from a re-entry to the first entry of its player. Everybody
    behind an entry that does not count moves up.

    >>> [each.place for each in best_entries([Place(7, 1, 1), Place(8, 2, 2), Place(3, 3, 3)], {7: 3})]
    [1, 2]
    """
    people: set[int] = set()
    kept: list[Place] = []
    left_out, ahead = 0, dict[int | None, int]()
    for each in ranked:
        person = first.get(each.entrant, each.entrant)
        # Those who share a place have as many entries ahead of them that do not count as the first of them has.
        before = ahead.setdefault(each.place, left_out)
        if person in people:
            left_out += 1
            continue
        people.add(person)
        place = None if each.place is None else each.place - before
        kept.append(replace(each, order=len(kept) + 1, place=place))
    return kept
