"""People who come, go and sit out; split tables; corrections; the fewest payments."""

import itertools
import random

import pytest

from rules.chouette.actions import ComeBack, Join, Leave, SitOut, Start
from rules.chouette.options import Options
from rules.chouette.people import should_split, split_off
from rules.chouette.play import play, play_all
from rules.chouette.presets import house_rules
from rules.chouette.session import Session, corrected, replay, without_last_game
from rules.chouette.settlement import Payment, fewest_payments, rounded, settlement_of
from rules.errors import RuleBroken
from tests.rules.chouette.evenings import MULTI, box_doubles, crew, game, order, points, seated, team_doubles, won


def test_the_cube_of_a_member_who_is_away_follows_the_captains() -> None:
    table = play(seated("B C P Q"), SitOut("P"))

    assert points(game(table, box_doubles(), crew("C:p Q:t"), won("box"))) == {"B": 4, "C": -1, "P": -1, "Q": -2}
    with pytest.raises(RuleBroken, match=r"chouette\.follows_captain"):
        game(table, box_doubles(), crew("C:p P:t Q:t"))
    assert points(game(play(table, ComeBack("P")), box_doubles(), crew("C:p P:t Q:p"), won("team")))["P"] == 2


def test_the_captain_doubles_for_the_members_whose_cubes_follow() -> None:
    table = play_all(seated("B C P Q", MULTI), [SitOut("P"), SitOut("Q", "C")])
    doubled = game(table, team_doubles("C"))

    assert doubled.game is not None
    assert doubled.game.waiting == ("C", "P")


def test_a_captain_or_box_who_is_away_needs_a_proxy() -> None:
    for who, proxy in (("C", None), ("B", None), ("B", "P"), ("P", "B")):
        with pytest.raises(RuleBroken, match=r"chouette\.proxy"):
            play(seated("B C P Q"), SitOut(who, proxy))
    with pytest.raises(RuleBroken, match=r"chouette\.proxy"):
        play(game(play(seated("B C P Q"), SitOut("P")), won("box")), Start())
    assert play(seated("B C P Q"), SitOut("C", "P")).away == (("C", "P"),)


def test_a_balance_stays_until_somebody_comes_back() -> None:
    table = play_all(game(seated("B C P Q"), won("team")), [Leave("B")])

    assert (order(table), table.totals()) == ("C; P Q", {"B": -3, "C": 1, "P": 1, "Q": 1})
    back = play(table, Join("B"))
    assert (order(back), back.totals(), back.accounts) == ("C; P Q B", table.totals(), ("B", "C", "P", "Q"))


def test_a_closed_chouette_plays_no_game() -> None:
    table = play(seated("B C P"), Leave("P"))

    with pytest.raises(RuleBroken, match=r"chouette\.closed"):
        play(table, Start())
    assert play_all(table, [Join("Q"), Start()]).game is not None


def test_the_bottom_of_the_line_moves_to_the_new_and_smaller_table() -> None:
    assert should_split(seated("B C P Q R S", house_rules("st_albans")))
    assert not should_split(seated("B C P Q R S", Options()))
    assert split_off(seated("B C P Q R"), ["X", "Y"]) == ("R",)
    assert split_off(seated("B C P Q R S U"), ["X"]) == ("R", "S", "U")
    assert split_off(seated("B C P Q R S U")) == ("R", "S", "U")
    with pytest.raises(RuleBroken, match=r"chouette\.split"):
        split_off(seated("B C P Q R"))


def test_a_correction_shows_the_rotation_after_it_before_it_is_accepted() -> None:
    actions = (Start(), won("box"), Start(), won("team"), Start(), won("box"))
    session = Session(Options(), ("A", "B", "C", "D"), actions)

    result = corrected(session, 1, [won("team", "gammon")])

    assert result.refused is None
    assert [
        (each.number, each.before and each.before.box, each.after and each.after.box) for each in result.changes
    ] == [
        (1, "A", "A"),
        (2, "A", "B"),
        (3, "C", "C"),
    ]
    assert replay(result.session).totals() == {who: after for who, _, after in result.totals}


