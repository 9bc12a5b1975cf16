"""Webhooks: a receiver that fails gets each event once in the end, in order for each match."""

import json
from datetime import UTC, datetime, timedelta
from itertools import count, groupby

import pytest
from django.core.exceptions import PermissionDenied
from pytest_django import Settings

from clubs.actions.webhooks.delivering import (
    MOST_ATTEMPTS,
    Outgoing,
    collect,
    delete_old_deliveries,
    deliver,
    pause_after,
)
from clubs.actions.webhooks.setting import WebhookSheet, add_webhook, send_again, try_webhook, turn_webhook
from clubs.models import Club, Webhook, WebhookDelivery, WebhookTurn
from clubs.read.webhooks.listing import behind, deliveries_of, due_webhooks, off_by_clock, webhook_line, webhook_row
from clubs.words.webhook_bodies import body_of
from journal.refusals import Refused, Unknown
from rules.match.terms import TOP
from runtime.outward.posting import post
from runtime.outward.signing import signature
from tests.clubs.ladders.ladders import a_ladder, enter
from tests.clubs.webhooks.receivers import Receiver, a_receiver
from tests.factories import (
    a_caller,
    a_drawn_event,
    a_member,
    a_tournament,
    an_event,
    by,
    match_of,
    play,
    undo,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry
from tournaments.actions.entrants.entering import enter as enter_entrants
from tournaments.actions.matches.calls import call_match
from tournaments.models import Event

pytestmark = pytest.mark.django_db
SITE = "https://barpoint.example"
NOON = datetime(2030, 11, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _inside(settings: Settings) -> None:
    settings.PRIVATE_WEBHOOKS = True


def a_webhook(club: Club, address: str, *topics: str, form: str = "barpoint") -> Webhook:
    return add_webhook(club.pk, WebhookSheet(address, topics or ("results",), form, SITE), a_caller())


def send(webhook: Webhook, at: datetime = NOON) -> int:
    """Do what the clock and the jobs do at a moment."""
    for hook, stream, _, _ in behind():
        collect(hook, stream, at)
    outgoing = Outgoing(body_of, lambda address, body, headers: post(address, body, headers, private=True))
    return deliver(webhook.pk, lambda: at, outgoing)


def send_until_quiet(webhook: Webhook, at: datetime = NOON) -> datetime:
    """Go on from one due moment to the next until nothing waits."""
    send(webhook, at)
    while True:
        waiting = WebhookDelivery.objects.filter(webhook=webhook, state="waiting").order_by("-pk")
        first = dict(waiting.values_list("subject", "due_at"))
        if not first:
            return at
        at = max(at, min(first.values()))
        send(webhook, at)


def played_event() -> Event:
    return a_drawn_event(4, length=7)


def types(receiver: Receiver) -> list[str]:
    return [event["type"] for event in receiver.events]


@pytest.mark.parametrize("fails", [1, 3, 10])
def test_a_receiver_that_fails_ten_times_gets_each_event_once_and_in_order_for_each_match(fails: int) -> None:
    event = played_event()
    with a_receiver(fails=fails) as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address, "results", "calls")
        for code in ("A1", "A2"):
            call_match(match_of(event, code).pk, code[1], a_caller())
            play(match_of(event, code))

        send_until_quiet(webhook)

    matches = sorted((each["data"]["match"]["code"], at) for at, each in enumerate(receiver.events))
    in_order = {
        code: [receiver.events[at]["type"] for _, at in rows] for code, rows in groupby(matches, lambda row: row[0])
    }
    assert in_order == {"A1": ["match.called", "match.finished"], "A2": ["match.called", "match.finished"]}
    assert len(receiver.taken) == 4
    assert {line.state for line in deliveries_of(webhook.pk)} == {"delivered"}


def test_what_is_posted_says_what_happened_and_is_signed() -> None:
    event = played_event()
    with a_receiver() as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        outcome = play(match_of(event, "A1"), TOP, 3)
        send(webhook)

    headers, body = receiver.taken[0]
    assert headers["webhook-signature"] == signature(
        webhook.secret, headers["webhook-id"], int(headers["webhook-timestamp"]), body
    )
    assert headers["webhook-timestamp"] == str(int(NOON.timestamp()))
    posted = json.loads(body)
    winner = posted["data"]["result"]["players"][0]
    assert posted["type"] == "match.finished"
    assert posted["data"]["record"] == outcome.record
    assert posted["data"]["match"]["code"] == "A1"
    assert (winner["entrant"], winner["points"]) == (posted["data"]["result"]["winner"], 7)
    assert posted["data"]["link"] == f"{SITE}/matches/{match_of(event, 'A1').pk}/"
    assert "beat" in posted["data"]["sentence"]
    assert "<" not in posted["data"]["sentence"]


def test_a_chat_gets_a_plain_line_with_a_link_and_calls_nobody() -> None:
    event = played_event()
    with a_receiver() as receiver:
        text = a_webhook(event.tournament.club, receiver.address, form="text")
        content = a_webhook(event.tournament.club, receiver.address, form="content")
        play(match_of(event, "A1"), TOP, 3)
        send(text)
        send(content)

    first, second = (json.loads(body) for _, body in receiver.taken)
    assert list(first) == ["text"]
    assert "7–3" in first["text"]
    assert first["text"].splitlines()[1].startswith(SITE)
    assert second["allowed_mentions"] == {"parse": []}
    assert "@" not in second["content"].replace("@\u200b", "")


def test_a_result_that_is_taken_back_is_posted_as_taken_back() -> None:
    event = played_event()
    with a_receiver() as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        outcome = play(match_of(event, "A1"))
        send(webhook)
        undo(event.tournament_id, outcome.record or 0, a_caller())
        send(webhook)

    assert types(receiver) == ["match.finished", "record.undone"]
    assert receiver.events[1]["data"]["undone"] == {"record": outcome.record, "type": "match.finished"}


def test_moves_on_a_ladder_are_posted_with_all_places() -> None:
    view = a_ladder()
    with a_receiver() as receiver:
        webhook = a_webhook(view.ladder.club, receiver.address, "ladder")
        enter(view, "2026-03-03T18:00", "challenge", a=3, b=1)
        enter(view, "2026-03-04T18:00", "result", challenge=1, winner=3, points=(11, 4))
        send(webhook)

    assert types(receiver) == ["ladder.challenged", "ladder.result"]
    assert [each["name"] for each in receiver.events[1]["data"]["places"]][:3] == ["Cid", "Ann", "Bob"]


def test_a_webhook_gets_its_topics_and_nothing_from_before() -> None:
    event = played_event()
    play(match_of(event, "A1"))
    with a_receiver() as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address, "calls")
        play(match_of(event, "A2"))
        send(webhook)

    assert receiver.requests == []
    assert behind() == []


