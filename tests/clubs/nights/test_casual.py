"""Casual matches: reported by both players, settled by the clock, decided by the desk; and nights for members only."""

from datetime import time, timedelta

import pytest
from django.core.exceptions import PermissionDenied
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from clubs.actions.casual import CasualScore, claim_casual, decide_casual, report_casual
from clubs.actions.nights import NightSheet, plan_nights
from clubs.actions.persons.claiming import claim_person, offer_person
from clubs.actions.persons.details import add_person
from clubs.actions.persons.merging import merge_people
from clubs.actions.persons.steps import PersonSheet
from clubs.actions.undo import undo
from clubs.models import Club, User
from clubs.read.casual import casual_match, casual_matches
from journal import book
from journal.models import Record
from journal.verify import verify
from rules.errors import RuleBroken
from tests.clubs.ladders.ladders import at
from tests.factories import Program, a_caller, a_club, a_desk_helper, a_director, a_member, a_stranger, by

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return a_club()


def a_player(club: Club, name: str) -> tuple[int, User]:
    """Return a person of the club with the user who claimed them."""
    person, user = a_person(club, name), a_member(club, f"{name.split()[0].lower()}@barpoint.example")
    secret = f"a-secret-of-{name}"
    offer_person(person, secret, a_caller())
    claim_person(secret, by(user))
    return person, user


def a_person(club: Club, name: str) -> int:
    return add_person(club.pk, PersonSheet(name), "full", a_caller()).person


def code_of(refused: pytest.ExceptionInfo[RuleBroken]) -> str:
    return refused.value.code


def test_two_equal_reports_settle_a_match_and_the_loser_has_the_last_word_on_the_score(club: Club) -> None:
    (petra, user), (falk, other) = a_player(club, "Petra Horvat"), a_player(club, "Falk Brenner")

    reported = report_casual(club.pk, falk, 7, CasualScore(petra, 7, 4), by(user))
    settled = claim_casual(reported.row.pk, CasualScore(petra, 7, 5), by(other))

    assert (reported.result, reported.winner, settled.winner, settled.points) == (None, petra, petra, (7, 5))
    assert casual_match(reported.row.pk).points == (7, 5)
    assert verify() == []


def test_the_loser_settles_it_alone_the_winner_after_a_day(club: Club) -> None:
    (petra, user), falk = a_player(club, "Petra Horvat"), a_person(club, "Falk Brenner")
    with at("2027-03-05T21:00"):
        lost = report_casual(club.pk, falk, 5, CasualScore(falk, 5, 1), by(user))
        won = report_casual(club.pk, falk, 5, CasualScore(petra, 5, 1), by(user))
    states = []
    for when in ("2027-03-06T20:59", "2027-03-06T21:00"):
        with at(when), book.page(club.stream.name, a_caller()):
            pass
        states.append(casual_match(won.row.pk).result is not None)

    assert lost.result is not None
    assert states == [False, True]
    assert f"{Record.objects.filter(verb='casual.settled').latest('number').at:%d %H:%M}" == "06 21:00"
    assert verify() == []


def test_different_results_wait_for_the_desk_and_a_decision_can_be_undone(club: Club) -> None:
    (petra, user), (falk, other) = a_player(club, "Petra Horvat"), a_player(club, "Falk Brenner")
    match = report_casual(club.pk, falk, 7, CasualScore(petra, 7, 4), by(user)).row.pk
    disputed = claim_casual(match, CasualScore(falk, 7, 6), by(other))
    helper = a_desk_helper(club)

    decided = decide_casual(match, CasualScore(falk, 7, 6), by(helper))
    undo("club", club.pk, Record.objects.get(verb="casual.decided").number, by(helper))
    void = decide_casual(match, None, by(helper))

    assert (disputed.is_disputed, disputed.winner, disputed.deadline) == (True, None, None)
    assert (decided.winner, decided.points) == (falk, (7, 6))
    assert (void.winner, void.points, casual_match(match).winner) == (None, None, None)
    with pytest.raises(RuleBroken) as refused:
        claim_casual(match, CasualScore(petra, 7, 4), by(user))
    assert code_of(refused) == "casual.over"
    assert verify() == []


@pytest.mark.parametrize(
    ("length", "won", "lost", "code"),
    [(7, 7, 7, "casual.points"), (7, 8, 3, "casual.points"), (0, 1, 0, "casual.length"), (100, 7, 3, "casual.length")],
)
def test_a_score_must_be_possible(club: Club, length: int, won: int, lost: int, code: str) -> None:
    (petra, user), falk = a_player(club, "Petra Horvat"), a_person(club, "Falk Brenner")

    with pytest.raises(RuleBroken) as refused:
        report_casual(club.pk, falk, length, CasualScore(petra, won, lost), by(user))

    assert (code_of(refused), casual_matches(club.pk)) == (code, [])


