"""The end of a chouette on its pages: payments, closing, reopening; two tables; a file that becomes a session."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.playing import record_happening
from clubs.actions.chouettes.settings import HouseSheet, allow_money, set_house_rules
from clubs.actions.nights import NightSheet, check_in, plan_nights
from clubs.actions.persons.details import add_person
from clubs.actions.persons.steps import PersonSheet
from clubs.models import Chouette, ChouettePerson, Club
from clubs.models.chouettes import MONEY_NOTICE, Shown
from clubs.read.books import balance_of
from clubs.read.chouettes.numbered import read_happening
from clubs.read.chouettes.rules import house_rules_of, is_money_allowed
from clubs.read.chouettes.view import chouette_view
from journal.verify import verify
from rules.chouette.options import CounterDouble, Cubes, Options
from tests.factories import a_caller, a_club, a_club_owner, a_desk_helper, a_director, a_member, a_stranger

pytestmark = pytest.mark.django_db

START: dict[str, Any] = {"do": "start"}
WON: dict[str, Any] = {"do": "win", "side": "box", "kind": "single"}


def signed_in(user: Any) -> Client:
    client = Client()
    client.force_login(user)
    return client


def a_table(club: Club, *happenings: dict[str, Any], people: str = "Ann Bob Cid") -> int:
    """Return a chouette by the club's house rules in which this happened."""
    pk = open_session(club.pk, Sitting(tuple(people.split())), a_caller()).id
    for each in happenings:
        record_happening(pk, read_happening(each), a_caller())
    return pk


def a_money_club() -> Club:
    """Return a club that plays for 25 cents a point and keeps books."""
    club = a_club()
    allow_money(club.pk, MONEY_NOTICE, a_caller())
    set_house_rules(club.pk, HouseSheet(options=Options(stake_minor=25, currency="EUR"), in_books=True), a_caller())
    return club


def text_of(answer: Any) -> str:
    return re.sub(r"\s+", " ", answer.text)


def balances(pk: int) -> dict[str, int]:
    return {each.name: each.balance for each in chouette_view(pk).people}


def in_the_books(club: Club, pk: int) -> dict[str, int]:
    people = ChouettePerson.objects.filter(chouette=pk)
    return {each.name: balance_of(club.stream_id, "player", each.pk) for each in people}


def test_payments_of_the_settlement_are_marked_and_taken_back() -> None:
    club = a_club()
    pk = a_table(club, START, WON)
    desk, path = signed_in(a_desk_helper(club)), f"/chouettes/{pk}/payments/"

    marked = desk.post(path, {"payer": "2", "payee": "1", "amount": "1", "seen": "2"})
    after = text_of(desk.get(f"/chouettes/{pk}/sheet/"))
    again = desk.post(path, {"payer": "2", "payee": "1", "amount": "1", "seen": "2"})

    assert (marked.status_code, again.status_code) == (303, 409)
    assert balances(pk) == {"Ann": 1, "Bob": 0, "Cid": -1}
    assert "<bdi>Bob</bdi> paid <bdi>Ann</bdi> 1 point" in after
    assert "One payment settles it" in after
    assert desk.post(path, {"do": "undo", "turn": "3", "seen": "3"}).status_code == 303
    assert balances(pk) == {"Ann": 2, "Bob": -1, "Cid": -1}


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"payer": "2", "payee": "1", "sum": "abc"}, 422),
        ({"payer": "9", "payee": "1", "sum": "1"}, 422),
        ({"payer": "2", "payee": "2", "sum": "1"}, 422),
        ({"payer": "2", "payee": "1", "sum": "0"}, 422),
        ({"do": "undo", "turn": "1"}, 422),
    ],
)
def test_payments_that_cannot_be_are_refused_on_the_sheet(fields: dict[str, str], status: int) -> None:
    club = a_money_club()
    pk = a_table(club, START, WON)

    answer = signed_in(a_desk_helper(club)).post(f"/chouettes/{pk}/payments/", fields)

    assert (answer.status_code, "There is a problem" in answer.text) == (status, True)
    assert balances(pk) == {"Ann": 50, "Bob": -25, "Cid": -25}


