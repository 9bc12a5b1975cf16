"""Pairing: the least cost against an independent program, Swiss by losses, round robin, standings."""

from importlib import import_module
from random import Random

import pytest

from rules.errors import RuleBroken
from rules.pairing.by_losses import (
    Barred,
    Options,
    Phase,
    Variant,
    contingent_places,
    exit_places,
    next_round,
)
from rules.pairing.matching import cheapest_pairs
from rules.pairing.pairing import BYE, Reason, Record, pair_round
from rules.pairing.results import Result, records
from rules.pairing.round_robin import schedule
from rules.pairing.standings import standings
from tests.depth import and_long

KEY = "2026-11-20 63 55 21"

type Costs = list[list[int | None]]


def some_costs(chance: Random, players: int, share: float = 1, most: int = 1000) -> Costs:
    costs: Costs = [[None] * players for _ in range(players)]
    for one in range(players):
        for other in range(one):
            if chance.random() < share:
                costs[one][other] = costs[other][one] = chance.randrange(most)
    return costs


def total(costs: Costs, pairs: list[tuple[int, int]] | None) -> int | None:
    return None if pairs is None else sum(costs[one][other] or 0 for one, other in pairs)


def least(costs: Costs, left: tuple[int, ...]) -> int | None:
    if not left:
        return 0
    sums = []
    for other in left[1:]:
        cost = costs[left[0]][other]
        rest = least(costs, tuple(each for each in left[1:] if each != other)) if cost is not None else None
        if cost is not None and rest is not None:
            sums.append(cost + rest)
    return min(sums, default=None)


# --- The matching


def test_small_pairings_cost_the_least_of_all() -> None:
    chance = Random(17)
    for _ in range(60):
        players = chance.choice([2, 4, 6, 8])
        costs = some_costs(chance, players, chance.choice([0.4, 0.7, 1]), chance.choice([3, 1000]))

        assert total(costs, cheapest_pairs(players, costs)) == least(costs, tuple(range(players)))


@pytest.mark.parametrize("players", and_long([5, 14, 27, 40, 60], [100, 201, 400]))
def test_a_round_costs_as_much_as_an_independent_program_finds(players: int) -> None:
    networkx = import_module("networkx")  # has no types
    chance = Random(players)
    size = players + players % 2
    records_ = [chance.getrandbits(4).bit_count() for _ in range(size)]
    costs = some_costs(chance, size, most=1 << 32)
    for one in range(size):
        for other in range(size):
            if one != other:
                costs[one][other] = (costs[one][other] or 0) + ((records_[one] - records_[other]) ** 2 << 40)
    graph = networkx.Graph()
    graph.add_weighted_edges_from(
        (one, other, (1 << 50) - (costs[one][other] or 0)) for one in range(size) for other in range(one)
    )

    expected = networkx.max_weight_matching(graph, maxcardinality=True)

    assert total(costs, cheapest_pairs(size, costs)) == total(costs, list(expected))


def test_an_odd_number_or_a_prohibited_rest_cannot_be_paired() -> None:
    assert cheapest_pairs(3, [[None] * 3 for _ in range(3)]) is None
    assert cheapest_pairs(2, [[None, None], [None, None]]) is None
    assert cheapest_pairs(0, []) == []


# --- A round


def test_a_round_is_the_same_for_the_same_key_whatever_the_order() -> None:
    field = [Record(number) for number in range(1, 12)]

    first, _ = pair_round(field, KEY)
    again, _ = pair_round(field[::-1], KEY)
    other, _ = pair_round(field, KEY + "!")

    assert first == again
    assert first != other
    assert [each.reason for each in first] == [*[Reason.EQUAL_RECORDS] * 5, Reason.BYE]


def test_the_bye_goes_to_the_worst_record_without_one() -> None:
    field = [Record(1, 2, 0), Record(2, 2, 0), Record(3, 1, 1), Record(4, 1, 1, byes=1), Record(5, 1, 1, byes=1)]

    tables, _ = pair_round(field, KEY)

    assert [(each.one, each.other, each.reason) for each in tables][-1] == (3, BYE, Reason.BYE)


