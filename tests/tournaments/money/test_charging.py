"""What everybody owes follows from the fees, from what they entered and from what the desk decided."""

import pytest

from clubs.models import Account
from journal.refusals import Refused
from journal.verify import verify
from rules.errors import RuleBroken
from tests.factories import a_caller, undo
from tests.tournaments.money.evenings import (
    a_charged_open,
    an_open,
    books,
    charge_fees,
    fees_for,
    lines_of,
    payer_of,
)
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, replace_entrant, withdraw
from tournaments.actions.money.fees import FeeSheet, set_fees
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.payers import add_payer, mark_payer, move_entrant
from tournaments.models import Entrant, Payer

pytestmark = pytest.mark.django_db


def the_entrant(number: int = 1) -> int:
    return Entrant.objects.get(number=number, event__name="Main").pk


def test_without_fees_nobody_has_an_account() -> None:
    _, [main] = an_open("Main")

    enter(main.pk, [Entry("Petra Horvat")], a_caller())

    assert not Payer.objects.exists()


def test_an_entrant_is_charged_when_they_are_entered() -> None:
    tournament, _, _ = a_charged_open(2)
    one = the_entrant()

    assert lines_of(tournament, payer_of(one)) == {"registration": 2500, f"main:{one}": 6000}
    assert books(tournament) == {"registration": -5000, "fund": -12000}
    assert verify() == []


def test_those_entered_before_the_fees_are_charged_when_they_are_set() -> None:
    tournament, [main] = an_open("Main")
    enter(main.pk, [Entry("Petra Horvat"), Entry("Falk Brenner")], a_caller())

    charge_fees(tournament, fees_for(main))

    assert books(tournament) == {"registration": -5000, "fund": -12000}


def test_one_name_in_two_events_is_one_payer_who_pays_registration_once() -> None:
    tournament, _, master = a_charged_open(1)
    entered = enter(master.pk, [Entry("falk  brenner")], a_caller()).entrants[0]
    one = the_entrant()

    assert payer_of(entered.id) == payer_of(one)
    assert lines_of(tournament, payer_of(one)) == {
        "registration": 2500, f"main:{one}": 6000, f"master:{entered.id}": 20000,
    }  # fmt: skip


def test_two_of_one_name_in_one_event_are_two_payers() -> None:
    tournament, main, _ = a_charged_open(1)

    other = enter(main.pk, [Entry("Falk Brenner")], a_caller()).entrants[0]

    assert payer_of(other.id) != payer_of(the_entrant())
    assert books(tournament) == {"registration": -5000, "fund": -12000}


def test_another_amount_is_charged_to_everybody() -> None:
    tournament, main, _ = a_charged_open(2)
    dearer = fees_for(main)
    dearer[1]["amount"] = 7000

    charge_fees(tournament, dearer)

    assert books(tournament) == {"registration": -5000, "fund": -14000}


def test_undoing_the_fees_charges_as_before() -> None:
    tournament, main, _ = a_charged_open(2)
    dearer = fees_for(main)
    dearer[1]["amount"] = 7000
    charge_fees(tournament, dearer)
    tournament.stream.refresh_from_db()

    undo(tournament.pk, tournament.stream.number, a_caller())

    assert books(tournament) == {"registration": -5000, "fund": -12000}
    assert verify() == []


def test_undoing_the_first_fees_leaves_nothing_charged() -> None:
    tournament, [main] = an_open("Main")
    enter(main.pk, [Entry("Petra Horvat")], a_caller())
    charge_fees(tournament, fees_for(main))
    tournament.stream.refresh_from_db()

    undo(tournament.pk, tournament.stream.number, a_caller())

    tournament.refresh_from_db()
    assert (tournament.fees, books(tournament)) == ("[]", {})
    assert verify() == []


