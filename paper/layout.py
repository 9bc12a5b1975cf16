"""Lay HTML out on pages: the one place that knows WeasyPrint.

What is printed stands whole in the HTML. The fetcher reaches nothing at all: neither the net nor a file, so that a
hostile name can draw nothing onto a sheet, whatever a template forgot to escape.
"""

from functools import cache
from types import ModuleType
from typing import Any, NoReturn

from rules.errors import RuleBroken

APT_LINE = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core fonts-urw-base35"
# A document that was only counted is kept for the one that will be wanted as PDF; a search looks at a few.
MOST_KEPT = 6


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
    return weasyprint().HTML(string=html, base_url="", url_fetcher=_fetcher()).render()


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
def _fetcher() -> Any:
    """Return a fetcher that refuses every URL."""
    from weasyprint.urls import URLFetcher  # noqa: PLC0415 -- see weasyprint()

    class Nothing(URLFetcher):  # type: ignore[misc] # WeasyPrint has no types
        """Fetches nothing, not even ``data:``."""

        def fetch(self, url: str, headers: Any = None) -> NoReturn:
            raise ValueError(f"paper fetches nothing: {url[:80]}")

    return Nothing()