def test_closing_posts_to_the_books_and_reopening_takes_it_back() -> None:
    club = a_money_club()
    pk = a_table(club, START, WON)
    desk, path = signed_in(a_desk_helper(club)), f"/chouettes/{pk}/closing/"

    shown = text_of(desk.get(path))
    closed = desk.post(path, {"do": "close", "unit": "0.50", "seen": "2"})

    assert "is posted to the club’s books" in shown
    assert closed.status_code == 303
    assert sorted(in_the_books(club, pk).values()) == [-50, 0, 50]
    view = chouette_view(pk)
    assert view.closed is not None
    assert view.closed.unit == 50
    assert "Reopen the chouette" in text_of(desk.get(f"/chouettes/{pk}/sheet/"))
    assert desk.post(path, {"do": "reopen", "seen": "3"}).status_code == 303
    assert in_the_books(club, pk) == {"Ann": 0, "Bob": 0, "Cid": 0}
    assert verify() == []


def test_a_running_game_is_finished_before_closing() -> None:
    club = a_club()
    pk = a_table(club, START)
    desk = signed_in(a_desk_helper(club))

    page, refused = desk.get(f"/chouettes/{pk}/closing/"), desk.post(f"/chouettes/{pk}/closing/", {"do": "close"})

    assert "Game 1 is running. Finish it, or undo it at the table" in text_of(page)
    assert (refused.status_code, chouette_view(pk).closed) == (422, None)


def test_a_table_of_six_splits_and_is_merged_again() -> None:
    club = a_club()
    pk = a_table(club, START, WON, people="Ann Bob Cid Dee Eve Fay")
    desk, path = signed_in(a_desk_helper(club)), f"/chouettes/{pk}/tables/"

    shown = text_of(desk.get(path))
    with_newcomer = text_of(desk.get(path, {"newcomers": "Gus\nHal"}))
    split = desk.post(path, {"do": "split", "people_typed": "Fay\nEve\nBob", "order": "typed", "seen": "2"})

    new = Chouette.objects.latest("pk").pk
    assert "At the new table: <bdi>Eve, Fay and Bob</bdi>. Here: <bdi>Ann, Cid and Dee</bdi>." in shown
    assert "<bdi>Fay, Bob, Gus and Hal</bdi>" in with_newcomer
    assert split.status_code == 303
    assert [chouette_view(each).table.order.people for each in (pk, new)] == [
        ("Ann", "Cid", "Dee"), ("Fay", "Eve", "Bob"),
    ]  # fmt: skip
    assert "Fay, Eve and Bob" in text_of(desk.get(path))
    assert desk.post(path, {"do": "merge", "source": str(new), "seen": "3"}).status_code == 303
    assert chouette_view(pk).table.order.people == ("Ann", "Cid", "Dee", "Fay", "Eve", "Bob")
    assert "Everybody went on at another table." in desk.get(f"/chouettes/{new}/closing/").text


def test_a_split_with_others_than_those_who_move_is_refused() -> None:
    club = a_club()
    pk = a_table(club, people="Ann Bob Cid Dee Eve Fay")

    answer = signed_in(a_desk_helper(club)).post(
        f"/chouettes/{pk}/tables/", {"do": "split", "people_typed": "Ann\nBob\nCid", "order": "typed"}
    )

    assert (answer.status_code, Chouette.objects.count()) == (422, 1)


