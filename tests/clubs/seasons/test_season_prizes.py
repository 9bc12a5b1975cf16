"""The prizes of a season: from the house's share, by places, paid once, and made right when the race changes."""

from html import unescape

import pytest
from django.test import Client

from clubs.actions.books import Purse, post, transfer
from clubs.actions.persons.merging import merge_people
from clubs.actions.season_prizes import AwardSheet, award_season, pay_prize
from clubs.actions.undo import undo
from clubs.models import Club, ClubPurses
from clubs.read.books import balance_of
from clubs.read.seasons.prizes import available_for, prizes_of
from clubs.read.seasons.view import SeasonView
from journal import book
from journal.actors import SYSTEM
from journal.models import Record
from journal.refusals import Refused
from journal.verify import verify
from rules.errors import RuleBroken
from tests.clubs.ratings.lists import people
from tests.clubs.seasons.test_seasons import a_season, an_order, receive
from tests.factories import Program, a_caller, a_club, a_desk_helper, a_director, a_member

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    """A club whose tournament 1 left 300 € for the house, in cash."""
    made = a_club()
    earn(made, 300_00)
    return made


def earn(club: Club, amount: int, currency: str = "EUR", tournament: int = 1) -> None:
    """Let a tournament leave something for the house."""
    with book.page(club.stream.name, book.Caller(SYSTEM)) as page:
        moves = transfer(amount, Purse(ClubPurses.CASH), Purse(ClubPurses.INCOME, tournament))
        posting = post(page, ClubPurses.TOURNAMENT, currency, moves)
        page.record("tournament.booked", posting, tournament=tournament)


def an_award(amount: str = "200", *shares: str, currency: str = "EUR") -> AwardSheet:
    return AwardSheet(amount, currency, shares or ("50", "25", "25"))


def winners(view: SeasonView) -> list[tuple[int, int, int, int]]:
    prizes = prizes_of(view)
    return [] if prizes is None else [(each.place, each.person, each.amount, each.owed) for each in prizes.winners]


def test_the_first_places_share_a_sum_of_the_house_and_those_who_tie_share_their_money(club: Club) -> None:
    ann, bob, cid, dee, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob, cid), (dee,)))

    award_season(view.pk, an_award(), a_caller())

    assert winners(view) == [(1, ann, 100_00, 100_00), (2, bob, 50_00, 50_00), (2, cid, 50_00, 50_00)]
    assert available_for(view) == {"EUR": 300_00}
    assert balance_of(club.stream_id, ClubPurses.SEASON, view.pk) == 200_00
    assert verify() == []


def test_no_more_is_given_than_the_house_has_and_another_season_sees_what_is_left(club: Club) -> None:
    ann, bob, *_ = people(club)
    view, other = a_season(club), a_season(club, name="Cup")
    receive(club, an_order(1, (ann,), (bob,)))
    award_season(view.pk, an_award("200", "1"), a_caller())

    with pytest.raises(RuleBroken, match=r"season\.earned") as refused:
        award_season(other.pk, an_award("100.01", "1"), a_caller())
    award_season(other.pk, an_award("100", "1"), a_caller())

    assert refused.value.facts == {"amount": "100.01", "most": "100.00", "currency": "EUR"}
    with pytest.raises(RuleBroken, match=r"season\.earned"):
        award_season(a_season(club, name="Third").pk, an_award("1", "1", currency="USD"), a_caller())


@pytest.mark.parametrize(
    ("sheet", "code"),
    [
        (AwardSheet("200", "EUR", ()), "season.places"),
        (AwardSheet("200", "EUR", ("1",) * 65), "season.places"),
        (AwardSheet("200", "EUR", ("half",)), "share.text"),
        (AwardSheet("200", "EUR", ("0",)), "table.empty"),
        (AwardSheet("a lot", "EUR", ("1",)), "sum.unread"),
        (AwardSheet("200", "€", ("1",)), "currency.code"),
        (AwardSheet("-5", "EUR", ("1",)), "fund.negative"),
    ],
)
def test_what_cannot_be_divided_is_refused_and_changes_nothing(club: Club, sheet: AwardSheet, code: str) -> None:
    ann, bob, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,)))

    with pytest.raises(RuleBroken) as refused:
        award_season(view.pk, sheet, a_caller())

    assert refused.value.code == code
    assert prizes_of(view) is None


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"shares": "half"}, "A share is a whole number, a fraction such as 1/3"),
        ({"shares": "0"}, "The prize table pays nothing."),
        ({"amount": "-5"}, "can’t be negative."),
        ({"amount": "a lot"}, "a lot is not a sum of money."),
        ({"amount": "301"}, "The house has 300.00 EUR for prizes, not 301.00."),
    ],
)
def test_the_page_says_in_a_sentence_what_cannot_be_divided(
    club: Club, client: Client, typed: dict[str, str], sentence: str
) -> None:
    ann, bob, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,)))
    client.force_login(a_director(club))

    answer = client.post(f"/seasons/{view.pk}/", {"amount": "200", "currency": "EUR", "shares": "1"} | typed)

    page = unescape(answer.content.decode()).replace("'", "’")
    assert (answer.status_code, sentence in page) == (422, True)


def test_nobody_can_win_a_race_without_nights(club: Club) -> None:
    with pytest.raises(RuleBroken, match=r"season\.nobody"):
        award_season(a_season(club).pk, an_award(), a_caller())


