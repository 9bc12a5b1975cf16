"""The odds of an event, on its page and over the API, where it shows them."""

import json
from pathlib import Path

import pytest
from django.test import Client

from rules.__main__ import main
from tests.factories import KEY, Program, a_caller, a_director, a_tournament, an_event, play_code
from tests.pages.reading import page_of, statements
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter, rename, withdraw
from tournaments.actions.events import EventSheet, open_event, set_up_event
from tournaments.models import Entrant, Event

pytestmark = pytest.mark.django_db


def an_event_with_odds(
    ratings: list[str], *, drawn: bool = True, consolation: str = "first_match", main: str = "knockout"
) -> Event:
    format_ = {"consolation": consolation} if main == "knockout" else {}
    event = open_event(a_tournament().pk, "Main", {"main": main, "length": 7, **format_}, a_caller())
    enter(event.pk, [Entry(f"Player {at}", rating=each) for at, each in enumerate(ratings, 1)], a_caller())
    set_up_event(event.pk, EventSheet(conditions={"odds": True}), a_caller())
    if drawn:
        make_draw(event.pk, KEY, a_caller())
    return event


@pytest.mark.parametrize("main", ["pools", "round_robin", "swiss"])
@pytest.mark.parametrize("drawn", [True, False])
def test_where_a_table_decides_the_page_and_the_api_say_why_there_are_no_odds(
    client: Client, main: str, drawn: bool
) -> None:
    event = an_event_with_odds(["1500"] * 8, drawn=drawn, main=main)

    text = page_of(client, f"/events/{event.pk}/odds/")
    answer = Program(None).get(f"events/{event.pk}/odds/")

    assert "There are odds for knockouts from the first round only." in text
    assert (answer.status, answer.code) == (409, "odds.table")


def test_the_strongest_stands_first_and_everybody_has_a_chance(client: Client) -> None:
    event = an_event_with_odds(["1500", "1500", "1900", ""])

    text = page_of(client, f"/events/{event.pk}/odds/")

    assert text.index("Player 3") < text.index("Player 1")
    assert "not rated" in text
    assert "Players without a rating count as 1500." in text
    assert "not rated" not in text[text.index("Player 3") :].partition("</tr>")[0]


def test_the_api_answers_chances_that_sum_to_one() -> None:
    event = an_event_with_odds(["1500", "1600", "1700", "1800", "1900", "", "1500.5 FIBS", "1500"])

    lines = Program(None).get(f"events/{event.pk}/odds/").data

    assert lines[0]["name"] == "Player 5"
    assert abs(sum(float(line["wins"]) for line in lines) - 1) < 1e-11
    assert {line["name"]: line["rated"] for line in lines}["Player 6"] is False
    assert all(abs(sum(map(float, line["places"]["main"].values())) - 1) < 1e-11 for line in lines)


def test_a_result_moves_the_odds() -> None:
    event = an_event_with_odds(["1500"] * 4)
    before = {line["entrant"]: float(line["wins"]) for line in Program(None).get(f"events/{event.pk}/odds/").data}

    play_code(event, "A1")

    after = {line["entrant"]: float(line["wins"]) for line in Program(None).get(f"events/{event.pk}/odds/").data}
    assert set(before.values()) == {0.25}
    assert sorted(after.values()) == [0.0, 0.25, 0.25, 0.5]


def test_odds_are_hidden_until_the_event_shows_them(client: Client) -> None:
    event = an_event()

    assert client.get(f"/events/{event.pk}/odds/").status_code == 404
    assert Program(None).get(f"events/{event.pk}/odds/").code == "odds.hidden"
    assert "/odds/" not in client.get(f"/events/{event.pk}/entrants/").content.decode()


def test_before_the_draw_the_odds_are_those_of_every_draw(client: Client) -> None:
    event = an_event_with_odds(["1500", "1500", "1500", "1500"], drawn=False)

    lines = Program(None).get(f"events/{event.pk}/odds/").data

    assert [(line["wins"], line["draws"], line["error"]) for line in lines] == [
        ("0.250000000000", 3, "0.000000000000")
    ] * 4
    assert "this is the mean of every draw that there can be" in page_of(client, f"/events/{event.pk}/odds/")


def test_before_the_draw_the_odds_of_many_come_from_draws_by_lot_with_their_error(client: Client) -> None:
    event = an_event_with_odds(["1500"] * 11 + ["1900"], drawn=False)

    lines = Program(None).get(f"events/{event.pk}/odds/").data

    assert (lines[0]["name"], lines[0]["draws"]) == ("Player 12", 160)
    assert 0 < float(lines[0]["error"]) < 0.01
    assert "this is the mean of 160 draws by lot, with a standard error of" in page_of(
        client, f"/events/{event.pk}/odds/"
    )


