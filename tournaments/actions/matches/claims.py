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
from journal.statements import Blank, Columns
from rules.conditions import Reporting, read_conditions
from rules.draws.derive import Status
from rules.draws.facts import Standing
from rules.errors import RuleBroken
from rules.match.cards import ScoreCard
from rules.match.games import GameResult, Note
from rules.match.score import Score, replay, report_running
from rules.match.terms import capped
from tournaments.actions.matches.results import (
    Report,
    judged,
    must_sit_together,
    terms_of,
    with_confirmation,
)
from tournaments.actions.phones.cards import refuse_dropping, repeats_points, stored_games
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

    A score below the length of the match is the running score; one that reaches it is a result. ``base`` is the mark of
    the score card that the player saw, "" for none; None if the report does not say.
    """

    games: tuple[GameResult, ...] | None = None
    points: tuple[int, int] | None = None
    between: tuple[int, int] | None = None
    base: str | None = None

    def report(self) -> Report:
        """Return the same as a report of a finished match."""
        return Report(points=self.points, games=self.games, between=self.between)


def claim(match: int, claimed: Claimed, caller: book.Caller) -> Outcome:
    """Report a match as one of its players; a report made before is answered but not recorded again.

    Raises PermissionDenied for anyone else and in a closed event; Refused ``reports.off``, ``match.waiting`` …,
    ``match.settled`` for another winner or score than the settled one, ``claim.unfinished`` for a running score after a
    result, ``card.conflict`` for a card without games that were acknowledged and that the player has not seen,
    ``match.begun`` when a later match that has begun would lose a player, ``match.players``, ``stale``; RuleBroken for
    an impossible score (docs/rules/match.md).
    """
    with book.page(_stream_of(match), caller) as page:
        opened = open_match(page, match)
        reporting = _reporting_for(opened, caller)
        must_sit_together(page, opened, claimed.between)
        return _enter(page, opened, claimed, reporting)


def confirm_claim(match: int, caller: book.Caller) -> Outcome:
    """Confirm the result as the loser; nothing is recorded if it is already settled.

    Raises PermissionDenied for anyone but the two players; Refused ``reports.off``, ``claim.own`` for the winner,
    ``match.unfinished`` without a result, ``match.disputed``, ``match.finished`` for a match that nobody played.
    """
    with book.page(_stream_of(match), caller) as page:
        opened = open_match(page, match)
        _reporting_for(opened, caller)
        must_sit_together(page, opened, None)
        standing = _must_have_result(opened)
        if standing.disputed:
            raise Refused("match.disputed", match=card_now(opened))
        if standing.winner == caller.actor.number:
            raise Refused("claim.own", match=card_now(opened))
        if standing.settled or standing.ref is None:
            return _unchanged(page, opened)
        fact = Confirmation(result_id=standing.ref, how="opponent")
        page.record("match.confirmed", [fact], **opened.concerns())
        after = with_confirmation(opened, standing.ref)
        return outcome(page, opened, after, derive_draw(page, opened.entered, after))


def contest(match: int, caller: book.Caller, claimed: Claimed | None = None) -> Outcome:
    """Contest the result as one of the players, optionally with another result.

    An unsettled result becomes disputed and waits for the desk, or until the two reports agree. A settled one counts
    until the desk decides. Raises what ``claim`` raises; ``match.unfinished`` without a result.
    """
    with book.page(_stream_of(match), caller) as page:
        opened = open_match(page, match)
        reporting = _reporting_for(opened, caller)
        must_sit_together(page, opened, claimed.between if claimed else None)
        standing = _must_have_result(opened)
        if claimed is not None and (not standing.settled or _reports_first(standing, caller.actor.number)):
            return _enter(page, opened, claimed, reporting)
        if standing.disputed or standing.contested:
            return _unchanged(page, opened)
        return _enter_contest(page, opened, claimed)


# --- Rights


_streams = Columns(
    lambda: Match.objects.filter(pk=Blank("match")).values_list("draw__event__tournament__stream__name", flat=True)
)


def _stream_of(match: int) -> str:
    rows = _streams(match=match)
    if not rows:
        raise Unknown("match.unknown")
    ((name,),) = rows
    return str(name)


def _reporting_for(opened: OpenMatch, caller: book.Caller) -> Reporting:
    """Return how the event is reported. Raises PermissionDenied for all but the two players, ``reports.off``."""
    seat = opened.state.seat(opened.match.place)
    must(may_report(caller.actor, (seat.top, seat.bottom)) and not opened.event.closed)
    reporting = read_conditions(stored_json(opened.event.conditions)).reporting
    if not reporting.phones:
        raise Refused("reports.off", match=card_now(opened))
    return reporting


def _must_have_result(opened: OpenMatch) -> Standing:
    """Return what counts for the pair. Raises Refused ``match.unfinished``; ``match.finished`` if nobody played."""
    standing = opened.standing
    if opened.status is Status.OPEN:
        raise Refused("match.unfinished", match=card_now(opened))
    if opened.status is Status.FINISHED and opened.state.seat(opened.match.place).ref is None:
        raise Refused("match.finished", match=card_now(opened))
    return standing


def _reports_first(standing: Standing, player: int) -> bool:
    """Whether a result rests on the loser's report alone, and ``player`` is the winner, who has not reported yet."""
    return standing.settled and standing.lone and player not in standing.claims


