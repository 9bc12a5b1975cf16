"""Canonical JSON: one text for one value."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from enum import Enum, IntEnum, StrEnum
from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from journal.book import sealed_text
from journal.canon import canonical, digest_of, moment, seal
from journal.models import NOTHING_BEFORE

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


# What RFC 8785 can write, with the keys that we use.
STANDARD = st.recursive(
    st.none() | st.booleans() | st.integers(1 - 2**53, 2**53 - 1) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="ascii")), inner, max_size=4)
    ),
    max_leaves=12,
)


class Side(StrEnum):
    TOP = "top"


class Status(IntEnum):
    OPEN = 1


class Share(Enum):
    HALF = 0.5


@dataclass(frozen=True, slots=True)
class Pair:
    second: int
    first: int


@given(PLAIN)
def test_canonical_text_reads_back_as_the_same_value(value: object) -> None:
    assert json.loads(canonical(value)) == value


@given(STANDARD)
def test_another_program_writes_the_same_bytes_by_rfc_8785(value: Any) -> None:
    assert canonical(value).encode() == rfc8785.dumps(value)


@given(PLAIN)
def test_equal_values_have_the_same_text_whatever_their_order(value: object) -> None:
    def turned(each: object) -> object:
        if isinstance(each, dict):
            return {name: turned(each[name]) for name in reversed(list(each))}
        return [turned(one) for one in each] if isinstance(each, list) else each

    assert canonical(turned(value)) == canonical(value)
    assert canonical(json.loads(canonical(value))) == canonical(value)


@given(st.integers(0, 10**16), st.sampled_from([UTC, timezone(timedelta(hours=2)), timezone(timedelta(hours=-9))]))
def test_one_instant_has_one_text(microseconds: int, zone: timezone) -> None:
    at = datetime(1970, 1, 2, tzinfo=zone) + timedelta(microseconds=microseconds)

    assert moment(at) == moment(at.astimezone(UTC))
    assert datetime.strptime(moment(at), "%Y-%m-%dT%H:%M:%S.%fZ").replace(tzinfo=UTC) == at


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ({"b": 1, "a": None}, '{"a":null,"b":1}'),
        ([True, Status.OPEN, Side.TOP], '[true,1,"top"]'),
        (Pair(2, 1), '{"first":1,"second":2}'),
        ("Ömer Yıldırım", '"Ömer Yıldırım"'),
        (date(2026, 11, 20), '"2026-11-20"'),
        ({7: (1, 2)}, '{"7":[1,2]}'),
        (2**53, "9007199254740992"),
        ('"\\\b\f\n\r\t\x1f\x7f', r""""\"\\\b\f\n\r\t\u001f""" + '\x7f"'),
    ],
)
def test_the_sealed_text_of_each_kind_of_value(value: object, text: str) -> None:
    assert canonical(value) == text


@pytest.mark.parametrize("value", [0.5, float("nan"), {"rating": 1.0}, Share.HALF, object(), {1, 2}, b"bytes"])
def test_a_value_without_a_unique_text_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(value)


@given(st.text(), st.text(), st.text())
def test_a_seal_depends_on_what_came_before(before: str, other: str, text: str) -> None:
    assert (seal(before, text) == seal(other, text)) == (before == other)


def test_a_digest_needs_its_salt() -> None:
    assert digest_of("one", "Uwe") != digest_of("two", "Uwe")


def test_a_seal_can_be_computed_by_any_program() -> None:
    text = canonical({"at": datetime(2026, 11, 20, 19, 30, tzinfo=UTC), "by": "user 1", "facts": [], "name": "Köln"})

    assert text == '{"at":"2026-11-20T19:30:00.000000Z","by":"user 1","facts":[],"name":"Köln"}'
    # docs/memory.md#seals shows the same with sha256sum.
    sealed = sealed_text("club:1", 1, "club.renamed", text)
    assert seal(NOTHING_BEFORE, sealed) == "4308c0cd0c9e8319220ecc04009c8c22ffde42fce797d7cf06c4eeecd2a54767"
