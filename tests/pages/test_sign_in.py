"""Taking over an empty installation, signing in, and from where."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from clubs.actions.people import make_owner, make_owner_link
from clubs.models import OwnerLink, Role, User
from journal.actors import SYSTEM
from journal.book import Caller

pytestmark = pytest.mark.django_db

TOLD = {"name": "Itziar", "email": "Itziar@Example.org", "password": "three words here"}


def test_the_owner_link_makes_the_owner_and_signs_him_in(client: Client) -> None:
    secret = make_owner_link(timezone.now())

    answer = client.post(f"/owner/{secret}/", TOLD)

    owner = User.objects.get()
    assert (answer.status_code, answer["Location"]) == (303, "/clubs/new/")
    assert (owner.email, owner.name) == ("itziar@example.org", "Itziar")
    assert Role.objects.get().kind == Role.Kind.OWNER
    assert "Itziar" in client.get("/").content.decode()


def test_the_owner_link_works_once(client: Client) -> None:
    secret = make_owner_link(timezone.now())
    client.post(f"/owner/{secret}/", TOLD)

    again = Client().post(f"/owner/{secret}/", TOLD | {"email": "other@example.org"})

    assert again.status_code == 409
    assert "This link has already been used" in again.content.decode()
    assert User.objects.count() == 1


def test_an_owner_link_ends_after_a_day(client: Client) -> None:
    secret = make_owner_link(timezone.now() - timedelta(hours=25))

    answer = client.post(f"/owner/{secret}/", TOLD)

    assert answer.status_code == 409
    assert User.objects.count() == 0


def test_a_fresh_link_ends_the_one_before(client: Client) -> None:
    first = make_owner_link(timezone.now())
    make_owner_link(timezone.now())

    answer = client.post(f"/owner/{first}/", TOLD)

    assert answer.status_code == 409


def test_an_owned_installation_gives_out_no_link() -> None:
    make_owner("itziar@example.org", "Itziar", "three words here", Caller(actor=SYSTEM))

    assert make_owner_link(timezone.now()) is None
    assert OwnerLink.objects.count() == 0


def test_a_guessed_link_is_not_known(client: Client) -> None:
    make_owner_link(timezone.now())

    answer = client.post("/owner/guessed/", TOLD)

    assert answer.status_code == 404
    assert User.objects.count() == 0


@pytest.mark.parametrize(("field", "text"), [("password", "short"), ("email", "nobody"), ("name", "")])
def test_what_is_wrong_is_told_at_its_field_and_changes_nothing(client: Client, field: str, text: str) -> None:
    secret = make_owner_link(timezone.now())

    answer = client.post(f"/owner/{secret}/", TOLD | {field: text})

    assert answer.status_code == 422
    assert f'href="#id_{field}"' in answer.content.decode()
    assert User.objects.count() == 0


def test_a_person_signs_in_and_out(client: Client) -> None:
    make_owner("itziar@example.org", "Itziar", "three words here", Caller(actor=SYSTEM))

    answer = client.post("/sign-in/", {"username": "ITZIAR@example.org", "password": "three words here"})
    signed_in = client.get("/").content.decode()
    client.post("/sign-out/")

    assert answer.status_code == 302
    assert "Itziar" in signed_in
    assert "Itziar" not in client.get("/").content.decode()


def test_a_wrong_password_says_so(client: Client) -> None:
    make_owner("itziar@example.org", "Itziar", "three words here", Caller(actor=SYSTEM))

    answer = client.post("/sign-in/", {"username": "itziar@example.org", "password": "guess"})

    assert "password is wrong" in answer.content.decode()