# --- Entering


def _enter(page: book.OpenPage, opened: OpenMatch, claimed: Claimed, reporting: Reporting) -> Outcome:
    terms = terms_of(opened)
    if claimed.games is not None:
        running = replay(terms, claimed.games)
        if claimed.games and running.winner is None:
            return _enter_card(page, opened, claimed, running)
    elif claimed.points is not None and max(claimed.points) < terms.length:
        return _enter_card(page, opened, claimed, report_running(terms, claimed.points))
    return _enter_result(page, opened, claimed, reporting)


def _enter_card(page: book.OpenPage, opened: OpenMatch, claimed: Claimed, score: Score) -> Outcome:
    """Record the running score card of a player."""
    standing, seat = opened.standing, opened.state.seat(opened.match.place)
    if opened.status is not Status.OPEN:
        raise Refused("match.settled" if standing.settled else "claim.unfinished", match=card_now(opened))
    if claimed.points not in (None, score.points):
        raise RuleBroken("score.games", score=score.points, claimed=claimed.points, length=opened.match.length)
    reported = ScoreCard(claimed.games or (), score.points)
    if repeats_points(opened, reported, terms_of(opened)):
        return _unchanged(page, opened)
    refuse_dropping(opened, reported, claimed.base)
    card = Card(
        match=opened.match,
        first_id=seat.top,
        second_id=seat.bottom,
        kept_by_id=page.caller.actor.number,
        first_points=score.points[0],
        second_points=score.points[1],
        games=canonical(stored_games(reported.games, (seat.top, seat.bottom))),
    )
    if _same_card(opened.match.card, card):
        return _unchanged(page, opened)
    page.record("match.scored", [card], **opened.concerns_only("card", "match"))
    after = opened.having(card)
    moved = derive_draw(page, opened.entered, after)
    return outcome(page, opened, after, moved, card=card, notes=score.notes)


def _enter_result(page: book.OpenPage, opened: OpenMatch, claimed: Claimed, reporting: Reporting) -> Outcome:
    """Record a result as a player reports it."""
    result, games, score = judged(page, opened, claimed.report())
    player, standing = page.caller.actor.number, opened.standing
    if opened.status is Status.FINISHED and opened.state.seat(opened.match.place).ref is None:
        raise Refused("match.finished", match=card_now(opened))
    if opened.status is Status.OPEN and claimed.games and score is not None:
        refuse_dropping(opened, ScoreCard(claimed.games, score.points), claimed.base)
    if standing.settled and not _reports_first(standing, player) and result.winner_id != standing.winner:
        raise Refused("match.settled", match=card_now(opened))
    if _repeats_own(opened, player, result, games):
        return _unchanged(page, opened, *_differing(opened, standing, result))
    if _counts_already(standing, player, result):
        _refuse_another_score(opened, result)
        return _unchanged(page, opened)
    result.record_id, result.claimed_by_id, result.settled = page.next_record, player, player != result.winner_id
    if player == result.winner_id:
        result.deadline = page.at + timedelta(minutes=reporting.grace)
    after = opened.having(result)
    if opened.status is not Status.OPEN:
        refuse_moving(opened, after)
    page.record("match.claimed", [result, *games], **opened.concerns(counting=True))
    now = after.state.facts.of(opened.match.place, opened.pair)
    if result.deadline is not None and now.ref == result.pk and not now.settled:
        page.due(result.deadline)
    notes = (*(score.notes if score else ()), *_differing(opened, now, result))
    return outcome(page, opened, after, derive_draw(page, opened.entered, after), result=result, notes=notes)


