"""Letter, Legal and Tabloid: every paper that can be printed comes on them and stays on its page, or says why not."""

from typing import Any

import pytest
from django.test import Client

from rules.drawing.paper import Paper
from tests.addresses import addresses
from tests.factories import a_caller, play_out
from tests.papers.printed import needs_poppler, outside, overlapping, printed
from tests.permissions.world import World, a_world
from tournaments.actions.matches.tables import furnish
from tournaments.models import Event
from tournaments.models.events import Table

pytestmark = [pytest.mark.django_db, needs_poppler]

NONE = ""
SMALL = "Letter"
LISTS = "Letter, Legal"
EVERY = "Letter, Legal, Tabloid"
# Every address of a paper, and on which American sizes it comes. A receipt comes on A6 and on the roll of a till.
COMES_ON = {
    "/auctions/<int:pk>/list.pdf": LISTS,
    "/auctions/<int:pk>/lots.pdf": LISTS,
    "/chouettes/<int:pk>/pad.pdf": SMALL,
    "/chouettes/<int:pk>/sheet.pdf": SMALL,
    "/clubs/<int:pk>/cards.pdf": LISTS,
    "/clubs/<int:pk>/chouettes/pad.pdf": SMALL,
    "/clubs/<int:pk>/members.pdf": LISTS,
    "/events/<int:pk>/badges.pdf": SMALL,
    "/events/<int:pk>/cards.pdf": SMALL,
    "/events/<int:pk>/certificates.pdf": SMALL,
    "/events/<int:pk>/entry-list.pdf": LISTS,
    "/events/<int:pk>/payouts.pdf": LISTS,
    "/events/<int:pk>/places.pdf": LISTS,
    "/events/<int:pk>/rules.pdf": EVERY,
    "/events/<int:pk>/sheet.pdf": EVERY,
    "/events/<int:pk>/sign-in.pdf": LISTS,
    "/events/<int:pk>/slips.pdf": SMALL,
    "/ladders/<int:pk>/ladder.pdf": LISTS,
    "/matches/<int:pk>/slip.pdf": SMALL,
    "/positions/<int:pk>/position.pdf": EVERY,
    "/ratings/<int:pk>/list.pdf": LISTS,
    "/receipts/<int:pk>/receipt.pdf": NONE,
    "/seasons/<int:pk>/standings.pdf": LISTS,
    "/tournaments/<int:pk>/table-cards.pdf": SMALL,
}
# What the world has not: an event that is paired round by round, a player who has paid, books that are closed.
NOT_HERE = {"/events/<int:pk>/pairings.pdf", "/my/<int:pk>/receipt.pdf", "/tournaments/<int:pk>/closing-proof.pdf"}


def requested(world: World, address: str, paper: Paper) -> Any:
    client = Client()
    client.cookies = world.cookies["owner"]
    return client.get(world.path(address), {"paper": paper.value, "codes": "A1 A2"})


def wrong_on(paper: Paper, made: bytes) -> list[str]:
    """Return what is wrong with the pages of a PDF that was to come on ``paper``."""
    wrong = []
    for page in printed(made):
        size = [round(each) for each in sorted((page.width, page.height))]
        wrong += [] if size == [round(each) for each in paper.size] else [f"{size} mm"]
        wrong += [f"at the edge: {word}" for word in outside(page, columns=1)]
        wrong += [f"on each other: {one} {other}" for one, other in overlapping(page)]
    return wrong


@pytest.fixture
def world() -> World:
    """The world of the table of rights: its event played to the end, in a room with tables."""
    world = a_world()
    furnish(int(world.things["tournaments"]), [Table("1"), Table("2"), Table("Balcony")], a_caller())
    play_out(Event.objects.get(pk=world.things["events"]))
    return world


def test_the_list_of_papers_is_complete() -> None:
    papers = {each for each in addresses(before="/") if each.endswith(".pdf") and not each.startswith("/api/")}

    assert {*COMES_ON, *NOT_HERE} == papers


@pytest.mark.parametrize("paper", [Paper.LETTER, Paper.LEGAL, Paper.TABLOID])
def test_every_paper_stays_on_its_american_page_or_says_on_which_it_comes(world: World, paper: Paper) -> None:
    wrong: dict[str, Any] = {}

    for address, sizes in COMES_ON.items():
        answer = requested(world, address, paper)
        if paper.value not in sizes.split(", "):
            as_listed = answer.status_code == 422 and "Use one of these: " in answer.content.decode()
            wrong |= {} if as_listed else {address: (answer.status_code, answer.content[:200])}
        elif answer.status_code != 200:
            wrong[address] = (answer.status_code, answer.content[:200])
        elif bad := wrong_on(paper, answer.content):
            wrong[address] = bad

    assert wrong == {}
