"""A correction: the match now, the match after, and the affected matches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.draws.affected import affected_by
from rules.draws.corrections import cleared_row, needing_choice
from rules.draws.facts import NOBODY
from rules.draws.state import DrawState
from rules.match.terms import TOP
from tournaments.read.draws.changes.corrections import after_correction
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.conflict import TypedResult
from tournaments.read.matches.head import MatchHead
from tournaments.read.matches.one import view_of, views_of
from tournaments.read.matches.view import MatchView

NOTHING: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class AffectedRow:
    """A match that has begun and would have other players; ``choice`` is what was chosen for it so far.

    ``instead`` are those who would play it, empty for a side that is not known yet. ``if_replayed``: it stays as played
    unless a match before it is replayed, so nobody has to choose.
    """

    match: MatchView
    choice: str
    instead: tuple[str, str] = ("", "")
    if_replayed: bool = False


@dataclass(frozen=True, slots=True)
class CorrectionSheet:
    """The match now, after the correction, and the matches it affects.

    ``after`` is None until somebody enters the right result; ``same``: it is the one that counts already. ``moved`` are
    the codes of all other matches that would have other players.
    """

    now: MatchView
    after: MatchView | None
    same: bool
    affected: tuple[AffectedRow, ...]
    moved: tuple[str, ...]

    @property
    def is_unanswered(self) -> bool:
        """Whether a choice is missing that is needed whatever else is chosen."""
        return any(not each.choice and not each.if_replayed for each in self.affected)


def correction_sheet(
    head: MatchHead,
    typed: TypedResult | None,
    chosen: Mapping[int, str] = NOTHING,
    posted: Iterable[Mapping[str, Any]] = (),
) -> CorrectionSheet:
    """Return what the right result ``typed`` would change.

    ``chosen`` are the decisions for affected matches so far, ``posted`` further affected matches that a refusal named.
    """
    if typed is None:
        return _sheet(head, None, None, {})
    entered = _entered(head)
    seat = entered.state.seat(head.match.place)
    winner = NOBODY if typed.winner is None else seat.top if typed.winner is TOP else seat.bottom
    return _sheet(
        head,
        typed,
        (entered, after_correction(entered.state, head.match.place, winner, typed.how)),
        _wanted(chosen, posted),
    )


def clearing_sheet(
    head: MatchHead, chosen: Mapping[int, str] = NOTHING, posted: Iterable[Mapping[str, Any]] = ()
) -> CorrectionSheet:
    """Return what it would do if nothing entered for the match counted any longer."""
    entered = _entered(head)
    pair = entered.state.seat(head.match.place).pair
    rows = [cleared_row(head.match.place, pair)] if pair else []
    return _sheet(head, None, (entered, entered.state.having(rows)), _wanted(chosen, posted))


def _wanted(chosen: Mapping[int, str], posted: Iterable[Mapping[str, Any]]) -> dict[int, str]:
    """Return the affected matches that were named, with the choices made for them."""
    return {each["match"]: "" for each in posted} | dict(chosen)


def _entered(head: MatchHead) -> EnteredDraw:
    return entered_draw(head.match.draw, head.stream.pk)


def _sheet(
    head: MatchHead,
    typed: TypedResult | None,
    states: tuple[EnteredDraw, DrawState] | None,
    chosen: Mapping[int, str],
) -> CorrectionSheet:
    wanted = set(chosen)
    later: set[int] = set()
    moved: tuple[str, ...] = ()
    seats: dict[int, tuple[int, int]] = {}
    if states is not None:
        entered, after = states
        gone = affected_by(entered.state.derived, entered.state.facts, after.derived)
        ids = entered.ids_of(each.match for each in gone)
        wanted |= set(ids.values())
        at_once = needing_choice(entered.state, after)
        later = {pk for place, pk in ids.items() if place not in at_once}
        seats = {pk: (after.seat(place).top, after.seat(place).bottom) for place, pk in ids.items()}
        moved = tuple(_moved(head, entered.state, after))
    names = names_in(head.match.draw.event_id)
    now = view_of(head.match, names)
    return CorrectionSheet(
        now=now,
        after=typed.entered_for(now) if typed else None,
        same=typed is not None and typed.counts_for(now),
        affected=tuple(
            AffectedRow(match, chosen.get(match.id, ""), _named(seats.get(match.id, (0, 0)), names), match.id in later)
            for match in views_of(head.match.draw, wanted, names)
        ),
        moved=moved,
    )


def _named(pair: tuple[int, int], names: Mapping[int, str]) -> tuple[str, str]:
    return names.get(pair[0], ""), names.get(pair[1], "")


def _moved(head: MatchHead, before: DrawState, after: DrawState) -> Iterable[str]:
    for place, planned in enumerate(before.plan.matches):
        was, now = before.seat(place), after.seat(place)
        if place != head.match.place and (was.top, was.bottom) != (now.top, now.bottom):
            yield planned.code
