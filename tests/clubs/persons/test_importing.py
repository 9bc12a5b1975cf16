"""A file about people: what each line would do, questions, all or nobody."""

import pytest
from django.test import Client
from django.utils import timezone

from clubs.actions.persons.details import add_person
from clubs.actions.persons.importing import import_people
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.undo import undo
from clubs.models import Club, Person
from clubs.read.persons.card import person_card
from clubs.read.persons.importing import read_import
from clubs.read.persons.listing import people_csv
from clubs.read.persons.rows import person_rows
from journal.models import Record
from journal.verify import verify
from rules.errors import RuleBroken
from tests.factories import a_caller, a_club, an_owner

pytestmark = pytest.mark.django_db

FILE = """name;club;country;federations;kind;from;email
Ana Ruiz;Bilbao;ES;WBGF 1;full;2026-01-01;ana@example.org
Hanna Lindquist;;SE;;guest;;
Falk Brenner;Bilbao;;;;;
Bo Lind;;;WBGF 7;;;
"""


@pytest.fixture
def club() -> Club:
    """Return a club that knows one of the file, one under another spelling, and one under another name by their id."""
    club = a_club()
    for sheet in (
        PersonSheet("Falk Brenner", home_club="Bilbao"),
        PersonSheet("Hannah Lindqvist"),
        PersonSheet("Bo Lindh", federations="WBGF 7"),
    ):
        add_person(club.pk, sheet, "", a_caller())
    return club


def code_of(club: Club, text: str, answers: dict[int, int | None]) -> str:
    with pytest.raises(RuleBroken) as refused:
        import_people(club.pk, text, answers, a_caller())
    return refused.value.code


def test_a_preview_says_what_each_line_would_do(club: Club) -> None:
    lines = read_import(club.pk, FILE, {})

    assert [(line.number, line.does) for line in lines] == [(2, "add"), (3, "ask"), (4, "same"), (5, "change")]
    assert [row.name for row in lines[1].twins] == ["Hannah Lindqvist"]
    assert Person.objects.count() == 3


def test_all_lines_come_in_at_once_or_none(club: Club) -> None:
    hannah = next(row.id for row in person_rows(club.pk) if row.name == "Hannah Lindqvist")

    assert code_of(club, FILE, {}) == "import.open"
    assert Person.objects.count() == 3
    imported = import_people(club.pk, FILE, {3: hannah}, a_caller())

    rows = {row.name: row for row in person_rows(club.pk)}
    assert (imported.added, imported.changed) == (1, 2)
    assert set(rows) == {"Ana Ruiz", "Bo Lind", "Falk Brenner", "Hanna Lindquist"}
    assert rows["Hanna Lindquist"].memberships[0].kind == "guest"
    assert person_card(rows["Ana Ruiz"].id).contact.email == "ana@example.org"
    assert verify() == []


def test_a_line_may_mean_somebody_new(club: Club) -> None:
    import_people(club.pk, FILE, {3: None}, a_caller())

    assert {"Hannah Lindqvist", "Hanna Lindquist"} <= {row.name for row in person_rows(club.pk)}


def test_an_import_without_contacts_is_undone(club: Club) -> None:
    before = person_rows(club.pk)
    import_people(club.pk, "name,country\nAna Ruiz,ES\nFalk Brenner,DE\n", {}, a_caller())

    undo("club", club.pk, Record.objects.get(verb="person.imported").number, a_caller())

    assert person_rows(club.pk) == before


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("club;country\nBilbao;ES\n", "import.header"),
        ("name;shoe size\nAna;39\n", "import.header"),
        ("name\n" + "Ana\n" * 2001, "import.long"),
        ("name;adult_on\nAna;soon\n", "import.open"),
        ("name;federations\nAna;WBGF 1\nEva;WBGF 1\n", "federation.taken"),
        ("name;kind\nAna;knight\n", "membership.kind"),
        ("name;email\nAna;no\n", "email.unreadable"),
    ],
)
def test_a_file_that_cannot_be_read_changes_nothing(club: Club, text: str, code: str) -> None:
    assert code_of(club, text, {}) == code
    assert Person.objects.count() == 3


def test_what_was_exported_is_nothing_new(club: Club) -> None:
    text = people_csv(club.pk, timezone.localdate())

    assert {line.does for line in read_import(club.pk, text, {})} == {"same"}


def test_a_director_checks_answers_and_imports(club: Club) -> None:
    browser = Client()
    browser.force_login(an_owner())
    address = f"/clubs/{club.pk}/people/import/"

    checked = browser.post(address, {"text": FILE})
    undecided = browser.post(address, {"text": FILE, "do": "import"})
    done = browser.post(address, {"text": FILE, "do": "import", "line-3": "new"})

    assert "New: 1. Changed: 1. Nothing to do: 1. To be decided: 1. Wrong: 0." in checked.content.decode()
    assert undecided.status_code == 409
    assert done.status_code == 303
    assert Person.objects.count() == 5
