"""The code of a Wi-Fi, and what a phone reads from it."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.wifi import read_wifi, wifi_text

PRINTABLE = st.characters(min_codepoint=32, max_codepoint=126)


def as_a_phone_reads(text: str) -> dict[str, str]:
    """Return the fields of a code, without their backslashes."""
    assert text.startswith("WIFI:")
    fields = re.findall(r"([A-Z]):((?:\\.|[^\\;])*);", text.removeprefix("WIFI:"))
    return {name: re.sub(r"\\(.)", r"\1", value) for name, value in fields}


def test_the_example_of_the_docs() -> None:
    assert wifi_text('Casino; Hall "2"', "dice:63,55") == r"WIFI:T:WPA;S:Casino\; Hall \"2\";P:dice\:63\,55;;"
    assert wifi_text("Hall", "") == "WIFI:T:nopass;S:Hall;;"


@given(st.text(PRINTABLE, min_size=1, max_size=32), st.text(PRINTABLE, min_size=8, max_size=63))
def test_a_phone_reads_the_name_and_the_password_that_were_typed(name: str, password: str) -> None:
    text = wifi_text(name, password)

    assert as_a_phone_reads(text) == {"T": "WPA", "S": name, "P": password}
    assert text.endswith(";;")


@pytest.mark.parametrize(
    ("name", "password", "code"),
    [
        ("x" * 33, "", "wifi.name"),
        ("é" * 17, "", "wifi.name"),
        ("", "12345678", "wifi.name"),
        ("a\nb", "", "wifi.name"),
        ("Hall", "1234567", "wifi.password"),
        ("Hall", "x" * 64, "wifi.password"),
        ("Hall", "12345678\t", "wifi.password"),
    ],
)
def test_what_is_no_wifi_is_refused(name: str, password: str, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        read_wifi(name, password)

    assert broken.value.code == code


@pytest.mark.parametrize("password", ["", "12345678", "x" * 63, "0123456789abcdef" * 4])
def test_open_ones_passwords_and_keys_are_read(password: str) -> None:
    assert read_wifi(" Hall ", password) == ("Hall", password)


def test_no_wifi_at_all_is_read_too() -> None:
    assert read_wifi("", "") == ("", "")
