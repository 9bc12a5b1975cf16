"""Names that may be one person's, and names that are not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.typed.similar import are_alike, fold, twins, within


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Uwe Altmann", "uwe  ALTMANN"),
        ("Uwe Altmann", "Uwe Altman"),
        ("Uwe Altmann", "Altmann Uwe"),
        ("Uwe Altmann", "Altman Uwe"),
        ("Ömer Yıldırım", "Omer Yildirim"),
        ("Sten Kjærgaard", "Sten Kjaergaard"),
        ("Wolfgang Bergström-Hohenfels", "Wolfgang Bergstrom Hohenfels"),
        ("Wolfgang Bergström-Hohenfels", "Wolfgang Bergströmhohenfels"),
        ("Maria del Carmen Fernández de Oñate", "Maria Fernandez de Onate"),
        ("Ilir Shehu", "Iilr Shehu"),
        ("Nikolaos Papadimitriou", "Nikolaos Papadimitiru"),
        ("Δημήτρης Παππάς", "Δημητρης Παππας"),
    ],
)
def test_these_may_be_one_person(one: str, other: str) -> None:
    assert are_alike(fold(one), fold(other))
    assert are_alike(fold(other), fold(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Uwe Altmann", "Petra Horvat"),
        ("Player 1", "Player 2"),
        ("Player 1", "Player 11"),
        ("Ann", "Ann Lee"),
        ("Ann", "Bob"),
        ("Jon Berg", "Jan Borg"),
        ("!!!", "???"),
    ],
)
def test_these_are_two(one: str, other: str) -> None:
    assert not are_alike(fold(one), fold(other))


def test_each_name_is_asked_about_once_with_the_nearest_before_it() -> None:
    names = ["Uwe Altmann", "Uwe Altman", "Altman Uwe", "Petra Horvat"]

    assert twins(names, ["Petra Horvath"]) == {1: "Uwe Altmann", 2: "Uwe Altman", 3: "Petra Horvath"}


def plain_distance(one: str, other: str) -> int:
    """The same distance by its definition, without leaving off early."""
    table = {(at, -1): at + 1 for at in range(-1, len(one))} | {(-1, at): at + 1 for at in range(-1, len(other))}
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a != b))
            if i and j and a == other[j - 1] and one[i - 1] == b:
                table[i, j] = min(table[i, j], table[i - 2, j - 2] + 1)
    return table[len(one) - 1, len(other) - 1]


@given(st.text("abc", max_size=7), st.text("abc", max_size=7), st.integers(0, 3))
def test_letters_apart_are_counted_as_defined(one: str, other: str, most: int) -> None:
    assert within(one, other, most) == (plain_distance(one, other) <= most)


@given(st.text(max_size=40), st.text(max_size=40))
def test_alike_is_the_same_both_ways(one: str, other: str) -> None:
    assert are_alike(fold(one), fold(other)) == are_alike(fold(other), fold(one))
