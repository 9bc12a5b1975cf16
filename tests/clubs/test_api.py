"""The API of a club's people: the same actions, refusals and links as on the pages."""

import pytest
from django.test import Client

from clubs.models import Club, Invitation, Role
from journal.models import Page
from tests.factories import Program, a_club, a_club_owner, a_desk_helper, a_director, a_stranger

pytestmark = pytest.mark.django_db


def test_an_owner_gives_changes_and_ends_a_role() -> None:
    club = a_club()
    owner, stranger = Program(a_club_owner(club)), a_stranger()

    given = owner.post(f"clubs/{club.pk}/roles/", {"email": stranger.email, "kind": "desk"})
    changed = owner.patch(f"roles/{given.data['id']}/", {"kind": "director"})
    ended = owner.post(f"roles/{changed.data['id']}/end/")

    assert (given.status, given.data["kind"], given.data["user"]) == (201, "desk", stranger.pk)
    assert (changed.status, changed.data["kind"]) == (200, "director")
    assert ended.status == 200
    assert not Role.objects.live().filter(user=stranger).exists()
    assert owner.post(f"roles/{changed.data['id']}/end/").code == "role.over"


def test_only_directors_of_the_club_see_its_people() -> None:
    club = a_club()
    director, helper = a_director(club), a_desk_helper(club)

    answer = Program(director).get(f"clubs/{club.pk}/roles/")

    assert [(each["kind"], each["email"]) for each in answer.data] == [
        ("director", director.email),
        ("desk", helper.email),
    ]
    assert Program(helper).get(f"clubs/{club.pk}/roles/").status == 403
    assert Program(None).get(f"clubs/{club.pk}/roles/").status == 401
    assert Program(director).get("clubs/999/roles/").code == "club.unknown"


def test_a_repeated_request_gets_the_path_of_the_invitation_again_and_no_row_stores_it() -> None:
    club = a_club()
    owner = Program(a_club_owner(club))

    made = [owner.post(f"clubs/{club.pk}/invitations/", {"kind": "desk"}, Idempotency_Key="a-key") for _ in range(2)]

    secret = made[0].data["path"].split("/")[2]
    assert (made[0].status, made[0].data) == (201, made[1].data)
    assert Client().get(made[0].data["path"]).status_code == 200
    assert secret not in str(list(Page.objects.values())) + str(list(Invitation.objects.values()))
    assert Invitation.objects.count() == 1


def test_a_link_is_listed_without_its_path_and_ended() -> None:
    club = a_club()
    director = Program(a_director(club))
    made = director.post(f"clubs/{club.pk}/invitations/", {"kind": "member"})

    listed = director.get(f"clubs/{club.pk}/invitations/").data
    ended = director.post(f"invitations/{made.data['id']}/end/")

    assert [sorted(each) for each in listed] == [["ends_at", "id", "kind"]]
    assert ended.status == 200
    assert Client().get(made.data["path"]).status_code == 409
    assert director.get(f"clubs/{club.pk}/invitations/").data == []


def test_a_club_is_renamed() -> None:
    club = a_club()

    answer = Program(a_club_owner(club)).patch(f"clubs/{club.pk}/", {"name": "Wien"})

    assert (answer.status, answer.data, Club.objects.get().name) == (200, {"name": "Wien"}, "Wien")


def test_invalid_requests_are_refused_with_their_code() -> None:
    club = a_club()
    owner = Program(a_club_owner(club))

    assert owner.post(f"clubs/{club.pk}/roles/", {"email": "nobody@x.example", "kind": "desk"}).code == "user.unknown"
    assert owner.post(f"clubs/{club.pk}/invitations/", {"kind": "king"}).code == "role.kind"
    assert owner.post(f"clubs/{club.pk}/invitations/", {}).code == "unreadable"
    assert owner.patch("roles/999/", {"kind": "desk"}).code == "role.unknown"
    assert owner.post("invitations/999/end/").code == "invitation.unknown"


def test_a_preview_makes_no_link() -> None:
    club = a_club()

    answer = Program(a_club_owner(club)).post(f"clubs/{club.pk}/invitations/?preview=1", {"kind": "desk"})

    assert (answer.status, "path" in answer.data) == (200, False)
    assert Invitation.objects.count() == 0
