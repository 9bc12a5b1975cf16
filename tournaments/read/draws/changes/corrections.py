"""A result corrected: the draw as it would stand."""

from dataclasses import dataclass
from typing import Any

from journal.refusals import Refused
from rules.draws.affected import affected_by
from rules.draws.corrections import passage_row
from rules.draws.derive import Status
from rules.draws.facts import NOBODY, Kind
from rules.draws.state import DrawState, Row
from tournaments.models import Match
from tournaments.models.matches import GIVEN_UP, rows_of
from tournaments.read.draws.as_entered import match_as_entered
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.row import WITH
from tournaments.read.matches.view import MatchView


def after_correction(state: DrawState, place: int, winner: int, how: str = "played") -> DrawState:
    """Return the draw had ``winner`` (NOBODY: neither) won this match, and no ruling stood on it."""
    seat = state.seat(place)
    result: Row = (
        f"{Kind.RESULT} {Kind.GIVEN_UP}" if how in GIVEN_UP else Kind.RESULT,
        place,
        seat.top,
        seat.bottom,
        winner,
        -1,
    )
    return state.having([passage_row(place, (seat.top, seat.bottom), NOBODY), *rows_of(result)])


@dataclass(frozen=True, slots=True)
class Preview:
    """The matches that a change of a match would affect."""

    match: MatchView
    affected: tuple[dict[str, Any], ...]
    moved: tuple[str, ...]


def correction_preview(match: int, winner: str | None) -> Preview:
    """Return the matches that would be affected if ``winner`` (``top``, ``bottom``, ``none``) had won.

    Without a winner, if the other one had. Raises Refused ``match.unfinished`` when there is nothing to correct.
    """
    match_row = Match.objects.select_related("draw__event__tournament", *WITH).defer("draw__plan").get(pk=match)
    entered = entered_draw(match_row.draw, match_row.draw.event.tournament.stream_id)
    seat = entered.state.seat(match_row.place)
    names = names_in(match_row.draw.event_id)
    card = match_as_entered(match_row, match_row.result, names, entered.state)
    if seat.status is not Status.FINISHED:
        raise Refused("match.unfinished", match=card)
    sides: dict[str | None, int] = {"top": seat.top, "bottom": seat.bottom, "none": NOBODY}
    who = sides.get(winner, seat.bottom if seat.on == seat.top else seat.top)
    after = after_correction(entered.state, match_row.place, who)
    moved = list(affected_by(entered.state.derived, entered.state.facts, after.derived))
    ids = dict(
        Match.objects.filter(draw=match_row.draw, place__in=[each.match for each in moved]).values_list("place", "pk")
    )
    lines = tuple(
        {
            "match": ids[each.match],
            "code": entered.state.plan.matches[each.match].code,
            "entrants": list(each.pair),
            "has_result": each.has_result,
        }
        for each in moved
    )
    codes = tuple(
        planned.code
        for place, planned in enumerate(entered.state.plan.matches)
        if entered.state.seat(place) != after.seat(place)
    )
    return Preview(card, lines, codes)
