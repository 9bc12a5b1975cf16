"""A Swiss on the seam: rounds paired on the lines of one plan, in any order of what happens."""

from random import Random

import pytest

from rules.draws.facts import Kind
from rules.draws.plan import ENTRY
from rules.draws.state import DrawState
from rules.draws.written import read_plan
from rules.errors import RuleBroken
from rules.formats.exchange import exchange
from rules.formats.paired import last_round
from rules.formats.registry import compile_plan, places, read_format
from rules.formats.swiss import Swiss
from rules.pairing.by_losses import Phase
from tests.depth import deeper
from tests.rules.formats.test_any_order import result


def a_swiss(**data: object) -> Swiss:
    format_ = read_format({"main": "swiss", **data})
    assert isinstance(format_, Swiss)
    return format_


def drawn(format_: Swiss, entrants: int, key: str = "63 55 21") -> DrawState:
    plan = compile_plan(format_.size(entrants), format_, entrants)
    return DrawState(plan, format_.lines(range(1, entrants + 1), {}, key, 7))


def open_matches(state: DrawState) -> list[int]:
    return [at for at, status in enumerate(state.derived.statuses) if status == 1]


def played(state: DrawState, chance: Random) -> DrawState:
    for at in open_matches(state):
        winner, loser = chance.sample(state.seat(at).pair or (0, 0), 2)
        state = state.having([result(state, at, winner, loser)])
    return state


def play_out(format_: Swiss, entrants: int, chance: Random, late: int = 0) -> tuple[DrawState, int]:
    """Play to the end, perhaps with a latecomer in the second round; return the draw and how many rounds it took."""
    state, numbers, rounds = drawn(format_, entrants), {who: who for who in range(1, entrants + 1)}, 1
    numbers |= {entrants + each + 1: entrants + each + 1 for each in range(late)}
    while True:
        state = played(state, chance)
        following = format_.pair_next(state, numbers, "63 55 21", 7)
        if following.phase is Phase.OVER:
            return state, rounds
        rounds += 1
        assert following.round == rounds
        state = state.having(lines={**state.lines, **following.lines})


@pytest.mark.parametrize("pairing", ["rounds", "as_they_finish"])
@pytest.mark.parametrize("losses", [2, 3])
def test_three_who_begin_have_a_bye_and_nobody_counts_as_late(losses: int, pairing: str) -> None:
    format_ = a_swiss(losses=losses, paid=4, pairing=pairing)
    state = drawn(format_, 3)
    [match] = open_matches(state)
    [free] = {1, 2, 3} - {*(state.seat(match).pair or ())}

    following = format_.pair_next(played(state, Random(1)), {1: 1, 2: 2, 3: 3}, "63 55 21", 7)

    [table] = [each for each in following.tables if each.other]
    assert sorted(state.lines.values()) == [1, 2, 3]
    assert table.records == ("1-0", "1-0")
    assert free in {table.one, table.other}


@pytest.mark.parametrize("entrants", [2, 3, 5, 21, 64])
@pytest.mark.parametrize("losses", [2, 3])
def test_a_swiss_by_losses_ends_with_one_player_and_places_for_all(entrants: int, losses: int) -> None:
    format_ = a_swiss(losses=losses)

    for seed in range(deeper(3)):
        state, _ = play_out(format_, entrants, Random(seed))

        given = places(state.derived, state.facts)
        assert sorted(each.entrant for each in given) == list(range(1, entrants + 1))
        assert given[0].place == 1
        assert None not in [each.place for each in given]
        lost: dict[int, int] = {}
        for at, match in enumerate(state.plan.matches):
            off = state.seat(at).off
            if match.bracket == ENTRY and off > 0:
                lost[off] = lost.get(off, 0) + 1
        assert max(lost.values()) == losses
        assert sum(count == losses for count in lost.values()) >= entrants - 1


@pytest.mark.parametrize(("entrants", "rounds"), [(8, 3), (9, 4), (21, 5)])
def test_fixed_rounds_are_played_by_everybody(entrants: int, rounds: int) -> None:
    format_ = a_swiss(rounds=rounds)

    state, took = play_out(format_, entrants, Random(1))

    assert took == rounds
    assert [each.order for each in places(state.derived, state.facts)] == list(range(1, entrants + 1))
    assert sum(len(state.seat(at).pair or ()) for at in range(len(state.plan.matches))) == rounds * (
        entrants - entrants % 2
    )


def test_nobody_meets_again_while_that_can_be_avoided() -> None:
    state, _ = play_out(a_swiss(losses=3), 21, Random(5))

    pairs = [state.seat(at).pair for at in range(len(state.plan.matches))]
    early = [pair for pair, match in zip(pairs, state.plan.matches, strict=True) if pair and match.round <= 6]
    assert len(early) == len(set(early))


def test_a_latecomer_joins_the_next_round_with_a_loss_for_each_round_missed() -> None:
    format_ = a_swiss(losses=3)
    state = played(drawn(format_, 8), Random(2))

    following = format_.pair_next(state, {who: who for who in range(1, 10)}, "63 55 21", 7)

    seated = {who for table in following.tables for who in (table.one, table.other)}
    mine = next(table for table in following.tables if 9 in (table.one, table.other))
    assert 9 in seated
    assert set(mine.records) == {"0-1"}


