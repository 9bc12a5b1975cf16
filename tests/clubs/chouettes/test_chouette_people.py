"""People of the club at the tables of chouettes: what their own file holds, and what is left once they are erased."""

from typing import Any

import pytest

from clubs.actions.chouettes.correcting import Correction, correct_game, preview_game_correction
from clubs.actions.chouettes.importing import import_session
from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.paying import Payment, record_payment
from clubs.actions.chouettes.playing import record_words
from clubs.actions.persons.details import add_person
from clubs.actions.persons.erasing import erase_person
from clubs.actions.persons.steps import PersonSheet
from clubs.models import Club
from clubs.read.chouettes.file import chouette_file
from clubs.read.chouettes.view import chouette_view
from clubs.read.persons.card import own_data
from journal.models import Words
from journal.verify import verify
from rules.chouette.actions import Side, WinGame
from tests.clubs.chouettes.tables import ANN, BOB, BOX_DOUBLES, BOX_WINS, CID, DEE, START, TEAM_WINS, answers, happens
from tests.factories import a_caller, a_club
from tests.permissions.test_canaries import stored

pytestmark = pytest.mark.django_db

FALK = "Falk Brenner"


def a_table_with_falk(club: Club) -> tuple[int, int]:
    """Return a session in which Falk was the captain of two games and paid, and who that is in the club."""
    person = add_person(club.pk, PersonSheet(FALK), "", a_caller()).person
    opened = open_session(club.pk, Sitting((ANN, FALK, CID), persons={FALK: person}), a_caller())
    falk_passes: dict[str, Any] = {"do": "team_answers", "answers": {FALK: "pass", CID: "take"}}
    happens(opened.id, START, BOX_DOUBLES, falk_passes, TEAM_WINS, START, BOX_WINS)
    record_payment(opened.id, Payment(FALK, CID, 1), a_caller())
    right = (WinGame(Side.TEAM),)
    digest = preview_game_correction(opened.id, 2, right).digest
    correct_game(opened.id, Correction(2, right, digest, f"{FALK} was misheard"), a_caller())
    return opened.id, person


def test_the_file_of_a_person_holds_their_sessions() -> None:
    club = a_club()
    chouette, person = a_table_with_falk(club)
    open_session(club.pk, Sitting((ANN, BOB, CID)), a_caller())

    [session] = own_data(person)["chouettes"]

    assert {name: session[name] for name in ("id", "number", "name", "games", "total", "balance", "payments")} == {
        "id": chouette,
        "number": 2,
        "name": FALK,
        "games": [{"number": 1, "points": -1}, {"number": 2, "points": 1}],
        "total": 0,
        "balance": 1,
        "payments": [{"paid": True, "amount": 1}],
    }


def test_an_erased_person_is_a_number_in_old_sessions_and_the_points_stay() -> None:
    club = a_club()
    chouette, person = a_table_with_falk(club)
    before = [(each.number, each.total, each.place) for each in chouette_view(chouette).people]

    erase_person(person, a_caller())

    view = chouette_view(chouette)
    assert [each.name for each in view.people] == [ANN, "#2", CID]
    assert [(each.number, each.total, each.place) for each in view.people] == before
    assert [place for place, text in stored() if "Falk" in text or "Brenner" in text] == []
    assert [each.text for each in Words.objects.all() if "misheard" in each.text] == []
    assert verify() == []


def test_an_erased_person_still_sits_at_the_table_and_their_session_is_a_file() -> None:
    club = a_club()
    chouette, person = a_table_with_falk(club)
    erase_person(person, a_caller())

    view = happens(chouette, START, BOX_DOUBLES, answers(Ann="take", Cid="take"), BOX_WINS).view
    copy = import_session(club.pk, chouette_file(chouette), a_caller()).view

    assert (view.box, [each.total for each in view.people]) == ("#2", [each.total for each in copy.people])
    assert [each.name for each in copy.people] == [ANN, "#2", CID]


def test_somebody_who_is_called_like_an_erased_person_is_somebody_else() -> None:
    club = a_club()
    chouette, person = a_table_with_falk(club)
    happens(chouette, {"do": "join", "who": "#2"})

    erase_person(person, a_caller())
    view = record_words(chouette, {"do": "leave", "who": 4}, a_caller()).view

    assert [each.name for each in view.people] == [ANN, "#2\u2032", CID, "#2"]
    assert [each.place for each in view.people if each.number == 4] == ["left"]


def test_a_reason_at_a_table_of_others_stays() -> None:
    club = a_club()
    _, person = a_table_with_falk(club)
    bob = add_person(club.pk, PersonSheet("Bob Cole"), "", a_caller()).person
    other = open_session(club.pk, Sitting((ANN, BOB, DEE), persons={BOB: bob}), a_caller()).id
    happens(other, START, BOX_WINS)
    digest = preview_game_correction(other, 1, (WinGame(Side.TEAM),)).digest
    correct_game(other, Correction(1, (WinGame(Side.TEAM),), digest, "Wrong side"), a_caller())

    erase_person(person, a_caller())

    assert list(Words.objects.exclude(text="").values_list("text", flat=True)) == ["Wrong side"]
