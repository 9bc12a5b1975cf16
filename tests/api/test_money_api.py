"""Money over the API: the same actions, rights and refusals as at the cash desk."""

import pytest

from tests.factories import Program, a_caller, a_desk_helper, a_director, a_stranger
from tests.tournaments.money.evenings import a_charged_open, books, charge_fees, fees_for, payer_of
from tournaments.actions.money.drawers import count_blind
from tournaments.models import Entrant, Event, Tournament

pytestmark = pytest.mark.django_db


def the_desk(tournament: Tournament) -> Program:
    return Program(a_desk_helper(tournament.club))


def a_payer(main: Event, number: int = 1) -> int:
    return payer_of(Entrant.objects.get(event=main, number=number).pk)


def test_the_desk_takes_money_with_change_and_a_receipt() -> None:
    tournament, main, _ = a_charged_open(1)
    desk = the_desk(tournament)

    answer = desk.post(f"payers/{a_payer(main)}/take/", {"given": 10000})

    assert answer.status == 201
    assert [answer.data[name] for name in ("number", "amount", "change", "left")] == [1, 8500, 1500, 0]
    assert books(tournament) == {"cash": 8500, "registration": -2500, "fund": -6000}


def test_a_request_sent_twice_takes_the_money_once() -> None:
    tournament, main, _ = a_charged_open(1)
    desk = the_desk(tournament)

    first, again = (desk.post(f"payers/{a_payer(main)}/take/", {"amount": 1000}, Idempotency_Key="k") for _ in range(2))

    assert (first.data, again.headers["Idempotency-Replayed"]) == (again.data, "true")
    assert books(tournament)["cash"] == 1000


def test_who_saw_another_account_is_refused() -> None:
    tournament, main, _ = a_charged_open(1)
    desk, payer = the_desk(tournament), a_payer(main)
    version = desk.get(f"payers/{payer}/").data["version"]
    desk.post(f"payers/{payer}/take/", {"amount": 1000})

    answer = desk.post(f"payers/{payer}/take/", {"amount": 1000}, If_Match=str(version))

    assert (answer.status, answer.code) == (409, "stale")


def test_an_account_lists_its_lines_marks_and_receipts() -> None:
    tournament, main, _ = a_charged_open(1)
    desk, payer = the_desk(tournament), a_payer(main)
    desk.post(f"payers/{payer}/marks/", {"mark": "student"})
    desk.post(f"payers/{payer}/take/", {"lines": ["registration"], "means": "card"})

    account = desk.get(f"payers/{payer}/").data

    assert (account["name"], account["marks"], account["balance"]) == ("Falk Brenner", ["student"], 6000)
    assert [(line["name"], line["price"], line["open"], line["state"]) for line in account["lines"]] == [
        ("Registration", 1000, 0, "paid"), ("Main, entry", 6000, 6000, "open"),
    ]  # fmt: skip
    assert [line["code"].partition(":")[0] for line in account["possible"]] == ["main-pool", "clock"]
    assert [(each["number"], each["amount"], each["means"]) for each in account["receipts"]] == [(1, 1000, "card")]
    assert [each["id"] for each in desk.get(f"tournaments/{tournament.pk}/payers/").data] == [payer]


def test_a_director_waives_and_the_desk_does_not() -> None:
    tournament, main, _ = a_charged_open(1)
    waiver = {"kind": "waived", "line": "registration", "reason": "helps"}
    path = f"payers/{a_payer(main)}/lines/"

    assert the_desk(tournament).post(path, waiver).status == 403
    assert Program(a_director(tournament.club)).post(path, waiver).status == 200
    assert books(tournament) == {"fund": -6000}


def test_a_payout_above_the_limit_is_released_by_a_second_person() -> None:
    tournament, main, _ = a_charged_open(1)
    charge_fees(tournament, fees_for(main), release_above=1000)
    desk, director, payer = the_desk(tournament), Program(a_director(tournament.club)), a_payer(main)
    desk.post(f"payers/{payer}/take/", {})
    director.post(f"payers/{payer}/lines/", {"kind": "refunded", "line": "registration", "reason": "ill"})

    request = desk.post(f"payers/{payer}/hand-out/", {}).data["request"]

    assert desk.post(f"releases/{request}/").code == "release.same"
    assert [each["id"] for each in director.get(f"tournaments/{tournament.pk}/releases/").data] == [request]
    assert director.post(f"releases/{request}/").data["amount"] == 2500
    assert [each["out"] for each in desk.get(f"tournaments/{tournament.pk}/receipts/").data] == [False, True]


