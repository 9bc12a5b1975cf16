"""Reports of players by phone: the running score, the winner, a confirmation, an objection.

The loser's report settles a result, and so do two equal reports. The winner's report counts at once and is settled when
the grace time ends without an objection. If the reports differ, the desk decides.

Source: docs/rules/claims.md; docs/decisions/0016-claims.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from journal import book
from journal.canon import canonical
from journal.models import Fact
from journal.refusals import Refused, Unknown
from rules.conditions import Reporting, read_conditions
from rules.draws.derive import Status
from rules.draws.facts import Standing
from rules.errors import RuleBroken
from rules.match.games import GameResult, Note
from rules.match.score import Score, replay, report_running
from rules.match.terms import Side
from tournaments.actions.matches import (
    Report,
    judged,
    must_be_theirs,
    terms_of,
    with_confirmation,
)
from tournaments.actions.steps import (
    OpenMatch,
    Outcome,
    card_now,
    derive_draw,
    open_match,
    outcome,
    refuse_moving,
)
from tournaments.models import Card, Confirmation, Contest, Game, Match, Result, stored_json
from tournaments.permissions import may_report, must


@dataclass(frozen=True, slots=True)
class Claimed:
    """A player's report: games in order, or points (top, bottom). ``between`` are the entrants whom the player saw.

    A score below the length of the match is the running score; one that reaches it is a result.
    """

    games: tuple[GameResult, ...] | None = None
    points: tuple[int, int] | None = None
    between: tuple[int, int] | None = None

    def report(self) -> Report:
        """Return the same as a report of a match that is over."""
        return Report(points=self.points, games=self.games, between=self.between)


def claim(match: int, claimed: Claimed, caller: book.Caller) -> Outcome:
    """Report a match as one of its players; a report made before is answered but not recorded again.

    Raises PermissionDenied for anybody else and in a closed event; Refused ``reports.off``, ``match.waiting`` …,
    ``match.settled`` for another result than the one that is settled, ``claim.unfinished`` where a result was told
    already, ``match.begun`` when a later match that has begun would lose a player, ``match.players``, ``stale``;
    RuleBroken for a score that can't be (docs/rules/match.md).
    """
    with book.page(_stream_of(match), caller) as page:
        opened = open_match(page, match)
        reporting = _may_tell(opened, caller)
        must_be_theirs(page, opened, claimed.between)
        return _told(page, opened, claimed, reporting)


def confirm_claim(match: int, caller: book.Caller) -> Outcome:
    """Confirm the result as the loser; nothing is recorded if it is already settled.

    Raises PermissionDenied for anybody but the two; Refused ``reports.off``, ``claim.own`` for the winner,
    ``match.unfinished`` when nothing was told, ``match.disputed``, ``match.finished`` for what nobody played.
    """
    with book.page(_stream_of(match), caller) as page:
        opened = open_match(page, match)
        _may_tell(opened, caller)
        must_be_theirs(page, opened, None)
        claims = _must_stand(opened)
        if claims.disputed:
            raise Refused("match.disputed", match=card_now(opened))
        if claims.winner == caller.actor.number:
            raise Refused("claim.own", match=card_now(opened))
        if claims.settled or claims.ref is None:
            return _unchanged(page, opened)
        fact = Confirmation(result_id=claims.ref, how="opponent")
        page.record("match.confirmed", [fact], **opened.concerns())
        after = with_confirmation(opened, claims.ref)
        return outcome(page, opened, after, derive_draw(page, opened.entered, after))


def contest(match: int, caller: book.Caller, claimed: Claimed | None = None) -> Outcome:
    """Contest the result as one of the players, optionally with another result.

    What is not settled is disputed by it, and waits for the desk or for the two to agree; what is settled stands until
    the desk has looked. Raises what ``claim`` raises; ``match.unfinished`` when nothing was told.
    """
    with book.page(_stream_of(match), caller) as page:
        opened = open_match(page, match)
        reporting = _may_tell(opened, caller)
        must_be_theirs(page, opened, claimed.between if claimed else None)
        claims = _must_stand(opened)
        if claimed is not None and (not claims.settled or _speaks_first(claims, caller.actor.number)):
            return _told(page, opened, claimed, reporting)
        if claims.disputed or claims.objected:
            return _unchanged(page, opened)
        return _contested(page, opened, claimed)


# --- Who may


def _stream_of(match: int) -> str:
    match_row = Match.objects.filter(pk=match).values_list("draw__event__tournament__stream__name", flat=True).first()
    if match_row is None:
        raise Unknown("match.unknown")
    return match_row


def _may_tell(opened: OpenMatch, caller: book.Caller) -> Reporting:
    """Return how results of the event are reported. Raises PermissionDenied unless a player calls, ``reports.off``."""
    seat = opened.state.seat(opened.match.place)
    must(may_report(caller.actor, (seat.top, seat.bottom)) and not opened.event.closed)
    reporting = read_conditions(stored_json(opened.event.conditions)).reporting
    if not reporting.phones:
        raise Refused("reports.off", match=card_now(opened))
    return reporting


def _must_stand(opened: OpenMatch) -> Standing:
    """Return what was told. Raises Refused ``match.unfinished`` when nothing was, ``match.finished`` for no play."""
    claims = opened.told
    if opened.status is Status.OPEN:
        raise Refused("match.unfinished", match=card_now(opened))
    if opened.status is Status.FINISHED and opened.state.seat(opened.match.place).ref is None:
        raise Refused("match.finished", match=card_now(opened))
    return claims


def _speaks_first(claims: Standing, who: int) -> bool:
    """Whether a result rests on the loser's word alone, and ``who`` has not spoken yet."""
    return claims.settled and claims.lone and who not in claims.claims


