"""Results that both players report: two claims that agree settle a match, and so does a claim against oneself.

Source: docs/rules/claims.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

GRACE_OUTSIDE_EVENTS = timedelta(hours=24)
"""How long the opponent has to answer a claim on a ladder or a casual match: nobody waits at a table for the next."""


class Claims(StrEnum):
    """How far the claims of a match are: nobody claimed, one waits, they settle it, or they differ."""

    NONE = "none"
    WAITING = "waiting"
    SETTLED = "settled"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Claim:
    """``by`` says that ``winner`` won, with the points of winner and loser if they were reported."""

    by: int
    winner: int
    points: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the claims come to; ``winner`` and ``points`` are those that would count, None where they differ."""

    state: Claims
    winner: int | None = None
    points: tuple[int, int] | None = None


def verdict(claims: Sequence[Claim]) -> Verdict:
    """Return what claims come to, in the order of entry: the latest of each player counts.

    Where both name one winner the score of the loser counts, or the winner's if the loser gave none.
    """
    latest = {each.by: each for each in claims}
    if not latest:
        return Verdict(Claims.NONE)
    winners = {each.winner for each in latest.values()}
    if len(winners) > 1:
        return Verdict(Claims.DISPUTED)
    (winner,) = winners
    of_loser = next((each for each in latest.values() if each.by != winner), None)
    of_winner = latest.get(winner)
    points = next((each.points for each in (of_loser, of_winner) if each and each.points), None)
    return Verdict(Claims.WAITING if of_loser is None else Claims.SETTLED, winner, points)
