"""The entry line of the cash desk: a name, then how the money changes hands."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.typed.cash_line import CashLine, Wish, Word, read_cash_line

YILDIRIM, HORVAT, ANA, ANABEL, PLAYER_2, PLAYER_26, CARD = range(1, 8)
PEOPLE = (
    (YILDIRIM, "Ömer Yıldırım"), (HORVAT, "Petra Horvat"), (ANA, "Ana Kola"), (ANABEL, "Anabel Ruiz"),
    (PLAYER_2, "Player 2"), (PLAYER_26, "Player 26"), (CARD, "Orson Card"),
)  # fmt: skip


def take(who: int, typed: str, **orders: Any) -> CashLine:
    return CashLine(Wish.TAKE, (who,), typed, **orders)


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("yil", take(YILDIRIM, "yil")),
        ("yil 150", take(YILDIRIM, "yil", sum="150")),
        ("yil 12,50", take(YILDIRIM, "yil", sum="12,50")),
        ("yil 1,250.00", take(YILDIRIM, "yil", sum="1,250.00")),
        ("yil card", take(YILDIRIM, "yil", means="card")),
        ("YIL CARD", take(YILDIRIM, "YIL", means="card")),
        ("yil -3", take(YILDIRIM, "yil", without=(3,))),
        ("yil -3 -5 150", take(YILDIRIM, "yil", sum="150", without=(3, 5))),
        ("yil 100 part", take(YILDIRIM, "yil", sum="100", is_part=True)),
        ("yil part 100 card", take(YILDIRIM, "yil", sum="100", is_part=True, means="card")),
        ("yil v-012", take(YILDIRIM, "yil", means="voucher", voucher="V-012")),
        ("yil 200 v-012", take(YILDIRIM, "yil", sum="200", means="voucher", voucher="V-012")),
        ("omer yil 150", take(YILDIRIM, "omer yil", sum="150")),
        ("ana", take(ANA, "ana")),
    ],
)
def test_a_line_takes_money(typed: str, meaning: CashLine) -> None:
    assert read_cash_line(typed, PEOPLE) == meaning


@pytest.mark.parametrize(
    ("typed", "meaning"),
    [
        ("yil back", CashLine(Wish.BACK, (YILDIRIM,), "yil")),
        ("yil back card", CashLine(Wish.BACK, (YILDIRIM,), "yil", means="card")),
        ("yil back 3 4 ill today", CashLine(Wish.BACK, (YILDIRIM,), "yil", lines=(3, 4), reason="ill today")),
        ("yil waive 2 helper", CashLine(Wish.WAIVE, (YILDIRIM,), "yil", lines=(2,), reason="helper")),
        ("yil +6", CashLine(Wish.CHOOSE, (YILDIRIM,), "yil", added=(6,))),
        ("0031", CashLine(Wish.RECEIPT, number=31)),
        ("#31", CashLine(Wish.RECEIPT, number=31)),
        ("undo", CashLine(Wish.UNDO)),
        ("  ", CashLine(Wish.NOTHING)),
        ("xav 100", CashLine(Wish.NOBODY, (), "xav", sum="100")),
    ],
)
def test_a_line_asks_for_something_else(typed: str, meaning: CashLine) -> None:
    assert read_cash_line(typed, PEOPLE) == meaning


def test_what_belongs_to_a_name_is_no_order() -> None:
    assert read_cash_line("player 26", PEOPLE) == take(PLAYER_26, "player 26")
    assert read_cash_line("player 26 100", PEOPLE) == take(PLAYER_26, "player 26", sum="100")
    assert read_cash_line("orson card", PEOPLE) == take(CARD, "orson card")
    assert read_cash_line("orson card card", PEOPLE) == take(CARD, "orson card", means="card")


def test_a_start_that_fits_several_names_them_all_in_their_order() -> None:
    assert read_cash_line("an 50", PEOPLE).who == (ANA, ANABEL)
    assert read_cash_line("an 50", tuple(reversed(PEOPLE))).who == (ANABEL, ANA)


def test_an_order_that_stands_twice_is_read_as_a_name() -> None:
    assert read_cash_line("yil 100 200", PEOPLE).wish is Wish.NOBODY
    assert read_cash_line("yil card cash", PEOPLE).wish is Wish.NOBODY


def test_a_desk_may_use_its_own_words() -> None:
    words = {Word.CARD: ("tarjeta",), Word.PART: ("parte",)}

    assert read_cash_line("yil 100 parte tarjeta", PEOPLE, words) == take(
        YILDIRIM, "yil", sum="100", means="card", is_part=True
    )


@given(st.text(max_size=60))
def test_any_text_has_a_meaning(typed: str) -> None:
    assert read_cash_line(typed, PEOPLE).wish in Wish
