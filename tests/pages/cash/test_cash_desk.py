"""The cash desk without JavaScript: the next page says what a line means, one button takes the money."""

import re
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from clubs.models import User
from tests.factories import a_caller, a_desk_helper, a_director, a_stranger, named_players
from tests.pages.at_the_desk import plain
from tests.pages.reading import statements
from tests.tournaments.money.evenings import a_charged_open, books, charge_fees, fees_for, lines_of, payer_of
from tournaments.actions.entrants.entering import Entry, enter, tick
from tournaments.actions.money.cash import Hand, take
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.models import Entrant, Event, Receipt, Tournament

pytestmark = pytest.mark.django_db
_FORM = re.compile(r'<form[^>]*class="on-enter"[^>]*>(.*?)</form>', re.S)
_HIDDEN = re.compile(r'<input\s+type="hidden"\s+name="(\w+)"\s+value="([^"]*)"\s*>')


@dataclass
class Cashier:
    """A person at the cash desk of a tournament."""

    user: User
    tournament: Tournament
    client: Client

    @property
    def address(self) -> str:
        return f"/tournaments/{self.tournament.pk}/cash/"

    def look(self, query: str = "") -> str:
        return self.client.get(self.address + query).content.decode()

    def type(self, text: str) -> str:
        """Send the entry line: the next page says what it means."""
        return self.client.post(self.address, {"text": text}).content.decode()

    def post(self, **fields: Any) -> Any:
        return self.client.post(
            self.address, {"once": f"key-{len(str(fields))}-{fields}"[:60].replace(" ", "")} | fields
        )

    def enter(self, text: str) -> str:
        """Send the entry line, then press the button of its sentence; return the page that follows."""
        answer = self.press(self.type(text))
        return (
            self.client.get(answer["Location"]).content.decode()
            if answer.status_code == 303
            else answer.content.decode()
        )

    def press(self, page: str) -> Any:
        form = _FORM.search(page)
        assert form, sentence(page)
        return self.client.post(self.address, _fields(form[1]))


def _fields(form: str) -> dict[str, list[str]]:
    fields: dict[str, list[str]] = {}
    for name, value in _HIDDEN.findall(form):
        fields.setdefault(name, []).append(value)
    return fields


def sentence(page: str) -> str:
    """Return what the page says about the line."""
    words = re.search(r'<(?:span|a) class="words"[^>]*>(.*?)</(?:span|a)>\s*(?:<a|</p>)', page, re.S)
    return plain(words[1]) if words else ""


def block(page: str) -> str:
    """Return the text of the person's block."""
    section = re.search(r'<section class="person".*?</section>', page, re.S)
    return plain(section[0]) if section else ""


@pytest.fixture
def cashier() -> Cashier:
    """A director at the cash desk of an open with three players: registration 25, Main 60 each."""
    tournament, _, _ = a_charged_open(3)
    client = Client()
    user = a_director(tournament.club)
    client.force_login(user)
    return Cashier(user, tournament, client)


def helper_at(tournament: Tournament) -> Cashier:
    user = a_desk_helper(tournament.club)
    client = Client()
    client.force_login(user)
    return Cashier(user, tournament, client)


def the_entrant(number: int = 2) -> int:
    """Return an entrant of Main: 1 is Falk Brenner, 2 Petra Horvat, 3 Ömer Yıldırım."""
    return Entrant.objects.get(number=number, event__name="Main").pk


def the_payer(number: int = 2) -> int:
    return payer_of(the_entrant(number))


PETRA = "Petra Horvat"


def test_a_name_is_a_sentence_first_and_the_button_takes_the_sum(cashier: Cashier) -> None:
    page = cashier.type("petra")

    assert sentence(page) == f"{PETRA} pays 85 in cash."
    assert books(cashier.tournament) == {"registration": -7500, "fund": -18000}

    after = cashier.client.get(cashier.press(page)["Location"]).content.decode()

    assert sentence(after) == f"✓ {PETRA} paid 85, cash. Receipt 0001."
    assert "Nothing owed." in block(after)
    assert books(cashier.tournament) == {"cash": 8500, "registration": -7500, "fund": -18000}


