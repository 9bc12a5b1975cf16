"""The drawing of a player's ratings: a step for each match, and below it, on the same place, whether it was won.

Widths are whole px. A point that is up and filled is a match won, one that is down and outlined a match lost.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from math import floor

from clubs.read.ratings.player import PlayerMatch

# The fewest matches for which there is a curve, and the most that it shows.
FEWEST, MOST = 5, 300
STEP, HIGH, TOP, FORM, POINT, END = 14, 150, 24, 224, 26, 92
# How far the last value stands above the number of a level at the same height, and how high a number is.
RISE, LINE = 14, 16
SPACES = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)


@dataclass(frozen=True, slots=True)
class Level:
    """A level line: its value, and how far down it is."""

    value: int
    y: int


@dataclass(frozen=True, slots=True)
class Month:
    """The first match of a month, and how far along it is."""

    at: datetime
    x: int


@dataclass(frozen=True, slots=True)
class Curve:
    """The picture; ``solid`` and ``dotted`` are the paths of the rating, ``band`` those of the deviation.

    ``levels`` are empty where only the form is drawn. ``last`` is the last value, ``y`` where it stands.
    """

    width: int
    height: int
    base: int
    solid: str
    dotted: str
    band: str
    levels: tuple[Level, ...]
    months: tuple[Month, ...]
    won: str
    lost: str
    last: float
    y: int

    @property
    def end(self) -> int:
        """Where the last step ends."""
        return self.width - END

    @property
    def label(self) -> int:
        """Where the numbers at the end begin."""
        return self.end + 10

    @property
    def numbered(self) -> tuple[Level, ...]:
        """The level lines with room for their number beside the last value, which stands above its own line."""
        return tuple(level for level in self.levels if abs(level.y + RISE - self.y) >= LINE)


def curve_of(matches: Sequence[PlayerMatch], start: float, *, values: bool) -> Curve | None:
    """Return the drawing of the latest matches, None without one; without ``values`` only the form."""
    if not matches:
        return None
    before = matches[-MOST - 1].rating if len(matches) > MOST else start
    shown = matches[-MOST:]
    drawn = values and len(matches) >= FEWEST
    scale = _Scale.of(shown, before) if drawn else None
    shift = 0 if drawn else FORM - POINT - TOP
    base = FORM - shift
    width = STEP * len(shown) + END
    won = "".join(_point(at, base, won=True) for at, match in enumerate(shown) if match.won)
    lost = "".join(_point(at, base, won=False) for at, match in enumerate(shown) if not match.won)
    last = shown[-1].rating
    return Curve(
        width=width,
        height=base + POINT + 28,
        base=base,
        solid=scale.path(shown, before, provisional=False) if scale else "",
        dotted=scale.path(shown, before, provisional=True) if scale else "",
        band=scale.band(shown) if scale else "",
        levels=scale.levels() if scale else (),
        months=_months(shown),
        won=won,
        lost=lost,
        last=last,
        y=scale.y(last) if scale else 0,
    )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Three level lines, ``space`` apart, from ``low`` on."""

    low: int
    space: int

    @classmethod
    def of(cls, matches: Sequence[PlayerMatch], start: float) -> "_Scale":
        values = [start, *(match.rating for match in matches)]
        for match in matches:
            if match.deviation is not None and not match.provisional:
                values += [match.rating - match.deviation, match.rating + match.deviation]
        least, most = min(values), max(values)
        space = next((each for each in SPACES if floor(least / each) * each + 2 * each >= most), SPACES[-1])
        return cls(floor(least / space) * space, space)

    def y(self, value: float) -> int:
        return round(TOP + HIGH - (value - self.low) / (2 * self.space) * HIGH)

    def levels(self) -> tuple[Level, ...]:
        return tuple(Level(value, self.y(value)) for value in (self.low + at * self.space for at in (2, 1, 0)))

    def path(self, matches: Sequence[PlayerMatch], start: float, *, provisional: bool) -> str:
        """Return the steps of the matches after which the value is provisional, or is not."""
        path, before, is_open = "", start, False
        for at, match in enumerate(matches):
            if match.provisional == provisional:
                begin = "" if is_open else f"M{at * STEP} {self.y(before)}"
                path += f"{begin}V{self.y(match.rating)}H{(at + 1) * STEP}"
            is_open, before = match.provisional == provisional, match.rating
        return path

    def band(self, matches: Sequence[PlayerMatch]) -> str:
        """Return a line of the deviation above the rating and one below it."""
        return "".join(self._edge(matches, side) for side in (-1, 1))

    def _edge(self, matches: Sequence[PlayerMatch], side: int) -> str:
        path, is_open = "", False
        for at, match in enumerate(matches):
            has = match.deviation is not None and not match.provisional
            if has:
                y = self.y(match.rating + side * (match.deviation or 0))
                path += (f"V{y}" if is_open else f"M{at * STEP} {y}") + f"H{(at + 1) * STEP}"
            is_open = has
        return path


def _point(at: int, base: int, *, won: bool) -> str:
    rise = -POINT if won else POINT
    return f"M{at * STEP + 1} {base}l6 {rise}l6 {-rise}z"


def _months(matches: Sequence[PlayerMatch]) -> tuple[Month, ...]:
    """Return the months in which the matches were played, not closer than their names are wide."""
    months: list[Month] = []
    for at, match in enumerate(matches):
        is_new = not months or (match.played.year, match.played.month) != (months[-1].at.year, months[-1].at.month)
        if is_new and (not months or at * STEP - months[-1].x >= 3 * STEP):
            months.append(Month(match.played, at * STEP))
    return tuple(months)


def strip_of(results: Sequence[bool], most: int = 20) -> tuple[str, str, int]:
    """Return the small points of a head to head, won and lost, of the latest matches, and the width of them all."""
    shown = results[-most:]
    won = "".join(f"M{at * 11} 20l5 -18l5 18z" for at, each in enumerate(shown) if each)
    lost = "".join(f"M{at * 11} 2l5 18l5 -18z" for at, each in enumerate(shown) if not each)
    return won, lost, 11 * len(shown)
