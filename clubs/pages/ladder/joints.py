"""Open challenges in the drawing of a ladder: joints between the lines of today, as between the lines of a draw.

The more urgent a challenge, the nearer its joint to the names. A joint that a line has to cross stays whole, and the
line is interrupted there. From the joint a line leads to the deadline.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from clubs.read.ladders.view import LadderView
from rules.drawing.names import shorter
from rules.drawing.screen import fit_on_screen
from rules.drawing.widths import screen_width
from rules.ladders.facts import Challenge

# Px: the room beside the names, a joint beside another, and what a deadline needs in height.
SIDE, LANE, APART = 300, 26, 40
# The letters of both names, px, and the room that each of them may take.
LETTERS, NAME = 12, 104
URGENT = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Joint:
    """An open challenge. ``x`` is where its joint stands, from ``top`` to ``bottom``; ``y`` the height of its words.

    ``of`` are the numbers of both players. ``is_urgent``: to be answered or played within two days, or overdue.
    """

    number: int
    of: tuple[int, int]
    challenger: str
    defender: str
    deadline: datetime | None
    accepted: bool
    is_urgent: bool
    x: int
    top: int
    bottom: int
    y: int


def joints_of(view: LadderView, now: datetime, edge: int, height: Callable[[int], int]) -> tuple[Joint, ...]:
    """Return the joints of the open challenges, the outer ones first, so that inner ones are drawn over their lines.

    ``edge`` is where the names end; ``height`` gives the y of the line of a place.
    """
    placed = {number: height(place) for place, number in enumerate(view.order, start=1)}
    both = [each for each in view.open if int(each.a) in placed and int(each.b) in placed]
    urgent_first = sorted(both, key=lambda each: (each.deadline is None, each.deadline or now, each.number))
    words = dict(_words(urgent_first, placed))
    joints: list[Joint] = []
    for each in urgent_first:
        a, b = int(each.a), int(each.b)
        top, bottom = sorted((placed[a], placed[b]))
        lanes = {joint.x for joint in joints if joint.top <= bottom and top <= joint.bottom}
        x = edge
        while x in lanes:
            x += LANE
        is_urgent = each.deadline is not None and each.deadline - now <= URGENT
        joints.append(
            Joint(
                each.number, (a, b), _short(view.name(a)), _short(view.name(b)), each.deadline, each.accepted,
                is_urgent, x, top, bottom, words[each.number],
            )
        )  # fmt: skip
    return tuple(sorted(joints, key=lambda joint: -joint.x))


def _words(challenges: list[Challenge], placed: dict[int, int]) -> Iterator[tuple[int, int]]:
    """Yield the number of each challenge and the height of its words: at its middle, below those that are there."""
    middles = sorted(((placed[int(each.a)] + placed[int(each.b)]) // 2, each.number) for each in challenges)
    free = 0
    for middle, number in middles:
        y = max(middle, free)
        free = y + APART
        yield number, y


def _short(name: str) -> str:
    return fit_on_screen(name, NAME / LETTERS, screen_width, shorter_forms=shorter(name)).text
