"""A ruling on every page that shows a match: who won by the result, who goes on, and why."""

import re

import pytest
from django.test import Client

from rules.draws.corrections import Choice
from rules.match.terms import TOP
from tests.factories import (
    Program,
    a_caller,
    a_director,
    a_drawn_event,
    card_of,
    entrant_named,
    match_of,
    play_code,
)
from tests.pages.on_the_phone import Player
from tests.pages.reading import statements
from tests.phones import a_phone, a_program
from tournaments.actions.matches.claims import contest
from tournaments.actions.matches.corrections import AffectedChoices, correct_result
from tournaments.actions.matches.results import Report, report_result, start_match
from tournaments.models import Event

pytestmark = pytest.mark.django_db
DECIDES = "The players report different results. The desk decides."


@pytest.fixture
def event() -> Event:
    """Four players. The upper one of A1 goes on and wins the final B1; the lower one has begun C1."""
    event = a_drawn_event(4)
    for code in ("A1", "A2", "B1"):
        play_code(event, code)
    start_match(match_of(event, "C1").pk, a_caller())
    return event


def rule(event: Event, choice: Choice, *, settled: bool = True) -> None:
    """Correct A1: the lower player won it 7–3; ``choice`` is what becomes of the matches that have begun since."""
    report, reason = Report(points=(3, 7), settled=settled), "slip held upside down"
    correct_result(match_of(event, "A1").pk, report, reason, a_caller(), AffectedChoices(all=choice))


def players(event: Event) -> tuple[str, str]:
    """Return who sits above and below in A1: who went on, and who won it after all."""
    return card_of(event, "A1").names


def read(client: Client, path: str) -> str:
    """Return what people read on a page, blanks folded."""
    main = client.get(path).content.decode().partition("<main")[2].partition("</main")[0]
    text = re.sub(r"<[^>]+>", " ", re.sub(r"</?(bdi|b|small|span|a|i)\b[^>]*>", "", main))
    return " ".join(text.replace("&#x27;", "'").split())


def player_page(client: Client, event: Event, name: str) -> str:
    return read(client, f"/players/{entrant_named(event, name).pk}/")


def my_page(event: Event, name: str, code: str = "A1") -> str:
    player = Player(entrant_named(event, name).pk)
    return read(player.client, f"{player.address}?match={match_of(event, code).pk}")


# --- Kept as played: the lower player won A1, the upper one goes on


def test_both_players_pages_say_who_won_and_who_goes_on(client: Client, event: Event) -> None:
    on, winner = players(event)

    rule(event, Choice.STAND)

    kept = f"{on} goes on by ruling: B1, C1 stay as played"
    assert f"A1 beat {on} 7–3 by ruling {kept}" in player_page(client, event, winner)
    assert f"A1 lost to {winner} 3–7 by ruling {kept}" in player_page(client, event, on)


def test_both_phones_say_who_won_and_who_goes_on(event: Event) -> None:
    on, winner = players(event)

    rule(event, Choice.STAND)

    kept = f"{on} goes on by ruling: B1, C1 stay as played"
    won, lost = my_page(event, winner), my_page(event, on)
    assert f"You won 7–3 against {on}" in won
    assert f"A1 beat {on} 7–3 by ruling {kept}" in won
    assert f"You lost 3–7 against {winner}" in lost
    assert f"A1 lost to {winner} 3–7 by ruling {kept}" in lost


def test_the_places_say_why_a_winner_is_out(client: Client, event: Event) -> None:
    on, winner = players(event)

    rule(event, Choice.STAND)

    places = read(client, f"/events/{event.pk}/places/")
    assert f"{winner} won A1 against {on}; {on} goes on by ruling: B1, C1 stay as played" in places
    assert f"lost A1 to {on}" not in places
    assert f"{on} won the final against" in places


def test_the_list_of_matches_says_by_ruling_and_why(client: Client, event: Event) -> None:
    on, winner = players(event)

    rule(event, Choice.STAND)

    page = client.get(f"/events/{event.pk}/matches/").content.decode()
    pair = page.partition('id="A1"')[2].partition('id="A2"')[0]
    assert 'data-state="ruling"' in pair
    assert f"A1 by ruling {on} 3 {winner} 7 {on} goes on by ruling: B1, C1 stay as played" in read(
        client, f"/events/{event.pk}/matches/"
    )
    assert re.search(rf'<li class="won"><a[^>]*><bdi>{winner}', pair)


