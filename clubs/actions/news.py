"""News of a club: posted, and taken off."""

from clubs.actions.roles import club_of
from clubs.models import Article, ArticleOff
from clubs.models.news import LONGEST_TEXT, LONGEST_TITLE
from clubs.permissions import may_direct, must
from journal import book
from journal.models import counts
from journal.refusals import Unknown
from rules.errors import RuleBroken
from rules.naming import read_name


def post_news(club: int, title: str, text: str, caller: book.Caller, *, public: bool = True) -> Article:
    """Post an article, in Markdown.

    Raises Unknown ``club.unknown``, RuleBroken ``name.…``, ``news.empty`` or ``news.long``.
    """
    club_row = club_of(club)
    with book.page(club_row.stream.name, caller) as page:
        must(may_direct(caller.actor, club))
        words = text.replace("\r\n", "\n").replace("\x00", "").strip()
        if not words:
            raise RuleBroken("news.empty")
        if len(words) > LONGEST_TEXT:
            raise RuleBroken("news.long", most=LONGEST_TEXT)
        title = read_name(title, longest=LONGEST_TITLE)
        article = Article(club=club_row, public=public, title=title, text=words).sealing()
        page.keep([article])
        page.record("news.posted", [article], makes=[f"article:{article.pk}"], needs=[])
        return page.done(article)


def withdraw_news(article: int, caller: book.Caller) -> Article:
    """Take an article off the page; nothing happens if it is off already. Raises Unknown ``news.unknown``."""
    row = Article.objects.filter(counts(), pk=article).select_related("club__stream").first()
    if row is None:
        raise Unknown("news.unknown")
    with book.page(row.club.stream.name, caller) as page:
        must(may_direct(caller.actor, row.club_id))
        if not ArticleOff.objects.filter(counts(), article=row).exists():
            off = ArticleOff(article=row)
            page.record("news.withdrawn", [off], makes=[f"article:{row.pk}/off"], needs=[f"article:{row.pk}"])
        return page.done(row)
