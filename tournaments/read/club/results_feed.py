"""The latest finals of a club as Atom."""

from collections.abc import Callable

from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed

from clubs.models import Club
from tournaments.read.club.finals import Final, latest_finals

MOST = 30


def results_feed(club: Club, title: str, site: str, line: Callable[[Final], str]) -> str:
    """Return the feed under a title; ``site`` is the address of this site, ``line`` says who won against whom."""
    home = site + reverse("club_home", args=[club.pk])
    feed_url = site + reverse("club_results_atom", args=[club.pk])
    feed = Atom1Feed(title, home, "", feed_url=feed_url, feed_guid=feed_url)
    for final in latest_finals(club.pk, MOST):
        link = site + reverse("draw", args=[final.event])
        feed.add_item(
            f"{final.tournament}: {final.name}", link, line(final), pubdate=final.at, updateddate=final.at,
            # Another winner by a ruling is another entry.
            unique_id=f"{link}#{final.bracket}-{final.at:%Y%m%dT%H%M%S}",
        )  # fmt: skip
    return feed.writeString("utf-8")
