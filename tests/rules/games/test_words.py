"""The words of the games in other languages, on the page of each game and in the list of the shell."""

import json
from pathlib import Path

import pytest

from rules.__main__ import main
from rules.rulesets import CYCLES, GAMES, ruleset
from rules.rulesets.words import CYCLES_PAGE, LANGUAGES, glossary, names_of, wins_in_words

PAGES = [*dict.fromkeys(entry.page for entry in GAMES.values()), CYCLES_PAGE]
DOCS = Path(__file__).parents[3] / "docs" / "rules"


@pytest.mark.parametrize("page", PAGES)
def test_the_page_of_a_game_has_its_words(page: str) -> None:
    lines = (DOCS / page).read_text().splitlines()

    assert [line for line in glossary(page) if line not in lines] == []


def test_every_game_and_cycle_has_a_name_in_german_at_least() -> None:
    assert [id_ for id_ in (*GAMES, *CYCLES) if "de" not in names_of(id_)] == []
    assert {code for id_ in GAMES for code in names_of(id_)} <= set(LANGUAGES)


def test_the_words_of_wins_are_those_of_the_values() -> None:
    assert list(wins_in_words(ruleset("standard"))) == ["single", "gammon", "backgammon"]
    assert list(wins_in_words(ruleset("irish"))) == ["single"]
    assert wins_in_words(ruleset("tapa"))["gammon"]["bg"] == "марс"


def test_the_shell_lists_the_words_too(capsys: pytest.CaptureFixture[str]) -> None:
    main(["rulesets", "--json"])

    listed = {each["id"]: each for each in json.loads(capsys.readouterr().out)}
    assert listed["plakoto"]["names"]["el"] == "Πλακωτό"
    assert listed["tavla"]["wins"]["gammon"]["tr"] == "mars"
