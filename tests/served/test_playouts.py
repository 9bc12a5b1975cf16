"""Whole events over HTTP alone, judged by an independent simulation."""

import json
import subprocess
import sys
from functools import cache
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from pypdf import PdfReader

from tests.depth import ON_POSTGRESQL, and_long

from .clients import Client
from .playing import Event, an_event, must_agree, names_for, play_out, report, result_of, spot_of
from .servers import ROOT, Site
from .simulation import PHANTOM, byes_from_the_top

# In CI most fields are played on SQLite only.
FEW, MANY, LARGE = [2, 23], [3, 5, 8, 13, 64, 200], [4, 33, 127, 128, 129, 255, 256, 511, 512]
FIELDS = sorted(and_long(FEW, [*MANY, *LARGE]) if ON_POSTGRESQL else and_long([*FEW, *MANY], LARGE))


@pytest.mark.parametrize("entrants", FIELDS)
def test_a_progressive_event_plays_out_like_the_simulation(site: Site, desk: Client, entrants: int) -> None:
    event, played = played_out(site, entrants)

    assert event.made_with <= 4
    assert played == entrants - 1 + max(0, entrants - 3)
    assert matches_between_two(desk, event, "consolation") == max(0, entrants - 3)
    must_rank_everyone(desk, event)


@pytest.mark.parametrize("consolation", ["first_match", "none"])
@pytest.mark.parametrize("entrants", and_long([2, 3, 4, 5, 13, 23, 40], [64, 127, 128, 200]))
def test_other_consolations_play_out_like_the_simulation(
    site: Site, desk: Client, entrants: int, consolation: str
) -> None:
    event = an_event(site, entrants, consolation)

    play_out(desk, event, Random(entrants), look_every=1)

    assert matches_between_two(desk, event, "main") == entrants - 1
    must_rank_everyone(desk, event)


@pytest.mark.parametrize("consolation", ["progressive", "first_match"])
@pytest.mark.parametrize("entrants", and_long([5, 8, 13, 23], [9, 33, 40, 64, 128]))
def test_a_last_chance_plays_out_as_the_simulation_foresees(
    site: Site, desk: Client, entrants: int, consolation: str
) -> None:
    event = an_event(site, entrants, consolation, last_chance=True)

    play_out(desk, event, Random(entrants))

    assert {match["length"] for match in event.matches(desk, bracket="last_chance")} == {3}
    must_rank_everyone(desk, event)


@pytest.mark.parametrize("consolation", ["progressive", "first_match"])
@pytest.mark.parametrize("entrants", [2, 3, 4])
def test_up_to_four_entrants_play_out_without_a_last_chance(
    site: Site, desk: Client, entrants: int, consolation: str
) -> None:
    event = an_event(site, entrants, consolation, last_chance=True)

    play_out(desk, event, Random(entrants))

    assert event.matches(desk, bracket="last_chance") == []
    must_rank_everyone(desk, event)


def test_the_sheets_of_all_three_brackets_hold_the_names_of_those_who_played(site: Site, desk: Client) -> None:
    event = an_event(site, 23, last_chance=True)
    play_out(desk, event, Random(23))

    for bracket in ("main", "consolation", "last_chance"):
        matches = event.matches(desk, bracket=bracket, status="finished")
        names = {match[side]["name"] for match in matches for side in ("top", "bottom") if match[side]}
        assert {name for name in names if squeezed(name) not in text_of(desk, event, bracket)} == set()
        assert text_of(desk, event, bracket, "&blank=1")


@pytest.mark.parametrize("consolation", ["progressive", "first_match"])
def test_no_shows_leave_phantoms_where_nobody_came(site: Site, desk: Client, consolation: str) -> None:
    event, chance = an_event(site, 23, consolation, last_chance=True), Random(23)

    while open_ := event.matches(desk, status="open"):
        match = chance.choice(open_)
        forfeits = chance.choice(["both", "top", "bottom", None])
        if forfeits == "both":
            desk.made(f"matches/{match['id']}/result/", {"forfeit": "both", "why": "no_show"}, 200)
            event.decided[spot_of(match)] = PHANTOM
        else:
            winner = "bottom" if forfeits == "top" else "top"
            body = {"forfeit": forfeits, "why": "no_show"} if forfeits else result_of(match, winner)
            if forfeits:
                event.given_up.add(spot_of(match))
            report(desk, event, match, winner, body)
        must_agree(desk, event)

    assert {match["status"] for match in event.matches(desk)} <= {"finished", "bye", "void"}


