"""Links, PINs and the phones that came by them. tests/served/test_pins.py lets eight guess at once."""

from datetime import timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.models import Tries, hash_of
from journal.book import Replay, read_body
from journal.models import Page, Record
from journal.refusals import Refused, TooOften, Unknown
from journal.verify import verify
from rules.errors import RuleBroken
from tests.factories import Program, a_caller, a_desk_helper, a_drawn_event, a_stranger, an_owner, by, match_of, undo
from tournaments.actions.closing import close_event, reopen_event
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.phones.links import MOST_PHONES, leave, make_slips, rotate_links, take_link, take_pin
from tournaments.models import Entrant, Event, Link, Phone, Pin
from tournaments.models.links import Slip
from tournaments.read.entrants.listed import entrant_list

pytestmark = pytest.mark.django_db

ADDRESS = "http://192.168.178.23:8000"


def slips_of(event: Event, *entrants: int) -> tuple[Slip, ...]:
    return make_slips(event.pk, a_caller(), ADDRESS, list(entrants) or None)


def a_slip(event: Event) -> Slip:
    return slips_of(event)[0]


def wrong_of(slip: Slip) -> str:
    return "111111" if slip.pin == "222222" else "222222"


def code_of(entrant: int, pin: str, place: str = "10.0.0.1") -> str:
    """Return why a PIN is refused, empty when it is not."""
    try:
        take_pin(entrant, pin, place)
    except RuleBroken as refused:
        return refused.code
    return ""


def live_phones() -> int:
    return Phone.objects.live().count()


def test_every_entrant_gets_a_slip_with_different_secrets() -> None:
    event = a_drawn_event(4)
    last = Entrant.objects.get(event=event, number=4)
    withdraw(last.pk, EVERYTHING, a_caller())

    slips = slips_of(event)

    names = {each.number: each.name for each in entrant_list(event.pk)}
    assert [(slip.number, slip.name, slip.event) for slip in slips] == [(at, names[at], "Main") for at in (1, 2, 3)]
    assert {len(slip.secret) for slip in slips} == {22}
    assert all(slip.pin.isdecimal() and len(slip.pin) == 6 for slip in slips)
    assert len({slip.secret for slip in slips}) == 3
    assert set(Link.objects.values_list("address", flat=True)) == {ADDRESS}


def test_a_secret_is_kept_as_its_hash_only() -> None:
    event = a_drawn_event(4)
    slip = make_slips(event.pk, a_caller(key="a-key", render=lambda slips: [each.entrant for each in slips]), ADDRESS)[
        0
    ]

    kept = [*Record.objects.values_list("body", flat=True), *Page.objects.values_list("answer", flat=True)]
    rows = [*Link.objects.values_list("hash", flat=True), *Pin.objects.values_list("hash", flat=True)]

    assert [text for text in [*kept, *rows] if slip.secret in text or f'"{slip.pin}"' in text] == []
    assert Link.objects.filter(hash=hash_of(slip.secret)).exists()
    assert Pin.objects.get(entrant=slip.entrant).hash.startswith("pbkdf2_sha256_pin$50000$")


def test_printing_again_leaves_the_links_and_voids_the_pin_of_before() -> None:
    event = a_drawn_event(4)
    before, other = slips_of(event)[:2]

    again = slips_of(event, before.entrant)[0]

    assert take_link(before.secret).entrant == take_link(again.secret).entrant == before.entrant
    assert take_pin(again.entrant, again.pin, "10.0.0.1").entrant == again.entrant
    assert take_pin(other.entrant, other.pin, "10.0.0.1").entrant == other.entrant
    with pytest.raises(RuleBroken) as refused:
        take_pin(before.entrant, before.pin, "10.0.0.1")
    assert refused.value.code == "pin.wrong"


