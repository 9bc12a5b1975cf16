"""Whose club a row is whose public data the club's own sites may read (``clubs.http.embeds.for_sites``)."""

from clubs.models import Ladder, RatingList, Season


def itself(pk: int) -> int:
    """Return the club that a row is."""
    return pk


def club_of_ladder(pk: int) -> int | None:
    """Return the club of a ladder, None for an unknown one."""
    return Ladder.objects.filter(pk=pk).values_list("club", flat=True).first()


def club_of_list(pk: int) -> int | None:
    """Return the club of a rating list, None for an unknown one."""
    return RatingList.objects.filter(pk=pk).values_list("club", flat=True).first()


def club_of_season(pk: int) -> int | None:
    """Return the club of a season, None for an unknown one."""
    return Season.objects.filter(pk=pk).values_list("club", flat=True).first()
