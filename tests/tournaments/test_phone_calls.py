"""A phone is told that its player is called: by its push service, encrypted, and only as long as it wants."""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.core.exceptions import PermissionDenied
from django.test import override_settings
from django.utils import timezone
from pytest_django import Settings

from journal.book import Caller
from journal.models import Record
from journal.refusals import Refused
from rules.errors import RuleBroken
from rules.match.terms import BOTTOM, TOP, Side
from runtime.jobs import queue
from runtime.jobs.workers import run
from runtime.models import Job
from runtime.outward.posting import Answer, post
from runtime.outward.pushing import Browser
from tests.clubs.webhooks.receivers import Receiver, a_receiver
from tests.factories import a_caller, a_drawn_event, match_of, play, undo
from tests.pages.on_the_phone import Player
from tests.runtime.outward.browsers import PrivateBrowser
from tournaments import tasks
from tournaments.actions.closing import close_event
from tournaments.actions.matches.calls import call_match
from tournaments.actions.phones.calls import forget_ended, stop_calls, tell_of_calls
from tournaments.actions.phones.links import Way, leave, let_in, player, rotate_links
from tournaments.models import Entrant, Event, Match, Phone, PushAddress
from tournaments.reactions.call_messages import NotDelivered, send_call
from tournaments.read.entrants.names import names_in
from tournaments.read.players.calls import phones_called

pytestmark = pytest.mark.django_db
NOW = datetime(2030, 11, 20, 12, tzinfo=UTC)
SITE = "https://play.example.org"


@pytest.fixture(autouse=True)
def _https(settings: Settings) -> None:
    settings.HTTPS = True


@pytest.fixture
def event() -> Event:
    return a_drawn_event(4)


class CalledPhone:
    """A phone that is told of calls."""

    def __init__(self, match: Match, side: Side, language: str = "en") -> None:
        self.entrant = (match.top_id if side is TOP else match.bottom_id) or 0
        row = Entrant.objects.select_related("event__tournament__stream").get(pk=self.entrant)
        let_in(row, Way("link", ""), lambda: None)
        self.phone = Phone.objects.filter(entrant=self.entrant).latest("pk").pk
        self.own = PrivateBrowser()
        self.push = self.tell(self.own.browser, language).pk

    def tell(self, browser: Browser, language: str = "en") -> PushAddress:
        return tell_of_calls(self.phone, browser, (SITE, language), Caller(player(self.entrant)))

    def heard(self, receiver: Receiver) -> list[tuple[str, str]]:
        """Return title and text of what came."""
        read = [json.loads(self.own.read(body)) for _, body in receiver.taken]
        return [(each["title"], each["text"]) for each in read]


def send(receiver: Receiver, phone: CalledPhone, record: int | None = None, *, is_last: bool = False) -> None:
    """Tell a phone of a call, by default the last one, as the job does; its push service is on this machine."""

    def to_receiver(address: str, body: bytes, headers: Mapping[str, str]) -> Answer:
        assert address == phone.own.browser.address
        return post(receiver.address, body, headers, private=True)

    send_call(record or last_record(), phone.push, NOW, to_receiver, is_last=is_last)


def last_record() -> int:
    return Record.objects.latest("pk").pk


def verbs() -> list[str]:
    return list(Record.objects.order_by("pk").values_list("verb", flat=True))


def test_both_players_are_told_their_table_and_their_opponent_and_nobody_else(event: Event) -> None:
    match, names = match_of(event, "A1"), names_in(event.pk)
    top, bottom = CalledPhone(match, TOP), CalledPhone(match, BOTTOM)
    CalledPhone(match_of(event, "A2"), TOP)

    call_match(match.pk, "5", a_caller())

    assert phones_called(last_record()) == [top.push, bottom.push]
    with a_receiver() as receiver:
        send(receiver, top)
        assert top.heard(receiver) == [("Table 5", f"You play {names[bottom.entrant]}.")]
        assert receiver.taken[0][0]["topic"] == f"match-{match.pk}"
        assert receiver.taken[0][0]["content-encoding"] == "aes128gcm"
    with a_receiver() as receiver:
        send(receiver, bottom)
        assert bottom.heard(receiver) == [("Table 5", f"You play {names[top.entrant]}.")]


