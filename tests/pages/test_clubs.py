"""A club's pages: what is on, its people, invitations, passwords, its name."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from clubs.actions.people import make_owner
from clubs.models import Club, Invitation, Role, User
from tests.factories import (
    a_caller,
    a_club,
    a_club_owner,
    a_desk_helper,
    a_director,
    a_drawn_event,
    a_format,
    a_member,
    a_tournament,
    an_owner,
    match_of,
    named_players,
    play_code,
    play_out,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import TournamentSheet, open_event, open_tournament
from tournaments.actions.matches.results import start_match
from tournaments.models import Event

pytestmark = pytest.mark.django_db

NEWCOMER = {"name": "Noor Haddad", "email": "noor@barpoint.example", "password": "three words here"}


def a_browser(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def link_on(page: str) -> str:
    """Return the path of the link that a page shows this once."""
    return str(re.findall(r"<textarea[^>]*>http://testserver([^<]+)</textarea>", page)[0])


def an_event_of(club: Club, name: str) -> Event:
    """Return an event of four, drawn, of a tournament of this club."""
    tournament = open_tournament(club.pk, TournamentSheet(name), a_caller())
    event = open_event(tournament.pk, "Main", a_format("none"), a_caller())
    enter(event.pk, [Entry(player) for player in named_players(4)], a_caller())
    make_draw(event.pk, "63 55 21", a_caller())
    event.refresh_from_db()
    return event


# --- The front


def test_an_empty_club_teaches_who_directs_it_and_tells_the_rest(client: Client) -> None:
    club = a_club()

    director = a_browser(a_director(club)).get(f"/clubs/{club.pk}/").content.decode()
    anybody = client.get(f"/clubs/{club.pk}/").content.decode()

    assert "A club night takes two minutes" in director
    assert director.count(f'href="/clubs/{club.pk}/tournaments/new/"') == 1
    assert "No tournament yet." in anybody
    assert "tournaments/new" not in anybody


def test_tournaments_stand_under_what_they_are(client: Client) -> None:
    on = a_drawn_event(4, "none")
    club = on.tournament.club
    over = an_event_of(club, "Last Saturday")
    play_out(over)
    open_tournament(club.pk, TournamentSheet("Spring Open", "Europe/Madrid", date(2027, 3, 6)), a_caller())
    open_tournament(club.pk, TournamentSheet("Winter Open", "Europe/Madrid", date(2027, 1, 9)), a_caller())
    play_code(on, "A1")
    start_match(match_of(on, "A2").pk, a_caller())

    page = client.get(f"/clubs/{club.pk}/").content.decode()

    heads = re.findall(r"<h2[^>]*>\s*([^<]+?)\s*<|<bdi>([\w ]+)</bdi></a>", page)
    assert [head or name for head, name in heads] == [
        "On now", "Bilbao Autumn Open", "Next", "Winter Open", "Spring Open", "Latest results", "Last Saturday",
        "Past tournaments", "Last Saturday",
    ]  # fmt: skip
    assert re.search(r"<b>1</b> of 3 matches played", page)


@pytest.mark.parametrize("tournaments", [1, 3])
def test_the_front_asks_the_same_questions_however_much_is_on(client: Client, tournaments: int) -> None:
    club = a_club()
    for count in range(tournaments):
        a_tournament(club, f"Club night {count}")

    with CaptureQueriesContext(connection) as captured:
        client.get(f"/clubs/{club.pk}/")

    # The club, its streams, tournaments, ladders, seasons, nights, what is for members only, finals, news.
    assert len(captured) == 9


def test_an_unchanged_front_is_not_sent_again(client: Client) -> None:
    club = a_club()
    first = client.get(f"/clubs/{club.pk}/")

    again = client.get(f"/clubs/{club.pk}/", headers={"If-None-Match": first["ETag"]})
    a_tournament(club)
    changed = client.get(f"/clubs/{club.pk}/", headers={"If-None-Match": first["ETag"]})

    assert (again.status_code, changed.status_code) == (304, 200)


def test_ten_past_tournaments_and_a_link_to_all(client: Client) -> None:
    club = a_club()
    for count in range(11):
        play_out(an_event_of(club, f"Club night {count}"))

    page = client.get(f"/clubs/{club.pk}/").content.decode()
    whole = client.get(f"/clubs/{club.pk}/?past=all").content.decode()

    # Four of them stand under the latest results too.
    assert (page.count("Club night"), whole.count("Club night")) == (14, 15)
    assert "All 11" in page


def test_there_is_no_such_club(client: Client) -> None:
    assert client.get("/clubs/999/").status_code == 404


# --- Made and called


def test_the_first_thing_an_owner_is_asked_for_is_his_club(client: Client) -> None:
    owner = make_owner("itziar@barpoint.example", "Itziar", "three words here", a_caller())
    browser = a_browser(owner)

    page = browser.get("/clubs/new/").content.decode()
    answer = browser.post("/clubs/new/", {"name": "  Club  de   Bilbao ", "once": "a-key"})
    again = browser.post("/clubs/new/", {"name": "  Club  de   Bilbao ", "once": "a-key"})

    club = Club.objects.get()
    assert "Your club" in page
    assert (answer.status_code, answer["Location"], again["Location"]) == (303, *[f"/clubs/{club.pk}/"] * 2)
    assert club.name == "Club de Bilbao"
    assert Role.objects.live().get(club=club).user_id == owner.pk


def test_a_club_without_a_name_is_told_so_and_what_was_typed_stays() -> None:
    browser = a_browser(an_owner())

    empty = browser.post("/clubs/new/", {"name": ""})
    odd = browser.post("/clubs/new/", {"name": "Graz\u202e"})

    assert (empty.status_code, odd.status_code, Club.objects.count()) == (422, 422, 0)
    assert "<title>Problem:" in empty.content.decode()
    assert 'href="#id_name"' in odd.content.decode()
    assert "Graz" in odd.content.decode()


def test_an_owner_renames_his_club() -> None:
    club = a_club()

    answer = a_browser(a_club_owner(club)).post(f"/clubs/{club.pk}/settings/", {"name": "Wien"})

    assert answer.status_code == 303
    assert Club.objects.get().name == "Wien"


# --- People


def test_who_looks_sees_what_he_may_change() -> None:
    club = a_club()
    owner, director = a_club_owner(club), a_director(club)
    a_desk_helper(club)

    posted = a_browser(owner).get(f"/clubs/{club.pk}/members/").content.decode()
    seen = a_browser(director).get(f"/clubs/{club.pk}/members/").content.decode()

    assert re.findall(r'<p class="role">([^<]+)', posted) == ["Owner", "Director", "Desk helper"]
    assert (posted.count("<summary>"), seen.count("<summary>")) == (3, 0)
    assert re.findall(r'name="kind" value="(\w+)"', seen) == ["desk", "member"]


@pytest.mark.parametrize("people", [1, 3])
def test_the_page_of_people_asks_the_same_for_one_and_for_three(people: int) -> None:
    club = a_club()
    browser = a_browser(a_club_owner(club))
    for count in range(people):
        a_member(club, f"member{count}@barpoint.example")

    with CaptureQueriesContext(connection) as captured:
        browser.get(f"/clubs/{club.pk}/members/")

    assert len(captured) == 8


def test_an_invitation_is_shown_once_and_a_double_click_shows_the_same() -> None:
    club = a_club()
    browser = a_browser(a_club_owner(club))

    rows = [
        link_on(browser.post(f"/clubs/{club.pk}/members/", {"kind": "desk", "once": "a-key"}).content.decode())
        for _ in range(2)
    ]
    later = browser.get(f"/clubs/{club.pk}/members/").content.decode()

    assert rows[0] == rows[1]
    assert rows[0] not in later
    assert Invitation.objects.count() == 1
    assert len(rows[0].split("/")[2]) == 32


def test_a_newcomer_takes_his_invitation_and_is_in() -> None:
    club = a_club()
    page = a_browser(a_club_owner(club)).post(f"/clubs/{club.pk}/members/", {"kind": "desk"}).content.decode()
    guest, link = Client(), link_on(page)

    offered = guest.get(link).content.decode()
    answer = guest.post(link, NEWCOMER)

    assert "You are invited as: <strong>Desk helper</strong>" in offered
    assert (answer.status_code, answer["Location"]) == (303, f"/clubs/{club.pk}/")
    assert "Noor Haddad" in guest.get("/").content.decode()
    used = Client().get(link)
    assert (used.status_code, "This link has already been used" in used.content.decode()) == (409, True)


def test_what_a_newcomer_typed_wrong_is_told_and_stays() -> None:
    club = a_club()
    page = a_browser(a_club_owner(club)).post(f"/clubs/{club.pk}/members/", {"kind": "desk"}).content.decode()

    answer = Client().post(link_on(page), NEWCOMER | {"password": "short"})

    assert answer.status_code == 422
    assert 'value="Noor Haddad"' in answer.content.decode()
    assert not User.objects.filter(email=NEWCOMER["email"]).exists()


def test_who_is_signed_in_takes_an_invitation_by_one_button() -> None:
    club, other = a_club(), a_club("Wien")
    page = a_browser(a_club_owner(club)).post(f"/clubs/{club.pk}/members/", {"kind": "desk"}).content.decode()
    guest = a_browser(a_member(other))

    offered = guest.get(link_on(page)).content.decode()
    answer = guest.post(link_on(page))

    assert "You are signed in as" in offered
    assert "password" not in offered
    assert answer.status_code == 303
    assert Role.objects.live().filter(club=club, kind="desk", user__email="hannah@barpoint.example").exists()


def test_a_role_is_changed_and_the_line_is_marked() -> None:
    club = a_club()
    browser = a_browser(a_club_owner(club))
    helper = a_desk_helper(club)
    role = Role.objects.live().get(user=helper)

    answer = browser.post(f"/members/{role.pk}/", {"kind": "director"}, follow=True)

    assert f'<li id="person-{helper.pk}" class="changed">' in answer.content.decode()
    assert Role.objects.live().get(user=helper).kind == "director"


def test_a_removal_can_be_undone_by_the_button_beside_it() -> None:
    club = a_club()
    browser = a_browser(a_club_owner(club))
    helper = a_desk_helper(club)
    role = Role.objects.live().get(user=helper)

    page = browser.post(f"/members/{role.pk}/", {"how": "end"}, follow=True).content.decode()
    gone = not Role.objects.live().filter(user=helper).exists()
    browser.post(f"/members/{role.pk}/again/")

    assert f'action="/members/{role.pk}/again/"' in page
    assert gone
    assert Role.objects.live().get(user=helper).kind == "desk"


def test_the_last_owner_stays_and_is_told_why() -> None:
    club = a_club()
    owner = a_club_owner(club)

    answer = a_browser(owner).post(f"/members/{Role.objects.live().get(user=owner).pk}/", {"how": "end"})

    assert answer.status_code == 409
    assert "A club needs at least one owner" in answer.content.decode()


def test_a_forgotten_password_is_set_anew_by_a_link() -> None:
    club = a_club()
    helper = a_desk_helper(club)
    browser = a_browser(a_club_owner(club))
    role = Role.objects.live().get(user=helper)

    link = link_on(browser.post(f"/members/{role.pk}/password/").content.decode())
    guest = Client()
    answer = guest.post(link, {"password": "five words are enough here"})

    assert answer.status_code == 303
    assert User.objects.get(pk=helper.pk).check_password("five words are enough here")
    assert "Sten" in guest.get("/").content.decode()
    assert Client().get(link).status_code == 409
    assert Client().get("/new-password/guessed/").status_code == 404


def test_an_invitation_that_nobody_used_is_ended() -> None:
    club = a_club()
    browser = a_browser(a_director(club))
    link = link_on(browser.post(f"/clubs/{club.pk}/members/", {"kind": "desk"}).content.decode())

    browser.post(f"/members/invitations/{Invitation.objects.get().pk}/end/")

    assert Client().get(link).status_code == 409
    assert "Invited" not in browser.get(f"/clubs/{club.pk}/members/").content.decode()
