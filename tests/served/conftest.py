"""One installation for all of these tests, served by real processes; tests that kill have their own."""

from collections.abc import Iterator

import pytest

from .clients import Client
from .schema import CheckedClient
from .servers import Site, a_site


@pytest.fixture(autouse=True)
def _every_socket_is_closed(collected: None) -> None:
    """A socket left open fails the test that left it, not a later one in which it happens to be collected."""


@pytest.fixture(scope="package")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_site(tmp_path_factory.mktemp("site")) as started:
        yield started


@pytest.fixture
def desk(site: Site) -> Iterator[Client]:
    """A director's client."""
    with site.client() as client:
        yield client


@pytest.fixture(scope="module")
def api(site: Site) -> Iterator[CheckedClient]:
    """A director's client that compares every answer with the published schema."""
    with CheckedClient(site.ports[0], site.token()) as client:
        yield client
