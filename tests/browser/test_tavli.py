"""A Tavli event of eight on the desk, from the set-up page to the places: games with their own wins, and draws."""

from urllib.parse import urljoin

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, layout_faults, scrolls_sideways, shoot
from tests.browser.newcomer import ENTRANTS, KEY, Newcomer
from tests.browser.saturday import DIRECTOR, enters
from tests.served.servers import Site

# Portes, Plakoto drawn, Fevga with a double: three points, and the match.
CYCLE = ("Portes", "Plakoto", "Fevga")
GAMES = (("top", "single"), ("none", "draw"), ("top", "gammon"))


def test_a_tavli_event_of_eight_from_the_set_up_to_the_places(open_page: OpenPage, site: Site) -> None:
    with site.client(DIRECTOR) as client:
        club = client.made("clubs/", {"name": "Tavli Club"})["id"]
        day = client.made("tournaments/", {"club": club, "name": "Tavli Evening", "timezone": "UTC"})["id"]
    page = open_page(f"/tournaments/{day}/events/new/", 1280, signed_in_as=DIRECTOR)
    faults: dict[str, list[str]] = {}

    def look(page: Page, name: str) -> None:
        faults[name] = layout_faults(page) + ["scrolls sideways"] * scrolls_sideways(page)
        shoot(page, f"tavli-{name}")

    director = Newcomer(page, look)
    set_up_and_draw(director)
    with site.client(DIRECTOR) as client:
        event = client.read(f"tournaments/{day}/")["events"][0]["id"]
        rows = client.read(f"events/{event}/matches/?status=open")
        reported_game_by_game(director, rows[0]["id"])
        page.goto(urljoin(page.url, f"/tournaments/{day}/desk/"))
        look(page, "desk")
        while rows := client.read(f"events/{event}/matches/?status=open"):
            enters(page, f"{rows[0]['code']} 3-1", rows[0]["code"], reading=True)

        page.goto(urljoin(page.url, f"/events/{event}/places/"))
        look(page, "places")
        places = [each["place"] for each in client.read(f"events/{event}/standings/")]
    assert places == [1, 2, 3, 3, 5, 5, 5, 5]
    assert {name: rows for name, rows in faults.items() if rows} == {}


def set_up_and_draw(director: Newcomer) -> None:
    page = director.page
    director.fills("Event", "Tavli")
    director.chooses("None")
    page.get_by_label("Game", exact=True).select_option("tavli")
    page.get_by_label("Main, points").fill("3")
    expect(page.locator("#consequences")).to_contain_text("Portes, Plakoto and Fevga take turns")
    director.look(page, "set-up")
    director.presses("Save")
    director.fills("One entrant a line", "\n".join(ENTRANTS))
    expect(page.locator(".read-line")).to_have_count(len(ENTRANTS))
    director.presses("Enter 8")
    director.presses("Make the draw")
    director.fills("Draw key", KEY)
    director.presses("Draw")
    director.look(page, "drawn")


def reported_game_by_game(director: Newcomer, match: int) -> None:
    """Enter game after game; the last is the double of Fevga."""
    page = director.page
    page.goto(urljoin(page.url, f"/matches/{match}/result/?way=games"))
    for number, (winner, kind) in enumerate(GAMES, start=1):
        game = page.locator(f"#game_{number}")
        expect(game).to_contain_text(CYCLE[number - 1])
        game.locator(f"input[value={winner}]").check(force=True)
        if winner != "none":
            game.locator("select").select_option(kind)
        if number < len(GAMES):
            director.presses("Add a game")
    director.look(page, "games")
    director.presses("Save the result")
    expect(page.locator("table.games")).to_contain_text("Plakoto")
    director.look(page, "match")
