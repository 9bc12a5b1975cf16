"""The latest sessions of a club with what was played, for its members."""

from dataclasses import dataclass
from datetime import datetime

from clubs.models import Chouette
from clubs.read.chouettes.log import KeptChouette, kept_chouettes

LISTED = 20


@dataclass(frozen=True, slots=True)
class SessionLine:
    """A session in the list: who plays, how many games, and who leads by how much, None for nobody."""

    id: int
    at: datetime
    people: tuple[str, ...]
    games: int
    leader: tuple[str, int] | None
    is_open: bool


def latest_sessions(club: int) -> list[SessionLine]:
    """Return the latest sessions of a club: four statements."""
    latest = Chouette.objects.filter(club=club).order_by("-pk").values_list("pk", flat=True)[:LISTED]
    return [_line(kept) for kept in kept_chouettes(list(latest))]


def newest_session(club: int) -> int:
    """Return the session of a club that was opened last."""
    return Chouette.objects.filter(club=club).latest("pk").pk


def _line(kept: KeptChouette) -> SessionLine:
    table = kept.table
    best = max(table.totals().items(), key=lambda each: each[1]) if table.results else None
    leader = best if best and best[1] else None
    is_open = kept.log.closed is None
    return SessionLine(kept.row.pk, kept.row.record.at, tuple(kept.names.values()), len(table.results), leader, is_open)
