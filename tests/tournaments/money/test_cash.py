"""Money that changes hands at a desk."""

import pytest

from journal.refusals import Refused
from journal.verify import verify
from rules.errors import RuleBroken
from tests.factories import a_caller, a_desk_helper, an_owner, by, undo
from tests.tournaments.money.evenings import a_charged_open, books, charge_fees, fees_for, lines_of, payer_of
from tournaments.actions.entrants.entering import EVERYTHING, withdraw
from tournaments.actions.money.cash import Changed, Hand, hand_out, release, take
from tournaments.actions.money.drawers import count_drawer, open_drawer
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.models import Entrant, Receipt, Release, Tournament
from tournaments.read.money.payers import version_of

pytestmark = pytest.mark.django_db
CASH = Hand()
CARD = Hand(means="card")


def the_entrant(number: int = 1) -> int:
    return Entrant.objects.get(number=number, event__name="Main").pk


def a_payer(number: int = 1) -> int:
    return payer_of(the_entrant(number))


def undo_last(tournament: Tournament) -> None:
    tournament.stream.refresh_from_db()
    undo(tournament.pk, tournament.stream.number, a_caller())


def handed(answer: Changed | Release) -> Changed:
    assert isinstance(answer, Changed)
    return answer


def test_what_is_open_is_taken_in_cash_with_change_and_a_receipt() -> None:
    tournament, _, _ = a_charged_open(1)

    taken = take(a_payer(), None, None, Hand(given=10000), a_caller())

    assert (taken.receipt.number, taken.receipt.amount, taken.change, taken.left) == (1, 8500, 1500, 0)
    assert books(tournament) == {"cash": 8500, "registration": -2500, "fund": -6000}
    assert verify() == []


def test_money_by_card_and_by_voucher_lies_on_accounts_of_their_own() -> None:
    tournament, _, _ = a_charged_open(1)

    take(a_payer(), ["registration"], None, CARD, a_caller())
    take(a_payer(), None, None, Hand(means="voucher", voucher="v-012"), a_caller())

    assert books(tournament) == {"card": 2500, "voucher": 6000, "registration": -2500, "fund": -6000}
    assert list(Receipt.objects.order_by("number").values_list("number", "voucher")) == [(1, ""), (2, "V-012")]


def test_a_voucher_pays_for_one_person_and_again_for_others_once_that_is_undone() -> None:
    tournament, _, _ = a_charged_open(2)
    voucher = Hand(means="voucher", voucher="V-012")
    take(a_payer(1), None, 6000, voucher, a_caller())
    take(a_payer(1), None, 500, voucher, a_caller())

    with pytest.raises(Refused) as refused:
        take(a_payer(2), None, None, Hand(means="voucher", voucher="v-012"), a_caller())

    assert (refused.value.code, refused.value.facts) == ("voucher.used", {"voucher": "V-012", "receipt": "0001"})
    undo_last(tournament)
    undo(tournament.pk, tournament.stream.number - 1, a_caller())
    assert take(a_payer(2), None, None, voucher, a_caller()).left == 0


def test_a_part_payment_leaves_the_rest_open() -> None:
    tournament, _, _ = a_charged_open(1)
    one = the_entrant()

    taken = take(a_payer(), None, 7000, CASH, a_caller())

    assert taken.left == 1500
    assert lines_of(tournament, a_payer()) == {f"main:{one}": 0, "registration": 1500}


def test_a_line_can_be_left_out() -> None:
    tournament, _, _ = a_charged_open(1)

    take(a_payer(), ["registration"], None, CASH, a_caller())

    assert lines_of(tournament, a_payer()) == {"registration": 0, f"main:{the_entrant()}": 6000}


