"""Fourteen pairs from the set-up to the places and the money, over HTTP as a director, a program and phones do it."""

import csv
import io
import re
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from journal.verify import verify
from tests.contents import wrong_in
from tests.factories import NAMES, Program, a_caller, a_director, a_tournament, card_of, match_of, play_out
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tests.pages.test_setup import EVENT
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.actions.phones.links import make_slips, take_link
from tournaments.models import Event

pytestmark = pytest.mark.django_db
WIDE = ["Wolfgang Bergström-Hohenfels", "Maria del Carmen Fernández de Oñate"]
HERE = "http://192.168.1.7:8000"


class Doubles:
    """An event of pairs with the director's browser and program."""

    def __init__(self) -> None:
        self.tournament = a_tournament()
        director = a_director(self.tournament.club)
        self.browser, self.program = Client(), Program(director)
        self.browser.force_login(director)
        form = EVENT | {"name": "Doubles", "kind": "pair", "consolation": "first_match", "main_lengths": "5", "fee": ""}
        made = self.browser.post(f"/tournaments/{self.tournament.pk}/events/new/", form | {"do": "keep"})
        assert made.status_code == 303, text_of(made.content.decode())
        self.event = Event.objects.get(tournament=self.tournament)
        self.page = f"/events/{self.event.pk}/"

    def post(self, page: str, **fields: Any) -> Any:
        return self.browser.post(page, fields)

    def shown(self, page: str) -> str:
        return text_of(page_of(self.browser, page))

    def pdf(self, page: str, **query: str) -> str:
        answer = self.browser.get(page, query)
        assert answer.status_code == 200, answer.content[:300]
        return "\n".join(each.extract_text() for each in PdfReader(io.BytesIO(answer.content)).pages)


def thirteen_pairs() -> list[str]:
    others = [name for name in NAMES if name not in WIDE]
    return [f"{number}. {one} / {other}" for number, (one, other) in enumerate(pairs(others), start=1)]


def pairs(names: list[str]) -> list[tuple[str, str]]:
    names = [*names, "Arben Leka", "Ann Berg", "Bo Dahl"]
    return list(zip(names[::2], names[1::2], strict=True))


def test_fourteen_pairs_from_the_set_up_to_the_places() -> None:
    hall = Doubles()
    event, program = hall.event, hall.program
    fees = [{"code": "doubles", "kind": "entry", "name": "", "amount": 4001, "event": event.pk}]
    set_fees(hall.tournament.pk, FeeSheet("EUR", fees), a_caller())
    assert "Pairs play: two partners who take turns." in hall.pdf(f"{hall.page}rules.pdf")

    # Thirteen pairs from a list with one line of a single player, who finds a partner.
    lines = thirteen_pairs()
    assert len(lines) == 13
    wrong = hall.post(f"{hall.page}entrants/paste/", text="\n".join([*lines, "14. Di Fox"]), do="enter")
    assert "Here 1 play together, and an entrant has 2 to 2 players." in text_of(wrong.content.decode())
    assert program.get(f"events/{event.pk}/entrants/").data == []
    entered = hall.post(f"{hall.page}entrants/paste/", text="\n".join(lines), do="enter")
    assert entered.status_code == 303

    # The fourteenth by a program, with clubs; nobody stands twice.
    members = [{"name": WIDE[0], "club": "Linz"}, {"name": WIDE[1], "club": "Oñati", "country": "ESP"}]
    last = program.post(f"events/{event.pk}/entrants/", {"entrants": [{"members": members}]}).data["entrants"][0]
    assert last["name"] == " / ".join(WIDE)
    assert (last["club"], last["country"]) == ("Linz / Oñati", "ESP")
    assert last["members"] == [{"country": "", **members[0]}, members[1]]
    twice = program.post(f"events/{event.pk}/entrants/", {"entrants": [{"name": f"{WIDE[0]} / Cy Moe"}]})
    assert (twice.status, twice.code) == (409, "member.entered")

    # Checked in member by member on the card, and at once by the program.
    hall.post(f"/entrants/{last['id']}/", do="tick", kind="here", member="2", on="1", back="")
    assert "Check in : Wolfgang Bergström-Hohenfels" in hall.shown(f"/entrants/{last['id']}/")
    done = program.post(f"entrants/{last['id']}/tick/", {"here": True, "member": 1})
    assert (done.status, done.data["here"]) == (200, True)

    # Drawn; one partner has to go home, and another takes their place.
    assert program.post(f"events/{event.pk}/draw/", {"key": "63 55 21"}).status == 201
    changed = program.patch(
        f"entrants/{last['id']}/", {"members": [members[0], {"name": "Cy Moe"}]}, If_Match=f'"{last["version"]}"'
    )
    assert (changed.data["name"], changed.data["club"]) == (f"{WIDE[0]} / Cy Moe", "Linz")
    assert f"{WIDE[0]} / Cy Moe" in hall.shown(hall.page)

    # The two phones of a pair have one link; the partner of the one who opened it first reports.
    match = match_of(event, "A1" if card_of(event, "A1").status == "open" else "A2")
    slip = make_slips(event.pk, a_caller(), HERE, [match.top_id or 0])[0]
    phones = [Client(), Client()]
    for phone in phones:
        phone.cookies[f"player-{slip.entrant}"] = take_link(slip.secret).secret
    assert f"You are {slip.name}" in text_of(page_of(phones[0], f"/my/{slip.entrant}/"))
    body = {"match": str(match.pk), "between": f"{match.top_id}-{match.bottom_id}", "once": "2" * 22}
    games = '[["top",4,"single"],["top",1,"single"]]'
    answer = phones[1].post(f"/my/{slip.entrant}/claim/", body | {"games": games}, headers={"Accept": "text/html"})
    assert answer.status_code == 303
    assert (card_of(event, match.code).status, card_of(event, match.code).score) == ("finished", (5, 0))

    play_out(event)
    placed_and_paid(hall)


