"""The draw in a browser with its real fonts: no texts overlap, and the list works by keyboard."""

from random import Random

import pytest

from tests.browser.conftest import OpenPage, axe, layout_faults, shoot
from tests.served.clients import Client
from tests.served.servers import Site

NAMES = [
    "Maria del Carmen Fernández de Oñate", "Wolfgang Bergström-Hohenfels", "عبد الرحمن بن خالد الحسيني", "Ö",
    "Pneumonoultramicroscopicsilicovolcanoconiosisfloccinaucinihi", "Владимир Константинович Преображенский",
    "Δημήτριος Παπαδόπουλος", "Екатерина Иванова", "Νικόλαος Καζαντζάκης", "محمد علي", "Nikolaos Papadimitriou",
    "Αγγελική Θεοδωροπούλου-Παπακωνσταντίνου", "Katrin Vogelsang", "Hannah Lindqvist", "Ömer Yıldırım", "Ilir Shehu",
    "WWWW MMMM", "Jean-Baptiste de La Rochefoucauld",
]  # fmt: skip

# Compares the boxes of all texts in the drawings.
FAULTS_IN_DRAWINGS = """
() => {
  const found = [];
  for (const drawing of document.querySelectorAll("svg.sheet")) {
    const edge = drawing.viewBox.baseVal;
    const texts = Array.from(drawing.querySelectorAll("text"), (text) => ({ text, box: text.getBBox() }));
    for (const { text, box } of texts) {
      if (box.x < -0.5 || box.x + box.width > edge.width + 0.5 || box.y + box.height > edge.y + edge.height + 0.5)
        found.push(`outside: ${text.textContent}`);
    }
    texts.sort((one, two) => one.box.x - two.box.x);
    for (let one = 0; one < texts.length; one += 1) {
      const a = texts[one].box;
      for (let two = one + 1; two < texts.length && texts[two].box.x < a.x + a.width; two += 1) {
        const b = texts[two].box;
        const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
        if (down > 0.5 * Math.min(a.height, b.height))
          found.push(`on each other: ${texts[one].text.textContent} and ${texts[two].text.textContent}`);
      }
    }
  }
  return found;
}
"""


@pytest.fixture(scope="module")
def events(site: Site) -> dict[int, int]:
    """Return entrants → half-played event, with names of every kind."""
    with site.client() as client:
        return {entrants: a_half_played_event(client, entrants) for entrants in (23, 64, 128)}


def a_half_played_event(client: Client, entrants: int) -> int:
    club = client.made("clubs/", {"name": "Club"})["id"]
    tournament = client.made("tournaments/", {"club": club, "name": f"Cup of {entrants}"})["id"]
    format_ = {"main": "knockout", "consolation": "progressive", "length": 11}
    event: int = client.made("events/", {"tournament": tournament, "name": "Open", "format": format_})["id"]
    repeated = [NAMES[at % len(NAMES)] for at in range(entrants)]
    names = [name if at < len(NAMES) else f"{name[:50]} {at}" for at, name in enumerate(repeated)]
    client.made(f"events/{event}/entrants/", {"entrants": [{"name": name} for name in names]})
    client.made(f"events/{event}/draw/", {"key": "63 55 21 64"})
    chance, played = Random(entrants), 0
    while played < entrants:
        for match in client.read(f"events/{event}/matches/?status=open"):
            score = [11, chance.randrange(11)]
            chance.shuffle(score)
            client.made(f"matches/{match['id']}/result/", {"score": score}, 200)
            played += 1
    for match in client.read(f"events/{event}/matches/?status=open")[:3]:
        client.made(f"matches/{match['id']}/start/", {}, 200)
    return event


@pytest.mark.parametrize("entrants", [23, 64, 128])
@pytest.mark.parametrize(("width", "dark"), [(360, False), (768, True), (1280, False), (1280, True)])
def test_no_texts_on_the_page_overlap(
    open_page: OpenPage, events: dict[int, int], entrants: int, width: int, dark: bool
) -> None:
    page = open_page(f"/events/{events[entrants]}/", width, dark=dark)
    shoot(page, f"draw-{entrants}-{width}-{'dark' if dark else 'light'}")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(FAULTS_IN_DRAWINGS) == []
    assert layout_faults(page) == []


@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("query", ["", "?view=list", "?player=1"])
def test_axe_finds_no_fault(open_page: OpenPage, width: int, query: str) -> None:
    page = open_page(f"/events/1/{query}", width)

    assert axe(page) == []


def test_below_700_the_rounds_are_side_by_side_and_the_first_unfinished_one_is_in_view(open_page: OpenPage) -> None:
    page = open_page("/events/1/", 360)

    lists = page.locator(".by-round")
    assert lists.first.is_visible()
    assert not page.locator(".drawing").first.is_visible()
    opens = page.locator("#draw-main .col[data-scroll-to]").bounding_box()
    assert opens is not None
    assert (0 <= opens["x"] <= 40, opens["width"] < 360) == (True, True)


