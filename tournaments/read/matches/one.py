"""One match at hand as everybody sees it."""

from collections.abc import Mapping

from django.db.models import Q

from tournaments.models import Match
from tournaments.read.matches.row import COLUMNS, MatchRow, row_of
from tournaments.read.matches.view import Kept, MatchView, kept_matches, match_view


def view_of(match: Match, names: Mapping[int, str], depends_on: tuple[str, ...] = ()) -> MatchView:
    """Return a match read ``WITH`` what belongs to it: one statement where a ruling counts, else none."""
    return match_view(row_of(match, match.result), names, depends_on=depends_on, kept=_kept_in(match.draw_id))


def _kept_in(draw: int) -> Kept:
    """Return what finds the matches of a draw that stay as played because of a ruling."""

    def kept(row: MatchRow) -> tuple[str, ...]:
        both = Q(top__in=[row.top, row.bottom]) | Q(bottom__in=[row.top, row.bottom])
        later = Match.objects.filter(both, draw=draw, place__gt=row.place).order_by("place")
        return kept_matches(row, (MatchRow._make(values) for values in later.values_list(*COLUMNS)))

    return kept