@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("petra 100", f"{PETRA} pays 85 with 100 in cash. Give back 15.00."),
        ("petra card", f"{PETRA} pays 85 by card."),
        ("petra v-012", f"{PETRA} pays 85 with voucher V-012."),
        ("petra 60 v-012", f"{PETRA} pays 60 with voucher V-012. 25 left."),
        ("petra -2", f"{PETRA} pays 25 in cash. 60 left."),
        ("petra 50 part", f"{PETRA} pays 50 in cash. 35 left."),
        ("petra 50", f"{PETRA} owes 85: 35 short. Part payment? Type part behind it."),
        ("petra 100 card", f"{PETRA} owes only 85. Change is given for cash alone."),
        ("petra 1.2.3", "1.2.3 is not a sum of money."),
        ("petra -9", f"{PETRA} has no line 9."),
        ("petra back", f"Which line of {PETRA}? Type its number and the reason: back 2 ill"),
        ("petra waive 1", f"Registration of {PETRA}: why? Type the reason behind it."),
        ("petra waive 1 helper", f"{PETRA} need not pay Registration: helper."),
        ("petra back 1 ill", f"{PETRA} has not paid Registration. Type waive 1 and the reason."),
        ("petra +3", f"{PETRA} takes Main, side pool, 40."),
        ("0009", "There is no receipt 0009."),
        ("xaver 100", "Nobody here is called xaver."),
        ("undo", "You have done nothing that can be undone."),
    ],
)
def test_a_line_says_what_it_means(cashier: Cashier, typed: str, means: str) -> None:
    assert sentence(cashier.type(typed)) == means


def test_a_line_that_lacks_something_offers_nothing_to_press_and_keeps_its_text(cashier: Cashier) -> None:
    page = cashier.type("petra 50")

    assert _FORM.search(page) is None
    assert 'value="petra 50"' in page


def test_change_is_given_back_and_printed_on_the_receipt(cashier: Cashier) -> None:
    after = cashier.enter("petra 100")

    assert sentence(after) == f"✓ {PETRA} paid 85, cash. Receipt 0001. Give back 15.00."
    assert Receipt.objects.get().given == 10000


def test_lines_left_out_are_still_owed(cashier: Cashier) -> None:
    cashier.enter("petra -2")

    assert sum(lines_of(cashier.tournament, the_payer()).values()) == 6000


def test_a_form_sent_twice_takes_the_money_once(cashier: Cashier) -> None:
    page = cashier.type("petra 50 part")

    first, second = cashier.press(page), cashier.press(page)

    assert first["Location"] == second["Location"]
    assert Receipt.objects.count() == 1


def test_of_two_desks_the_second_learns_what_the_first_took(cashier: Cashier) -> None:
    page = cashier.type("petra")
    take(the_payer(), None, None, Hand(drawer=2), a_caller())

    answer = cashier.press(page)

    assert answer.status_code == 409
    assert re.fullmatch(
        rf"{PETRA}: desk 2 took 85 at \d\d:\d\d. Receipt 0001. .*Nothing is owed.", sentence(answer.content.decode())
    )
    assert Receipt.objects.count() == 1


def test_a_sum_that_changed_since_it_was_shown_is_not_taken(cashier: Cashier) -> None:
    page = cashier.type("petra 50 part")
    take(the_payer(), None, 2000, Hand(drawer=2), a_caller())

    answer = cashier.press(page)

    assert answer.status_code == 409
    assert Receipt.objects.count() == 1
    assert 'value="petra 50 part"' in answer.content.decode()


def test_the_ticks_of_a_block_decide_what_is_taken(cashier: Cashier) -> None:
    listed = list(lines_of(cashier.tournament, the_payer()))
    fields = {"do": "take", "payer": the_payer(), "listed": listed, "line": ["registration"]}
    fields |= {"means": "card", "sum": "", "shown": "2500"}

    answer = cashier.post(**fields)

    assert answer.status_code == 303
    assert Receipt.objects.get().amount == 2500


