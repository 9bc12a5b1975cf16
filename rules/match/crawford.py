"""The Crawford game: which game it is, and when the cube may turn."""

from dataclasses import dataclass
from enum import StrEnum

from rules.errors import RuleBroken
from rules.match.holland import turns_to_wait
from rules.match.terms import Terms


class Phase(StrEnum):
    """The phase of a match when a game starts.

    DMP means that both need one point and the match has no Crawford game. At 10–10 in a match to 11 the phase is
    POST_CRAWFORD, because the Crawford game was played on the way there.
    """

    NORMAL = "normal"
    CRAWFORD = "crawford"
    POST_CRAWFORD = "post_crawford"
    DMP = "dmp"


@dataclass(frozen=True, slots=True)
class Doubling:
    """Whether a double may be offered now, and what forbids it; true if it may.

    ``code`` is None, ``crawford.cube`` or ``holland.early``. ``wait`` is how many turns of both sides must still be
    completed under the Holland rule.
    """

    code: str | None = None
    wait: int = 0

    def __bool__(self) -> bool:
        return self.code is None


def phase(terms: Terms, before: tuple[int, int], crawford_played: bool) -> Phase:
    """Return the phase of the game that starts at the raw score ``before`` (top, bottom).

    The Crawford game is the first game that starts with a player one point away. There is none when both players
    start the match there, as in every match to one point. Other games than backgammon have no Crawford game.

    Raises RuleBroken ``match.over`` when the match is won.
    Source: Crawford rule; docs/rules/match.md#crawford.
    """
    need = terms.away(before)
    if terms.games:
        if terms.winner(before) is not None:
            raise RuleBroken("match.over", score=before, length=terms.length)
        return Phase.NORMAL
    if 0 in need:
        raise RuleBroken("match.over", score=before, length=terms.length)
    if crawford_played:
        return Phase.POST_CRAWFORD
    if need == (1, 1):
        return Phase.DMP
    return Phase.CRAWFORD if terms.crawford and 1 in need else Phase.NORMAL


def may_double(terms: Terms, phase: Phase, *, turns: int) -> Doubling:
    """Return whether either side may offer a double in this phase after ``turns`` completed turns of the game.

    Whose cube and whose turn it is are questions of the game itself. A dead cube may be turned.
    Source: Crawford and Holland rules; docs/rules/match.md#crawford.
    """
    if phase is Phase.CRAWFORD:
        return Doubling("crawford.cube")
    if terms.holland and phase is Phase.POST_CRAWFORD and (wait := turns_to_wait(turns)):
        return Doubling("holland.early", wait)
    return Doubling()


def dead_cube(need: int, cube: int) -> bool:
    """Whether a cube at this value is dead for a side that needs ``need`` points: a single win is enough.

    Source: docs/rules/match.md#notes.
    """
    return need <= cube
