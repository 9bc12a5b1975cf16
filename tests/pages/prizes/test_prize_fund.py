"""The prize fund designer: the money of every place by field size, before anything is saved, and why it is so."""

import re
from typing import Any

import pytest
from django.test import Client

from clubs.models import User
from journal.verify import verify
from tests.contents import nothing_changes
from tests.factories import (
    a_caller,
    a_desk_helper,
    a_director,
    an_entered_event,
    an_event,
    play_out,
)
from tests.pages.reading import page_of
from tests.tournaments.money.evenings import charge_fees
from tournaments.actions.draws.making import make_draw
from tournaments.actions.money.prizes import add_money_of, award_prizes, set_pot
from tournaments.models import AddedMoney, Event, Payer, PotSetup, stored_json

pytestmark = pytest.mark.django_db
# The fund of the Bilbao Autumn Open, as the picture of the page has it.
FUND = {
    "percent": "10", "house_unit": "1", "preset": "4-2-2-1-1-1-1", "below": "17", "fewer": "50-25-25", "unit": "5",
    "do": "save",
}  # fmt: skip


def a_priced_event(entrants: int, *, last_chance: bool = True) -> Event:
    """Return an event with an entry fee of 60.00 and a registration of 25.00."""
    event = an_entered_event(entrants, "first_match", last_chance=last_chance)
    fees = [
        {"code": "registration", "kind": "registration", "name": "", "amount": 2500, "event": None},
        {"code": "main", "kind": "entry", "name": "", "amount": 6000, "event": event.pk},
        {"code": "pool", "kind": "pool", "name": "Side pool", "amount": 4000, "event": event.pk},
    ]
    charge_fees(event.tournament, fees)
    event.refresh_from_db()
    return event


def of(event: Event) -> Client:
    client = Client()
    known = User.objects.filter(email="petra@barpoint.example").first()
    client.force_login(known or a_director(event.tournament.club))
    return client


def address(event: Event, query: str = "") -> str:
    return f"/events/{event.pk}/prizes/{query}"


