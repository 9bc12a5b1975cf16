"""A game of a chouette in a few signs, as the sheet of many games has it."""

from dataclasses import replace

import pytest

from clubs.words.chouette.codes import game_code, initials
from rules.chouette.actions import Action, Resign, Settle, Side, TakeExtra, Ties, Win
from rules.chouette.options import CounterDouble, Extras, Options
from tests.rules.chouette.evenings import (
    MULTI,
    beavers,
    box,
    box_doubles,
    crew,
    game,
    raccoons,
    seated,
    team_doubles,
    won,
)

MANY = replace(MULTI, counter_double=CounterDouble.BEAVER_RACCOON, settlements=True, extras=Extras.MUST, auto_limit=2)
ONE = Options(counter_double=CounterDouble.BEAVER)


@pytest.mark.parametrize(
    ("options", "actions", "code"),
    [
        (MANY, [won("team", "gammon")], "crew gammon"),
        (MANY, [Ties(2), won("box")], "2 ties; B single"),
        (
            MANY,
            [box_doubles("Cid Dee Eve"), crew("Cid:p Dee:t Eve:p"), TakeExtra("Cid", "Dee"), won("box")],
            "B×all 2, C E pass; extra C–D; B single",
        ),
        (MANY, [team_doubles("Cid Dee Eve"), box("Cid:t Dee:p Eve:p"), won("team")],
         "all×B 2, B passes D E; crew single"),
        (MANY, [team_doubles("Cid Dee Eve"), box("Cid:t Dee:t Eve:t"), won("box")], "all×B 2, B takes; B single"),
        (
            MANY,
            [team_doubles("Dee"), box("Dee:b"), beavers("Dee:r"), raccoons("Dee:a"), won("team")],
            "D×B 2, B beavers, D raccoons, B accepts; crew single",
        ),
        (MANY, [Settle("Bob", "Cid", "Cid", 2), Resign("Dee", Side.TEAM, Win.GAMMON), won("box")],
         "C settles with B: 2; D resigns a gammon; B single"),
        (ONE, [box_doubles(), crew("Cid:t Dee:t Eve:t"), won("team")], "B×all 2, all take; crew single"),
        (ONE, [team_doubles(), box("b"), beavers("p")], "crew×B 2, B beavers, C passes"),
    ],
)  # fmt: skip
def test_a_game_in_signs(options: Options, actions: list[Action], code: str) -> None:
    people = ["Bob", "Cid", "Dee", "Eve"]
    table = game(seated(" ".join(people), options), *actions)

    assert game_code(table, table.results[0].game, actions, initials(people)) == code


def test_names_are_as_short_as_nobody_else_is_called() -> None:
    assert initials(["Ann", "Anna", "Bob", "Bo Li", "Cid"]) == {
        "Ann": "Ann", "Anna": "Anna", "Bob": "Bob", "Bo Li": "Bo", "Cid": "C",
    }  # fmt: skip
