"""A correction: the match now, the match after, and the affected matches."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.draws.affected import displaced
from rules.draws.corrections import cleared_row
from rules.draws.facts import NOBODY
from rules.draws.state import DrawState
from tournaments.read.draws.corrections import after_correction
from tournaments.read.entered import EnteredDraw, entered_draw
from tournaments.read.matches.conflict import Mine, Stand
from tournaments.read.matches.head import MatchHead
from tournaments.read.matches.one import view_of, views_of
from tournaments.read.matches.view import MatchView
from tournaments.read.names import names_in

NOTHING: Mapping[int, str] = {}


@dataclass(frozen=True, slots=True)
class DisplacedMatch:
    """A match that has begun and would have other players; ``choice`` is what was chosen for it so far."""

    match: MatchView
    choice: str


@dataclass(frozen=True, slots=True)
class CorrectionSheet:
    """Now, after, displaced. ``after`` is None while nobody said what is right; ``same``: it stands so already.

    ``moved`` are the codes of all other matches that would change.
    """

    now: Stand
    after: Stand | None
    same: bool
    displaced: tuple[DisplacedMatch, ...]
    moved: tuple[str, ...]


def correction_sheet(
    head: MatchHead, mine: Mine | None, chosen: Mapping[int, str] = NOTHING, posted: Iterable[Mapping[str, Any]] = ()
) -> CorrectionSheet:
    """Return what the right result ``mine`` would change.

    ``chosen`` are the decisions for affected matches so far, ``posted`` further affected matches that a refusal named.
    """
    if mine is None:
        return _sheet(head, None, None, {})
    entered = _entered(head)
    seat = entered.state.seat(head.match.place)
    winner = {"top": seat.top, "bottom": seat.bottom}.get(mine.winner, NOBODY)
    return _sheet(
        head, mine, (entered, after_correction(entered.state, head.match.place, winner)), _wanted(chosen, posted)
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
    mine: Mine | None,
    states: tuple[EnteredDraw, DrawState] | None,
    chosen: Mapping[int, str],
) -> CorrectionSheet:
    wanted = set(chosen)
    moved: tuple[str, ...] = ()
    if states is not None:
        entered, after = states
        gone = displaced(entered.state.derived, entered.state.facts, after.derived)
        wanted |= set(entered.ids_of(each.match for each in gone).values())
        moved = tuple(_moved(head, entered.state, after))
    names = names_in(head.match.draw.event_id)
    card = view_of(head.match, names)
    top, bottom = card.names
    now = Stand(top, bottom, _score(card.score), card.state, card.winner or "")
    return CorrectionSheet(
        now=now,
        after=_after(mine, top, bottom) if mine else None,
        same=mine is not None and (card.how, card.winner or "", card.score) == (mine.how, mine.winner, mine.points),
        displaced=tuple(
            DisplacedMatch(match, chosen.get(match.id, "")) for match in views_of(head.match.draw_id, wanted, names)
        ),
        moved=moved,
    )


def _moved(head: MatchHead, before: DrawState, after: DrawState) -> Iterable[str]:
    for place, planned in enumerate(before.plan.matches):
        was, now = before.seat(place), after.seat(place)
        if place != head.match.place and (was.top, was.bottom) != (now.top, now.bottom):
            yield planned.code


def _after(mine: Mine, top: str, bottom: str) -> Stand:
    return Stand(top, bottom, _score(mine.points), "final" if mine.how == "played" else mine.how, mine.winner)


def _score(points: tuple[int, int] | None) -> str:
    return f"{points[0]}–{points[1]}" if points else ""
