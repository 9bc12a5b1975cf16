"""News of a club in words: records, refusals, labels."""

from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext_noop as _

REFUSALS = {
    "news.unknown": _("Article not found."),
    "news.empty": _("Write something below the title."),
    "news.long": _("An article has at most {most} letters."),
}
RECORDS = {
    "news.posted": _("News was posted"),
    "news.withdrawn": _("News was taken off the page"),
}
KINDS = {"news": _("News")}

TITLE = gettext_lazy("Title")
TITLE_MISSING = gettext_lazy("Enter a title.")
TEXT = gettext_lazy("Text")
TEXT_HELP = gettext_lazy("Plain text, or Markdown: **bold**, [a link](https://…), - a list.")
TEXT_MISSING = gettext_lazy("Write something below the title.")
PUBLIC = gettext_lazy("Everybody may read it, not only members")


def feed_title(club: str) -> str:
    """Return the title of the feed of a club."""
    return gettext("News of {club}").format(club=club)