def test_a_block_whose_ticks_changed_shows_the_new_sum_before_it_takes_it(cashier: Cashier) -> None:
    fields = {"do": "take", "payer": the_payer(), "listed": ["registration"], "means": "cash", "shown": "8500"}

    answer = cashier.post(**fields)

    assert answer.status_code == 409
    assert "Take 60 in cash" in block(answer.content.decode())
    assert not Receipt.objects.exists()


def test_a_part_payment_stays_open_in_the_list_with_its_time(cashier: Cashier) -> None:
    page = cashier.enter("petra 50 part")

    row = re.search(rf'<li data-row id="p{the_payer()}">.*?</li>', page, re.S)
    assert row
    assert re.fullmatch(rf"{PETRA} 35.00 left of 85, part paid \d\d:\d\d 35.00 Take {PETRA}", plain(row[0]))


def test_people_who_arrived_last_stand_first_then_by_family_name(cashier: Cashier) -> None:
    names = named_players(3)
    tick(the_entrant(1), "here", True, a_caller())
    tick(the_entrant(3), "here", True, a_caller())

    listed = re.findall(r'<span class="name"><bdi>(.*?)</bdi></span>', cashier.look())

    assert listed == [names[2], names[0], names[1]]


def test_everyone_paid_is_said_and_the_drawer_comes_first(cashier: Cashier) -> None:
    for number in (1, 2, 3):
        take(the_payer(number), None, None, Hand(), a_caller())

    page = cashier.look()

    assert "Nobody owes anything." in plain(page)
    assert "Count the drawer" in plain(page)


def test_a_waived_line_stays_struck_through_with_its_reason(cashier: Cashier) -> None:
    page = cashier.enter("petra waive 1 helps at the desk")

    assert "waived: helps at the desk" in block(page)
    assert '<li class="waived">' in page
    assert "Owes 60.00" in block(page)


def test_a_desk_helper_takes_money_but_waives_nothing(cashier: Cashier) -> None:
    helper = helper_at(cashier.tournament)

    assert sentence(helper.type("petra waive 1 friend")) == "A director waives and refunds."
    assert "Waive" not in block(helper.type("petra"))
    refused = helper.post(do="decide", payer=the_payer(), kind="waived", code="registration", reason="friend")
    assert refused.status_code == 403
    assert sentence(helper.enter("petra")).startswith(f"✓ {PETRA} paid 85, cash.")


def test_strangers_see_nothing_of_the_cash_desk(cashier: Cashier) -> None:
    stranger = Client()
    stranger.force_login(a_stranger())

    assert stranger.get(cashier.address).status_code == 403
    assert Client().get(cashier.address).status_code == 302


def test_a_refund_is_owed_to_the_payer_and_handed_out(cashier: Cashier) -> None:
    cashier.enter("petra")
    refunded = cashier.enter("petra back 2 ill")

    assert "Is owed 60.00" in block(refunded)

    paid_out = cashier.enter("petra back")

    assert sentence(paid_out) == f"✓ {PETRA} got 60, cash. Receipt 0002."
    assert books(cashier.tournament)["cash"] == 2500


def test_a_payout_above_the_set_sum_waits_for_a_second_person() -> None:
    tournament, main, _ = a_charged_open(2)
    charge_fees(tournament, fees_for(main), release_above=5000)
    [code] = [code for code in lines_of(tournament, the_payer()) if code.startswith("main:")]
    take(the_payer(), None, None, Hand(), a_caller())
    decide_line(the_payer(), Decision("refunded", code, reason="ill"), a_caller())
    director = Cashier(user := a_director(tournament.club), tournament, Client())
    director.client.force_login(user)
    helper = helper_at(tournament)

    assert sentence(helper.type("petra back")) == f"{PETRA} gets 60, cash. A second person must release it."
    helper.enter("petra back")

    assert "someone else releases it" in plain(helper.look())
    assert sentence(helper.type("petra back")) == f"The payout to {PETRA} waits for a second person already."
    assert 'value="out"' not in helper.client.get(f"{helper.address}?payer={the_payer()}").content.decode()
    request = re.search(r'name="request" value="(\d+)"', director.look())
    assert request
    assert director.post(do="release", request=request[1]).status_code == 303
    assert Receipt.objects.filter(is_out=True, amount=6000).exists()


