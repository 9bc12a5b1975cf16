"""Structures as a format: what an event may say, how rounds are named, places, forecast, lengths."""

from random import Random
from typing import Any

import pytest

from rules.draws.derive import Status
from rules.draws.facts import PHANTOM
from rules.draws.seeding import size_for
from rules.draws.state import DrawState
from rules.draws.written import read_plan
from rules.errors import RuleBroken
from rules.formats.course import courses
from rules.formats.format import StageKind
from rules.formats.knockout import Consolation
from rules.formats.lengths import Lengths
from rules.formats.notation.presets import PRESETS
from rules.formats.registry import compile_plan, format_of, places, read_format, stage
from rules.formats.structure import Structured
from rules.timing.forecast import alternatives, forecast
from tests.rules.formats.test_any_order import FIELDS, NAMES, result
from tests.rules.formats.test_structures_played import drawn
from tests.rules.knockouts import knockout

RECHARGE = {"main": "structure", "preset": "double_elimination_recharge", "length": {"main": 9, "consolation": 7}}


def refusal(**words: Any) -> str:
    with pytest.raises(RuleBroken) as refused:
        read_format({"main": "structure", **words})
    return refused.value.code


@pytest.mark.parametrize("data", [data for data, _, _ in FIELDS], ids=NAMES)
def test_a_format_written_and_read_is_the_same(data: dict[str, Any]) -> None:
    format_ = read_format(data)

    assert read_format(format_.as_data()) == format_


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ({}, "structure.chosen"),
        ({"preset": "denver", "lower": "A"}, "structure.chosen"),
        ({"preset": "denver", "byes": True}, "structure.chosen"),
        ({"preset": "swiss"}, "preset.unknown"),
        ({"lower": "A..B"}, "notation.round"),
        ({"lower": 7}, "format.shape"),
        ({"lower": "A", "byes": 1}, "format.flag"),
        ({"lower": "A", "colour": 1}, "format.unknown"),
        ({"lower": "A", "crawford": False, "holland": True}, "holland.alone"),
        ({"lower": "A", "length": 0}, "format.length"),
    ],
)
def test_what_no_structure_is_is_refused_by_name(words: dict[str, Any], code: str) -> None:
    assert refusal(**words) == code


def test_first_match_losers_by_name_are_a_knockout_with_that_consolation() -> None:
    assert read_format({"main": "structure", "preset": "first_match_loser"}) == knockout(
        Consolation.FIRST_MATCH, Lengths(7), Lengths(7)
    )


def test_a_string_that_does_not_work_out_for_a_field_is_refused_at_its_draw() -> None:
    format_ = read_format({"main": "structure", "lower": "A.B.C.DE.|.|.|"})

    assert len(compile_plan(64, format_, 48).of("consolation")) == 45
    with pytest.raises(RuleBroken, match=r"notation\.odd"):
        compile_plan(64, format_, 49)


@pytest.mark.parametrize("size", [0, 3, 1024])
def test_lines_that_no_structure_has_are_refused(size: int) -> None:
    with pytest.raises(RuleBroken, match=r"plan\.size"):
        compile_plan(size, read_format(RECHARGE))


def test_rounds_of_a_double_elimination_have_their_names() -> None:
    plan = compile_plan(8, read_format(RECHARGE))

    names = {match.letter: stage(plan, at) for at, match in enumerate(plan.matches)}

    assert [(letter, each.kind.value, each.left) for letter, each in names.items()] == [
        ("A", "round", 8), ("B", "round", 4), ("C", "round", 2),
        ("D", "round", 4), ("E", "round", 4), ("F", "round", 2), ("G", "round", 2),
        ("H", "final", 2), ("I", "second_final", 2),
    ]  # fmt: skip
    assert [match.length for match in plan.matches if match.letter in "CGHI"] == [9, 7, 9, 9]


def test_the_last_eight_of_fighters_are_named_by_how_many_are_left() -> None:
    plan = compile_plan(16, read_format({"main": "structure", "preset": "fighters"}))

    stages = [stage(plan, at) for at in plan.of("main")]

    assert [(each.kind, each.left) for each in dict.fromkeys(stages) if each.kind is not StageKind.ROUND] == [
        (StageKind.LAST, 8), (StageKind.LAST, 4), (StageKind.FINAL, 2),
    ]  # fmt: skip


def test_the_ways_of_a_final_with_recharge() -> None:
    plan = compile_plan(8, read_format(RECHARGE))
    course = {match.code: each for match, each in zip(plan.matches, courses(plan), strict=True)}

    assert [way.code for way in course["H1"].loser_to] == ["I1"]
    assert course["I1"].winner_to is None


@pytest.mark.parametrize("name", sorted(PRESETS))
def test_every_preset_is_a_format_that_compiles_forecasts_and_compares(name: str) -> None:
    format_ = read_format({"main": "structure", "preset": name})

    plan = compile_plan(32, format_, 21)

    assert format_of(plan) is Structured
    assert tuple(bracket.code for bracket in plan.brackets) == tuple(bracket.code for bracket in format_.brackets)
    assert read_plan(plan.text()) == plan
    assert forecast(21, format_, 11).most >= 20
    assert all(each.fewest >= 20 for each in alternatives(21, format_, 11))


@pytest.mark.parametrize(("data", "fewest", "most"), FIELDS, ids=NAMES)
def test_the_place_named_before_a_loss_is_the_place_after_it(data: dict[str, Any], fewest: int, most: int) -> None:
    for entrants in {fewest, most}:
        chance = Random(entrants)
        plan = compile_plan(size_for(entrants), read_format(data), entrants)
        state = DrawState(plan, drawn(plan, entrants))
        while open_ := [at for at, status in enumerate(state.derived.statuses) if status == Status.OPEN]:
            winner, loser = chance.sample(state.seat(open_[0]).pair or (0, 0), 2)
            state = state.having([result(state, open_[0], winner, loser)])
        nobody = {at for at in range(len(plan.matches)) if state.seat(at).on == PHANTOM}
        place = {each.entrant: each.place for each in places(state.derived, state.facts)}

        named = {
            at: format_of(plan).place_after_loss(plan, at, nobody)
            for at in range(len(plan.matches))
            if state.seat(at).status is Status.FINISHED
        }

        wrong = [plan.matches[at].code for at, expected in named.items()
                 if expected is not None and place[state.seat(at).off] != expected]  # fmt: skip
        assert wrong == []
        assert sorted(place.values(), key=lambda each: each or 0)[:2] == [1, 2]


def test_a_final_that_may_be_played_again_decides_no_place() -> None:
    plan = compile_plan(8, read_format(RECHARGE))
    named = {match.code: format_of(plan).place_after_loss(plan, at, ()) for at, match in enumerate(plan.matches)}

    assert (named["H1"], named["I1"]) == (None, 2)


def test_in_denver_the_winner_of_the_consolation_can_be_second() -> None:
    plan = compile_plan(4, read_format({"main": "structure", "preset": "denver"}))
    state = DrawState(plan, drawn(plan, 4))
    while open_ := [at for at, status in enumerate(state.derived.statuses) if status == Status.OPEN]:
        pair = state.seat(open_[0]).pair or (0, 0)
        below = plan.matches[open_[0]].bracket != "main" and 3 in pair
        winner = max(pair) if below and 4 not in pair else min(pair)
        state = state.having([result(state, open_[0], winner, sum(pair) - winner)])

    listed = [(each.entrant, each.place) for each in places(state.derived, state.facts)]

    assert listed[0] == (1, 1)
    assert [place for _, place in listed] == [1, 2, 3, 4]