@pytest.mark.parametrize("path", ["/matches/{match}/", "/events/{event}/", "/events/{event}/?player={winner}"])
def test_the_match_and_the_draw_say_who_goes_on_and_why(client: Client, event: Event, path: str) -> None:
    on, winner = players(event)

    rule(event, Choice.STAND)

    ids = {"match": match_of(event, "A1").pk, "event": event.pk, "winner": entrant_named(event, winner).pk}
    page = read(client, path.format(**ids))
    assert f"{on} goes on by ruling: B1, C1 stay as played" in page
    assert "by ruling" in page


def test_the_wall_and_the_entrants_card_say_who_goes_on(client: Client, event: Event) -> None:
    on, winner = players(event)

    rule(event, Choice.STAND)

    kept = f"{on} goes on by ruling: B1, C1 stay as played"
    assert kept in read(client, f"/tournaments/{event.tournament_id}/wall/?show=results")
    assert f"7–3 {kept}" in read(client, f"/entrants/{entrant_named(event, winner).pk}/")


def test_programs_read_who_won_who_goes_on_and_what_is_kept(event: Event) -> None:
    rule(event, Choice.STAND)

    match = match_of(event, "A1")
    desk, phone = Program(a_director(event.tournament.club)), a_program(match, TOP)
    listed = {each["code"]: each for each in desk.get(f"events/{event.pk}/matches/").data}["A1"]
    assert (listed["score"], listed["winner"], listed["goes_on"]) == ([3, 7], "bottom", "top")
    assert (listed["state"], listed["ruling"]) == (
        "ruling",
        {"kind": "kept", "goes_on": listed["top"], "kept": ["B1", "C1"]},
    )
    assert desk.get(f"matches/{match.pk}/").data == listed
    assert phone.get("me/").status == 200


def test_the_answer_of_a_correction_is_what_everybody_reads(event: Event) -> None:
    on = card_of(event, "A1").top
    choices = AffectedChoices(all=Choice.STAND)

    outcome = correct_result(match_of(event, "A1").pk, Report(points=(3, 7)), "slip", a_caller(), choices)

    assert outcome.match == card_of(event, "A1")
    assert outcome.match is not None
    assert outcome.match.ruling is not None
    assert (outcome.match.ruling.goes_on, outcome.match.ruling.kept) == (on, ("B1", "C1"))


def test_a_typed_reason_is_shown_to_the_desk_alone(client: Client, event: Event) -> None:
    rule(event, Choice.STAND)
    path = f"/matches/{match_of(event, 'A1').pk}/"

    passer_by = read(client, path)
    client.force_login(a_director(event.tournament.club))

    assert "slip held upside down" not in passer_by
    assert "slip held upside down" in read(client, path)


def test_the_desk_says_who_goes_on_when_a_match_is_looked_up(client: Client, event: Event) -> None:
    on = players(event)[0]
    rule(event, Choice.STAND)
    client.force_login(a_director(event.tournament.club))

    line = client.get(f"/tournaments/{event.tournament_id}/desk/line/", {"q": "a1"}).content.decode()

    text = re.sub(r"</?bdi>", "", line)
    assert f"{on} goes on by ruling: B1, C1 stay as played" in text


def test_the_memory_says_who_goes_on_and_shows_it_before_and_after(client: Client, event: Event) -> None:
    on, winner = players(event)
    rule(event, Choice.STAND)
    number = event.tournament.stream.records.order_by("-number")[0].number

    client.force_login(a_director(event.tournament.club))

    memory = read(client, f"/tournaments/{event.tournament_id}/memory/")
    assert f"A1 ruled: {winner} beat {on} 7–3; {on} goes on by ruling" in memory
    record = read(client, f"/tournaments/{event.tournament_id}/memory/{number}/")
    assert f"{on} 3–7 {winner} by ruling; {on} goes on by ruling: B1, C1 stay as played" in record


