"""People of a club: added, changed, reached, members, merged; refusals change nothing."""

from collections.abc import Callable
from datetime import date

import pytest
from django.core.exceptions import PermissionDenied

from clubs.actions.persons.details import add_person, change_person, set_person_contact
from clubs.actions.persons.memberships import begin_membership, end_membership
from clubs.actions.persons.merging import merge_people
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.undo import undo
from clubs.models import Club, Membership, Person, PersonContact, PersonDetails
from clubs.read.persons.card import own_data, person_card
from clubs.read.persons.rows import person_row, person_rows
from clubs.read.persons.search import likely_doubles, search_people, suggested
from journal.models import Record
from journal.verify import verify
from rules.errors import RuleBroken
from tests.factories import a_caller, a_club, a_desk_helper, a_director, by

pytestmark = pytest.mark.django_db

TODAY = date(2026, 11, 23)
NEXT_YEAR = date(2027, 11, 23)


@pytest.fixture
def club() -> Club:
    return a_club()


def a_person(club: Club, name: str, kind: str = "", **more: str) -> int:
    return add_person(club.pk, PersonSheet(name, **more), kind, a_caller()).person


def refusal(act: Callable[[], object]) -> str:
    with pytest.raises(RuleBroken) as refused:
        act()
    return refused.value.code


def test_a_person_is_kept_with_name_ids_and_membership(club: Club) -> None:
    person = a_person(club, "Петър  Иванов", "guest", federations="wbgf:12; UKBGF 7", country="BG")

    row = person_row(person)

    assert (row.name, row.folded, row.federations, row.country) == (
        "Петър Иванов",
        "petr ivanov",
        "WBGF 12, UKBGF 7",
        "BG",
    )
    assert [each.kind for each in row.memberships] == ["guest"]
    assert verify() == []


def test_codes_of_the_first_people_differ() -> None:
    codes = [Person(number=number).code for number in range(1, 70_000)]

    assert len(set(codes)) == len(codes)
    assert codes[:2] == ["9E37", "3C6E"]
    assert {len(code) for code in codes[:65_535]} == {4}


def test_what_cannot_be_read_is_refused_and_nothing_is_kept(club: Club) -> None:
    before = Record.objects.count()

    assert refusal(lambda: a_person(club, " ")) == "name.empty"
    assert refusal(lambda: a_person(club, "Ana", federations="12")) == "federation.unreadable"
    assert refusal(lambda: a_person(club, "Ana", adult_on="soon")) == "adult_on.unreadable"
    assert refusal(lambda: a_person(club, "Ana", "knight")) == "membership.kind"
    assert (Record.objects.count(), Person.objects.count()) == (before, 0)


def test_a_federation_id_belongs_to_one_person(club: Club) -> None:
    first = a_person(club, "Ana Ruiz", federations="WBGF 12")
    other = a_person(club, "Bo Lind")

    assert refusal(lambda: change_person(other, {"federations": "WBGF 12"}, a_caller())) == "federation.taken"
    change_person(first, {"federations": "WBGF 13"}, a_caller())
    assert change_person(other, {"federations": "WBGF 12"}, a_caller()).turn == 2


def test_a_change_on_what_somebody_else_changed_is_stale(club: Club) -> None:
    person = a_person(club, "Ana Ruiz")
    change_person(person, {"name": "Ana Ruíz"}, a_caller(seen=1))

    assert refusal(lambda: change_person(person, {"name": "Anna"}, a_caller(seen=1))) == "stale"
    assert person_row(person).name == "Ana Ruíz"


def test_undoing_a_change_gives_the_details_back_and_the_last_comes_first(club: Club) -> None:
    person = a_person(club, "Ana Ruiz")
    first = change_person(person, {"name": "Ana Ruíz"}, a_caller()).record
    second = change_person(person, {"country": "ES"}, a_caller()).record

    assert refusal(lambda: undo("club", club.pk, first, a_caller())) == "undo.superseded"
    undo("club", club.pk, second, a_caller())
    undo("club", club.pk, first, a_caller())

    assert (person_row(person).name, person_row(person).country) == ("Ana Ruiz", "")
    assert change_person(person, {"country": "FR"}, a_caller()).turn == 4


def test_a_contact_is_kept_apart_and_erased_when_emptied(club: Club) -> None:
    person = a_person(club, "Ana Ruiz")
    set_person_contact(person, {"email": " Ana@Example.org ", "phone": "+34 1"}, a_caller())

    assert person_card(person).contact.email == "ana@example.org"
    assert refusal(lambda: set_person_contact(person, {"email": "no"}, a_caller())) == "email.unreadable"
    set_person_contact(person, {"email": "", "phone": ""}, a_caller())

    assert person_card(person).contact.is_empty
    assert PersonContact.objects.get().email == ""
    assert not [each for each in Record.objects.all() if "ana@" in each.body]


def test_the_desk_adds_people_and_directors_change_them(club: Club) -> None:
    desk, director = by(a_desk_helper(club)), by(a_director(club))
    person = add_person(club.pk, PersonSheet("Ana Ruiz"), "guest", desk).person

    with pytest.raises(PermissionDenied):
        change_person(person, {"name": "Eva"}, desk)

    assert change_person(person, {"name": "Eva"}, director).turn == 2


