"""A role given, changed or ended by mistake is undone by an owner; nobody else, and never the last owner."""

from functools import partial

import pytest
from django.core.exceptions import PermissionDenied

from clubs.actions.invitations import invite, take_role
from clubs.actions.roles import change_role, end_role, give_role
from clubs.actions.undo import undo
from clubs.models import Club, Role, User
from journal.models import Record
from journal.refusals import Refused, Unknown
from journal.verify import verify
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
    by,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def owner(club: Club) -> User:
    return a_club_owner(club)


def role_of(user: User) -> Role:
    return Role.objects.live().get(user=user)


def kinds_of(user: User) -> list[str]:
    return list(Role.objects.live().filter(user=user).values_list("kind", flat=True))


def last(club: Club) -> int:
    return Record.objects.filter(stream=club.stream).order_by("-number")[0].number


def test_a_role_given_is_undone_and_may_be_given_again(club: Club, owner: User) -> None:
    helper = a_desk_helper(club)
    program, before = Program(helper), helper.get_session_auth_hash()

    undone = undo("club", club.pk, last(club), by(owner))

    helper.refresh_from_db()
    assert (undone.verb, undone.moved, kinds_of(helper)) == ("role.given", (), [])
    assert program.get("tournaments/").status == 401
    assert helper.get_session_auth_hash() != before
    give_role(club.pk, helper.email, "member", by(owner))
    assert kinds_of(helper) == ["member"]
    assert verify() == []


def test_a_role_taken_by_a_link_is_undone_and_the_link_stays_used(club: Club, owner: User) -> None:
    stranger = a_stranger()
    invite(club.pk, "desk", "a-secret", by(owner))
    take_role("a-secret", by(stranger))

    undo("club", club.pk, last(club), by(owner))

    assert kinds_of(stranger) == []
    assert refusal(lambda: take_role("a-secret", by(stranger)), Refused).code == "link.used"


def test_a_change_is_undone_to_the_role_before_which_can_be_changed_again(club: Club, owner: User) -> None:
    helper = a_desk_helper(club)
    change_role(role_of(helper).pk, "director", by(owner))

    undo("club", club.pk, last(club), by(owner))

    assert kinds_of(helper) == ["desk"]
    change_role(role_of(helper).pk, "member", by(owner))
    assert kinds_of(helper) == ["member"]
    assert verify() == []


def test_a_role_ended_by_mistake_is_back_and_can_be_ended_again(club: Club, owner: User) -> None:
    helper = a_desk_helper(club)
    end_role(role_of(helper).pk, by(owner))

    undo("club", club.pk, last(club), by(owner))

    assert kinds_of(helper) == ["desk"]
    end_role(role_of(helper).pk, by(owner))
    assert kinds_of(helper) == []
    assert verify() == []


def test_the_last_of_several_is_undone_first(club: Club, owner: User) -> None:
    helper = a_desk_helper(club)
    given = last(club)
    end_role(role_of(helper).pk, by(owner))
    ended = last(club)
    give_role(club.pk, helper.email, "desk", by(owner))

    refused = [refusal(partial(undo, "club", club.pk, each, by(owner)), Refused) for each in (given, ended)]

    assert [(each.code, each.facts["by"]) for each in refused] == [
        ("undo.superseded", ended),
        ("undo.superseded", ended + 1),
    ]


def test_roles_of_different_people_are_undone_in_any_order(club: Club, owner: User) -> None:
    helper = a_desk_helper(club)
    given = last(club)
    member = a_member(club)

    undo("club", club.pk, given, by(owner))

    assert (kinds_of(helper), kinds_of(member)) == ([], ["member"])


def test_no_undo_leaves_a_club_without_an_owner(club: Club, owner: User) -> None:
    second = a_club_owner(club, "gorka@barpoint.example")
    given = last(club)
    end_role(role_of(owner).pk, by(second))

    assert refusal(lambda: undo("club", club.pk, given, by(second)), Refused).code == "owner.last"
    assert kinds_of(second) == ["owner"]


def test_only_an_owner_undoes_a_role(club: Club, owner: User) -> None:
    director, helper = a_director(club), a_desk_helper(club)
    foreign = a_club_owner(a_club("Wien"), "tereza@barpoint.example")

    for user in (director, helper, foreign, a_stranger()):
        refusal(partial(undo, "club", club.pk, last(club), by(user)), PermissionDenied)


def test_what_no_fact_declares_and_what_is_not_there_is_not_undone(club: Club, owner: User) -> None:
    invite(club.pk, "desk", "a-secret", by(owner))

    assert refusal(lambda: undo("club", club.pk, last(club), by(owner)), Refused).code == "undo.never"
    assert refusal(lambda: undo("club", club.pk, 99, by(owner)), Unknown).code == "record.unknown"
    assert refusal(lambda: undo("club", 999, 1, a_caller()), Unknown).code == "club.unknown"


def test_nothing_is_undone_twice(club: Club, owner: User) -> None:
    a_desk_helper(club)
    number = last(club)
    undo("club", club.pk, number, by(owner))

    assert refusal(lambda: undo("club", club.pk, number, by(owner)), Refused).code == "undo.done"
    assert refusal(lambda: undo("club", club.pk, last(club), by(owner)), Refused).code == "undo.never"