def test_seeds_and_withdrawals_count_before_the_draw() -> None:
    event = an_event_with_odds(["1500"] * 4, drawn=False)
    first, second, *_ = Entrant.objects.filter(event=event).order_by("number")
    rename(first.pk, {"seed": 1}, a_caller())
    withdraw(second.pk, "all", a_caller())

    lines = {line["entrant"]: line for line in Program(None).get(f"events/{event.pk}/odds/").data}

    assert second.pk not in lines
    # Of three the seed has the bye; there are two orders of the others.
    assert (lines[first.pk]["wins"], lines[first.pk]["draws"]) == ("0.500000000000", 2)


def test_two_with_the_same_seed_do_not_stop_the_odds() -> None:
    event = an_event_with_odds(["1500"] * 4, drawn=False)
    for entrant in Entrant.objects.filter(event=event)[:2]:
        rename(entrant.pk, {"seed": 1}, a_caller())

    assert len(Program(None).get(f"events/{event.pk}/odds/").data) == 4


def test_one_entrant_has_no_odds(client: Client) -> None:
    event = an_event_with_odds(["1500"], drawn=False)

    assert "The odds stand here once 2 players are entered" in page_of(client, f"/events/{event.pk}/odds/")
    assert Program(None).get(f"events/{event.pk}/odds/").code == "draw.none"


def test_a_page_before_the_draw_takes_the_same_statements_for_4_and_for_24(client: Client) -> None:
    small, large = (an_event_with_odds(["1500"] * count, drawn=False) for count in (4, 24))

    assert statements(client, f"/events/{small.pk}/odds/") == statements(client, f"/events/{large.pk}/odds/")


def test_the_line_on_top_leads_to_the_odds(client: Client) -> None:
    event = an_event_with_odds(["1500", "1600"])

    assert f"/events/{event.pk}/odds/" in client.get(f"/events/{event.pk}/places/").content.decode()


@pytest.mark.parametrize("odds", [False, True])
def test_the_desk_comes_to_the_odds_from_the_draw(client: Client, odds: bool) -> None:
    event = an_event_with_odds(["1500", "1600"], drawn=False)
    set_up_event(event.pk, EventSheet(conditions={"odds": odds}), a_caller())
    client.force_login(a_director(event.tournament.club))

    page = client.get(f"/events/{event.pk}/").content.decode()

    assert (f"/events/{event.pk}/odds/" in page) == odds


def test_the_page_takes_the_same_statements_for_4_and_for_64(client: Client) -> None:
    small, large = an_event_with_odds(["1500"] * 4), an_event_with_odds(["1500"] * 64)

    assert statements(client, f"/events/{small.pk}/odds/") == statements(client, f"/events/{large.pk}/odds/")


@pytest.mark.parametrize("consolation", ["none", "first_match", "progressive"])
@pytest.mark.parametrize("drawn", [False, True])
def test_the_shell_finds_the_odds_of_the_page_in_its_file(
    client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str], consolation: str, drawn: bool
) -> None:
    ratings = ["1500", "1600", "1700.5", "", "1900", "1450", "2000"]
    event = an_event_with_odds(ratings, drawn=drawn, consolation=consolation)
    entrants = list(Entrant.objects.filter(event=event).order_by("number"))
    if drawn:
        play_code(event, "A2")
        play_code(event, "A3")
        withdraw(entrants[4].pk, "all", a_caller())
    else:
        rename(entrants[2].pk, {"seed": 1}, a_caller())
        withdraw(entrants[1].pk, "all", a_caller())

    answer = client.get(f"/events/{event.pk}/odds.json")

    assert answer.json() == Program(None).get(f"events/{event.pk}/odds-file/").data
    file = tmp_path / "odds.json"
    file.write_bytes(answer.content)
    assert main(["odds", str(file)]) == 0
    assert "As the file expects." in capsys.readouterr().out
    wrong = json.loads(answer.content)
    wrong["expect"]["odds"]["3"]["main"]["0"] = "0.5"
    file.write_text(json.dumps(wrong))
    assert main(["odds", str(file)]) == 1


def test_odds_that_are_hidden_have_no_file(client: Client) -> None:
    event = an_event()

    assert client.get(f"/events/{event.pk}/odds.json").status_code == 404
    assert Program(None).get(f"events/{event.pk}/odds-file/").code == "odds.hidden"
