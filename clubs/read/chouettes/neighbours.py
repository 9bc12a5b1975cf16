"""The other open tables of a club, to which somebody may write: those that can be merged into one."""

from dataclasses import dataclass

from clubs.permissions import writable_chouettes
from clubs.read.chouettes.listing import open_rows
from clubs.read.chouettes.log import KeptChouette, kept_chouettes
from journal.actors import Actor

MOST = 6


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another open table; ``is_playing``: a game is running, so that it cannot be merged yet."""

    id: int
    people: tuple[str, ...]
    games: int
    is_playing: bool


def neighbours_of(kept: KeptChouette, actor: Actor) -> tuple[Neighbour, ...]:
    """Return the other open tables of the club in which ``actor`` may write, newest first."""
    rows = [each for each in open_rows(kept.row.club_id, MOST + 1) if each.pk != kept.row.pk]
    writable = writable_chouettes(actor, kept.row.club_id, rows[:MOST])
    return tuple(map(_neighbour, kept_chouettes([each.pk for each in writable])))


def _neighbour(kept: KeptChouette) -> Neighbour:
    table = kept.table
    return Neighbour(kept.row.pk, table.order.people, len(table.results), table.game is not None)
