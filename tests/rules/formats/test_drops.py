"""Where losers drop in a progressive consolation, against the printed tables of docs/rules/byes-and-drops.md."""

from collections import Counter
from collections.abc import Iterator

import pytest

from rules.draws.plan import From, Plan
from rules.formats.drops import drop_line, drop_rounds
from rules.formats.knockout import CONSOLATION, MAIN, Consolation
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from tests.rules.knockouts import knockout

FORMAT = knockout(Consolation.PROGRESSIVE, Lengths(7), Lengths(5))
SIZES = [8, 16, 32, 64, 128]

# "Drop labels to print": the line, counted from the top, on which the loser of match 1, 2, 3 … of the round drops.
# (A way there and back is the same: the match whose loser drops on line 1, 2, 3 ….)
LABELS = {
    (8, "B"): [2, 1],
    (16, "B"): [3, 4, 1, 2],
    (16, "C"): [1, 2],
    (32, "B"): [5, 6, 7, 8, 1, 2, 3, 4],
    (32, "C"): [2, 1, 4, 3],
    (32, "D"): [2, 1],
    (64, "B"): [9, 10, 11, 12, 13, 14, 15, 16, 1, 2, 3, 4, 5, 6, 7, 8],
    (64, "C"): [3, 4, 1, 2, 7, 8, 5, 6],
    (64, "D"): [4, 3, 2, 1],
    (64, "E"): [1, 2],
    (128, "B"): [*range(17, 33), *range(1, 17)],
    (128, "C"): [5, 6, 7, 8, 1, 2, 3, 4, 13, 14, 15, 16, 9, 10, 11, 12],
    (128, "D"): [7, 8, 5, 6, 3, 4, 1, 2],
    (128, "E"): [1, 2, 3, 4],
    (128, "F"): [2, 1],
}


def a_plan(size: int) -> Plan:
    return compile_plan(size, FORMAT)


def droppers(plan: Plan, round_: int) -> list[str]:
    """The codes of main matches whose losers enter a round of the consolation, from its top."""
    sides = [
        side
        for match in plan.matches
        if match.bracket == CONSOLATION and match.round == round_
        for side in (match.top, match.bottom)
    ]
    return [plan.matches[side.of].code for side in sides if side.kind is From.LOSER]


def notation(plan: Plan) -> str:
    """The lower bracket in the notation of brackets: letters of the main rounds that drop, ``|`` for none."""
    rounds = range(1, plan.rounds(CONSOLATION) + 1)
    return ".".join("".join(sorted({code[0] for code in droppers(plan, round_)})) or "|" for round_ in rounds)


@pytest.mark.parametrize(("size", "letter"), sorted(LABELS))
def test_the_loser_of_each_match_drops_on_the_line_that_is_printed(size: int, letter: str) -> None:
    round_ = "ABCDEFG".index(letter) + 1
    main_rounds = size.bit_length() - 1

    lines = [drop_line(main_rounds, round_, match) + 1 for match in range(size >> round_)]

    assert lines == LABELS[size, letter]