def test_a_tournament_made_later_is_followed_from_its_first_record() -> None:
    event = played_event()
    with a_receiver() as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address, "draws")
        later = an_event(a_tournament(event.tournament.club, "Winter Open"))
        enter_entrants(later.pk, [Entry("Ann"), Entry("Bo")], a_caller())
        make_draw(later.pk, "12 34", a_caller())
        send(webhook)

    assert types(receiver) == ["draw.made"]
    assert receiver.events[0]["data"]["event"]["id"] == later.pk


def test_pauses_grow_from_five_seconds_to_six_hours_over_three_days() -> None:
    pauses = [pause_after(attempt) for attempt in range(1, MOST_ATTEMPTS)]

    assert pauses[:3] == [timedelta(seconds=5), timedelta(seconds=10), timedelta(seconds=20)]
    assert pauses[-1] == timedelta(hours=6)
    assert timedelta(days=2, hours=12) < sum(pauses, timedelta()) < timedelta(days=3, hours=12)


def test_an_address_that_is_silent_for_days_is_turned_off_and_its_owner_is_shown_so() -> None:
    event = played_event()
    with a_receiver(fails=1000) as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        play(match_of(event, "A1"))
        send_until_quiet(webhook)

    line = webhook_line(webhook_row(webhook.pk))
    assert (line.on, line.off_by_clock, line.waiting) == (False, True, 0)
    assert off_by_clock(event.tournament.club_id) == 1
    assert len(receiver.requests) == MOST_ATTEMPTS
    assert [each.state for each in deliveries_of(webhook.pk)] == ["given_up"]
    play(match_of(event, "A2"))
    assert behind() == []


def test_one_that_is_gone_is_turned_off_at_once() -> None:
    event = played_event()
    with a_receiver(status=410) as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        play(match_of(event, "A1"))
        send(webhook)

    assert webhook_line(webhook_row(webhook.pk)).off_by_clock


