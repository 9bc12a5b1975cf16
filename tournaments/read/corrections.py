"""A result corrected: the draw as it would stand."""

from rules.draws.corrections import passage_row
from rules.draws.facts import NOBODY, Kind
from rules.draws.state import DrawState, Row


def after_correction(state: DrawState, place: int, winner: int) -> DrawState:
    """Return the draw had ``winner`` (NOBODY: neither) won this match, and no ruling stood on it."""
    seat = state.seat(place)
    result: Row = (Kind.RESULT, place, seat.top, seat.bottom, winner, -1)
    return state.having([passage_row(place, (seat.top, seat.bottom), NOBODY), result])
