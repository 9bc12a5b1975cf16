"""Several people take the last place of a queue at the same instant: one jackpot starts, the others are the next.

On SQLite they race on the threads of one server, on PostgreSQL on three server processes.
"""

from collections.abc import Iterator

import pytest

from .clients import Client, Crowd, Request
from .playing import an_event
from .servers import Site

DESK = "desk@example.org"
ROUNDS = 8


@pytest.fixture(scope="module")
def crowd(site: Site) -> Iterator[Crowd]:
    with Crowd(8, site.ports) as started:
        yield started


def a_queue(desk: Client, tournament: int, name: str) -> int:
    body = {"name": name, "size": 4, "length": 3}
    return int(desk.made(f"tournaments/{tournament}/jackpots/", body)["jackpot"])


def joining(site: Site, queue: int, name: str, key: str | None = None) -> Request:
    return Request(f"jackpots/{queue}/entries/", {"name": name}, key=key, token=site.token(DESK))


def test_two_take_the_last_place_at_once_and_one_jackpot_starts(site: Site, desk: Client, crowd: Crowd) -> None:
    tournament = an_event(site, 2).tournament
    queue = a_queue(desk, tournament, "Jackpot 5")

    for turn in range(ROUNDS):
        present = len(desk.read(f"jackpots/{queue}/")["waiting"])
        for at in range(present, 3):
            crowd.together([joining(site, queue, f"Early {turn} {at}")])
        answers = crowd.together([joining(site, queue, f"{who} {turn}") for who in ("Ann", "Bob")])

        assert [answer.status for answer in answers] == [201, 201], answers
        started = [answer.data["started"] for answer in answers]
        assert sum(each is not None for each in started) == 1
        other = answers[0 if started[0] is None else 1]
        assert other.data["waiting"] == 1
        shown = desk.read(f"jackpots/{queue}/")
        assert len(shown["waiting"]) == 1
        assert [each["number"] for each in shown["jackpots"]] == [*range(turn + 1, 0, -1)]


def test_eight_join_at_once_and_two_jackpots_of_four_start(site: Site, desk: Client, crowd: Crowd) -> None:
    tournament = an_event(site, 2).tournament
    queue = a_queue(desk, tournament, "Jackpot 10")

    answers = crowd.together([joining(site, queue, f"Player {at}") for at in range(8)])

    assert [answer.status for answer in answers] == [201] * 8, answers
    assert sorted(answer.data["number"] for answer in answers) == [*range(1, 9)]
    shown = desk.read(f"jackpots/{queue}/")
    assert ([each["number"] for each in shown["jackpots"]], shown["waiting"]) == ([2, 1], [])
    names = {
        match[side]["name"]
        for each in shown["jackpots"]
        for match in desk.read(f"events/{each['event']}/matches/")
        for side in ("top", "bottom")
        if match[side]
    }
    assert names == {f"Player {at}" for at in range(8)}


def test_one_person_who_taps_twice_waits_once(site: Site, desk: Client, crowd: Crowd) -> None:
    tournament = an_event(site, 2).tournament
    queue = a_queue(desk, tournament, "Jackpot 20")

    answers = crowd.together([joining(site, queue, "Ann")] * 4)

    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409], answers
    assert [each["name"] for each in desk.read(f"jackpots/{queue}/")["waiting"]] == ["Ann"]
