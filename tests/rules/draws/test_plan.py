"""The plan: every match there can be, written and read, for every size."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.plan import From, Plan, round_letter
from rules.draws.written import read_plan
from rules.errors import RuleBroken
from rules.formats.knockout import CONSOLATION, MAIN, Consolation
from rules.formats.lengths import Lengths
from rules.formats.registry import compile_plan
from tests.rules.knockouts import BRACKETS, knockout

SIZES = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024]
SOME = Lengths(7, (3, 5), (9, 11))
EVERY_PLAN = pytest.mark.parametrize("consolation", list(Consolation))
EVERY_SIZE = pytest.mark.parametrize("size", SIZES)

OF_TWO = """\
knockout 2 lines
bracket main main
main 1 1 A1 9 =1 =2"""

OF_FOUR = """\
knockout 4 lines
bracket main main
bracket consolation consolation main
main 1 1 A1 7 =1 =2
main 1 2 A2 7 =3 =4
main 2 1 B1 9 +A1 +A2
consolation 1 1 C1 5 -A1 -A2"""

OF_EIGHT = """\
knockout 8 lines
bracket main main
bracket consolation consolation main
main 1 1 A1 7 =1 =2
main 1 2 A2 7 =3 =4
main 1 3 A3 7 =5 =6
main 1 4 A4 7 =7 =8
main 2 1 B1 7 +A1 +A2
main 2 2 B2 7 +A3 +A4
main 3 1 C1 9 +B1 +B2
consolation 1 1 D1 5 -A1 -A2
consolation 1 2 D2 5 -A3 -A4
consolation 2 1 E1 5 +D1 -B2
consolation 2 2 E2 5 +D2 -B1
consolation 3 1 F1 5 +E1 +E2"""

FIRST_MATCH_OF_EIGHT = """\
knockout 8 lines
bracket main main
bracket consolation consolation main
main 1 1 A1 7 =1 =2
main 1 2 A2 7 =3 =4
main 1 3 A3 7 =5 =6
main 1 4 A4 7 =7 =8
main 2 1 B1 7 +A1 +A2
main 2 2 B2 7 +A3 +A4
main 3 1 C1 9 +B1 +B2
consolation 1 1 D1 5 ~A1 ~A2
consolation 1 2 D2 5 ~A3 ~A4
consolation 2 1 E1 5 +D1 +D2"""


def a_plan(size: int, consolation: Consolation = Consolation.PROGRESSIVE) -> Plan:
    return compile_plan(size, knockout(consolation, Lengths(7, (), (9,)), Lengths(5)))


@pytest.mark.parametrize(
    ("size", "consolation", "text"),
    [
        (2, Consolation.PROGRESSIVE, OF_TWO),
        (2, Consolation.FIRST_MATCH, OF_TWO),
        (4, Consolation.PROGRESSIVE, OF_FOUR),
        # With two rounds the second is the final, whose loser is paid: only losers of A drop.
        (4, Consolation.FIRST_MATCH, OF_FOUR),
        (8, Consolation.PROGRESSIVE, OF_EIGHT),
        (8, Consolation.FIRST_MATCH, FIRST_MATCH_OF_EIGHT),
        (8, Consolation.NONE, "\n".join(line for line in OF_EIGHT.splitlines() if "consolation" not in line)),
    ],
)
def test_small_plans_are_these(size: int, consolation: Consolation, text: str) -> None:
    assert a_plan(size, consolation).text() == text


@EVERY_SIZE
@EVERY_PLAN
def test_a_plan_written_and_read_is_the_same(size: int, consolation: Consolation) -> None:
    plan = compile_plan(size, knockout(consolation, SOME, Lengths(5, (), (7,))))

    again = read_plan(plan.text())

    assert again == plan
    assert (again.sides, again.spans, again.leads_to) == (plan.sides, plan.spans, plan.leads_to)
    assert (again.after_bye, again.below) == (plan.after_bye, plan.below)
    assert again.text() == plan.text()


@EVERY_SIZE
@EVERY_PLAN
def test_no_two_matches_share_a_code_and_rounds_are_lettered_on(size: int, consolation: Consolation) -> None:
    plan = a_plan(size, consolation)

    codes = [match.code for match in plan.matches]

    assert len(set(codes)) == len(codes)
    for match in plan.matches:
        before = plan.rounds(MAIN) if match.bracket == CONSOLATION else 0
        assert match.code == f"{round_letter(before + match.round - 1)}{match.number}"


@EVERY_SIZE
@EVERY_PLAN
def test_every_line_and_every_winner_plays_on_once_and_losers_drop_at_most_once(
    size: int, consolation: Consolation
) -> None:
    plan = a_plan(size, consolation)

    fed = Counter((side.kind, side.of) for match in plan.matches for side in (match.top, match.bottom))
    last = {plan.final, len(plan.matches) - 1}

    assert set(fed.values()) == {1}
    assert {of for kind, of in fed if kind is From.LINE} == set(range(1, size + 1))
    assert {of for kind, of in fed if kind is From.WINNER} == set(range(len(plan.matches))) - last


@EVERY_SIZE
def test_all_losers_of_main_but_the_finalist_drop_in_a_progressive_consolation(size: int) -> None:
    plan = a_plan(size)

    drops = [side.of for match in plan.matches for side in (match.top, match.bottom) if side.kind is From.LOSER]

    assert sorted(drops) == (list(range(size - 2)) if size > 2 else [])


@EVERY_SIZE
@EVERY_PLAN
def test_a_match_stands_behind_those_that_feed_it(size: int, consolation: Consolation) -> None:
    plan = a_plan(size, consolation)

    for place, match in enumerate(plan.matches):
        for side in (match.top, match.bottom):
            assert side.kind is From.LINE or side.of < place
    assert [match.bracket for match in plan.matches] == sorted((m.bracket for m in plan.matches), reverse=True)


@EVERY_SIZE
@EVERY_PLAN
def test_no_match_of_a_level_feeds_another(size: int, consolation: Consolation) -> None:
    plan = a_plan(size, consolation)

    levels = [level for span in plan.spans for level in span.levels]

    assert [at for level in levels for at in range(level.start, level.end)] == list(range(len(plan.matches)))
    for level in levels:
        own = plan.matches[level.start : level.end]
        assert all(side.kind is From.LINE or side.of < level.start for each in own for side in (each.top, each.bottom))
        places = range(plan.flow_size)
        assert [*zip(level.tops(places), level.bottoms(places), strict=True)] == [*plan.sides[level.start : level.end]]
    assert len({plan.matches[level.start].letter for level in levels}) == len(levels)


@EVERY_SIZE
@EVERY_PLAN
def test_matches_are_numbered_from_the_top_of_each_round(size: int, consolation: Consolation) -> None:
    plan = a_plan(size, consolation)

    for bracket in BRACKETS:
        for round_ in range(1, plan.rounds(bracket) + 1):
            numbers = [match.number for match in plan.matches if (match.bracket, match.round) == (bracket, round_)]
            assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("main_rounds", range(1, 11))
def test_each_consolation_has_so_many_rounds_and_matches(main_rounds: int) -> None:
    size = 1 << main_rounds

    counted = {
        consolation: (plan.rounds(CONSOLATION), len(plan.of(CONSOLATION)))
        for consolation in Consolation
        for plan in [a_plan(size, consolation)]
    }

    assert counted == {
        Consolation.NONE: (0, 0),
        Consolation.FIRST_MATCH: (main_rounds - 1, size // 2 - 1),
        Consolation.PROGRESSIVE: ((2 * (main_rounds - 1) - 1, size - 3) if main_rounds > 1 else (0, 0)),
    }
    assert len(a_plan(size).of(MAIN)) == size - 1


@EVERY_SIZE
@EVERY_PLAN
def test_each_bracket_counts_its_lengths_from_its_own_first_round_and_final(
    size: int, consolation: Consolation
) -> None:
    lower = Lengths(5, (1,), (7,))

    plan = compile_plan(size, knockout(consolation, SOME, lower))

    for match in plan.matches:
        lengths = SOME if match.bracket == MAIN else lower
        assert match.length == lengths.of(match.round, plan.rounds(match.bracket))
    assert plan.matches[plan.final].length == 11
    assert not plan.of(CONSOLATION) or plan.matches[-1].length == 7


def test_a_plan_of_sixty_four_by_round_and_from_the_end() -> None:
    plan = compile_plan(64, knockout(Consolation.PROGRESSIVE, Lengths(7, (5,), (9, 11)), Lengths(5, (3, 3), (7,))))

    lengths = {match.code[0]: match.length for match in plan.matches}

    assert lengths == dict(zip("ABCDEFGHIJKLMNO", [5, 7, 7, 7, 9, 11, 3, 3, 5, 5, 5, 5, 5, 5, 7], strict=True))


@pytest.mark.parametrize("size", [-8, -1, 0, 1, 3, 6, 12, 100, 1023, 2048])
def test_only_powers_of_two_to_1024_are_planned(size: int) -> None:
    with pytest.raises(RuleBroken) as broken:
        a_plan(size)

    assert (broken.value.code, broken.value.facts) == ("plan.size", {"size": size})


@pytest.mark.parametrize(
    ("index", "letters"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (53, "BB")]
)
def test_rounds_are_lettered_like_columns(index: int, letters: str) -> None:
    assert round_letter(index) == letters


def test_the_largest_plan_runs_out_of_single_letters_in_its_last_round() -> None:
    plan = a_plan(1024)

    assert [match.code for match in plan.matches[-3:]] == ["Z1", "Z2", "AA1"]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("lines", "lines"),
        ("8 lines", "8 lines"),
        ("a knockout 8 lines", "a knockout 8 lines"),
        ("knockout eight lines\nbracket main main", "knockout eight lines"),
        ("knockout 2 lines\nbracket main main\n", ""),
        ("knockout 2 lines\nbracket main main\nmain 1 1 A1 7 =1", "main 1 1 A1 7 =1"),
        ("knockout 2 lines\nbracket main main\nmain 1 1 A1 7 =1 =2 =3", "main 1 1 A1 7 =1 =2 =3"),
        ("knockout 2 lines\nbracket main main\nmain 1 1 A1  =1 =2", "main 1 1 A1  =1 =2"),
        ("knockout 2 lines\nbracket main main\nmain 1 1 A1 seven =1 =2", "main 1 1 A1 seven =1 =2"),
        ("knockout 2 lines\nbracket main main\nupper 1 1 A1 7 =1 =2", "upper 1 1 A1 7 =1 =2"),
        ("knockout 2 lines\nbracket main main\nmain 1 1 A1 7 =1 ", "main 1 1 A1 7 =1 "),
        ("knockout 2 lines\nbracket main main\nmain 1 1 A1 7 =1 *2", "main 1 1 A1 7 =1 *2"),
        ("knockout 2 lines\nbracket main main\nmain 1 1 A1 7 =1 =", "main 1 1 A1 7 =1 ="),
        ("knockout 2 lines\nbracket main main\nmain 1 1 A1 7 =1 +", "main 1 1 A1 7 =1 +"),
        ("knockout 2 lines\nbracket main", "bracket main"),
        ("knockout 2 lines\nmain 1 1 A1 7 =1 =2", "main 1 1 A1 7 =1 =2"),
        ("knockout 4 lines\nbracket main main\nmain 1 1 A1 7 =1 =2\nmain 2 1 B1 7 +A1 +A2", "main 2 1 B1 7 +A1 +A2"),
        ("knockout 2 lines\nbracket main main\nmain 1 1 A1 7 +A1 =2", "main 1 1 A1 7 +A1 =2"),
    ],
)
def test_a_plan_that_cannot_be_read_names_the_line(text: str, line: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_plan(text)

    assert (broken.value.code, broken.value.facts) == ("plan.text", {"line": line})


@given(st.text(st.sampled_from("4 linesman12A=+-~\n"), max_size=60))
def test_any_text_is_read_as_a_plan_or_refused(text: str) -> None:
    try:
        plan = read_plan(f"knockout 4 lines\nbracket main main\n{text}")
    except RuleBroken as broken:
        if broken.code != "plan.text":
            raise
        return

    assert read_plan(plan.text()) == plan