def test_without_scripts_a_link_leads_to_the_current_round(open_page: OpenPage) -> None:
    page = open_page("/events/1/", 360, javascript=False)

    page.get_by_role("link", name="Now: C").click()

    opened = page.locator("#C").bounding_box()
    assert opened is not None
    assert 0 <= opened["x"] <= 40


def test_a_name_in_the_drawing_highlights_that_players_way(open_page: OpenPage) -> None:
    page = open_page("/events/1/", 1280, javascript=False)

    page.locator("svg.sheet text", has_text="Sten Kjærgaard").first.click()

    assert page.locator("h2#player-title").inner_text() == "Sten Kjærgaard"
    assert page.locator("svg.followed path.mine").count() >= 1


def test_the_list_is_reached_by_keyboard_and_then_visible(open_page: OpenPage) -> None:
    page = open_page("/events/1/", 1280)
    name = page.locator(".by-round a[href^='?player']").first
    assert page.locator(".by-round").first.evaluate("e => e.offsetWidth") <= 1

    name.focus()

    assert page.locator(".by-round").first.evaluate("e => e.offsetWidth") > 600


def test_a_wide_bracket_opens_at_the_current_round_and_keeps_its_heads_in_view(
    open_page: OpenPage, events: dict[int, int]
) -> None:
    page = open_page(f"/events/{events[64]}/", 1280)
    drawing, heads = page.locator("#drawing-consolation"), page.locator("#heads-consolation")
    place = "e => [e.scrollLeft, Math.round(e.getBoundingClientRect().top)]"

    left = drawing.evaluate("e => e.scrollLeft")
    assert left > 0
    assert drawing.evaluate("e => e.scrollHeight - e.clientHeight") <= 0, "it scrolls sideways only"
    drawing.evaluate("e => scrollTo(0, scrollY + e.getBoundingClientRect().top + 300)")
    assert heads.evaluate(place) == [left, 0]

    # The bar under the heads moves the drawing, and the drawing the heads.
    for moved, other in ((heads, drawing), (drawing, heads)):
        left -= 40
        moved.evaluate(f"e => {{ e.scrollLeft = {left}; }}")
        page.wait_for_function("([e, left]) => e.scrollLeft === left", arg=[other.element_handle(), left])


def test_without_scripts_the_heads_of_a_wide_bracket_are_scrolled_with_it(
    open_page: OpenPage, events: dict[int, int]
) -> None:
    page = open_page(f"/events/{events[64]}/", 1280, javascript=False)
    left = "e => Math.round(e.getBoundingClientRect().left)"
    edges = page.locator("#heads-consolation svg"), page.locator("#drawing-consolation svg")
    before = [each.evaluate(left) for each in edges]

    page.locator(".drawing.wide").last.evaluate("e => { e.scrollLeft = 200; }")

    assert [each.evaluate(left) for each in edges] == [each - 200 for each in before]


def test_a_wide_window_shows_a_wide_bracket_whole_under_a_head_of_its_width(
    open_page: OpenPage, events: dict[int, int]
) -> None:
    page = open_page(f"/events/{events[64]}/", 1920)

    for bracket in ("main", "consolation"):
        assert page.locator(f"#drawing-{bracket}").evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    edges = [
        page.locator(each).bounding_box() or {"x": -1.0}
        for each in (".mark", "h1", "#drawing-main", ".foot a >> nth=0")
    ]
    assert {round(each["x"]) for each in edges} == {round(edges[0]["x"])}
    assert round(edges[0]["x"]) < 60


def test_a_result_appears_in_the_drawing_and_nothing_moves(
    open_page: OpenPage, site: Site, events: dict[int, int]
) -> None:
    page = open_page(f"/events/{events[64]}/", 1280)
    place = "e => [e.scrollLeft, e.getBoundingClientRect().top, document.body.scrollHeight]"
    drawing = page.locator("#drawing-consolation")
    drawing.evaluate("e => { e.scrollIntoView(); e.scrollLeft = 200; scrollBy(0, 300); }")
    before, posted = drawing.evaluate(place), page.locator("#head").inner_text()

    with site.client() as client:
        match = client.read(f"events/{events[64]}/matches/?status=open")[-1]
        client.made(f"matches/{match['id']}/result/", {"score": [11, 9]}, 200)

    page.wait_for_function("before => document.querySelector('#head').innerText !== before", arg=posted)
    assert drawing.evaluate(place) == before


def test_the_drawing_is_visible_in_forced_colours(open_page: OpenPage) -> None:
    page = open_page("/events/1/", 1280, forced_colors="active")

    strokes = page.evaluate(
        "['done', 'to-come', 'now'].map((each) => getComputedStyle(document.querySelector('.sheet .' + each)).stroke)"
    )
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground not in strokes
