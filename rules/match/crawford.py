"""The Crawford game: which game it is, and when the cube may turn."""

from dataclasses import dataclass
from enum import StrEnum

from rules.errors import RuleBroken
from rules.match.holland import turns_to_wait
from rules.match.terms import Terms


class Phase(StrEnum):
    """Where a match stands when a game starts.

    DMP here means: both need one point and there is no Crawford game, before or now. At 10–10 in a
    match to 11 the phase is POST_CRAWFORD, because the Crawford game was played to get there.
    """

    NORMAL = "normal"
    CRAWFORD = "crawford"
    POST_CRAWFORD = "post_crawford"
    DMP = "dmp"


@dataclass(frozen=True, slots=True)
class Doubling:
    """Whether a double may be offered now, and what forbids it. True when it may.

    ``code`` is None, ``crawford.cube`` or ``holland.early``; ``wait`` counts the turns of both sides
    that the Holland rule still asks for.
    """

    code: str | None = None
    wait: int = 0

    def __bool__(self) -> bool:
        return self.code is None


def phase(terms: Terms, before: tuple[int, int], crawford_played: bool) -> Phase:
    """Return the phase of the game that starts at the raw score ``before`` (top, bottom).

    The Crawford game is the first that starts with somebody one point away. There is none when both
    start there, which covers every match to one point.

    Raises RuleBroken ``match.over`` when somebody has won.
    Source: Crawford rule; docs/rules/match.md#crawford.
    """
    need = terms.away(before)
    if 0 in need:
        raise RuleBroken("match.over", score=before, length=terms.length)
    if crawford_played:
        return Phase.POST_CRAWFORD
    if need == (1, 1):
        return Phase.DMP
    return Phase.CRAWFORD if terms.crawford and 1 in need else Phase.NORMAL


def may_double(terms: Terms, phase: Phase, *, turns: int) -> Doubling:
    """Return whether this phase lets either side offer a double after ``turns`` completed turns of the game.

    Who owns the cube and whose turn it is are the game's own rules. A dead cube may be turned.
    Source: Crawford and Holland rules; docs/rules/match.md#crawford.
    """
    if phase is Phase.CRAWFORD:
        return Doubling("crawford.cube")
    if terms.holland and phase is Phase.POST_CRAWFORD and (wait := turns_to_wait(turns)):
        return Doubling("holland.early", wait)
    return Doubling()


def dead_cube(need: int, cube: int) -> bool:
    """Is a cube at this value dead for a side that needs so many points: would a single win be enough?

    Source: docs/rules/match.md#notes.
    """
    return need <= cube
