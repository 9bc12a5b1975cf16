"""Two claims of one match: every case of docs/rules/claims.md that ladders and casual matches share."""

import pytest

from rules.match.claims import Claim, Claims, Verdict, verdict

P, A = 1, 2


@pytest.mark.parametrize(
    ("claims", "state", "winner", "points"),
    [
        ([], Claims.NONE, None, None),
        ([Claim(P, P, (7, 5))], Claims.WAITING, P, (7, 5)),
        ([Claim(P, A, (7, 5))], Claims.SETTLED, A, (7, 5)),
        ([Claim(P, P, (7, 5)), Claim(P, A, (7, 2))], Claims.SETTLED, A, (7, 2)),
        ([Claim(P, P, (7, 5)), Claim(A, P, (7, 3))], Claims.SETTLED, P, (7, 3)),
        ([Claim(P, P, (7, 5)), Claim(A, P)], Claims.SETTLED, P, (7, 5)),
        ([Claim(P, P), Claim(A, A)], Claims.DISPUTED, None, None),
        ([Claim(P, P, (7, 5)), Claim(A, A, (7, 6)), Claim(P, A, (7, 1))], Claims.SETTLED, A, (7, 1)),
        ([Claim(P, P), Claim(A, A), Claim(A, P, (7, 0))], Claims.SETTLED, P, (7, 0)),
        ([Claim(P, P), Claim(P, P, (7, 4))], Claims.WAITING, P, (7, 4)),
    ],
)
def test_the_latest_claims_of_both_decide(
    claims: list[Claim], state: Claims, winner: int | None, points: tuple[int, int] | None
) -> None:
    assert verdict(claims) == Verdict(state, winner, points)