@pytest.mark.parametrize("entrants", FIELDS)
def test_anyone_can_repeat_the_draw_from_names_key_and_event(site: Site, entrants: int, tmp_path: Path) -> None:
    event = an_event(site, entrants)
    names = tmp_path / "names.txt"
    names.write_text("\n".join(names_for(entrants)))

    bound = ["--key", f"  {event.key} ", "--event", str(event.id)]
    words = [sys.executable, "-m", "rules", "draw", str(names), *bound, "--json"]
    printed = json.loads(subprocess.run(words, cwd=ROOT, capture_output=True, check=True).stdout)

    size = len(event.lines)
    numbers = [None if line is None else event.numbers[line] for line in event.lines]
    assert [line["number"] for line in printed["lines"]] == numbers
    assert size & (size - 1) == 0
    assert entrants <= size < 2 * entrants
    assert {(line + 2) // 2 for line, who in enumerate(event.lines) if who is None} == byes_from_the_top(
        size, size - entrants
    )


@pytest.mark.parametrize("entrants", FIELDS[1:])
def test_the_sheets_hold_every_name(site: Site, desk: Client, entrants: int) -> None:
    event, _ = played_out(site, entrants)

    main, consolation = (text_of(desk, event, bracket) for bracket in ("main", "consolation"))

    droppers = {
        who
        for spot, box in event.sheets().boxes.items()
        if spot[0] == "consolation"
        for who in (box.top, box.bottom)
        if isinstance(who, int)
    }
    assert len(droppers) == entrants - 2
    assert {name for name in event.names.values() if squeezed(name) not in main} == set()
    assert {event.names[who] for who in droppers if squeezed(event.names[who]) not in consolation} == set()
    assert squeezed(event.key) in main


def test_a_field_of_two_has_a_main_sheet_only(site: Site, desk: Client) -> None:
    event, _ = played_out(site, 2)

    refused = desk.get(f"events/{event.id}/sheet.pdf?bracket=consolation")

    assert {name for name in event.names.values() if squeezed(name) not in text_of(desk, event, "main")} == set()
    assert (refused.status, refused.code) == (422, "sheet.empty")


@pytest.mark.parametrize("paper", ["A4", "A3", "Letter"])
def test_a_blank_sheet_holds_every_name_on_any_paper(site: Site, desk: Client, paper: str) -> None:
    event = an_event(site, 23)

    main = text_of(desk, event, "main", f"&paper={paper}&blank=1")

    assert {name for name in event.names.values() if squeezed(name) not in main} == set()


@cache
def played_out(site: Site, entrants: int) -> tuple[Event, int]:
    """Return a finished progressive event, and how many matches were played."""
    event = an_event(site, entrants)
    with site.client() as client:
        return event, play_out(client, event, Random(entrants))


def matches_between_two(client: Client, event: Event, bracket: str) -> int:
    """Return how many matches of a bracket were played between two entrants."""
    listed = event.matches(client, bracket=bracket, status="finished")
    return sum(match["top"] is not None and match["bottom"] is not None for match in listed)


def must_rank_everyone(client: Client, event: Event) -> None:
    """Fail unless the places are those of the simulation: a permutation that starts with the champion."""
    standings = client.read(f"events/{event.id}/standings/")
    sheets = event.sheets()
    assert [each["order"] for each in standings] == list(range(1, len(event.names) + 1))
    assert {each["entrant"]: each["name"] for each in standings} == event.names
    assert standings[0]["entrant"] == sheets.boxes["main", sheets.main_rounds, 1].winner
    assert [(each["entrant"], each["place"]) for each in standings] == sheets.places()


def text_of(client: Client, event: Event, bracket: str, more: str = "") -> str:
    """Return a sheet's text without spaces, because a PDF may split a name."""
    answer = client.get(f"events/{event.id}/sheet.pdf?bracket={bracket}{more}")
    assert answer.status == 200, answer.body[:400]
    assert answer.headers["content-type"] == "application/pdf"
    return squeezed("".join(page.extract_text() for page in PdfReader(BytesIO(answer.body)).pages))


def squeezed(text: str) -> str:
    return "".join(text.split())
