"""What the desk must know to seat two players: the free tables, and the rule about coming late."""

from rules.conditions import Lateness, read_conditions
from tournaments.models import stored_json
from tournaments.read.matches.head import MatchHead
from tournaments.read.matches.one import tables_in_use


def free_tables(head: MatchHead) -> tuple[str, ...]:
    """Return the open tables at which nobody sits, in the order of the room; none where the desk told no tables."""
    tournament = head.match.draw.event.tournament
    taken = tables_in_use(tournament.pk)
    return tuple(each.name for each in tournament.furniture if not each.closed and each.name.casefold() not in taken)


def lateness_of(head: MatchHead) -> Lateness:
    """Return how late is counted in the match's event."""
    return read_conditions(stored_json(head.match.draw.event.conditions)).lateness
