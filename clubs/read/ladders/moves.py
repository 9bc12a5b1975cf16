"""How far players of a ladder have moved since a time."""

from datetime import datetime

from clubs.read.ladders.view import LadderView


def places_gained(view: LadderView, since: datetime) -> dict[int, int]:
    """Return player → places gained since a time, lost ones negative; only those who stand elsewhere now."""
    now = {number: place for place, number in enumerate(view.order, start=1)}
    then: dict[int, int | None] = {}
    for change in view.changes:
        if change.at >= since:
            then.setdefault(int(change.player), change.before)
    return {
        number: before - now[number]
        for number, before in then.items()
        if before is not None and number in now and before != now[number]
    }