def test_memberships_of_one_person_never_overlap(club: Club) -> None:
    person = a_person(club, "Ana Ruiz")
    held = begin_membership(person, "student", TODAY, NEXT_YEAR, a_caller())

    assert refusal(lambda: begin_membership(person, "full", NEXT_YEAR, None, a_caller())) == "membership.held"
    assert refusal(lambda: begin_membership(person, "full", NEXT_YEAR, TODAY, a_caller())) == "membership.dates"
    end_membership(held.pk, date(2027, 1, 31), a_caller())
    assert refusal(lambda: end_membership(held.pk, TODAY, a_caller())) == "membership.over"
    begin_membership(person, "full", date(2027, 2, 1), None, a_caller())

    row = person_row(person)
    assert [row.kind(each) for each in (TODAY, date(2027, 1, 31), date(2027, 2, 1))] == ["student", "student", "full"]


def test_an_end_that_was_a_mistake_is_undone(club: Club) -> None:
    person = a_person(club, "Ana Ruiz", "full")
    end_membership(Membership.objects.get().pk, None, a_caller())

    undo("club", club.pk, club_records(club), a_caller())

    assert person_row(person).memberships[0].ends_on is None


def club_records(club: Club) -> int:
    return Record.objects.filter(stream=club.stream).latest("number").number


def test_a_minor_is_shown_as_first_name_and_initial_until_they_are_adult(club: Club) -> None:
    row = person_row(a_person(club, "Mia Sofie Kessler", adult_on="2033-04-12"))

    assert row.shown(date(2033, 4, 11)) == "Mia K."
    assert row.shown(date(2033, 4, 12)) == "Mia Sofie Kessler"


def test_merging_counts_everything_for_one_person_and_is_undone(club: Club) -> None:
    into = a_person(club, "Hannah Lindqvist", federations="WBGF 1")
    gone = a_person(club, "Hanna Lindquist", "guest", country="SE", federations="UKBGF 2")
    set_person_contact(gone, {"phone": "+46 1"}, a_caller())
    before = [person_card(each) for each in (into, gone)]

    merged = merge_people(gone, into, a_caller())

    row = person_card(into)
    assert merged.filled == ("country", "federations")
    assert (row.row.name, row.row.country, row.row.federations) == ("Hannah Lindqvist", "SE", "WBGF 1, UKBGF 2")
    assert ([each.kind for each in row.row.memberships], row.contact.phone) == (["guest"], "+46 1")
    assert [each.id for each in person_rows(club.pk)] == [into]
    assert refusal(lambda: change_person(gone, {"name": "X"}, a_caller())) == "person.merged"
    undo("club", club.pk, merged.record, a_caller())
    assert [person_card(each) for each in (into, gone)] == before
    assert verify() == []


def test_merges_in_a_row_lead_to_the_last_person(club: Club) -> None:
    first, second, third = (a_person(club, name) for name in ("Ana R", "Ana Ruiz", "Ana Ruíz"))
    merge_people(first, second, a_caller())
    merge_people(second, third, a_caller())

    assert person_row(third).group == (third, first, second)
    with pytest.raises(RuleBroken) as merged:
        person_row(first)
    assert merged.value.facts == {"into": third}


def test_merging_is_refused_for_one_person_and_for_people_of_two_clubs(club: Club) -> None:
    ana, elsewhere = a_person(club, "Ana Ruiz"), a_person(a_club("Wien"), "Ana Ruiz")

    assert refusal(lambda: merge_people(ana, ana, a_caller())) == "person.same"
    assert refusal(lambda: merge_people(elsewhere, ana, a_caller())) == "person.clubs"
    assert refusal(lambda: merge_people(999, ana, a_caller())) == "person.unknown"


def test_likely_doubles_and_suggestions(club: Club) -> None:
    for name in ("Hannah Lindqvist", "Falk Brenner", "Lindquist Hanna", "Falko Renner Sohn"):
        a_person(club, name)
    rows = person_rows(club.pk)

    assert [{one.name, other.name} for one, other in likely_doubles(rows)] == [{"Hannah Lindqvist", "Lindquist Hanna"}]
    assert [(row.name, sure) for row, sure in suggested(rows, "Brenner Falk")] == [("Falk Brenner", True)]
    assert suggested(rows, "Itziar Agirre") == []


def test_a_federation_id_is_searched_with_and_without_its_letters(club: Club) -> None:
    person = a_person(club, "Ana Ruiz", federations="WBGF 4711")
    rows = person_rows(club.pk)

    assert [[row.id for row in search_people(rows, typed)] for typed in ("wbgf 4711", "4711", "471")] == [
        [person], [person], [],
    ]  # fmt: skip


def test_the_file_of_own_data_holds_everything(club: Club) -> None:
    person = a_person(club, "Ana Ruiz", "full")
    change_person(person, {"name": "Ana Ruíz"}, a_caller())
    set_person_contact(person, {"note": "left-handed"}, a_caller())

    kept = own_data(person)

    assert kept["details"]["name"] == "Ana Ruíz"
    assert [each["name"] for each in kept["earlier_details"]] == ["Ana Ruiz", "Ana Ruíz"]
    assert (kept["contact"]["note"], kept["memberships"][0]["kind"]) == ("left-handed", "full")


def test_details_bear_their_seal(club: Club) -> None:
    a_person(club, "Ana Ruiz", country="ES")

    details = PersonDetails.objects.get()

    assert details.digest == details.words_digest()
