"""Everything of a club that its own site can show, with what to paste there."""

from dataclasses import dataclass

from django.urls import reverse

from clubs.models import Club
from clubs.read.ladders.view import ladders_of
from clubs.read.ratings.lists import lists_of
from clubs.read.seasons.view import seasons_of
from clubs.read.sights import hidden_in
from tournaments.read.sites import latest_events
from tournaments.words.sites.embeds import calendar_word, event_words

MOST_EVENTS = 12


@dataclass(frozen=True, slots=True)
class EmbedLine:
    """Something that can be shown: its name, its page, and its data for programs, empty where there is none.

    ``height`` is that of its frame in px.
    """

    title: str
    address: str
    data: str
    height: int

    @property
    def snippet(self) -> str:
        """The element to paste into a page."""
        title = self.title.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
        style = "width: 100%; border: 0"
        about = f'title="{title}" height="{self.height}" style="{style}" loading="lazy"'
        return f'<iframe src="{self.address}" {about}></iframe>'


@dataclass(frozen=True, slots=True)
class EmbedGroup:
    """The embeds of one event, or those of the club."""

    name: str
    lines: tuple[EmbedLine, ...]


def embed_groups(club: Club, site: str) -> tuple[EmbedGroup, ...]:
    """Return the embeds of a club, those of its latest events first; ``site`` is the address of this site."""
    events = latest_events(club.pk, MOST_EVENTS)
    of_events = (EmbedGroup(f"{each.tournament.name}: {each.name}", _of_event(each.pk, site)) for each in events)
    return (EmbedGroup(club.name, _of_club(club, site)), *of_events)


def _of_event(event: int, site: str) -> tuple[EmbedLine, ...]:
    def line(title: str, page: str, data: str, height: int) -> EmbedLine:
        return EmbedLine(title, site + reverse(page, args=[event]), f"{site}/api/v1/events/{event}/{data}/", height)

    drawn, results, standings = event_words()
    return (
        line(drawn, "draw_embed", "draw", 720),
        line(results, "results_embed", "matches", 600),
        line(standings, "standings_embed", "standings", 480),
    )


def _of_club(club: Club, site: str) -> tuple[EmbedLine, ...]:
    hidden = hidden_in(club.pk)
    calendar = site + reverse("calendar_embed", args=[club.pk])
    lines = [EmbedLine(calendar_word(), calendar, f"{site}/api/v1/clubs/{club.pk}/nights/", 480)]
    lines += [
        EmbedLine(
            view.ladder.name,
            site + reverse("ladder_embed", args=[view.ladder.pk]),
            f"{site}/api/v1/ladders/{view.ladder.pk}/",
            560,
        )
        for view in ladders_of(club)
        if ("ladder", view.ladder.pk) not in hidden
    ]
    lines += [
        EmbedLine(view.name, site + reverse("rating_embed", args=[view.pk]), f"{site}/api/v1/ratings/{view.pk}/", 560)
        for view in lists_of(club)
        if view.public
    ]
    lines += [
        EmbedLine(view.name, site + reverse("season_embed", args=[view.pk]), f"{site}/api/v1/seasons/{view.pk}/", 560)
        for view in seasons_of(club)
        if view.public
    ]
    return tuple(lines)
