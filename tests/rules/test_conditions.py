"""Conditions of play: what is read, what stands by default, what is refused."""

from typing import Any

import pytest

from rules.conditions import Clock, ClockStatus, Conditions, Lateness, Reporting, read_conditions
from rules.errors import RuleBroken


def test_empty_conditions_have_every_default() -> None:
    conditions = read_conditions({})

    assert conditions == Conditions(
        Clock(120, 12, ClockStatus.ALLOWED), Lateness(5, 5), minutes_per_point=11, legal_moves=True
    )
    assert conditions.reporting == Reporting(phones=True, grace=10)


def test_conditions_read_back_as_written() -> None:
    conditions = read_conditions(
        {
            "clock": {"reserve_per_point": 90, "delay": 15, "status": "required"},
            "lateness": {"grace": 10, "each": 4},
            "minutes_per_point": 9,
            "legal_moves": False,
            "reporting": {"phones": False, "grace": 0},
            "fee": "20 €",
            "prizes": "60 % / 40 %\n  in kind  ",
            "notes": "Doors at 12:30",
        }
    )

    assert conditions.reporting == Reporting(phones=False, grace=0)
    assert conditions.prizes == "60 % / 40 %\nin kind"
    assert read_conditions(conditions.as_data()) == conditions


@pytest.mark.parametrize(
    ("data", "code", "where"),
    [
        ([], "conditions.shape", "conditions"),
        ({"clocks": {}}, "conditions.unknown", "conditions"),
        ({"clock": 12}, "conditions.shape", "clock"),
        ({"clock": {"increment": 1}}, "conditions.unknown", "clock"),
        ({"clock": {"delay": 121}}, "conditions.range", "clock.delay"),
        ({"clock": {"reserve_per_point": True}}, "conditions.range", "clock.reserve_per_point"),
        ({"lateness": {"each": 0}}, "conditions.range", "lateness.each"),
        ({"minutes_per_point": 0}, "conditions.range", "minutes_per_point"),
        ({"legal_moves": 1}, "conditions.flag", "legal_moves"),
        ({"reporting": {"phones": "no"}}, "conditions.flag", "reporting.phones"),
        ({"reporting": {"grace": 61}}, "conditions.range", "reporting.grace"),
        ({"reporting": {"minutes": 5}}, "conditions.unknown", "reporting"),
        ({"fee": 20}, "conditions.shape", "fee"),
    ],
)
def test_unknown_conditions_are_refused(data: Any, code: str, where: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_conditions(data)

    assert (refused.value.code, refused.value.facts["where"]) == (code, where)


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ({"clock": {"status": "maybe"}}, "conditions.clock"),
        ({"fee": "x" * 121}, "lines.long"),
        ({"notes": "a\u202eb"}, "lines.hidden"),
    ],
)
def test_unprintable_texts_are_refused(data: Any, code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_conditions(data)

    assert refused.value.code == code
