"""Which entries of a tournament are one person: by their link, else by name and club; namesakes never."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.people import Entry, same_people

MAIN, JACKPOT, SPEED = 1, 2, 3


def together(*entries: Entry) -> list[set[int]]:
    """Return the groups of entries that are one person, those of one entry left out."""
    same = same_people(entries)
    groups = ({entry for entry in same if same[entry] == person} for person in sorted(set(same.values())))
    return [group for group in groups if len(group) > 1]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Ann Berg", "Oslo"), ("Ann Berg", "Oslo")),
        (("Ann Berg", "Oslo"), ("ANN BERG", "oslo")),
        (("Ann Berg", "Oslo"), ("Ann Berg", "")),
        (("Søren Kjær", ""), ("Soren Kjaer", "")),
    ],
)
def test_the_same_name_and_club_in_two_events_is_one_person(first: tuple[str, str], second: tuple[str, str]) -> None:
    assert together(Entry(1, MAIN, *first), Entry(2, JACKPOT, *second)) == [{1, 2}]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("Ann Berg", "Oslo"), ("Ann Berg", "Bergen")),
        (("Ann Berg", "Oslo"), ("Anna Berg", "Oslo")),
        (("", ""), ("", "")),
    ],
)
def test_another_club_or_another_name_is_somebody_else(first: tuple[str, str], second: tuple[str, str]) -> None:
    assert together(Entry(1, MAIN, *first), Entry(2, JACKPOT, *second)) == []


def test_a_link_says_who_somebody_is_whatever_they_are_called() -> None:
    married = Entry(1, MAIN, "Ann Berg", "Oslo", person=70), Entry(2, JACKPOT, "Ann Lund", "Bergen", person=70)
    namesakes = Entry(3, MAIN, "Jan Novak", person=71), Entry(4, JACKPOT, "Jan Novak", person=72)

    assert together(*married, *namesakes) == [{1, 2}]


def test_an_entry_without_a_link_is_the_linked_person_of_its_name() -> None:
    linked = Entry(1, MAIN, "Ann Berg", "Oslo", person=70), Entry(2, SPEED, "Berg, A.", person=70)

    assert together(*linked, Entry(3, JACKPOT, "Ann Berg", "Oslo")) == [{1, 2, 3}]


def test_namesakes_of_one_event_are_not_guessed_apart_in_another() -> None:
    same = Entry(1, MAIN, "Jan Novak", "Praha"), Entry(2, MAIN, "Jan Novak", "Praha")
    linked = Entry(3, MAIN, "Ana Kola", person=70), Entry(4, MAIN, "Ana Kola")

    assert together(*same, Entry(5, JACKPOT, "Jan Novak", "Praha"), *linked, Entry(6, JACKPOT, "Ana Kola")) == []


def test_namesakes_of_two_clubs_are_told_apart_by_them_and_without_one_nobody_is_guessed() -> None:
    two = Entry(1, MAIN, "Jan Novak", "Praha"), Entry(2, MAIN, "Jan Novak", "Brno")

    assert together(*two, Entry(3, JACKPOT, "Jan Novak", "Brno"), Entry(4, SPEED, "Jan Novak")) == [{2, 3}]


def test_an_entry_without_a_club_beside_a_namesake_is_nobody_elses() -> None:
    assert together(
        Entry(1, MAIN, "Jan Novak", "Praha"), Entry(2, MAIN, "Jan Novak"), Entry(3, JACKPOT, "Jan Novak", "Praha"),
        Entry(4, JACKPOT, "Jan Novak"),
    ) == [{1, 3}]  # fmt: skip


def test_a_linked_person_is_not_entered_twice_under_two_names() -> None:
    linked = Entry(1, MAIN, "Ann Berg", person=70), Entry(2, JACKPOT, "Ann Lund", person=70)

    assert together(*linked, Entry(3, MAIN, "Ann Lund")) == [{1, 2}]
    assert together(*linked, Entry(3, SPEED, "Ann Berg"), Entry(4, SPEED, "Ann Lund")) == [{1, 2}]


def entries() -> st.SearchStrategy[list[Entry]]:
    names = st.sampled_from(["Ann Berg", "ann berg", "Jan Novak", ""])
    rows = st.tuples(
        st.integers(1, 3), names, st.sampled_from(["", "Oslo", "Praha"]), st.sampled_from([None, None, None, 70, 71])
    )
    return st.lists(rows, max_size=9).map(lambda rows: [Entry(at, *row) for at, row in enumerate(rows, start=1)])


@given(entries())
def test_whoever_is_listed_first_makes_no_difference(listed: list[Entry]) -> None:
    shuffled = sorted(listed, key=lambda each: (each.club, -each.id))

    assert same_people(shuffled) == same_people(listed)


@given(entries())
def test_two_of_one_event_are_one_person_only_by_their_links(listed: list[Entry]) -> None:
    same = same_people(listed)

    for one in listed:
        for other in listed:
            if one.id < other.id and same[one.id] == same[other.id] and one.event == other.event:
                assert one.person == other.person
                assert one.person is not None


@given(entries())
def test_two_people_of_the_club_are_never_one(listed: list[Entry]) -> None:
    same = same_people(listed)
    people: dict[int, int] = {}

    for each in listed:
        if each.person is not None:
            assert people.setdefault(same[each.id], each.person) == each.person
