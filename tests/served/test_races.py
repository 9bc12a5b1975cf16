"""Several client processes at the same instant: nothing is lost, nothing is done twice, nobody gets a 5xx.

On SQLite they race on the threads of one server, on PostgreSQL on three server processes.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from .clients import Answer, Client, Crowd, Request
from .playing import Event, an_event, must_agree, result_of, spot_of
from .servers import Site

FIRST, SECOND = "desk@example.org", "second@example.org"


@pytest.fixture(scope="module")
def crowd(site: Site) -> Iterator[Crowd]:
    with Crowd(8, site.ports) as started:
        yield started


def test_two_results_that_feed_one_match_96_times(site: Site, desk: Client, crowd: Crowd) -> None:
    event, chance = an_event(site, 256), Random(96)
    acknowledged, number = {}, memory_of(desk, event)

    for round_, pairs in ((1, 64), (2, 32)):
        listed = {spot_of(match): match for match in event.matches(desk, bracket="main", status="open")}
        for pair in range(pairs):
            both = [listed["main", round_, 2 * pair + side] for side in (1, 2)]
            sides = [chance.choice(["top", "bottom"]) for _ in both]
            answers = crowd.together([reporting(site, *posted) for posted in zip(both, sides, strict=True)])
            assert [answer.status for answer in answers] == [200, 200], answers
            for match, side in zip(both, sides, strict=True):
                event.won(match, side)
                acknowledged[match["id"]] = side

    must_agree(desk, event)
    winners = {match["id"]: match["winner"] for match in event.matches(desk, status="finished")}
    assert winners == acknowledged
    assert memory_of(desk, event) == number + 192


def test_two_directors_report_one_match_differently_60_times(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 128)
    number = memory_of(desk, event)

    for match in event.matches(desk, bracket="main", status="open")[:60]:
        rows = [("top", FIRST), ("bottom", SECOND)]
        answers = crowd.together([reporting(site, match, *each, seen=match["version"]) for each in rows])
        assert sorted(answer.status for answer in answers) == [200, 409], answers
        refused = next(answer for answer in answers if answer.status == 409)
        done = next(answer for answer in answers if answer.status == 200)
        side = rows[answers.index(done)][0]
        assert refused.code in ("stale", "match.finished")
        assert refused.data["facts"]["match"]["winner"] == done.data["winner"] == side
        event.won(match, side)

    must_agree(desk, event)
    assert memory_of(desk, event) == number + 60


def test_the_same_key_8_times_at_once_has_one_effect(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 32)
    number = memory_of(desk, event)
    matches = event.matches(desk, bracket="main", status="open")

    for turn, match in enumerate(matches, start=1):
        request = reporting(site, match, "top", key=f"once-{match['id']}")
        answers = crowd.together([request] * 8)
        assert {answer.status for answer in answers} == {200}, answers
        assert len({answer.body for answer in answers}) == 1
        assert sum("idempotency-replayed" in answer.headers for answer in answers) == 7
        assert memory_of(desk, event) == number + turn
        event.won(match, "top")

        other = crowd.together([reporting(site, match, "bottom", key=f"once-{match['id']}")] * 2)
        assert [(answer.status, answer.code) for answer in other] == [(422, "key.reused")] * 2

    must_agree(desk, event)
    assert memory_of(desk, event) == number + len(matches)


def test_the_same_key_with_two_bodies_at_once_does_one_of_them(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 32)

    for match in event.matches(desk, bracket="main", status="open"):
        answers = crowd.together(
            [reporting(site, match, side, key=f"two-{match['id']}") for side in ("top", "bottom") * 2]
        )
        assert Counter(answer.status for answer in answers) == {200: 2, 422: 2}, answers
        [winner] = {answer.data["winner"] for answer in answers if answer.status == 200}
        event.won(match, winner)

    must_agree(desk, event)


def test_a_key_used_on_two_tournaments_at_once_does_one_of_them(site: Site, desk: Client, crowd: Crowd) -> None:
    events = [an_event(site, 16), an_event(site, 16)]
    listed = [event.matches(desk, bracket="main", status="open") for event in events]

    for turn, both in enumerate(zip(*listed, strict=True)):
        answers = crowd.together(
            [reporting(site, match, "top", key=f"streams-{turn}-{both[0]['id']}") for match in both]
        )
        assert sorted(answer.status for answer in answers) == [200, 422], answers
        done = [answer.status == 200 for answer in answers].index(True)
        events[done].won(both[done], "top")

    for event in events:
        must_agree(desk, event)


def test_a_match_starts_once(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 16)

    for match in event.matches(desk, status="open"):
        answers = crowd.together([to(site, f"matches/{match['id']}/start/", {})] * 4)
        assert Counter(outcome(answer) for answer in answers) == {"200": 1, "409 match.begun": 3}

    must_agree(desk, event)


def test_a_start_and_a_result_at_once_end_with_the_result(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 16)

    for match in event.matches(desk, status="open"):
        started, reported = crowd.together(
            [to(site, f"matches/{match['id']}/start/", {}), reporting(site, match, "top", SECOND)]
        )
        assert outcome(started) in ("200", "409 match.finished")
        assert reported.status == 200
        event.won(match, "top")

    must_agree(desk, event)


def test_a_withdrawal_and_a_result_at_once_decide_the_match_once(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 32)

    for match in event.matches(desk, bracket="main", status="open"):
        leaving = match["top"]["entrant"]
        body = {"from": "main"}
        withdrawn, again, reported = crowd.together(
            [
                to(site, f"entrants/{leaving}/withdraw/", body),
                to(site, f"entrants/{leaving}/withdraw/", body, SECOND),
                reporting(site, match, "bottom"),
            ]
        )
        assert sorted(outcome(answer) for answer in (withdrawn, again)) == ["200", "409 entrant.withdrawn"]
        assert outcome(reported) in ("200", "409 match.finished")
        event.won(match, "bottom")

    must_agree(desk, event)


def test_late_entrants_share_out_the_byes(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 13)

    answers = crowd.together(
        [to(site, f"events/{event.id}/entrants/", {"entrants": [{"name": f"Late {each}"}]}) for each in range(8)]
    )

    assert Counter(outcome(answer) for answer in answers) == {"201": 3, "409 line.none": 5}
    entered = [answer.data["entrants"][0] for answer in answers if answer.status == 201]
    byes = {line for line, who in enumerate(event.lines, start=1) if who is None}
    assert {each["line"] for each in entered} == byes
    assert sorted(each["number"] for each in entered) == [14, 15, 16]
    assert len(event.matches(desk, bracket="main", status="bye")) == 0


def test_a_late_entrant_and_a_start_of_the_byes_holder_exclude_each_other(
    site: Site, desk: Client, crowd: Crowd
) -> None:
    for _ in range(8):
        # Six on eight lines: A1 and A3 are byes, and the holder of A1 waits for the winner of A2.
        event = an_event(site, 6)
        desk.made(f"matches/{event.match(desk, 'main', 1, 2)['id']}/result/", {"score": [7, 0]}, 200)
        match = event.match(desk, "main", 2, 1)
        entered, started = crowd.together(
            [
                to(site, f"events/{event.id}/entrants/", {"entrants": [{"name": "Late One"}], "line": 2}),
                to(site, f"matches/{match['id']}/start/", {}, SECOND),
            ]
        )
        assert sorted(answer.status < 300 for answer in (entered, started)) == [False, True]
        assert outcome(entered) in ("201", "409 line.begun")
        assert outcome(started) in ("200", "409 match.waiting")


def test_players_entered_at_once_get_different_numbers(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 4, draw=False)

    answers = crowd.together(
        [
            to(
                site,
                f"events/{event.id}/entrants/",
                {"entrants": [{"name": f"{name} {each}"} for name in ("Ada", "Ben")]},
            )
            for each in range(8)
        ]
    )

    assert {answer.status for answer in answers} == {201}
    entered = desk.read(f"events/{event.id}/entrants/")
    assert [each["number"] for each in entered] == list(range(1, 21))
    assert len({each["name"] for each in entered}) == 20


def test_draws_at_once_follow_each_other(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 23, draw=False)

    answers = crowd.together([to(site, f"events/{event.id}/draw/", {"key": f"dice {turn % 4}"}) for turn in range(8)])

    assert Counter(outcome(answer) for answer in answers) == {"201": 4, "409 draw.key_used": 4}
    made = desk.read(f"events/{event.id}/draw/")
    assert [draw["number"] for draw in made] == [1, 2, 3, 4]
    assert [draw["current"] for draw in made] == [False, False, False, True]
    assert len({draw["key"] for draw in made}) == 4


def test_a_redraw_and_a_result_at_once_exclude_each_other(site: Site, desk: Client, crowd: Crowd) -> None:
    for turn in range(8):
        event = an_event(site, 8)
        match = event.matches(desk, status="open")[0]
        drawn, reported = crowd.together(
            [to(site, f"events/{event.id}/draw/", {"key": f"again {turn}"}), reporting(site, match, "top", SECOND)]
        )
        assert {outcome(drawn), outcome(reported)} in (
            {"201", "410 draw.superseded"},
            {"409 draw.begun", "200"},
        )


def test_concurrent_readers_see_consistent_draws(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 64)

    for match in event.matches(desk, bracket="main", status="open"):
        reading = Request(f"events/{event.id}/matches/", method="GET")
        places = Request(f"events/{event.id}/standings/", method="GET")
        done, *seen = crowd.together([reporting(site, match, "top"), reading, reading, reading, places])
        event.won(match, "top")
        assert done.status == 200
        assert {answer.status for answer in seen} == {200}
        for answer in seen[:3]:
            must_be_one_moment(answer.data, match["id"])

    must_agree(desk, event)


def test_nothing_is_left_behind_by_all_these_races(site: Site) -> None:
    site.must_be_sound()


def must_be_one_moment(listed: list[dict[str, Any]], pk: int) -> None:
    """Fail if the list shows a decided match without its winner in the next one, or the other way round."""
    match = next(each for each in listed if each["id"] == pk)
    winner = match["winner"] and match[match["winner"]]["entrant"]
    on = [each for each in listed if each["bracket"] == "main" and each["round"] == 2]
    seated = {player["entrant"] for each in on for player in (each["top"], each["bottom"]) if player}
    both = {match["top"]["entrant"], match["bottom"]["entrant"]}
    assert both & seated == ({winner} if winner else set())


def to(site: Site, path: str, body: Any, address: str = FIRST) -> Request:
    return Request(path, body, token=site.token(address))


def reporting(
    site: Site,
    match: dict[str, Any],
    side: str,
    address: str = FIRST,
    key: str | None = None,
    seen: int | None = None,
) -> Request:
    return Request(
        f"matches/{match['id']}/result/", result_of(match, side), key=key, seen=seen, token=site.token(address)
    )


def outcome(answer: Answer) -> str:
    """Return the status with a refusal's code."""
    return str(answer.status) if answer.status < 300 else f"{answer.status} {answer.code}"


def memory_of(client: Client, event: Event) -> int:
    """Return the number of the last record of the event's tournament."""
    return int(client.read(f"events/{event.id}/")["number"])
