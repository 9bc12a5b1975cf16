"""Queues of jackpots for programs: the desk with a token, players with the secrets of their links."""

from typing import Any

import pytest

from journal.verify import verify
from tests.factories import Program, a_caller, an_owner, match_of, named_players, play_code, play_out
from tests.tournaments.jackpots.queues import an_evening, waiting
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.phones.links import make_slips
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk() -> Program:
    return Program(an_owner())


def a_link(event: int, entrant: int) -> Program:
    """Return a program with the secret of a player's link."""
    [slip] = make_slips(event, a_caller(), "http://192.168.178.23:8000", [entrant])
    program = Program(None)
    program.headers["Authorization"] = f"Bearer {slip.secret}"
    return program


def opened(desk: Program, tournament: int, **more: Any) -> int:
    body = {"name": "Jackpot 5", "size": 4, "length": 3, "stake": 500} | more
    answer = desk.post(f"tournaments/{tournament}/jackpots/", body)
    assert answer.status == 201, answer.text
    return int(answer.data["jackpot"])


def test_a_queue_from_its_opening_to_the_voucher_over_http(desk: Program) -> None:
    tournament, main = an_evening()
    queue = opened(desk, tournament.pk, stake=2000, house=10, voucher_for=main.pk)

    answers = [desk.post(f"jackpots/{queue}/entries/", {"name": name}) for name in named_players(4)]

    assert [each.status for each in answers] == [201] * 4
    assert [each.data["started"] and each.data["started"]["name"] for each in answers] == [
        None, None, None, "Jackpot 5 no. 1",
    ]  # fmt: skip
    event = Event.objects.get(pk=answers[3].data["started"]["event"])
    shown = desk.get(f"jackpots/{queue}/").data
    assert (shown["prize"], shown["missing"], shown["waiting"]) == (7200, 4, [])
    assert [(each["number"], each["played"], each["matches"]) for each in shown["jackpots"]] == [(1, 0, 3)]
    play_out(event)
    booked = desk.post(f"events/{event.pk}/voucher/")
    assert (booked.status, booked.data["amount"], booked.data["left"]) == (201, 6000, 1200)
    assert desk.get(f"jackpots/{queue}/").data["jackpots"][0]["voucher"] is True
    assert verify() == []


def test_a_queue_closes_reopens_and_starts_again(desk: Program) -> None:
    tournament, _ = an_evening()
    queue = opened(desk, tournament.pk)
    desk.post(f"jackpots/{queue}/entries/", {"name": "Ann Ash"})
    assert desk.post(f"jackpots/{queue}/leave/", {"number": 1}).data["waiting"] == 0
    desk.post(f"jackpots/{queue}/entries/", {"name": "Ann Ash"})

    assert desk.post(f"jackpots/{queue}/close/").data["refunded"] == 1
    assert desk.post(f"jackpots/{queue}/entries/", {"name": "Bob Birch"}).code == "jackpot.closed"
    assert desk.post(f"jackpots/{queue}/reopen/").status == 200
    assert desk.post(f"jackpots/{queue}/start/").code == "jackpot.short"
    assert desk.get("jackpots/4711/").code == "jackpot.unknown"
    assert desk.post(f"tournaments/{tournament.pk}/jackpots/", {"name": "Jackpot 5", "size": 5}).status == 400
    assert [each["name"] for each in desk.get(f"tournaments/{tournament.pk}/jackpots/").data] == ["Jackpot 5"]


def test_the_same_request_under_a_key_joins_once(desk: Program) -> None:
    tournament, _ = an_evening()
    queue = opened(desk, tournament.pk)

    both = [desk.post(f"jackpots/{queue}/entries/", {"name": "Ann Ash"}, Idempotency_Key="once") for _ in range(2)]

    assert both[0].text == both[1].text
    assert waiting(queue) == ["Ann Ash"]


def test_a_preview_starts_nothing(desk: Program) -> None:
    tournament, _ = an_evening()
    queue = opened(desk, tournament.pk)
    for name in named_players(3):
        desk.post(f"jackpots/{queue}/entries/", {"name": name})

    answer = desk.post(f"jackpots/{queue}/entries/?preview=1", {"name": "Ann Ash"})

    assert (answer.status, len(waiting(queue))) == (200, 3)
    assert Event.objects.filter(tournament=tournament).count() == 1


def test_players_join_leave_and_split_by_their_links(desk: Program) -> None:
    tournament, main = an_evening()
    queue = opened(desk, tournament.pk)
    [entered] = enter(main.pk, [Entry("Ann Ash")], a_caller()).entrants
    player = a_link(main.pk, entered.id)
    assert player.post(f"jackpots/{queue}/entries/").status == 201
    assert player.post(f"jackpots/{queue}/entries/").code == "jackpot.waiting"
    assert player.post(f"jackpots/{queue}/leave/").data["waiting"] == 0
    player.post(f"jackpots/{queue}/entries/")
    last = [desk.post(f"jackpots/{queue}/entries/", {"name": name}) for name in named_players(3)][-1]
    event = Event.objects.get(pk=last.data["started"]["event"])
    play_code(event, "A1")
    play_code(event, "A2")
    final = match_of(event, "B1")
    one, other = (a_link(event.pk, who or 0) for who in (final.top_id, final.bottom_id))

    assert one.post(f"matches/{final.pk}/split/").data["split"] is False
    assert one.post(f"matches/{final.pk}/split/").code == "split.offered"
    assert other.post(f"matches/{final.pk}/split/").data["split"] is True
    assert player.post(f"matches/{final.pk}/split/").status == 403
    assert desk.get(f"matches/{final.pk}/").data["how"] == "split"
    assert verify() == []