# --- What is told


def _told(page: book.OpenPage, opened: OpenMatch, claimed: Claimed, reporting: Reporting) -> Outcome:
    terms = terms_of(opened)
    if claimed.games is not None:
        running = replay(terms, claimed.games)
        if claimed.games and running.winner is None:
            return _scored(page, opened, claimed, running)
    elif claimed.points is not None and max(claimed.points) < terms.length:
        return _scored(page, opened, claimed, report_running(terms, claimed.points))
    return _claimed(page, opened, claimed, reporting)


def _scored(page: book.OpenPage, opened: OpenMatch, claimed: Claimed, score: Score) -> Outcome:
    """Keep the running score card of one of the two."""
    claims, seat = opened.told, opened.state.seat(opened.match.place)
    if opened.status is not Status.OPEN:
        raise Refused("match.settled" if claims.settled else "claim.unfinished", match=card_now(opened))
    if claimed.points not in (None, score.points):
        raise RuleBroken("score.games", score=score.points, claimed=claimed.points, length=opened.match.length)
    card = Card(
        match=opened.match,
        first_id=seat.top,
        second_id=seat.bottom,
        kept_by_id=page.caller.actor.number,
        first_points=score.points[0],
        second_points=score.points[1],
        games=canonical(_games(opened, claimed.games or ())),
    )
    if _same_card(opened.match.card, card):
        return _unchanged(page, opened)
    page.record("match.scored", [card], **opened.concerns_only("card", "match"))
    after = opened.having(card)
    moved = derive_draw(page, opened.entered, after)
    return outcome(page, opened, after, moved, card=card, notes=score.notes)


def _claimed(page: book.OpenPage, opened: OpenMatch, claimed: Claimed, reporting: Reporting) -> Outcome:
    """Enter who won as one of the two tells it."""
    result, games, score = judged(page, opened, claimed.report())
    me, claims = page.caller.actor.number, opened.told
    if opened.status is Status.FINISHED and opened.state.seat(opened.match.place).ref is None:
        raise Refused("match.finished", match=card_now(opened))
    if claims.settled and not _speaks_first(claims, me) and result.winner_id != claims.winner:
        raise Refused("match.settled", match=card_now(opened))
    if _says_nothing_new(opened, me, result, games):
        return _unchanged(page, opened, *_differing(opened, claims, result))
    result.record_id, result.claimed_by_id, result.settled = page.next_record, me, me != result.winner_id
    if me == result.winner_id:
        result.stands_at = page.at + timedelta(minutes=reporting.grace)
    after = opened.having(result)
    if opened.status is not Status.OPEN:
        refuse_moving(opened, after)
    page.record("match.claimed", [result, *games], **opened.concerns(counting=True))
    now = after.state.facts.of(opened.match.place, opened.pair)
    if result.stands_at is not None and now.ref == result.pk and not now.settled:
        page.due(result.stands_at)
    notes = (*(score.notes if score else ()), *_differing(opened, now, result))
    return outcome(page, opened, after, derive_draw(page, opened.entered, after), result=result, notes=notes)


