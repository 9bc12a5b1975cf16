"""The one door: what a page stores, answers again, refuses and rolls back."""

import json
import re
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.actions.clubs import open_club
from clubs.models import Club
from journal import book
from journal.actors import Actor
from journal.book import Caller, OpenPage, Previewed, Replay
from journal.canon import moment, seal
from journal.models import NOTHING_BEFORE, Page, Record, Stream, Words
from journal.refusals import KeyReused, Refused, SeenNeeded, Unknown, Unreadable
from runtime.jobs.queue import enqueue_after
from runtime.models import Job
from tests.contents import nothing_changes
from tests.factories import a_caller, a_club, a_tournament
from tournaments.actions.events import TournamentSheet, open_tournament

pytestmark = pytest.mark.django_db


def write(stream: str, caller: Caller, verb: str = "thing.done", words: str = "", **body: int) -> Record:
    """Write one record and answer with its number."""
    with book.page(stream, caller) as page:
        record = page.record(verb, (), words, **body)
        return page.done(record)


def keyed(key: str, body: bytes = b"POST /one", preview: bool = False) -> Caller:
    number = {"render": lambda record: {"number": record.number}}
    return a_caller(key=key, body=body, status=201, preview=preview, **number)


def test_the_same_key_and_body_get_the_same_answer_byte_for_byte() -> None:
    caller = keyed("k-1")
    write("site", caller)

    with nothing_changes(), pytest.raises(Replay) as replay:
        write("site", keyed("k-1"))

    assert replay.value.answer == caller.answer == '{"number":1}'
    assert replay.value.status == 201


def test_another_body_under_a_used_key_is_refused() -> None:
    write("site", keyed("k-1"))

    with nothing_changes(), pytest.raises(KeyReused) as refused:
        write("site", keyed("k-1", b"POST /two"))

    assert (refused.value.code, refused.value.status) == ("key.reused", 422)


def test_a_key_counts_for_one_person_on_all_streams() -> None:
    club = a_club()
    write("site", keyed("k-1"))

    with nothing_changes(), pytest.raises(KeyReused):
        write(club.stream.name, keyed("k-1", b"POST /two"))
    with nothing_changes(), pytest.raises(Replay):
        write(club.stream.name, keyed("k-1"))


def test_the_same_key_of_two_people_counts_as_two_requests() -> None:
    write("site", keyed("k-1"))
    other = keyed("k-1", b"POST /two")
    other.actor = Actor("user", 7)

    assert write("site", other).number == 2


def test_a_refusal_stores_nothing_and_changes_no_row() -> None:
    def refuse() -> None:
        with book.page("site", keyed("k-1")) as page:
            page.record("thing.done")
            raise Refused("no")

    with nothing_changes(), pytest.raises(Refused):
        refuse()

    assert write("site", keyed("k-1")).number == 1


def test_a_page_without_records_is_not_stored() -> None:
    with nothing_changes(), book.page("site", keyed("k-1")) as page:
        page.done(Record(number=0))


def test_a_preview_answers_and_rolls_everything_back() -> None:
    caller = keyed("k-1", preview=True)

    with nothing_changes(), pytest.raises(Previewed) as previewed:
        write("site", caller, words="because")

    assert previewed.value.answer == '{"number":1}'


def test_the_version_seen_is_compared_with_the_current_one() -> None:
    def look(seen: int, version: int) -> None:
        with book.page("site", a_caller(seen=seen)) as page:
            page.check_version(version, score=[1, 0])
            page.record("thing.done")

    with nothing_changes(), pytest.raises(Refused) as stale:
        look(3, 4)
    look(4, 4)

    assert (stale.value.code, stale.value.status) == ("stale", 409)
    assert stale.value.facts == {"seen": 3, "version": 4, "score": [1, 0]}


def test_a_caller_who_must_name_a_version_and_does_not_is_refused() -> None:
    def act() -> None:
        with book.page("site", a_caller()) as page:
            page.must_have_looked(match=3)

    with nothing_changes(), pytest.raises(SeenNeeded) as needed:
        act()

    assert (needed.value.code, needed.value.status) == ("seen.needed", 428)


def test_a_version_is_refused_where_there_is_none_to_compare() -> None:
    with nothing_changes(), pytest.raises(Unreadable) as refused:
        write("site", a_caller(seen=3))

    assert (refused.value.code, refused.value.status) == ("seen.unused", 400)


def test_a_stream_that_does_not_exist_is_unknown() -> None:
    with nothing_changes(), pytest.raises(Unknown):
        write("tournament:77", a_caller())


def test_pages_cannot_nest() -> None:
    def nest() -> None:
        with book.page("site", a_caller()), book.page("site", a_caller()):
            pass

    with nothing_changes(), pytest.raises(RuntimeError):
        nest()


def test_numbers_have_no_gap_whatever_was_refused_between() -> None:
    def refuse() -> None:
        with book.page("site", a_caller()) as page:
            page.record("thing.done")
            page.record("thing.done")
            raise Refused("no")

    for _ in range(4):
        write("site", a_caller())
        with pytest.raises(Refused):
            refuse()

    numbers = Record.objects.filter(stream__name="site").order_by("pk").values_list("number", flat=True)
    assert list(numbers) == [1, 2, 3, 4]
    assert Stream.objects.get(name="site").number == 4


