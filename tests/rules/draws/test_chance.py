"""The lot: pinned orders, and the same rule written a second time."""

from collections.abc import Sequence
from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.draws.chance import LONGEST_KEY, order_by_lot, read_key
from rules.errors import RuleBroken

KEY = "2026-11-20 63 55 21"


def dealt(players: Sequence[str], key: str) -> list[str]:
    """Deal the places from the last one up: the picked slip leaves the row, the last slip fills the gap."""
    row, order = list(players), list[str]()
    while len(row) > 1:
        turn = len(players) - len(row)
        pick = int(sha256(f"{key}:{turn}".encode()).hexdigest(), 16) % len(row)
        picked, last = row[pick], row.pop()
        if pick < len(row):
            row[pick] = last
        order.insert(0, picked)
    return row + order


def test_the_published_key_turns_eight_letters_into_the_order_of_the_house_style() -> None:
    order = order_by_lot("ABCDEFGH", KEY)

    assert "".join(order) == "EHGCAFDB"


@pytest.mark.parametrize(
    ("turn", "left", "digest", "pick"),
    [
        # printf '2026-11-20 63 55 21:0' | sha256sum
        (0, 8, "4b512965886924cf86b1b253c0897e29e879be850defb370abddadddad1b4ce1", 1),
        (1, 7, "16bc66e3b7823ea5b4518d517fca72d7d08262ba8f0be263c9ca0b7d9d63861e", 3),
        (2, 6, "042b3fd41f6d0e58036f6e540170bd184622dd5cd67decea97dc98bd4d83fb1f", 5),
    ],
)
def test_each_pick_is_the_digest_that_any_shell_computes(turn: int, left: int, digest: str, pick: int) -> None:
    computed = sha256(f"{KEY}:{turn}".encode()).hexdigest()

    assert computed == digest
    assert int(digest, 16) % left == pick


def test_a_key_outside_ascii_is_read_as_utf_8() -> None:
    order = order_by_lot(range(1, 24), "Würfel 6–5 🎲")

    assert order == [18, 1, 17, 20, 11, 23, 8, 3, 2, 13, 14, 16, 9, 12, 5, 21, 15, 7, 19, 10, 22, 6, 4]


@given(st.lists(st.text(max_size=3), max_size=40), st.text(st.characters(codec="utf-8"), max_size=30))
def test_the_lot_is_the_same_when_another_program_draws_it(players: list[str], key: str) -> None:
    order = order_by_lot(players, key)

    assert order == dealt(players, key)


@given(st.integers(0, 512), st.text(st.characters(codec="utf-8"), max_size=30))
def test_the_lot_loses_nobody_and_doubles_nobody(entrants: int, key: str) -> None:
    order = order_by_lot(range(entrants), key)

    assert sorted(order) == list(range(entrants))


def test_the_lot_leaves_the_list_of_entry_as_it_was() -> None:
    entered = ["Anna", "Boris", "Chen"]

    order_by_lot(entered, KEY)

    assert entered == ["Anna", "Boris", "Chen"]


def test_every_one_of_four_comes_first_about_as_often() -> None:
    firsts = [order_by_lot("ABCD", f"evening {number}")[0] for number in range(2000)]

    assert all(430 < firsts.count(letter) < 570 for letter in "ABCD")


def test_all_orders_of_three_are_drawn() -> None:
    orders = {"".join(order_by_lot("ABC", f"evening {number}")) for number in range(200)}

    assert orders == {"ABC", "ACB", "BAC", "BCA", "CAB", "CBA"}


@pytest.mark.parametrize(
    ("typed", "key"),
    [
        ("2026-11-20 63 55 21", "2026-11-20 63 55 21"),
        ("  63   55\t21\n", "63 55 21"),
        ("63\u00a055\u300021", "63 55 21"),
        ("Wu\u0308rfel", "W\u00fcrfel"),
        ("Trictrac №5 – “Ⅷ”", "Trictrac №5 – “Ⅷ”"),
        ("x" * 200, "x" * 200),
        (" " * 300 + "63", "63"),
    ],
)
def test_a_key_is_kept_in_the_one_way_it_can_be_written(typed: str, key: str) -> None:
    assert read_key(typed) == key


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("", "key.empty"),
        (" \t\n\u00a0\u2003", "key.empty"),
        ("x" * 201, "key.long"),
        ("63\x0055", "key.unprintable"),
        ("63\u202e55", "key.unprintable"),
        ("63\u200b55", "key.unprintable"),
        ("63\u200d55", "key.unprintable"),
        ("\ufeff63", "key.unprintable"),
        ("63\ud80055", "key.unprintable"),
        ("63\ue00055", "key.unprintable"),
    ],
)
def test_a_key_that_cannot_be_read_off_the_wall_is_refused(typed: str, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_key(typed)

    assert broken.value.code == code


def test_a_key_too_long_is_refused_with_the_longest_length() -> None:
    with pytest.raises(RuleBroken) as broken:
        read_key("63 " * 100)

    assert broken.value.facts == {"length": 299, "longest": LONGEST_KEY}


@given(st.text())
def test_a_key_read_twice_is_the_same_key(typed: str) -> None:
    try:
        key = read_key(typed)
    except RuleBroken:
        return

    assert read_key(key) == key
    assert key.encode("utf-8").decode("utf-8") == key
    assert 1 <= len(key) <= LONGEST_KEY
