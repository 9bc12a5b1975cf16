"""``verify`` sees every change of an account or a token that did not come through an action."""

from collections.abc import Callable

import pytest
from django.contrib.auth.hashers import make_password
from django.utils import timezone

from clubs.actions.invitations import Newcomer, invite, offer_password, set_password_by_link, take_role_as_newcomer
from clubs.actions.people import (
    claim_owner_link,
    give_token,
    make_owner_link,
    renew_hash,
    revoke_tokens,
    set_password,
    switch_off,
    switch_on,
)
from clubs.models import Token, User, hash_of
from journal.models import Record
from journal.verify import verify
from tests.factories import a_caller, a_club, an_owner

pytestmark = pytest.mark.django_db
WORDS = "five words are enough here"


def flaws() -> list[str]:
    return [f"{flaw.code} {flaw.where}" for flaw in verify()]


@pytest.fixture
def owner() -> User:
    owner = an_owner()
    return set_password(owner.email, WORDS, a_caller())


def test_every_way_to_a_password_is_sealed(owner: User) -> None:
    club = a_club()
    invite(club.pk, "member", "a-secret", a_caller())
    take_role_as_newcomer("a-secret", Newcomer("noor@barpoint.example", "Noor", WORDS))
    offer_password("noor@barpoint.example", "another-secret", a_caller())
    set_password_by_link("another-secret", "other words are fine too")
    set_password("noor@barpoint.example", WORDS, a_caller())

    assert flaws() == []


def test_the_owner_link_is_sealed_too() -> None:
    secret = make_owner_link(timezone.now())
    assert secret is not None
    claim_owner_link(secret, "petra@barpoint.example", "Petra", WORDS)

    assert flaws() == []


@pytest.mark.parametrize(
    "change",
    [
        lambda user: {"password": make_password("mine now")},
        lambda user: {"password": ""},
        lambda user: {"email": "thief@barpoint.example"},
    ],
)
def test_a_changed_account_is_seen(owner: User, change: Callable[[User], dict[str, str]]) -> None:
    User.objects.filter(pk=owner.pk).update(**change(owner))

    assert flaws() == [f"user.row user {owner.pk}"]


def test_an_earlier_hash_put_back_is_seen(owner: User) -> None:
    earlier = owner.password
    set_password(owner.email, "other words are fine too", a_caller())
    User.objects.filter(pk=owner.pk).update(password=earlier)

    assert flaws() == [f"user.row user {owner.pk}"]


def test_an_account_that_nobody_recorded_is_seen_if_it_can_be_used() -> None:
    user = User.objects.create(email="thief@barpoint.example", created_at=timezone.now())
    assert flaws() == []

    User.objects.filter(pk=user.pk).update(password=make_password("mine now"))

    assert flaws() == [f"user.row user {user.pk}"]


def test_a_hash_taken_over_from_another_account_is_seen(owner: User) -> None:
    other = User.objects.create(email="noor@barpoint.example", created_at=timezone.now())
    set_password(other.email, "other words are fine too", a_caller())
    User.objects.filter(pk=owner.pk).update(password=User.objects.get(pk=other.pk).password)

    assert flaws() == [f"user.row user {owner.pk}"]


def test_a_token_that_nobody_gave_or_with_another_hash_is_seen(owner: User) -> None:
    token, _ = give_token(owner.email, a_caller())
    assert flaws() == []

    Token.objects.filter(pk=token.pk).update(hash=hash_of("mine now"))
    stranger = Token.objects.create(user=owner, hash=hash_of("mine too"), created_at=timezone.now())

    assert flaws() == [f"token.row token {token.pk}", f"token.row token {stranger.pk}"]


def test_a_person_who_was_let_in_again_without_a_record_is_seen(owner: User) -> None:
    other = User.objects.create(email="noor@barpoint.example", created_at=timezone.now())
    switch_off(other.pk, a_caller())
    assert flaws() == []

    User.objects.filter(pk=other.pk).update(is_active=True)
    assert flaws() == [f"user.row user {other.pk}"]

    switch_off(other.pk, a_caller())
    switch_on(other.pk, a_caller())
    assert flaws() == []
    User.objects.filter(pk=owner.pk).update(is_active=False)
    assert flaws() == [f"user.row user {owner.pk}"]


def test_a_revoked_token_that_works_again_is_seen_and_a_new_one_is_right(owner: User) -> None:
    token, _ = give_token(owner.email, a_caller())
    revoke_tokens(owner.email, a_caller())
    give_token(owner.email, a_caller())
    assert flaws() == []

    Token.objects.filter(pk=token.pk).update(revoked_at=None)

    assert flaws() == [f"token.row token {token.pk}"]


def test_a_weak_hash_is_renewed_at_sign_in_by_a_record(owner: User) -> None:
    weak = make_password(WORDS, salt="ab")  # too short a salt for today
    User.objects.filter(pk=owner.pk).update(password=weak)
    user = User.objects.get(pk=owner.pk)

    assert user.check_password(WORDS)
    assert User.objects.get(pk=owner.pk).password == weak, "to check a password writes nothing"
    renew_hash(user, WORDS)

    assert User.objects.get(pk=owner.pk).password != weak
    assert User.objects.get(pk=owner.pk).check_password(WORDS)
    assert Record.objects.order_by("-pk")[0].verb == "user.renewed"
    assert flaws() == []
    renew_hash(User.objects.get(pk=owner.pk), WORDS)
    assert Record.objects.filter(verb="user.renewed").count() == 1


def test_no_record_holds_a_password_or_its_hash(owner: User) -> None:
    bodies = " ".join(Record.objects.values_list("body", flat=True))

    assert owner.password not in bodies
    assert owner.password.split("$")[-1] not in bodies
