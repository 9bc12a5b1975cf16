"""Entrants of several people, as docs/rules/members.md says: typed, counted, named, shortened and paid."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.drawing.names import short_forms
from rules.errors import RuleBroken
from rules.members import EntrantKind, Member, joined_name, may_be_one, read_members, shared_text, split_amount
from rules.naming import family_first, family_name
from rules.typed.members import read_member_lines, read_pasted_members, read_side, write_member_lines

ANN, BO, CY = Member("Ann Berg", "Oslo"), Member("Bo van Dahl"), Member("Cy Moe", "Bergen")


@pytest.mark.parametrize(
    ("typed", "name", "members"),
    [
        ("Ann Berg / Bo Dahl", "", [("Ann Berg", ""), ("Bo Dahl", "")]),
        ("Berg/Dahl", "", [("Berg", ""), ("Dahl", "")]),
        ("Ann Berg & Bo Dahl", "", [("Ann Berg", ""), ("Bo Dahl", "")]),
        ("Ann Berg and Bo Dahl", "", [("Ann Berg", ""), ("Bo Dahl", "")]),
        ("Ana Costa e Silva / Bo Dahl", "", [("Ana Costa e Silva", ""), ("Bo Dahl", "")]),
        ("Ann Berg (Oslo) / Bo Dahl (Bergen)", "", [("Ann Berg", "Oslo"), ("Bo Dahl", "Bergen")]),
        ("Ann Berg, Oslo / Bo Dahl, Bergen", "", [("Ann Berg", "Oslo"), ("Bo Dahl", "Bergen")]),
        ("The Bulls: Ann Berg / Bo Dahl / Cy Moe", "The Bulls", [("Ann Berg", ""), ("Bo Dahl", ""), ("Cy Moe", "")]),
        ("Ann Berg", "", []),
        ("", "", []),
    ],
)
def test_members_are_read_from_a_line(typed: str, name: str, members: list[tuple[str, str]]) -> None:
    read_name, read = read_side(typed)

    assert (read_name, [(each.name, each.club) for each in read]) == (name, members)


def test_a_list_of_pairs_is_read_line_by_line() -> None:
    read = read_pasted_members(
        "List of 21 November:\n1. Ann Berg / Bo Dahl\n2) Cy Moe & Di Fox (Oslo)\n\n3. Ed Roe\n4. Flo, Gus / Hal", PAIR
    )

    assert [(each.line, each.name, [one.club for one in each.members]) for each in read.entries] == [
        (2, "Ann Berg / Bo Dahl", ["", ""]),
        (3, "Cy Moe / Di Fox", ["", "Oslo"]),
        (6, "Gus Flo / Hal", ["", ""]),
    ]
    assert [(each.line, each.code, each.facts) for each in read.problems] == [
        (5, "members.count", {"got": 1, "least": 2, "most": 2})
    ]
    assert [(each.line, each.code) for each in read.passed] == [(1, "title")]


def test_a_table_with_a_header_holds_pairs_in_the_column_of_names() -> None:
    read = read_pasted_members("name;club;paid\nAnn Berg / Bo Dahl;Oslo;yes\nThe Bulls: Cy / Di;;\nEd Roe;;\n", PAIR)

    assert [(each.name, each.club, each.paid, each.named) for each in read.entries] == [
        ("Ann Berg / Bo Dahl", "Oslo", True, False),
        ("The Bulls", "", False, True),
    ]
    assert [each.line for each in read.problems] == [4]


PAIR = EntrantKind.PAIR


@pytest.mark.parametrize(
    ("kind", "members", "code"),
    [
        (EntrantKind.SINGLE, [ANN], "members.single"),
        (PAIR, [ANN], "members.count"),
        (PAIR, [ANN, BO, CY], "members.count"),
        (EntrantKind.TEAM, [ANN], "members.count"),
        (EntrantKind.CONSULTATION, [Member(f"Player {n}") for n in range(9)], "members.count"),
        (PAIR, [ANN, Member("ann BERG", "oslo")], "members.twice"),
        (PAIR, [ANN, Member("Ann Berg")], "members.twice"),
        (PAIR, [ANN, Member(" ")], "name.empty"),
    ],
)
def test_members_that_an_entrant_cannot_have_are_refused(kind: EntrantKind, members: list[Member], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_members(kind, members)

    assert refused.value.code == code


def test_members_that_an_entrant_can_have() -> None:
    namesakes = (ANN, Member("Ann Berg", "Bergen"))

    assert read_members(PAIR, namesakes) == namesakes
    assert read_members(EntrantKind.TEAM, [ANN, BO, CY]) == (ANN, BO, CY)
    assert read_members(EntrantKind.SINGLE, []) == ()
    assert not may_be_one(*namesakes)


def test_an_entrant_is_called_by_its_members_as_far_as_they_fit() -> None:
    assert joined_name([ANN, BO]) == "Ann Berg / Bo van Dahl"
    assert joined_name([ANN, BO], longest=20) == "Berg / van Dahl"
    assert joined_name([ANN, BO, CY], longest=18) == "Berg / van Dahl +1"
    assert joined_name([ANN, BO, CY], longest=17) == "Berg +2"
    assert joined_name([Member("Wolfgang Bergström-Hohenfels"), BO, CY], longest=10) == "Bergst… +2"
    assert shared_text(["Oslo", "", "Bergen", "Oslo"]) == "Oslo / Bergen"
    assert shared_text(["Oslo", "Bergen"], longest=8) == "Oslo"


@given(st.lists(st.text(min_size=1, max_size=80), min_size=2, max_size=8), st.integers(12, 80))
def test_a_name_made_of_members_always_fits(names: list[str], longest: int) -> None:
    assert 0 < len(joined_name([Member(name) for name in names], longest)) <= longest


def test_the_names_of_all_members_are_shortened_alike() -> None:
    assert list(short_forms("Ann Berg / Bo van Dahl")) == ["A. Berg / B. van Dahl", "Berg / van Dahl"]
    assert list(short_forms("Wolfgang Bergström-Hohenfels / Bo Dahl"))[-1] == "Bergström / Dahl"
    assert next(short_forms("Ann Berg / Bo Dahl (Oslo)")) == "A. Berg / B. Dahl (Oslo)"


def test_a_pair_is_sorted_by_the_family_name_of_its_first_member() -> None:
    assert family_first("Ann Berg / Bo van Dahl") == "Berg Ann / van Dahl Bo"
    assert [family_name(each) for each in ("Ann Berg", "Jan van der Berg", "Madonna", "Ann Berg (Oslo)")] == [
        "Berg", "van der Berg", "Madonna", "Berg",
    ]  # fmt: skip


@given(st.integers(0, 10**9), st.integers(1, 8))
def test_parts_of_a_prize_are_equal_but_for_what_is_left_over_and_lose_nothing(amount: int, count: int) -> None:
    parts = split_amount(amount, [Member(f"Player {n}") for n in range(count)])

    assert sum(parts) == amount
    assert max(parts) - min(parts) <= 1
    assert list(parts) == sorted(parts, reverse=True)


def test_members_are_written_one_on_each_line_and_read_again() -> None:
    assert write_member_lines([ANN, BO]) == "Ann Berg (Oslo)\nBo van Dahl"
    assert read_member_lines("Ann Berg (Oslo)\r\n\n Bo van Dahl \n") == (ANN, BO)
    assert split_amount(100, []) == ()
