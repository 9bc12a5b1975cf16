"""The breaks of a tournament, from the facts that count or as they are stored with it."""

from journal.canon import canonical
from journal.models import counts
from rules.timing.breaks import Break
from tournaments.models import BreakBegun, BreakEnded


def breaks_of(tournament: int) -> tuple[Break, ...]:
    """Return the breaks as the facts have them, in order: two statements."""
    ended = BreakEnded.objects.filter(counts(), begun__tournament=tournament)
    ends = dict(ended.order_by("record").values_list("begun", "at"))
    begun = BreakBegun.objects.filter(counts(), tournament=tournament).order_by("record")
    return tuple(Break(each.at, ends.get(each.pk, each.until)) for each in begun)


def stored_breaks(tournament: int) -> str:
    """Return what follows from the facts for ``Tournament.breaks``."""
    return canonical([[each.begins, each.ends] for each in breaks_of(tournament)])
