"""Reading pages in tests."""

import re

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from runtime.pages.etags import public_page
from tournaments.read.draws.expected import expected_since


def page_of(client: Client, path: str) -> str:
    """Return the page as text, whitespace folded."""
    return re.sub(r"\s+", " ", client.get(path).content.decode())


def statements(client: Client, path: str) -> int:
    """Return what a page costs when its plan was compiled before, as it is in a process that serves.

    What is made once for all passers-by is made anew.
    """
    client.get(path)
    public_page.cache_clear()
    expected_since.cache_clear()
    with CaptureQueriesContext(connection) as queries:
        assert client.get(path).status_code == 200
    return len(queries)
