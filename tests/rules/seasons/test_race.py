"""Season races: the best nights, ties one after the other, and what a player needs."""

from collections.abc import Callable
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.ratings.points import BRASS_CITY_NIGHT, group_table, table_points
from rules.seasons.needed import NOTHING, Needed, needed
from rules.seasons.race import Night, Race, TieBreak, standings

FEWEST, HEAD, RATE, DISCARDED = (
    TieBreak.FEWEST_NIGHTS, TieBreak.HEAD_TO_HEAD, TieBreak.WIN_RATE, TieBreak.BEST_DISCARDED
)  # fmt: skip


def nights(**scores: list[int | None]) -> list[Night]:
    """Nights from everybody's scores, one a night; None was not there."""
    return [
        Night({who: score for who, own in scores.items() if (score := own[number]) is not None})
        for number in range(len(next(iter(scores.values()))))
    ]


def places(race: Race, played: list[Night]) -> list[tuple[int, str, int]]:
    return [(line.place, line.player, int(line.points)) for line in standings(race, played)]


def test_the_best_seven_of_eleven_nights_count() -> None:
    played = nights(Ann=[21, 13, 8, 5, 21, 13, 8, 5, 21, 13, 8], Bob=[24] * 5 + [None] * 6)

    first, second = standings(Race(best=7), played)

    assert (first.player, int(first.points), first.counted, first.dropped) == ("Bob", 120, (0, 1, 2, 3, 4), ())
    # 21 three times, 13 three times, and the earliest of three times 8.
    assert (int(second.points), second.counted, second.dropped) == (110, (0, 1, 2, 4, 5, 8, 9), (3, 6, 7, 10))


def test_a_season_of_two_tables_by_group_size() -> None:
    four, five = ["Ann", "Bob", "Cid", "Dee"], ["Eve", "Dee", "Bob", "Ann", "Cid"]
    played = [Night(table_points([[who] for who in order])) for order in (four, five)]

    assert places(Race(), played) == [
        (1, "Ann", 29), (2, "Bob", 24), (2, "Eve", 24), (4, "Dee", 21), (5, "Cid", 13)
    ]  # fmt: skip


def test_attendance_and_bonus_count_into_a_race() -> None:
    night = BRASS_CITY_NIGHT.points([["Ann"], ["Bob"], ["Cid"], ["Dee"]], {"Ann": {"main": 2}, "Bob": {"main": 1}})

    # There: 1. Each match won: 1. Bonus of four players: 4, 2, 1.
    assert places(Race(), [Night(night)]) == [(1, "Ann", 7), (2, "Bob", 4), (3, "Cid", 2), (4, "Dee", 1)]


@pytest.mark.parametrize(
    ("tie_breaks", "expected"),
    [
        ((), [(1, "Ann"), (1, "Bob")]),
        # Bob needed one night, Ann three.
        ((FEWEST,), [(1, "Bob"), (2, "Ann")]),
        # Ann beat Bob twice and lost once.
        ((HEAD,), [(1, "Ann"), (2, "Bob")]),
        # Ann won 2 of 5, Bob 1 of 3.
        ((RATE,), [(1, "Ann"), (2, "Bob")]),
        ((DISCARDED,), [(1, "Ann"), (2, "Bob")]),
        ((FEWEST, HEAD), [(1, "Bob"), (2, "Ann")]),
    ],
)
def test_ties_are_decided_by_the_list(tie_breaks: tuple[TieBreak, ...], expected: list[tuple[int, str]]) -> None:
    played = [
        Night({"Ann": 10, "Bob": 30, "Cid": 0}, [("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Bob"), ("Cid", "Ann")]),
        Night({"Ann": 20, "Cid": 1}, [("Cid", "Ann")]),
        Night({"Ann": 5, "Cid": 1}),
    ]

    lines = standings(Race(best=2, tie_breaks=tie_breaks), played)

    assert [(line.place, line.player) for line in lines][:2] == expected
    assert lines[0].decided_by == tie_breaks[:1]