def test_what_was_given_up_is_sent_again_under_its_old_id() -> None:
    event = played_event()
    with a_receiver(status=410) as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        play(match_of(event, "A1"))
        send(webhook)
        delivery = deliveries_of(webhook.pk)[0]
        with pytest.raises(Refused, match=r"webhook\.off"):
            send_again(delivery.id, a_caller())
        receiver.status = 200
        turn_webhook(webhook.pk, WebhookTurn.To.ON, a_caller())
        send_again(delivery.id, a_caller())
        with pytest.raises(Refused, match=r"delivery\.waiting"):
            send_again(delivery.id, a_caller())
        send(webhook)

    first, second = ([headers["webhook-id"], body] for headers, body in receiver.requests)
    assert first == second
    assert deliveries_of(webhook.pk)[0].state == "delivered"


def test_turned_on_again_it_begins_anew() -> None:
    event = played_event()
    with a_receiver() as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        turn_webhook(webhook.pk, WebhookTurn.To.OFF, a_caller())
        play(match_of(event, "A1"))
        turn_webhook(webhook.pk, WebhookTurn.To.ON, a_caller())
        play(match_of(event, "A2"))
        send(webhook)

    assert [each["data"]["match"]["code"] for each in receiver.events] == ["A2"]


def test_a_test_is_posted_at_once() -> None:
    event = played_event()
    with a_receiver() as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        try_webhook(webhook.pk, a_caller())
        send(webhook)

    assert types(receiver) == ["webhook.tried"]
    assert receiver.events[0]["data"]["sentence"] == "This is a test of Barpoint."


def test_a_redirect_is_not_followed() -> None:
    event = played_event()
    with a_receiver() as behind_it, a_receiver(status=302, Location=behind_it.address) as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        try_webhook(webhook.pk, a_caller())
        send(webhook)

    assert (len(receiver.requests), behind_it.requests) == (1, [])
    assert (deliveries_of(webhook.pk)[0].state, deliveries_of(webhook.pk)[0].status) == ("waiting", 302)


def test_an_attempt_whose_worker_died_is_made_again_and_not_before() -> None:
    event = played_event()
    with a_receiver() as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        try_webhook(webhook.pk, a_caller())

        def die(address: str, body: bytes, headers: object) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            deliver(webhook.pk, lambda: NOON, Outgoing(body_of, die))  # type: ignore[arg-type] # it never returns
        assert due_webhooks(NOON + timedelta(seconds=59)) == []
        send(webhook, NOON + timedelta(seconds=61))

    assert len(receiver.taken) == 1


def test_a_job_goes_on_when_another_was_quicker() -> None:
    event = played_event()
    with a_receiver() as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        play(match_of(event, "A1"))
        play(match_of(event, "A2"))
        for hook, stream, _, _ in behind():
            collect(hook, stream, NOON)
        first = WebhookDelivery.objects.filter(webhook=webhook).order_by("pk")[:1]

        def claimed_by_another() -> datetime:
            if next(calls) == 1:
                WebhookDelivery.objects.filter(pk__in=first).update(attempts=1, due_at=NOON + timedelta(minutes=1))
            return NOON

        # The second time is taken between the choice of a delivery and its claim.
        calls = count()
        outgoing = Outgoing(body_of, lambda address, body, headers: post(address, body, headers, private=True))
        deliver(webhook.pk, claimed_by_another, outgoing)

    assert [each["data"]["match"]["code"] for each in receiver.events] == ["A2"]


def test_removed_it_is_gone() -> None:
    event = played_event()
    webhook = a_webhook(event.tournament.club, "http://127.0.0.1:9/")

    turn_webhook(webhook.pk, WebhookTurn.To.REMOVED, a_caller())

    with pytest.raises(Unknown, match=r"webhook\.unknown"):
        webhook_row(webhook.pk)


def test_the_log_is_kept_for_a_month() -> None:
    event = played_event()
    with a_receiver() as receiver:
        webhook = a_webhook(event.tournament.club, receiver.address)
        try_webhook(webhook.pk, a_caller())
        send(webhook)

    assert delete_old_deliveries(NOON + timedelta(days=30)) == 0
    assert delete_old_deliveries(NOON + timedelta(days=30, seconds=1)) == 1


def test_only_owners_may() -> None:
    event = played_event()
    member = a_member(event.tournament.club)
    sheet = WebhookSheet("https://example.org/", ["results"], "text", SITE)

    with pytest.raises(PermissionDenied):
        add_webhook(event.tournament.club_id, sheet, by(member))
