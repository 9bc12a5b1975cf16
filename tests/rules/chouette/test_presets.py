"""What each room's own rules change: one evening for each preset.

Source: docs/rules/chouette.md#presets.
"""

import pytest

from rules.chouette.actions import Action, Join, Leave, Settle, Start, TakeExtra, TakePartner, Ties
from rules.chouette.offers import Do, offers
from rules.chouette.people import should_split, split_off
from rules.chouette.play import play, play_all
from rules.chouette.presets import house_rules
from rules.errors import RuleBroken
from tests.rules.chouette.evenings import (
    beavers,
    box,
    box_doubles,
    crew,
    game,
    order,
    points,
    raccoons,
    seated,
    team_doubles,
    won,
)

ALL = team_doubles("C P Q R")


def refusal(preset: str, *actions: Action, people: str = "B C P Q R") -> str:
    """Return why the last of these actions is refused in a game under the rules of a room."""
    table = play_all(seated(people, house_rules(preset)), (Start(), *actions[:-1]))
    with pytest.raises(RuleBroken) as refused:
        play(table, actions[-1])
    return refused.value.code


def test_the_seed_plays_one_cube_and_counts_a_gammon_with_a_centred_cube() -> None:
    table = seated("B C P Q", house_rules("seed"))

    assert points(game(table, Ties(3), won("box", "gammon"))) == {"B": 6, "C": -2, "P": -2, "Q": -2}
    assert order(game(table, box_doubles(), crew("C:p P:t Q:t"), won("team"))) == "P; Q C B"
    assert refusal("seed", team_doubles(), box("b")) == "chouette.no_beaver"


def test_a_money_night_has_one_automatic_double_beavers_jacoby_and_settlements() -> None:
    table = seated("B C P Q", house_rules("money_night"))
    doubled = (Ties(3), team_doubles("C"), box("C:b"), beavers("C:a"))

    # C's cube is at 8; P settles for a point, and Q's cube, only turned by the ties, pays a gammon single.
    settled = game(table, *doubled, Settle("B", "P", "P", 1), won("team", "gammon"))
    assert points(settled) == {"B": -17, "C": 16, "P": -1, "Q": 2}
    assert refusal("money_night", team_doubles("C"), box("C:b"), beavers("C:r")) == "chouette.no_raccoon"


def test_cambridge_seats_newcomers_ahead_of_the_loser_and_has_neither_props_nor_settlements() -> None:
    table = game(seated(options=house_rules("cambridge")), won("team"))

    assert order(play(table, Join("New"))) == "C; P Q R New B"
    lone = (box_doubles("C P"), crew("C:p P:t"), TakeExtra("C", "P"))
    assert refusal("cambridge", *lone) == "chouette.no_extras"
    assert refusal("cambridge", Settle("B", "C", "C", 1)) == "chouette.no_settlements"
    assert refusal("cambridge", box_doubles("C"), crew("C:b")) == "chouette.no_beaver"


def test_woolsey_has_a_partner_from_six_who_becomes_captain_when_the_box_loses() -> None:
    table = seated("B C S Q R U", house_rules("woolsey"))

    with pytest.raises(RuleBroken, match=r"chouette\.partner_needed"):
        play(table, Start())
    paired = play(table, TakePartner("S"))
    assert order(game(paired, won("box"))) == "B [S]; Q R U C"
    assert order(game(paired, won("team"))) == "C [Q]; S R U B"
    assert order(play(game(paired, won("team")), Join("New"))) == "C [Q]; S R U B New"
    # With five left the pair plays on while it wins, and then there is none.
    five = play_all(game(paired, won("box")), [Leave("U")])
    assert order(game(five, won("box"))) == "B [S]; R C Q"
    assert order(game(five, won("team"))) == "Q; S R C B"


