"""Pools whose knockout has lines to spare: the best of the next place over all pools play there too."""

import re
from typing import Any

import pytest
from django.test import Client

from clubs.models import User
from journal.verify import verify
from tests.contents import wrong_in
from tests.factories import Program, a_caller, a_director, a_tournament
from tests.pages.on_the_phone import text_of
from tests.pages.reading import page_of
from tests.pages.test_setup import EVENT
from tests.stories.pools import an_event_of_pools, earlier_line_wins, shown, staff
from tests.stories.test_pools import text_in
from tournaments.actions.draws.cutting import draw_knockout
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.models import Event
from tournaments.read.draws.places import standings
from tournaments.read.entrants.names import names_in

pytestmark = pytest.mark.django_db

# Two pools of four and one of three; the first of each comes through, and the best of the seconds.
ONE_SECOND = {"pools": "3", "through": "1", "best": "1"}


def seconds_of(event: Event) -> list[int]:
    """Return the second of each pool, as they stand."""
    return [pool.table.lines[1].entrant for pool in shown(event).pools]


def test_eleven_players_from_the_form_to_the_places_with_the_best_second() -> None:
    event = an_event_of_pools(11, **ONE_SECOND)
    earlier_line_wins(event)

    cut = draw_knockout(event.pk, a_caller()).cut
    earlier_line_wins(event)

    assert sorted(map(len, cut.coming)) == [1, 1, 2]
    assert len(cut.lines) == 4
    assert [each.place for each in standings(event.pk)] == [1, 2, 3, 3, 5, 5, 7, 7, 7, 10, 10]
    # Seconds of four have won two of three, the second of three one of two.
    seconds = seconds_of(event)
    assert cut.best[0] in seconds[:2]
    assert [(each.number, each.entrants, each.seats) for each in cut.tied] == [(0, tuple(sorted(seconds[:2])), 1)]
    assert wrong_in(event.pk) == []
    assert verify() == []


def test_the_pages_and_the_paper_show_the_best_of_all_pools() -> None:
    event = an_event_of_pools(11, **ONE_SECOND)
    earlier_line_wins(event)
    client = staff()

    draw = text_of(page_of(Client(), f"/events/{event.pk}/"))
    coming = text_of(page_of(client, f"/events/{event.pk}/knockout/"))
    wall = text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/wall/?show=places"))
    paper = text_in(client, f"/events/{event.pk}/sheet.pdf?paper=A4")
    blank = text_in(client, f"/events/{event.pk}/sheet.pdf?paper=A4&blank=1")

    for page in (draw, coming):
        assert "The best seconds" in page
        assert "2–1 0.67" in page
        assert "1–1 0.50" in page
        assert "each figure is divided by the matches of its pool" in page
    assert "The best seconds: equal at the cut, 1 comes through" in coming
    assert "First matches" in coming
    assert "The best seconds" in wall
    assert all("The best seconds" in text for text in (paper, blank))
    assert "0.67" in paper
    assert "0.67" not in blank


def test_a_match_decides_between_players_of_several_pools_where_the_format_says_so() -> None:
    event = an_event_of_pools(11, ties="match", **ONE_SECOND)
    earlier_line_wins(event)
    client, address = staff(), f"/events/{event.pk}/knockout/"
    seconds = seconds_of(event)

    page = text_of(page_of(client, address))
    undecided: Any = client.post(address, {"once": "a"})
    wrong: Any = client.post(address, {"once": "b", "chosen": [seconds[2]]})
    client.post(address, {"once": "c", "chosen": [seconds[1]]})

    assert "First matches" not in page
    assert "They play a match to one point. Tick who comes through." in page
    assert (undecided.status_code, wrong.status_code) == (422, 422)
    assert "Players of several pools are equal at the cut." in undecided.content.decode()
    through = [[line.entrant for line in pool.table.lines if line.through] for pool in shown(event).pools]
    assert list(map(len, through)) == [1, 2, 1]
    assert through[1][1] == seconds[1]
    assert verify() == []


def test_a_second_who_has_withdrawn_makes_room_for_the_next_of_the_pool() -> None:
    event = an_event_of_pools(11, **ONE_SECOND)
    earlier_line_wins(event)
    seconds = seconds_of(event)
    for who in seconds[:2]:
        withdraw(who, EVERYTHING, a_caller())
    program = Program(User.objects.get(email="petra@barpoint.example"))

    before = program.get(f"events/{event.pk}/knockout/").data
    wall = text_of(page_of(Client(), f"/tournaments/{event.tournament_id}/wall/?show=places"))
    cut = draw_knockout(event.pk, a_caller()).cut

    best, names = wall.rpartition("The best seconds")[2], names_in(event.pk)
    assert [names[who] in best for who in seconds] == [False, False, True]
    # The thirds of four have one of three now; the second of three has one of two.
    assert [each["rates"][0] for each in before["following"]] == ["0.500000", "0.333333", "0.333333"]
    assert cut.best == (seconds[2],)


