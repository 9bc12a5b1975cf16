"""ETags of the API: an unchanged read is 304 for who read it before, and never after a change or a restore."""

import gzip
import time

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from journal.models import Stream, new_epoch
from tests.factories import Program, a_drawn_event, a_stranger, an_owner, match_of, play_code
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return a_drawn_event(8)


@pytest.fixture
def desk() -> Program:
    return Program(an_owner())


def reads(event: Event) -> list[str]:
    """Return all reads of an event; those of one memory first."""
    of_event = [f"events/{event.pk}/{part}" for part in ("", "entrants/", "draw/", "matches/", "standings/")]
    others = ["clubs/", "tournaments/", f"tournaments/{event.tournament_id}/", f"events/{event.pk}/forecast/"]
    others += [f"tournaments/{event.tournament_id}/{part}/" for part in ("records", "tables")]
    others += [f"matches/{match_of(event, 'A2').pk}/correction/", "jobs/"]
    return [*of_event, f"matches/{match_of(event, 'A1').pk}/", *others]


def test_every_read_is_304_while_nothing_changes(event: Event, desk: Program) -> None:
    play_code(event, "A2")

    for path in reads(event):
        first = desk.get(path)
        again = desk.get(path, If_None_Match=first.headers["ETag"])

        assert (path, first.status, again.status) == (path, 200, 304)
        assert again.headers["ETag"].removeprefix("W/") == first.headers["ETag"].removeprefix("W/")


def test_after_a_change_the_new_answer_comes(event: Event, desk: Program) -> None:
    paths = [f"events/{event.pk}/matches/", f"matches/{match_of(event, 'A1').pk}/", f"events/{event.pk}/standings/"]
    before = {path: desk.get(path) for path in paths}

    play_code(event, "A1")

    for path in paths:
        after = desk.get(path, If_None_Match=before[path].headers["ETag"])
        assert (after.status, after.data == before[path].data) == (200, False)


def test_after_a_restore_no_answer_of_before_counts(event: Event, desk: Program) -> None:
    """The number comes back with other records: the epoch tells them apart."""
    path = f"events/{event.pk}/matches/"
    before = desk.get(path).headers["ETag"]

    Stream.objects.filter(pk=event.tournament.stream_id).update(epoch=new_epoch())

    assert desk.get(path, If_None_Match=before).status == 200


def test_no_answer_is_304_for_somebody_else(event: Event, desk: Program) -> None:
    path = f"events/{event.pk}/matches/"
    tag = desk.get(path).headers["ETag"]

    assert Program(a_stranger()).get(path, If_None_Match=tag).status == 200
    assert Program(None).get(path, If_None_Match=tag).status == 200


def test_who_may_not_read_is_refused_whatever_they_have(event: Event, desk: Program) -> None:
    tag = desk.get("jobs/").headers["ETag"]

    assert Program(None).get("jobs/", If_None_Match=tag).status == 401


def test_another_query_has_another_tag(event: Event, desk: Program) -> None:
    tags = {desk.get(f"events/{event.pk}/matches/{query}").headers["ETag"] for query in ("", "?status=open", "?draw=1")}

    assert len(tags) == 3


def test_unknown_things_are_404_with_any_tag(desk: Program) -> None:
    assert [desk.get(path, If_None_Match='"x"').status for path in ("events/999/matches/", "matches/999/")] == [
        404,
        404,
    ]


def test_a_304_reads_the_memory_and_nothing_of_the_draw(event: Event) -> None:
    client, path = Client(), f"/api/v1/events/{event.pk}/matches/"
    tag = client.get(path)["ETag"]

    with CaptureQueriesContext(connection, ) as query:  # fmt: skip
        answer = client.get(path, headers={"If-None-Match": f'"other", W/{tag}'})

    assert (answer.status_code, len(query)) == (304, 1)


@pytest.mark.parametrize("part", ["", "matches/", "entrants/", "draw/", "standings/"])
def test_the_reads_of_a_draw_of_128_are_small_when_packed(part: str) -> None:
    event = a_drawn_event(128)
    for number in range(1, 33):
        play_code(event, f"A{number}")

    answer = Client().get(f"/api/v1/events/{event.pk}/{part}", headers={"Accept-Encoding": "gzip"})

    assert answer["Content-Encoding"] == "gzip"
    assert len(answer.content) <= 30_000
    assert len(gzip.decompress(answer.content)) > len(answer.content)


def test_a_304_takes_less_than_a_third_of_the_processor_time_of_a_200() -> None:
    event = a_drawn_event(128)
    client, path = Client(), f"/api/v1/events/{event.pk}/matches/"
    tag = client.get(path)["ETag"]

    def cost(**headers: str) -> float:
        began = time.process_time()
        for _ in range(10):
            client.get(path, headers=headers)
        return time.process_time() - began

    made, known = cost(), cost(**{"If-None-Match": tag})

    assert known <= 0.3 * made
