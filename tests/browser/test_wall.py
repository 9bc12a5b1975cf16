"""The wall in a browser: whole pages that turn, nothing cut off, and a notice when there is no news."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import OpenPage, axe, layout_faults, scrolls_sideways, shoot
from tests.browser.test_draw import FAULTS_IN_DRAWINGS, a_half_played_event
from tests.served.servers import Site

WALL = "/tournaments/1/wall/"
PROJECTORS = [(1280, 720), (1024, 768), (1280, 620)]
# The contents of a page must end above its foot, and the foot within the window.
OVERFLOWS = """
() => {
  const foot = document.querySelector(".wall-foot").getBoundingClientRect();
  const page = Array.from(document.querySelectorAll(".wall-page")).find((each) => each.offsetHeight);
  return page.getBoundingClientRect().bottom > foot.top + 1.5 || foot.bottom > innerHeight + 1.5
    || document.documentElement.scrollHeight > innerHeight;
}
"""


@pytest.fixture(scope="module")
def walls(site: Site) -> list[str]:
    """Return the walls of tournaments with names of every kind, some of them called to tables with long names."""
    with site.client() as client:
        rows = []
        for entrants in (8, 23):
            event = client.read(f"events/{a_half_played_event(client, entrants)}/")
            ready = [each for each in client.read(f"events/{event['id']}/matches/?status=open") if not each["begun"]]
            for table, match in enumerate(ready[:5], start=1):
                client.made(f"matches/{match['id']}/call/", {"table": f"Table {table}"}, 200)
            rows.append(f"/tournaments/{event['tournament']}/wall/")
        return rows


def at_the_wall(open_page: OpenPage, path: str = WALL, width: int = 1280, height: int = 720, **more: Any) -> Page:
    """Return a page of the wall whose clock the test can move on."""
    page = open_page("/style/", width, **more)
    page.set_viewport_size({"width": width, "height": height})
    page.clock.install()
    page.goto(page.url.replace("/style/", path))
    return page


def shown(page: Page) -> str:
    """Return the page number and count shown."""
    return page.locator("[data-wall-count]").inner_text()


def turned(page: Page) -> Iterator[str]:
    """Yield the page number shown, for every page of the wall."""
    for _ in range(int(shown(page).partition("/")[2] or 1)):
        yield shown(page)
        page.keyboard.press("ArrowRight")


def silent(route: Route) -> None:
    """Abort a request: neither the connection nor the page is answered."""
    route.fulfill(status=204 if "/live/" in route.request.url else 503)


def test_pages_are_turned_whole_every_12_seconds(open_page: OpenPage) -> None:
    page = at_the_wall(open_page)
    pages = int(shown(page).partition("/")[2])
    seen = [shown(page)]

    for _ in range(pages):
        page.clock.run_for(12_000)
        seen.append(shown(page))

    assert pages > 3
    assert seen == [*(f"{number} / {pages}" for number in range(1, pages + 1)), f"1 / {pages}"]
    assert page.locator(".deck.wide > .wall-page:visible").count() == 1


def test_with_reduced_motion_pages_stay_20_seconds(open_page: OpenPage) -> None:
    page = at_the_wall(open_page, reduced_motion="reduce")
    first = shown(page)

    page.clock.run_for(19_000)
    still = shown(page)
    page.clock.run_for(1_500)

    assert still == first
    assert shown(page).startswith("2 /")


def test_keys_turn_and_hold_the_page(open_page: OpenPage) -> None:
    page = at_the_wall(open_page)

    page.keyboard.press("ArrowRight")
    page.keyboard.press("Space")
    page.clock.run_for(60_000)
    held = shown(page)
    page.get_by_role("button", name="Turn on").press("Enter")
    page.clock.run_for(12_000)

    assert held.startswith("2 /")
    assert shown(page).startswith("3 /")


def test_a_wall_without_news_says_so_and_fades(open_page: OpenPage) -> None:
    page = open_page("/style/", 1280)
    page.clock.install()
    page.route("**/live/**", silent)
    page.goto(page.url.replace("/style/", WALL))
    page.route(f"**{WALL}", silent)
    strip = page.locator("[data-wall-strip]")
    expect(strip).to_be_hidden()

    page.clock.run_for(75_000)
    expect(strip).to_contain_text("No news from the desk for a minute.")
    expect(page.locator("body")).not_to_have_class("wall old")
    page.clock.run_for(300_000)

    expect(strip).to_contain_text("No news from the desk for 6 minutes. The paper sheet at the desk counts.")
    expect(page.locator("body")).to_have_class("wall old")
    shoot(page, "wall-stale")


def test_a_result_comes_to_the_wall_and_the_page_stays(open_page: OpenPage, site: Site) -> None:
    with site.client() as client:
        event = a_half_played_event(client, 8)
        tournament = client.read(f"events/{event}/")["tournament"]
        page = open_page(f"/tournaments/{tournament}/wall/?show=results,draw", 1280)
        page.keyboard.press("ArrowRight")
        before = shown(page)
        results = page.locator(".deck.wide .wall-result").count()

        match = client.read(f"events/{event}/matches/?status=open")[0]
        client.made(f"matches/{match['id']}/result/", {"score": [11, 4]}, 200)
        expect(page.locator(".deck.wide .wall-result")).to_have_count(results + 1, timeout=20_000)

    assert shown(page).partition(" ")[0] == before.partition(" ")[0]


def test_nothing_is_cut_on_any_projector(open_page: OpenPage, walls: list[str]) -> None:
    faults = {}
    page = at_the_wall(open_page)
    for path in walls:
        page.goto(page.url.partition("/tournaments/")[0] + path)
        for width, height in PROJECTORS:
            page.set_viewport_size({"width": width, "height": height})
            for number in turned(page):
                wrong = [*layout_faults(page), *page.evaluate(FAULTS_IN_DRAWINGS)]
                if page.evaluate(OVERFLOWS):
                    wrong.append("does not end over the foot")
                if wrong:
                    faults[path, width, height, number] = wrong
        shoot(page, f"wall{path.replace('/', '-')}")

    assert faults == {}


@pytest.mark.parametrize(("width", "dark"), [(360, False), (1280, True)])
def test_the_wall_has_no_faults(open_page: OpenPage, walls: list[str], width: int, dark: bool) -> None:
    page = open_page(f"{walls[0]}?ink={'dark' if dark else 'light'}", width)

    assert (axe(page), layout_faults(page), scrolls_sideways(page)) == ([], [], False)
    if width == 360:
        assert page.locator(".deck.wide > .wall-page:not(.is-draw):not(.again):visible").count() > 1


# --- Readable from 8 m on a screen of 55 inches: capitals of 40 pixels of 1,080

LEAST_CAPITAL = 40
CAPITALS = """
(selector) => Array.from(document.querySelectorAll(selector)).filter((each) => each.offsetHeight).map((each) => {
  const style = getComputedStyle(each), canvas = document.createElement("canvas").getContext("2d");
  canvas.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  return [each.textContent, canvas.measureText("H").actualBoundingBoxAscent];
})
"""
LONG_NAMES = ["Maria del Carmen Fernández de Oñate", "Wolfgang Bergström-Hohenfels", "Zoë Ito"]
HALL_FORMAT = {"main": "knockout", "consolation": "none", "length": 7}


def a_wall(site: Site, playing: int, results: int = 0) -> tuple[str, list[str]]:
    """Return the wall of an event with matches in progress and results, and the names of those who play."""
    with site.client() as client:
        club = client.made("clubs/", {"name": "Hall Club"})["id"]
        tournament = client.made("tournaments/", {"club": club, "name": "Autumn Open", "timezone": "UTC"})["id"]
        event = client.made("events/", {"tournament": tournament, "name": "Main", "format": HALL_FORMAT})["id"]
        names = [f"{LONG_NAMES[at % 3]} {at}" for at in range(64 if playing > 8 else 32)]
        client.made(f"events/{event}/entrants/", {"entrants": [{"name": name} for name in names]})
        client.made(f"events/{event}/draw/", {"key": "63 55"})
        rows = client.read(f"events/{event}/matches/?status=open")
        for at, match in enumerate(rows[:playing]):
            client.made(f"matches/{match['id']}/call/", {"table": str(at + 1)}, 200)
        for match in rows[playing : playing + results]:
            client.made(f"matches/{match['id']}/result/", {"score": [7, 3]}, 200)
    return f"/tournaments/{tournament}/wall/?show=playing,results", [
        each[side]["name"] for each in rows[:playing] for side in ("top", "bottom")
    ]


@pytest.mark.parametrize(("playing", "results"), [(1, 0), (1, 3), (3, 0), (3, 6), (6, 8), (8, 0), (8, 8)])
def test_up_to_eight_rows_are_readable_from_eight_metres_with_names_in_full(
    open_page: OpenPage, site: Site, playing: int, results: int
) -> None:
    path, names = a_wall(site, playing, results)
    page = at_the_wall(open_page, path, 1920, 1080)
    seen: dict[str, float] = {}

    for _ in turned(page):
        for selector in (".wall-names bdi", ".wall-result b bdi, .wall-result .soft bdi"):
            capitals = dict(page.evaluate(CAPITALS, selector))
            assert {name: height for name, height in capitals.items() if height < LEAST_CAPITAL} == {}
            seen |= capitals
        assert (layout_faults(page), page.evaluate(OVERFLOWS)) == ([], False)
        shoot(page, f"wall-{playing}-{results}-{shown(page).partition(' ')[0] or 1}")

    assert set(names) <= set(seen)


def test_more_rows_stand_in_two_columns(open_page: OpenPage, site: Site) -> None:
    path, _ = a_wall(site, 20)
    page = at_the_wall(open_page, path, 1920, 1080)

    for _ in turned(page):
        assert (layout_faults(page), page.evaluate(OVERFLOWS)) == ([], False)
        shoot(page, f"wall-20-{shown(page).partition(' ')[0] or 1}")