def test_programs_read_and_draw_the_best_of_all_pools() -> None:
    event = an_event_of_pools(11, **ONE_SECOND)
    earlier_line_wins(event)
    program = Program(User.objects.get(email="petra@barpoint.example"))
    address = f"events/{event.pk}/knockout/"

    before = program.get(address).data
    preview = program.post(f"{address}?preview=1", {})
    made = program.post(address, {})
    after = program.get(address).data

    assert (before["through"], before["best"]) == (1, 1)
    assert [(each["place"], each["pool"], each["won"], each["lost"]) for each in before["following"]] == [
        (1, 1, 2, 1), (1, 2, 2, 1), (3, 3, 1, 1),
    ]  # fmt: skip
    assert before["following"][0]["rates"] == ["0.666667", "0.666667", "4.333333"]
    assert (preview.status, made.status) == (200, 201)
    assert preview.data["best"] == made.data["best"]
    assert [each["pool"] for each in made.data["tied"]] == [0]
    through = [each["entrants"] for each in after["following"] if each["through"]]
    assert through == [made.data["best"]]


# --- Setting up


def previewed(**typed: str) -> str:
    tournament = a_tournament()
    client = Client()
    client.force_login(a_director(tournament.club))
    answer: Any = client.post(
        f"/tournaments/{tournament.pk}/events/new/",
        EVENT | {"do": "preview", "entrants": "24"} | typed,
        headers={"X-Fragment": "1"},
    )
    page: str = answer.content.decode()
    return page


def read(page: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def test_the_set_up_says_who_comes_through_before_it_is_saved() -> None:
    filled = read(previewed(main="pools", fill="on"))
    many = read(previewed(main="pools", best="7"))

    assert "6 pools of 4. Of each come through: 2; of the next place the best: 4; all together: 16." in filled
    assert "Pools of 4 at most, knockout filled 51 7" in filled
    assert "Pools of 4 at most 47 7" in filled
    assert "For 24 entrants this does not work out. Fewer pools than that have a player on the next place (6)." in many


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ({"main": "pools"}, ["2 C1", "0.16", "kept"]),
        ({"main": "round_robin"}, ["22 W1", "0.00", "kept"]),
        ({"main": "swiss"}, ["avoided", "equal records meet", "Rematches are avoided.", "kept"]),
        ({"main": "knockout", "consolation": "first_match"}, ["depends on play", "kept"]),
    ],
)
def test_every_cell_of_the_scorecard_has_a_figure_or_a_word(typed: dict[str, str], words: list[str]) -> None:
    page = previewed(**typed)

    text = read(page)
    assert [word for word in words if word not in text] == []
    assert re.findall(r"<t[dh][^>]*>\s*(?:–\s*)?</t[dh]>", page) == []


def test_programs_read_scorecards_of_pools_without_saving() -> None:
    event = an_event_of_pools(8)
    program = Program(User.objects.get(email="petra@barpoint.example"))
    before = program.get(f"events/{event.pk}/").data["number"]

    def cards_of(entrants: int, **format_: object) -> list[dict[str, Any]]:
        answer: list[dict[str, Any]] = program.post(
            f"events/{event.pk}/scorecards/", {"format": format_, "entrants": entrants}
        ).data
        return answer

    pools, swiss = cards_of(24, main="pools", best="fill"), cards_of(12, main="swiss")

    assert [each["format"]["best"] for each in pools] == ["fill", 0, "fill", "fill"]
    assert pools[0]["scorecard"] == {
        "rematches": pools[0]["rematches"], "gap": 2, "gap_at": "C1", "two_byes": 0, "recharge": False,
        "demands": [{"name": name, "kept": True, "broken_at": ""} for name in ("levels", "jumps")],
    }  # fmt: skip
    card = swiss[0]["scorecard"]
    assert (card["rematches"], card["gap"], card["two_byes"]) == (None, None, None)
    assert program.get(f"events/{event.pk}/").data["number"] == before


def test_an_event_keeps_how_many_of_the_best_come_through() -> None:
    event = an_event_of_pools(11, **ONE_SECOND)
    filled = Event.objects.get(pk=event.pk)

    page = page_of(staff(), f"/events/{event.pk}/setup/")

    assert filled.rules.as_data()["best"] == 1
    assert "The best one of the next place plays too." in text_of(page)
