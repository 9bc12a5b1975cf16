"""The small picture on the sheet of a chouette: everybody's points after each game.

Lines differ by dash and not by colour, so that a copy in black and white can be read. Only who pays most is red.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from clubs.words.chouette.games import signed

WIDTH, HEIGHT, LABELS = 120.0, 56.0, 34.0
LEAST_APART = 4.0
MOST_PEOPLE = 8
_DASHES = ("", "2.2 1", "3 .8 .6 .8", ".6 .8", "4 1", "1.4 .6", "3 .6 .6 .6 .6 .6", "1 1.6")


@dataclass(frozen=True, slots=True)
class Line:
    """A person's line as an SVG path, with its label at the end."""

    name: str
    shown: str
    path: str
    dash: str
    width: float
    is_last: bool
    label_y: float


@dataclass(frozen=True, slots=True)
class Curve:
    """The picture in mm: the level of zero, the lines, and where each game stands."""

    zero: float
    right: float
    lines: tuple[Line, ...]
    ticks: tuple[tuple[float, int], ...]


def curve_of(totals: Sequence[Mapping[str, int]], people: Sequence[str]) -> Curve | None:
    """Return the picture of the ``totals`` after each game; None before the second, and beyond eight people."""
    if len(totals) < 2 or len(people) > MOST_PEOPLE:
        return None
    rows = [dict.fromkeys(people, 0), *totals]
    values = [row.get(who, 0) for row in rows for who in people]
    low, high = min(values), max(values)
    right = WIDTH - LABELS
    step = right / len(totals)
    scale = (HEIGHT - 8) / max(1, high - low)

    def level(points: int) -> float:
        return 3 + (high - points) * scale

    last = rows[-1]
    order = sorted(people, key=lambda who: -last.get(who, 0))
    labels = _apart([level(last.get(who, 0)) for who in order])
    first, debtor = order[0], order[-1]
    lines = []
    for at, who in enumerate(order):
        corners = "L".join(f"{n * step:.2f} {level(row.get(who, 0)):.2f}" for n, row in enumerate(rows))
        is_last = who == debtor and last.get(who, 0) < 0
        width = 0.65 if who == first else 0.5 if is_last else 0.4
        dash = "" if is_last else _DASHES[at]
        lines.append(Line(who, signed(last.get(who, 0)), f"M{corners}", dash, width, is_last, labels[at]))
    every = max(1, len(totals) // 10)
    ticks = tuple((n * step, n) for n in range(len(totals) + 1) if n % every == 0)
    return Curve(level(0), right, tuple(lines), ticks)


def _apart(levels: Sequence[float]) -> list[float]:
    """Return levels, which go down the page, moved so that labels do not meet."""
    placed: list[float] = []
    for level in levels:
        placed.append(max(level, placed[-1] + LEAST_APART) if placed else level)
    over = max(0.0, placed[-1] - HEIGHT + 1) if placed else 0.0
    return [each - over for each in placed]
