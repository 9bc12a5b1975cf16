"""One installation for each module of tests, served by real processes."""

from collections.abc import Iterator

import pytest

from .clients import Client
from .servers import Site, a_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_site(tmp_path_factory.mktemp("site")) as found:
        yield found


@pytest.fixture
def desk(site: Site) -> Iterator[Client]:
    """A director's client."""
    with site.client() as client:
        yield client
