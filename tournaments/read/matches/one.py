"""One match, or a few of a draw, as everybody sees them."""

from collections.abc import Iterable, Mapping

from django.db.models import F, Q

from rules.draws.derive import Status
from rules.formats.course import courses
from tournaments.models import Draw, Match
from tournaments.models.switches import plan_of
from tournaments.read.matches.from_row import Kept, kept_matches, match_view
from tournaments.read.matches.row import COLUMNS, WITH, MatchRow, row_of
from tournaments.read.matches.view import MatchView


def view_of(match: Match, names: Mapping[int, str], depends_on: tuple[str, ...] = ()) -> MatchView:
    """Return a match read with its draw and ``WITH`` what belongs to it: one statement where a ruling counts, else
    none.
    """
    course = courses(plan_of(match.draw))[match.place]
    return match_view(row_of(match, match.result), names, course, _kept_in(match.draw_id), depends_on)


def _kept_in(draw: int) -> Kept:
    """Return what finds the matches of a draw that stay as played because of a ruling."""

    def kept(row: MatchRow) -> tuple[str, ...]:
        both = Q(top__in=[row.top, row.bottom]) | Q(bottom__in=[row.top, row.bottom])
        later = Match.objects.filter(both, draw=draw, place__gt=row.place).order_by("place")
        return kept_matches(row, (MatchRow._make(values) for values in later.values_list(*COLUMNS)))

    return kept


def views_of(draw: Draw, matches: Iterable[int], names: Mapping[int, str]) -> list[MatchView]:
    """Return some matches of a draw by their ids, in the order of the plan."""
    return _views(draw, Q(pk__in=list(matches)), names)


def matches_with(draw: Draw, entrant: int, names: Mapping[int, str]) -> list[MatchView]:
    """Return the matches of a draw in which an entrant sits, in the order of the plan."""
    return _views(draw, Q(top=entrant) | Q(bottom=entrant), names)


def _views(draw: Draw, chosen: Q, names: Mapping[int, str]) -> list[MatchView]:
    rows = list(Match.objects.filter(chosen, draw=draw).select_related(*WITH).order_by("place"))
    for row in rows:
        row.draw = draw
    return [view_of(row, names) for row in rows]


def ids_of_matches(draw: int, places: Iterable[int]) -> dict[int, int]:
    """Return place → id of some matches of a draw."""
    return dict(Match.objects.filter(draw=draw, place__in=list(places)).values_list("place", "pk"))


def tables_in_use(tournament: int) -> set[str]:
    """Return the folded names of the tables to which somebody is called in any event of a tournament."""
    sitting = Match.objects.filter(
        draw__event__tournament=tournament,
        draw__event__current_draw=F("draw"),
        status=Status.OPEN,
        call__isnull=False,
    )
    return {table.casefold() for table in sitting.values_list("call__table", flat=True)}
