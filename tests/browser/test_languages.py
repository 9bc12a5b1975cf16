"""Translations fit: pages that players see, in every language, on a phone and on a laptop."""

from urllib.parse import urljoin

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, layout_faults, scrolls_sideways, shoot, text_faults
from tests.depth import and_long
from tests.served.servers import Site

STAFF = "demo@barpoint.example"

PLAYERS_PAGES = [
    "/", "/tournaments/1/", "/events/1/", "/events/1/?view=list", "/events/1/matches/", "/events/1/entrants/",
    "/events/1/places/", "/players/1/", "/matches/{on}/", "/matches/{over}/", "/clubs/1/", "/clubs/1/ladders/",
    "/ladders/1/", "/clubs/1/ratings/", "/ratings/1/", "/seasons/1/", "/chouettes/1/follow/", "/clubs/1/news/",
    "/nights/1/", "/p/1/", "/sign-in/", "/language/", "/tournaments/1/wall/", "/auctions/1/wall/", "/nowhere/",
]  # fmt: skip
# Tables, lists and forms of many columns, much of them folded, and the two halves of a projector.
NARROW_PLACES = [
    "/ladders/1/", "/ratings/1/", "/events/1/odds/", "/events/1/people/", "/events/1/setup/", "/events/{swiss}/setup/",
    "/events/1/prizes/", "/chouettes/1/sheet/", "/chouettes/1/wall/", "/auctions/1/", "/auctions/2/",
    "/tournaments/1/papers/",
]  # fmt: skip


@pytest.mark.parametrize("width", and_long([360], [1280]))
@pytest.mark.parametrize("language", ["bg", "de", "eu", "sq"])
def test_the_longest_texts_fit_every_page_of_players(
    open_page: OpenPage, site: Site, language: str, width: int
) -> None:
    with site.client() as client:
        on, over = (client.read(f"events/1/matches/?status={each}")[0]["id"] for each in ("open", "finished"))
    page = open_page("/style/", width, locale=language)
    wrong: dict[str, list[str]] = {}

    for path in PLAYERS_PAGES:
        page.goto(urljoin(page.url, path.format(on=on, over=over)))
        shoot(page, f"{language}-{width}{path.replace('/', '-').replace('?', '-')}")
        assert page.locator("html").get_attribute("lang") == language, path
        faults = layout_faults(page) + (["scrolls sideways"] if scrolls_sideways(page) else [])
        if faults:
            wrong[path] = faults

    assert wrong == {}


def test_german_words_stay_whole_in_the_narrowest_places_with_everything_open(open_page: OpenPage, site: Site) -> None:
    with site.client() as client:
        swiss = client.read("tournaments/7/")["events"][0]["id"]
    page = open_page("/style/", signed_in_as=STAFF, locale="de")
    wrong: dict[str, list[str]] = {}

    for path in NARROW_PLACES:
        page.goto(urljoin(page.url, path.format(swiss=swiss)))
        page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
        for width, height in ((360, 740), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            shoot(page, f"narrow-de-{width}{path.format(swiss='swiss').replace('/', '-')}")
            if faults := [*text_faults(page), *layout_faults(page)]:
                wrong[f"{path} at {width}"] = faults

    assert wrong == {}


def test_a_language_is_chosen_in_the_foot_without_javascript_and_the_page_stays(open_page: OpenPage) -> None:
    page = open_page("/events/1/?view=list", javascript=False, locale="en")

    page.locator(".foot > [lang]").click()
    page.get_by_role("button", name="Deutsch").click()

    expect(page).to_have_url(urljoin(page.url, "/events/1/?view=list"))
    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator(".foot > [lang]")).to_have_text("Deutsch")


def test_a_name_read_from_the_right_does_not_turn_a_german_page_round(open_page: OpenPage) -> None:
    page = open_page("/events/1/entrants/", locale="de")
    page.locator("bdi").first.evaluate("name => { name.textContent = 'محمد 7'; }")

    name = page.locator("bdi").first
    assert name.evaluate("name => getComputedStyle(name).unicodeBidi") in ("isolate", "isolate-override")
    assert page.locator("html").get_attribute("dir") == "ltr"