def test_a_prize_is_paid_once_and_a_changed_race_is_made_right(club: Club) -> None:
    ann, bob, cid, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,), (cid,)))
    award_season(view.pk, an_award("200", "3", "1"), a_caller())
    pay_prize(view.pk, ann, a_caller())

    with pytest.raises(Refused, match=r"season\.paid"):
        pay_prize(view.pk, ann, a_caller())
    # Bob won after all, and Ann was third.
    receive(club, an_order(1, (bob,), (cid,), (ann,)))
    award_season(view.pk, an_award("200", "3", "1"), a_caller())

    assert winners(view) == [(1, bob, 150_00, 150_00), (2, cid, 50_00, 50_00), (0, ann, 0, -150_00)]
    for person in (bob, cid, ann):
        pay_prize(view.pk, person, a_caller())
    assert winners(view) == [(1, bob, 150_00, 0), (2, cid, 50_00, 0)]
    assert balance_of(club.stream_id, ClubPurses.CASH) == 100_00
    assert verify() == []


def test_an_award_can_be_taken_back_but_not_once_somebody_was_paid(club: Club) -> None:
    ann, bob, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,)))
    award_season(view.pk, an_award("200", "1"), a_caller())
    awarded = Record.objects.get(verb="season.awarded").number
    pay_prize(view.pk, ann, a_caller())
    paid = Record.objects.get(verb="season.paid").number

    with pytest.raises(Refused, match=r"undo\.superseded"):
        undo("club", club.pk, awarded, a_caller())
    undo("club", club.pk, paid, a_caller())
    assert winners(view) == [(1, ann, 200_00, 200_00)]
    undo("club", club.pk, awarded, a_caller())

    assert prizes_of(view) is None
    assert balance_of(club.stream_id, ClubPurses.SEASON, view.pk) == 0
    assert balance_of(club.stream_id, ClubPurses.CASH) == 300_00
    assert verify() == []


def test_another_currency_waits_until_the_prizes_of_the_first_are_taken_back(club: Club) -> None:
    earn(club, 100_00, "USD", tournament=2)
    ann, bob, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,)))
    award_season(view.pk, an_award("200", "1"), a_caller())

    with pytest.raises(RuleBroken, match=r"season\.currency"):
        award_season(view.pk, an_award("100", "1", currency="USD"), a_caller())
    award_season(view.pk, an_award("0", "1"), a_caller())
    award_season(view.pk, an_award("100", "1", currency="USD"), a_caller())

    assert winners(view) == [(1, ann, 100_00, 100_00)]
    assert verify() == []


def test_two_people_who_are_merged_have_one_prize(club: Club) -> None:
    ann, bob, cid, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,)))
    award_season(view.pk, an_award("200", "1"), a_caller())

    merge_people(ann, cid, a_caller())

    assert winners(view) == [(1, cid, 200_00, 200_00)]
    pay_prize(view.pk, cid, a_caller())
    assert winners(view) == [(1, cid, 200_00, 0)]


def test_a_director_awards_and_pays_on_the_page_and_everybody_sees_the_prizes(club: Club) -> None:
    ann, bob, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,)))
    director, anybody, address = Client(), Client(), f"/seasons/{view.pk}/"
    director.force_login(a_director(club))
    form = {"amount": "200", "currency": "EUR", "shares": "60 40", "once": "a"}

    assert "€ 300.00" in " ".join(director.get(address).content.decode().split())
    assert "Prizes" not in anybody.get(address).content.decode()
    assert anybody.post(address, form).status_code == 403
    assert director.post(address, form | {"amount": "301", "once": "b"}).status_code == 422
    assert [director.post(address, form).status_code for _ in range(2)] == [303, 303]
    page = " ".join(director.get(address).content.decode().split())
    assert "Pay € 120.00" in page
    assert director.post(address, {"do": "pay", "person": str(ann), "once": "c"}).status_code == 303

    seen = " ".join(anybody.get(address).content.decode().split())
    assert ("€ 120.00" in seen, "€ 80.00" in seen, "Pay" in seen) == (True, True, False)
    assert Record.objects.filter(verb="season.awarded").count() == 1


def test_a_program_awards_and_pays_and_only_directors_see_what_is_owed(club: Club) -> None:
    ann, bob, *_ = people(club)
    view = a_season(club)
    receive(club, an_order(1, (ann,), (bob,)))
    director, member = Program(a_director(club)), Program(a_member(club))
    address = f"seasons/{view.pk}/prizes/"

    made = director.put(address, {"amount": "200", "currency": "EUR", "shares": ["60", "40"]})
    paid = director.post(f"seasons/{view.pk}/payments/", {"person": ann})

    assert made.data == {
        "currency": "EUR", "amount": 200_00, "shares": ["60", "40"],
        "prizes": [
            {"person": ann, "place": 1, "amount": 120_00, "owed": 120_00},
            {"person": bob, "place": 2, "amount": 80_00, "owed": 80_00},
        ],
    }  # fmt: skip
    assert [each["owed"] for each in paid.data["prizes"]] == [0, 80_00]
    assert member.get(address).data["prizes"][0] == {"person": ann, "place": 1, "amount": 120_00}
    assert director.get(address).data["available"] == {"EUR": 300_00}
    assert Program(a_desk_helper(club)).put(address, {"amount": "1", "currency": "EUR", "shares": ["1"]}).status == 403
    assert Program(None).get(address).status == 200
