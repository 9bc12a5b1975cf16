"""Random runs of one match on two phones: no acknowledged input is lost, whatever fails.

CI runs a few seeds; ``BARPOINT_DEPTH=long`` runs all 200. ``BARPOINT_SEEDS=17,18`` or ``0-49`` runs those.
"""

import os
from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import opening
from tests.browser.mishaps import Run
from tests.browser.phones import Hall, Phone, Seat
from tests.depth import DEPTH, LONG
from tests.served.servers import Site, a_site

USUAL, ALL = 5, 200
STEPS = 14


def seeds() -> list[int]:
    """Return the seeds to run: those of ``BARPOINT_SEEDS``, else a few, or in a long run all."""
    text = os.environ.get("BARPOINT_SEEDS", "")
    if not text:
        return list(range(ALL if DEPTH >= LONG else USUAL))
    first, _, last = text.partition("-")
    return list(range(int(first), int(last) + 1)) if last else [int(each) for each in text.split(",")]


@pytest.fixture(scope="module")
def chaos(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """An installation of its own, because it is killed and restored."""
    with a_site(tmp_path_factory.mktemp("chaos")) as started:
        yield started


@pytest.fixture(scope="module")
def tables(chaos: Site) -> Hall:
    return Hall(chaos, [7] * len(seeds()))


@pytest.mark.parametrize("seed", seeds())
def test_no_acknowledged_input_is_lost(browser: Browser, tables: Hall, seed: int) -> None:
    with opening(browser, tables.base) as open_page:

        def phone(seat: Seat) -> Phone:
            return Phone.of(open_page, tables.base, seat)

        run = Run(tables, tables.table(), Random(seed), phone)
        run.plays(STEPS)
        run.ends()

        assert run.lost() == [], "\n".join(run.story())