def test_a_correction_after_which_a_later_game_cannot_have_happened_says_which() -> None:
    later = (Start(), box_doubles("C D A"), crew("C:t D:t A:p"), won("team"))
    session = Session(MULTI, ("A", "B", "C", "D"), (Start(), won("team"), *later))

    result = corrected(session, 1, [won("box")])

    assert (result.refused and result.refused.code, result.refused_game) == ("chouette.no_double", 2)


def test_a_corrected_game_must_be_finished_where_others_follow() -> None:
    session = Session(Options(), ("A", "B", "C"), (Start(), won("box"), Start(), won("box")))

    with pytest.raises(RuleBroken, match=r"chouette\.unfinished"):
        corrected(session, 1, [box_doubles()])
    with pytest.raises(RuleBroken, match=r"chouette\.no_such_game"):
        corrected(session, 3, [won("box")])


def test_an_undone_game_never_began() -> None:
    session = Session(Options(), ("A", "B", "C"), (Start(), won("box"), Join("D"), Start(), won("team")))

    assert without_last_game(session).actions == (Start(), won("box"), Join("D"))
    with pytest.raises(RuleBroken, match=r"chouette\.nothing_to_undo"):
        without_last_game(without_last_game(session))


def fewest_by_trying(balances: list[int]) -> int:
    """Return the fewest payments: people with a balance, less the most groups that sum to zero, by trying all."""
    people = [points for points in balances if points]
    if not people:
        return 0
    best, first = len(people) - 1, people[0]
    for size in range(len(people) - 1):
        for others in itertools.combinations(range(1, len(people)), size):
            if first + sum(people[at] for at in others) == 0:
                rest = [each for at, each in enumerate(people) if at and at not in others]
                best = min(best, size + fewest_by_trying(rest))
    return best


@pytest.mark.parametrize("seed", range(40))
def test_no_fewer_payments_settle_the_balances(seed: int) -> None:
    rng = random.Random(seed)
    points = [rng.randint(-6, 6) for _ in range(rng.randint(2, 8))]
    balances = {f"p{at}": each for at, each in enumerate([*points, -sum(points)])}

    settled = fewest_payments(balances)
    for payment in settled.payments:
        assert payment.amount > 0
        balances[payment.payer] += payment.amount
        balances[payment.payee] -= payment.amount

    assert (set(balances.values()), settled.is_fewest) == ({0}, True)
    assert len(settled.payments) == fewest_by_trying([*points, -sum(points)])


def test_two_groups_of_three_are_settled_apart() -> None:
    balances = {"A": 10, "B": -4, "C": -6, "D": 9, "E": -7, "F": -2}

    payments = fewest_payments(balances).payments

    assert {(each.payer, each.payee, each.amount) for each in payments} == {
        ("B", "A", 4), ("C", "A", 6), ("E", "D", 7), ("F", "D", 2),
    }  # fmt: skip


def test_payments_in_money_are_rounded_to_the_unit_and_points_are_not() -> None:
    totals = {"A": -3, "B": 2, "C": 1}

    assert settlement_of(totals, 0, 100).payments == (Payment("A", "B", 2), Payment("A", "C", 1))
    assert settlement_of(totals, 70, 100).payments == (Payment("A", "B", 100), Payment("A", "C", 100))


def test_beyond_fifteen_people_the_largest_pay_first() -> None:
    balances = {f"p{at}": 2**at for at in range(16)} | {"p16": 1 - 2**16}

    settled = fewest_payments(balances)

    assert (len(settled.payments), settled.is_fewest) == (16, False)
    assert settled.payments[0].amount == 2**15


def test_rounded_balances_sum_to_zero() -> None:
    assert rounded({"A": 130, "B": -60, "C": -70}, 50) == {"A": 150, "B": -50, "C": -100}
    assert rounded({"A": 5, "B": -5}, 1) == {"A": 5, "B": -5}
    with pytest.raises(RuleBroken, match=r"settlement\.sum"):
        fewest_payments({"A": 1})
    with pytest.raises(RuleBroken, match=r"settlement\.unit"):
        rounded({"A": 0}, 0)
