"""Receive what a tournament reports: a turn of each match and event that differs from what the club has of it.

Reading and comparing may be repeated: what is there already is not written again.
"""

from collections.abc import Iterator

from clubs.models import FinishedEvent, PlayedMatch, ReceivedUpTo
from clubs.read.ratings.received import FinalOrder, ResultsOf, SettledMatch, received_matches, received_orders
from journal import book
from journal.actors import SYSTEM
from journal.canon import canonical


def receive_results(results: ResultsOf) -> int:
    """Write what differs into the club's memory, and return how many matches and events do."""
    with book.page(results.stream, book.Caller(SYSTEM)) as page:
        matches = list(_matches(results, received_matches(results.club, results.events)))
        if matches:
            page.record(
                "results.received", matches, tournament=results.tournament, count=len(matches), makes=[], needs=[]
            )
        orders = list(_orders(results, received_orders(results.club, results.events)))
        for order in orders:
            page.record("places.received", [order], tournament=results.tournament, makes=[], needs=[])
        ReceivedUpTo.objects.update_or_create(
            club_id=results.club, tournament=results.tournament, defaults={"number": results.number}
        )
    return len(matches) + len(orders)


def _matches(results: ResultsOf, received: dict[int, PlayedMatch]) -> Iterator[PlayedMatch]:
    reported = {each.match: each for each in results.matches}
    for match in sorted(reported.keys() | received.keys()):
        new, old = reported.get(match), received.get(match)
        if new is not None and (old is None or old.void or _settled(old) != new):
            yield _played(results.club, new, old)
        elif new is None and old is not None and not old.void:
            yield _played(results.club, _settled(old), old, void=True)


def _played(club: int, match: SettledMatch, before: PlayedMatch | None, *, void: bool = False) -> PlayedMatch:
    return PlayedMatch(
        club_id=club, match=match.match, turn=before.turn + 1 if before else 1, event=match.event,
        bracket=match.bracket, played=match.played, winner_id=match.winner, loser_id=match.loser, length=match.length,
        kind=match.kind, entrants=match.entrants, void=void,
    )  # fmt: skip


def _settled(row: PlayedMatch) -> SettledMatch:
    return SettledMatch(
        row.match, row.event, row.bracket, row.played, row.winner_id, row.loser_id, row.length, row.kind, row.entrants
    )  # fmt: skip


def _orders(results: ResultsOf, received: dict[int, FinishedEvent]) -> Iterator[FinishedEvent]:
    reported = {each.event: each for each in results.orders}
    for event in sorted(reported.keys() | received.keys()):
        new, old = reported.get(event), received.get(event)
        if new is not None and (old is None or old.void or _is_other(old, new)):
            yield _finished(results.club, new, old)
        elif new is None and old is not None and not old.void:
            yield FinishedEvent(
                club_id=results.club, event=event, turn=old.turn + 1, name=old.name, finished=old.finished,
                places=old.places, fee=old.fee, void=True,
            )  # fmt: skip


def _is_other(old: FinishedEvent, new: FinalOrder) -> bool:
    return (old.name, old.finished, old.places, old.fee) != (new.name, new.finished, canonical(new.places), new.fee)


def _finished(club: int, order: FinalOrder, before: FinishedEvent | None) -> FinishedEvent:
    return FinishedEvent(
        club_id=club, event=order.event, turn=before.turn + 1 if before else 1, name=order.name,
        finished=order.finished, places=canonical(order.places), fee=order.fee,
    )  # fmt: skip