def test_a_call_moved_taken_back_or_undone_says_so_and_what_a_later_one_replaced_is_not_sent(event: Event) -> None:
    match = match_of(event, "A1")
    phone = CalledPhone(match, TOP)
    call_match(match.pk, "5", a_caller())
    first = last_record()
    call_match(match.pk, "6", a_caller())
    moved = Record.objects.latest("pk")

    with a_receiver() as receiver:
        send(receiver, phone, first)
        assert phone.heard(receiver) == []
        send(receiver, phone)
        undo(event.tournament_id, moved.number, a_caller())
        send(receiver, phone)
        call_match(match.pk, "", a_caller())
        send(receiver, phone)
        assert [title for title, _ in phone.heard(receiver)] == ["Table 6", "Table 5", "Call taken back"]


def test_the_only_call_undone_is_taken_back_and_another_undo_says_nothing(event: Event) -> None:
    match = match_of(event, "A1")
    phone = CalledPhone(match, TOP)
    call_match(match.pk, "5", a_caller())
    undo(event.tournament_id, Record.objects.latest("pk").number, a_caller())

    with a_receiver() as receiver:
        send(receiver, phone)
        assert [title for title, _ in phone.heard(receiver)] == ["Call taken back"]

    play(match)
    undo(event.tournament_id, Record.objects.latest("pk").number, a_caller())
    assert phones_called(last_record()) == []


def test_a_match_that_is_over_calls_nobody(event: Event) -> None:
    match = match_of(event, "A1")
    phone = CalledPhone(match, TOP)
    call_match(match.pk, "5", a_caller())
    called = last_record()
    play(match)

    with a_receiver() as receiver:
        send(receiver, phone, called)
        assert receiver.requests == []


def test_messages_are_in_the_language_of_the_phone(event: Event) -> None:
    phone = CalledPhone(match_of(event, "A1"), TOP, "de")
    call_match(match_of(event, "A1").pk, "5", a_caller())

    with a_receiver() as receiver:
        send(receiver, phone)
        assert [title for title, _ in phone.heard(receiver)] == ["Tisch 5"]


def test_nothing_is_sent_before_the_tap_and_after_the_next_one(event: Event) -> None:
    match = match_of(event, "A1")
    phone = CalledPhone(match, TOP)
    stop_calls(phone.phone, Caller(player(phone.entrant)))
    stop_calls(phone.phone, Caller(player(phone.entrant)))

    call_match(match.pk, "5", a_caller())

    assert phones_called(last_record()) == []
    assert verbs().count("phone.calls_on") == verbs().count("phone.calls_off") == 1


@pytest.mark.parametrize("end", ["closed", "rotated", "left"])
def test_it_ends_with_the_event_the_link_and_the_phone(event: Event, end: str) -> None:
    match = match_of(event, "A1")
    phone = CalledPhone(match, TOP)
    call_match(match.pk, "5", a_caller())
    called = last_record()

    if end == "closed":
        close_event(event.pk, a_caller())
    elif end == "rotated":
        rotate_links(event.tournament_id, a_caller())
    else:
        leave(phone.phone)

    assert phones_called(called) == []
    with a_receiver() as receiver:
        send(receiver, phone, called)
        assert receiver.requests == []
    assert (forget_ended(), PushAddress.objects.count()) == (1, 0)


def test_phones_that_count_are_not_forgotten(event: Event) -> None:
    CalledPhone(match_of(event, "A1"), TOP)

    assert forget_ended() == 0


@pytest.mark.parametrize("status", [404, 410])
def test_a_phone_that_its_push_service_forgot_is_told_no_more(event: Event, status: int) -> None:
    phone = CalledPhone(match_of(event, "A1"), TOP)
    call_match(match_of(event, "A1").pk, "5", a_caller())

    with a_receiver(status=status) as receiver:
        send(receiver, phone)

    assert PushAddress.objects.count() == 0
    assert verbs()[-1] == "phone.calls_off"


def test_a_push_service_that_is_busy_is_tried_again_and_in_the_end_let_be(event: Event) -> None:
    phone = CalledPhone(match_of(event, "A1"), TOP)
    call_match(match_of(event, "A1").pk, "5", a_caller())

    with a_receiver(fails=9) as receiver:
        with pytest.raises(NotDelivered):
            send(receiver, phone)
        send(receiver, phone, is_last=True)

    assert PushAddress.objects.count() == 1


