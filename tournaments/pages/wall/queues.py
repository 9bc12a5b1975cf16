"""The queues of jackpots as the wall shows them: how many wait in each, and who."""

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Tournament
from tournaments.read.jackpots.queues import queues_of

# The room of a line of large type beside the count, and a letter of a queue's name and of a person's, in hundredths of
# the width (wall.css).
ROOM, OF_QUEUE, OF_PERSON = 84.0, 1.9, 1.05


@dataclass(frozen=True, slots=True)
class WallQueue:
    """An open queue: ``waiting`` of ``size`` are in; ``names`` are those who have room, ``more`` how many have none."""

    name: str
    waiting: int
    size: int
    names: tuple[str, ...]
    more: int


def wall_queues(tournament: Tournament) -> list[WallQueue]:
    """Return the open queues of a tournament, the smallest stake first: one statement where there are none."""
    rows = []
    for queue in queues_of(tournament):
        if not queue.closed:
            names = [each.name for each in queue.waiting]
            shown = _fitting(queue.jackpot.name, names)
            rows.append(
                WallQueue(queue.jackpot.name, len(names), queue.jackpot.size, tuple(shown), len(names) - len(shown))
            )
    return rows


def _fitting(queue: str, names: Sequence[str]) -> Sequence[str]:
    """Return the first names that have room in one line behind the name of their queue."""
    room = ROOM - OF_QUEUE * len(queue)
    for at, name in enumerate(names):
        room -= OF_PERSON * (len(name) + 2)
        if room < 0:
            return names[:at]
    return names