def test_the_last_action_is_undone_from_the_line(cashier: Cashier) -> None:
    cashier.enter("petra")

    after = cashier.enter("undo")

    assert sentence(after).startswith("Undone:")
    assert sum(lines_of(cashier.tournament, the_payer()).values()) == 8500


def test_a_receipt_is_found_by_its_number(cashier: Cashier) -> None:
    cashier.enter("petra card")

    assert re.fullmatch(rf"{PETRA}: Receipt 0001, \d\d:\d\d: 85, card.", sentence(cashier.type("0001")))


def test_money_goes_into_the_drawer_that_the_desk_has_chosen(cashier: Cashier) -> None:
    cashier.post(do="till", drawer="3")

    cashier.enter("petra")

    assert Receipt.objects.get().drawer == 3
    assert "desk 3" in plain(cashier.look())


def test_a_script_gets_the_sentence_and_the_block_alone(cashier: Cashier) -> None:
    answer = cashier.client.post(
        cashier.address, {"text": "petra", "enter": "1", "once": "k1"}, headers={"X-Desk": "1"}
    )

    page = answer.content.decode()
    assert page.lstrip().startswith('<div class="sentence" data-kind="taken"')
    assert "<html" not in page


def test_a_line_that_nobody_read_is_booked_only_where_it_takes_one_persons_money(cashier: Cashier) -> None:
    enter(Event.objects.get(name="Main").pk, [Entry("Petra Angelova")], a_caller())

    answer = cashier.client.post(
        cashier.address, {"text": "petra", "enter": "1", "once": "k1"}, headers={"X-Desk": "1"}
    )

    assert 'data-kind="several"' in answer.content.decode()
    assert not Receipt.objects.exists()


def test_the_cash_desk_costs_the_same_statements_for_every_field() -> None:
    tournament, main, _ = a_charged_open(1)
    director = Cashier(user := a_director(tournament.club), tournament, Client())
    director.client.force_login(user)
    take(the_payer(1), None, 1000, Hand(), a_caller())
    one = statements(director.client, director.address)
    enter(main.pk, [Entry(f"Player {number}") for number in range(5)], a_caller())
    take(the_payer(3), None, 1000, Hand(), a_caller())

    assert (one, statements(director.client, director.address)) == (20, 20)


def test_a_tournament_without_fees_says_what_comes_first() -> None:
    tournament, _, _ = a_charged_open(0)
    Tournament.objects.filter(pk=tournament.pk).update(currency="", fees="[]")
    director = Cashier(user := a_director(tournament.club), tournament, Client())
    director.client.force_login(user)

    assert "has no fees yet" in plain(director.look())


def test_somebody_who_is_no_entrant_gets_an_account(cashier: Cashier) -> None:
    answer = cashier.post(do="add", name="Olga Zabala", club="Donostia")
    page = cashier.client.get(answer["Location"]).content.decode()

    assert "Olga Zabala got an account" in plain(page)
    assert "Add a payer" in plain(page)


def test_another_payer_pays_for_an_entrant(cashier: Cashier) -> None:
    page = cashier.look(f"?payer={the_payer()}")

    answer = cashier.post(do="move", payer=the_payer(), entrant=the_entrant(), to=(falk := the_payer(1)))

    assert "Petra Horvat is paid for by" in plain(page)
    assert f'<option value="{falk}">' in page
    assert "Falk Brenner pays for Petra Horvat" in plain(cashier.client.get(answer["Location"]).content.decode())
    assert sum(lines_of(cashier.tournament, falk).values()) == 2500 + 6000 + 6000