def test_a_fee_that_was_charged_keeps_its_kind_and_stays() -> None:
    tournament, main, _ = a_charged_open(1)
    fees = fees_for(main)

    with pytest.raises(Refused) as refused:
        charge_fees(tournament, fees[1:])

    assert (refused.value.code, refused.value.facts) == ("fees.charged", {"code": "registration"})
    with pytest.raises(Refused, match=r"currency\.charged"):
        set_fees(tournament.pk, FeeSheet("GBP", fees), a_caller())


def test_whoever_withdraws_before_the_draw_owes_nothing() -> None:
    tournament, _, _ = a_charged_open(2)

    withdraw(the_entrant(), EVERYTHING, a_caller())

    assert lines_of(tournament, payer_of(the_entrant())) == {"registration": 0, f"main:{the_entrant()}": 0}
    assert books(tournament) == {"registration": -2500, "fund": -6000}


def test_whoever_withdraws_after_the_draw_still_owes_the_entry() -> None:
    tournament, main, _ = a_charged_open(2)
    make_draw(main.pk, "1 2 3", a_caller())

    withdraw(the_entrant(), EVERYTHING, a_caller())

    assert books(tournament) == {"registration": -5000, "fund": -12000}


def test_undoing_a_withdrawal_charges_again() -> None:
    tournament, _, _ = a_charged_open(2)
    withdraw(the_entrant(), EVERYTHING, a_caller())
    tournament.stream.refresh_from_db()

    undo(tournament.pk, tournament.stream.number, a_caller())

    assert books(tournament) == {"registration": -5000, "fund": -12000}


def test_undoing_an_entry_takes_the_charge_back() -> None:
    tournament, _, _ = a_charged_open(2)
    tournament.stream.refresh_from_db()

    undo(tournament.pk, tournament.stream.number, a_caller())

    assert books(tournament) == {}
    assert verify() == []


@pytest.mark.parametrize("drawn", [False, True])
def test_a_replacement_is_charged_instead(drawn: bool) -> None:
    tournament, main, _ = a_charged_open(2)
    if drawn:
        make_draw(main.pk, "1 2 3", a_caller())

    new = replace_entrant(the_entrant(), Entry("Hannah Lindqvist"), a_caller()).entrants[0]

    assert lines_of(tournament, payer_of(the_entrant())) == {"registration": 0, f"main:{the_entrant()}": 0}
    assert lines_of(tournament, payer_of(new.id)) == {"registration": 2500, f"main:{new.id}": 6000}
    assert books(tournament) == {"registration": -5000, "fund": -12000}


def test_a_student_pays_the_price_of_students() -> None:
    tournament, _, _ = a_charged_open(1)
    payer = payer_of(the_entrant())

    mark_payer(payer, "student", True, a_caller())

    assert lines_of(tournament, payer) == {"registration": 1000, f"main:{the_entrant()}": 6000}
    assert mark_payer(payer, "student", True, a_caller()).record is None
    with pytest.raises(RuleBroken, match=r"payer\.mark"):
        mark_payer(payer, "early", True, a_caller())


def test_side_pools_and_deposits_are_chosen() -> None:
    tournament, _, _ = a_charged_open(1)
    one = the_entrant()
    payer = payer_of(one)

    decide_line(payer, Decision("chosen", f"main-pool:{one}"), a_caller())
    decide_line(payer, Decision("chosen", "clock"), a_caller())

    assert books(tournament) == {"registration": -2500, "fund": -6000, "pool": -4000, "deposit": -2000}

    decide_line(payer, Decision("chosen", f"main-pool:{one}", on=False), a_caller())

    assert books(tournament) == {"registration": -2500, "fund": -6000, "deposit": -2000}


def test_a_waived_entry_does_not_feed_the_fund() -> None:
    tournament, _, _ = a_charged_open(2)
    one = the_entrant()

    decide_line(payer_of(one), Decision("waived", f"main:{one}", reason="helper"), a_caller())

    assert books(tournament) == {"registration": -5000, "fund": -6000}

    decide_line(payer_of(one), Decision("waived", f"main:{one}", False, "a mistake"), a_caller())

    assert books(tournament) == {"registration": -5000, "fund": -12000}