def _contested(page: book.OpenPage, opened: OpenMatch, claimed: Claimed | None) -> Outcome:
    """Record that a player contests the result, and the result reported instead."""
    seat, me = opened.state.seat(opened.match.place), page.caller.actor.number
    says: dict[str, Any] = {}
    if claimed is not None:
        result, _, _ = judged(page, opened, claimed.report())
        says = {"says": [[who, result.points_of(who)] for who in (seat.top, seat.bottom)]}
    fact = Contest(match=opened.match, first_id=seat.top, second_id=seat.bottom, by_id=me)
    after = opened.having(fact)
    refuse_moving(opened, after)
    page.record("match.contested", [fact], **says, **opened.concerns(counting=True))
    return outcome(page, opened, after, derive_draw(page, opened.entered, after))


def _unchanged(page: book.OpenPage, opened: OpenMatch, *notes: Note) -> Outcome:
    """Answer with the match as it stands: all of it was told before."""
    return page.done(Outcome(card_now(opened), None, (), notes))


# --- What was told before


def _says_nothing_new(opened: OpenMatch, me: int, result: Result, games: Sequence[Fact]) -> bool:
    """Whether a report changes nothing: it agrees with a settled result or the desk's, or was made before."""
    claims = opened.told
    agrees = claims.decided and result.winner_id == claims.winner
    by_desk = claims.decided and all(ref != claims.ref for _, ref in claims.claims.values())
    if agrees and ((claims.settled and not _speaks_first(claims, me)) or (by_desk and me == claims.winner)):
        return True
    mine = next((each for each in _claims(opened) if each.claimed_by_id == me), None)
    if mine is None or mine.winner_id != result.winner_id or _points(mine, opened) != _points(result, opened):
        return False
    before = Game.objects.filter(result=mine).order_by("number")
    return [_told_game(each) for each in before] == [_told_game(each) for each in games]


def _claims(opened: OpenMatch) -> list[Result]:
    """Return each player's own claim."""
    refs = {ref for _, ref in opened.told.claims.values()}
    return [each for each in (opened.match.top_claim, opened.match.bottom_claim) if each and each.pk in refs]


def _differing(opened: OpenMatch, claims: Standing, result: Result) -> tuple[Note, ...]:
    """Return a note where both name one winner, and another score stands than is told now."""
    others = [each for each in _claims(opened) if each.pk == claims.ref and claims.settled]
    mine = _points(result, opened)
    return tuple(
        Note("claim.score", None, {"score": mine, "stands": _points(each, opened)})
        for each in others
        if _points(each, opened) != mine
    )


def _points(result: Result, opened: OpenMatch) -> tuple[int | None, int | None]:
    """Return the points of a result, top and bottom."""
    seat = opened.state.seat(opened.match.place)
    return result.points_of(seat.top), result.points_of(seat.bottom)


def _told_game(game: Fact) -> tuple[object, ...]:
    return tuple(getattr(game, name) for name in ("winner_id", "cube", "win", "ended"))


def _games(opened: OpenMatch, games: Sequence[GameResult]) -> list[list[object]]:
    """Return games as a card keeps them: winner, cube, win, how it ended."""
    seat = opened.state.seat(opened.match.place)
    who = {Side.TOP: seat.top, Side.BOTTOM: seat.bottom}
    return [[who[game.winner], game.cube, game.win.value, game.ended.value] for game in games]


def _same_card(before: Card | None, card: Card) -> bool:
    """Whether a card says no more than the one that was told last."""
    return before is not None and all(
        getattr(before, name) == getattr(card, name) for name in Card.sealed_fields if name != "match_id"
    )
