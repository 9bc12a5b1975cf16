"""Erasing a person leaves results under a code and nothing private: rows, memory, stored answers, jobs."""

import json

import pytest
from django.test import Client

from clubs.actions.ladders.opening import Opening, open_ladder
from clubs.actions.news import post_news
from clubs.actions.persons.details import add_person, change_person, set_person_contact
from clubs.actions.persons.erasing import erase_person
from clubs.actions.persons.merging import merge_people
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.undo import undo
from clubs.models import LadderPlayer
from clubs.read.news import news_of
from clubs.read.persons.card import own_data
from clubs.read.persons.rows import person_row
from journal.models import Page, Record
from journal.refusals import Refused
from journal.verify import verify
from runtime.models import Job
from tests.factories import a_caller, a_drawn_event, an_owner, entrant_named, match_of, play
from tests.permissions.test_canaries import stored
from tournaments.actions.entrants.people import link_entrants
from tournaments.actions.matches.corrections import clear_result
from tournaments.actions.phones.contacts import set_contact
from tournaments.models import Event
from tournaments.read.entrants.names import names_in
from tournaments.read.players.people import entrants_and_people, linked_in
from tournaments.tasks import erasure

pytestmark = pytest.mark.django_db

NAME = "Falk Brenner"
PRIVATE = (
    "Falk Brenner",
    "Falco Brenner",
    "falk brenner",
    "falco",
    "WBGF 88",
    "falk@mail.example",
    "+49 171",
    "left-handed",
)


def a_played_event() -> Event:
    """Return an event in which the person to be erased played, and whose memory names them in a reason and answers."""
    event = a_drawn_event(4, "none", length=7)
    match = match_of(event, "A1")
    play(match)
    clear_result(match.pk, f"{NAME} read the wrong slip", a_caller())
    play(match_of(event, "A1"))
    set_contact(entrant_named(event, NAME).pk, "falk@mail.example", a_caller())
    return event


def a_person(club: int, event: Event) -> int:
    """Return a person with everything private, merged from two rows and linked to an entrant."""
    sheet = PersonSheet("Falco Brenner", federations="WBGF 88")
    person = add_person(club, sheet, "full", a_caller()).person
    change_person(person, {"name": NAME}, a_caller())
    set_person_contact(person, {"email": "falk@mail.example", "phone": "+49 171"}, a_caller())
    twin = add_person(club, PersonSheet("Falco Brenner"), "", a_caller()).person
    set_person_contact(twin, {"note": "left-handed"}, a_caller())
    merge_people(twin, person, a_caller())
    link_entrants(event.pk, {entrant_named(event, NAME).pk: person}, a_caller())
    return person


def left() -> set[str]:
    return {f"{place}: {each}" for place, text in stored() for each in PRIVATE if each in text}


def test_nothing_private_is_left_and_results_stay() -> None:
    event = a_played_event()
    browser = Client()
    browser.force_login(an_owner())
    entrant = entrant_named(event, NAME).pk
    browser.patch(
        f"/api/v1/entrants/{entrant}/", {"club": "Graz"}, "application/json", headers={"Idempotency-Key": "one"}
    )
    person = a_person(event.tournament.club_id, event)
    assert {each.partition(":")[0] for each in left()} >= {
        "clubs.persondetails.name", "clubs.personcontact.email", "tournaments.particulars.name", "journal.words.text",
        "journal.page.answer", "tournaments.contact.email",
    }  # fmt: skip

    erase_person(person, a_caller())
    erasure(Record.objects.get(verb="person.erased").pk)
    erasure(Record.objects.get(verb="person.erased").pk)

    assert left() == set()
    assert person_row(person).name == "Player 9E37"
    assert names_in(event.pk)[entrant] == "Player 9E37"
    assert "Player 9E37" in browser.get(f"/events/{event.pk}/").content.decode()
    assert verify() == []


def test_an_erasure_is_asked_for_by_rows_and_happens_once() -> None:
    event = a_played_event()
    person = a_person(event.tournament.club_id, event)

    erase_person(person, a_caller())

    job = Job.objects.get(task="tournaments.tasks.erasure")
    assert json.loads(job.arguments) == {"record": Record.objects.get(verb="person.erased").pk}
    with pytest.raises(Refused) as refused:
        erase_person(person, a_caller())
    assert refused.value.code == "person.erased"
    for number in Record.objects.filter(stream=event.tournament.club.stream).values_list("number", flat=True):
        with pytest.raises(Refused):
            undo("club", event.tournament.club_id, number, a_caller())


