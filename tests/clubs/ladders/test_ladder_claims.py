"""Results of a ladder that both players report from their phones, and who may look at a ladder."""

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.test import Client

from clubs.actions.ladders.entering import Entry, enter_on_ladder, join_ladder
from clubs.actions.sights import show_to
from clubs.actions.undo import undo
from clubs.models import Club, Sight, User
from clubs.read.ladders.claims import claims_on, waiting_claims
from clubs.read.ladders.view import LadderView, ladder_of, ladder_view
from journal import book
from journal.models import Record
from journal.refusals import Refused
from journal.verify import verify
from tests.clubs.ladders.ladders import a_ladder, at, enter, order
from tests.factories import Program, a_caller, a_club, a_desk_helper, a_director, a_member, a_stranger, by

pytestmark = pytest.mark.django_db

JON, KAI = 7, 8


@pytest.fixture
def club() -> Club:
    return a_club()


@pytest.fixture
def jon(club: Club) -> User:
    return a_member(club, "jon@barpoint.example")


@pytest.fixture
def kai(club: Club) -> User:
    return a_member(club, "kai@barpoint.example")


@pytest.fixture
def view(club: Club, jon: User, kai: User) -> LadderView:
    """A ladder on which Kai, at the bottom, challenges Jon; both have an account and a week to play."""
    ladder = a_ladder(club, preset="rac")
    with at("2026-03-03T20:00"):
        join_ladder(ladder.ladder.pk, "", by(jon))
        join_ladder(ladder.ladder.pk, "", by(kai))
    return enter(ladder, "2026-03-03T21:00", "challenge", by(kai), a=KAI, b=JON)


def says(view: LadderView, who: User, when: str, winner: int, points: tuple[int, int] = (7, 3)) -> LadderView:
    return enter(view, when, "result", by(who), challenge=1, winner=winner, points=points)


def now(view: LadderView, when: str) -> LadderView:
    """Let the clock run up to a time."""
    with at(when), book.page(view.ladder.club.stream.name, a_caller()):
        pass
    return ladder_view(ladder_of(view.ladder.pk))


def waiting(view: LadderView) -> list[int]:
    return list(waiting_claims(view, claims_on([view.ladder.pk])))


def test_a_claim_of_the_winner_waits_and_the_same_of_the_loser_settles_it(
    view: LadderView, jon: User, kai: User
) -> None:
    claimed = says(view, kai, "2026-03-05T21:00", KAI, (7, 5))
    waited = waiting(claimed)
    agreed = says(view, jon, "2026-03-05T21:02", KAI, (7, 4))

    assert (order(claimed), waited, waiting(agreed)) == ("ABCDEFJK", [1], [])
    assert order(agreed) == "ABCDEFKJ"
    assert (agreed.results[1].won, agreed.results[1].lost) == (7, 4)
    # It counts from when it was first reported.
    assert f"{agreed.changes[-1].at:%H:%M}" == "21:00"
    assert verify() == []


def test_a_claim_against_oneself_settles_it_at_once(view: LadderView, jon: User) -> None:
    assert order(says(view, jon, "2026-03-05T21:00", KAI)) == "ABCDEFKJ"


def test_a_claim_alone_is_settled_by_the_clock_after_a_day(view: LadderView, kai: User) -> None:
    says(view, kai, "2026-03-05T21:00", KAI)

    before = now(view, "2026-03-06T20:59")
    waited = waiting(before)
    after = now(view, "2026-03-06T21:00")

    assert (order(before), waited) == ("ABCDEFJK", [1])
    assert (order(after), waiting(after)) == ("ABCDEFKJ", [])
    record = Record.objects.filter(stream=view.ladder.club.stream, verb="ladder.result").get()
    assert f"{record.at:%d %H:%M}" == "06 21:00"
    assert verify() == []


def test_a_claim_is_settled_before_the_deadline_of_its_match(view: LadderView, jon: User) -> None:
    # The week ends on 10 March at 21:00: without the claim Kai would have won.
    says(view, jon, "2026-03-10T20:50", JON)

    view = now(view, "2026-03-10T21:00")

    # A challenge that fails drops the challenger, who is last already, and lifts the defender.
    assert order(view) == "ABCDEJFK"
    assert {each.reason for each in view.changes if each.number == 1} == {"defended", "made_room"}
    assert view.results[1].winner == JON


def test_two_different_results_wait_for_the_desk_also_beyond_the_deadline(
    view: LadderView, club: Club, jon: User, kai: User, client: Client
) -> None:
    says(view, kai, "2026-03-05T21:00", KAI)
    says(view, jon, "2026-03-05T21:05", JON)
    late = now(view, "2026-03-12T12:00")
    with at("2026-03-12T12:30"):
        client.force_login(a_desk_helper(club))
    page, waited = client.get(f"/ladders/{view.ladder.pk}/").content.decode(), waiting(late)

    decided = enter(late, "2026-03-12T13:00", "result", challenge=1, winner=JON, points=(7, 6))

    # Not played in time: the challenger won, until the desk said that it was played.
    assert (order(late), waited) == ("ABCDEFKJ", [1])
    assert "Two different results" in page
    assert (order(decided), waiting(decided)) == ("ABCDEJFK", [])
    assert verify() == []


