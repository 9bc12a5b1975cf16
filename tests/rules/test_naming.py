"""Names from the tournament desk, friendly and hostile. Source: docs/rules/names.md."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.naming import LONGEST, family_first, read_name, read_optional, read_reason

FAMILY = "👩\u200d👧\u200d👦"
NIMRUZ = "نیم\u200cروز"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Anna", "Anna"),
        ("  Anna   Ek \n", "Anna Ek"),
        ("Cafe\u0301", "Caf\u00e9"),
        ("Nguye\u0302\u0303n", "Nguyễn"),
        ("O'Brien-Łukasiewicz, Jr.", "O'Brien-Łukasiewicz, Jr."),
        ("<b>Robert'); DROP TABLE</b>", "<b>Robert'); DROP TABLE</b>"),
        ("محمد علی", "محمد علی"),
        (NIMRUZ, NIMRUZ),
        ("क\u094d\u200dष", "क\u094d\u200dष"),
        ("שלום", "שלום"),
        ("李小龍", "李小龍"),
        (f"Team {FAMILY}", f"Team {FAMILY}"),
        ("I ❤\ufe0f 21", "I ❤\ufe0f 21"),
        ("1\ufe0f\u20e3 club", "1\ufe0f\u20e3 club"),
        ("🇨🇾 Limassol", "🇨🇾 Limassol"),
        ("x" * 80, "x" * 80),
    ],
)
def test_a_name_is_kept_as_its_bearer_writes_it(typed: str, name: str) -> None:
    assert read_name(typed) == name


@pytest.mark.parametrize("typed", ["", "   ", "\t\n", "\u00a0\u2003", "\u200d", "\u200c\u200c", "\u200d \u200d"])
def test_a_name_that_shows_nothing_is_empty(typed: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_name(typed)

    assert broken.value.code == "name.empty"


@pytest.mark.parametrize(
    ("typed", "character"),
    [
        ("An\x00na", "U+0000"),
        ("An\x1b[31mna", "U+001B"),
        ("An\nna", "U+000A"),
        ("An\tna", "U+0009"),
        ("An\x85na", "U+0085"),
        ("An\u2028na", "U+2028"),
        ("An\u2029na", "U+2029"),
        ("An\u200bna", "U+200B"),
        ("An\u200ena", "U+200E"),
        ("An\u202ana", "U+202A"),
        ("An\u202ena", "U+202E"),
        ("An\u2066na", "U+2066"),
        ("An\u2069na", "U+2069"),
        ("An\ufeffna", "U+FEFF"),
        ("An\u00adna", "U+00AD"),
        ("An\U000e0041na", "U+E0041"),
        ("An\ud83dna", "U+D83D"),
        ("An\ue000na", "U+E000"),
        ("An\U0010ffffna", "U+10FFFF"),
    ],
)
def test_hidden_characters_and_those_that_change_the_direction_are_refused(typed: str, character: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_name(typed)

    assert (broken.value.code, broken.value.facts) == ("name.hidden", {"character": character})


@pytest.mark.parametrize("typed", ["Z\u0330\u0331\u0332algo", "Cafe\u0301\u0302\u0303"])
def test_a_tower_of_accents_is_refused(typed: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_name(typed)

    assert (broken.value.code, broken.value.facts) == ("name.marks", {"most": 2})


def test_a_tower_hidden_in_a_composed_letter_is_refused_too() -> None:
    with pytest.raises(RuleBroken) as broken:
        read_name("\u1ec7\u0331")

    assert broken.value.code == "name.marks"


def test_twenty_thousand_accents_are_refused_by_their_number() -> None:
    with pytest.raises(RuleBroken) as broken:
        read_name("Z" + "\u0330" * 20_000)

    assert (broken.value.code, broken.value.facts) == ("name.long", {"length": 20_001, "longest": LONGEST})


def test_a_name_is_measured_as_it_is_kept() -> None:
    typed = " " + "e\u0301" * 80 + " "

    name = read_name(typed)

    assert len(name) == 80


def test_a_shorter_limit_is_kept() -> None:
    with pytest.raises(RuleBroken) as broken:
        read_name("Switzerland", longest=10)

    assert broken.value.facts == {"length": 11, "longest": 10}


@given(st.text(st.one_of(st.characters(), st.sampled_from("ae \u0301\u0302\u200d\u202e\u0000")), max_size=90))
def test_a_name_that_is_accepted_stays_as_it_is_and_hides_nothing(typed: str) -> None:
    try:
        name = read_name(typed)
    except RuleBroken as broken:
        if broken.code not in {"name.empty", "name.long", "name.hidden", "name.marks"}:
            raise
        return

    assert read_name(name) == name
    assert name == unicodedata.normalize("NFC", name)
    assert name == name.strip()
    assert "  " not in name
    assert 1 <= len(name) <= LONGEST
    assert name.encode("utf-8").decode("utf-8") == name
    assert not {unicodedata.category(character) for character in name} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert {character for character in name if unicodedata.category(character) == "Cf"} <= {"\u200c", "\u200d"}


@pytest.mark.parametrize("typed", [None, "", "  ", "\n"])
def test_an_optional_name_is_empty_when_nothing_was_typed(typed: str | None) -> None:
    assert read_optional(typed) == ""


def test_an_optional_name_is_read_as_a_name_when_it_was_typed() -> None:
    assert read_optional(" Club  Trictrac ") == "Club Trictrac"
    with pytest.raises(RuleBroken) as broken:
        read_optional("Club\u202e")
    assert broken.value.code == "name.hidden"


def test_a_reason_is_one_line() -> None:
    assert read_reason("  Slip read\nupside   down ") == "Slip read upside down"


@pytest.mark.parametrize(
    ("typed", "code"), [("", "reason.empty"), (" \n\t", "reason.empty"), ("x" * 501, "reason.long")]
)
def test_a_reason_must_be_there_and_end(typed: str, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_reason(typed)

    assert broken.value.code == code


@pytest.mark.parametrize("hidden", ["\x07", "\u202e", "\u2066", "\ue000"])
def test_a_reason_hides_nothing(hidden: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_reason(f"the slip{hidden} was wrong")

    assert refused.value.code == "reason.hidden"


@pytest.mark.parametrize(
    ("name", "sorted_by"),
    [
        ("Petra Horvat", "Horvat Petra"),
        ("Jan van der Berg", "van der Berg Jan"),
        ("María de la Cruz", "de la Cruz María"),
        ("John Smith (Leeds)", "Smith John (Leeds)"),
        ("Sam Jones jr.", "Jones Sam jr."),
        ("Siobhán O'Connor", "O'Connor Siobhán"),
        ("Van Nguyen", "Nguyen Van"),
        ("Cher", "Cher"),
        ("田中 太郎", "田中 太郎"),
        ("Мария Иванова", "Иванова Мария"),
    ],
)
def test_a_name_is_sorted_by_its_family_name(name: str, sorted_by: str) -> None:
    assert family_first(name) == sorted_by
