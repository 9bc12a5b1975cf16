"""What a stream shows of a match besides its view: the games that are kept while they play, the players' countries."""

from collections.abc import Iterable

from rules.match.games import GameResult
from tournaments.models import Match, Particulars
from tournaments.read.matches.games import games_of


def games_kept(match: int) -> list[GameResult]:
    """Return the games of a match as far as they are entered, in order."""
    return games_of(Match.objects.select_related("card").get(pk=match))


def countries_of(entrants: Iterable[int]) -> dict[int, str]:
    """Return entrant → country as entered last."""
    rows = Particulars.objects.filter(entrant__in=list(entrants), record__undo__isnull=True).order_by("turn")
    return dict(rows.values_list("entrant", "country"))
