"""How a Swiss by losses ends in each variant, and rounds in which players have left."""

from fractions import Fraction

import pytest

from rules.pairing.as_they_finish import pair_free
from rules.pairing.by_losses import Barred, Options, Phase, Variant, next_round, stand
from rules.pairing.fixed import next_fixed_round
from rules.pairing.outcome import outcome, swiss_shares
from rules.pairing.pairing import BYE, Reason, Record, pair_round
from rules.pairing.results import Result
from rules.pairing.round_robin import schedule

KEY = "2026-11-20 63 55 21"
FOUR = [1, 2, 3, 4]


def test_a_southern_swiss_has_no_playoff_however_few_are_left() -> None:
    following = next_round(FOUR, Options(losses=2, paid=4, variant=Variant.SOUTHERN), [], KEY)

    assert (following.phase, following.leaving) == (Phase.SWISS, ())


def test_three_with_two_losses_to_spare_play_a_round_unless_a_playoff_has_begun() -> None:
    assert stand([1, 2, 3], Options(losses=3), [], KEY).phase is Phase.SWISS
    assert stand([1, 2, 3], Options(losses=3, paid=3), [], KEY).phase is Phase.CONTINGENT_BYE


def test_three_with_different_losses_play_on() -> None:
    results = [Result(1, 1, 2), Result(1, 3, BYE)]

    assert stand([1, 2, 3], Options(losses=4, paid=3), results, KEY).phase is Phase.PLAYOFF


@pytest.mark.parametrize(
    ("results", "still_in", "leaving"),
    [
        # Two unbeaten ones are an even number, so those on the brink save nobody a bye.
        ([Result(1, 1, 2), Result(1, 3, 4)], (1, 3), (2, 4)),
        # Three unbeaten ones and one on the brink are an even number together.
        ([Result(1, 1, 4), Result(1, 2, BYE), Result(2, 3, BYE)], (1, 2, 3, 4), ()),
    ],
)
def test_those_on_the_brink_stay_only_if_they_save_a_bye(
    results: list[Result], still_in: tuple[int, ...], leaving: tuple[int, ...]
) -> None:
    now = stand(FOUR, Options(losses=2, paid=4), results, KEY)

    assert (now.phase, now.still_in, now.leaving) == (Phase.PLAYOFF, still_in, leaving)


@pytest.mark.parametrize("key", ["1", "2", "3", "4", "5", "6"])
def test_by_the_rules_of_the_wbf_whoever_has_met_both_others_waits_for_every_key(key: str) -> None:
    results = [Result(1, 1, 2), Result(2, 2, 3), Result(3, 3, 4), Result(4, 4, 1)]
    options = Options(losses=2, paid=4, variant=Variant.WBF)

    now = stand(FOUR, options, results, key, Barred(withdrawn=frozenset([4])))

    assert (now.phase, now.waits) == (Phase.CONTINGENT_BYE, 2)


def test_free_players_with_as_many_losses_and_other_wins_wait() -> None:
    now = pair_free([Record(1, 1), Record(2, 2)], KEY, anybody_plays=True)

    assert (now.tables, now.waiting) == ((), (1, 2))


def test_who_withdraws_shares_the_place_of_those_who_left_in_their_last_round() -> None:
    results = [Result(1, 1, 2), Result(1, 3, 4), Result(2, 1, 3), Result(2, 2, 4), Result(3, 1, 2), Result(3, 3, BYE)]

    came = outcome(FOUR, Options(losses=2), results, KEY, Barred(withdrawn=frozenset([3])))

    assert came.groups == ((1,), (2, 3), (4,))


def test_from_the_ninth_place_on_a_share_is_32_by_the_place() -> None:
    shares = swiss_shares(10)

    assert (shares[8] / shares[0], shares[9] / shares[0]) == (Fraction(1, 9), Fraction(1, 10))


def test_who_has_withdrawn_is_in_no_fixed_round() -> None:
    following = next_fixed_round([1, 2, 3, 4, 5], 3, [], KEY, Barred(withdrawn=frozenset([2])))

    assert following.still_in == (1, 3, 4, 5)
    assert 2 not in {who for each in following.tables for who in (each.one, each.other)}


def test_every_round_has_lots_of_its_own() -> None:
    results = [Result(1, 1, 2), Result(1, 3, 4)]
    after = [Record(1, 1, 0, 0, (2,)), Record(2, 0, 1, 0, (1,)), Record(3, 1, 0, 0, (4,)), Record(4, 0, 1, 0, (3,))]
    for played, field in (([], [Record(who) for who in FOUR]), (results, after)):
        tables, _ = pair_round(field, f"{KEY}/round:{1 + len(played) // 2}")

        assert list(next_fixed_round(FOUR, 3, played, KEY).tables) == tables
        assert list(next_round(FOUR, Options(losses=3), played, KEY).tables) == tables


def test_a_second_bye_says_so() -> None:
    tables, _ = pair_round([Record(1, 1, 0, 1)], KEY)

    assert [(each.one, each.other, each.reason) for each in tables] == [(1, BYE, Reason.SECOND_BYE)]


def test_in_an_odd_round_robin_each_has_the_bye_once() -> None:
    assert schedule(3) == [[(2, 3), (1, BYE)], [(1, 2), (3, BYE)], [(1, 3), (2, BYE)]]
