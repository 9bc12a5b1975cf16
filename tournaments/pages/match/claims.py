"""Claims on the page of a match: the reports, the deadline, how it was settled, the running score."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from rules.draws.match_state import State
from rules.match.terms import TOP
from tournaments.read.matches.claims import Claim, MatchReports, Settling
from tournaments.read.matches.view import MatchView


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A player's report: ``won`` by ``score``, both empty if the player only contests the opponent's."""

    name: str
    won: str
    score: str
    time: str
    client: str


@dataclass(frozen=True, slots=True)
class ClaimsSheet:
    """The reports of a match.

    ``reports`` are both accounts of a dispute, or the claim that stands. ``deadline`` is the time of day from which it
    stands of itself. ``settled`` tells how it came to stand: own (the loser told it), opponent, unopposed, desk, or
    nothing; ``since`` when. ``notes`` told another score for the same winner. ``contests`` say that it is wrong.
    ``both``: the players report different winners.
    ``running`` is how it stands while they play, as ``keeper`` tells it.
    """

    reports: tuple[ReportLine, ...]
    deadline: str
    settled: str
    since: str
    notes: tuple[ReportLine, ...]
    contests: tuple[ReportLine, ...]
    both: bool
    running: str
    keeper: str


NOTHING_REPORTED = ClaimsSheet((), "", "", "", (), (), False, "", "")


def claims_sheet(match: MatchView, zone: ZoneInfo, claims: MatchReports, names: Mapping[int, str]) -> ClaimsSheet:
    """Return what was reported of a match, for everybody to read."""
    lines = _Lines(match, zone, names)
    standing = next((each for each in claims.results if each.record == match.result), None)
    disputed = match.state is State.DISPUTED
    shown = claims.claims if disputed else (standing,) if standing is not None and standing.by is not None else ()
    settled, since = _settled(zone, claims, standing) if match.settled else ("", "")
    return ClaimsSheet(
        reports=tuple(lines.of(each) for each in shown),
        deadline=f"{match.deadline.astimezone(zone):%H:%M}" if match.deadline else "",
        settled=settled,
        since=since,
        notes=tuple(lines.notes(claims, standing)) if standing else (),
        contests=tuple(lines.of(each) for each in claims.contests) if match.contested else (),
        both=len({each.winner for each in claims.claims if each.points is not None}) > 1,
        running="{}–{}".format(*match.running) if match.running else "",
        keeper=match.keeper.name if match.keeper else "",
    )


class _Lines:
    """Writes reports as lines of a page."""

    def __init__(self, match: MatchView, zone: ZoneInfo, names: Mapping[int, str]) -> None:
        self.match, self.zone, self.names = match, zone, names

    def of(self, claim: Claim) -> ReportLine:
        won, score = "", ""
        if claim.points is not None and claim.winner is not None:
            upper_won = self.match.side_of(claim.winner) is TOP
            won, score = self.names.get(claim.winner, ""), "{}–{}".format(*claim.points[:: 1 if upper_won else -1])
        time = f"{claim.at.astimezone(self.zone):%H:%M}"
        return ReportLine(self.names.get(claim.by or 0, ""), won, score, time, claim.client)

    def notes(self, claims: MatchReports, standing: Claim) -> Iterator[ReportLine]:
        """Yield the players who reported another score for the settled winner."""
        for claim in claims.claims:
            same = claim.by not in (None, standing.by) and claim.winner == standing.winner
            if same and claim.points not in (None, standing.points):
                yield self.of(claim)


def _settled(zone: ZoneInfo, claims: MatchReports, standing: Claim | None) -> tuple[str, str]:
    """Return how what stands was settled, and when."""
    if standing is None:
        return "", ""
    settling = claims.settlings.get(standing.record or 0)
    at = settling.at if settling else standing.at
    return _how(claims, standing, settling), f"{at.astimezone(zone):%H:%M}"


def _how(claims: MatchReports, standing: Claim, settling: Settling | None) -> str:
    if standing.by is None:
        return "desk"
    others = (each for each in claims.results if each.by not in (None, standing.by))
    if any(each.winner == standing.winner for each in others):
        return "opponent"
    return settling.how if settling else "own"
