"""Setting up in a browser: the director's own pages at every width, and a first event from nothing to the draw."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, axe, layout_faults, shoot

DIRECTOR = "demo@barpoint.example"
PATHS = [
    "/clubs/1/tournaments/new/", "/clubs/1/tournaments/new/?copy=1", "/tournaments/1/settings/",
    "/tournaments/1/events/new/", "/events/1/setup/", "/events/1/entrants/paste/", "/events/1/entrants/",
    "/entrants/3/", "/events/1/draw-key/",
]  # fmt: skip
WIDTHS = {360: 740, 768: 1024, 1280: 800}
LIST = "\n".join(
    ["Horvat, Petra; HRV; 1712", "Uwe Altmann", "Uwe Altman", "Maria del Carmen Fernández de Oñate;ESP", "x" * 60]
)


def faults(page: Page, name: str) -> list[str]:
    """Return what is wrong with the page at every width, narrow in a light and wide in a dark room."""
    rows: list[str] = []
    for width, height in WIDTHS.items():
        page.set_viewport_size({"width": width, "height": height})
        rows += [f"{width}: {fault}" for fault in layout_faults(page)]
        rows += [f"{width}: scrolls"] * bool(page.evaluate("document.documentElement.scrollWidth > window.innerWidth"))
        # Light and dark differ only in colours, so one of them at each width is enough.
        page.emulate_media(color_scheme="dark" if width == 1280 else "light")
        if width != 768:
            rows += [f"{width}: {finding}" for finding in axe(page)]
            shoot(page, f"{name}-{width}")
    return rows


@pytest.mark.parametrize("path", PATHS)
def test_a_directors_page_fits_every_window_in_light_and_dark_rooms(open_page: OpenPage, path: str) -> None:
    page = open_page(path, signed_in_as=DIRECTOR)
    page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")

    assert faults(page, path.strip("/").replace("/", "-").replace("?", "-")) == []


@pytest.mark.parametrize(
    ("path", "at_the_start", "beside_it"),
    [
        ("/clubs/new/", "h1", "form.narrow .field"),
        ("/tournaments/1/tables/", ".tables", "form.narrow .field"),
        ("/clubs/1/tournaments/new/", ".group:first-of-type", ".group:nth-of-type(2)"),
        ("/tournaments/1/settings/", ".group:first-of-type", ".group:nth-of-type(2)"),
    ],
)
def test_a_form_stands_beside_what_it_is_about_in_a_wide_window_and_below_it_on_a_phone(
    open_page: OpenPage, path: str, at_the_start: str, beside_it: str
) -> None:
    page = open_page(path, 1280, signed_in_as=DIRECTOR)

    first, second = (page.locator(each).first.bounding_box() for each in (at_the_start, beside_it))
    assert first
    assert second
    assert second["x"] >= first["x"] + 500
    assert second["y"] < first["y"] + first["height"]

    page.set_viewport_size({"width": 360, "height": 740})
    first, second = (page.locator(each).first.bounding_box() for each in (at_the_start, beside_it))
    assert first
    assert second
    assert second["y"] >= first["y"] + first["height"]


def test_the_consequences_follow_what_is_typed(open_page: OpenPage) -> None:
    page = open_page("/tournaments/1/events/new/", 1280, signed_in_as=DIRECTOR)

    page.get_by_label("Entrants").fill("23")

    expect(page.locator("#consequences")).to_contain_text("For 23 entrants")
    expect(page.locator("#consequences")).to_contain_text("42")
    page.locator('input[value="none"][name="consolation"]').check()
    expect(page.locator("#consequences tr[aria-current]")).to_contain_text("None")


def test_the_reading_follows_what_is_typed_and_keeps_the_answers(open_page: OpenPage) -> None:
    page = open_page("/events/1/entrants/paste/", 1280, signed_in_as=DIRECTOR)
    page.locator("#id_text").fill(LIST)
    expect(page.locator("#reading")).to_contain_text("4 questions")  # three of them play in the demo

    page.locator('#reading input[value="another"]').last.check()
    page.locator("#id_text").press_sequentially("y")

    expect(page.locator("#reading")).to_contain_text("5 entrants")
    expect(page.locator('#reading input[value="another"]:checked')).to_have_count(1)
    assert faults(page, "reading") == []


@pytest.mark.parametrize("javascript", [True, False])
def test_a_newcomers_first_event_from_nothing_to_the_draw(open_page: OpenPage, javascript: bool) -> None:
    page = open_page("/clubs/1/tournaments/new/", 1280, signed_in_as=DIRECTOR, javascript=javascript)

    page.get_by_label("Name", exact=True).fill("First evening")
    page.get_by_role("button", name="Make the tournament").click()
    page.get_by_role("button", name="Save").click()
    page.locator("#id_text").fill("Ann Lee\nBob Kim\nCid Fox\nDee Roy\nEve Poe")
    page.get_by_role("button", name="Check the list").click()
    page.get_by_role("button", name="Enter 5").click()
    page.get_by_role("link", name="Make the draw").click()
    page.get_by_label("Draw key").fill("63 55 21")
    page.get_by_role("button", name="Draw", exact=True).click()

    expect(page.locator(".the-key")).to_contain_text("63 55 21")
    expect(page.locator(".drawn-lines li")).to_have_count(8)
    if javascript:  # looking for faults needs scripts
        assert faults(page, "drawn") == []


def test_no_column_of_the_alternatives_is_hidden_beside_the_form(open_page: OpenPage) -> None:
    page = open_page("/events/1/setup/", 1280, signed_in_as=DIRECTOR)

    hidden = page.evaluate(
        "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('.scroller'))"
    )

    assert hidden <= 1