def test_the_file_of_a_session_opens_another_with_the_same_points() -> None:
    club = a_club()
    pk = a_table(club, START, WON, START, WON)
    member, path = signed_in(a_member(club)), f"/clubs/{club.pk}/chouettes/import/"
    content = signed_in(a_desk_helper(club)).get(f"/chouettes/{pk}/session.json").content

    looked = member.post(path, {"file": SimpleUploadedFile("session.json", content)})
    opened = member.post(path, {"text": content.decode(), "do": "open", "once": "k"})

    assert "next box <bdi>Ann</bdi>, crew <bdi>Bob and Cid</bdi>" in text_of(looked)
    assert opened.status_code == 303
    assert balances(int(opened["Location"].split("/")[2])) == {"Ann": 4, "Bob": -2, "Cid": -2}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Choose a file, or paste its text."),
        ("{", "This is not a JSON file."),
        ('{"people": ["Ann", "Bob", "Cid"], "expect": {"totals": {"Ann": NaN}}}', "This is not a JSON file."),
        ('{"people": ["Ann", "Bob", "Cid"], "expect": {"totals": {"Ann": 1e999}}}', "This is not a JSON file."),
        ('{"people": ["Ann", "Bob", "Cid"], "order": ["Ann", "Bob", "Cid"], "games": [], "odd": 1}', "Not known in"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(text: str, words: str) -> None:
    club = a_club()

    answer = signed_in(a_member(club)).post(f"/clubs/{club.pk}/chouettes/import/", {"text": text, "do": "open"})

    assert (answer.status_code, words in answer.text) == (422, True)
    assert not Chouette.objects.exists()


def posted_rules(**fields: str) -> dict[str, str]:
    """Return a posted form of house rules: those of Cambridge as they were filled in."""
    filled = {"preset": "cambridge", "filled_in": "cambridge", "shown": "line", "cubes": "multi", "jacoby": "on",
              "join_position": "ahead_of_loser", "consult": "after_cube_turned", "counter_double": "none",
              "auto_limit": "0"}  # fmt: skip
    return filled | fields


def test_house_rules_start_from_a_preset_whose_fields_are_shown_first() -> None:
    club = a_club()
    director, path = signed_in(a_director(club)), f"/clubs/{club.pk}/chouettes/rules/"

    shown = text_of(director.post(path, {"preset": "cambridge", "do": "fill", "shown": "line", "seen": "0"}))
    saved = director.post(path, posted_rules(counter_double="beaver", jacoby="", seen="0"))

    assert re.search(r'value="ahead_of_loser"[^>]* checked', shown)
    assert re.search(r'<input type="checkbox" name="jacoby" id="id_jacoby" checked', shown)
    assert saved.status_code == 303
    house = house_rules_of(club.pk)
    assert (house.shown, house.options.cubes, house.options.counter_double) == (
        Shown.LINE, Cubes.MULTI, CounterDouble.BEAVER,
    )  # fmt: skip
    assert not house.options.jacoby
    assert director.post(path, posted_rules(seen="0")).status_code == 409


def test_options_that_contradict_each_other_are_named_by_their_labels() -> None:
    club = a_club()

    answer = signed_in(a_director(club)).post(
        f"/clubs/{club.pk}/chouettes/rules/", posted_rules(lone_taker_must_beaver="on")
    )

    assert answer.status_code == 422
    assert "“A lone taker must beaver” and “Beavers”" in answer.text


def test_money_is_off_until_an_owner_confirms_the_notice_and_limits_hold() -> None:
    club = a_club()
    owner, path = signed_in(a_club_owner(club)), f"/clubs/{club.pk}/chouettes/money/"
    rules = f"/clubs/{club.pk}/chouettes/rules/"

    unread = owner.post(path, {"do": "allow", "notice": "1"})
    before = owner.get(rules).text
    old = owner.post(path, {"do": "allow", "notice": "9", "read": "1"})
    allowed = owner.post(path, {"do": "allow", "notice": "1", "read": "1"})
    fields = posted_rules(
        currency="eur", stake="0.50", stake_limit="1", loss_limit="20", rounding="0.50", in_books="on"
    )
    saved = owner.post(rules, fields)

    assert (unread.status_code, old.status_code, allowed.status_code, saved.status_code) == (422, 409, 303, 303)
    assert "Points only. An owner of the club can allow money." in text_of(owner.get(path)) + before
    options = house_rules_of(club.pk).options
    assert (options.stake_minor, options.stake_limit_minor, options.loss_limit_minor, options.rounding_minor) == (
        50, 100, 2000, 50,
    )  # fmt: skip
    new = f"/clubs/{club.pk}/chouettes/new/"
    people = {"people_typed": "Ann\nBob\nCid", "order": "typed", "currency": "EUR"}
    assert owner.post(new, people | {"stake": "2"}).status_code == 422
    assert owner.post(new, people | {"stake": ""}).status_code == 303
    assert chouette_view(Chouette.objects.latest("pk").pk).options.stake_minor == 0
    assert owner.post(path, {"do": "end"}).status_code == 303
    assert not is_money_allowed(club.pk)


def test_after_money_has_ended_a_new_chouette_is_played_for_points() -> None:
    club = a_money_club()
    owner = signed_in(a_club_owner(club))
    owner.post(f"/clubs/{club.pk}/chouettes/money/", {"do": "end"})

    answer = owner.post(f"/clubs/{club.pk}/chouettes/new/", {"people_typed": "Ann\nBob\nCid", "order": "typed"})

    assert answer.status_code == 303
    assert not chouette_view(Chouette.objects.latest("pk").pk).is_for_money


def a_night_tonight(club: Club, *people: tuple[str, str]) -> list[int]:
    """Plan a night that is on now, and check these people in: name and home club."""
    at = timezone.now() - timedelta(minutes=5)
    night = plan_nights(club.pk, NightSheet("Tonight", at.date(), at.time(), "UTC"), a_caller())[0]
    keys = [add_person(club.pk, PersonSheet(name, home_club=home), "", a_caller()).person for name, home in people]
    for key in keys:
        check_in(night.pk, key, True, a_caller())
    return keys


def test_those_checked_in_tonight_are_chosen_by_a_tap_and_namesakes_told_apart() -> None:
    club = a_club()
    keys = a_night_tonight(club, ("Ana Ruiz", "Bilbao"), ("Ana Ruiz", "Gasteiz"), ("Ilir Shehu", ""))
    member, path = signed_in(a_member(club)), f"/clubs/{club.pk}/chouettes/new/"

    page = text_of(member.get(f"{path}?here=all"))
    answer = member.post(path, {"here": [str(key) for key in keys], "people_typed": "Dee", "order": "typed"})

    assert [f"<bdi>{name}</bdi>" in page for name in ("Ana Ruiz (Bilbao)", "Ana Ruiz (Gasteiz)", "Ilir Shehu")] == [
        True, True, True,
    ]  # fmt: skip
    assert len(re.findall(r'name="here"[^>]* checked', page)) == 3
    people = chouette_view(int(answer["Location"].split("/")[2])).people
    assert {each.name: each.person for each in people} == dict(
        zip(("Ana Ruiz (Bilbao)", "Ana Ruiz (Gasteiz)", "Ilir Shehu", "Dee"), [*keys, None], strict=True)
    )


def test_somebody_who_joins_by_a_tap_is_the_person_of_the_club() -> None:
    club = a_club()
    key = a_night_tonight(club, ("Ana Ruiz", "Bilbao"))[0]
    pk, desk = a_table(club), signed_in(a_desk_helper(club))

    state = desk.get(f"/chouettes/{pk}/").text
    words = json.dumps({"do": "join", "who": "Ana Ruiz"})
    joined = desk.post(f"/chouettes/{pk}/", {"words": words, "present": str(key), "seen": "0"})

    assert f"[&quot;Ana Ruiz&quot;, {key}]" in state
    assert (joined.status_code, chouette_view(pk).person("Ana Ruiz").person) == (303, key)


@pytest.mark.parametrize(
    ("shown", "answers", "words"),
    [
        (Shown.NOTHING, (302, 403), ""),
        (Shown.LINE, (200, 200), "3 people"),
        (Shown.POINTS, (200, 200), "<bdi>Ann, Bob and Cid</bdi>"),
    ],
)
def test_people_outside_see_as_much_of_the_list_as_the_club_says(
    shown: Shown, answers: tuple[int, int], words: str
) -> None:
    club = a_club()
    set_house_rules(club.pk, HouseSheet(shown=shown), a_caller())
    a_table(club)

    pages = [each.get(f"/clubs/{club.pk}/chouettes/") for each in (Client(), signed_in(a_stranger()))]

    assert tuple(page.status_code for page in pages) == answers
    assert [words in text_of(page) for page in pages] == [True, True]
    assert all("Ann" not in page.text for page in pages) or shown is Shown.POINTS
