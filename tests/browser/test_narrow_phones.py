"""The narrowest phone: names stand whole, and what a finger has to hit is as high as a finger."""

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage, layout_faults, scrolls_sideways, shoot

STAFF = "demo@barpoint.example"
# Words of a name that stand on two lines, and names of which a part is not shown.
BROKEN = r"""() => [...document.querySelectorAll("main th bdi, main .names bdi")].flatMap((el) => {
  const node = el.firstChild, text = node ? node.nodeValue : "";
  const broken = [...text.matchAll(/[^\s-]+/g)].filter((word) => {
    const range = document.createRange();
    range.setStart(node, word.index);
    range.setEnd(node, word.index + word[0].length);
    return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size > 1;
  }).map((word) => word[0]);
  return el.scrollWidth > el.clientWidth + 1 && el.clientWidth ? [...broken, text] : broken;
})"""


def broken(page: Page) -> list[str]:
    names: list[str] = page.evaluate(BROKEN)
    return names


@pytest.mark.parametrize("path", ["/events/1/entrants/", "/tournaments/1/desk/", "/events/1/places/"])
@pytest.mark.parametrize("width", [360, 390])
def test_names_stand_whole(open_page: OpenPage, path: str, width: int) -> None:
    page = open_page(path, width, signed_in_as=STAFF)

    shoot(page, f"narrow{path.replace('/', '-')}{width}")

    assert broken(page) == []
    assert not scrolls_sideways(page)
    assert layout_faults(page) == []


def test_the_drawing_of_a_ladder_opens_at_the_places_of_today(open_page: OpenPage) -> None:
    page = open_page("/ladders/1/")

    drawing = page.get_by_role("region", name="Places over time").bounding_box()
    names = [name.bounding_box() for name in page.locator(".history .name").all()]

    assert drawing is not None
    assert len(names) > 5
    for name in names:
        assert name is not None
        assert drawing["x"] <= name["x"]
        assert name["x"] + name["width"] <= drawing["x"] + drawing["width"]


def test_the_search_for_people_is_as_high_as_a_finger(open_page: OpenPage) -> None:
    page = open_page("/clubs/1/people/", signed_in_as=STAFF)

    box = page.get_by_role("searchbox").bounding_box()

    shoot(page, "narrow-people-360")
    assert box is not None
    assert box["height"] >= 44
    assert box["width"] >= 200
