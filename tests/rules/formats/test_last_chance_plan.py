"""The plan of a last chance, and what an event says of it. Source: docs/rules/last-chance.md."""

import pytest

from rules.draws.plan import From, Plan, Source
from rules.draws.written import read_plan
from rules.errors import RuleBroken
from rules.formats.drops import last_chance_drops
from rules.formats.knockout import CONSOLATION, LAST_CHANCE, MAIN, Consolation, Knockout
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan, read_format, stage
from tests.rules.knockouts import knockout

PROGRESSIVE, FIRST_MATCH = Consolation.PROGRESSIVE, Consolation.FIRST_MATCH
BOTH = pytest.mark.parametrize("consolation", [PROGRESSIVE, FIRST_MATCH])

OF_EIGHT = """\
last_chance 1 1 G1 3 -D1 -D2
last_chance 1 2 G2 3 -E1 -E2
last_chance 2 1 H1 3 +G1 +G2"""

FIRST_MATCH_OF_EIGHT = "last_chance 1 1 F1 3 -D1 -D2"

FIRST_MATCH_OF_SIXTEEN = """\
last_chance 1 1 H1 3 -E1 -E2
last_chance 1 2 H2 3 -E3 -E4
last_chance 2 1 I1 3 +H1 -F2
last_chance 2 2 I2 3 +H2 -F1
last_chance 3 1 J1 3 +I1 +I2"""


def a_plan(size: int, consolation: Consolation = PROGRESSIVE) -> Plan:
    return compile_plan(size, knockout(consolation, Lengths(7), Lengths(5), last=Lengths(3)))


@pytest.mark.parametrize(
    ("size", "consolation", "text"),
    [
        (2, PROGRESSIVE, ""),
        (4, PROGRESSIVE, ""),
        (4, FIRST_MATCH, ""),
        (8, PROGRESSIVE, OF_EIGHT),
        (8, FIRST_MATCH, FIRST_MATCH_OF_EIGHT),
        (16, FIRST_MATCH, FIRST_MATCH_OF_SIXTEEN),
    ],
)
def test_small_last_chances_are_these(size: int, consolation: Consolation, text: str) -> None:
    plan = a_plan(size, consolation)

    assert [line for line in plan.text().splitlines() if line.startswith("last_chance")] == text.splitlines()
    assert ("bracket last_chance last_chance consolation" in plan.text()) == bool(text)
    assert read_plan(plan.text()) == plan


@BOTH
@pytest.mark.parametrize("size", [8, 16, 32, 64, 128, 256, 1024])
def test_losers_of_the_first_two_rounds_drop_once_and_the_finalist_never(size: int, consolation: Consolation) -> None:
    plan = a_plan(size, consolation)

    dropping = {
        side.of
        for match in plan.matches
        if match.bracket == LAST_CHANCE
        for side in (match.top, match.bottom)
        if side.kind is not From.WINNER
    }

    final = plan.of(CONSOLATION)[-1]
    assert dropping == {place for place in plan.of(CONSOLATION) if plan.matches[place].round <= 2} - {final}
    assert len(plan.of(LAST_CHANCE)) == len(dropping) - 1


def test_nobody_drops_out_of_a_consolation_of_one_match() -> None:
    assert last_chance_drops([]) == []
    assert last_chance_drops([["C1"]]) == []
    assert last_chance_drops([["D1", "D2"], ["E1"]]) == [["D1", "D2"]]


def path(plan: Plan, match: int) -> list[int]:
    """The matches of the last chance that the loser of a consolation match plays while they win."""
    way = [plan.leads_to[From.LOSER, match]]
    while (From.WINNER, way[-1]) in plan.leads_to:
        way.append(plan.leads_to[From.WINNER, way[-1]])
    return way


@BOTH
@pytest.mark.parametrize("size", [8, 16, 32, 64, 128])
def test_two_who_met_in_the_consolation_meet_again_in_the_final_only(size: int, consolation: Consolation) -> None:
    plan = a_plan(size, consolation)
    final = plan.of(LAST_CHANCE)[-1]

    meetings = set()
    for first in plan.of(CONSOLATION):
        later = plan.leads_to.get((From.WINNER, first))
        if plan.matches[first].round == 1 and (From.LOSER, later) in plan.leads_to and later is not None:
            meetings.add(next(match for match in path(plan, first) if match in path(plan, later)))

    assert meetings <= {final}
    assert meetings or size == 8  # first-match losers of eight: the second round is the final


@pytest.mark.parametrize("size", [16, 32, 64, 128])
def test_two_who_met_in_the_first_main_round_meet_again_in_the_semi_final_at_the_earliest(size: int) -> None:
    """Both have to lose the second round of the consolation for it; after any other way they can meet in the final."""
    plan = a_plan(size)
    rounds = plan.rounds(LAST_CHANCE)

    for first in [place for place in plan.of(MAIN) if plan.matches[place].round == 1]:
        loser_in = plan.leads_to[From.LOSER, first]
        winner_in = plan.leads_to[From.LOSER, plan.leads_to[From.WINNER, first]]
        both = plan.leads_to[From.WINNER, loser_in], winner_in
        ways = [path(plan, place) for place in both]
        meeting = next(match for match in ways[0] if match in ways[1])
        assert plan.matches[meeting].round == rounds - 1
        assert next(match for match in path(plan, loser_in) if match in ways[1]) == plan.of(LAST_CHANCE)[-1]


def test_rounds_are_lettered_on_and_the_last_is_a_final() -> None:
    plan = a_plan(8)

    named = {plan.matches[place].code: stage(plan, place).kind.value for place in plan.of(LAST_CHANCE)}

    assert named == {"G1": "round", "G2": "round", "H1": "final"}


# --- What an event says of it


def test_a_last_chance_is_two_points_shorter_than_the_consolation_unless_the_event_has_lengths_for_it() -> None:
    data: dict[str, object] = {"consolation": "progressive", "last_chance": True}

    lengths = [
        read_format(data | {"length": length}).lengths(LAST_CHANCE)
        for length in (
            7,
            2,
            {"main": 9, "consolation": {"default": 5, "rounds": [1], "last": [7, 9]}},
            {"consolation": 5, "last_chance": [1, 3]},
        )
    ]

    assert lengths == [Lengths(5), Lengths(1), Lengths(3, (1,), (5, 7)), Lengths(3, (1, 3))]
    assert Knockout(PROGRESSIVE, {MAIN: Lengths(9)}, last_chance=True).lengths(LAST_CHANCE) == Lengths(7)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"last_chance": True}, "last_chance.alone"),
        ({"last_chance": "yes", "consolation": "progressive"}, "format.flag"),
        ({"length": {"last_chance": 0}}, "format.length"),
        ({"length": {"third": 3}}, "format.unknown"),
    ],
)
def test_what_cannot_be_played_is_refused(data: dict[str, object], code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_format(data)

    assert broken.value.code == code


def test_an_event_without_a_last_chance_has_no_such_bracket() -> None:
    plan = compile_plan(8, read_format({"consolation": "progressive"}))

    assert [bracket.code for bracket in plan.brackets] == [MAIN, CONSOLATION]
    assert not plan.of(LAST_CHANCE)


def test_the_loser_of_a_line_is_named_by_the_consolation_match() -> None:
    plan = a_plan(8)

    assert plan.matches[plan.of(LAST_CHANCE)[0]].top == Source(From.LOSER, plan.of(CONSOLATION)[0])
    assert [plan.below[place] for place in plan.of(CONSOLATION)] == [*[LAST_CHANCE] * 4, ""]