def test_the_memory_names_what_is_played_again(client: Client, event: Event) -> None:
    loser, winner = players(event)

    rule(event, Choice.VOID)

    memory = read(client, f"/matches/{match_of(event, 'A1').pk}/")
    assert f"A1 ruled: {winner} beat {loser} 7–3; played again: B1, C1" in memory


# --- Replay: what has begun since is played again


def test_after_a_replay_no_page_speaks_of_a_ruling_and_the_old_result_is_gone(client: Client, event: Event) -> None:
    loser, winner = players(event)

    rule(event, Choice.VOID)

    pages = {
        path: read(client, path.format(event=event.pk, match=match_of(event, "A1").pk, final=match_of(event, "B1").pk))
        for path in ("/events/{event}/matches/", "/events/{event}/places/", "/matches/{match}/", "/matches/{final}/")
    }
    own = [player_page(client, event, winner), player_page(client, event, loser), my_page(event, winner)]
    assert [text for text in (*pages.values(), *own) if "goes on by ruling" in text] == []
    assert f"A1 final {loser} 3 {winner} 7" in pages["/events/{event}/matches/"]
    assert f"{loser} lost A1 to {winner}" in pages["/events/{event}/places/"]
    assert "B1 ready" in pages["/matches/{final}/"]
    assert f"A1 beat {loser} 7–3" in own[0]
    assert "B1" not in own[1]
    assert card_of(event, "B1").names[0] == winner


# --- Neither came


def test_neither_came_reads_alike_for_both_players_and_in_every_list(client: Client) -> None:
    event = a_drawn_event(4)
    match = match_of(event, "A1")
    upper, lower = players(event)

    report_result(match.pk, Report(forfeit=(TOP, TOP.other), why="no_show"), a_caller())

    assert f"A1 neither came, against {lower} no-show" in player_page(client, event, upper)
    assert f"A1 neither came, against {upper} no-show" in player_page(client, event, lower)
    assert "Neither of you came" in my_page(event, upper)
    places = read(client, f"/events/{event.pk}/places/")
    assert f"{upper} A1: neither they nor {lower} came" in places
    assert f"A1 no-show {upper} n/s {lower} n/s" in read(client, f"/events/{event.pk}/matches/")
    assert "neither came:" in read(client, f"/tournaments/{event.tournament_id}/wall/?show=results")


def test_neither_came_after_all_and_a_later_match_is_kept(client: Client, event: Event) -> None:
    on, out = players(event)
    report = Report(forfeit=(TOP, TOP.other), why="no_show")

    correct_result(match_of(event, "A1").pk, report, "both absent", a_caller(), AffectedChoices(all=Choice.STAND))

    kept = f"{on} goes on by ruling: B1, C1 stay as played"
    assert f"A1 neither came, against {out} by ruling {kept}" in player_page(client, event, on)
    assert f"{out} A1: neither they nor {on} came; {kept}" in read(client, f"/events/{event.pk}/places/")


# --- Disputed under a ruling


def test_a_dispute_under_a_ruling_is_shown_and_moves_nobody(client: Client, event: Event) -> None:
    on, winner = players(event)
    rule(event, Choice.STAND, settled=False)
    match = match_of(event, "A1")

    contest(match.pk, a_phone(match, TOP))

    ruled = f"{on} goes on by ruling: B1, C1 stay as played. {DECIDES}"
    pages = [
        read(client, path)
        for path in (f"/events/{event.pk}/matches/", f"/matches/{match.pk}/", f"/events/{event.pk}/places/")
    ]
    own = [player_page(client, event, winner), player_page(client, event, on), my_page(event, on)]
    assert [text for text in (*pages, *own) if ruled not in text] == []
    view = card_of(event, "A1")
    assert view.ruling is not None
    assert (view.state, view.ruling.kind, view.contested) == ("ruling", "disputed", True)


def test_a_ruling_costs_no_page_a_statement_for_each_match() -> None:
    costs = []
    for entrants in (8, 128):
        event = a_drawn_event(entrants)
        for code in ("A1", "A2", "B1"):
            play_code(event, code)
        rule(event, Choice.STAND)
        costs.append([statements(Client(), f"/events/{event.pk}/{page}/") for page in ("matches", "places")])

    assert costs[0] == costs[1] == [5, 6]
