"""Which limits a signed-in person has: none where they may run the desk, those of one device elsewhere."""

from typing import Any

import pytest
from django.test import Client as Browser

from clubs.models import User
from runtime.server.fair_use import Client, FairUse
from tests.factories import (
    Program,
    a_club,
    a_desk_helper,
    a_director,
    a_drawn_event,
    a_member,
    a_tournament,
    an_owner,
)
from tournaments.models import Match

pytestmark = pytest.mark.django_db

HALL, LAPTOP = "192.0.2.1", "127.0.0.1"


class Visits:
    """Requests of one person, each with the limits that follow from those before."""

    def __init__(self, user: User, address: str = HALL) -> None:
        self.fair_use = FairUse(lambda: 100.0)
        # Of any type, because Django's says nothing of what a server leaves in the environment of a request.
        self._browser: Any = Browser()
        self._address = address
        self._browser.force_login(user)

    def scope(self) -> dict[str, Any]:
        return {"headers": [(b"cookie", b"session=theirs")], "client": (self._address, 1), "method": "GET"}

    def client_after(self, path: str) -> Client:
        """Return who sends the request after the one for ``path``."""
        scope = self.scope()
        self._browser.get(path, **{"asgi.scope": scope})
        self.fair_use.learn(scope, self.fair_use.client_of(scope), 0.0)
        return self.fair_use.client_of(self.scope())


def test_who_may_run_the_desk_of_a_club_is_the_desk_there() -> None:
    club = a_club()
    tournament = a_tournament(club).pk
    for user in (a_desk_helper(club), a_director(club), an_owner()):
        client = Visits(user).client_after(f"/tournaments/{tournament}/")
        assert client == Client(f"desk {user.pk}", is_desk=True, is_free=True)


def test_a_member_is_one_device_and_not_the_desk() -> None:
    club = a_club()
    member, tournament = a_member(club), a_tournament(club).pk

    assert Visits(member).client_after(f"/tournaments/{tournament}/") == Client(f"member {member.pk}", is_member=True)
    assert Visits(member).client_after(f"/tournaments/{tournament}/desk/").name == f"member {member.pk}"


def test_the_desk_of_one_club_is_a_member_like_any_other_at_another() -> None:
    ours, theirs = a_club(), a_club("Donostia Backgammon")
    helper = a_desk_helper(ours)
    home, away = a_tournament(ours).pk, a_tournament(theirs, "Donostia Open").pk
    visits = Visits(helper)

    seen = [visits.client_after(f"/tournaments/{each}/").is_desk for each in (home, away, home)]

    assert seen == [True, False, True]


def test_the_desk_stays_the_desk_on_a_page_that_needs_no_rights() -> None:
    club = a_club()
    visits = Visits(a_desk_helper(club))
    visits.client_after(f"/tournaments/{a_tournament(club).pk}/")

    assert visits.client_after("/style/").is_desk


def test_a_person_who_was_switched_off_is_the_desk_no_longer() -> None:
    club = a_club()
    helper = a_desk_helper(club)
    tournament = a_tournament(club).pk
    visits = Visits(helper)
    assert visits.client_after(f"/tournaments/{tournament}/").is_desk

    User.objects.filter(pk=helper.pk).update(is_active=False)

    assert not visits.client_after(f"/tournaments/{tournament}/").is_desk


def test_a_member_who_asks_too_much_is_refused() -> None:
    club = a_club()
    visits = Visits(a_member(club))
    client = visits.client_after(f"/tournaments/{a_tournament(club).pk}/")

    reads = [visits.fair_use.seconds_to_wait(client, "GET") for _ in range(160)]
    changes = [visits.fair_use.seconds_to_wait(client, "POST") for _ in range(31)]
    more = [visits.fair_use.seconds_to_wait(client, "GET") for _ in range(10)]

    assert (set(reads), set(changes[:30]), changes[30]) == ({0}, {0}, 3)
    assert (set(more[:9]), more[9]) == ({0}, 1)


def test_on_the_laptop_itself_a_member_has_no_limit_but_not_the_threads_of_the_desk() -> None:
    club = a_club()
    member = a_member(club)

    client = Visits(member, LAPTOP).client_after(f"/tournaments/{a_tournament(club).pk}/")

    assert client == Client(f"member {member.pk}", is_member=True, is_free=True)


def test_a_program_of_the_desk_is_the_desk_and_one_of_a_member_is_not() -> None:
    event = a_drawn_event(8)
    club = event.tournament.club
    match = Match.objects.filter(draw__event=event, round=1).first()
    assert match is not None
    seen = []
    for user in (a_desk_helper(club), a_member(club)):
        program, fair_use = Program(user), FairUse(lambda: 100.0)
        scope: dict[str, Any] = {"headers": [(b"authorization", b"theirs")], "client": (HALL, 1), "method": "POST"}
        defaults: Any = program.client.defaults
        defaults["asgi.scope"] = scope
        status = program.post(f"matches/{match.pk}/start/").status
        fair_use.learn(scope, fair_use.client_of(scope), 0.0)
        seen.append((status, fair_use.client_of(scope).is_desk))

    assert seen == [(200, True), (403, False)]
