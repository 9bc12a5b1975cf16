"""Who travels together meets late: typed in the entry list, on a card or by a program, drawn apart, and erased."""

import pytest
from django.db import DatabaseError, transaction
from django.test import Client

from journal.verify import verify
from rules.draws.separation import nearness
from rules.formats.registry import read_format
from rules.typed.pasted import read_paste
from tests.contents import nothing_changes
from tests.factories import Program, a_caller, a_director, a_tournament, an_event, an_owner
from tests.pages.test_setup import EVENT
from tests.tournaments.test_drawn_apart import KEY, lines_of
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter, rename
from tournaments.actions.entrants.people import erase_entrants
from tournaments.models import Entrant, Event, Particulars
from tournaments.words.events.formats import format_sentence

pytestmark = pytest.mark.django_db
GROUPS = ["Car from Graz", "car from graz", "Sisters", "Sisters", "", "", "", ""]
LIST = "name;club;travelling with\nAda;Graz;Car from Graz\nBea;Graz;car from Graz\nCem;Wien;\n"


def an_event_of_travellers(*groups: str) -> Event:
    event = an_event(separate=list(groups))
    enter(event.pk, [Entry(f"Player {n}", group=group) for n, group in enumerate(GROUPS, start=1)], a_caller())
    return event


def groups_in(event: Event) -> dict[str, str]:
    rows = Particulars.objects.filter(entrant__event=event).order_by("turn")
    return dict(rows.values_list("name", "group"))


def test_who_travels_together_first_meets_in_the_final() -> None:
    event = an_event_of_travellers("group")

    for turn in range(4):
        make_draw(event.pk, f"{KEY} {turn}", a_caller())
        assert nearness(lines_of(event), {1: ["car"], 2: ["car"], 3: ["sisters"], 4: ["sisters"]}) == 2 / 8

    assert verify() == []


def test_groups_do_not_count_unless_the_set_up_says_so(client: Client) -> None:
    event = an_event_of_travellers("club")
    make_draw(event.pk, KEY, a_caller())

    assert "group:" not in client.get(f"/events/{event.pk}/draw.txt?groups=1").content.decode()


def test_the_file_of_groups_names_them_in_one_spelling(client: Client) -> None:
    event = an_event_of_travellers("group")
    make_draw(event.pk, KEY, a_caller())

    text = client.get(f"/events/{event.pk}/draw.txt?groups=1").content.decode()

    assert text == "1;group:car from graz\n2;group:car from graz\n3;group:sisters\n4;group:sisters\n"


def test_a_column_of_the_entry_list_names_the_group() -> None:
    event, browser = an_event(), Client()
    browser.force_login(a_director(event.tournament.club))

    answer = browser.post(f"/events/{event.pk}/entrants/paste/", {"text": LIST, "do": "enter"})

    assert answer.status_code == 303
    assert groups_in(event) == {"Ada": "Car from Graz", "Bea": "car from Graz", "Cem": ""}
    saved = browser.get(f"/events/{event.pk}/entrants.csv").content.decode().splitlines()
    assert saved[:2] == ["\ufeffnumber;name;club;country;rating;seed;paid;here;group", "1;Ada;Graz;;;;;;Car from Graz"]


@pytest.mark.parametrize("head", ["group", "Travelling with", "Reisegruppe", "Groupe"])
def test_the_column_is_known_by_several_names(head: str) -> None:
    read = read_paste(f"name;{head}\nAda;Sisters\nBea;Sisters\n")

    assert [(each.name, each.group) for each in read.entries] == [("Ada", "Sisters"), ("Bea", "Sisters")]


def test_the_card_of_an_entrant_changes_the_group() -> None:
    event = an_event_of_travellers("group")
    entrant = Entrant.objects.get(event=event, number=5)
    browser = Client()
    browser.force_login(a_director(event.tournament.club))

    form = {"name": "Player 5", "group": "Sisters", "do": "rename", "seen": "1", "once": "a"}
    answer = browser.post(f"/entrants/{entrant.pk}/", form)

    assert answer.status_code == 303
    assert groups_in(event)["Player 5"] == "Sisters"


def test_a_group_that_is_too_long_changes_nothing() -> None:
    event = an_event_of_travellers("group")
    entrant = Entrant.objects.get(event=event, number=5)

    with nothing_changes(), pytest.raises(Exception, match=r"name\.long"):
        rename(entrant.pk, {"group": "x" * 81}, a_caller())


def test_a_program_enters_and_reads_groups() -> None:
    program = Program(an_owner())
    body = {"tournament": a_tournament().pk, "name": "Main", "format": {"separate": ["group"]}}
    event = program.post("events/", body).data["id"]

    made = program.post(f"events/{event}/entrants/", {"entrants": [{"name": "Ada", "group": "Sisters"}]})

    assert (made.status, made.data["entrants"][0]["group"]) == (201, "Sisters")


def test_the_set_up_ticks_groups() -> None:
    tournament, browser = a_tournament(), Client()
    browser.force_login(a_director(tournament.club))

    browser.post(f"/tournaments/{tournament.pk}/events/new/", EVENT | {"main": "knockout", "apart_groups": "on"})

    event = Event.objects.get()
    assert event.rules.kept_apart == ("group",)
    assert (
        'name="apart_groups" id="id_apart_groups" checked' in browser.get(f"/events/{event.pk}/setup/").content.decode()
    )
    assert format_sentence(event.rules).endswith("Players who travel together meet late.")


def test_all_three_are_said_in_two_sentences() -> None:
    words = format_sentence(read_format({"separate": ["group", "country", "club"]}))

    assert words.endswith("Players of one club or country meet late. Players who travel together meet late.")


def test_a_group_is_sealed_can_be_erased_and_is_not_changed_otherwise() -> None:
    event = an_event_of_travellers("group")
    entrant = Entrant.objects.get(event=event, number=3)
    rows = Particulars.objects.filter(entrant=entrant)

    with pytest.raises(DatabaseError), transaction.atomic():
        rows.update(group="Brothers")
    erase_entrants(event.tournament_id, [entrant.pk], "Erased", a_caller())

    assert set(rows.values_list("group", flat=True)) == {""}
    assert verify() == []