def test_fees_are_read_by_anybody_and_set_by_directors_who_saw_the_last() -> None:
    tournament, _, _ = a_charged_open(0)
    director = Program(a_director(tournament.club))
    before = Program(None).get(f"tournaments/{tournament.pk}/fees/").data
    fees = [fee | {"amount": fee["amount"] * 2} for fee in before["fees"]]

    changed = director.put(f"tournaments/{tournament.pk}/fees/", {"currency": "EUR", "fees": fees}, If_Match="1")

    assert (before["currency"], before["version"], changed.data["version"]) == ("EUR", 1, 2)
    assert [fee["amount"] for fee in changed.data["fees"]] == [5000, 12000, 8000, 4000, 40000]
    late = director.put(f"tournaments/{tournament.pk}/fees/", {"currency": "EUR", "fees": fees}, If_Match="1")
    assert late.code == "stale"


def test_a_drawer_is_opened_counted_and_found_short_with_a_reason() -> None:
    tournament, _, _ = a_charged_open(0)
    desk = the_desk(tournament)
    desk.post(f"tournaments/{tournament.pk}/drawers/", {"drawer": 1, "amount": 20000})

    counts = f"tournaments/{tournament.pk}/counts/"
    assert desk.post(counts, {"drawer": 1, "pieces": {"5000": 3}}).code == "reason.empty"
    answer = desk.post(counts, {"drawer": 1, "pieces": {"5000": 3}, "reason": "change given twice"})

    assert (answer.status, answer.data) == (201, {"drawer": 1, "counted": 15000, "expected": 20000})


def test_a_sum_that_nobody_gives_is_refused() -> None:
    tournament, main, _ = a_charged_open(1)

    answer = the_desk(tournament).post(f"payers/{a_payer(main)}/take/", {"given": 1234500})

    assert (answer.status, answer.code) == (422, "payment.too_much")
    assert answer.data["facts"] == {"given": 1234500, "amount": 8500, "most": 108500}


def test_a_second_request_for_one_person_is_refused() -> None:
    tournament, main, _ = a_charged_open(1)
    charge_fees(tournament, fees_for(main), release_above=1000)
    desk, director, payer = the_desk(tournament), Program(a_director(tournament.club)), a_payer(main)
    desk.post(f"payers/{payer}/take/", {})
    director.post(f"payers/{payer}/lines/", {"kind": "refunded", "line": "registration", "reason": "ill"})
    desk.post(f"payers/{payer}/hand-out/", {"amount": 1500})

    again = desk.post(f"payers/{payer}/hand-out/", {})

    assert (again.status, again.code) == (409, "payout.waiting")
    assert len(desk.get(f"tournaments/{tournament.pk}/releases/").data) == 1


def test_a_desk_that_counts_blind_does_not_learn_the_sum_from_the_answer() -> None:
    tournament, _, _ = a_charged_open(0)
    count_blind(tournament.club_id, True, a_caller())
    desk, director = the_desk(tournament), Program(a_director(tournament.club))
    desk.post(f"tournaments/{tournament.pk}/drawers/", {"drawer": 1, "amount": 20000})
    body = {"drawer": 1, "amount": 15000, "reason": "change given twice"}

    answer = desk.post(f"tournaments/{tournament.pk}/counts/", body)

    assert answer.data == {"drawer": 1, "counted": 15000, "expected": None}
    again = director.post(f"tournaments/{tournament.pk}/counts/", body)
    assert again.data == {"drawer": 1, "counted": 15000, "expected": 15000}


def test_books_are_for_directors_and_accounts_for_the_desk() -> None:
    tournament, main, _ = a_charged_open(1)
    desk, stranger = the_desk(tournament), Program(a_stranger())

    assert desk.get(f"tournaments/{tournament.pk}/books/").status == 403
    assert stranger.get(f"payers/{a_payer(main)}/").status == 403
    assert Program(None).get(f"tournaments/{tournament.pk}/payers/").status == 401
    rows = Program(a_director(tournament.club)).get(f"tournaments/{tournament.pk}/books/").data
    assert sum(row["balance"] for row in rows) == 0
    assert {row["name"] for row in rows if row["kind"] == "payer"} == {"Falk Brenner"}