def test_a_tie_break_looks_only_at_those_whom_the_one_before_left_equal() -> None:
    # Three with 10 points: Ann and Bob came once, Cid twice. Cid beat both, Bob beat Ann.
    played = [
        Night({"Ann": 10, "Bob": 10, "Cid": 5}, [("Cid", "Ann"), ("Cid", "Bob"), ("Bob", "Ann")]),
        Night({"Cid": 5}),
    ]

    lines = standings(Race(tie_breaks=(FEWEST, HEAD)), played)

    assert [(line.place, line.player, line.decided_by) for line in lines] == [
        (1, "Bob", (FEWEST, HEAD)),
        (2, "Ann", (FEWEST, HEAD)),
        (3, "Cid", (FEWEST,)),
    ]


def test_discarded_scores_are_compared_best_first() -> None:
    played = nights(Ann=[9, 9, 4, 1], Bob=[9, 9, 4, 2], Cid=[9, 9, 4, None])

    lines = standings(Race(best=2, tie_breaks=(DISCARDED,)), played)

    assert [line.player for line in lines] == ["Bob", "Ann", "Cid"]


def test_with_one_night_left_ann_must_win_it_or_hope() -> None:
    # Bob leads by 8. The table of seven: 30, 22, 17, 14, 11, 8, 5.
    played = nights(Ann=[22, 22], Bob=[30, 22])

    # A win makes 74, and 22 for Bob as well: level is not enough. If Bob stays away, 52 must be passed: 11 is enough.
    assert needed(Race(), played, "Ann", group_table(7), 1) == Needed(None, 5)
    # A second place of Bob makes 74, as much as a win of Ann: only a win is certain.
    assert needed(Race(), played, "Bob", group_table(7), 1) == Needed(1, NOTHING)


def test_dropped_scores_cost_nothing_when_the_best_count() -> None:
    played = nights(Ann=[30, 30, 5], Bob=[30, 22, 17])

    # Best 2: 60 to 52. If Bob wins the last night it is 60 to 60: only a win makes Ann certain.
    assert needed(Race(best=2), played, "Ann", group_table(7), 1) == Needed(1, NOTHING)
    # Best 3: 65 to 69. A second place makes 82, as much as a win makes for Bob; 11 points pass the 69.
    assert needed(Race(best=3), played, "Ann", group_table(7), 1) == Needed(1, 5)
    assert needed(Race(best=2), played, "Bob", group_table(7), 1) == Needed(None, None)


def test_when_the_season_is_over_the_leader_needs_nothing_and_nobody_else_can() -> None:
    played = nights(Ann=[30, 5], Bob=[22, 5], Cid=[1, 1])

    assert needed(Race(), played, "Ann", group_table(4), 0) == Needed(NOTHING, NOTHING)
    assert needed(Race(), played, "Bob", group_table(4), 0) == Needed(None, None)
    assert needed(Race(), played, "Bob", group_table(4), 0, target=2) == Needed(NOTHING, NOTHING)


@given(
    st.lists(
        st.dictionaries(st.sampled_from("ABCDE"), st.integers(0, 9), min_size=1, max_size=5), min_size=1, max_size=6
    ),
    st.integers(1, 6),
)
@settings(max_examples=50)
def test_no_choice_of_so_many_nights_gives_more_than_those_that_count(scores: list[dict[str, int]], best: int) -> None:
    lines = standings(Race(best=best, tie_breaks=(FEWEST, DISCARDED)), [Night(each) for each in scores])

    for line in lines:
        assert line.points == sum(line.scores[night] for night in line.counted)
        assert min((line.scores[night] for night in line.counted), default=0) >= max(
            (line.scores[night] for night in line.dropped), default=0
        )
    assert [line.points for line in lines] == sorted((line.points for line in lines), reverse=True)


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: Race(best=0), "season.best"),
        (lambda: Race(tie_breaks=(FEWEST, FEWEST)), "season.tie_breaks"),
        (lambda: standings(Race(), [Night({"Ann": Fraction(-1)})]), "season.points"),
        (lambda: standings(Race(), [Night({"Ann": 1}, [("Ann", "Bob")])]), "season.player"),
        (lambda: needed(Race(), [], "Ann", [], 1), "season.table"),
        (lambda: needed(Race(), [], "Ann", [1, 2], 1), "season.table"),
        (lambda: needed(Race(), [], "Ann", [2, 1], -1), "season.left"),
        (lambda: needed(Race(), [], "Ann", [2, 1], 1, target=0), "season.target"),
    ],
)
def test_a_season_is_refused(make: Callable[[], object], code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        make()

    assert broken.value.code == code
