"""Places and pay of a Swiss by losses."""

from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.pairing.by_losses import Options, Phase, Variant, next_round
from rules.pairing.outcome import Outcome, outcome, parts, pay_tables, swiss_shares
from rules.pairing.pairing import BYE
from rules.pairing.results import Result, records

KEY = "2026-11-20 63 55 21"
THREE = Options(losses=2, paid=3)


def played(entrants: int, options: Options, chance: Random) -> list[Result]:
    results: list[Result] = []
    while (following := next_round(range(1, entrants + 1), options, results, KEY)).phase is not Phase.OVER:
        for table in following.tables:
            winner, loser = (table.one, BYE) if table.other == BYE else chance.sample([table.one, table.other], 2)
            results.append(Result(following.round, winner, loser))
    return results


@settings(max_examples=25)
@given(
    st.integers(2, 20),
    st.integers(2, 4),
    st.integers(1, 6),
    st.sampled_from(Variant),
    st.randoms(use_true_random=False),
)
def test_everybody_has_one_place_and_the_fund_is_divided_whole(
    entrants: int, losses: int, paid: int, variant: Variant, chance: Random
) -> None:
    options = Options(losses, paid, variant)
    results = played(entrants, options, chance)

    came = outcome(range(1, entrants + 1), options, results, KEY)

    assert sorted(who for group in came.groups for who in group) == list(range(1, entrants + 1))
    assert came.over
    assert len(came.groups[0]) == 1
    assert 1 <= came.paid <= paid
    due = parts(came, pay_tables(paid))
    assert sum(due.values()) == 1
    assert len(due) >= came.paid
    known = records(range(1, entrants + 1), results)
    assert known[came.groups[0][0]].losses < losses


@pytest.mark.parametrize(
    ("second", "groups"), [(True, ("waits", "winner", "loser")), (False, ("winner", "loser", "waits"))]
)
def test_a_contingent_bye_orders_the_three(second: bool, groups: tuple[str, ...]) -> None:
    entrants, options = [1, 2, 3], Options(losses=2, paid=3)
    first_two = [Result(1, 1, 2), Result(2, 2, 3), Result(3, 3, 1)]
    following = next_round(entrants, options, first_two, KEY)
    assert following.phase is Phase.CONTINGENT_BYE
    named = {"waits": following.waits, "winner": following.tables[0].one, "loser": following.tables[0].other}
    won = (named["waits"], named["winner"]) if second else (named["winner"], named["waits"])

    results = [*first_two, Result(4, named["winner"], named["loser"]), Result(5, *won)]

    assert outcome(entrants, options, results, KEY).groups == tuple((named[each],) for each in groups)


def test_a_first_match_corrected_after_the_second_leaves_the_three_of_a_contingent_bye_equal() -> None:
    entrants, options = [1, 2, 3], Options(losses=2, paid=3)
    first_two = [Result(1, 1, 2), Result(2, 2, 3), Result(3, 3, 1)]
    following = next_round(entrants, options, first_two, KEY)
    one, other, waits = following.tables[0].one, following.tables[0].other, following.waits

    came = outcome(entrants, options, [*first_two, Result(4, other, one), Result(5, one, waits)], KEY)

    assert sorted(who for group in came.groups for who in group) == [1, 2, 3]
    assert {one, other} & set(came.groups[0])


def test_by_the_rules_of_the_wbf_second_place_goes_by_wins_then_by_their_match() -> None:
    entrants, options = [1, 2, 3], Options(losses=2, paid=3, variant=Variant.WBF)
    rounds = [Result(1, 1, 2), Result(2, 2, 3), Result(3, 3, 1)]
    following = next_round(entrants, options, rounds, KEY)
    one, other, waits = following.tables[0].one, following.tables[0].other, following.waits

    came = outcome(entrants, options, [*rounds, Result(4, one, other), Result(5, one, waits)], KEY)

    met = next(each for each in rounds if {each.winner, each.loser} == {other, waits})
    assert came.groups == ((one,), (met.winner,), (met.loser,))
    assert came.to_play == ()


def test_two_who_have_as_many_wins_and_have_not_met_play_for_second_place() -> None:
    options = Options(losses=1 + 1, paid=3, variant=Variant.WBF)
    rounds = [Result(1, 4, 1), Result(1, 5, 2), Result(1, 6, 3), Result(2, 1, 4), Result(2, 2, 5), Result(2, 3, 6)]
    rounds += [Result(3, 1, 4), Result(3, 2, 5), Result(3, 3, 6)]
    following = next_round(range(1, 7), options, rounds, KEY)
    one, other, waits = following.tables[0].one, following.tables[0].other, following.waits

    came = outcome(range(1, 7), options, [*rounds, Result(4, one, other), Result(5, one, waits)], KEY)

    assert set(came.to_play) == {other, waits}
    assert came.place(other) == came.place(waits) == 2


def test_those_eliminated_as_the_playoff_begins_get_nothing() -> None:
    results = [Result(1, 1, 2), Result(1, 3, 4), Result(2, 1, 3), Result(2, 2, 4)]

    came = outcome([1, 2, 3, 4], THREE, results, KEY)

    assert (came.groups, came.paid) == (((1,), (2, 3), (4,)), 3)
    assert parts(came, pay_tables(3)) == {1: Fraction(32, 65), 2: Fraction(33, 130), 3: Fraction(33, 130)}


def test_places_are_open_while_it_is_played() -> None:
    came = outcome([1, 2, 3, 4], THREE, [Result(1, 1, 2), Result(1, 3, 4)], KEY)

    assert (came.groups, came.paid, came.over) == (((1, 2, 3, 4),), 0, False)


def test_the_shares_of_five_places_are_those_published() -> None:
    assert [round(float(100 * each), 1) for each in swiss_shares(5)] == [39.5, 24.7, 16.0, 11.1, 8.6]
    assert sum(swiss_shares(12)) == 1
    assert [len(table) for table in pay_tables(4).values()] == [4, 3, 2, 1]


def test_pay_without_its_table_and_strangers_are_refused() -> None:
    came = Outcome(((1,), (2,)), 2, over=True)

    with pytest.raises(RuleBroken, match=r"swiss\.table"):
        parts(came, {1: (Fraction(1),)})
    with pytest.raises(RuleBroken, match=r"swiss\.paid"):
        swiss_shares(0)
    with pytest.raises(RuleBroken, match=r"results\.unknown"):
        came.place(9)