def test_each_record_is_sealed_over_the_previous_one() -> None:
    for turn in range(3):
        write("site", a_caller(), f"thing.{turn}", turn=turn)

    head = NOTHING_BEFORE
    for record in Record.objects.filter(stream__name="site").order_by("number"):
        assert record.hash == seal(head, f"site\n{record.number}\n{record.verb}\n{record.body}")
        assert (
            record.hash == sha256(f"{head}\nsite\n{record.number}\n{record.verb}\n{record.body}".encode()).hexdigest()
        )
        head = record.hash
    assert Stream.objects.get(name="site").head == head


def test_the_same_record_in_another_stream_has_another_seal() -> None:
    club = a_club()
    one, other = write("site", a_caller(), "x.y"), write(club.stream.name, a_caller(), "x.y")

    assert one.hash != other.hash


def test_a_body_seals_its_time_to_the_microsecond_and_its_actor() -> None:
    record = write("site", a_caller(), turn=3)

    body = json.loads(record.body)
    assert body == {"at": moment(record.at), "by": "system:0", "client": "", "facts": [], "turn": 3}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z", body["at"])
    assert moment(datetime(2026, 11, 20, 9, 5, tzinfo=UTC)) == "2026-11-20T09:05:00.000000Z"


def test_a_body_lists_the_facts_of_its_record() -> None:
    club = a_club()

    record = Record.objects.get(verb="club.opened")

    assert json.loads(record.body)["facts"] == [["clubs.club", {"id": club.pk, "stream_id": club.stream_id}]]
    assert club.record_id == record.pk


def test_two_records_of_one_page_share_it() -> None:
    with book.page("site", keyed("k-1")) as page:
        first, second = page.record("thing.done"), page.record("thing.done")

    assert first.page_id == second.page_id == first.pk
    assert Page.objects.get().body_hash == sha256(b"POST /one").hexdigest()


def test_records_written_at_once_are_those_that_would_be_written_one_by_one() -> None:
    with book.page("site", a_caller()) as page, CaptureQueriesContext(connection) as captured:
        many = page.record_each("thing.done", [((), {"turn": turn}) for turn in range(3)])
        page.record_each("thing.done", [])
    last = write("site", a_caller(), turn=3)

    head = NOTHING_BEFORE
    for turn, record in enumerate([*many, last]):
        stored = Record.objects.get(pk=record.pk)
        assert (stored.number, json.loads(stored.body)["turn"], stored.page_id) == (turn + 1, turn, record.page_id)
        assert stored.hash == seal(head, f"site\n{stored.number}\nthing.done\n{stored.body}")
        head = stored.hash
    assert {record.page_id for record in many} == {many[0].pk}
    assert len(captured) == 1


def test_an_answer_is_stored_only_under_a_key() -> None:
    write("site", keyed("k-1"))
    caller = keyed("k-2")
    caller.key = None
    write("site", caller)

    assert list(Page.objects.order_by("pk").values_list("answer", flat=True)) == ['{"number":1}', ""]


def test_words_are_stored_beside_the_record_with_only_their_hash_in_it() -> None:
    record = write("site", a_caller(), words="Uwe was seen leaving")

    kept = Words.objects.get()
    assert (kept.text, kept.record_id) == ("Uwe was seen leaving", record.pk)
    assert "Uwe" not in record.body
    assert json.loads(record.body)["words"] == sha256(f'{kept.salt}\n"Uwe was seen leaving"'.encode()).hexdigest()


def test_the_same_words_have_another_hash_each_time() -> None:
    hashes = {json.loads(write("site", a_caller(), words="late").body)["words"] for _ in range(3)}

    assert len(hashes) == 3


def test_a_job_belongs_to_the_transaction_of_its_page() -> None:
    def ask(page: OpenPage) -> None:
        page.record("thing.done")
        enqueue_after(page, "mail", "mail:7", person=7)

    with book.page("site", a_caller()) as page:
        ask(page)

    job = Job.objects.get()
    assert (job.task, job.key, job.arguments, job.state) == ("mail", "mail:7", '{"person":7}', "waiting")


def test_a_repeated_request_creates_one_tournament() -> None:
    club = a_club()
    first = Caller(actor=a_caller().actor, key="t-1", body=b"x", render=lambda made: {"id": made.pk})
    made = open_tournament(club.pk, TournamentSheet("Open"), first)

    with nothing_changes(), pytest.raises(Replay) as replay:
        open_tournament(club.pk, TournamentSheet("Open"), Caller(actor=a_caller().actor, key="t-1", body=b"x"))

    assert replay.value.answer == f'{{"id":{made.pk}}}'


def test_a_creation_is_recorded_on_the_parents_stream() -> None:
    club = open_club("Wien", a_caller())
    tournament = a_tournament(club)

    posted = dict(Record.objects.values_list("verb", "stream__name"))
    assert posted == {"club.opened": "site", "tournament.opened": f"club:{club.pk}"}
    assert Club.objects.get().stream.name == f"club:{club.pk}"
    assert tournament.stream.name == f"tournament:{tournament.pk}"