def test_a_printing_repeated_under_its_key_prints_nothing() -> None:
    event = a_drawn_event(4)
    make_slips(event.pk, a_caller(key="a-key"), ADDRESS)

    with pytest.raises(Replay):
        make_slips(event.pk, a_caller(key="a-key"), ADDRESS)

    assert Link.objects.count() == 4


def test_the_desk_prints_and_a_director_rotates() -> None:
    event = a_drawn_event(4)
    tournament = event.tournament
    helper = a_desk_helper(tournament.club)
    slip = make_slips(event.pk, by(helper), ADDRESS)[0]
    take_link(slip.secret)

    with pytest.raises(PermissionDenied):
        rotate_links(tournament.pk, by(helper))
    with pytest.raises(PermissionDenied):
        make_slips(event.pk, by(a_stranger()), ADDRESS)
    rotated = rotate_links(tournament.pk, a_caller())

    assert (rotated.links, rotated.phones, live_phones()) == (4, 1, 0)
    with pytest.raises(Unknown):
        take_link(slip.secret)
    with pytest.raises(RuleBroken):
        take_pin(slip.entrant, slip.pin, "10.0.0.1")


def test_printing_costs_as_many_statements_for_four_as_for_forty() -> None:
    costs = []
    for count in (4, 40):
        event = a_drawn_event(count)
        slips_of(event)
        with CaptureQueriesContext(connection) as query:
            slips_of(event)
        costs.append(len(query))

    assert costs == [14, 14]


def test_an_entrant_of_another_event_gets_no_slip_here() -> None:
    event, other = a_drawn_event(4), a_drawn_event(2)
    stranger = Entrant.objects.filter(event=other)[0]

    with pytest.raises(Unknown):
        slips_of(event, stranger.pk)

    assert Link.objects.count() == 0


def test_many_phones_use_one_link_and_the_first_goes_when_there_are_too_many() -> None:
    event = a_drawn_event(4)
    slip = a_slip(event)

    secrets = [take_link(slip.secret).secret for _ in range(MOST_PHONES + 1)]

    kept = Phone.objects.live().values_list("hash", flat=True)
    assert hash_of(secrets[0]) not in kept
    assert set(kept) == {hash_of(secret) for secret in secrets[1:]}


def test_who_leaves_leaves_once() -> None:
    event = a_drawn_event(4)
    take_link(a_slip(event).secret)
    phone = Phone.objects.get()

    leave(phone.pk)
    leave(phone.pk)

    left = Record.objects.filter(verb="phone.left")
    assert [read_body(record)["phone"] for record in left] == [phone.pk]
    assert live_phones() == 0


def test_five_wrong_tries_lock_an_address_for_that_name_and_a_right_one_costs_nothing() -> None:
    event = a_drawn_event(4)
    slip, other = slips_of(event)[:2]
    tried = [wrong_of(slip)] * 4 + [slip.pin] * 3 + [wrong_of(slip)] * 2

    answered = [code_of(slip.entrant, pin) for pin in tried]

    assert answered == ["pin.wrong"] * 4 + [""] * 3 + ["pin.wrong", "phone.spent"]
    with pytest.raises(TooOften) as refused:
        take_pin(slip.entrant, slip.pin, "10.0.0.1")

    assert (refused.value.code, refused.value.facts) == ("phone.spent", {"minutes": 15})
    assert take_pin(slip.entrant, slip.pin, "10.0.0.2").entrant == slip.entrant
    assert take_pin(other.entrant, other.pin, "10.0.0.1").entrant == other.entrant