def test_both_may_still_agree_after_they_differed(view: LadderView, jon: User, kai: User) -> None:
    says(view, kai, "2026-03-05T21:00", KAI)
    says(view, jon, "2026-03-05T21:05", JON)

    view = says(view, kai, "2026-03-05T21:10", JON, (7, 2))

    assert (order(view), view.results[1].winner, view.results[1].lost) == ("ABCDEJFK", JON, 2)


def test_nobody_gets_out_of_a_match_that_was_reported(view: LadderView, jon: User, kai: User) -> None:
    says(view, jon, "2026-03-05T21:00", JON)

    with pytest.raises(Refused) as refused:
        enter(view, "2026-03-05T21:01", "withdraw", by(kai), challenge=1)
    enter(view, "2026-03-05T21:02", "freeze", by(kai), who=KAI)
    after = now(view, "2026-03-06T22:00")

    assert refused.value.code == "ladder.reported"
    assert after.results[1].winner == JON


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        (Entry("result", challenge=1, winner=1), "ladder.not_playing"),
        (Entry("result", challenge=1, winner=JON, points=(3, 7)), "ladder.points"),
    ],
)
def test_a_claim_must_be_possible(view: LadderView, kai: User, entry: Entry, code: str) -> None:
    with at("2026-03-05T21:00"), pytest.raises(Exception) as refused:  # noqa: PT011 -- the code says which
        enter_on_ladder(view.ladder.pk, entry, by(kai))

    assert getattr(refused.value, "code", "") == code
    assert waiting(view) == []


def test_only_its_players_claim(view: LadderView) -> None:
    with at("2026-03-05T21:00"), pytest.raises(PermissionDenied):
        enter_on_ladder(view.ladder.pk, Entry("result", challenge=1, winner=KAI), by(a_stranger()))


def test_a_claim_is_undone_by_the_desk(view: LadderView, club: Club, kai: User) -> None:
    claimed = says(view, kai, "2026-03-05T21:00", KAI)
    record = Record.objects.get(verb="ladder.claimed").number

    with at("2026-03-05T21:30"):
        undo("club", club.pk, record, by(a_desk_helper(club)))

    assert waiting(claimed) == []
    assert order(now(view, "2026-03-09T22:00")) == "ABCDEFJK"


def test_the_opponent_confirms_with_one_button(view: LadderView, jon: User, kai: User, client: Client) -> None:
    address = f"/ladders/{view.ladder.pk}/"
    with at("2026-03-05T21:00"):
        client.force_login(kai)
        client.post(address, {"do": "result", "challenge": "1", "winner": "8", "won": "7", "lost": "5"})
        own = client.get(address).content.decode()
        client.force_login(jon)
        page = " ".join(client.get(address).content.decode().split())
        client.post(address, {"do": "result", "challenge": "1", "winner": "8", "won": "7", "lost": "5"})

    assert "Confirm:" not in own
    assert "Confirm: Kai won 7–5" in page.replace("kai", "Kai")
    assert order(ladder_view(ladder_of(view.ladder.pk))) == "ABCDEFKJ"


def test_a_program_sees_what_waits(view: LadderView, club: Club, kai: User) -> None:
    with at("2026-03-05T20:00"):
        program = Program(a_director(club))
    says(view, kai, "2026-03-05T21:00", KAI)

    shown: dict[str, Any] = program.get(f"ladders/{view.ladder.pk}/").data

    assert [(each["by"], each["winner"], each["won"]) for each in shown["claims"]] == [(KAI, KAI, 7)]


def test_a_ladder_for_members_is_closed_to_everybody_else(view: LadderView, club: Club, kai: User) -> None:
    address, director = f"/ladders/{view.ladder.pk}/", a_director(club)
    assert show_to(club.pk, Sight.Kind.LADDER, view.ladder.pk, by(director), public=False)
    assert not show_to(club.pk, Sight.Kind.LADDER, view.ladder.pk, by(director), public=False)
    visitor, member, stranger = Client(), Client(), Client()
    member.force_login(kai)
    stranger.force_login(a_stranger())
    places = [address, f"{address}ladder.pdf?paper=A4", f"/embed{address}", f"/api/v1{address}"]

    assert [visitor.get(each).status_code for each in places] == [302, 302, 404, 401]
    assert [stranger.get(each).status_code for each in places] == [403, 403, 404, 403]
    assert [member.get(each).status_code for each in places] == [200, 200, 404, 200]
    assert "Winter ladder" not in visitor.get(f"/clubs/{club.pk}/ladders/").content.decode()
    assert "Winter ladder" not in visitor.get(f"/clubs/{club.pk}/").content.decode()
    assert "Winter ladder" in member.get(f"/clubs/{club.pk}/").content.decode()
    assert visitor.get(f"/api/v1/clubs/{club.pk}/ladders/").json() == []
    # The director shows it again, from its page.
    member.force_login(director)
    assert member.post(address, {"do": "everybody"}).status_code == 303
    assert visitor.get(address).status_code == 200
    assert visitor.get(f"/embed{address}")["Content-Security-Policy"].count("frame-ancestors 'none'") == 1