def test_a_waiver_needs_a_reason_and_a_line_that_is_there() -> None:
    a_charged_open(1)
    payer = payer_of(the_entrant())

    with pytest.raises(RuleBroken, match=r"reason\.empty"):
        decide_line(payer, Decision("waived", "registration", reason=" "), a_caller())
    with pytest.raises(RuleBroken, match=r"line\.unknown"):
        decide_line(payer, Decision("waived", "clock", reason="helper"), a_caller())


def test_a_refunded_entry_is_taken_out_of_the_fund() -> None:
    tournament, _, _ = a_charged_open(2)
    one = the_entrant()

    decide_line(payer_of(one), Decision("refunded", f"main:{one}", reason="ill"), a_caller())

    assert books(tournament) == {"registration": -5000, "fund": -6000}


def test_a_deposit_comes_back_or_is_kept() -> None:
    tournament, _, _ = a_charged_open(2)
    first, second = payer_of(the_entrant(1)), payer_of(the_entrant(2))
    decide_line(first, Decision("chosen", "clock"), a_caller())
    decide_line(second, Decision("chosen", "clock"), a_caller())

    decide_line(first, Decision("returned", "clock"), a_caller())
    decide_line(second, Decision("kept", "clock", reason="lost"), a_caller())

    assert books(tournament) == {"registration": -5000, "fund": -12000, "deposit": -2000}
    with pytest.raises(RuleBroken, match=r"deposit\.none"):
        decide_line(first, Decision("returned", "registration"), a_caller())


def test_another_payer_takes_over_the_fees_of_an_entrant() -> None:
    tournament, _, _ = a_charged_open(1)
    one = the_entrant()
    before = payer_of(one)
    sponsor = add_payer(tournament.pk, "Casino Bilbao", "", a_caller()).payer

    move_entrant(one, sponsor, a_caller())

    assert lines_of(tournament, before) == {"registration": 0, f"main:{one}": 0}
    assert lines_of(tournament, sponsor) == {"registration": 2500, f"main:{one}": 6000}
    with pytest.raises(Refused, match=r"payer\.same"):
        move_entrant(one, sponsor, a_caller())


def test_whoever_no_longer_pays_for_an_entrant_is_not_charged_for_them_again() -> None:
    tournament, _, _ = a_charged_open(1)
    one = the_entrant()
    before, sponsor = payer_of(one), add_payer(tournament.pk, "Casino Bilbao", "", a_caller()).payer
    move_entrant(one, sponsor, a_caller())

    for payer in (before, sponsor):
        mark_payer(payer, "student", True, a_caller())
    charged = [lines_of(tournament, payer) for payer in (before, sponsor)]
    tournament.stream.refresh_from_db()
    for number in (tournament.stream.number, tournament.stream.number - 1):
        undo(tournament.pk, number, a_caller())

    nothing = {"registration": 0, f"main:{one}": 0}
    assert charged == [nothing, {"registration": 1000, f"main:{one}": 6000}]
    assert lines_of(tournament, before) == nothing
    assert lines_of(tournament, sponsor) == {"registration": 2500, f"main:{one}": 6000}
    assert verify() == []


def test_the_currency_can_change_while_nobody_was_charged() -> None:
    tournament, [main] = an_open("Main")
    charge_fees(tournament, fees_for(main))
    tournament.refresh_from_db()

    set_fees(tournament.pk, FeeSheet("USD", fees_for(main)), a_caller())
    enter(main.pk, [Entry("Petra Horvat"), Entry("Falk Brenner")], a_caller())

    assert set(Account.objects.values_list("currency", flat=True)) == {"USD"}
    assert books(tournament) == {"registration": -5000, "fund": -12000}
