"""What follows from a line of the desk: whom a late entrant meets, and who goes on where somebody leaves."""

from dataclasses import dataclass

from rules.formats.course import FeedKind
from rules.match.terms import Side
from tournaments.actions.draws.lines import late_line
from tournaments.models import Event
from tournaments.read.floor import Floor
from tournaments.read.matches.view import MatchView


@dataclass(frozen=True, slots=True)
class Follow:
    """A match that changes: the ``opponent`` there, empty for nobody yet, and the code of the match ``onward`` of it.

    Without a match onward it is the last of its bracket.
    """

    code: str
    opponent: str
    onward: str


def where_they_leave(floor: Floor, event: int, entrant: int) -> tuple[Follow, ...]:
    """Return the matches that an entrant sits in and that nobody has won yet."""
    draw = floor.draws.get(event)
    matches = draw.matches if draw else ()
    return tuple(_follow(match, entrant) for match in matches if entrant in match.entrants and not match.state.is_over)


def where_they_come(floor: Floor, event: Event) -> Follow | None:
    """Return the first match of a late entrant; None before the draw, and where nobody can say."""
    draw = floor.draws.get(event.pk)
    line = late_line(event.pk) if draw else None
    if draw is None or line is None:
        return None
    for match in draw.matches:
        for side, feed in zip(Side, match.course.feeds, strict=True):
            if feed.kind is FeedKind.LINE and feed.line == line:
                return Follow(match.code, match.names[side.other.place], _onward(match))
    return None


def expected_next(match: MatchView, side: Side) -> str:
    """Return the code of the match in which the loser of a match is expected, empty for none."""
    player = match.player(side)
    return next((way.code for way in match.course.loser_to if player and not way.after_bye), "")


def _follow(match: MatchView, entrant: int) -> Follow:
    opponent = next((player.name for player in match.players if player and player.entrant != entrant), "")
    return Follow(match.code, opponent, _onward(match))


def _onward(match: MatchView) -> str:
    return match.course.winner_to.code if match.course.winner_to else ""
