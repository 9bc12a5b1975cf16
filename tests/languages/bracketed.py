"""A language for tests: every text that the interface marks for translation stands in brackets, as ⟦Draw⟧.

What a page shows outside of brackets was never marked, and would stay English for everybody. It takes the place of
German in a block, so that everything else that belongs to a language (the choice, dates, caches) is that of a real one.
"""

import re
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from html.parser import HTMLParser

from django.utils.translation import trans_real

from runtime.pages.part_cache import clear_parts

OPEN, SHUT = "⟦", "⟧"
STANDS_IN_FOR = "de"
# Attributes that people read or hear.
READ = ("title", "alt", "placeholder", "aria-label", "aria-description", "label", "content")
# What a page tells browsers and search engines, in words of theirs.
FOR_PROGRAMS = ("viewport", "color-scheme", "robots", "og:type", "twitter:card")
SILENT = ("script", "style", "template")
VOID = ("meta", "link", "input", "br", "img", "hr", "col", "path", "rect", "circle", "line", "source", "wbr")


class Bracketed(trans_real.DjangoTranslation):
    """German, but each text is its English in brackets."""

    def __init__(self) -> None:
        super().__init__(STANDS_IN_FOR)

    def gettext(self, message: str) -> str:
        return f"{OPEN}{message.rpartition(trans_real.CONTEXT_SEPARATOR)[2]}{SHUT}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


class Lacking(trans_real.DjangoTranslation):
    """A language as it is, but each text that it lacks is its English in brackets."""

    def gettext(self, message: str) -> str:
        text = str(super().gettext(message))
        # A translation may be the same as the English.
        if text != message or message in self._catalog:  # type: ignore[attr-defined] # stubs leave it out
            return text
        return f"{OPEN}{text.rpartition(trans_real.CONTEXT_SEPARATOR)[2]}{SHUT}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        text = str(super().ngettext(msgid1, msgid2, n))
        return f"{OPEN}{text}{SHUT}" if text in (msgid1, msgid2) else text


@contextmanager
def spoken_by(language: str, catalogue: trans_real.DjangoTranslation) -> Iterator[None]:
    """Speak as the catalogue does wherever the language is chosen."""
    trans_real.translation(language)
    catalogues = trans_real._translations  # type: ignore[attr-defined] # stubs leave it out
    before = catalogues[language]
    catalogues[language] = catalogue
    clear_parts()
    try:
        yield
    finally:
        catalogues[language] = before
        trans_real.deactivate()
        clear_parts()


def bracketed() -> AbstractContextManager[None]:
    """Speak the language in brackets wherever German is chosen."""
    return spoken_by(STANDS_IN_FOR, Bracketed())


def lacking(language: str) -> AbstractContextManager[None]:
    """Speak a language with brackets around what it lacks."""
    return spoken_by(language, Lacking(language))


class Shown(HTMLParser):
    """The texts of a page that people read or hear; what stands in ``bdi`` is a name and left out."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self._inside: list[str] = []
        self._line: list[str] = []
        self.feed(page)
        self.close()
        self._end()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name, value in attrs:
            is_word = name in READ or (name.startswith("data-") and " " in (value or ""))
            if (
                value
                and is_word
                and not (tag == "meta" and (given.get("name") or given.get("property")) in FOR_PROGRAMS)
            ):
                self.texts.append(value)
        if tag == "input" and given.get("type") == "submit":
            self.texts.append(given.get("value") or "")
        if tag not in VOID:
            self._inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._inside:
            while self._inside.pop() != tag:
                pass
        if tag not in ("b", "i", "em", "strong", "small", "span", "bdi", "a", "code", "abbr", "time"):
            self._end()

    def handle_data(self, data: str) -> None:
        if not any(tag in self._inside for tag in SILENT):
            self._line.append("·" if {"bdi", "code", "kbd", "pre"} & set(self._inside) else data)

    def _end(self) -> None:
        self.texts.append("".join(self._line))
        self._line = []


def unbracketed(text: str) -> str:
    """Return what of a text stands outside of all brackets."""
    depth, outside = 0, []
    for letter in text:
        depth += letter == OPEN
        if depth <= 0 and letter != SHUT:
            outside.append(letter)
        depth = max(0, depth - (letter == SHUT))
    return " ".join("".join(outside).split())


def words_in(text: str) -> list[str]:
    """Return the words of three letters and more, without what holds a digit or stands in capitals."""
    return [word for word in re.findall(r"[^\W\d_]{3,}", text) if not word.isupper()]
