"""A draw that keeps players of one club or country apart: set up, drawn, repeated by anybody from two files."""

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pytest
from django.test import Client

from journal.verify import verify
from rules.__main__ import main
from rules.draws.separation import nearness
from rules.errors import RuleBroken
from rules.formats.registry import read_format
from tests.factories import Program, a_caller, a_director, a_tournament, an_event, an_owner
from tests.pages.test_setup import EVENT
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import EventSheet, set_up_event
from tournaments.models import Event, Line
from tournaments.words.events.formats import format_sentence

pytestmark = pytest.mark.django_db
KEY = "63 55 21"
CLUBS = ["Kazan", "kazan", "Graz", "Graz", "Wien", "Wien", "", ""]


def an_event_of_clubs(*groups: str) -> Event:
    """Return an event of eight: two each from three clubs, two from none; the first three are Danes."""
    event = an_event(separate=list(groups)) if groups else an_event()
    entries = [Entry(f"Player {n}", club, "DEN" if n < 4 else "") for n, club in enumerate(CLUBS, start=1)]
    enter(event.pk, entries, a_caller())
    return event


def lines_of(event: Event) -> dict[int, int]:
    now = Event.objects.get(pk=event.pk).current_draw_id
    rows = Line.objects.filter(draw=now).order_by("line").values_list("line", "entrant__number")
    return {line: number for line, number in rows if number}


def club_nearness(event: Event) -> float:
    groups = {n: [club.casefold()] for n, club in enumerate(CLUBS, start=1) if club}
    return nearness(lines_of(event), groups)


def test_players_of_one_club_first_meet_in_the_final() -> None:
    apart, by_lot = an_event_of_clubs("club"), an_event_of_clubs()

    costs: dict[int, list[float]] = {apart.pk: [], by_lot.pk: []}
    for event in (apart, by_lot):
        for turn in range(8):
            make_draw(event.pk, f"{KEY} {turn}1", a_caller())
            costs[event.pk].append(club_nearness(event))

    # Three pairs that meet in the final at the earliest.
    assert costs[apart.pk] == [3 / 8] * 8
    assert max(costs[by_lot.pk]) > 3 / 8
    assert verify() == []


def test_countries_count_beside_clubs() -> None:
    event = an_event_of_clubs("club", "country")

    make_draw(event.pk, KEY, a_caller())

    danes = [line for line, number in lines_of(event).items() if number < 4]
    assert len({(line - 1) // 2 for line in danes}) == 3
    assert event.rules.kept_apart == ("club", "country")


def test_anybody_repeats_the_draw_from_the_two_files(client: Client, tmp_path: Path) -> None:
    event = an_event_of_clubs("club")
    make_draw(event.pk, KEY, a_caller())
    for name, query in (("names", ""), ("groups", "?groups=1")):
        (tmp_path / name).write_bytes(client.get(f"/events/{event.pk}/draw.txt{query}").content)

    printed = io.StringIO()
    with redirect_stdout(printed):
        names, groups = (str(tmp_path / name) for name in ("names", "groups"))
        main(["draw", names, "--key", KEY, "--event", str(event.pk), "--groups", groups, "--json"])

    repeated = {each["line"]: each["number"] for each in json.loads(printed.getvalue())["lines"]}
    assert repeated == lines_of(event)
    page = client.get(f"/events/{event.pk}/draw-key/").content.decode()
    assert f"--groups draw-{event.pk}-groups.txt" in page
    assert "Then players of one group are exchanged" in page


def test_without_groups_there_is_no_second_file(client: Client) -> None:
    event = an_event_of_clubs()
    make_draw(event.pk, KEY, a_caller())

    assert client.get(f"/events/{event.pk}/draw.txt?groups=1").status_code == 404
    assert "--groups" not in client.get(f"/events/{event.pk}/draw-key/").content.decode()


@pytest.mark.parametrize("main_", ["knockout", "structure"])
def test_the_set_up_ticks_who_meets_late_and_shows_it_again(main_: str) -> None:
    tournament, browser = a_tournament(), Client()
    browser.force_login(a_director(tournament.club))
    posted = EVENT | {"main": main_, "preset": "progressive" if main_ == "structure" else "", "apart_clubs": "on"}

    answer = browser.post(f"/tournaments/{tournament.pk}/events/new/", posted)

    event = Event.objects.get()
    page = browser.get(f"/events/{event.pk}/setup/").content.decode()
    assert (answer.status_code, event.rules.kept_apart) == (303, ("club",))
    assert 'name="apart_clubs" id="id_apart_clubs" checked' in page
    assert "Players of one club meet late." in format_sentence(event.rules)


def test_the_set_up_of_a_swiss_keeps_how_it_ends() -> None:
    tournament, browser = a_tournament(), Client()
    browser.force_login(a_director(tournament.club))
    posted = EVENT | {"main": "swiss", "losses": "3", "variant": "wbf"}

    browser.post(f"/tournaments/{tournament.pk}/events/new/", posted)
    event = Event.objects.get()
    page = browser.get(f"/events/{event.pk}/setup/").content.decode()
    browser.post(f"/events/{event.pk}/setup/", posted | {"losses": "4", "seen": "1"})

    assert '<option value="wbf" selected>' in page
    swiss = Event.objects.get().rules.as_data()
    assert (swiss["losses"], swiss["variant"]) == (4, "wbf")


@pytest.mark.parametrize(
    ("format_", "code"),
    [
        ({"separate": ["hotel"]}, "separate.unknown"),
        ({"separate": "club"}, "separate.unknown"),
        ({"main": "round_robin", "separate": ["club"]}, "separate.format"),
        ({"main": "swiss", "separate": ["club"]}, "separate.format"),
    ],
)
def test_what_cannot_be_kept_apart_is_refused(format_: dict[str, object], code: str) -> None:
    with pytest.raises(RuleBroken) as refused:
        read_format(format_)

    assert refused.value.code == code


def test_groups_are_read_in_one_order_and_written_only_where_there_are_some() -> None:
    apart = read_format({"separate": ["country", "club"]})

    assert apart.as_data()["separate"] == ["club", "country"]
    assert "separate" not in read_format({}).as_data()
    assert read_format(apart.as_data()) == apart


def test_once_drawn_it_stays() -> None:
    event = an_event_of_clubs("club")
    make_draw(event.pk, KEY, a_caller())

    with pytest.raises(RuleBroken) as refused:
        set_up_event(event.pk, EventSheet(format={"consolation": "progressive", "length": 7}), a_caller())

    assert refused.value.code == "draw.format"


def test_a_program_asks_for_it_in_the_format() -> None:
    tournament = a_tournament()

    made = Program(an_owner()).post(
        "events/", {"tournament": tournament.pk, "name": "Main", "format": {"separate": ["club"]}}
    )

    assert made.status == 201
    assert made.data["format"]["separate"] == ["club"]
