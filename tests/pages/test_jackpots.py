"""The page of queues: what the desk, a director, a passer-by and a player's phone see and do there."""

import re
from typing import Any

import pytest
from django.test import Client

from journal.verify import verify
from rules.jackpots import Terms
from tests.factories import a_caller, a_desk_helper, a_director, match_of, named_players, play_code
from tests.pages.reading import page_of, statements
from tests.tournaments.jackpots.queues import FIVE, a_jackpot, a_queue, an_evening, joins, waiting
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.jackpots.queues import close_queue
from tournaments.actions.phones.links import make_slips, take_link
from tournaments.models import Entrant, Event, Jackpot, Tournament
from tournaments.read.entrants.names import names_in
from tournaments.read.jackpots.queues import queue_of

pytestmark = pytest.mark.django_db


def a_client(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def post(client: Client, tournament: Tournament, **fields: Any) -> Any:
    return client.post(f"/tournaments/{tournament.pk}/jackpots/", fields)


def words(answer: Any) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def a_phone(tournament: Tournament, main: Event, name: str) -> tuple[Client, int]:
    """Return the phone of an entrant of Main, who came in by the link on their slip."""
    [entered] = enter(main.pk, [Entry(name)], a_caller()).entrants
    [slip] = make_slips(main.pk, a_caller(), "http://192.168.178.23:8000", [entered.id])
    client = Client()
    client.cookies[f"player-{entered.id}"] = take_link(slip.secret).secret
    return client, entered.id


def test_a_director_opens_a_queue_and_the_desk_fills_it() -> None:
    tournament, main = an_evening()
    director, desk = a_client(a_director(tournament.club)), a_client(a_desk_helper(tournament.club))
    opened = post(
        director, tournament,
        **{"do": "open", "queue-name": "Jackpot 5", "queue-size": "4", "queue-length": "3", "queue-stake": "5"},
    )  # fmt: skip
    assert opened.status_code == 303
    queue = Jackpot.objects.get()
    assert (queue.stake, queue.size, queue.house, queue.voucher_for) == (500, 4, 0, None)

    for name in named_players(3):
        assert post(desk, tournament, do="join", queue=queue.pk, name=name).status_code == 303

    page = words(desk.get(f"/tournaments/{tournament.pk}/jackpots/"))
    assert "3 /4" in page
    assert "One more, and it starts." in page
    assert post(desk, tournament, do="join", queue=queue.pk, name=named_players(4)[3]).status_code == 303
    assert "Jackpot 5 no. 1 0 of 3 played" in words(desk.get(f"/tournaments/{tournament.pk}/jackpots/"))
    assert main.pk != Event.objects.latest("pk").pk
    assert verify() == []


def test_the_desk_names_who_joined_and_the_queue() -> None:
    tournament, _ = an_evening()
    director = a_client(a_director(tournament.club))
    queue = a_queue(tournament)
    [name] = named_players(1)
    post(director, tournament, do="join", queue=queue, name=name)

    page = words(director.get(f"/tournaments/{tournament.pk}/desk/"))

    assert f"{name} joined Jackpot 5" in page


def test_every_button_of_the_page_does_what_it_says() -> None:
    tournament, _ = an_evening()
    director = a_client(a_director(tournament.club))
    queue = a_queue(tournament)
    joins(queue, "Ann Ash", "Bob Birch")

    post(director, tournament, do="leave", queue=queue, which="1")
    assert waiting(queue) == ["Bob Birch"]
    post(director, tournament, do="close", queue=queue)
    assert queue_of(queue).closed
    post(director, tournament, do="reopen", queue=queue)
    event = a_jackpot(queue)
    post(director, tournament, do="undo", queue=queue, which=event.pk)
    assert len(waiting(queue)) == 4
    post(director, tournament, do="start", queue=queue)
    event = Event.objects.latest("pk")
    play_code(event, "A1")
    play_code(event, "A2")
    post(director, tournament, do="split", queue=queue, which=event.pk)
    assert len(queue_of(queue).over[0].winners) == 2
    assert "split by" in words(director.get(f"/tournaments/{tournament.pk}/jackpots/"))
    assert verify() == []


def test_a_refusal_stands_on_the_page_and_changes_nothing() -> None:
    tournament, _ = an_evening()
    desk, director = a_client(a_desk_helper(tournament.club)), a_client(a_director(tournament.club))
    queue = a_queue(tournament)
    joins(queue, "Ann Ash")

    again = post(desk, tournament, do="join", queue=queue, name="Ann Ash")
    short = post(desk, tournament, do="start", queue=queue)
    empty = post(desk, tournament, do="join", queue=queue, name="")
    unread = post(desk, tournament, do="dance", queue=queue)
    closing = post(desk, tournament, do="close", queue=queue)
    wrong = post(director, tournament, **{"do": "open", "queue-name": "X", "queue-size": "5", "queue-length": "3"})

    assert (again.status_code, "wait in this queue already" in words(again)) == (409, True)
    assert (short.status_code, "1 wait, and 4 are needed" in words(short)) == (409, True)
    assert [empty.status_code, unread.status_code, closing.status_code, wrong.status_code] == [422, 400, 403, 422]
    assert waiting(queue) == ["Ann Ash"]


def test_a_passer_by_sees_the_queues_and_no_form() -> None:
    tournament, _ = an_evening()
    joins(a_queue(tournament), "Ann Ash")

    html = page_of(Client(), f"/tournaments/{tournament.pk}/jackpots/")

    assert "Ann Ash" in html
    assert "<form" not in html.partition("<main")[2].partition("</main>")[0]


def test_the_page_takes_the_same_statements_for_one_queue_and_for_three() -> None:
    few, many = an_evening()[0], an_evening()[0]
    for tournament, queues in ((few, 1), (many, 3)):
        for at in range(queues):
            queue = a_queue(tournament, Terms(f"Jackpot {at}", 4, 3, 500))
            a_jackpot(queue)
            joins(queue, *named_players(3))

    counts = [statements(Client(), f"/tournaments/{each.pk}/jackpots/") for each in (few, many)]

    assert counts[0] == counts[1]
    assert counts[0] <= 20


def test_a_player_joins_leaves_and_plays_on_from_their_phone() -> None:
    tournament, main = an_evening()
    queue = a_queue(tournament)
    phone, entrant = a_phone(tournament, main, "Ann Ash")
    address = f"/my/{entrant}/jackpots/"
    assert "Join for 5" in words(phone.get(address))
    assert "jackpots/" in phone.get(f"/my/{entrant}/").content.decode()

    assert phone.post(address, {"do": "join", "which": queue}).status_code == 303
    assert "You are in, place 1 of 4." in words(phone.get(address))
    phone.post(address, {"do": "leave", "which": queue})
    assert waiting(queue) == []
    phone.post(address, {"do": "join", "which": queue})
    joins(queue, *named_players(3))
    event = Event.objects.latest("pk")
    seat = next(pk for pk, name in names_in(event.pk).items() if name == "Ann Ash")

    assert "You play in Jackpot 5 no. 1" in words(phone.get(address))
    opened = phone.post(address, {"do": "open", "which": seat})
    assert (opened.status_code, opened["Location"]) == (303, f"/my/{seat}/")
    assert phone.get(f"/my/{seat}/").status_code == 200
    assert verify() == []


def test_both_finalists_split_from_their_phones() -> None:
    tournament, _ = an_evening()
    event = a_jackpot(a_queue(tournament))
    play_code(event, "A1")
    play_code(event, "A2")
    final = match_of(event, "B1")
    phones = []
    for entrant in (final.top_id or 0, final.bottom_id or 0):
        [slip] = make_slips(event.pk, a_caller(), "http://192.168.178.23:8000", [entrant])
        client = Client()
        client.cookies[f"player-{entrant}"] = take_link(slip.secret).secret
        phones.append((client, f"/my/{entrant}/jackpots/"))
    (one, first), (other, second) = phones

    assert "Offer to split the prize" in words(one.get(first))
    one.post(first, {"do": "split", "which": final.pk})
    assert one.post(first, {"do": "split", "which": final.pk}).status_code == 409
    assert "Agree to split the prize" in words(other.get(second))
    other.post(second, {"do": "split", "which": final.pk})

    final.refresh_from_db()
    assert final.result is not None
    assert (final.result.how, final.result.winner_id) == ("split", None)
    assert verify() == []


def test_a_phone_opens_no_seat_of_somebody_else() -> None:
    tournament, main = an_evening()
    event = a_jackpot(a_queue(tournament, FIVE))
    phone, entrant = a_phone(tournament, main, "Ann Ash")
    other = Entrant.objects.filter(event=event).first()
    assert other is not None

    assert phone.post(f"/my/{entrant}/jackpots/", {"do": "open", "which": other.pk}).status_code == 404
    assert phone.post(f"/my/{entrant}/jackpots/", {"do": "split", "which": match_of(event, "B1").pk}).status_code in (
        403, 409,
    )  # fmt: skip


def test_a_closed_queue_says_so_and_takes_nobody() -> None:
    tournament, main = an_evening()
    queue = a_queue(tournament)
    close_queue(queue, a_caller())
    phone, entrant = a_phone(tournament, main, "Ann Ash")

    assert "closed" in page_of(Client(), f"/tournaments/{tournament.pk}/jackpots/")
    assert phone.post(f"/my/{entrant}/jackpots/", {"do": "join", "which": queue}).status_code == 409


def test_the_front_of_a_tournament_says_the_prizes_of_all_jackpots_in_one_line() -> None:
    tournament, _ = an_evening()
    five = a_queue(tournament)
    a_queue(tournament, Terms("Jackpot 10", 8, 5, 1000, house=10))
    before = statements(Client(), f"/tournaments/{tournament.pk}/")
    for _ in range(2):
        a_jackpot(five)

    text = words(Client().get(f"/tournaments/{tournament.pk}/"))

    prizes = text[text.index("Prizes") :]
    assert "Jackpots Jackpot 5: 20 · Jackpot 10: 72 " in prizes
    assert "no. 1" not in prizes[: prizes.index("Jackpot 10")]
    # One for the jackpots' matches; none for each of them.
    assert statements(Client(), f"/tournaments/{tournament.pk}/") - before <= 1
