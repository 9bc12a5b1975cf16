"""What an event's format may say, and how long each match is."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.formats.knockout import CONSOLATION, MAIN, Consolation, Knockout
from rules.formats.lengths import Lengths, read_lengths
from rules.formats.registry import read_format
from tests.rules.knockouts import knockout

POINTS = st.integers(1, 99)
LENGTHS = st.builds(Lengths, POINTS, st.lists(POINTS, max_size=12).map(tuple), st.lists(POINTS, max_size=12).map(tuple))


@st.composite
def formats(draw: st.DrawFn) -> Knockout:
    crawford, consolation = draw(st.booleans()), draw(st.sampled_from(Consolation))
    holland = crawford and draw(st.booleans())
    last = None if consolation is Consolation.NONE else draw(st.none() | LENGTHS)
    return knockout(consolation, draw(LENGTHS), draw(LENGTHS), crawford=crawford, holland=holland, last=last)


def code_of(data: Any) -> tuple[str, dict[str, Any]]:
    """The code and facts with which ``data`` is refused as a format."""
    with pytest.raises(RuleBroken) as broken:
        read_format(data)
    return broken.value.code, broken.value.facts


def test_a_format_that_says_nothing_is_a_knockout_to_seven_with_the_crawford_rule() -> None:
    assert read_format({}) == knockout(Consolation.NONE, Lengths(7), Lengths(7), crawford=True, holland=False)


def test_the_format_of_the_issue_is_read() -> None:
    format_ = read_format(
        {
            "main": "knockout",
            "consolation": "progressive",
            "length": {"main": 7, "consolation": {"default": 5, "last": [7]}},
            "crawford": True,
            "holland": False,
        }
    )

    assert format_ == knockout(Consolation.PROGRESSIVE, Lengths(7), Lengths(5, (), (7,)))
    assert format_.lengths(MAIN) == Lengths(7)
    assert format_.lengths(CONSOLATION) == Lengths(5, (), (7,))


def test_one_length_is_for_both_brackets() -> None:
    assert read_format({"length": 9}) == knockout(Consolation.NONE, Lengths(9), Lengths(9))


def test_a_consolation_without_a_length_of_its_own_plays_to_that_of_main() -> None:
    assert read_format({"length": {"main": [5, 7]}}).lengths(CONSOLATION) == Lengths(7, (5, 7))


def test_main_without_a_length_plays_to_seven() -> None:
    assert read_format({"length": {"consolation": 3}}).lengths(MAIN) == Lengths(7)


def test_a_format_spells_out_its_defaults() -> None:
    assert read_format({"length": [5, 7]}).as_data() == {
        "main": "knockout",
        "consolation": "none",
        "last_chance": False,
        "length": {
            "main": {"default": 7, "rounds": [5, 7], "last": []},
            "consolation": {"default": 7, "rounds": [5, 7], "last": []},
            "last_chance": {"default": 5, "rounds": [3, 5], "last": []},
        },
        "crawford": True,
        "holland": False,
    }


@given(formats())
def test_a_format_written_and_read_is_the_same(format_: Knockout) -> None:
    assert read_format(format_.as_data()) == format_


@pytest.mark.parametrize(
    ("data", "by_round"),
    [
        (7, [7, 7, 7, 7, 7]),
        ([5], [5, 5, 5, 5, 5]),
        ([5, 7, 9], [5, 7, 9, 9, 9]),
        ({"default": 5, "last": [7, 9]}, [5, 5, 5, 7, 9]),
        ({"default": 7, "rounds": [3, 5], "last": [11]}, [3, 5, 7, 7, 11]),
        ({"rounds": [3, 5]}, [3, 5, 5, 5, 5]),
        ({"last": [9, 11]}, [9, 9, 9, 9, 11]),
        ({}, [7, 7, 7, 7, 7]),
        ({"rounds": [3, 3, 3, 3, 3], "last": [9]}, [3, 3, 3, 3, 9]),
        ({"last": [1, 2, 3, 4, 5, 6, 7]}, [3, 4, 5, 6, 7]),
    ],
)
def test_lengths_count_from_the_first_round_and_from_the_final(data: Any, by_round: list[int]) -> None:
    lengths = read_lengths(data)

    assert [lengths.of(round_, 5) for round_ in range(1, 6)] == by_round


def test_in_a_small_field_the_last_rounds_win_over_the_first() -> None:
    lengths = Lengths(7, rounds=(3, 5), last=(9, 11))

    assert [lengths.of(round_, 2) for round_ in (1, 2)] == [9, 11]
    assert lengths.of(1, 1) == 11


@pytest.mark.parametrize("data", [[], "knockout", 7, None, [["main", "knockout"]]])
def test_a_format_is_an_object(data: Any) -> None:
    assert code_of(data) == ("format.shape", {"where": "format", "got": type(data).__name__})


@pytest.mark.parametrize("length", ["7", None, 7.0])
def test_a_length_is_a_number_a_list_or_an_object(length: Any) -> None:
    assert code_of({"length": length}) == ("format.shape", {"where": "length", "got": type(length).__name__})


@pytest.mark.parametrize(
    ("data", "where", "got"),
    [
        ({"colour": "red"}, "format", ["colour"]),
        ({"lenght": 7, "Main": "knockout"}, "format", ["Main", "lenght"]),
        ({"length": {"lower": 5}}, "length", ["lower"]),
        ({"length": {"main": {"final": 9}}}, "length", ["final"]),
    ],
)
def test_what_a_format_does_not_know_is_named(data: Any, where: str, got: list[str]) -> None:
    code, facts = code_of(data)

    assert (code, facts["where"], facts["got"]) == ("format.unknown", where, got)


@pytest.mark.parametrize("main", ["danish", "", None, 1, ["knockout"]])
def test_a_main_that_is_no_format_is_answered_with_those_that_are(main: Any) -> None:
    known = ["knockout", "structure", "round_robin", "swiss", "pools"]
    assert code_of({"main": main}) == ("format.main", {"got": main, "known": known})


@pytest.mark.parametrize("consolation", ["last_chance", "", None, 1, [], {}])
def test_an_unknown_consolation_is_answered_with_the_known_ones(consolation: Any) -> None:
    known = ["none", "first_match", "progressive"]

    assert code_of({"consolation": consolation}) == ("format.consolation", {"got": consolation, "known": known})


@pytest.mark.parametrize("points", [0, -1, 100, True, False, 10**30])
def test_a_match_is_played_to_1_to_99_points(points: Any) -> None:
    code, facts = code_of({"length": points})

    assert (code, facts) == ("format.length", {"got": points, "shortest": 1, "longest": 99})


@pytest.mark.parametrize(
    "length",
    [
        *([], [7, 0], [7, "9"], [7, None], [7.5], [[7]], [7] * 100),
        *({"default": 0}, {"default": "7"}, {"default": None}, {"rounds": 7}, {"rounds": [True]}, {"last": "9"}),
        *({"last": {"9": 1}}, {"rounds": [5] * 100}),
    ],
)
def test_lengths_that_are_none_are_refused(length: Any) -> None:
    assert code_of({"length": {"main": length}})[0] == "format.length"
    assert code_of({"length": {"consolation": length}})[0] == "format.length"


@pytest.mark.parametrize("flag", ["crawford", "holland"])
@pytest.mark.parametrize("value", [1, 0, "true", None, []])
def test_a_flag_is_true_or_false(flag: str, value: Any) -> None:
    assert code_of({flag: value}) == ("format.flag", {"where": flag, "got": value})


def test_the_rules_of_the_cube_lapse_or_are_refused_in_games_without_a_cube() -> None:
    assert read_format({"ruleset": "plakoto", "crawford": True}).crawford is False
    assert code_of({"ruleset": "plakoto", "holland": True}) == ("holland.no_cube", {"played": "plakoto"})
    assert code_of({"match": {"kind": "tavli"}, "holland": True}) == ("holland.no_cube", {"played": "tavli"})
    assert read_format({"ruleset": "nackgammon", "holland": True}).holland is True


def test_the_holland_rule_needs_the_crawford_rule() -> None:
    assert code_of({"crawford": False, "holland": True}) == ("holland.alone", {})
    assert read_format({"crawford": False}).holland is False
    assert read_format({"holland": True}).crawford is True


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 200) | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["main", "consolation", "length", "crawford", "holland", "default", "rounds", "last", "x"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=10,
)


@given(JSON)
def test_whatever_is_sent_is_read_or_refused_with_a_code(data: Any) -> None:
    try:
        format_ = read_format(data)
    except RuleBroken as broken:
        if not broken.code.startswith(("format.", "holland.")):
            raise
        return

    assert read_format(format_.as_data()) == format_