def test_a_stored_answer_is_erased_and_nothing_else_of_a_page_changes() -> None:
    event = a_played_event()
    before = dict(Page.objects.values_list("pk", "body_hash"))

    person = a_person(event.tournament.club_id, event)
    erase_person(person, a_caller())
    erasure(Record.objects.get(verb="person.erased").pk)

    assert before.items() <= dict(Page.objects.values_list("pk", "body_hash")).items()
    with pytest.raises(Exception, match="append only"):
        Page.objects.update(status=500)


def test_names_typed_on_a_ladder_and_in_the_news_are_erased_unless_somebody_else_has_them() -> None:
    event = a_drawn_event(4, "none", length=7)
    club = event.tournament.club_id
    falk, petra = (add_person(club, PersonSheet(name), "full", a_caller()).person for name in (NAME, "Petra Horvat"))
    add_person(club, PersonSheet("Petra Horvat"), "full", a_caller())
    ladder = open_ladder(club, Opening("Winter ladder", [NAME, "Petra Horvat", "Ilir Shehu"]), a_caller()).ladder
    post_news(club, "A new leader", f"Congratulations, {NAME.upper()}!", a_caller())
    post_news(club, "Boards", "Four, thanks to Petra Horvat.", a_caller())

    erase_person(falk, a_caller())
    erase_person(petra, a_caller())

    names = list(LadderPlayer.objects.filter(ladder=ladder).order_by("number").values_list("name", flat=True))
    assert names == ["", "Petra Horvat", "Ilir Shehu"]
    assert [line.title for line in news_of(club, members=True)] == ["Boards"]
    assert verify() == []


def test_entrants_are_linked_by_suggestion_and_unlinked_by_undo() -> None:
    event = a_drawn_event(4, "none", length=7)
    club = event.tournament.club_id
    falk = add_person(club, PersonSheet("Brenner, Falk"), "", a_caller()).person
    for name in ("Petra Horvath", "Petra Horváth"):
        add_person(club, PersonSheet(name), "", a_caller())

    lines = {line.name: line for line in entrants_and_people(event)}
    entrant = lines[NAME].entrant
    linked = link_entrants(event.pk, {entrant: falk}, a_caller())

    assert ([row.id for row in lines[NAME].suggestions], lines[NAME].sure) == ([falk], True)
    assert (len(lines["Petra Horvat"].suggestions), lines["Petra Horvat"].sure) == (2, False)
    assert lines["Ömer Yıldırım"].suggestions == ()
    assert (linked, linked_in(event.pk)) == ((entrant,), {entrant: falk})
    assert own_data(falk)["entries"][0]["name"] == NAME
    undo("tournament", event.tournament_id, Record.objects.latest("at").number, a_caller())
    assert linked_in(event.pk) == {}


def test_nobody_is_in_an_event_twice() -> None:
    event = a_drawn_event(4, "none", length=7)
    person = add_person(event.tournament.club_id, PersonSheet(NAME), "", a_caller()).person
    first, second = sorted(names_in(event.pk))[:2]
    link_entrants(event.pk, {first: person}, a_caller())

    with pytest.raises(Refused) as refused:
        link_entrants(event.pk, {second: person}, a_caller())

    assert (refused.value.code, refused.value.facts) == ("person.entered", {"entrant": first})


def test_the_desk_links_on_a_page() -> None:
    event = a_drawn_event(4, "none", length=7)
    person = add_person(event.tournament.club_id, PersonSheet(NAME), "", a_caller()).person
    entrant = entrant_named(event, NAME).pk
    browser = Client()
    browser.force_login(an_owner())

    shown = browser.get(f"/events/{event.pk}/people/").content.decode()
    saved = browser.post(f"/events/{event.pk}/people/", {f"e{entrant}": person})

    assert f'name="e{entrant}" value="{person}" checked' in " ".join(shown.split())
    assert saved["Location"] == f"/events/{event.pk}/people/?linked=1"
    assert linked_in(event.pk) == {entrant: person}
