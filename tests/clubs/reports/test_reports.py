"""Reports for federations: a club's own templates, on the pages and over the API, and the files that they make."""

import json

import pytest
from django.test import Client

from clubs.actions.ratings.receiving import receive_results
from clubs.actions.undo import undo
from clubs.models import Club
from clubs.read.reports import templates
from journal.models import Record
from journal.verify import verify
from tests.clubs.ratings.lists import a_list, a_result, counted, people, receive
from tests.contents import nothing_changes
from tests.factories import (
    Program,
    a_caller,
    a_club,
    a_desk_helper,
    a_director,
    a_drawn_event,
    play_out,
)
from tournaments.models import Event
from tournaments.read.club.results import results_of

pytestmark = pytest.mark.django_db
PLACES = 'Pos = place\nPlayer = name\nNo. = fed_id:WBGF\nNation = "EUSKADI"\nof = entrants'


def a_director_of(club: Club) -> tuple[Client, Program]:
    user, client = a_director(club), Client()
    client.force_login(user)
    return client, Program(user)


@pytest.fixture
def event() -> Event:
    return a_drawn_event(4)


def test_a_director_saves_a_template_on_the_page_and_gets_the_places_with_its_columns(event: Event) -> None:
    play_out(event)
    client, program = a_director_of(event.tournament.club)
    address = f"/clubs/{event.tournament.club_id}/reports/"

    posted = client.post(address, {"name": "WBGF", "kind": "places", "columns": PLACES, "separator": "semicolon"})
    [template] = program.get(f"clubs/{event.tournament.club_id}/report-templates/").data
    text = client.get(f"/events/{event.pk}/places.csv?template={template['id']}").content.decode("utf-8-sig")

    assert posted.status_code == 303
    first, winner, *others = text.splitlines()
    assert first == "Pos;Player;No.;Nation;of"
    assert (winner.split(";")[0], winner.split(";")[2:]) == ("1", ["", "EUSKADI", "4"])
    assert [line.split(";")[0] for line in others] == ["2", "3", "3"]
    assert f"places.csv?template={template['id']}" in client.get(f"/events/{event.pk}/reports/").content.decode()


def test_a_template_that_is_wrong_changes_nothing_and_is_shown_at_its_field(event: Event) -> None:
    club = event.tournament.club
    client, program = a_director_of(club)
    body = {"name": "WBGF", "kind": "places", "columns": "Pos = rank"}

    with nothing_changes():
        posted = client.post(f"/clubs/{club.pk}/reports/", body | {"separator": "comma"})
        refused = program.post(f"clubs/{club.pk}/report-templates/", body)
        wrong = program.post(f"clubs/{club.pk}/report-templates/", {"name": "W", "kind": "rounds", "columns": "place"})

    assert (posted.status_code, "Line 1: there is no field rank." in posted.content.decode()) == (422, True)
    assert (refused.status, refused.data["code"], refused.data["facts"]["line"]) == (422, "template.field", 1)
    assert (wrong.status, wrong.data["code"]) == (422, "template.kind")


def test_a_template_of_the_same_name_is_replaced_and_an_undo_brings_the_old_one_back(event: Event) -> None:
    club = event.tournament.club
    _, program = a_director_of(club)
    path = f"clubs/{club.pk}/report-templates/"
    program.post(path, {"name": "WBGF", "kind": "places", "columns": "place"})
    program.post(path, {"name": "WBGF", "kind": "places", "columns": "Pos = place"})
    changed = [each["columns"] for each in program.get(path).data]

    undo("club", club.pk, Record.objects.filter(verb="template.saved").latest("pk").number, a_caller())

    assert changed == ["Pos = place"]
    assert [each["columns"] for each in program.get(path).data] == ["place = place"]


def test_a_removed_template_makes_no_file(event: Event) -> None:
    club = event.tournament.club
    client, program = a_director_of(club)
    made = program.post(f"clubs/{club.pk}/report-templates/", {"name": "WBGF", "kind": "places", "columns": "place"})

    removed = client.post(f"/clubs/{club.pk}/reports/", {"do": "remove", "template": made.data["id"]})
    again = program.post(f"report-templates/{made.data['id']}/remove/")

    assert (removed.status_code, again.status) == (303, 200)
    assert list(templates(club.pk)) == []
    assert client.get(f"/events/{event.pk}/places.csv?template={made.data['id']}").status_code == 404
    assert program.get(f"events/{event.pk}/reports/places/?template={made.data['id']}").status == 404
    assert list(verify()) == []