def test_a_round_is_not_paired_before_the_last_one_is_over() -> None:
    format_ = a_swiss(losses=3)
    state = drawn(format_, 6)

    with pytest.raises(RuleBroken, match=r"round\.open") as refused:
        format_.pair_next(state, {who: who for who in range(1, 7)}, "63 55 21", 7)

    assert refused.value.facts["matches"] == ["A1", "A2", "A3"]


def test_who_withdraws_is_paired_no_more_and_their_match_is_forfeited() -> None:
    format_ = a_swiss(losses=3)
    state = drawn(format_, 6).having(withdrawn=[(ENTRY, 3)])
    state = played(state, Random(1))

    following = format_.pair_next(state, {who: who for who in range(1, 7)}, "63 55 21", 7)

    assert 3 not in following.lines.values()
    assert len(following.lines) == 5


def test_places_wait_for_the_round_that_is_played() -> None:
    state = played(drawn(a_swiss(losses=2), 4), Random(1))
    format_, numbers = a_swiss(losses=2), {who: who for who in range(1, 5)}
    state = state.having(lines={**state.lines, **format_.pair_next(state, numbers, "63 55 21", 7).lines})
    both_lost = next(at for at in open_matches(state) if state.plan.matches[at].code == "B2")

    state = state.having([result(state, both_lost, *sorted(state.seat(both_lost).pair or (0, 0)))])

    assert {each.place for each in places(state.derived, state.facts)} == {None}


def test_two_of_one_table_cannot_change_places() -> None:
    state = drawn(a_swiss(losses=2), 4)

    with pytest.raises(RuleBroken, match=r"pairing\.same"):
        exchange(state, *(state.seat(0).pair or (0, 0)))


def test_the_same_facts_in_another_order_give_the_same_round() -> None:
    format_ = a_swiss(losses=3)
    state = drawn(format_, 21)
    rows = [result(state, at, *sorted(state.seat(at).pair or (0, 0))) for at in open_matches(state)]
    numbers = {who: who for who in range(1, 22)}
    one = format_.pair_next(state.having(rows), numbers, "63 55 21", 7)

    for seed in range(deeper(3)):
        mixed = Random(seed).sample(rows, len(rows))
        first = mixed[0]
        wrong = (Kind.RESULT, first[1], first[2], first[3], max(first[2], first[3]), -1)
        other = state.having([wrong]).having(mixed)

        assert format_.pair_next(other, numbers, "63 55 21", 7) == one


def test_a_plan_written_and_read_is_the_same() -> None:
    plan = compile_plan(10, a_swiss(losses=4, paid=5), 10)

    assert read_plan(plan.text()) == plan
    assert plan.options == ("losses=4", "paid=5", "variant=playoff")


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"losses": 1}, "swiss.losses"),
        ({"losses": True}, "format.shape"),
        ({"paid": -1}, "swiss.paid"),
        ({"variant": "x"}, "swiss.variant"),
        ({"rounds": 31}, "fixed.rounds"),
        ({"colour": 1}, "format.unknown"),
    ],
)
def test_what_no_swiss_is_is_refused_by_name(data: dict[str, object], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        a_swiss(**data)

    assert refused.value.code == code


def test_triple_elimination_by_name_is_a_swiss_to_three_losses() -> None:
    format_ = read_format({"main": "structure", "preset": "triple_elimination"})

    assert format_ == a_swiss(losses=3)
    assert read_format(format_.as_data()) == format_


def test_the_last_round_that_is_paired_is_known_from_the_lines() -> None:
    state = drawn(a_swiss(losses=2), 5)

    assert last_round(state.plan, state.facts) == 1


@pytest.mark.parametrize("given", ["3-7, 4-9", " 9 - 4;3–7 7-3", [[7, 3], [4, 9]]])
def test_pairs_who_must_not_meet_are_typed_or_listed(given: object) -> None:
    format_ = a_swiss(apart=given)

    assert format_.apart == ((3, 7), (4, 9))
    assert read_format(format_.as_data()) == format_


@pytest.mark.parametrize(
    "given", ["3", "3-", "3-3", "0-1", "3-7-9", "three-four", [3, 7], [[3]], [[3, 3]], [[True, 2]], [["3", 7]], 7, None]
)
def test_what_is_no_pair_is_refused(given: object) -> None:
    with pytest.raises(RuleBroken) as refused:
        a_swiss(apart=given)

    assert refused.value.code == "swiss.apart"


def test_pairs_who_must_not_meet_do_not_meet_in_any_round() -> None:
    apart = [[1, other] for other in range(2, 8)]
    format_ = a_swiss(rounds=3, apart=apart)

    state, _ = play_out(format_, 12, Random(3))

    met = {frozenset(state.seat(at).pair or ()) for at in range(len(state.plan.matches))}
    assert not met & {frozenset(pair) for pair in apart}
    assert len(met) > 15


def test_without_a_pairing_that_is_allowed_the_draw_is_refused() -> None:
    format_ = a_swiss(apart=[[1, 2], [1, 3], [1, 4]])

    with pytest.raises(RuleBroken) as refused:
        format_.lines(range(1, 5), {}, "63 55", 7)

    assert refused.value.code == "pairing.impossible"
