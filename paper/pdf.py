"""HTML to PDF: the one place that knows WeasyPrint.

What is printed stands whole in the HTML. The fetcher reaches nothing at all: neither the net nor a file, so that a
hostile name can draw nothing onto a sheet, whatever a template forgot to escape.
"""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any, NoReturn

from rules.errors import RuleBroken

APT_LINE = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core fonts-urw-base35"


def pdf(html: str) -> bytes:
    """Return ``html`` as PDF: the same bytes for the same HTML and fonts.

    Raises RuleBroken ``paper.missing`` with the one line of apt that fixes it when Pango can't be loaded.
    """
    document: bytes = _laid_out(html).write_pdf()
    return document


def pdf_on_one_page(html: Callable[[float], str], sizes: Sequence[float]) -> bytes:
    """Return ``html(size)`` as PDF in the largest of ``sizes`` that takes one page, else in the smallest.

    ``sizes`` go up. Raises RuleBroken ``paper.missing``.
    """
    made: dict[float, Any] = {}

    def is_longer(size: float) -> bool:
        made[size] = _laid_out(html(size))
        return len(made[size].pages) > 1

    largest = sizes[max(0, bisect_left(sizes, True, key=is_longer) - 1)]
    document: bytes = (made.get(largest) or _laid_out(html(largest))).write_pdf()
    return document


def _laid_out(html: str) -> Any:
    return _weasyprint().HTML(string=html, base_url="", url_fetcher=_fetcher()).render()


@cache
def _weasyprint() -> ModuleType:
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
    from weasyprint.urls import URLFetcher  # noqa: PLC0415 -- see _weasyprint

    class Nothing(URLFetcher):  # type: ignore[misc] # WeasyPrint has no types
        """Fetches nothing, not even ``data:``."""

        def fetch(self, url: str, headers: Any = None) -> NoReturn:
            raise ValueError(f"paper fetches nothing: {url[:80]}")

    return Nothing()
