"""News of a club, and Markdown made safe."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache

from django.utils.feedgenerator import Atom1Feed
from django.utils.safestring import SafeString, mark_safe

from clubs.models import Article, ArticleOff, Club
from journal.models import counts
from journal.refusals import Unknown

MOST = 100


@dataclass(frozen=True, slots=True)
class NewsLine:
    """An article with its text as safe HTML."""

    id: int
    title: str
    html: SafeString
    at: datetime
    public: bool


def news_of(club: int, *, members: bool, most: int = MOST) -> list[NewsLine]:
    """Return the articles of a club, the newest first; those for members only to ``members``. One statement."""
    off = ArticleOff.objects.filter(counts()).values("article")
    rows = Article.objects.filter(counts(), club=club).exclude(pk__in=off).exclude(title="")
    rows = rows if members else rows.filter(public=True)
    lines = rows.select_related("record").order_by("-record")[:most]
    return [NewsLine(row.pk, row.title, markdown(row.text), row.record.at, row.public) for row in lines]


@cache
def _renderer() -> Callable[[str], str]:
    from markdown_it import MarkdownIt  # noqa: PLC0415 -- most clubs have no news

    # No HTML passes, only http, https and mailto are links, and no picture: a page loads nothing from elsewhere.
    markdown_it = MarkdownIt("commonmark", {"html": False}).disable(["image", "heading", "lheading"])
    return markdown_it.render


@lru_cache(maxsize=256)
def markdown(text: str) -> SafeString:
    """Return Markdown as HTML that is safe whatever was typed."""
    html = _renderer()(text)
    safe: SafeString = mark_safe(html.replace("<a href=", '<a rel="nofollow ugc noopener" href='))  # noqa: S308 -- no HTML passes
    return safe


def news_feed(club: Club, title: str, address: str) -> str:
    """Return the public news as Atom, under a title; ``address`` is that of the site."""
    home = f"{address}/clubs/{club.pk}/"
    feed = Atom1Feed(title, home, "", feed_url=f"{home}news.atom", feed_guid=home)
    for line in news_of(club.pk, members=False, most=30):
        feed.add_item(
            line.title, f"{home}news/#article-{line.id}", str(line.html), pubdate=line.at, updateddate=line.at,
            unique_id=f"{home}news/#article-{line.id}",
        )  # fmt: skip
    return feed.writeString("utf-8")


def club_of_article(pk: int) -> int:
    """Return the club of an article. Raises Unknown ``news.unknown``."""
    club = Article.objects.filter(counts(), pk=pk).values_list("club", flat=True).first()
    if club is None:
        raise Unknown("news.unknown")
    return club