@pytest.mark.parametrize(
    ("lines", "amount", "hand", "code"),
    [
        (None, 8501, CASH, "payment.over"),
        (None, 0, CASH, "payment.over"),
        (None, -100, CASH, "payment.over"),
        (["clock"], None, CASH, "line.unknown"),
        (None, None, Hand(given=8000), "payment.given"),
        (None, None, Hand(given=108501), "payment.too_much"),
        (None, 1000, Hand(given=101001), "payment.too_much"),
        (None, None, Hand(means="card", given=8500), "payment.given"),
        (None, None, Hand(means="cheque"), "means"),
        (None, None, Hand(drawer=0), "drawer"),
        (None, None, Hand(means="voucher"), "voucher"),
        (None, None, Hand(voucher="V-1"), "voucher"),
    ],
)
def test_what_cannot_be_taken_changes_nothing(
    lines: list[str] | None, amount: int | None, hand: Hand, code: str
) -> None:
    tournament, _, _ = a_charged_open(1)

    with pytest.raises((Refused, RuleBroken)) as refused:
        take(a_payer(), lines, amount, hand, a_caller())

    assert refused.value.code == code
    assert books(tournament) == {"registration": -2500, "fund": -6000}


def test_nothing_is_taken_twice() -> None:
    a_charged_open(1)
    take(a_payer(), None, None, CASH, a_caller())

    with pytest.raises(Refused, match=r"payment\.nothing"):
        take(a_payer(), None, None, CASH, a_caller())


def test_two_desks_at_one_person_are_told_apart_by_the_version() -> None:
    tournament, _, _ = a_charged_open(1)
    seen = version_of(tournament.stream_id, a_payer())
    take(a_payer(), ["registration"], None, CASH, a_caller(seen=seen))

    with pytest.raises(Refused) as refused:
        take(a_payer(), None, None, CASH, a_caller(seen=seen))

    assert (refused.value.code, refused.value.facts["left"]) == ("stale", 6000)


def test_undoing_a_payment_opens_the_lines_again_and_its_number_is_gone() -> None:
    tournament, _, _ = a_charged_open(1)
    take(a_payer(), None, None, CASH, a_caller())

    undo_last(tournament)

    assert books(tournament) == {"registration": -2500, "fund": -6000}
    assert take(a_payer(), None, None, CASH, a_caller()).receipt.number == 2
    assert verify() == []


def test_what_was_paid_for_a_withdrawn_entry_is_handed_out() -> None:
    tournament, _, _ = a_charged_open(1)
    take(a_payer(), None, None, CASH, a_caller())
    withdraw(the_entrant(), EVERYTHING, a_caller())

    out = handed(hand_out(a_payer(), None, CASH, a_caller()))

    assert (out.receipt.number, out.receipt.is_out, out.receipt.amount, out.left) == (2, True, 8500, 0)
    assert books(tournament) == {}


def test_what_is_owed_is_set_against_what_is_handed_out() -> None:
    tournament, _, _ = a_charged_open(1)
    one = the_entrant()
    take(a_payer(), [f"main:{one}"], None, CASH, a_caller())
    decide_line(a_payer(), Decision("refunded", f"main:{one}", reason="ill"), a_caller())

    out = handed(hand_out(a_payer(), None, CARD, a_caller()))

    assert out.receipt.amount == 3500
    assert lines_of(tournament, a_payer()) == {"registration": 0, f"main:{one}": 0}
    assert books(tournament) == {"cash": 6000, "card": -3500, "registration": -2500}


@pytest.mark.parametrize(
    ("amount", "hand", "code"),
    [
        (8501, CASH, "payout.over"),
        (0, CASH, "payout.over"),
        (None, Hand(means="voucher", voucher="V"), "payout.voucher"),
    ],
)
def test_no_more_is_handed_out_than_is_owed(amount: int | None, hand: Hand, code: str) -> None:
    a_charged_open(1)
    take(a_payer(), None, None, CASH, a_caller())
    withdraw(the_entrant(), EVERYTHING, a_caller())

    with pytest.raises(Refused) as refused:
        hand_out(a_payer(), amount, hand, a_caller())

    assert refused.value.code == code


