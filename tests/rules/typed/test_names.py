"""The start of any word finds a name, whatever the accents, the case and the script."""

import pytest

from rules.typed.names import finds, folded, spells, starts

FOUND = [
    ("petro", "Dimitar Petrov"),
    ("dim", "Dimitar Petrov"),
    ("PETRO", "Dimitar Petrov"),
    ("petrov dim", "Dimitar Petrov"),
    ("yil", "Ömer Yıldırım"),
    ("YIL", "Ömer Yıldırım"),
    ("om", "Ömer Yıldırım"),
    ("öm", "Ömer Yıldırım"),
    ("ist", "İstanbul Oğuz"),
    ("kjaer", "Sten Kjærgaard"),
    ("ost", "Kåre Østby"),
    ("lodz", "Łukasz Łódź"),
    ("weiss", "Jörg Weiß"),
    ("onate", "Maria del Carmen Fernández de Oñate"),
    ("maria fern", "Maria del Carmen Fernández de Oñate"),
    ("de on", "Maria del Carmen Fernández de Oñate"),
    ("bergs hoh", "Wolfgang Bergström-Hohenfels"),
    ("oneill", "Shane O'Neill"),
    ("neill", "Shane O’Neill"),
    ("o'ne", "Shane O’Neill"),
    ("петр", "Димитър Петров"),
    ("ПЕТР", "Димитър Петров"),
    ("παπα", "Νικόλαος Παπαδημητρίου"),
    ("νικ", "Νικόλαος Παπαδημητρίου"),
    ("عبد", "عَبد الرحمن بن خالد الحسيني"),
    ("الحس", "عبد الرحمن بن خالد الحسيني"),
    ("حسين", "عبد الرحمن بن خالد الحسيني"),
    ("ali", "علي Ali"),
    ("山", "山田 太郎"),
    ("x", "X"),
]


@pytest.mark.parametrize(("typed", "name"), FOUND)
def test_the_start_of_any_word_finds_a_name(typed: str, name: str) -> None:
    assert starts(typed, name)


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("etrov", "Dimitar Petrov"),
        ("petrova", "Dimitar Petrov"),
        ("dim dim", "Dimitar Petrov"),
        ("petrov angelova", "Dimitar Petrov"),
        ("", "Dimitar Petrov"),
        ("-", "Dimitar Petrov"),
    ],
)
def test_the_middle_of_a_word_or_a_missing_word_finds_no_name(typed: str, name: str) -> None:
    assert not starts(typed, name)


def test_a_whole_word_spells_a_name_and_a_start_does_not() -> None:
    assert spells("ana", "Ana Kola")
    assert spells("kola ANA", "Ana Kola")
    assert not spells("an", "Ana Kola")
    assert not spells("", "Ana Kola")


def test_digits_of_every_script_are_digits() -> None:
    assert folded("٧–٣ ۷ ७") == "7–3 7 7"


def test_the_number_behind_a_namesake_is_no_word_of_their_name() -> None:
    assert not starts("2", "Jon Mendizabal (#26)")
    assert not finds("2", "Jon Mendizabal (#26)", "26")
    assert finds("26", "Jon Mendizabal (#26)", "26")
    assert finds("mendizabal 26", "Jon Mendizabal (#26)", "26")