@pytest.mark.parametrize("size", SIZES)
def test_losers_of_the_first_round_do_not_cross(size: int) -> None:
    plan = a_plan(size)

    first = droppers(plan, 1)

    assert first == [f"A{number}" for number in range(1, size // 2 + 1)]


@pytest.mark.parametrize(("size", "letter"), sorted(LABELS))
def test_the_plan_drops_as_the_labels_say(size: int, letter: str) -> None:
    plan = a_plan(size)

    entering = [droppers(plan, round_) for round_ in range(1, plan.rounds(CONSOLATION) + 1)]

    assert [f"{letter}{match}" for match in LABELS[size, letter]] in entering


@pytest.mark.parametrize(
    ("size", "written", "matches", "drops"),
    [
        (4, "A", 1, {"A": 2}),
        (8, "A.B.|", 5, {"A": 4, "B": 2}),
        (16, "A.B.|.C.|", 13, {"A": 8, "B": 4, "C": 2}),
        (32, "A.B.|.C.|.D.|", 29, {"A": 16, "B": 8, "C": 4, "D": 2}),
        (64, "A.B.|.C.|.D.|.E.|", 61, {"A": 32, "B": 16, "C": 8, "D": 4, "E": 2}),
        (128, "A.B.|.C.|.D.|.E.|.F.|", 125, {"A": 64, "B": 32, "C": 16, "D": 8, "E": 4, "F": 2}),
    ],
)
def test_the_lower_bracket_has_one_drop_and_one_consolidation_by_turns(
    size: int, written: str, matches: int, drops: dict[str, int]
) -> None:
    plan = a_plan(size)

    lower = [match for match in plan.matches if match.bracket == CONSOLATION]
    entering = Counter(code[0] for round_ in range(1, 20) for code in droppers(plan, round_))

    assert notation(plan) == written
    assert len(lower) == matches
    assert entering == drops


def test_rounds_that_drop_are_listed_in_order_of_play() -> None:
    assert [drop_rounds(main_rounds) for main_rounds in range(6)] == [
        [],
        [],
        [1],
        [1, 2, 0],
        [1, 2, 0, 3, 0],
        [1, 2, 0, 3, 0, 4, 0],
    ]


@pytest.mark.parametrize("main_rounds", range(2, 11))
def test_no_two_losers_of_a_round_drop_on_one_line(main_rounds: int) -> None:
    for round_ in range(1, main_rounds):
        lines = [drop_line(main_rounds, round_, match) for match in range(1 << (main_rounds - round_))]
        assert sorted(lines) == list(range(1 << (main_rounds - round_)))


@pytest.mark.parametrize("size", [4, *SIZES, 256, 1024])
def test_a_drop_is_always_the_lower_side_against_a_survivor(size: int) -> None:
    plan = a_plan(size)

    for match in plan.matches:
        if match.bracket == CONSOLATION and match.round > 1 and match.bottom.kind is From.LOSER:
            assert match.top.kind is From.WINNER
            assert plan.matches[match.top.of].number == match.number


def way_down(plan: Plan, match: int) -> list[int]:
    """The lower matches that the loser of a main match plays while winning, from their drop to the last."""
    fed = {
        (side.kind, side.of): place
        for place, planned in enumerate(plan.matches)
        for side in (planned.top, planned.bottom)
    }
    way = [fed[From.LOSER, match]]
    while (From.WINNER, way[-1]) in fed:
        way.append(fed[From.WINNER, way[-1]])
    return way


def rematches(plan: Plan) -> Iterator[tuple[int, float]]:
    """Every possible rematch in the consolation: its lower round, and how probable when each match is even.

    Two who met in the main bracket meet again when the winner loses a later main match and both win all that lies
    before the first lower match that is on both their ways.
    """
    main_rounds = plan.rounds(MAIN)
    ways = {place: way_down(plan, place) for place in plan.of(MAIN) if plan.matches[place].round < main_rounds}
    winner_to = {
        side.of: place
        for place in plan.of(MAIN)
        for side in (plan.matches[place].top, plan.matches[place].bottom)
        if side.kind is From.WINNER
    }
    for first, loser_way in ways.items():
        later, rounds_on = winner_to[first], 1
        while later in ways:
            winner_way = ways[later]
            meeting = next(match for match in winner_way if match in loser_way)
            won = loser_way.index(meeting) + winner_way.index(meeting)
            yield plan.matches[meeting].round, 0.5 ** (rounds_on + won)
            later, rounds_on = winner_to[later], rounds_on + 1


@pytest.mark.parametrize(("size", "round_"), [(8, 3), (16, 4), (32, 5), (64, 7), (128, 8)])
def test_no_two_can_meet_again_before_this_lower_round(size: int, round_: int) -> None:
    plan = a_plan(size)

    earliest = min(each for each, _ in rematches(plan))

    assert earliest == round_


@pytest.mark.parametrize(("size", "expected"), [(8, 0.25), (16, 0.40625), (32, 0.410), (64, 0.372), (128, 0.389)])
def test_so_many_rematches_are_expected_between_equal_players(size: int, expected: float) -> None:
    plan = a_plan(size)

    total = sum(probability for _, probability in rematches(plan))

    assert total == pytest.approx(expected, abs=0.0006)