def _enter_contest(page: book.OpenPage, opened: OpenMatch, claimed: Claimed | None) -> Outcome:
    """Record that a player contests the result, and the score that they report instead."""
    seat, player = opened.state.seat(opened.match.place), page.caller.actor.number
    says: dict[str, Any] = {}
    if claimed is not None:
        result, _, _ = judged(page, opened, claimed.report())
        says = {"says": [[who, result.points_of(who)] for who in (seat.top, seat.bottom)]}
    fact = Contest(match=opened.match, first_id=seat.top, second_id=seat.bottom, by_id=player)
    after = opened.having(fact)
    refuse_moving(opened, after)
    page.record("match.contested", [fact], **says, **opened.concerns(counting=True))
    return outcome(page, opened, after, derive_draw(page, opened.entered, after))


def _unchanged(page: book.OpenPage, opened: OpenMatch, *notes: Note) -> Outcome:
    """Answer with the match as it is: the report adds nothing."""
    return page.done(Outcome(card_now(opened), None, (), notes))


# --- Compared with earlier reports


def _counts_already(standing: Standing, player: int, result: Result) -> bool:
    """Whether the winner of a report is settled, or decided by the desk."""
    agrees = standing.decided and result.winner_id == standing.winner
    by_desk = standing.decided and all(ref != standing.ref for _, ref in standing.claims.values())
    return agrees and (
        (standing.settled and not _reports_first(standing, player)) or (by_desk and player == standing.winner)
    )


def _refuse_another_score(opened: OpenMatch, result: Result) -> None:
    """Refuse a score that would be acknowledged and not kept. Raises Refused ``match.settled``."""
    counts = Result.objects.filter(pk=opened.standing.ref).first()
    if counts is not None and _capped(counts, opened) != _capped(result, opened):
        raise Refused("match.settled", match=card_now(opened))


def _repeats_own(opened: OpenMatch, player: int, result: Result, games: Sequence[Fact]) -> bool:
    """Whether the player has reported this before."""
    own = next((each for each in _claims(opened) if each.claimed_by_id == player), None)
    if own is None or own.winner_id != result.winner_id or _points(own, opened) != _points(result, opened):
        return False
    before = Game.objects.filter(result=own).order_by("number")
    return [_game_columns(each) for each in before] == [_game_columns(each) for each in games]


def _claims(opened: OpenMatch) -> list[Result]:
    """Return the players' own reports that count."""
    refs = {ref for _, ref in opened.standing.claims.values()}
    return [each for each in (opened.match.top_claim, opened.match.bottom_claim) if each and each.pk in refs]


def _differing(opened: OpenMatch, standing: Standing, result: Result) -> tuple[Note, ...]:
    """Return a note if both reports name the same winner, but the score that counts is another one."""
    others = [each for each in _claims(opened) if each.pk == standing.ref and standing.settled]
    own = _points(result, opened)
    return tuple(
        Note("claim.score", None, {"score": own, "stands": _points(each, opened)})
        for each in others
        if _points(each, opened) != own
    )


def _points(result: Result, opened: OpenMatch) -> tuple[int | None, int | None]:
    """Return the points of a result, top and bottom."""
    seat = opened.state.seat(opened.match.place)
    return result.points_of(seat.top), result.points_of(seat.bottom)


def _capped(result: Result, opened: OpenMatch) -> tuple[int, int]:
    """Return the points of a result as they count: not beyond the length of the match."""
    top, bottom = _points(result, opened)
    return capped((top or 0, bottom or 0), opened.match.length)


def _game_columns(game: Fact) -> tuple[object, ...]:
    return tuple(getattr(game, name) for name in ("winner_id", "cube", "win", "ended"))


def _same_card(before: Card | None, card: Card) -> bool:
    """Whether a card says no more than the one before."""
    return before is not None and all(
        getattr(before, name) == getattr(card, name) for name in Card.sealed_fields if name != "match_id"
    )
