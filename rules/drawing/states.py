"""How a match looks on a sheet: its stroke, and the texts in its two score places."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.drawing.parts import Stroke, Tag
from rules.draws.derive import Seat, Status
from rules.draws.facts import PHANTOM

NOTHING = "–"
NOT_REPORTED = "?"


class How(StrEnum):
    """How a match came to its end."""

    PLAYED = "played"
    NO_SHOW = "no_show"
    WALKOVER = "walkover"
    RETIRED = "retired"
    WITHDRAWN = "withdrawn"
    RULING = "ruling"
    SPLIT = "split"


# The text at a loser who did not play to the end; a walkover is written at the winner.
_AT_LOSER = {How.NO_SHOW: "n/s", How.RETIRED: "ret.", How.WITHDRAWN: "wd", How.SPLIT: "split"}
# Every such text: what a reader may have to look up.
WRITTEN = {How.WALKOVER: "w/o", **_AT_LOSER}


@dataclass(frozen=True, slots=True)
class Mark:
    """The facts about a match that a drawing shows, beside its winner.

    ``points`` are those of the upper and the lower player, capped at the length, None when none were entered.
    ``how`` RULING: a player goes on by a ruling, whatever the points are. ``begun`` is true from a start on,
    ``settled`` false while a result waits to be confirmed, ``table`` is the table to which they were called. ``start``
    is the score from which they start after penalties, ``ruling`` the number in the memory of the ruling that counts.
    ``claims`` are the results of a dispute, None for a player who only says that the result is wrong; ``running`` is
    the running score that a player keeps.
    """

    points: tuple[int, int] | None = None
    how: How = How.PLAYED
    begun: bool = False
    settled: bool = True
    table: str = ""
    start: tuple[int, int] = (0, 0)
    ruling: int = 0
    claims: tuple[tuple[int, int] | None, ...] = ()
    running: tuple[int, int] | None = None

    @property
    def is_on_now(self) -> bool:
        """Whether the players are called to a table or play."""
        return self.begun or bool(self.table)

    def could_change(self, *, upper: bool) -> bool:
        """Whether the upper or the lower player won by the points, when a ruling counts instead."""
        return self.is_ruling and self.points is not None and (self.points[0] > self.points[1]) == upper

    @property
    def is_ruling(self) -> bool:
        """Whether a player goes on by a ruling."""
        return self.how == How.RULING


def joint_stroke(seat: Seat, mark: Mark) -> Stroke:
    """Return the stroke that joins the two lines of a match."""
    if seat.status is Status.DISPUTED:
        return Stroke.TWO_RESULTS
    if seat.status is Status.OPEN:
        return Stroke.ON_NOW if mark.is_on_now else Stroke.TO_COME
    if seat.status is Status.FINISHED:
        return Stroke.DONE if mark.settled else Stroke.UNCONFIRMED
    return Stroke.TO_COME if seat.status is Status.WAITING else Stroke.DONE


def tag_of(seat: Seat, mark: Mark) -> Tag | None:
    """Return the tag that stands on the empty winner's line."""
    if seat.status is Status.DISPUTED:
        return Tag.TWO_RESULTS
    if seat.status is Status.OPEN:
        return Tag.ON_NOW if mark.is_on_now else Tag.READY
    return None


def scores(seat: Seat, mark: Mark) -> tuple[str, str]:
    """Return the texts in the score places of the upper and the lower player: ``(2) 5`` after a start with 2,
    ``3 / 0`` and ``1 / 3`` if one reported 3–1 and the opponent 0–3.
    """
    starts = ["", ""]
    if seat.status in (Status.OPEN, Status.DISPUTED, Status.FINISHED):
        starts = [f"({points})" if points else "" for points in mark.start]
    first, second = _ended(seat, mark)
    return f"{starts[0]} {first}".strip(), f"{starts[1]} {second}".strip()


def _ended(seat: Seat, mark: Mark) -> tuple[str, str]:
    if seat.status is Status.DISPUTED:
        return _shown(mark, 0), _shown(mark, 1)
    if seat.status is not Status.FINISHED:
        return "", ""
    if seat.ref is None and mark.how == How.PLAYED:
        mark = replace(mark, how=How.WITHDRAWN)  # decided without a result or a ruling: somebody has withdrawn
    points = ("", "") if mark.points is None else (str(mark.points[0]), str(mark.points[1]))
    if mark.how in (How.PLAYED, How.RULING):
        return points
    if seat.on == PHANTOM:
        word = _AT_LOSER.get(mark.how, NOTHING)
        return word, word
    upper_wins = seat.on == seat.top
    if mark.how == How.WALKOVER:
        winner, loser = WRITTEN[mark.how], NOTHING
    elif mark.how == How.RETIRED and mark.points is not None:
        winner, loser = points if upper_wins else points[::-1]
        loser = f"{loser} ret."
    else:
        winner, loser = NOTHING, _AT_LOSER.get(mark.how, NOTHING)
    return (winner, loser) if upper_wins else (loser, winner)


def _shown(mark: Mark, side: int) -> str:
    return " / ".join(NOT_REPORTED if points is None else str(points[side]) for points in mark.claims)
