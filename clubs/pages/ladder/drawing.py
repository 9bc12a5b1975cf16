"""The drawing of a ladder: one line for each player, from the beginning to the place of today.

A line is a history: level while a place is held, sloped where it changes, and a filled point where a challenge took the
place. Positions are whole px; a step is a week, two weeks after 40.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.read.ladders.view import LadderView

LEFT, STEP, ROW, TOP, HIGH, WIDE, TAIL = 40, 30, 38, 30, 14, 9, 18
MOST_STEPS = 40
_WEEK = timedelta(days=7)


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a player: an SVG path, whether it is followed, and where it begins if they came later."""

    number: int
    name: str
    path: str
    followed: bool


@dataclass(frozen=True, slots=True)
class Drawing:
    """The picture. ``points`` are the paths of the filled points; ``places`` the y of each place on the left."""

    width: int
    height: int
    lines: tuple[Line, ...]
    points: str
    places: tuple[tuple[int, int], ...]


def drawing_of(view: LadderView, followed: int | None) -> Drawing | None:
    """Return the drawing, None before anything changed: names without a history need none."""
    changes = view.changes
    if not changes:
        return None
    since, last = view.ladder.since, changes[-1].at
    weeks = (last - since) // _WEEK + 1
    pace = _WEEK * (1 + weeks // MOST_STEPS)
    steps = (last - since) // pace + 1

    def step_of(at: datetime) -> int:
        return (at - since) // pace + 1

    places: dict[str, dict[int, int | None]] = {str(number): {0: None} for number in view.players}
    for place, who in enumerate(view.replayed.start.order, start=1):
        places[who][0] = place
    for change in changes:
        places[change.player][step_of(change.at)] = change.after
    won = {(each.player, step_of(each.at)) for each in changes if each.reason == "won"}
    lines = tuple(
        Line(number, view.name(number), _path(places[str(number)], steps), number == followed) for number in view.order
    )
    points = "".join(
        _point(step, taken) for who, step in sorted(won) if (taken := places[who].get(step)) is not None
    )  # fmt: skip
    rows = max((place for own in places.values() for place in own.values() if place), default=1)
    labels = tuple((place, _y(place) + 4) for place in range(1, rows + 1))
    return Drawing(LEFT + STEP * steps + TAIL, _y(rows) + ROW - TOP, lines, points, labels)


def _path(own: Mapping[int, int | None], steps: int) -> str:
    """Return the path of a player: level, and sloped between 5 after a step and 5 before the next."""
    path, place = "", own[0]
    if place is not None:
        path = f"M{LEFT} {_y(place)}"
    for step in range(1, steps + 1):
        x, after = LEFT + STEP * step, own.get(step, place)
        if after != place:
            if after is None:
                path += f"H{x - STEP + 5}" if place is not None else ""
            elif place is None:
                path += f"M{x - STEP + 5} {_y(after)}"
            else:
                path += f"H{x - STEP + 5}L{x - 5} {_y(after)}"
            place = after
    return path + (f"H{LEFT + STEP * steps + TAIL}" if place is not None else "")


def _point(step: int, place: int) -> str:
    x, y = LEFT + STEP * step - 5, _y(place)
    return f"M{x - WIDE // 2} {y}l{WIDE / 2:g} -{HIGH}l{WIDE / 2:g} {HIGH}z"


def _y(place: int) -> int:
    return TOP + ROW * (place - 1)