def test_a_rematch_is_the_last_resort_and_says_so() -> None:
    met = [Record(1, 1, 0, 0, (2,)), Record(2, 0, 1, 0, (1,))]

    tables, _ = pair_round(met, KEY)

    assert (tables[0].reason, tables[0].met) == (Reason.REMATCH, 1)
    with pytest.raises(RuleBroken, match=r"pairing\.impossible"):
        pair_round(met, KEY, [(2, 1)])


def test_nobody_meets_again_even_if_all_records_differ_then() -> None:
    far = [Record(1, 4, 0, 0, (2,)), Record(2, 4, 0, 0, (1,)), Record(3, 0, 4, 0, (4,)), Record(4, 0, 4, 0, (3,))]

    tables, _ = pair_round(far, KEY)

    assert [each.reason for each in tables] == [Reason.UNEQUAL_RECORDS] * 2


def test_an_entrant_named_twice_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"pairing\.entrants"):
        pair_round([Record(1), Record(1)], KEY)


@pytest.mark.parametrize("entrants", [8, 21])
def test_a_swiss_by_losses_has_no_rematch_and_no_second_bye_while_avoidable(entrants: int) -> None:
    numbers, options = range(1, entrants + 1), Options(losses=3)
    results: list[Result] = []
    for _ in range(4):
        following = next_round(numbers, options, results, KEY)
        for table in following.tables:
            results.append(Result(following.round, table.one, table.other))

    known = records(numbers, results)
    assert all(len(set(each.opponents)) == len(each.opponents) for each in known.values())
    assert max(each.byes for each in known.values()) <= 1


# --- By losses


def test_a_playoff_lets_players_on_the_brink_go_paid() -> None:
    results = [Result(1, 1, 2), Result(1, 3, 4), Result(2, 1, 3), Result(2, 4, 2)]

    following = next_round([1, 2, 3, 4], Options(losses=2, paid=3), results, KEY)

    assert (following.phase, following.still_in, following.leaving) == (Phase.OVER, (1,), (3, 4))


def test_three_left_with_equal_losses_play_a_contingent_bye() -> None:
    following = next_round([1, 2, 3], Options(losses=3, paid=3), [], KEY)

    assert (following.phase, len(following.tables)) == (Phase.CONTINGENT_BYE, 1)
    assert {following.waits, following.tables[0].one, following.tables[0].other} == {1, 2, 3}


def test_by_the_rules_of_the_wbf_those_who_have_not_met_play_first() -> None:
    met = [Result(1, 1, 2), Result(2, 2, 3), Result(3, 3, 4), Result(4, 4, 1), Result(5, 4, BYE)]
    options = Options(losses=2, paid=4, variant=Variant.WBF)

    following = next_round([1, 2, 3, 4], options, met, KEY, Barred(withdrawn=frozenset([4])))

    assert (following.phase, following.waits) == (Phase.CONTINGENT_BYE, 2)


@pytest.mark.parametrize(("second", "places"), [((1, 2), (1, 2, 3)), ((2, 1), (2, 3, 1))])
def test_the_contingent_bye_relabels_its_matches(second: tuple[int, int], places: tuple[int, int, int]) -> None:
    assert contingent_places(1, (2, 3), second) == places


def test_a_contingent_bye_of_other_players_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"contingent\.players"):
        contingent_places(1, (2, 3), (3, 1))


def test_equal_exits_share_the_place() -> None:
    results = [Result(1, 1, 2), Result(1, 3, 4), Result(2, 1, 3), Result(2, 2, 4), Result(3, 3, 2)]

    assert exit_places([1, 2, 3, 4], Options(losses=2), results) == [(1,), (3,), (2,), (4,)]