def test_twenty_wrong_in_a_day_lock_the_pin_until_the_next_slip_and_the_link_goes_on() -> None:
    event = a_drawn_event(4)
    slip = a_slip(event)
    for place in range(4):
        for _ in range(5):
            with pytest.raises(RuleBroken):
                take_pin(slip.entrant, wrong_of(slip), f"10.0.0.{place}")

    with pytest.raises(RuleBroken) as refused:
        take_pin(slip.entrant, slip.pin, "10.0.0.9")
    # Another day: the lock does not wear off.
    Tries.objects.update(ends_at=timezone.now() - timedelta(days=2))
    with pytest.raises(RuleBroken):
        take_pin(slip.entrant, slip.pin, "10.0.0.9")

    assert refused.value.code == "pin.wrong"
    assert Pin.objects.get(entrant=slip.entrant).locked_at is not None
    assert take_link(slip.secret).entrant == slip.entrant
    again = slips_of(event, slip.entrant)[0]
    assert take_pin(slip.entrant, again.pin, "10.0.0.9").entrant == slip.entrant


@pytest.mark.parametrize("why", ["unknown", "locked", "wrong", "closed", "never printed", "rotated"])
def test_every_wrong_pin_gets_the_same_answer(why: str) -> None:
    event = a_drawn_event(4)
    slip = a_slip(event)
    entrant, pin = slip.entrant, slip.pin
    if why == "unknown":
        entrant = 0
    elif why == "locked":
        Pin.objects.update(locked_at=timezone.now())
    elif why == "wrong":
        pin = wrong_of(slip)
    elif why == "closed":
        close_event(event.pk, a_caller())
    elif why == "never printed":
        entrant = Entrant.objects.filter(event=a_drawn_event(2))[0].pk
    else:
        rotate_links(event.tournament_id, a_caller())

    with pytest.raises(RuleBroken) as refused:
        take_pin(entrant, pin, "10.0.0.1")

    assert (refused.value.code, refused.value.facts) == ("pin.wrong", {})
    assert live_phones() == 0


def test_a_closed_event_lets_nobody_in_and_open_again_it_does() -> None:
    event = a_drawn_event(4)
    slip = a_slip(event)
    take_link(slip.secret)

    close_event(event.pk, a_caller())
    with pytest.raises(Unknown):
        take_link(slip.secret)
    with pytest.raises(Refused):
        slips_of(event)
    with pytest.raises(Refused):
        close_event(event.pk, a_caller())
    closed = (live_phones(), Event.objects.get(pk=event.pk).closed)
    reopen_event(event.pk, a_caller())

    assert closed == (0, True)
    assert (live_phones(), Event.objects.get(pk=event.pk).closed) == (0, False)
    assert take_link(slip.secret).entrant == slip.entrant
    assert verify() == []


def test_closing_is_taken_back_like_anything_else() -> None:
    event = a_drawn_event(4)
    close_event(event.pk, a_caller())
    number = Record.objects.get(verb="event.closed").number

    undo(event.tournament_id, number, a_caller())

    assert not Event.objects.get(pk=event.pk).closed
    assert verify() == []
    Event.objects.update(closed=True)
    assert [flaw.code for flaw in verify()] == ["event.closing"]


def test_a_players_link_is_a_token_that_opens_no_door_of_the_desk() -> None:
    event = a_drawn_event(4, length=7)
    owner = an_owner()
    slip = a_slip(event)
    program = Program(None)
    program.headers["Authorization"] = f"Bearer {slip.secret}"
    match = match_of(event, "A1")

    answers = [
        program.post(f"matches/{match.pk}/result/", {"score": [7, 3]}),
        program.post(f"matches/{match.pk}/start/"),
        program.patch(f"entrants/{slip.entrant}/", {"club": "Graz"}),
        program.post(f"entrants/{slip.entrant}/tick/", {"here": True}),
        program.post(f"events/{event.pk}/draw/", {"key": "12 34", "discard": True, "reason": "wrong"}),
        program.get(f"clubs/{event.tournament.club_id}/roles/"),
    ]

    assert [(answer.status, answer.code) for answer in answers] == [(403, "forbidden")] * 6
    assert program.get(f"matches/{match.pk}/").status == 200
    close_event(event.pk, by(owner))
    assert (program.post(f"matches/{match.pk}/start/").status, program.post("clubs/", {}).code) == (
        401,
        "token.unknown",
    )