def test_a_message_that_a_push_service_refuses_is_not_sent_again(event: Event) -> None:
    phone = CalledPhone(match_of(event, "A1"), TOP)
    call_match(match_of(event, "A1").pk, "5", a_caller())

    with a_receiver(status=400) as receiver:
        send(receiver, phone)
        assert len(receiver.requests) == 1


def test_with_another_secret_key_phones_are_told_no_more(event: Event, settings: Settings) -> None:
    phone = CalledPhone(match_of(event, "A1"), TOP)
    call_match(match_of(event, "A1").pk, "5", a_caller())
    settings.SECRET_KEY = "another key, made because the first was lost"

    with a_receiver() as receiver:
        send(receiver, phone)
        assert receiver.requests == []
    assert PushAddress.objects.count() == 0


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("http://push.example.net/a", "address.https"),
        ("https://127.0.0.1/a", "address.private"),
        ("https://[::ffff:10.0.0.1]/a", "address.private"),
        ("https://", "address.unreadable"),
        ("https://push.example.net/" + "a" * 500, "address.unreadable"),
    ],
)
def test_an_address_inside_this_network_is_refused_also_where_webhooks_may_go_there(
    event: Event, settings: Settings, address: str, code: str
) -> None:
    settings.PRIVATE_WEBHOOKS = True
    phone = CalledPhone(match_of(event, "A1"), TOP)
    before = verbs()

    with pytest.raises(RuleBroken) as refused:
        phone.tell(replace(phone.own.browser, address=address))

    assert refused.value.code == code
    assert (PushAddress.objects.get().address, verbs()) == (phone.own.browser.address, before)


def test_over_plain_http_no_phone_is_told_and_no_call_asks_for_it(event: Event, settings: Settings) -> None:
    phone = CalledPhone(match_of(event, "A1"), TOP)
    settings.HTTPS = False

    with pytest.raises(Refused) as refused:
        phone.tell(phone.own.browser)
    call_match(match_of(event, "A1").pk, "5", a_caller())

    assert refused.value.code == "push.off"
    assert not Job.objects.filter(task="tournaments.tasks.calls").exists()


def test_nobody_has_the_phone_of_another_player_told(event: Event) -> None:
    match = match_of(event, "A1")
    phone = CalledPhone(match, TOP)

    with pytest.raises(PermissionDenied):
        tell_of_calls(phone.phone, phone.own.browser, (SITE, "en"), Caller(player(match.bottom_id or 0)))
    with pytest.raises(PermissionDenied):
        stop_calls(phone.phone, Caller(player(match.bottom_id or 0)))


def test_the_jobs_of_a_call_are_one_for_each_phone(event: Event) -> None:
    match = match_of(event, "A1")
    first, second = CalledPhone(match, TOP), CalledPhone(match, BOTTOM)
    call_match(match.pk, "5", a_caller())
    called = last_record()
    job = Job.objects.get(task="tournaments.tasks.calls")

    run(lease_of(job))

    parts = Job.objects.filter(parent=job).order_by("pk")
    assert [each.task for each in parts] == [tasks.CALL, tasks.CALL]
    assert [json.loads(each.arguments) for each in parts] == [
        {"push": first.push, "record": called},
        {"push": second.push, "record": called},
    ]


def lease_of(job: Job) -> Job:
    leased = queue.lease(timezone.now(), job.pk)
    assert leased is not None
    return leased


def test_a_phone_turns_it_on_and_off_from_its_page(event: Event) -> None:
    entrant = match_of(event, "A1").top_id or 0
    with override_settings(HTTPS=False):
        own = Player(entrant)
        phone = own.client.get(f"{own.address}calls/").json()
    mine = PrivateBrowser().browser
    address = f"{own.address}calls/"
    secret = own.client.cookies[f"player-{entrant}"].value
    own.client.cookies[f"__Host-player-{entrant}"] = secret

    on = own.client.post(address, {"address": mine.address, "key": mine.key, "secret": mine.secret}, secure=True)
    wrong = own.client.post(address, {"address": mine.address, "key": "A", "secret": mine.secret}, secure=True)
    off = own.client.post(address, {"do": "off"}, secure=True)

    assert phone["on"] is False
    assert len(phone["key"]) == 87
    assert (on.status_code, on.json()["on"]) == (200, True)
    assert (wrong.status_code, wrong.json()["code"]) == (400, "push.keys")
    assert (off.status_code, off.json()["on"]) == (200, False)
