"""The claims of a ladder that wait: results that players reported and that are not settled yet."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from clubs.models import LadderClaim
from clubs.read.ladders.view import LadderView
from journal.models import counts
from rules.match.claims import Claim, Claims, Verdict, verdict

# The claims of a challenge that ended so count no longer.
ENDED = ("won", "failed", "withdrawn", "void", "refused")


@dataclass(frozen=True, slots=True)
class WaitingClaims:
    """What both players reported of a challenge, in the order of entry."""

    challenge: int
    rows: tuple[LadderClaim, ...]

    @property
    def verdict(self) -> Verdict:
        """What they come to."""
        return verdict([Claim(row.by, row.winner, row.points) for row in self.rows])

    @property
    def at(self) -> datetime:
        """When the match was first reported: it counts from then."""
        return self.rows[0].at

    @property
    def deadline(self) -> datetime | None:
        """When the clock settles it, None while it does not."""
        if self.verdict.state is not Claims.WAITING:
            return None
        return min((row.deadline for row in self.rows if row.deadline is not None), default=None)

    def of(self, player: int) -> LadderClaim | None:
        """Return the latest claim of a player."""
        return next((row for row in reversed(self.rows) if row.by == player), None)


def claims_on(ladders: Iterable[int]) -> Sequence[LadderClaim]:
    """Return all claims on ladders that count, in the order of entry: one statement."""
    keys = list(ladders)
    return list(LadderClaim.objects.filter(counts(), ladder__in=keys).order_by("pk")) if keys else []


def waiting_claims(view: LadderView, claims: Iterable[LadderClaim]) -> Mapping[int, WaitingClaims]:
    """Return challenge → its claims, of those that have no result yet."""
    rows: dict[int, list[LadderClaim]] = {}
    for claim in claims:
        challenge = view.challenge(claim.challenge) if claim.ladder_id == view.ladder.pk else None
        if challenge is not None and challenge.closed not in ENDED and claim.challenge not in view.results:
            rows.setdefault(claim.challenge, []).append(claim)
    return {number: WaitingClaims(number, tuple(each)) for number, each in rows.items()}
