"""The drawing of a ladder: one line for each player, from the beginning to the place of today, where the name stands.

A line is a history: level while a place is held, sloped where it changes, and a filled point where a challenge took the
place. Open challenges are joints between the lines of today (``joints.py``). Positions are whole px; a step is a week,
two weeks after 40, and so wide that a season stands in one window.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.pages.ladder.joints import SIDE, Joint, joints_of
from clubs.read.ladders.view import LadderView
from rules.drawing.names import shorter_apart
from rules.drawing.screen import fit_on_screen
from rules.drawing.widths import screen_width

LEFT, STEP, ROW, HEAD, TOP, HIGH, WIDE, TAIL = 40, 30, 38, 24, 54, 14, 9, 18
# The room of all steps together, and that of a place with its name, whose letters are 16 px.
HISTORY, NAMES, NUMBER, LETTERS = 630, 250, 32, 16
MOST_STEPS = 40
# What a phone shows of the history before the names.
BEFORE = 64
# The width of a page; the deadlines of challenges stand at its edge.
PAGE = 1232
_WEEK = timedelta(days=7)
# Days of a month that its name at the head needs, so that no two of them meet.
_MONTH = 5


@dataclass(frozen=True, slots=True)
class Line:
    """The line of a player: an SVG path, whether it is followed, and the name as it stands at the end of it.

    ``y`` is the height of the line of today, ``ends`` where it ends: at the joint of an open challenge, or before it.
    """

    number: int
    name: str
    path: str
    followed: bool
    place: int = 0
    label: str = ""
    y: int = 0
    ends: int = 0
    frozen: bool = False


@dataclass(frozen=True, slots=True)
class Drawing:
    """The picture. ``points`` are the paths of the filled points; ``places`` the y of each place on the left.

    ``months`` are days with the x at which their month begins; ``names`` is where the column of today begins.
    """

    width: int
    height: int
    lines: tuple[Line, ...]
    points: str
    places: tuple[tuple[int, int], ...]
    months: tuple[tuple[int, datetime], ...]
    names: int
    joints: tuple[Joint, ...]

    @property
    def head(self) -> int:
        """The height of the rule below the months."""
        return HEAD

    @property
    def opens_at(self) -> int:
        """How far a narrow window begins from the left: at the names of today and the last changes before them."""
        return max(0, self.names - BEFORE)


def drawing_of(view: LadderView, followed: int | None, now: datetime) -> Drawing | None:
    """Return the drawing, None before anything changed: names without a history need none."""
    changes = view.changes
    if not changes:
        return None
    since, last = view.ladder.since, changes[-1].at
    weeks = (last - since) // _WEEK + 1
    pace = _WEEK * (1 + weeks // MOST_STEPS)
    steps = (last - since) // pace + 1
    step = min(STEP, HISTORY // steps)

    def step_of(at: datetime) -> int:
        return (at - since) // pace + 1

    places: dict[str, dict[int, int | None]] = {str(number): {0: None} for number in view.players}
    for place, who in enumerate(view.replayed.start.order, start=1):
        places[who][0] = place
    for change in changes:
        places[change.player][step_of(change.at)] = change.after
    won = {(each.player, step_of(each.at)) for each in changes if each.reason == "won"}
    points = "".join(
        _point(at, taken, step) for who, at in sorted(won) if (taken := places[who].get(at)) is not None
    )  # fmt: skip
    rows = max((place for own in places.values() for place in own.values() if place), default=1)
    names = LEFT + step * steps + TAIL
    joints = joints_of(view, now, names + NAMES, _y)
    lines = tuple(_lines(view, places, (steps, step), followed, {who: joint.x for joint in joints for who in joint.of}))
    return Drawing(
        max(PAGE, names + NAMES + SIDE), max([_y(rows), *(joint.y for joint in joints)]) + ROW // 2, lines, points,
        tuple((place, _y(place) + 4) for place in range(1, rows + 1)),
        tuple(_months(view, since, pace, (steps, step))), names, joints,
    )  # fmt: skip


def _lines(
    view: LadderView,
    places: Mapping[str, Mapping[int, int | None]],
    grid: tuple[int, int],
    followed: int | None,
    joined: Mapping[int, int],
) -> Iterator[Line]:
    """Yield the line of each player of today; ``joined`` are the x of the joints that lines lead to."""
    steps, step = grid
    shorter = shorter_apart(frozenset(view.name(number) for number in view.order))
    edge = LEFT + step * steps + TAIL + NAMES
    for place, number in enumerate(view.order, start=1):
        own, name = number == followed, view.name(number)
        is_frozen = str(number) in view.replayed.frozen
        room = (NAMES - NUMBER - TAIL - (4 * LETTERS if is_frozen else 0)) / LETTERS
        label = fit_on_screen(name, room, screen_width, own, shorter.get(name)).text
        path = _path(places[str(number)], steps, step)
        yield Line(number, name, path, own, place, label, _y(place), joined.get(number, edge - TAIL), is_frozen)


def _path(own: Mapping[int, int | None], steps: int, wide: int) -> str:
    """Return the path of a player: level, and sloped between 5 after a step and 5 before the next."""
    path, place = "", own[0]
    slope = min(5, wide // 4)
    if place is not None:
        path = f"M{LEFT} {_y(place)}"
    for step in range(1, steps + 1):
        x, after = LEFT + wide * step, own.get(step, place)
        if after != place:
            if after is None:
                path += f"H{x - wide + slope}" if place is not None else ""
            elif place is None:
                path += f"M{x - wide + slope} {_y(after)}"
            else:
                path += f"H{x - wide + slope}L{x - slope} {_y(after)}"
            place = after
    return path + (f"H{LEFT + wide * steps + TAIL}" if place is not None else "")


def _point(step: int, place: int, wide: int) -> str:
    x, y = LEFT + wide * step - min(5, wide // 4), _y(place)
    return f"M{x - WIDE // 2} {y}l{WIDE / 2:g} -{HIGH}l{WIDE / 2:g} {HIGH}z"


def _months(
    view: LadderView, since: datetime, pace: timedelta, grid: tuple[int, int]
) -> Iterator[tuple[int, datetime]]:
    """Yield where a month begins in the history, as far as its name has room behind the one before."""
    steps, wide = grid
    seen, free = None, 0
    for step in range(steps):
        at, x = (since + pace * step).astimezone(view.zone), LEFT + wide * step
        if (at.year, at.month) != seen and x >= free:
            seen, free = (at.year, at.month), x + _MONTH * 8
            yield x, at


def _y(place: int) -> int:
    return TOP + ROW * (place - 1)
