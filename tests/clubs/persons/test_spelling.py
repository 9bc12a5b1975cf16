"""Names compared without regard to script, accents, order and small mistakes."""

import pytest

from clubs.spelling import begins_words, best, fold

NAMES = [
    "Димитър Петров", "Tereza Nováková", "محمد العلي", "Ömer Yıldırım", "王小明", "Hannah Lindqvist",
    "Falk Brenner", "Νίκος Παπαδημητρίου", "Itziar Agirre", "José María Pérez",
]  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Dimitar Petrov", "Димитър Петров"),
        ("petrov", "Димитър Петров"),
        ("novakova tereza", "Tereza Nováková"),
        ("Muhammad al-Ali", "محمد العلي"),
        ("omer yildrim", "Ömer Yıldırım"),
        ("xiaoming", "王小明"),
        ("Hana Lindkvist", "Hannah Lindqvist"),
        ("bren", "Falk Brenner"),
        ("Nikos Papadimitriou", "Νίκος Παπαδημητρίου"),
        ("Aguirre", "Itziar Agirre"),
        ("jose maria perez", "José María Pérez"),
    ],
)
def test_a_search_forgives_script_accents_order_and_a_wrong_letter(typed: str, name: str) -> None:
    hits = best(typed, [(each, fold(each)) for each in NAMES], 5)

    assert hits[0][0] == name


def test_a_search_for_somebody_else_finds_nobody() -> None:
    assert best("Quentin Dubois", [(each, fold(each)) for each in NAMES], 5) == []
    assert best("   ", [(each, fold(each)) for each in NAMES], 5) == []


@pytest.mark.parametrize(
    ("typed", "text", "begins"),
    [
        ("omer yil", "Ömer Yıldırım", True),
        ("yildirim", "Ömer Yıldırım", True),
        ("sanchez-ruiz", "Ana Sánchez-Ruiz", True),
        ("o'ne", "Maeve O'Neill", True),
        ("xiao", "王小明", True),
        ("王小", "王小明", True),
        ("mer", "Ömer Yıldırım", False),
        ("omer petrov", "Ömer Yıldırım", False),
        ("—", "Ömer Yıldırım", False),
    ],
)
def test_every_word_typed_begins_a_word_of_the_text(typed: str, text: str, begins: bool) -> None:
    assert begins_words(typed, text) is begins
