"""Casual matches: reported by one player, confirmed by the other, settled by the clock or decided by the desk.

Source: docs/rules/claims.md#ladders-and-casual-matches.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef

from clubs.actions.roles import club_of
from clubs.actions.undo import Step, Undoing
from clubs.models import CasualClaim, CasualMatch, CasualResult, Club, Person, PersonClaim, PersonErasure
from clubs.permissions import may_run_desk, must
from clubs.read.casual import CasualView, casual_match, waiting_matches
from clubs.read.persons.rows import into_of
from journal import book
from journal.actors import Actor
from journal.book import OpenPage
from journal.models import counts
from journal.refusals import Refused, Superseded, Unknown
from rules.errors import RuleBroken
from rules.match.claims import GRACE_OUTSIDE_EVENTS, Claims

LONGEST = 99


@dataclass(frozen=True, slots=True)
class CasualScore:
    """Who won, by person, and the points of winner and loser."""

    winner: int
    won: int
    lost: int


def own_person(actor: Actor, club: int, into: Mapping[int, int]) -> int | None:
    """Return the person of a club whom the actor claimed, as they count now; None for nobody: one statement."""
    if actor.kind != "user":
        return None
    claims = PersonClaim.objects.filter(counts(), person__club=club, user=actor.number, user__is_active=True)
    claimed = claims.order_by("pk").values_list("person", flat=True).first()
    return None if claimed is None else into.get(claimed, claimed)


def report_casual(club: int, opponent: int, length: int, score: CasualScore, caller: book.Caller) -> CasualView:
    """Report a match that the caller played against a person of the club.

    The caller must have claimed their person. Raises Unknown ``club.unknown``, ``person.unknown``; RuleBroken
    ``casual.self``, ``casual.length``, ``casual.points``, ``casual.winner``, ``person.clubs``; Superseded
    ``person.merged``; Refused ``person.erased``.
    """
    row = club_of(club)
    with book.page(row.stream.name, caller) as page:
        into = into_of(club)
        own = own_person(caller.actor, club, into) or 0
        must(own > 0)
        _must_be_an_opponent(club, opponent, own, into)
        if not 1 <= length <= LONGEST:
            raise RuleBroken("casual.length", most=LONGEST)
        match = CasualMatch(club=row, first_id=own, second_id=opponent, length=length, played_at=page.at)
        page.keep([match])
        view = CasualView(match, own, opponent, (), None, into)
        claim = _claim(page, view, own, score)
        page.record("casual.reported", [match, claim], makes=[_about(match.pk)], needs=[])
        return page.done(_settle_if_agreed(page, replace(view, claims=(claim,))))


def claim_casual(match: int, score: CasualScore, caller: book.Caller) -> CasualView:
    """Report the result of a casual match that the opponent reported: the same again confirms it.

    Raises Unknown ``casual.unknown``, Refused ``casual.over``, RuleBroken ``casual.points``, ``casual.winner``.
    """
    with book.page(casual_match(match).row.club.stream.name, caller) as page:
        view = casual_match(match)
        own = own_person(caller.actor, view.row.club_id, view.into)
        must(own in view.players)
        if view.result is not None:
            raise Refused("casual.over")
        claim = _claim(page, view, own or 0, score)
        about = _about(match)
        page.record("casual.claimed", [claim], makes=[f"{about}/claim:{own}"], needs=[about])
        return page.done(_settle_if_agreed(page, replace(view, claims=(*view.claims, claim))))


def decide_casual(match: int, score: CasualScore | None, caller: book.Caller) -> CasualView:
    """Let the desk enter the result of a casual match, or call it void with None. Raises as ``claim_casual``."""
    with book.page(casual_match(match).row.club.stream.name, caller) as page:
        view = casual_match(match)
        must(may_run_desk(caller.actor, view.row.club_id))
        if view.result is not None:
            raise Refused("casual.over")
        result = CasualResult(match=view.row)
        if score is not None:
            _must_fit(view, score)
            result = CasualResult(match=view.row, winner_id=score.winner, won=score.won, lost=score.lost)
        about = _about(match)
        page.record("casual.decided", [result], makes=[f"{about}/result"], needs=[about])
        return page.done(replace(view, result=result))


def settle_casual(page: OpenPage) -> None:
    """Step: settle the claims of a club's casual matches whose grace time is over, and ask for the next one."""
    if not page.stream.name.startswith("club:"):
        return
    club = Club.objects.filter(stream=page.stream).values_list("pk", flat=True).first()
    waiting = waiting_matches(club) if club is not None else []
    for at, _, view in sorted((view.deadline, view.row.pk, view) for view in waiting if view.deadline is not None):
        if at > page.at:
            page.due(at)
        else:
            _settle(page, view, due=at)


def with_casual(others: Step) -> Step:
    """Return the step that undoes a record of a club: of a casual match here, any other by ``others``."""

    def undo(page: OpenPage, undoing: Undoing) -> tuple[str, ...]:
        moved = others(page, undoing)
        if undoing.verb.startswith("casual."):
            for view in waiting_matches(undoing.club):
                if view.deadline is not None:
                    page.due(view.deadline)
        return moved

    return undo


def _must_be_an_opponent(club: int, opponent: int, own: int, into: Mapping[int, int]) -> None:
    if own == opponent:
        raise RuleBroken("casual.self")
    erased = Exists(PersonErasure.objects.filter(person=OuterRef("pk")))
    known = Person.objects.filter(counts(), pk=opponent).annotate(erased=erased).values_list("club", "erased").first()
    if known is None:
        raise Unknown("person.unknown")
    if known[0] != club:
        raise RuleBroken("person.clubs")
    if opponent in into:
        raise Superseded("person.merged", into=into[opponent])
    if known[1]:
        raise Refused("person.erased", person=opponent)


def _claim(page: OpenPage, view: CasualView, own: int, score: CasualScore) -> CasualClaim:
    """Return an unsaved claim. Raises RuleBroken ``casual.points``, ``casual.winner``."""
    _must_fit(view, score)
    before = view.claim_of(own)
    deadline = None
    if score.winner == own:
        repeated = before is not None and before.deadline is not None
        deadline = before.deadline if before is not None and repeated else page.at + GRACE_OUTSIDE_EVENTS
    return CasualClaim(
        match=view.row, by_id=own, winner_id=score.winner, won=score.won, lost=score.lost, deadline=deadline
    )  # fmt: skip


def _must_fit(view: CasualView, score: CasualScore) -> None:
    if score.winner not in view.players:
        raise RuleBroken("casual.winner")
    if not 0 <= score.lost < score.won <= view.row.length:
        raise RuleBroken("casual.points", length=view.row.length)


def _settle_if_agreed(page: OpenPage, view: CasualView) -> CasualView:
    if view.verdict.state is Claims.SETTLED:
        return replace(view, result=_settle(page, view))
    if view.deadline is not None:
        page.due(view.deadline)
    return view


def _settle(page: OpenPage, view: CasualView, **due: datetime) -> CasualResult:
    outcome, about = view.verdict, _about(view.row.pk)
    won, lost = outcome.points or (0, 0)
    result = CasualResult(match=view.row, winner_id=outcome.winner, won=won, lost=lost)
    more: dict[str, Any] = dict(due)
    page.record("casual.settled", [result], makes=[f"{about}/result"], needs=[about, f"{about}/claim"], **more)
    return result


def _about(match: int) -> str:
    return f"casual:{match}"
