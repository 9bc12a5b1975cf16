"""What the desk must know to seat two players: the free tables, and the rule about coming late."""

from django.db.models import F

from rules.conditions import Lateness, read_conditions
from rules.draws.derive import Status
from tournaments.models import Match, stored_json
from tournaments.read.matches.head import MatchHead


def free_tables(head: MatchHead) -> tuple[str, ...]:
    """Return the open tables at which nobody sits, in the order of the room; none where the desk told no tables."""
    tournament = head.match.draw.event.tournament
    sitting = Match.objects.filter(
        draw__event__tournament=tournament.pk,
        draw__event__current_draw=F("draw"),
        status=Status.OPEN,
        call__isnull=False,
    )
    taken = {table.casefold() for table in sitting.values_list("call__table", flat=True)}
    return tuple(each.name for each in tournament.furniture if not each.closed and each.name.casefold() not in taken)


def lateness_of(head: MatchHead) -> Lateness:
    """Return how late is counted in the match's event."""
    return read_conditions(stored_json(head.match.draw.event.conditions)).lateness
