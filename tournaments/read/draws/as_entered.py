"""A match at hand as everybody sees it, with what the facts of its draw say about the matches around it."""

from collections.abc import Iterator, Mapping

from rules.draws.depends import comes_out_of
from rules.draws.derive import Status
from rules.draws.state import DrawState
from rules.formats.course import courses
from tournaments.models import Match, Result
from tournaments.read.matches.from_row import Sitting, kept_matches, match_view
from tournaments.read.matches.row import row_of
from tournaments.read.matches.view import MatchView


def match_as_entered(match: Match, result: Result | None, names: Mapping[int, str], state: DrawState) -> MatchView:
    """Return ``match`` with its ``result`` in a draw that stands as ``state``: no statement."""
    return match_view(
        row_of(match, result),
        names,
        courses(state.plan)[match.place],
        depends_on=_depends_on(state, match.place),
        kept=lambda row: kept_matches(row, _later(state, row.place)),
    )


def _depends_on(state: DrawState, place: int) -> tuple[str, ...]:
    """Return the codes of the matches whose result, not confirmed or disputed, could still change who plays one."""
    byes = {at for at, status in enumerate(state.derived.statuses) if status == Status.BYE}
    before = comes_out_of(state.plan, place, byes)
    return tuple(state.plan.matches[at].code for at in before if is_open_result(state, at))


def is_open_result(state: DrawState, place: int) -> bool:
    """Whether a match has a result that is not confirmed, or two."""
    seat = state.seat(place)
    if seat.status is Status.DISPUTED:
        return True
    if seat.status is not Status.FINISHED or seat.ref is None or seat.pair is None:
        return False
    return not state.facts.of(place, seat.pair).settled


def _later(state: DrawState, place: int) -> Iterator[Sitting]:
    for at in range(place + 1, len(state.plan.matches)):
        seat = state.seat(at)
        yield Sitting(at, state.plan.matches[at].code, seat.top, seat.bottom, seat.status, state.has_begun(at))
