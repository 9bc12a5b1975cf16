"""One way to write a value down."""

import json
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, timezone
from enum import IntEnum, StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journal.canon import canonical, digest_of, moment, seal

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


class Side(StrEnum):
    TOP = "top"


class Status(IntEnum):
    OPEN = 1


@dataclass(frozen=True, slots=True)
class Pair:
    second: int
    first: int


@given(PLAIN)
def test_what_is_written_reads_back_as_it_was(value: object) -> None:
    assert json.loads(canonical(value)) == value


@given(PLAIN)
def test_the_same_value_is_written_the_same_way_whatever_its_order(value: object) -> None:
    def turned(each: object) -> object:
        if isinstance(each, dict):
            return {name: turned(each[name]) for name in reversed(list(each))}
        return [turned(one) for one in each] if isinstance(each, list) else each

    assert canonical(turned(value)) == canonical(value)
    assert canonical(json.loads(canonical(value))) == canonical(value)


@given(st.integers(0, 10**16), st.sampled_from([UTC, timezone(timedelta(hours=2)), timezone(timedelta(hours=-9))]))
def test_one_instant_is_written_one_way(microseconds: int, zone: timezone) -> None:
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
    ],
)
def test_values_as_they_are_sealed(value: object, text: str) -> None:
    assert canonical(value) == text


@pytest.mark.parametrize("value", [0.5, float("nan"), {"rating": 1.0}, object(), {1, 2}, b"bytes"])
def test_what_has_no_one_way_to_be_written_is_refused(value: object) -> None:
    with pytest.raises(TypeError):
        canonical(value)


@given(st.text(), st.text(), st.text())
def test_a_seal_depends_on_what_came_before(before: str, other: str, text: str) -> None:
    assert (seal(before, text) == seal(other, text)) == (before == other)


def test_a_digest_needs_its_salt() -> None:
    assert digest_of("one", "Uwe") != digest_of("two", "Uwe")
