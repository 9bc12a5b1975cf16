"""Fixed rounds, pairing as they finish, and rounds changed by hand."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.pairing.as_they_finish import pair_free
from rules.pairing.by_losses import Barred, Options, Phase, next_round
from rules.pairing.changes import Flaw, consequences, tables_of
from rules.pairing.fixed import next_fixed_round
from rules.pairing.pairing import BYE, Reason, Record
from rules.pairing.results import Result, records
from rules.pairing.standings import standings

KEY = "2026-11-20 63 55 21"


def a_round(chance: Random, entrants: range, results: list[Result], rounds: int) -> list[Result]:
    following = next_fixed_round(entrants, rounds, results, KEY)
    played = []
    for table in following.tables:
        winner, loser = (table.one, BYE) if table.other == BYE else chance.sample([table.one, table.other], 2)
        played.append(Result(following.round, winner, loser))
    return played


@settings(max_examples=15)
@given(st.integers(4, 24), st.randoms(use_true_random=False))
def test_fixed_rounds_have_no_rematch_and_no_second_bye_while_avoidable(entrants: int, chance: Random) -> None:
    numbers, rounds = range(1, entrants + 1), max(2, (entrants - 1).bit_length())
    results: list[Result] = []
    while played := a_round(chance, numbers, results, rounds):
        results += played

    known = records(numbers, results)
    assert {len(each.opponents) + each.byes for each in known.values()} == {rounds}
    assert max(each.byes for each in known.values()) <= 1
    assert all(len(set(each.opponents)) == len(each.opponents) for each in known.values())


@settings(max_examples=15)
@given(st.integers(3, 20), st.integers(2, 4), st.randoms(use_true_random=False))
def test_swiss_by_losses_ends_with_one_player_and_everybody_else_out(
    entrants: int, losses: int, chance: Random
) -> None:
    numbers, results = range(1, entrants + 1), list[Result]()
    while (following := next_round(numbers, Options(losses), results, KEY)).phase is not Phase.OVER:
        for table in following.tables:
            winner, loser = (table.one, BYE) if table.other == BYE else chance.sample([table.one, table.other], 2)
            results.append(Result(following.round, winner, loser))

    out = [each for each in records(numbers, results).values() if each.losses >= losses]
    assert len(out) == entrants - len(following.still_in) == entrants - 1
    assert max(each.losses for each in out) == losses


def test_after_the_last_round_nobody_is_paired() -> None:
    results = [Result(1, 1, 2), Result(1, 3, 4)]

    assert next_fixed_round([1, 2, 3, 4], 1, results, KEY).tables == ()
    assert [(each.one, each.other) for each in next_fixed_round([1, 2, 3, 4], 2, results, KEY).tables] == [
        (1, 3), (2, 4),
    ]  # fmt: skip


@pytest.mark.parametrize("rounds", [0, 31])
def test_a_number_of_rounds_out_of_range_is_refused(rounds: int) -> None:
    with pytest.raises(RuleBroken, match=r"fixed\.rounds"):
        next_fixed_round([1, 2], rounds, [], KEY)


def test_a_late_player_has_lost_the_rounds_they_missed() -> None:
    results = [Result(1, 1, 2), Result(1, 3, 4)]

    following = next_fixed_round([1, 2, 3, 4, 5], 3, results, KEY, Barred(joined={5: 2}))

    assert records([1, 5], [], {5: 3})[5] == Record(5, losses=2)
    assert {following.tables[-1].one, following.tables[-1].other} & {2, 4, 5}
    assert (following.tables[0].one, following.tables[0].other) == (1, 3)


def test_fewer_late_matches_break_a_tie() -> None:
    results = [Result(1, 1, 3, late=(1,)), Result(1, 2, 4)]

    listed = standings([1, 2, 3, 4], results, ["wins", "fewer_late"])

    assert [(each.place, each.entrant) for each in listed] == [(1, 2), (2, 1), (3, 3), (3, 4)]


# --- As they finish


def test_free_players_with_equal_records_meet_and_the_others_wait() -> None:
    free = [Record(1, 1), Record(2, 0, 1), Record(3, 1), Record(4, 2)]

    now = pair_free(free, KEY, anybody_plays=True)

    assert [(each.one, each.other, each.reason) for each in now.tables] == [(1, 3, Reason.EQUAL_RECORDS)]
    assert now.waiting == (2, 4)


def test_those_who_have_waited_longest_play_first_and_nobody_plays_an_earlier_opponent() -> None:
    free = [Record(1, 1, opponents=(2,)), Record(2, 1, opponents=(1,)), Record(3, 1)]

    now = pair_free(free, KEY, anybody_plays=True)

    assert [{each.one, each.other} for each in now.tables] == [{1, 3}]
    assert now.waiting == (2,)


def test_prohibited_players_wait_for_somebody_else() -> None:
    free = [Record(1), Record(2)]

    assert pair_free(free, KEY, anybody_plays=True, prohibited=[(2, 1)]).tables == ()


def test_a_late_player_joins_with_their_record() -> None:
    free = [Record(1, 0, 1), Record(9, 0, 1)]

    assert [(each.one, each.other) for each in pair_free(free, KEY, anybody_plays=True).tables] == [(1, 9)]


def test_when_nobody_plays_any_more_all_are_paired() -> None:
    free = [Record(1, 2), Record(2, 1, 1), Record(3, 0, 2)]

    now = pair_free(free, KEY, anybody_plays=False)

    assert [(each.one, each.other, each.reason) for each in now.tables] == [
        (1, 2, Reason.UNEQUAL_RECORDS), (3, BYE, Reason.BYE),
    ]  # fmt: skip


@settings(max_examples=15)
@given(st.integers(2, 14), st.randoms(use_true_random=False))
def test_as_they_finish_nobody_is_stuck_and_nobody_meets_twice(entrants: int, chance: Random) -> None:
    """Everybody plays until they have lost twice; a match ends at random, and equal free players never both wait."""
    known = {number: Record(number) for number in range(1, entrants + 1)}
    free, playing, met = [*known], list[tuple[int, int]](), list[frozenset[int]]()
    while free or playing:
        now = pair_free([known[each] for each in free], KEY, anybody_plays=bool(playing))
        if not playing and len(free) == 1:
            break
        waiting = [known[each] for each in now.waiting]
        assert not any(
            (one.wins, one.losses) == (other.wins, other.losses) and other.entrant not in one.opponents
            for one in waiting for other in waiting if one is not other
        )  # fmt: skip
        met += [frozenset((each.one, each.other)) for each in now.tables if each.reason is Reason.EQUAL_RECORDS]
        free = [*now.waiting]
        for table in now.tables:
            if table.other == BYE:
                one = known[table.one]
                known[table.one] = Record(table.one, one.wins + 1, one.losses, one.byes + 1, one.opponents)
                free.append(table.one)
            else:
                playing.append((table.one, table.other))
        if playing:
            winner, loser = chance.sample(playing.pop(chance.randrange(len(playing))), 2)
            for who, other, won in ((winner, loser, 1), (loser, winner, 0)):
                one = known[who]
                known[who] = Record(who, one.wins + won, one.losses + 1 - won, one.byes, (*one.opponents, other))
                free += [who] * (known[who].losses < 2)

    assert len(set(met)) == len(met)
    assert sum(each.losses < 2 for each in known.values()) == 1


# --- By hand

FIVE = [Record(1, 2, 0, 0, (4,)), Record(2, 1, 1, 1), Record(3, 1, 1), Record(4, 0, 2, 0, (1,)), Record(5, 0, 2)]


def flaws(after: list[tuple[int, int]], prohibited: list[tuple[int, int]] | None = None) -> list[tuple[str, ...]]:
    before = [(1, 2), (3, 4), (5, BYE)]
    listed = consequences(FIVE, before, after, prohibited or [])
    return [(each.flaw.value, *map(str, each.entrants)) for each in listed if each.is_new]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        ([(1, 2), (3, 4), (5, BYE)], []),
        ([(1, 4), (2, 3), (5, BYE)], [("rematch", "1", "4"), ("unequal_records", "1", "4")]),
        ([(1, 3), (4, 5), (2, BYE)],
         [("second_bye", "2"), ("bye_to_better", "2"), ("unequal_records", "1", "3")]),
        ([(1, 2), (3, 3), (9, BYE)], [("unknown", "9"), ("twice", "3"), ("missing", "4"), ("missing", "5")]),
    ],
)  # fmt: skip
def test_a_manual_change_lists_what_it_brings(after: list[tuple[int, int]], expected: list[tuple[str, ...]]) -> None:
    assert flaws(after) == expected


def test_a_prohibited_pair_is_named_and_a_playable_round_has_its_reasons() -> None:
    assert flaws([(1, 2), (3, 5), (4, BYE)], [(5, 3)])[0] == ("prohibited", "3", "5")
    assert Flaw.MISSING.is_impossible
    assert [each.reason for each in tables_of(FIVE, [(1, 4), (2, 3), (5, BYE)])] == [
        Reason.REMATCH, Reason.EQUAL_RECORDS, Reason.BYE,
    ]  # fmt: skip
