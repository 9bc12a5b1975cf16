"""Results that phones hold and the memory does not have: after a restore, phones report them before they send them."""

from collections.abc import Sequence
from typing import NamedTuple

from journal import book
from rules.draws.derive import Status
from tournaments.actions.topics import announce_desk
from tournaments.models import Entrant, Match
from tournaments.permissions import may_report, must
from tournaments.read.players.held import held_by

MOST_HELD = 30


class Held(NamedTuple):
    """A result on a phone: the id of the match, the points (top, bottom)."""

    match: int
    top: int
    bottom: int


def report_held(entrant: int, held: Sequence[Held], caller: book.Caller) -> bool:
    """Record which results a player's phone holds that the memory does not have; return whether that is news.

    Raises PermissionDenied for anyone else and in a closed event.
    """
    row = Entrant.objects.select_related("event__tournament__stream").get(pk=entrant)
    with book.page(row.event.tournament.stream.name, caller) as page:
        must(may_report(caller.actor, (entrant,)) and not row.event.closed)
        missing = _missing(row, held[:MOST_HELD])
        is_news = missing != held_by(page.stream, entrant)
        if is_news:
            announce_desk(page)
            page.record("phone.held", event=row.event_id, entrant=entrant, held=missing)
        return page.done(is_news)


def _missing(entrant: Entrant, held: Sequence[Held]) -> list[list[int]]:
    """Return those without a result in the memory, as a record holds them: [match, top, bottom]."""
    over = Match.objects.filter(
        pk__in=[each.match for each in held],
        draw=entrant.event.current_draw_id,
        status__in=[Status.FINISHED, Status.DISPUTED],
    )
    known = set(over.values_list("pk", flat=True))
    return [list(each) for each in held if each.match not in known]