def placed_and_paid(hall: Doubles) -> None:
    """Read places, papers, the file of results and the payouts of an event that is over."""
    event = hall.event
    standings = hall.program.get(f"events/{event.pk}/standings/").data
    assert [each["place"] for each in standings] == [1, 2, 3, 3, 5, 5, 5, 5, *[9] * 6]
    champion = standings[0]["name"]
    assert "14 pairs" in hall.shown(hall.page)
    assert "14 pairs, 2 byes" in hall.pdf(f"{hall.page}sheet.pdf")
    assert "14 pairs, 0 paid" in hall.pdf(f"{hall.page}entry-list.pdf")
    assert "14 pairs" in hall.pdf(f"{hall.page}sign-in.pdf")
    assert "14 pairs" in hall.shown(f"/tournaments/{hall.tournament.pk}/papers/")
    assert " / " in champion
    assert champion in hall.shown(f"{hall.page}places/")
    assert champion in text_of(page_of(Client(), f"/tournaments/{hall.tournament.pk}/wall/?show=places"))
    results = list(csv.DictReader(io.StringIO(hall.browser.get(f"{hall.page}results.csv").content.decode("utf-8-sig"))))
    assert {row["rated"] for row in results} == {"no"}
    assert any(row["player1"] == champion or row["player2"] == champion for row in results)

    # 14 × 40.01 come in; what the winners get of 560.14 is divided between the two of them.
    kept = hall.post(
        f"{hall.page}prizes/", do="save", preset="50-25-25", percent="0", unit="1", seen="0", reason="late"
    )
    assert kept.status_code == 303, text_of(kept.content.decode())[:800]
    prize = hall.program.get(f"events/{event.pk}/payouts/").data["pots"][0]["prizes"][0]
    assert prize["name"] == champion
    assert sum(each["amount"] for each in prize["parts"]) == prize["amount"]
    assert [each["name"] for each in prize["parts"]] == champion.split(" / ")
    listed = hall.pdf(f"{hall.page}payouts.pdf")
    assert "of it" in listed
    assert wrong_in(event.pk) == []
    assert verify() == []


def test_the_sheet_and_the_cards_of_pairs_show_names_that_fit() -> None:
    hall = Doubles()
    text = "\n".join([*thirteen_pairs(), " / ".join(WIDE)])
    hall.post(f"{hall.page}entrants/paste/", text=text, do="enter")
    hall.program.post(f"events/{hall.event.pk}/draw/", {"key": "63 55 21"})

    sheet = hall.pdf(f"{hall.page}sheet.pdf")
    badges = hall.pdf(f"{hall.page}badges.pdf")

    assert re.search(r"Bergström(-H\.)? / (Fernández|M)", sheet) or "Hohenfels / M" in sheet
    assert " / ".join(WIDE) in re.sub(r"\s+", " ", sheet)
    assert "Maria del Carmen Fernández de Oñate" in re.sub(r"\s+", " ", badges)
    assert " / " not in badges


def test_a_copy_of_the_tournament_and_the_set_up_of_pairs_keep_what_an_entrant_is() -> None:
    hall = Doubles()
    hall.post(f"{hall.page}entrants/paste/", text="Ann Berg / Bo Dahl", do="enter")

    seen = text_of(page_of(hall.browser, f"{hall.page}setup/"))
    hall.post(f"{hall.page}setup/", **EVENT | {"kind": "single", "do": "keep", "seen": "1"})
    refused = hall.program.patch(f"events/{hall.event.pk}/", {"conditions": {"entrants": "single"}}, If_Match='"2"')

    other = hall.program.post(
        "events/", {"tournament": hall.tournament.pk, "name": "Main", "format": {"main": "knockout"}}
    ).data["id"]
    copied = page_of(hall.browser, f"{hall.page}setup/?from={other}")
    assert re.search(r'value="pair"[^>]*checked', copied)
    assert "This stays as it is once anybody is entered." in seen
    assert hall.program.get(f"events/{hall.event.pk}/").data["conditions"]["entrants"] == "pair"
    assert (refused.status, refused.code) == (409, "entrants.kind")


def test_the_list_of_pairs_as_a_file_is_read_again() -> None:
    hall = Doubles()
    hall.post(
        f"{hall.page}entrants/paste/", text="The Bulls: Ann Berg (Oslo) / Bo Dahl\nCy Moe / Di Fox (Graz)", do="enter"
    )
    file = hall.browser.get(f"{hall.page}entrants.csv").content.decode()
    second = hall.program.post(
        "events/",
        {
            "tournament": hall.tournament.pk,
            "name": "Again",
            "format": {"main": "knockout"},
            "conditions": {"entrants": "pair"},
        },
    ).data["id"]

    hall.post(f"/events/{second}/entrants/paste/", text=file, do="enter")

    assert [
        (each["name"], [(one["name"], one["club"]) for one in each["members"]])
        for each in hall.program.get(f"events/{second}/entrants/").data
    ] == [
        ("The Bulls", [("Ann Berg", "Oslo"), ("Bo Dahl", "")]),
        ("Cy Moe / Di Fox", [("Cy Moe", ""), ("Di Fox", "Graz")]),
    ]
