"""Every address of the site, from the URL resolver."""

from collections.abc import Iterator
from functools import cache

from django.urls import URLPattern, URLResolver, get_resolver

# Addresses of programs, and those that only take a POST.
NO_PAGES = ("api/", "sign-out/")
# Files, and fragments that a script puts into a page.
PARTS = (
    ".pdf", ".csv", ".txt", ".json", ".ics", ".png", ".webmanifest", ".js",
    "/download/", "/photo/", "desk/line/", "cash/line/", "my/<int:pk>/calls/",
)  # fmt: skip


def addresses(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Yield every address, as its pattern; without the first slash unless ``before`` is one."""
    for each in (resolver or get_resolver()).url_patterns:
        path = before + str(each.pattern)
        if isinstance(each, URLPattern):
            yield path
        else:
            yield from addresses(each, path)


@cache
def pages() -> list[str]:
    """Return the address of every page that needs no secret, without files and fragments."""
    looked_at = [path for path in addresses() if not path.startswith(NO_PAGES) and not path.endswith(PARTS)]
    return [path for path in looked_at if "<str:" not in path]
