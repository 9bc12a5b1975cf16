"""Labels and messages of the desk."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext

from rules.typed.line import Word

CORRECTED_DESK = _("Corrected at the desk")
LATE = _("Late")
TABLES = _("One table per line")
CLOSED = _("closed")


def words_of_the_desk() -> dict[Word, tuple[str, ...]]:
    """Return the words of the entry line in the reader's language; translators part several by a comma."""
    words = {
        Word.NEW: pgettext("entry line", "new"),
        Word.UNDO: pgettext("entry line", "undo"),
        Word.CALL: pgettext("entry line", "call"),
        Word.START: pgettext("entry line", "start"),
        Word.LATE: pgettext("entry line", "late"),
        Word.OUT: pgettext("entry line", "out"),
        Word.LEAVES: pgettext("entry line", "leaves"),
        Word.AGAIN: pgettext("entry line", "re-enters, reenters"),
        Word.TABLE: pgettext("entry line", "t"),
    }
    return {word: tuple(each.strip() for each in text.split(",")) for word, text in words.items()}
