"""Lay HTML out on pages: the one place that knows WeasyPrint.

What is printed stands whole in the HTML. The fetcher reaches nothing at all: neither the net nor a file, so that a
hostile name can draw nothing onto a sheet, whatever a template forgot to escape.
"""

import warnings
from functools import cache
from types import ModuleType
from typing import Any, NoReturn
from xml.etree import ElementTree

from rules.errors import RuleBroken

APT_LINE = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core fonts-urw-base35"
# A document that was only counted is kept for the one that will be wanted as PDF; a search looks at a few.
MOST_KEPT = 6


class NotWellFormed(UserWarning):
    """A paper is no well-formed XML, and takes longer to print."""


class Layout:
    """Lays out documents in this process."""

    def __init__(self) -> None:
        self._kept: dict[str, Any] = {}

    def pages(self, html: str) -> int:
        """Return how many pages ``html`` takes."""
        if html not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            self._kept[html] = _laid_out(html)
        return len(self._kept[html].pages)

    def pdf(self, html: str) -> bytes:
        """Return ``html`` as PDF: the same bytes for the same HTML and fonts."""
        document = self._kept.get(html) or _laid_out(html)
        self._kept.clear()
        # Tagged, so that a screen reader follows it; headings become its bookmarks.
        made: bytes = document.write_pdf(pdf_variant="pdf/ua-1")
        return made


def _laid_out(html: str) -> Any:
    try:
        root = ElementTree.fromstring(html)  # noqa: S314 -- our own templates, and nothing outside them is read
    except (ElementTree.ParseError, UnicodeEncodeError) as problem:
        warnings.warn(f"a paper is no well-formed XML: {problem}", NotWellFormed, stacklevel=2)
        return weasyprint().HTML(string=html, base_url="", url_fetcher=_fetcher()).render()
    return _parsed(weasyprint())(root).render()


@cache
def weasyprint() -> ModuleType:
    """Import WeasyPrint when the first sheet is printed: it takes a second, and fails where Pango is missing."""
    try:
        import weasyprint  # noqa: PLC0415 -- slow to load, and the program must start without Pango
    except OSError as problem:
        raise RuleBroken("paper.missing", install=APT_LINE, problem=str(problem)) from problem
    module: ModuleType = weasyprint
    return module


@cache
def _parsed(printer: Any) -> Any:
    """Return WeasyPrint's kind of document for what is parsed already.

    Its own parser takes whatever looks like HTML, and a tenth of the time of a sheet for it.
    """
    from cssselect2 import ElementWrapper  # noqa: PLC0415 -- see weasyprint()

    class Parsed(printer.HTML):  # type: ignore[misc] # WeasyPrint has no types
        """A document made from its root element, which reaches nothing."""

        def __init__(self, root: ElementTree.Element) -> None:
            self.base_url, self.url_fetcher, self.media_type = "", _fetcher(), "print"
            self.wrapper_element = ElementWrapper.from_html_root(root, content_language=None)
            self.etree_element = self.wrapper_element.etree_element

    return Parsed


@cache
def _fetcher() -> Any:
    """Return a fetcher that refuses every URL."""
    from weasyprint.urls import URLFetcher  # noqa: PLC0415 -- see weasyprint()

    class Nothing(URLFetcher):  # type: ignore[misc] # WeasyPrint has no types
        """Fetches nothing, not even ``data:``."""

        def fetch(self, url: str, headers: Any = None) -> NoReturn:
            raise ValueError(f"paper fetches nothing: {url[:80]}")

    return Nothing()
