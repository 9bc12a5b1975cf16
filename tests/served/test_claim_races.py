"""Both players report at the same instant on their own phones, and each phone sends its report twice.

On SQLite they race on the threads of one server, on PostgreSQL on three server processes.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from .clients import Answer, Client, Crowd, Request
from .playing import Event, an_event
from .servers import Site
from .test_races import memory_of, to

SIDES = ("top", "bottom")


@pytest.fixture(scope="module")
def crowd(site: Site) -> Iterator[Crowd]:
    with Crowd(4, site.ports) as started:
        yield started


class Phones:
    """The links of all players of an event."""

    def __init__(self, desk: Client, event: Event) -> None:
        slips = desk.made(f"events/{event.id}/links/", {})["slips"]
        self.secrets = {each["entrant"]: each["path"].strip("/").split("/")[-1] for each in slips}

    def tells(self, match: dict[str, Any], side: str, winner: str, lost: int = 3) -> Request:
        """Return the report of the player on ``side`` that ``winner`` won, with a key of that phone."""
        length, who = match["length"], match[side]["entrant"]
        score = [length, lost] if winner == "top" else [lost, length]
        body = {"score": score, "between": [match[each]["entrant"] for each in SIDES]}
        key = f"phone-{who}-{match['id']}-{winner}-{lost}"
        return Request(f"matches/{match['id']}/claim/", body, key=key, token=self.secrets[who])


def test_winner_and_loser_report_the_same_at_once_16_times(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 48)
    phones, number = Phones(desk, event), memory_of(desk, event)
    matches = event.matches(desk, bracket="main", status="open")[:16]

    for turn, match in enumerate(matches):
        winner = SIDES[turn % 2]
        loser = SIDES[1 - turn % 2]
        answers = crowd.together([phones.tells(match, winner, winner, 1), phones.tells(match, loser, winner, 2)])
        assert [answer.status for answer in answers] == [200, 200], answers

    number = memory_of(desk, event) - number
    assert number == 2 * len(matches), "one record a claim"
    for turn, match in enumerate(matches):
        now = desk.read(f"matches/{match['id']}/")
        assert (now["status"], now["settled"], now["winner"]) == ("finished", True, SIDES[turn % 2])
        assert min(now["score"]) == 2, "the loser's score stands"


def test_different_winners_at_once_are_disputed_and_nobody_goes_on(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 16)
    phones = Phones(desk, event)

    for match in event.matches(desk, bracket="main", status="open"):
        answers = crowd.together([phones.tells(match, side, side) for side in SIDES])
        assert [answer.status for answer in answers] == [200, 200], answers
        assert sorted(answer.data["status"] for answer in answers) == ["disputed", "finished"]

    assert {each["status"] for each in event.matches(desk, bracket="main")} == {"disputed", "waiting"}
    later = [each for each in event.matches(desk) if each["status"] == "waiting"]
    assert [each for each in later if each["top"] or each["bottom"]] == []


def test_each_report_sent_twice_at_once_has_one_effect(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 16)
    phones, number = Phones(desk, event), memory_of(desk, event)
    matches = event.matches(desk, bracket="main", status="open")

    for turn, match in enumerate(matches):
        winner = {"top": "top", "bottom": "top" if turn % 2 else "bottom"}
        answers = crowd.together([phones.tells(match, side, winner[side]) for side in (*SIDES, *SIDES)])
        assert [answer.status for answer in answers] == [200] * 4, answers
        assert answers[0].body == answers[2].body
        assert answers[1].body == answers[3].body
        now = desk.read(f"matches/{match['id']}/")
        assert (now["status"], now["settled"]) == (("finished", True) if turn % 2 else ("disputed", False))

    assert memory_of(desk, event) == number + 2 * len(matches)


def test_of_confirming_and_contesting_at_once_only_one_happens(site: Site, desk: Client, crowd: Crowd) -> None:
    event = an_event(site, 16)
    phones = Phones(desk, event)

    for match in event.matches(desk, bracket="main", status="open"):
        posted = desk.send(phones.tells(match, "top", "top"))
        assert (posted.status, posted.data["settled"]) == (200, False)
        loser = phones.secrets[match["bottom"]["entrant"]]
        rows = [Request(f"matches/{match['id']}/{what}/", {}, token=loser) for what in ("confirm", "contest")]
        confirmed, contested = crowd.together(rows)
        now = desk.read(f"matches/{match['id']}/")
        assert contested.status == 200
        stands = (now["status"], now["settled"], now["contested"])
        assert stands in (("finished", True, True), ("disputed", False, False))
        assert (confirmed.status == 200) == now["settled"]


def test_a_due_result_is_settled_once_whatever_comes_first(site: Site, desk: Client, crowd: Crowd) -> None:
    """The timer of every server and four changes at the same instant."""
    event = an_event(site, 64)
    conditions = {"conditions": {"reporting": {"grace": 0}}}
    desk.send(Request(f"events/{event.id}/", conditions, "PATCH"))
    phones = Phones(desk, event)
    open_ = event.matches(desk, bracket="main", status="open")

    for turn in range(0, len(open_) - 4, 5):
        claimed, *others = open_[turn : turn + 5]
        assert desk.send(phones.tells(claimed, "top", "top")).status == 200
        answers = crowd.together([to(site, f"matches/{each['id']}/start/", {}) for each in others])
        assert [answer.status for answer in answers] == [200] * 4, answers
        now = desk.read(f"matches/{claimed['id']}/")
        assert (now["settled"], now["winner"]) == (True, "top")

    lines = verbs(desk, event)
    assert lines["match.settled"] == lines["match.claimed"] == len(range(0, len(open_) - 4, 5))


def verbs(desk: Client, event: Event) -> Counter[str]:
    """Return how often each verb is in the memory of the event's tournament."""
    rows: Counter[str] = Counter()
    before: int | None = None
    while page := desk.read(f"tournaments/{event.tournament}/records/{f'?before={before}' if before else ''}"):
        rows.update(each["verb"] for each in page)
        before = page[-1]["number"]
    return rows


def test_an_answer_names_the_settled_result(site: Site, desk: Client) -> None:
    event = an_event(site, 4)
    match = event.matches(desk, bracket="main", status="open")[0]
    phones = Phones(desk, event)
    desk.made(f"matches/{match['id']}/result/", {"score": [7, 1]}, 200)

    refused: Answer = desk.send(phones.tells(match, "bottom", "bottom"))

    assert (refused.status, refused.code) == (409, "match.settled")
    assert refused.data["facts"]["match"]["score"] == [7, 1]
