"""A person who is switched off is out at their next request, and back only when the owner says so."""

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client
from django.utils import timezone

from clubs.actions.invitations import invitation_of, invite, offer_password, password_link_of
from clubs.actions.people import make_owner, switch_off, switch_on
from clubs.actions.roles import end_role
from clubs.models import Club, Role, Token, User
from clubs.permissions import may_direct, may_own_club, may_own_site, may_run_desk
from journal.actors import Actor
from journal.models import Record
from journal.refusals import Refused, Unknown
from journal.verify import verify
from tests.contents import refusal
from tests.factories import Program, a_caller, a_club, a_club_owner, a_director, an_owner, by
from tournaments.permissions import Directed, Rights, directed_by, rights_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def director(club: Club) -> User:
    return a_director(club)


def signed_in(user: User) -> Client:
    client = Client()
    client.force_login(User.objects.get(pk=user.pk))
    return client


def people(club: Club) -> str:
    return f"/clubs/{club.pk}/members/"


def verbs() -> list[str]:
    return [record.verb for record in Record.objects.filter(verb__startswith="person.").order_by("number")]


def test_session_open_page_and_program_end_at_the_next_request(club: Club, director: User) -> None:
    browser, program = signed_in(director), Program(director)
    before = browser.get(people(club)).status_code, program.get(f"clubs/{club.pk}/roles/").status

    switch_off(director.pk, by(an_owner()))

    shown, sent = browser.get(people(club)), browser.post(people(club), {"kind": "desk"})
    assert before == (200, 200)
    assert (shown.status_code, shown.headers["Location"].split("?")[0]) == (302, "/sign-in/")
    assert sent.status_code == 403
    assert program.get(f"clubs/{club.pk}/roles/").status == 401


def test_the_roles_of_a_person_switched_off_give_no_rights(club: Club, director: User) -> None:
    actor, site = Actor("user", director.pk), an_owner()

    switch_off(director.pk, by(site))
    off = rights_in(actor, club.pk), directed_by(actor), may_direct(actor, club.pk), may_run_desk(actor, club.pk)
    switch_on(director.pk, by(site))

    assert off == (Rights(), Directed(), False, False)
    assert rights_in(actor, club.pk) == Rights(desk=True, direct=True)
    assert verbs() == ["person.switched_off", "person.switched_on"]
    assert verify() == []


def test_a_person_switched_on_signs_in_again_but_the_tokens_stay_ended(club: Club, director: User) -> None:
    browser, program, site = signed_in(director), Program(director), an_owner()

    switch_off(director.pk, by(site))
    switch_on(director.pk, by(site))

    assert browser.get(people(club)).status_code == 302
    assert program.get(f"clubs/{club.pk}/roles/").status == 401
    assert signed_in(director).get(people(club)).status_code == 200
    assert not Token.objects.filter(user=director, revoked_at=None).exists()


def test_no_link_leads_a_person_switched_off_back_in(club: Club, director: User) -> None:
    site = an_owner()
    invite(club.pk, "desk", "directors-invitation", by(director))
    invite(club.pk, "desk", "owners-invitation", by(site))
    offer_password(director.email, "a-password-link", by(site))

    switch_off(director.pk, by(site))

    now = timezone.now()
    assert refusal(lambda: invitation_of("directors-invitation", now), Refused).code == "link.over"
    assert invitation_of("owners-invitation", now).club == club
    assert refusal(lambda: password_link_of("a-password-link", now), Unknown).code == "link.unknown"
    switch_on(director.pk, by(site))
    assert refusal(lambda: password_link_of("a-password-link", now), Refused).code == "link.over"


def test_the_only_owner_of_the_installation_stays() -> None:
    site = an_owner()
    second = make_owner("second@barpoint.example", "Second", "correct horse", a_caller())

    switch_off(second.pk, by(site))

    assert refusal(lambda: switch_off(site.pk, by(site)), Refused).code == "owner.only"
    assert may_own_site(Actor("user", site.pk))
    assert not may_own_site(Actor("user", second.pk))
    assert refusal(lambda: switch_on(second.pk, by(second)), PermissionDenied) is not None


def test_an_owner_switched_off_does_not_count_as_the_last_owner_of_a_club(club: Club) -> None:
    first, second = a_club_owner(club), a_club_owner(club, "second@barpoint.example")

    switch_off(second.pk, by(an_owner()))

    role = Role.objects.live().get(club=club, user=first)
    assert refusal(lambda: end_role(role.pk, by(first)), Refused).code == "owner.last"
    assert may_own_club(Actor("user", first.pk), club.pk)


def test_switching_off_twice_counts_once_and_only_the_owner_of_the_installation_may(club: Club, director: User) -> None:
    site, owner = an_owner(), a_club_owner(club)

    refusal(lambda: switch_off(director.pk, by(owner)), PermissionDenied)
    switch_off(director.pk, by(site))
    switch_off(director.pk, by(site))

    assert verbs() == ["person.switched_off"]
    assert refusal(lambda: switch_off(999, by(site)), Unknown).code == "user.unknown"


def test_the_owner_switches_a_person_off_on_the_people_page(club: Club, director: User) -> None:
    browser, role = signed_in(an_owner()), Role.objects.live().get(club=club, user=director)

    done = browser.post(f"/members/{role.pk}/access/", {"how": "off"})
    shown = browser.get(people(club)).content.decode()
    back = browser.post(f"/members/{role.pk}/access/", {"how": "on"})

    assert (done.status_code, done.headers["Location"]) == (
        303, f"/clubs/{club.pk}/members/?changed={role.pk}#person-{director.pk}",
    )  # fmt: skip
    assert "Director, switched off" in shown
    assert f"Switch {director.name} on" in shown
    assert back.status_code == 303
    assert User.objects.get(pk=director.pk).is_active


def test_an_owner_of_the_club_alone_sees_no_switch(club: Club, director: User) -> None:
    assert "Switch " not in signed_in(a_club_owner(club)).get(people(club)).content.decode()
    assert f"Switch {director.name} off" in signed_in(an_owner()).get(people(club)).content.decode()


def test_a_program_of_the_owner_switches_a_person_off_too(club: Club, director: User) -> None:
    site = Program(an_owner())

    off = site.patch(f"users/{director.pk}/", {"active": False})
    posted = site.get(f"clubs/{club.pk}/roles/")
    on = site.patch(f"users/{director.pk}/", {"active": True})

    assert (off.status, off.data) == (200, {"user": director.pk, "active": False})
    assert [each["active"] for each in posted.data] == [False]
    assert (on.status, on.data) == (200, {"user": director.pk, "active": True})
