"""Casual matches of a club's people: what was reported, what counts, and what waits for whom."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from clubs.models import CasualClaim, CasualMatch, CasualResult
from clubs.read.persons.rows import into_of
from journal.models import counts
from journal.refusals import Unknown
from rules.match.claims import Claim, Claims, Verdict, verdict

MOST = 50


@dataclass(frozen=True, slots=True)
class CasualView:
    """A casual match; players are people as they count now. ``result`` is what was settled, None while it waits."""

    row: CasualMatch
    first: int
    second: int
    claims: tuple[CasualClaim, ...]
    result: CasualResult | None
    into: Mapping[int, int]

    @property
    def players(self) -> tuple[int, int]:
        """Both people."""
        return self.first, self.second

    @property
    def verdict(self) -> Verdict:
        """What the claims come to."""
        return verdict(
            [Claim(self.now(each.by_id), self.now(each.winner_id), (each.won, each.lost)) for each in self.claims]
        )

    @property
    def winner(self) -> int | None:
        """The person who won, as it was settled or is claimed; None where claims differ or it was void."""
        if self.result is not None:
            return self.now(self.result.winner_id) if self.result.winner_id is not None else None
        return self.verdict.winner

    @property
    def points(self) -> tuple[int, int] | None:
        """The points of winner and loser, None without a winner."""
        if self.result is None:
            return self.verdict.points
        return (self.result.won, self.result.lost) if self.result.winner_id is not None else None

    @property
    def deadline(self) -> datetime | None:
        """When the clock settles it, None while it does not."""
        if self.result is not None or self.verdict.state is not Claims.WAITING:
            return None
        return min((each.deadline for each in self.claims if each.deadline is not None), default=None)

    @property
    def is_disputed(self) -> bool:
        """Whether both players reported different results, and nobody decided."""
        return self.result is None and self.verdict.state is Claims.DISPUTED

    def claim_of(self, person: int) -> CasualClaim | None:
        """Return the latest claim of a person."""
        return next((each for each in reversed(self.claims) if self.now(each.by_id) == person), None)

    def other(self, person: int) -> int:
        """Return the opponent of a person."""
        return self.second if person == self.first else self.first

    def now(self, person: int) -> int:
        """Return who a person is now, after merges."""
        return self.into.get(person, person)


def casual_matches(club: int, *, people: Iterable[int] | None = None, most: int = MOST) -> list[CasualView]:
    """Return the latest casual matches of a club, or of some of its people: four statements."""
    rows = CasualMatch.objects.filter(counts(), club=club)
    if people is not None:
        keys = list(people)
        rows = rows.filter(Q(first__in=keys) | Q(second__in=keys))
    return _views(club, list(rows.order_by("-played_at", "-pk")[:most]))


def casual_match(pk: int) -> CasualView:
    """Return a casual match. Raises Unknown ``casual.unknown``."""
    row = CasualMatch.objects.filter(counts(), pk=pk).select_related("club__stream").first()
    if row is None:
        raise Unknown("casual.unknown")
    return _views(row.club_id, [row])[0]


def waiting_matches(club: int) -> list[CasualView]:
    """Return the casual matches of a club that have no result: four statements."""
    settled = CasualResult.objects.filter(counts()).values("match")
    rows = CasualMatch.objects.filter(counts(), club=club).exclude(pk__in=settled)
    return _views(club, list(rows.order_by("pk")))


def _views(club: int, rows: Sequence[CasualMatch]) -> list[CasualView]:
    if not rows:
        return []
    claims: dict[int, list[CasualClaim]] = {}
    for claim in CasualClaim.objects.filter(counts(), match__in=rows).order_by("pk"):
        claims.setdefault(claim.match_id, []).append(claim)
    results = {each.match_id: each for each in CasualResult.objects.filter(counts(), match__in=rows).order_by("pk")}
    into = into_of(club)
    return [
        CasualView(
            row, into.get(row.first_id, row.first_id), into.get(row.second_id, row.second_id),
            tuple(claims.get(row.pk, ())), results.get(row.pk), into,
        )
        for row in rows
    ]  # fmt: skip


def own_casual(persons: tuple[int, ...]) -> dict[str, Any]:
    """Return the casual matches of a person, for the file of their own data."""
    rows = CasualMatch.objects.filter(counts(), Q(first__in=persons) | Q(second__in=persons)).order_by("pk")
    results = {each.match_id: each for each in CasualResult.objects.filter(counts(), match__in=rows).order_by("pk")}
    return {
        "casual_matches": [
            {
                "played_at": row.played_at, "length": row.length,
                "won": None if (each := results.get(row.pk)) is None or each.winner_id is None
                else each.winner_id in persons,
            }
            for row in rows
        ]
    }  # fmt: skip
