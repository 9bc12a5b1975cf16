"""Roles in a club: given, invited, changed, ended."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import pytest
from django.core.exceptions import PermissionDenied
from django.utils import timezone

from clubs.actions.clubs import rename_club
from clubs.actions.invitations import (
    Newcomer,
    end_invitation,
    invite,
    offer_password,
    set_password_by_link,
    take_role,
    take_role_as_newcomer,
)
from clubs.actions.roles import change_role, end_role, give_role
from clubs.models import Club, Invitation, PasswordLink, Role, Token, User
from clubs.permissions import may_direct, may_own_club, may_run_desk
from journal.actors import Actor
from journal.book import Caller
from journal.models import Record
from journal.refusals import Refused, Unknown
from journal.verify import verify
from rules.errors import RuleBroken
from tests.contents import refusal
from tests.factories import (
    Program,
    a_caller,
    a_club,
    a_club_owner,
    a_desk_helper,
    a_director,
    a_member,
    a_stranger,
    an_owner,
    by,
)

pytestmark = pytest.mark.django_db

SECRET = "a-secret-of-many-random-letters"
TOLD = Newcomer("Noor@Barpoint.example", "Noor Haddad", "three words here")


def rights(user: User, club: Club) -> tuple[bool, bool, bool]:
    """Return whether the user may own, direct, run the desk."""
    actor = Actor("user", user.pk)
    return may_own_club(actor, club.pk), may_direct(actor, club.pk), may_run_desk(actor, club.pk)


def role_of(user: User) -> Role:
    return Role.objects.live().get(user=user)


def test_each_role_has_its_rights_in_its_own_club_only() -> None:
    club, other = a_club(), a_club("Wien")
    people = [a_club_owner(club), a_director(club), a_desk_helper(club), a_member(club), a_stranger()]

    assert [rights(user, club) for user in people] == [
        (True, True, True),
        (False, True, True),
        (False, False, True),
        (False, False, False),
        (False, False, False),
    ]
    assert {rights(user, other) for user in people} == {(False, False, False)}
    assert rights(an_owner(), other) == (True, True, True)
    assert verify() == []


def test_a_removed_person_may_do_nothing_from_the_next_request_and_their_tokens_end() -> None:
    club = a_club()
    owner, helper = a_club_owner(club), a_desk_helper(club)
    program, before = Program(helper), helper.get_session_auth_hash()

    end_role(role_of(helper).pk, by(owner))

    helper.refresh_from_db()
    assert rights(helper, club) == (False, False, False)
    assert program.get("tournaments/").status == 401
    assert helper.get_session_auth_hash() != before
    assert verify() == []


def test_a_removed_person_with_another_role_stays_signed_in() -> None:
    club, other = a_club(), a_club("Wien")
    helper = a_desk_helper(club)
    here, before = role_of(helper), helper.get_session_auth_hash()
    a_desk_helper(other)
    program = Program(helper)

    end_role(here.pk, a_caller())

    helper.refresh_from_db()
    assert helper.get_session_auth_hash() == before
    assert program.get("tournaments/").status == 200
    assert (rights(helper, club)[2], rights(helper, other)[2]) == (False, True)


def test_a_role_is_changed_into_another() -> None:
    club = a_club()
    owner, helper = a_club_owner(club), a_desk_helper(club)
    old = role_of(helper)

    new = change_role(old.pk, "director", by(owner))
    same = change_role(new.pk, "director", by(owner))

    assert (rights(helper, club), same.pk) == ((False, True, True), new.pk)
    assert refusal(lambda: change_role(old.pk, "desk", by(owner)), Refused).code == "role.over"
    assert Record.objects.filter(verb="role.changed").count() == 1
    assert verify() == []


def test_a_club_keeps_an_owner() -> None:
    club = a_club()
    owner = a_club_owner(club)
    mine = role_of(owner)
    for act in (partial(end_role, mine.pk), partial(change_role, mine.pk, "desk")):
        assert refusal(partial(act, by(owner)), Refused).code == "owner.last"
    second = a_club_owner(club, "gorka@barpoint.example")

    end_role(mine.pk, by(owner))

    assert [role.user_id for role in Role.objects.live().filter(club=club)] == [second.pk]
    assert refusal(lambda: end_role(role_of(second).pk, by(second)), Refused).code == "owner.last"


def test_only_owners_give_change_and_end() -> None:
    club, other = a_club(), a_club("Wien")
    role = role_of(a_member(club))
    strangers = [a_director(club), a_desk_helper(club), a_member(club, "uwe@barpoint.example"), a_club_owner(other)]
    a_stranger("new@barpoint.example")
    acts: list[Callable[[Caller], object]] = [
        partial(give_role, club.pk, "new@barpoint.example", "desk"),
        partial(change_role, role.pk, "owner"),
        partial(end_role, role.pk),
        partial(rename_club, club.pk, "Ours"),
        partial(invite, club.pk, "director", SECRET),
    ]

    for user in strangers:
        for act in acts:
            refusal(partial(act, by(user)), PermissionDenied)


def test_a_director_invites_helpers_and_members_and_ends_those_invitations() -> None:
    club, stranger = a_club(), a_stranger()
    director = a_director(club)

    made = invite(club.pk, "desk", SECRET, by(director))
    end_invitation(made.pk, by(director))

    assert refusal(lambda: take_role(SECRET, by(stranger)), Refused).code == "link.over"
    assert refusal(lambda: end_invitation(made.pk, by(director)), Refused).code == "link.over"
    owners = invite(club.pk, "owner", "another", a_caller())
    refusal(lambda: end_invitation(owners.pk, by(director)), PermissionDenied)


def test_a_newcomer_takes_the_role_of_the_link_once() -> None:
    club = a_club()
    invite(club.pk, "director", SECRET, by(a_club_owner(club)))

    user = take_role_as_newcomer(SECRET, TOLD)

    assert (user.email, rights(user, club)) == ("noor@barpoint.example", (False, True, True))
    again = Newcomer("other@barpoint.example", "Other", "three words here")
    assert refusal(lambda: take_role_as_newcomer(SECRET, again), Refused).code == "link.used"
    assert SECRET not in str(list(Invitation.objects.values())) + str(list(Record.objects.values()))
    assert verify() == []


def test_a_signed_in_person_takes_the_role_with_one_button() -> None:
    club, stranger = a_club(), a_stranger()
    invite(club.pk, "desk", SECRET, a_caller())
    refusal(lambda: take_role(SECRET, a_caller()), PermissionDenied)

    take_role(SECRET, by(stranger))

    assert rights(stranger, club) == (False, False, True)
    invite(club.pk, "owner", "another", a_caller())
    assert refusal(lambda: take_role("another", by(stranger)), Refused).code == "role.held"


def test_a_link_that_ended_or_was_never_made_gives_nothing() -> None:
    club = a_club()
    made = invite(club.pk, "desk", SECRET, a_caller())
    Invitation.objects.filter(pk=made.pk).update(ends_at=timezone.now() - timedelta(seconds=1))

    assert refusal(lambda: take_role_as_newcomer(SECRET, TOLD), Refused).code == "link.over"
    assert refusal(lambda: take_role_as_newcomer("guessed", TOLD), Unknown).code == "link.unknown"


def test_a_newcomer_cannot_use_an_address_that_has_an_account() -> None:
    club = a_club()
    invite(club.pk, "desk", SECRET, a_caller())
    a_stranger("noor@barpoint.example")

    assert refusal(lambda: take_role_as_newcomer(SECRET, TOLD), Refused).code == "user.known"


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda club: give_role(999, "noor@barpoint.example", "desk", a_caller()), "club.unknown"),
        (lambda club: give_role(club, "nobody@barpoint.example", "desk", a_caller()), "user.unknown"),
        (lambda club: give_role(club, "noor@barpoint.example", "king", a_caller()), "role.kind"),
        (lambda club: change_role(999, "desk", a_caller()), "role.unknown"),
        (lambda club: end_invitation(999, a_caller()), "invitation.unknown"),
        (lambda club: invite(club, "king", SECRET, a_caller()), "role.kind"),
        (lambda club: rename_club(club, " ", a_caller()), "name.empty"),
    ],
)
def test_impossible_changes_of_roles_are_refused_with_their_code(act: Callable[[int], object], code: str) -> None:
    club = a_club()
    a_stranger()

    assert refusal(lambda: act(club.pk), RuleBroken).code == code


def test_an_owner_lets_a_person_of_the_club_set_a_new_password() -> None:
    club = a_club()
    owner, helper = a_club_owner(club), a_desk_helper(club)
    before = helper.get_session_auth_hash()
    offer_password(helper.email, "older", by(owner))
    offer_password(helper.email, SECRET, by(owner))

    set_password_by_link(SECRET, "five words are enough here")

    helper.refresh_from_db()
    assert helper.check_password("five words are enough here")
    assert helper.get_session_auth_hash() != before
    assert refusal(lambda: set_password_by_link(SECRET, "another"), Refused).code == "link.used"
    assert refusal(lambda: set_password_by_link("older", "another"), Refused).code == "link.over"
    assert SECRET not in str(list(PasswordLink.objects.values()))


def test_nobody_can_take_over_an_account_with_rights_elsewhere() -> None:
    club, other = a_club(), a_club("Wien")
    owner, helper = a_club_owner(club), a_desk_helper(club)
    a_director(other, helper.email)

    for person in (helper, an_owner(), a_stranger()):
        refusal(partial(offer_password, person.email, SECRET, by(owner)), PermissionDenied)
    assert offer_password(helper.email, SECRET, by(an_owner())).user_id == helper.pk


def test_the_records_of_people_hold_no_address_and_no_name() -> None:
    club = a_club()
    helper = a_desk_helper(club, "canary@barpoint.example")
    change_role(role_of(helper).pk, "member", a_caller())
    end_role(role_of(helper).pk, a_caller())

    assert "canary" not in str(list(Record.objects.values_list("body", flat=True))).lower()
    assert Token.objects.count() == 0