def test_only_its_players_report_a_match_and_nobody_plays_themselves_or_a_stranger(club: Club) -> None:
    (petra, user), falk = a_player(club, "Petra Horvat"), a_person(club, "Falk Brenner")
    elsewhere = a_person(a_club("Wien"), "Uwe Altmann")
    match = report_casual(club.pk, falk, 7, CasualScore(petra, 7, 4), by(user)).row.pk

    for opponent, code in ((petra, "casual.self"), (elsewhere, "person.clubs"), (10**9, "person.unknown")):
        with pytest.raises(RuleBroken) as refused:
            report_casual(club.pk, opponent, 7, CasualScore(petra, 7, 4), by(user))
        assert code_of(refused) == code
    with pytest.raises(PermissionDenied):
        claim_casual(match, CasualScore(petra, 7, 4), by(a_member(club)))
    with pytest.raises(PermissionDenied):
        report_casual(club.pk, falk, 7, CasualScore(petra, 7, 4), by(a_stranger()))
    with pytest.raises(PermissionDenied):
        decide_casual(match, None, by(user))


def test_a_match_follows_its_players_through_a_merge(club: Club) -> None:
    (petra, user), falk, twin = a_player(club, "Petra Horvat"), a_person(club, "Falk Brenner"), a_person(club, "F B")
    match = report_casual(club.pk, twin, 7, CasualScore(twin, 7, 4), by(user)).row.pk

    merge_people(twin, falk, a_caller())

    assert (casual_match(match).winner, casual_match(match).players) == (falk, (petra, falk))


def test_members_report_and_confirm_on_the_page_and_the_desk_decides(club: Club, client: Client) -> None:
    (petra, user), (falk, other) = a_player(club, "Petra Horvat"), a_player(club, "Falk Brenner")
    address = f"/clubs/{club.pk}/matches/"
    form = {"opponent": str(falk), "length": "7", "winner": "own", "won": "7", "lost": "4"}
    client.force_login(user)
    assert client.post(address, form).status_code == 303
    refused = client.post(address, form | {"won": "9"})
    client.force_login(other)
    page = " ".join(client.get(address).content.decode().split())
    match = casual_matches(club.pk)[0].row.pk
    confirm = {"do": "claim", "match": str(match), "winner": str(petra), "won": "7", "lost": "4"}

    assert "The winner has more points" in refused.content.decode()
    assert "Confirm: Petra Horvat won 7–4" in page
    assert client.post(address, confirm).status_code == 303
    assert "against <bdi>Falk Brenner</bdi>, to 7" in " ".join(client.get(address).content.decode().split())
    client.force_login(a_director(club, "itziar@barpoint.example"))
    memory = client.get(f"/clubs/{club.pk}/memory/").content.decode()
    assert "<bdi>Petra Horvat</bdi> reported a casual match: <bdi>Petra Horvat</bdi> won <bdi>7–4</bdi>" in memory


def test_a_page_of_casual_matches_needs_as_many_statements_for_many_as_for_two(club: Club, client: Client) -> None:
    (petra, user), falk = a_player(club, "Petra Horvat"), a_person(club, "Falk Brenner")
    client.force_login(user)
    counted = []
    for _ in range(3):
        report_casual(club.pk, falk, 7, CasualScore(falk, 7, 4), by(user))
        report_casual(club.pk, falk, 7, CasualScore(petra, 7, 4), by(user))
        with CaptureQueriesContext(connection) as captured:
            client.get(f"/clubs/{club.pk}/matches/")
        counted.append(len(captured))

    assert len(set(counted)) == 1


def test_a_program_reports_confirms_and_decides(club: Club) -> None:
    (petra, user), (falk, other) = a_player(club, "Petra Horvat"), a_player(club, "Falk Brenner")

    made = Program(user).post(
        f"clubs/{club.pk}/matches/", {"opponent": falk, "length": 7, "winner": petra, "won": 7, "lost": 2}
    )
    claimed = Program(other).post(f"casual-matches/{made.data['id']}/claims/", {"winner": falk, "won": 7, "lost": 2})
    decided = Program(a_director(club, "itziar@barpoint.example")).post(
        f"casual-matches/{made.data['id']}/decision/", {}
    )

    assert (made.status, made.data["state"], claimed.data["state"]) == (201, "waiting", "disputed")
    assert (decided.data["state"], decided.data["winner"]) == ("void", None)
    assert [each["id"] for each in Program(user).get(f"clubs/{club.pk}/matches/").data] == [made.data["id"]]


def test_nights_for_members_are_closed_to_everybody_else(club: Club, client: Client) -> None:
    sheet = NightSheet("Tuesday night", timezone.localdate() + timedelta(days=3), time(19, 30), "Europe/Madrid")
    plan_nights(club.pk, sheet, a_caller())
    nights, feed, front = f"/clubs/{club.pk}/nights/", f"/clubs/{club.pk}/nights.ics", f"/clubs/{club.pk}/"
    client.force_login(a_director(club))

    assert client.post(nights, {"do": "members"}).status_code == 303

    visitor = Client()
    assert [visitor.get(each).status_code for each in (nights, feed, f"/api/v1{nights}")] == [302, 404, 401]
    assert "Tuesday night" not in visitor.get(front).content.decode()
    client.force_login(a_member(club))
    assert "Tuesday night" in client.get(nights).content.decode()
    assert "Tuesday night" in client.get(front).content.decode()
    assert Program(a_director(club, "ilir@barpoint.example")).post(
        f"clubs/{club.pk}/sights/", {"kind": "nights", "public": True}
    ).data == {"changed": True}
    assert visitor.get(nights).status_code == 200
    assert verify() == []
