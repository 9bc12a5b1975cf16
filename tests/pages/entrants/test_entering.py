"""Players entered from a list, without a script: read, asked about, entered whole or not at all."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from journal.models import Record
from journal.verify import verify
from tests.contents import nothing_changes
from tests.factories import a_caller, a_desk_helper, a_drawn_event, an_entered_event, an_event
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, withdraw
from tournaments.models import Contact, Event
from tournaments.read.entrants.listed import entrant_list

pytestmark = pytest.mark.django_db

LIST = "Horvat, Petra; HRV; 1712\nUwe Altmann\nUwe Altman\nuwe@altmann.example\n"


def desk(event: Event) -> Client:
    client = Client()
    client.force_login(a_desk_helper(event.tournament.club, f"desk{event.pk}@barpoint.example"))
    return client


def paste(event: Event) -> str:
    return f"/events/{event.pk}/entrants/paste/"


def questions(page: str) -> list[str]:
    return re.findall(r'name="(q-[0-9a-f]+)" value="same"', page)


def entered(event: Event) -> list[tuple[str, str, str]]:
    return [(each.name, each.country, each.rating) for each in entrant_list(event.pk)]


def test_looking_reads_every_line_and_enters_nobody() -> None:
    event = an_event()
    client = desk(event)

    with nothing_changes():
        answer = client.post(paste(event), {"text": LIST, "do": "preview"})

    page = answer.content.decode()
    assert answer.status_code == 200
    assert "3 entrants" in page
    assert "1 question" in page
    assert "1 problem" in page
    assert "Is this <bdi>Uwe Altmann</bdi>?" in page
    assert "There is no name in this line." in page
    assert "Horvat, Petra; HRV; 1712\nUwe Altmann" in page


def test_nobody_is_entered_while_something_is_open() -> None:
    event = an_event()
    client = desk(event)
    answer = questions(client.post(paste(event), {"text": LIST, "do": "preview"}).content.decode())
    mended = LIST.replace("uwe@altmann.example\n", "")

    with nothing_changes():
        unread = client.post(paste(event), {"text": LIST, "do": "enter", answer[0]: "same"})
        unanswered = client.post(paste(event), {"text": mended, "do": "enter"})

    assert (unread.status_code, unanswered.status_code) == (422, 422)
    assert "Nobody was entered." in unread.content.decode()
    assert "Uwe Altman\n" in unanswered.content.decode()


@pytest.mark.parametrize(("answer", "count"), [("same", 2), ("another", 3)])
def test_an_answered_list_is_entered_in_one_record(answer: str, count: int) -> None:
    event = an_event()
    client = desk(event)
    text = LIST.replace("uwe@altmann.example\n", "")
    query = questions(client.post(paste(event), {"text": text, "do": "preview"}).content.decode())

    done = client.post(paste(event), {"text": text, "do": "enter", query[0]: answer, "once": "key-1"})

    assert (done.status_code, done["Location"]) == (303, f"/events/{event.pk}/entrants/?entered={count}")
    assert entered(event)[0] == ("Petra Horvat", "HRV", "1712")
    assert len(entered(event)) == count
    assert Record.objects.filter(verb="entrant.entered").count() == 1
    assert verify() == []


def test_an_answer_does_not_outlive_what_it_was_given_to() -> None:
    event = an_event()
    client = desk(event)
    query = questions(client.post(paste(event), {"text": "Uwe Altmann\nUwe Altman", "do": "preview"}).content.decode())

    with nothing_changes():
        answer = client.post(paste(event), {"text": "Uwe Altmann\nUwe Altmann", "do": "enter", query[0]: "another"})

    assert answer.status_code == 422


def test_the_page_asks_about_a_player_already_entered() -> None:
    event = an_entered_event(3)

    page = desk(event).post(paste(event), {"text": "Horvat Petra", "do": "enter"}).content.decode()

    assert "Is this <bdi>Petra Horvat</bdi>?" in page
    assert len(entered(event)) == 3


def test_one_name_and_enter_is_enough() -> None:
    event = an_entered_event(3)

    answer = desk(event).post(paste(event), {"text": "Luan Berisha", "do": "enter"})

    assert answer.status_code == 303
    assert entered(event)[-1][0] == "Luan Berisha"


def test_a_latecomer_takes_a_bye_and_a_full_draw_says_so_and_keeps_the_name() -> None:
    event = a_drawn_event(7)
    client = desk(event)
    first = client.post(paste(event), {"text": "Late Lucy", "do": "enter"})

    second = client.post(paste(event), {"text": "Later Luan", "do": "enter"})

    assert (first.status_code, second.status_code) == (303, 409)
    assert "No bye is left" in second.content.decode()
    assert "Later Luan</textarea>" in second.content.decode()


def keys(page: str, what: str) -> list[str]:
    return re.findall(rf'value="{what}:([0-9a-f]+)"', page)


def test_a_line_is_fixed_in_place_and_another_left_out() -> None:
    event = an_event()
    client = desk(event)
    text = "1. Petra Horvat\n2. Uwe Altman\n3. Ann Lee"
    page = client.post(paste(event), {"text": text, "do": "preview"}).content.decode()
    fixed, dropped = keys(page, "fix")[1], keys(page, "drop")[2]
    opened = client.post(paste(event), {"text": text, "do": f"fix:{fixed}"}).content.decode()
    posted = {"text": text, f"n-{fixed}": "Uwe Altmann", f"c-{fixed}": "Köln BC"}
    without = client.post(paste(event), posted | {"do": f"drop:{dropped}"}).content.decode()

    done = client.post(paste(event), posted | {f"x-{dropped}": "1", "do": "enter"})

    assert f'name="n-{fixed}"' in opened
    assert f'name="x-{dropped}" value="1"' in without
    assert "Enter 2" in without
    assert done.status_code == 303
    assert [(each.name, each.club) for each in entrant_list(event.pk)] == [
        ("Petra Horvat", ""), ("Uwe Altmann", "Köln BC"),
    ]  # fmt: skip


def test_a_title_can_be_made_a_player_and_a_question_is_answered_by_a_choice() -> None:
    event = an_event()
    client = desk(event)
    text = "Masters Cup\nHorvat, Bilbao\nAnn Lee"
    page = client.post(paste(event), {"text": text, "do": "preview"}).content.decode()
    [title, *_], [doubt] = keys(page, "fix"), set(re.findall(r'name="(d-[0-9a-f]+)"', page))

    unanswered = client.post(paste(event), {"text": text, "do": "enter"})
    done = client.post(
        paste(event), {"text": text, "do": "enter", doubt: "1", f"n-{title}": "Masters Cup", f"c-{title}": ""}
    )

    assert "Not entered: A title" in page
    assert (unanswered.status_code, done.status_code) == (422, 303)
    assert [(each.name, each.club) for each in entrant_list(event.pk)] == [
        ("Masters Cup", ""), ("Horvat", "Bilbao"), ("Ann Lee", ""),
    ]  # fmt: skip


def test_an_address_becomes_the_contact_and_is_shown_nowhere() -> None:
    event = an_event()
    client = desk(event)
    text = "João Silva <joao@silva.example>\nUwe Altmann"

    page = client.post(paste(event), {"text": text, "do": "preview"}, headers={"X-Fragment": "1"}).content.decode()
    client.post(paste(event), {"text": text, "do": "enter"})

    assert "joao@silva" not in page
    assert "e-mail address kept" in page
    assert list(Contact.objects.values_list("entrant__number", "email")) == [(1, "joao@silva.example")]
    assert [each.verb for each in Record.objects.order_by("-pk")[:2]] == ["contact.kept", "entrant.entered"]
    assert verify() == []


def test_the_columns_of_a_table_are_chosen_where_they_are_in_doubt() -> None:
    event = an_event()
    client = desk(event)
    text = "Okonkwo\tChidi\tLagos BC\nAdeyemi\tTunde\tLagos BC\nEze\tIfeoma\tLagos BC"
    page = client.post(paste(event), {"text": text, "do": "preview"}).content.decode()
    [order] = set(re.findall(r'name="(order-[0-9a-f]+)"', page))

    unanswered = client.post(paste(event), {"text": text, "do": "enter"})
    done = client.post(paste(event), {"text": text, "do": "enter", order: "first"})

    assert (unanswered.status_code, done.status_code) == (422, 303)
    assert [(each.name, each.club) for each in entrant_list(event.pk)][:2] == [
        ("Okonkwo Chidi", "Lagos BC"), ("Adeyemi Tunde", "Lagos BC"),
    ]  # fmt: skip


def test_a_file_is_read_and_shown_where_it_can_be_mended() -> None:
    event = an_event()
    file = SimpleUploadedFile("list.csv", "name;hotel\nJos\xe9 Marti;Ritz\n;Ritz\n".encode("cp1252"))

    page = desk(event).post(paste(event), {"file": file, "do": "preview"}).content.decode()

    assert "José Marti;Ritz" in page
    assert "read as cp1252" in page
    assert "left out: hotel" in page
    assert "There is no name in this line." in page


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"a" * (200 * 1024 + 1), "200 KB at most"),
        (b"Ann\n" * 513, "513 lines are too many: 512 at most."),
        (b"Ann\x00\x01\x02", "contains an invisible character"),
        (b"name;" + b"x" * 90 + b"\n" + b"y" * 90 + b";1", "This name is too long: 80 characters at most."),
        (b"z" * 9000, "This line is too long to be an entrant."),
    ],
)
def test_a_hostile_file_is_refused_and_enters_nobody(content: bytes, text: str) -> None:
    event = an_event()
    client = desk(event)

    with nothing_changes():
        answer = client.post(paste(event), {"file": SimpleUploadedFile("x.csv", content), "do": "enter"})

    assert answer.status_code == 422
    assert text in answer.content.decode()


def test_a_name_is_text_wherever_it_is_shown() -> None:
    event = an_event()
    hostile = '"><script>alert(1)</script>'

    page = (
        desk(event).post(paste(event), {"text": f"{hostile}\n{hostile}\n;{hostile}", "do": "preview"}).content.decode()
    )

    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)&lt;/script&gt;") >= 4


def test_a_script_asks_for_the_reading_alone() -> None:
    event = an_event()

    page = desk(event).post(paste(event), {"text": LIST, "do": "preview"}, headers={"X-Fragment": "1"}).content.decode()

    assert "<html" not in page
    assert "3 entrants" in page


def test_512_lines_are_entered_at_once_and_cost_as_much_as_three() -> None:
    counts = []
    for n in (3, 512):
        event = an_event()
        client = desk(event)
        text = "\n".join(f"Player {at}" for at in range(n))
        client.get("/style/")
        with CaptureQueriesContext(connection) as captured:
            client.post(paste(event), {"text": text, "do": "enter", "once": f"key-{n}"})
        counts.append(len(captured))
        assert len(entered(event)) == n

    assert counts[0] == counts[1]
    assert counts[0] <= 18


# --- The list as a file


def test_what_goes_out_comes_back_the_same() -> None:
    event = an_event()
    rows = [
        Entry("=SUM(A1)", '+Club; "B"', "AUT", "1650.5", 2),
        Entry("'-Bob", "", "", ""),
        Entry("Ömer Yıldırım", "Kadıköy, İstanbul", "TUR", "1712", None, paid=True),
    ]
    enter(event.pk, rows, a_caller())
    file = desk(event).get(f"/events/{event.pk}/entrants.csv")
    again = an_event()

    desk(again).post(paste(again), {"file": SimpleUploadedFile("x.csv", file.content), "do": "enter"})

    def listed(of: Event) -> list[tuple[object, ...]]:
        return [(each.name, each.club, each.country, each.rating, each.seed, each.paid) for each in entrant_list(of.pk)]

    assert listed(again) == listed(event)
    assert [each[0] for each in listed(again)] == ["=SUM(A1)", "'-Bob", "Ömer Yıldırım"]
    assert listed(again)[2][-1] is True


def test_no_cell_of_the_file_is_a_formula_and_who_withdrew_is_left_out() -> None:
    event = an_event()
    entrants = enter(event.pk, [Entry("=1+1"), Entry("@Ann"), Entry("\u2212Bob"), Entry("Cid")], a_caller()).entrants
    withdraw(entrants[3].id, EVERYTHING, a_caller())

    text = desk(event).get(f"/events/{event.pk}/entrants.csv").content.decode("utf-8-sig")

    lines = text.split("\r\n")
    assert lines[0] == "number;name;club;country;rating;seed;paid;here;group"
    assert [line.split(";")[1] for line in lines[1:4]] == ["'=1+1", "'@Ann", "\u2212Bob"]
    assert "Cid" not in text