def test_results_and_places_are_the_same_over_the_api_as_in_the_files(event: Event) -> None:
    play_out(event)
    client, program = a_director_of(event.tournament.club)

    for kind, lines in (("results", 4), ("places", 4)):
        over_api = program.get(f"events/{event.pk}/reports/{kind}/").data
        file = json.loads(client.get(f"/events/{event.pk}/{kind}.json").content)
        assert over_api == file
        assert len(file) == lines
    assert [(line["place"], line["shared"], line["order"], line["entrants"], line["event"]) for line in file] == [
        ("1", "1", "1", "4", "Bilbao Autumn Open"),
        ("2", "1", "2", "4", "Bilbao Autumn Open"),
        ("3", "2", "3", "4", "Bilbao Autumn Open"),
        ("3", "2", "4", "4", "Bilbao Autumn Open"),
    ]


def test_a_rating_list_is_a_report_with_the_ids_of_one_federation() -> None:
    club = a_club()
    ann, bob, *_ = people(club)
    client, program = a_director_of(club)
    program.patch(f"people/{ann}/", {"federations": "WBGF 12, UKBGF 7"})
    view = a_list(club)
    receive(club, [a_result(1, ann, bob)])
    counted(view)
    columns = "Rank = place\nName = name\nWBGF = fed_id:WBGF\nElo = rating\nwon"
    made = program.post(f"clubs/{club.pk}/report-templates/", {"name": "W", "kind": "ratings", "columns": columns})

    lines = program.get(f"ratings/{view.pk}/report/?template={made.data['id']}").data
    plain = program.get(f"ratings/{view.pk}/report/").data
    text = client.get(f"/ratings/{view.pk}/report.csv?template={made.data['id']}").content.decode("utf-8-sig")

    assert [(line["Rank"], line["Name"], line["WBGF"], line["won"]) for line in lines] == [
        ("1", "Ann Archer", "12", "1"),
        ("2", "Bob Baker", "", "0"),
    ]
    assert [(line["fed_id"], line["list"]) for line in plain] == [("WBGF 12, UKBGF 7", "Club list"), ("", "Club list")]
    assert text.splitlines()[0] == "Rank,Name,WBGF,Elo,won"


def test_points_stand_in_the_places_once_the_event_is_finished_and_received(event: Event) -> None:
    club = event.tournament.club
    _, program = a_director_of(club)
    a_list(club, "Race", points={"system": "table", "tables": {"4": [9, 6, 3, 1]}})
    columns = "place\npoints\nrace = points:Race\nother = points:Nothing"
    made = program.post(f"clubs/{club.pk}/report-templates/", {"name": "R", "kind": "places", "columns": columns})
    path = f"events/{event.pk}/reports/places/?template={made.data['id']}"
    play_out(event)

    before = program.get(path).data
    receive_results(results_of(event.tournament_id))

    assert {(line["points"], line["race"]) for line in before} == {("", "")}
    assert [(line["place"], line["points"], line["race"], line["other"]) for line in program.get(path).data] == [
        ("1", "9", "9", ""),
        ("2", "6", "6", ""),
        ("3", "2", "2", ""),
        ("3", "2", "2", ""),
    ]


def test_a_template_of_another_club_makes_no_report(event: Event) -> None:
    _, program = a_director_of(event.tournament.club)
    other = a_club("Durango Backgammon Club")
    made = Program(a_director(other, "paul@barpoint.example")).post(
        f"clubs/{other.pk}/report-templates/", {"name": "R", "kind": "places", "columns": "place"}
    )

    assert program.get(f"events/{event.pk}/reports/places/?template={made.data['id']}").status == 404


def test_the_desk_and_strangers_get_no_reports(event: Event) -> None:
    club = event.tournament.club
    client = Client()
    client.force_login(a_desk_helper(club))

    assert Client().get(f"/clubs/{club.pk}/reports/").status_code == 302
    assert client.get(f"/clubs/{club.pk}/reports/").status_code == 403
    assert client.get(f"/events/{event.pk}/places.json").status_code == 403
    helper = Program(a_desk_helper(club, "quil@barpoint.example"))
    assert helper.get(f"events/{event.pk}/reports/places/").status == 403