def test_a_double_no_show_is_two_losses_and_no_meeting() -> None:
    known = records([1, 2], [Result(1, BYE, BYE, absent=(1, 2))])

    assert [(each.losses, each.opponents) for each in known.values()] == [(1, ()), (1, ())]


@pytest.mark.parametrize(
    ("results", "code"),
    [
        ([Result(1, 1, 9)], "results.unknown"),
        ([Result(1, 1, 2), Result(1, 2, 3)], "results.twice"),
        ([Result(1, 1, 1)], "results.self"),
    ],
)
def test_results_that_cannot_be_are_refused(results: list[Result], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        records([1, 2, 3], results)

    assert refused.value.code == code


@pytest.mark.parametrize(
    ("losses", "paid", "code"), [(1, 0, "swiss.losses"), (10, 0, "swiss.losses"), (3, -1, "swiss.paid")]
)
def test_options_out_of_range_are_refused(losses: int, paid: int, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        Options(losses, paid)

    assert refused.value.code == code


# --- Round robin


def test_the_berger_table_of_six() -> None:
    rounds = [{frozenset(pair) for pair in round_} for round_ in schedule(6)]

    assert rounds == [
        {frozenset(pair) for pair in round_}
        for round_ in (
            [(1, 6), (2, 5), (3, 4)],
            [(6, 4), (5, 3), (1, 2)],
            [(2, 6), (3, 1), (4, 5)],
            [(6, 5), (1, 4), (2, 3)],
            [(3, 6), (4, 2), (5, 1)],
        )
    ]


@pytest.mark.parametrize("entrants", [2, 3, 4, 9, 20])
def test_everybody_plays_everybody_once(entrants: int) -> None:
    pairs = [frozenset(pair) for round_ in schedule(entrants) for pair in round_]

    assert len(set(pairs)) == len(pairs) == (entrants + entrants % 2) * (entrants + entrants % 2 - 1) // 2
    assert len(schedule(entrants, 1)) == 1


@pytest.mark.parametrize(
    ("entrants", "rounds", "code"), [(1, None, "round_robin.entrants"), (6, 6, "round_robin.rounds")]
)
def test_a_schedule_that_does_not_exist_is_refused(entrants: int, rounds: int | None, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        schedule(entrants, rounds)

    assert refused.value.code == code


# --- Standings

FOUR = [
    Result(1, 1, 2, (7, 3)), Result(1, 3, 4, (7, 6)), Result(2, 1, 3, (7, 5)),
    Result(2, 2, 4, (7, 0)), Result(3, 4, 1, (7, 2)), Result(3, 2, 3, (7, 1)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("criteria", "order"),
    [
        (["wins"], [(1, 1), (1, 2), (3, 3), (3, 4)]),
        (["wins", "head_to_head"], [(1, 1), (2, 2), (3, 3), (4, 4)]),
        (["wins", "point_difference"], [(1, 2), (2, 1), (3, 4), (4, 3)]),
        (["wins", "points_for"], [(1, 2), (2, 1), (3, 3), (3, 4)]),
        (["wins", "progressive"], [(1, 1), (2, 2), (3, 3), (4, 4)]),
        (["wins", "sonneborn_berger"], [(1, 1), (2, 2), (3, 4), (4, 3)]),
    ],
)
def test_each_tie_break_orders_as_the_table_says(criteria: list[str], order: list[tuple[int, int]]) -> None:
    assert [(each.place, each.entrant) for each in standings([1, 2, 3, 4], FOUR, criteria)] == order


def test_buchholz_adds_the_wins_of_the_opponents() -> None:
    listed = standings([1, 2, 3, 4], FOUR, ["buchholz", "median_buchholz"])

    values = {each.entrant: [int(value) for value in each.values] for each in listed}
    assert values == {1: [4, 1], 2: [4, 1], 3: [5, 2], 4: [5, 2]}


def test_an_unknown_tie_break_is_refused() -> None:
    with pytest.raises(RuleBroken, match=r"standings\.criterion"):
        standings([1, 2], [], ["luck"])