def test_los_angeles_takes_the_captain_and_breaks_even_and_a_box_that_loses_points_goes() -> None:
    rules = house_rules("la")
    table = seated(options=rules)

    assert refusal("la", ALL, box("C:p P:t Q:t R:t")) == "chouette.take_captain"
    assert refusal("la", ALL, box("C:t P:p Q:p R:p")) == "chouette.break_even"
    assert refusal("la", team_doubles("C P"), box("C:t P:p"), people="B C P") == "chouette.both_or_none"
    assert refusal("la", box_doubles("P Q")) == "chouette.double_captain"
    assert order(game(table, team_doubles("P Q R"), box("P:p Q:p R:p"), won("box"))) == "P; Q R C B"
    extra = (box_doubles("C P Q R"), crew("C:p P:t Q:p R:p"), TakeExtra("Q", "P"))
    assert points(game(table, *extra, won("box", "gammon"))) == {"B": 7, "C": -1, "P": -7, "Q": 2, "R": -1}


def test_los_angeles_double_stand_up_puts_the_box_at_the_bottom_behind_the_captain() -> None:
    table = seated(options=house_rules("la"))
    both_lose = (box_doubles("C P Q R"), crew("C:p P:t Q:t R:p"), won("team"))

    assert (order(game(table, *both_lose)), points(game(table, *both_lose))["C"]) == ("P; Q R C B", -1)


def test_los_angeles_settlement_that_the_captain_pays_is_a_win_of_the_box() -> None:
    table = seated("B C P", house_rules("la"))

    assert order(game(table, Settle("B", "C", "C", 1), won("box"))) == "B; P C"
    assert order(game(table, Settle("B", "C", "B", 1), won("box"))) == "C; P B"


def test_los_angeles_has_a_partner_at_six_by_choice_needs_one_at_seven_and_splits_at_eight() -> None:
    six, seven = seated("B C S Q R U", house_rules("la")), seated("B C S Q R U V", house_rules("la"))

    play(six, Start())
    with pytest.raises(RuleBroken, match=r"chouette\.partner_needed"):
        play(seven, Start())
    assert (should_split(seven), should_split(play(seven, Join("W")))) == (False, True)
    assert split_off(seven, ["W"]) == ("R", "U", "V")


def test_esk_takes_at_least_half_both_or_none_of_two_and_asks_in_team_order() -> None:
    assert refusal("esk", ALL, box("C:p P:p Q:p R:t")) == "chouette.take_half"
    assert refusal("esk", team_doubles("C P"), box("C:p P:t"), people="B C P") == "chouette.both_or_none"
    taken = game(seated(options=house_rules("esk")), ALL, box("C:p P:p Q:t R:t"), won("box", "gammon"))
    assert points(taken) == {"B": 6, "C": 1, "P": 1, "Q": -4, "R": -4}
    assert questions("esk") == ("C", "P", "Q", "R")


def test_clinton_hill_lets_a_lone_taker_beaver_and_asks_from_the_end_of_the_line() -> None:
    assert refusal("clinton_hill", box_doubles("C P"), crew("C:p P:t")) == "chouette.must_beaver"
    beavered = (box_doubles("C P"), crew("C:p P:b"), beavers("P:a"), won("team"))
    assert points(game(seated("B C P", house_rules("clinton_hill")), *beavered)) == {"B": -3, "C": -1, "P": 4}
    assert questions("clinton_hill") == ("R", "Q", "P", "C")


def test_st_albans_splits_above_five() -> None:
    five = seated(options=house_rules("st_albans"))

    assert (should_split(five), should_split(play(five, Join("S")))) == (False, True)
    assert split_off(five, ["S"]) == ("Q", "R")


def test_backgammontips_has_raccoons_and_takes_the_captain() -> None:
    assert refusal("backgammontips", ALL, box("C:p P:t Q:p R:p")) == "chouette.take_captain"
    assert refusal("backgammontips", box_doubles("C P"), crew("C:p P:t")) == "chouette.must_beaver"
    raccooned = (team_doubles("C"), box("C:b"), beavers("C:r"), raccoons("C:a"), won("team"))
    assert points(game(seated("B C P", house_rules("backgammontips")), *raccooned)) == {"B": -9, "C": 8, "P": 1}


def questions(preset: str) -> tuple[str, ...]:
    """Return in which order the crew is asked about a double of the box."""
    table = play_all(seated(options=house_rules(preset)), [Start(), box_doubles("C P Q R")])
    rows = next(each.answers for each in offers(table) if each.do is Do.TEAM_ANSWERS)
    return tuple(who for who, _ in rows)