def words(answer: Any) -> str:
    """Return an answer as text without tags, whitespace folded."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode()))


def rows(answer: Any) -> list[list[str]]:
    """Return the rows of the table of prizes, cell by cell."""
    table = re.search(r'<table class="prize-table">.*?</table>', answer.content.decode(), re.DOTALL)
    assert table is not None
    lines = re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)
    cells = [re.findall(r"<t[hd].*?</t[hd]>", line, re.DOTALL) for line in lines]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in line] for line in cells]


def test_48_entrants_are_paid_as_in_the_picture() -> None:
    event = a_priced_event(48)
    add_money_of(event.pk, "Casino Bilbao", 50000, a_caller())

    answer = of(event).post(address(event), {**FUND, "do": "preview"}, headers={"X-Fragment": "1"})

    assert rows(answer) == [
        ["Place", "share", "16 entrants", "24 entrants", "32 entrants", "40 entrants", "48 now", "64 entrants"],
        ["Winner", "4", "684 +2.00", "596 −2.67", "748 +5.33", "890 +3.33", "1,042 +11.33", "1,316 −2.67"],
        ["Finalist", "2", "340 −1.00", "300 +0.67", "370 −1.33", "445 +1.67", "515 −0.33", "660 +0.67"],
        ["Consolation winner", "2", "340 −1.00", "300 +0.67", "370 −1.33", "445 +1.67", "515 −0.33", "660 +0.67"],
        ["Semi-finals, each of two", "1", "–", "150 +0.33", "185 −0.67", "220 −1.67", "255 −2.67", "330 +0.33"],
        ["Consolation finalist", "1", "–", "150 +0.33", "185 −0.67", "220 −1.67", "255 −2.67", "330 +0.33"],
        ["Last chance winner", "1", "–", "150 +0.33", "185 −0.67", "220 −1.67", "255 −2.67", "330 +0.33"],
        ["Paid out", "", "1,364", "1,796", "2,228", "2,660", "3,092", "3,956"],
        ["Fund with added money", "", "1,364", "1,796", "2,228", "2,660", "3,092", "3,956"],
    ]
    shown = words(answer)
    assert "48 entrants: the winner takes €1,042" in shown
    assert (
        "At 48: 48 × 60 = 2,880, less house 288, with 500 added, is 3,092 . In steps of 5 that leaves 12 over. "
        "The 4 places of 255 are next in line, but 4 steps are 20 and equal places stay equal, so all 12 goes to "
        "the winner."
    ) in shown
    for fact in ("1 in 7", "24.9 %", "8.2 %", "4.25"):
        assert fact in shown
    assert not PotSetup.objects.exists()


def test_a_fund_is_saved_with_every_field_of_the_house() -> None:
    event = a_priced_event(8)
    more = {"fixed": "12.50", "at_least": "20", "cap": "300", "nearest": "on", "house_unit": "5"}

    answer = of(event).post(address(event), FUND | more)

    assert answer.status_code == 303
    [setup] = PotSetup.objects.all()
    assert stored_json(setup.division) == {
        "table": "4-2-2-1-1-1-1", "unit": 500, "below": 17, "fewer": "50-25-25", "rule": "consolation",
        "house": {"percent": "10", "fixed": 1250, "at_least": 2000, "cap": 30000, "unit": 500, "nearest": True},
    }  # fmt: skip
    page = page_of(of(event), address(event))
    for field, text in {"fixed": "12.50", "at_least": "20.00", "cap": "300.00", "unit": "5.00"}.items():
        assert re.search(rf'name="{field}" value="{text}"', page), field
    assert verify() == []


def test_an_own_table_pays_the_places_that_were_typed() -> None:
    event = a_priced_event(8)
    cells = {"share.main.1": "50", "share.main.2": "12.5", "share.consolation.1": "1/3", "share.main.3": ""}

    of(event).post(address(event), {**FUND, **cells, "preset": "free", "fewer": "", "below": ""})

    assert stored_json(PotSetup.objects.get().division)["table"] == [
        {"bracket": "main", "place": 1, "share": "50"},
        {"bracket": "main", "place": 2, "share": "12.5"},
        {"bracket": "consolation", "place": 1, "share": "1/3"},
    ]
    page = page_of(of(event), address(event))
    assert 'name="share.main.2" value="12.5"' in page


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"percent": "101"}, "The house takes 0 to 100 percent."),
        ({"percent": "ten"}, "Enter a percentage from 0 to 100, such as 10 or 12.5."),
        ({"at_least": "50", "cap": "10"}, "The most that the house takes is less than the least that it takes."),
        ({"unit": "0.0001"}, "0.0001 has too many digits after the point."),
        ({"fixed": "-3"}, "fixed must be a whole number from 0."),
        ({"preset": "free", "share.main.1": "half"}, "A share is a whole number, a fraction such as 1/3"),
        ({"preset": "free"}, "The prize table pays nothing. Give at least one place a share."),
        ({"below": "a few"}, "Enter a number of entrants, such as 17."),
    ],
)
def test_what_cannot_be_is_said_at_its_field(wrong: dict[str, str], sentence: str) -> None:
    event = a_priced_event(8)

    director = of(event)

    with nothing_changes():
        answer = director.post(address(event), FUND | wrong)

    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_after_the_draw_a_change_needs_a_reason_and_strikes_the_old_table_through() -> None:
    event = a_priced_event(8)
    set_pot(event.pk, "", {"table": "50-25-25", "unit": 500}, "", a_caller())
    make_draw(event.pk, "1 2 3 4", a_caller())
    director = of(event)

    locked = director.get(address(event)).content.decode()
    assert locked.count("<fieldset") == locked.count("disabled>")
    refused = director.post(address(event), {**FUND, "seen": "1"})
    assert refused.status_code == 422
    assert "reason" in words(refused)

    changed = director.post(address(event), {**FUND, "seen": "1", "reason": "announced otherwise"})

    assert changed.status_code == 303
    page = page_of(director, address(event))
    assert "<s>50 / 25 / 25, in steps of 5</s>" in page
    assert "Changed: announced otherwise" in page


def test_a_fund_that_somebody_else_changed_is_not_overwritten() -> None:
    event = a_priced_event(8)
    set_pot(event.pk, "", {"table": "50-25-25"}, "", a_caller())

    answer = of(event).post(address(event), {**FUND, "seen": "0"})

    assert answer.status_code == 409


def test_money_is_added_by_name_and_stands_in_its_own_line() -> None:
    event = a_priced_event(8)
    director = of(event)

    for amount in ("500", "50.50"):
        assert director.post(address(event), {"do": "add", "giver": "Casino Bilbao", "sum": amount}).status_code == 303

    assert [each.amount for each in AddedMoney.objects.order_by("record_id")] == [50000, 5050]
    assert Payer.objects.filter(entrants__isnull=True).count() == 1
    assert "550.50" in page_of(director, address(event))
    refused = director.post(address(event), {"do": "add", "giver": "Casino Bilbao", "sum": "much"})
    assert refused.status_code == 422
    assert "much is not a sum of money." in words(refused)
    assert verify() == []


def test_a_side_pool_has_a_division_of_its_own() -> None:
    event = a_priced_event(8)

    of(event).post(address(event, "?pot=pool"), {"preset": "4-2-1", "unit": "1", "rule": "main", "do": "save"})

    setup = PotSetup.objects.get()
    assert (setup.pot, stored_json(setup.division)["rule"]) == ("pool", "main")
    page = page_of(of(event), address(event, "?pot=pool"))
    assert "Only the main bracket counts" in page
    assert "Added money" not in page


def test_ties_are_named_beside_what_is_paid_before_them() -> None:
    event = a_priced_event(16)

    answer = of(event).post(address(event), {"preset": "4-2-1", "unit": "1", "do": "preview"})

    assert "Places 3 to 4 are shared: 68 each; before ties 137, 0." in words(answer)


def test_without_a_fee_the_page_says_what_to_do_first() -> None:
    event = an_event()

    assert "Set an entry fee first" in words(of(event).get(address(event)))


def test_where_too_few_play_the_other_shares_count() -> None:
    event = a_priced_event(3, last_chance=False)

    shown = words(of(event).post(address(event), {"preset": "4-2-2-1-1-1-1", "unit": "5", "do": "preview"}))

    assert "At 3: 3 × 60 is 180 ." in shown
    assert "the shares that count: Winner 4/9, Finalist 2/9, Place 3 1/9, Consolation winner 2/9." in shown


def test_awarded_prizes_are_named_where_the_table_changes() -> None:
    event = a_priced_event(4, last_chance=False)
    set_pot(event.pk, "", {"table": "4-2-1"}, "", a_caller())
    make_draw(event.pk, "1 2 3 4", a_caller())
    play_out(event)
    award_prizes(event.pk, a_caller())

    assert "Prizes were awarded. A change shows at once who gets more and who owes." in words(
        of(event).get(address(event))
    )


def test_helpers_at_the_desk_do_not_change_prizes() -> None:
    event = a_priced_event(4)
    client = Client()
    client.force_login(a_desk_helper(event.tournament.club))

    assert client.get(address(event)).status_code == 403
    assert client.post(address(event), FUND).status_code == 403


def test_a_pot_that_is_not_there_is_not_found() -> None:
    event = a_priced_event(4)

    assert of(event).get(address(event, "?pot=none")).status_code == 404
