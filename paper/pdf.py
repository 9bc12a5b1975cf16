"""HTML to PDF: the one place that knows WeasyPrint.

What is printed stands whole in the HTML. The fetcher reaches nothing at all: neither the net nor a file, so that a
hostile name can draw nothing onto a sheet, whatever a template forgot to escape.
"""

from functools import cache
from types import ModuleType
from typing import Any, NoReturn

from rules.errors import RuleBroken

APT_LINE = "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0 fonts-dejavu-core fonts-urw-base35"


def pdf(html: str) -> bytes:
    """Return ``html`` as PDF: the same bytes for the same HTML and fonts.

    Raises RuleBroken ``paper.missing`` with the one line of apt that mends it when Pango can't be loaded.
    """
    weasyprint = _weasyprint()
    document: bytes = weasyprint.HTML(string=html, base_url="", url_fetcher=_fetcher()).write_pdf()
    return document


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

    class Nothing(URLFetcher):  # type: ignore[misc]
        """Fetches nothing, not even ``data:``."""

        def fetch(self, url: str, headers: Any = None) -> NoReturn:
            raise ValueError(f"paper fetches nothing: {url[:80]}")

    return Nothing()
