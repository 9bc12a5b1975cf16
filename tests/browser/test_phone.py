"""A player's page on a phone: a game in few taps, accessible to everyone."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.conf import settings
from playwright.sync_api import Browser, Page, expect

from rules.errors import RuleBroken
from rules.formats.registry import read_format
from rules.match.crawford import phase
from rules.match.games import KINDS, GameResult
from rules.match.score import replay
from rules.match.terms import Terms
from tests.browser.conftest import axe, layout_faults, scrolls_sideways, shoot
from tests.browser.phones import Hall, first_view_in
from tournaments.read.players.phone_card import plays_of

ROOT = Path(__file__).resolve().parents[2]
WINS = [kind for kind in KINDS if not kind.startswith("draw")]


# --- The rule book, on the phone


def some_matches(chance: Random) -> Iterator[tuple[Terms, list[GameResult]]]:
    """Yield matches of every length as people play and mistype them; many break a rule."""
    for _ in range(600):
        length = chance.choice([1, 2, 3, 5, 7, 9, 17, 25])
        crawford = chance.random() < 0.9
        start = (chance.randrange(length), chance.randrange(length)) if chance.random() < 0.3 else (0, 0)
        terms = Terms(length, start, crawford=crawford, holland=crawford and chance.random() < 0.5)
        cubes = [1, 1, 1, 2, 2, 4, 8] + ([3, 0] if chance.random() < 0.05 else [])
        kinds = list(KINDS) if chance.random() < 0.05 else WINS
        games = [
            GameResult.read(chance.choice(["top", "bottom"]), chance.choice(cubes), chance.choice(kinds))
            for _ in range(chance.randrange(2 * length + 2))
        ]
        yield terms, games


def by_the_book(terms: Terms, games: list[GameResult]) -> dict[str, Any]:
    try:
        score = replay(terms, games)
    except RuleBroken as broken:
        return {"refused": broken.code, "game": broken.facts["game"], "points": list(broken.facts["score"])}
    over = score.winner is not None
    return {
        "refused": "",
        "points": list(score.points),
        "winner": score.winner.value if score.winner else "",
        "crawford": score.crawford_game,
        "shown": list(score.shown),
        "next": "" if over else phase(terms, score.points, score.crawford_game is not None).value,
    }


def test_the_script_agrees_with_the_rule_book_over_600_matches(browser: Browser) -> None:
    matches = list(some_matches(Random(2026)))
    page = browser.new_page()
    page.add_script_tag(path=ROOT / "static" / "js" / "score.js")
    rows = [
        [
            {"length": terms.length, "start": list(terms.start), "crawford": terms.crawford, "holland": terms.holland},
            [[game.winner_word, game.cube, game.kind] for game in games],
        ]
        for terms, games in matches
    ]

    hits = page.evaluate("(all) => all.map((each) => window.barpoint.score.replay(each[0], each[1]))", rows)

    page.close()
    assert hits == [by_the_book(terms, games) for terms, games in matches]
    assert {each["refused"] for each in hits} == {"", "match.over", "cube.value", "crawford.cube", "game.draw"}
    assert {each.get("next") for each in hits} >= {"normal", "crawford", "post_crawford", "dmp", ""}


def other_matches(chance: Random) -> Iterator[tuple[Terms, list[GameResult]]]:
    """Yield matches of other games as people play and mistype them."""
    every = [read_format({"ruleset": id_}) for id_ in ("tapa", "plakoto", "narde", "irish")]
    every += [read_format({"match": {"kind": kind}}) for kind in ("tavli", "tabla")]
    for _ in range(300):
        terms = chance.choice(every).terms(chance.choice([1, 2, 3, 5, 7]))
        kinds = ["single"] * 6 + ["gammon"] * 3 + ["draw", "draw_one"] * 2 + ["drop", "backgammon"]
        yield (
            terms,
            [
                GameResult.read(chance.choice(["top", "bottom"]), chance.choice([1] * 30 + [2]), chance.choice(kinds))
                for _ in range(chance.randrange(2 * terms.length + 3))
            ],
        )


def _counted(hit: dict[str, Any]) -> list[Any]:
    return [hit["refused"], hit["game"]] if hit["refused"] else [hit["points"], hit["shown"], hit["winner"]]


def counted_by_the_book(terms: Terms, games: list[GameResult]) -> list[Any]:
    try:
        score = replay(terms, games)
    except RuleBroken as broken:
        return [broken.code, broken.facts["game"]]
    return [[*score.points], [*score.shown], score.winner.value if score.winner else ""]


def test_the_script_counts_other_games_as_the_rule_book_does(browser: Browser) -> None:
    matches = list(other_matches(Random(2026)))
    page = browser.new_page()
    page.add_script_tag(path=ROOT / "static" / "js" / "score.js")
    rows = [
        [
            {"length": terms.length, "start": [0, 0], "plays": json.loads(plays_of(terms))},
            [[game.winner_word, game.cube, game.kind] for game in games],
        ]
        for terms, games in matches
    ]

    hits = page.evaluate("(all) => all.map((each) => window.barpoint.score.replay(each[0], each[1]))", rows)

    page.close()
    assert [_counted(hit) for hit in hits] == [counted_by_the_book(terms, games) for terms, games in matches]
    assert {each["refused"] for each in hits} == {"", "match.over", "game.draw", "game.value", "cube.off"}


# --- A game, a match, an answer


def test_a_game_takes_four_taps_at_most_and_the_button_shows_the_new_score(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top)
    mine.open_games()
    mine.taps = 0

    mine.choose("winner", "top")
    mine.choose("cube", "2")
    mine.choose("kind", "gammon")
    expect(mine.button).to_have_text("Write it: +4, you lead 4–0")
    mine.write()

    assert mine.taps == 4
    expect(mine.page.locator('[data-points="own"]')).to_have_text("4")
    expect(mine.button).to_have_text("Write it")
    expect(mine.page.locator("form[data-entry] legend").first).to_have_text("Game 2 who won?")
    mine.wait_until_sent()
    assert hall.verbs(table) == ["match.scored"]


def test_in_the_crawford_game_the_cube_cannot_be_chosen(phone: Any, hall: Hall) -> None:
    mine = phone(hall.table(3).bottom)
    rule = mine.page.locator("[data-rule]")

    mine.choose("winner", "bottom")
    mine.choose("cube", "2")
    expect(rule).to_have_text("Next is the Crawford game: no cube.")
    mine.write()

    expect(rule).to_have_text("This is the Crawford game: no cube.")
    assert mine.page.locator('[name="cube"]:disabled').count() == 9
    assert mine.page.locator('[name="kind"][value="drop"]').is_disabled()
    mine.choose("winner", "top")
    expect(mine.button).to_contain_text("+1 for")
    expect(rule).to_have_text("After the Crawford game the cube is back.")
    mine.write()
    assert mine.page.locator('[name="cube"]:disabled').count() == 0


def test_a_reported_match_is_confirmed_with_one_tap(phone: Any, hall: Hall) -> None:
    table = hall.table()
    winner = phone(table.top)
    winner.game("top", "4")
    winner.choose("winner", "top")
    winner.choose("cube", "4")
    expect(winner.button).to_have_text("Write it: you win 7–0")
    winner.write()
    expect(winner.page.locator("h1:visible")).to_have_text("You won 7–0")
    expect(winner.step("sent")).to_have_class("done")
    expect(winner.step("confirmed")).to_have_class("todo")

    loser = phone(table.bottom)
    loser.taps = 0
    expect(loser.page.locator("h1:visible")).to_contain_text("says 7–0")
    loser.tap('form[data-answer="confirm"] button')

    assert loser.taps == 1
    expect(winner.page.locator("h1:visible")).to_have_text("You won", timeout=15000)
    assert hall.card(table)["settled"] is True


def test_the_final_score_takes_three_taps(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.bottom)

    mine.choose("winner", "top", "form[data-final]")
    mine.choose("loser", "5", "form[data-final]")
    expect(mine.page.locator("form[data-final] button")).to_contain_text("wins 7–5")
    mine.write("form[data-final]")

    assert mine.taps == 3
    # The loser's own report settles, so the page shows what comes next.
    expect(mine.page.locator("section .played")).to_contain_text("5–7")
    assert (hall.card(table)["score"], hall.card(table)["settled"]) == ([7, 5], True)


def test_an_update_never_discards_an_unfinished_entry(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine, other = phone(table.top), phone(table.bottom)
    mine.choose("winner", "top")

    other.game("bottom", "2")
    expect(mine.page.locator(".as-of.stale")).to_contain_text("Something changed.", timeout=15_000)

    assert mine.page.locator('form[data-entry] [name="winner"][value="top"]').is_checked()
    expect(mine.button).to_have_text("Write it: +1, you lead 1–0")


# --- Accessibility


def test_without_javascript_three_groups_and_a_button_suffice(phone: Any, hall: Hall) -> None:
    table = hall.table()
    mine = phone(table.top, javascript=False)

    mine.write()
    expect(mine.page.locator(".problem")).to_contain_text("Game 1: who won?")
    mine.game("top", "4", "single")
    expect(mine.page.locator('[data-points="own"]')).to_have_text("4")
    mine.tap("#games summary")
    mine.tap("[data-remove-game]")
    expect(mine.page.locator('[data-points="own"]')).to_have_text("0")
    mine.game("top", "8")
    expect(mine.page.locator("h1")).to_have_text("You won 7–0")
    other = phone(table.bottom, javascript=False)
    other.tap('form[data-answer="confirm"] button')

    assert hall.card(table)["settled"] is True


@pytest.mark.parametrize("length", [17, 25])
def test_a_long_match_fits_a_small_phone(phone: Any, hall: Hall, length: int) -> None:
    mine = phone(hall.table(length).top)

    mine.choose("winner", "top")
    mine.choose("cube", "16")

    box = mine.button.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= 740
    assert mine.page.evaluate("window.scrollY") == 0
    assert faults(mine.page) == []


def faults(page: Page) -> list[str]:
    return [*layout_faults(page), *(["scrolls sideways"] if scrolls_sideways(page) else []), *axe(page)]


@pytest.mark.parametrize("dark", [False, True])
def test_the_page_of_a_match_has_no_faults(phone: Any, hall: Hall, dark: bool) -> None:
    table = hall.tables[0]
    mine = phone(table.top, dark=dark)
    rows = faults(mine.page)

    mine.choose("winner", "top")
    mine.choose("cube", "2")
    shoot(mine.page, f"phone-360-{'dark' if dark else 'light'}")
    mine.tap(".more summary")
    rows += faults(mine.page)
    mine.tap("#final summary")
    rows += faults(mine.page)
    mine.page.set_viewport_size({"width": 1280, "height": 800})
    rows += faults(mine.page)

    assert rows == []


def test_by_keys_alone_and_in_forced_colours(phone: Any, hall: Hall) -> None:
    table = hall.tables[0]
    mine = phone(table.top, forced_colors="active")
    mine.open_games()
    rows = faults(mine.page)
    mine.page.locator('form[data-entry] [name="winner"]').first.focus()

    for key in ("Space", "Tab", "ArrowRight", "Tab", "Tab", "ArrowRight"):
        mine.page.keyboard.press(key)

    expect(mine.button).to_have_text("Write it: +4, you lead 4–0")
    assert rows == []


def test_the_first_view_weighs_ten_kilobytes_at_most_in_every_language(phone: Any, hall: Hall) -> None:
    """The compressed page and styles, which are loaded before anything can be tapped."""
    page = phone(hall.tables[0].top).page
    linked = page.locator('link[rel="stylesheet"]').evaluate_all("all => all.map((each) => each.href)")

    weights = first_view_in(page, [code for code, _ in settings.LANGUAGES])

    names = [re.sub(r".*css/|(\.\w{12})?\.css$", "", each) for each in linked]
    assert names == ["tokens", "base", "forms", "parts", "pages/my", "print"]
    assert list(weights) == ["bg", "de", "en", "eu", "sq"]
    assert len(set(weights.values())) > 1
    assert max(weights.values()) <= 10_240, weights
