"""Points, cubes, extras, partners and duties: the worked examples to the point, and what is refused.

Source: docs/rules/chouette.md.
"""

from dataclasses import replace

import pytest

from rules.chouette.actions import (
    Action,
    BoxDoubles,
    Leave,
    RefuseOpening,
    Settle,
    Side,
    Start,
    TakeExtra,
    TakePartner,
    Ties,
)
from rules.chouette.options import BoxDuty, CounterDouble, Extras, OpeningRefusal, Options
from rules.chouette.play import play, play_all
from rules.chouette.presets import HOUSE_RULES
from rules.errors import RuleBroken
from tests.rules.chouette.evenings import (
    MULTI,
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

BEAVERS = CounterDouble.BEAVER_RACCOON
WITH_EXTRAS = replace(MULTI, extras=Extras.MUST, settlements=True)


def code_of(action: Action, *before: Action, people: str = "B C P Q R", options: Options | None = None) -> str:
    """Return why an action is refused after others in a running game."""
    table = play_all(seated(people, options), (Start(), *before))
    with pytest.raises(RuleBroken) as refused:
        play(table, action)
    return refused.value.code


def test_a_lone_taker_who_wins_or_is_gammoned_with_one_cube() -> None:
    dropped = (box_doubles(), crew("C:p P:t Q:p"))
    first = game(seated("B C P Q"), *dropped, won("team"))
    second = game(seated("B C P Q"), *dropped, won("box", "gammon"))

    assert (first.totals(), order(first)) == ({"B": 0, "C": -1, "P": 2, "Q": -1}, "P; Q C B")
    assert (second.totals(), order(second)) == ({"B": 6, "C": -1, "P": -4, "Q": -1}, "B; P Q C")


def test_the_worked_evening_of_five_with_many_cubes() -> None:
    table = game(
        seated("Ann Bob Cid Dee Eve", MULTI),
        team_doubles("Bob Cid Dee Eve"),
        box("Bob:t Cid:t Dee:p Eve:p"),
        won("team", "gammon"),
    )
    assert (points(table), order(table)) == (
        {"Ann": -10, "Bob": 4, "Cid": 4, "Dee": 1, "Eve": 1},
        "Bob; Cid Dee Eve Ann",
    )
    table = game(table, box_doubles("Cid Dee Eve Ann"), crew("Cid:p Dee:t Eve:p Ann:t"), won("box"))
    assert (points(table), order(table)) == (
        {"Bob": 6, "Cid": -1, "Dee": -2, "Eve": -1, "Ann": -2},
        "Bob; Dee Eve Ann Cid",
    )
    table = game(table, box_doubles("Dee Eve Ann Cid"), crew("Dee:p Eve:p Ann:p Cid:p"))
    assert (points(table)["Bob"], order(table)) == (4, "Bob; Eve Ann Cid Dee")
    table = game(
        table,
        team_doubles("Eve Ann Cid Dee"),
        box("Eve:t Ann:t Cid:t Dee:t"),
        box_doubles("Eve"),
        crew("Eve:t"),
        won("team"),
    )
    assert points(table) == {"Bob": -10, "Eve": 4, "Ann": 2, "Cid": 2, "Dee": 2}
    assert table.totals() == {"Ann": -11, "Bob": 4, "Cid": 4, "Dee": 0, "Eve": 3}


@pytest.mark.parametrize(
    ("last", "cid", "dee"),
    [
        ([won("box")], -1 - 1 + 2, -2 + 1 - 2),
        ([won("box", "gammon")], -1 - 1 + 4, -4 + 1 - 4),
        ([won("team")], -1 - 1 - 2, 2 + 1 + 2),
        ([team_doubles("Dee"), box("Dee:p")], -1 - 1 - 2, 2 + 1 + 2),
        ([team_doubles("Dee"), box("Dee:t"), box_doubles("Dee"), crew("Dee:p")], -1 - 1 + 2, -4 + 1 - 2),
        ([Settle("Bob", "Dee", "Dee", 1), Settle("Cid", "Dee", "Cid", 1)], -1 - 1 - 1, -1 + 1 + 1),
        ([Settle("Bob", "Dee", "Dee", 1), won("box", "gammon")], -1 - 1 + 4, -1 + 1 - 4),
    ],
)
def test_an_extra_costs_the_value_before_the_double_and_follows_who_wins(
    last: list[Action], cid: int, dee: int
) -> None:
    doubled = (box_doubles("Cid Dee Eve Ann"), crew("Cid:p Dee:t Eve:p Ann:p"), TakeExtra("Cid", "Dee"))
    table = game(seated("Bob Cid Dee Eve Ann", WITH_EXTRAS), *doubled, *last)

    assert (points(table)["Cid"], points(table)["Dee"]) == (cid, dee)
    assert sum(points(table).values()) == 0


def test_only_somebody_who_just_dropped_takes_an_extra_against_a_lone_taker() -> None:
    lone = (box_doubles("C P Q"), crew("C:p P:t Q:p"))
    extra = TakeExtra("C", "P")

    assert code_of(extra, *lone, options=MULTI) == "chouette.no_extras"
    assert code_of(TakeExtra("R", "P"), *lone, options=WITH_EXTRAS) == "chouette.no_extra"
    assert code_of(TakeExtra("C", "Q"), *lone, options=WITH_EXTRAS) == "chouette.no_extra"
    assert code_of(extra, *lone, extra, options=WITH_EXTRAS) == "chouette.no_extra"
    assert code_of(extra, *lone, team_doubles("P"), box("P:t"), options=WITH_EXTRAS) == "chouette.no_extra"
    beavered = (box_doubles("C P Q"), crew("C:p P:b Q:p"), beavers("P:a"))
    play_all(seated(options=replace(WITH_EXTRAS, counter_double=BEAVERS)), (Start(), *beavered, extra))
    two = (box_doubles("C P Q"), crew("C:p P:t Q:t"))
    assert code_of(extra, *two, options=WITH_EXTRAS) == "chouette.no_extra"


def test_a_taker_is_not_lone_where_another_settled_the_same_double() -> None:
    settled = (box_doubles("C P Q"), Settle("B", "Q", "Q", 1), crew("C:p P:t"))

    assert code_of(TakeExtra("C", "P"), *settled, options=WITH_EXTRAS) == "chouette.no_extra"


def test_raccoons_make_eight_and_a_pass_of_them_costs_four() -> None:
    options = replace(MULTI, counter_double=BEAVERS)
    doubled = (team_doubles("C P"), box("C:b P:b"), beavers("C:r P:a"))
    table = game(seated("B C P", options), *doubled, raccoons("C:a"), won("team", "gammon"))
    passed = game(seated("B C P", options), *doubled, raccoons("C:p"), won("box"))

    assert points(table) == {"B": -24, "C": 16, "P": 8}
    assert (points(passed), order(passed)) == ({"B": 0, "C": 4, "P": -4}, "C; P B")


def test_a_raccoon_leaves_the_cube_with_the_side_that_beavered() -> None:
    options = Options(counter_double=BEAVERS)
    raccooned = (box_doubles(), crew("C:b P:t Q:t R:t"), beavers("r"), raccoons("a"))

    assert code_of(box_doubles(), *raccooned, options=options) == "chouette.no_double"
    table = game(seated(options=options), *raccooned, team_doubles(), box("t"), won("box"))
    assert points(table) == {"B": 64, "C": -16, "P": -16, "Q": -16, "R": -16}


def test_all_takers_play_at_the_value_to_which_the_acting_captain_beavers() -> None:
    options = Options(counter_double=BEAVERS)
    table = game(seated(options=options), box_doubles(), crew("C:p P:b Q:t R:p"), beavers("a"), won("team"))

    assert points(table) == {"B": -6, "C": -1, "P": 4, "Q": 4, "R": -1}
    assert code_of(crew("C:p P:t Q:b R:p"), box_doubles(), options=options) == "chouette.captain_beavers"


def test_automatic_doubles_stop_at_the_limit_and_do_not_turn_jacoby_off() -> None:
    options = Options(jacoby=True, auto_limit=2)
    ties = game(seated("B C P", options), Ties(5), won("box", "backgammon"))
    doubled = game(seated("B C P", options), Ties(5), team_doubles(), box("t"), won("box", "backgammon"))

    assert points(ties) == {"B": 8, "C": -4, "P": -4}
    assert points(doubled) == {"B": 48, "C": -24, "P": -24}


def test_jacoby_is_applied_to_each_contract() -> None:
    options = replace(MULTI, jacoby=True)
    table = game(seated("B C P", options), team_doubles("P"), box("P:t"), won("team", "gammon"))

    assert points(table) == {"B": -5, "C": 1, "P": 4}


def test_a_refused_opening_turns_the_cube_which_stays_centred() -> None:
    options = Options(opening_refusal=OpeningRefusal.OPENER)
    refuse = RefuseOpening(Side.BOX)

    assert points(game(seated("B C P", options), refuse, won("box"))) == {"B": 4, "C": -2, "P": -2}
    assert code_of(refuse, refuse, options=options) == "chouette.refused_before"
    assert code_of(refuse, team_doubles(), box("t"), options=options) == "chouette.begun"
    assert code_of(refuse) == "chouette.no_refusal"


def test_the_limit_of_doublings_counts_for_each_contract() -> None:
    options = replace(MULTI, max_doublings=1, counter_double=BEAVERS, lone_taker_must_beaver=True)
    taken = (box_doubles("C P"), crew("C:t P:p"))

    assert code_of(team_doubles("C"), *taken, options=options) == "chouette.no_double"
    assert code_of(crew("C:b P:p"), box_doubles("C P"), options=options) == "chouette.no_beaver"
    play_all(seated(options=options), (Start(), *taken, team_doubles("Q")))


def test_a_lone_taker_must_beaver() -> None:
    options = replace(MULTI, counter_double=BEAVERS, lone_taker_must_beaver=True)

    assert code_of(crew("C:p P:t"), box_doubles("C P"), options=options) == "chouette.must_beaver"
    play_all(seated(options=options), (Start(), box_doubles("P"), crew("P:t")))
    play_all(seated(options=options), (Start(), box_doubles("C P"), crew("C:p P:b")))


@pytest.mark.parametrize(
    ("options", "answers", "code"),
    [
        (replace(MULTI, box_must_take_captain=True), "C:p P:t Q:p R:p", "chouette.take_captain"),
        (replace(MULTI, box_duty=BoxDuty.HALF), "C:t P:p Q:p R:p", "chouette.take_half"),
        (replace(MULTI, box_duty=BoxDuty.BREAK_EVEN), "C:t P:p Q:p R:p", "chouette.break_even"),
    ],
)
def test_the_duties_of_the_box(options: Options, answers: str, code: str) -> None:
    everybody = team_doubles("C P Q R")

    assert code_of(box(answers), everybody, options=options) == code
    play_all(seated(options=options), (Start(), everybody, box("C:p P:p Q:p R:p")))
    play_all(seated(options=options), (Start(), everybody, box("C:t P:t Q:p R:p")))


def test_the_box_that_takes_anybody_takes_the_captain_where_only_some_double() -> None:
    options = replace(MULTI, box_must_take_captain=True)

    assert code_of(box("C:p P:t"), team_doubles("C P"), options=options) == "chouette.take_captain"
    play_all(seated(options=options), (Start(), team_doubles("P Q"), box("P:t Q:p")))


def test_half_of_five_are_three() -> None:
    options, people = replace(MULTI, box_duty=BoxDuty.HALF), "B C P Q R S"
    everybody = team_doubles("C P Q R S")

    assert code_of(box("C:t P:t Q:p R:p S:p"), everybody, people=people, options=options) == "chouette.take_half"
    play_all(seated(people, options), (Start(), everybody, box("C:t P:t Q:t R:p S:p")))


def test_the_box_takes_both_or_none_of_two() -> None:
    options = replace(MULTI, both_or_none=True)

    assert code_of(box("C:t P:p"), team_doubles("C P"), people="B C P", options=options) == "chouette.both_or_none"


def test_the_box_that_doubles_at_the_captains_level_doubles_the_captain_with_la_rules() -> None:
    options = replace(MULTI, la_rules=True)

    assert code_of(box_doubles("P"), options=options) == "chouette.double_captain"
    play_all(seated(options=options), (Start(), team_doubles("P"), box("P:t"), BoxDoubles(("P",))))


def test_a_partner_has_half_of_the_points_and_the_odd_one_is_the_boxs() -> None:
    options = replace(MULTI, box_partner_from=6)
    table = play(seated("B C S Q R U", options), TakePartner("S"))
    lost = game(table, team_doubles("Q"), box("Q:p"), won("team"))
    gained = game(table, won("box", "gammon"))

    assert (order(lost), points(lost)) == ("C [Q]; S R U B", {
        "B": -2, "S": -2, "C": 1, "Q": 1, "R": 1, "U": 1,
    })  # fmt: skip
    assert (order(gained), points(gained)["B"], points(gained)["S"]) == ("B [S]; Q R U C", 4, 4)
    odd = game(table, team_doubles("Q"), box("Q:t"), won("team"))
    assert (points(odd)["B"], points(odd)["S"]) == (-3, -2)


@pytest.mark.parametrize(
    ("action", "before", "code"),
    [
        (Start(), [], "chouette.running"),
        (box("t"), [], "chouette.no_offer"),
        (won("box"), [team_doubles()], "chouette.unanswered"),
        (team_doubles(), [box_doubles()], "chouette.unanswered"),
        (crew("C:t P:t Q:t R:t"), [team_doubles()], "chouette.no_offer"),
        (crew("C:t P:t Q:t"), [box_doubles()], "chouette.answers"),
        (crew("C:t P:t Q:t R:t B:t"), [box_doubles()], "chouette.answers"),
        (crew("C:a P:t Q:t R:t"), [box_doubles()], "chouette.answer"),
        (crew("C:b P:t Q:t R:t"), [box_doubles()], "chouette.no_beaver"),
        (team_doubles("P"), [], "chouette.not_captain"),
        (box_doubles("C"), [], "chouette.to_all"),
        (team_doubles(), [box_doubles(), crew("C:t P:t Q:t R:t"), team_doubles(), box("t")], "chouette.no_double"),
        (Ties(1), [team_doubles(), box("t")], "chouette.begun"),
        (Settle("B", "C", "B", 1), [], "chouette.no_settlements"),
        (box("C:t P:t Q:p R:t"), [team_doubles()], "chouette.answers"),
        (box("P:t"), [team_doubles()], "chouette.answers"),
        (beavers("a"), [team_doubles()], "chouette.no_offer"),
        (raccoons("a"), [], "chouette.no_offer"),
    ],
)
def test_a_wrong_order_of_actions_is_refused(action: Action, before: list[Action], code: str) -> None:
    assert code_of(action, *before) == code


@pytest.mark.parametrize("cubes", ["one", "many"])
def test_a_beaver_may_not_be_passed_where_that_is_the_rule(cubes: str) -> None:
    base = Options() if cubes == "one" else MULTI
    options = replace(base, counter_double=BEAVERS, beaver_decline=type(base.beaver_decline)("not_allowed"))
    before = (team_doubles(), box("b")) if cubes == "one" else (team_doubles("C"), box("C:b"))

    assert code_of(beavers("p"), *before, options=options) == "chouette.no_decline"


def test_every_preset_can_be_played_and_the_seed_is_the_default() -> None:
    assert HOUSE_RULES["seed"] == Options()
    for name, options in HOUSE_RULES.items():
        table = game(seated(options=options), won("team"))
        assert order(table) == "C; P Q R B", name


@pytest.mark.parametrize(
    ("words", "pair"),
    [
        ({"lone_taker_must_beaver": True}, ("lone_taker_must_beaver", "counter_double")),
        ({"cubes": MULTI.cubes, "opening_refusal": OpeningRefusal.OPENER}, ("opening_refusal", "cubes")),
        ({"box_partner_must_from": 6}, ("box_partner_must_from", "box_partner_from")),
    ],
)
def test_options_that_contradict_each_other_are_refused(words: dict[str, object], pair: tuple[str, str]) -> None:
    with pytest.raises(RuleBroken) as refused:
        Options(**words)  # type: ignore[arg-type]  # values of several kinds

    assert (refused.value.code, refused.value.facts["option"], refused.value.facts["other"]) == (
        "chouette.conflict",
        *pair,
    )


def test_a_stake_above_the_limit_is_refused_and_a_loss_at_the_limit_begins_no_other_game() -> None:
    with pytest.raises(RuleBroken, match=r"chouette\.stake_limit"):
        Options(stake_minor=501, stake_limit_minor=500)
    options = Options(stake_minor=500, stake_limit_minor=500, loss_limit_minor=2000)
    table = game(seated(options=options), won("team"))

    with pytest.raises(RuleBroken) as refused:
        play(table, Start())
    assert (refused.value.code, refused.value.facts["who"]) == ("chouette.loss_limit", ("B",))
    assert order(play_all(table, [Leave("B"), Start()])) == "C; P Q R"