def test_nothing_is_handed_out_to_those_who_owe() -> None:
    a_charged_open(1)

    with pytest.raises(Refused, match=r"payout\.nothing"):
        hand_out(a_payer(), None, CASH, a_caller())


def a_large_credit(release_above: int) -> Tournament:
    tournament, main, _ = a_charged_open(1)
    charge_fees(tournament, fees_for(main), release_above)
    take(a_payer(), None, None, CASH, a_caller())
    withdraw(the_entrant(), EVERYTHING, a_caller())
    return tournament


def test_a_large_payout_needs_a_second_person() -> None:
    tournament = a_large_credit(8000)
    owner = an_owner()

    request = hand_out(a_payer(), None, CASH, by(owner))

    assert isinstance(request, Release)
    assert books(tournament) == {"cash": 8500}
    with pytest.raises(Refused, match=r"release\.same"):
        release(request.pk, by(owner))

    released = release(request.pk, by(a_desk_helper(tournament.club)))

    assert released.receipt.amount == 8500
    assert books(tournament) == {}
    with pytest.raises(Refused, match=r"release\.done"):
        release(request.pk, a_caller())


def test_small_payouts_to_one_person_add_up_to_a_large_one() -> None:
    a_large_credit(5000)

    first = hand_out(a_payer(), 4000, CASH, a_caller())
    second = hand_out(a_payer(), 1001, CASH, a_caller())

    assert isinstance(first, Changed)
    assert isinstance(second, Release)


def test_one_payout_to_a_person_waits_at_a_time() -> None:
    tournament = a_large_credit(5000)
    request = hand_out(a_payer(), 6000, CASH, by(a_desk_helper(tournament.club)))
    assert isinstance(request, Release)

    with pytest.raises(Refused) as refused:
        hand_out(a_payer(), 8500, CASH, a_caller())

    assert (refused.value.code, refused.value.facts) == ("payout.waiting", {"request": request.pk})
    assert isinstance(hand_out(a_payer(), 2500, CASH, a_caller()), Changed)
    release(request.pk, a_caller())
    assert books(tournament) == {}


def test_after_an_undone_request_another_one_is_made() -> None:
    tournament = a_large_credit(0)
    hand_out(a_payer(), None, CASH, a_caller())
    undo_last(tournament)

    assert isinstance(hand_out(a_payer(), None, CASH, a_caller()), Release)


def test_a_request_that_was_undone_is_not_released() -> None:
    tournament = a_large_credit(0)
    request = hand_out(a_payer(), None, CASH, by(an_owner()))
    undo_last(tournament)

    with pytest.raises(Refused, match=r"release\.undone"):
        release(request.pk if isinstance(request, Release) else 0, a_caller())


def test_a_drawer_begins_with_change_and_is_counted() -> None:
    tournament, _, _ = a_charged_open(1)
    open_drawer(tournament.pk, 1, 20000, a_caller())
    take(a_payer(), None, None, CASH, a_caller())

    count = count_drawer(tournament.pk, 1, {5000: 5, 1000: 3, 500: 1}, "", a_caller())

    assert (count.expected, count.counted) == (28500, 28500)
    assert books(tournament) == {"cash": 28500, "float": -20000, "registration": -2500, "fund": -6000}


def test_a_difference_needs_a_reason_and_is_posted() -> None:
    tournament, _, _ = a_charged_open(1)
    take(a_payer(), None, None, CASH, a_caller())
    with pytest.raises(RuleBroken, match=r"reason\.empty"):
        count_drawer(tournament.pk, 1, 8000, "", a_caller())

    count_drawer(tournament.pk, 1, 8000, "one note is missing", a_caller())

    assert books(tournament) == {"cash": 8000, "difference": 500, "registration": -2500, "fund": -6000}

    count_drawer(tournament.pk, 1, 8500, "it lay under the clock", a_caller())

    assert books(tournament) == {"cash": 8500, "registration": -2500, "fund": -6000}
