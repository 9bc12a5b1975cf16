"""Who waits for an opponent, as the wall shows them: in every Swiss whose players are paired as they finish."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from rules.formats.finishing import is_as_they_finish
from tournaments.pages.wall.rows import fitted
from tournaments.read.draws.expected import ExpectedDraw, clock
from tournaments.read.draws.rounds import swiss_view
from tournaments.words.events.rounds import record_words

# Room for a name in em, beside the time and the record; in large type.
NAME_ROOM, LARGE_NAME_ROOM = 14.0, 22.0


@dataclass(frozen=True, slots=True)
class WallWaiting:
    """A player without an opponent: their ``record`` such as "2–1", and ``since`` when, empty for a latecomer."""

    name: str
    large: str
    record: str
    since: str


def wall_waiting(draws: Sequence[ExpectedDraw], out: Collection[int]) -> Iterator[tuple[str, list[WallWaiting]]]:
    """Yield the name of each event and who waits there, the longest first; ``out`` have withdrawn. No statement."""
    for draw in draws:
        if is_as_they_finish(draw.plan):
            ended = _last_ended(draw)
            free = sorted(swiss_view(draw.view, out).waiting, key=lambda line: _order(ended.get(line.entrant)))
            rows = [
                WallWaiting(
                    fitted(line.name, NAME_ROOM),
                    fitted(line.name, LARGE_NAME_ROOM),
                    record_words(f"{line.won}-{line.lost}"),
                    clock(ended.get(line.entrant), draw.zone),
                )
                for line in free
            ]
            yield draw.event.name, rows


def _last_ended(draw: ExpectedDraw) -> dict[int, datetime]:
    """Return when the last match of everybody ended."""
    ended: dict[int, datetime] = {}
    for match in draw.matches:
        if (at := match.times.finished) is not None:
            ended |= {who: max(ended.get(who, at), at) for who in match.entrants}
    return ended


def _order(ended: datetime | None) -> tuple[bool, float]:
    return ended is None, ended.timestamp() if ended else 0.0
