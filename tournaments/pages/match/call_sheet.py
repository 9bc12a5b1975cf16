"""The data for a call or a penalty: the free tables and the lateness rule."""

from rules.conditions import Lateness, read_conditions
from tournaments.models import stored_json
from tournaments.read.matches.head import MatchHead
from tournaments.read.matches.one import tables_in_use


def free_tables(head: MatchHead) -> tuple[str, ...]:
    """Return the free open tables in the order of the room; none if no tables are set up."""
    tournament = head.match.draw.event.tournament
    taken = tables_in_use(tournament.pk)
    return tuple(each.name for each in tournament.furniture if not each.closed and each.name.casefold() not in taken)


def lateness_of(head: MatchHead) -> Lateness:
    """Return how late is counted in the match's event."""
    return read_conditions(stored_json(head.match.draw.event.conditions)).lateness
