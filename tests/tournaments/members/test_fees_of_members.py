"""A registration fee for each member of a pair or a team: charged, shown, changed with the members, undone."""

import re
from typing import Any

import pytest
from django.test import Client

from journal.models import Record
from journal.verify import verify
from tests.contents import nothing_changes, refusal
from tests.factories import a_caller, a_director, undo
from tests.pages.on_the_phone import Player, text_of
from tests.tournaments.members.pairs import an_event_of, an_event_of_pairs, pair_of
from tests.tournaments.money.evenings import charge_fees, payer_of
from tournaments.actions.entrants.entering import Entry, enter, rename
from tournaments.models import Event, Tournament
from tournaments.read.money.payers import fees_of, line_sums
from tournaments.words.money.lines import fee_lines

pytestmark = pytest.mark.django_db


def fees(event: Event, per_member: bool = True) -> list[dict[str, Any]]:
    return [
        {"code": "registration", "kind": "registration", "name": "", "amount": 2500, "event": None, "prices": [],
         "per_member": per_member},
        {"code": "doubles", "kind": "entry", "name": "", "amount": 8000, "event": event.pk, "prices": []},
    ]  # fmt: skip


def owed(tournament: Tournament, entrant: int) -> dict[str, int]:
    """Return what stands on the account of whoever pays for an entrant, without the numbers of entrants."""
    payer = payer_of(entrant)
    lines = line_sums(tournament.stream_id, [payer]).get(payer, {})
    return {code.partition(":")[0]: amount for code, amount in lines.items()}


def last(event: Event) -> int:
    return Record.objects.filter(stream=event.tournament.stream_id).latest("number").number


@pytest.mark.parametrize(("per_member", "registration"), [(True, 5000), (False, 2500)])
def test_a_pair_is_charged_for_each_member_or_once(per_member: bool, registration: int) -> None:
    event = an_event_of("pair")
    charge_fees(event.tournament, fees(event, per_member))

    enter(event.pk, [Entry("Ann Ash / Bo Birch")], a_caller())

    assert owed(event.tournament, pair_of(event, "Ann Ash")) == {"registration": registration, "doubles": 8000}
    assert verify() == []


def test_fees_that_are_set_later_charge_pairs_who_are_entered_and_undo_takes_it_back() -> None:
    event = an_event_of_pairs("Ann Ash / Bo Birch")
    pair = pair_of(event, "Ann Ash")
    charge_fees(event.tournament, fees(event, per_member=False))
    charge_fees(event.tournament, fees(event))
    assert owed(event.tournament, pair)["registration"] == 5000

    undo(event.tournament_id, last(event), a_caller())

    assert owed(event.tournament, pair)["registration"] == 2500
    assert verify() == []


def test_a_single_player_pays_once() -> None:
    event = an_event_of("single")
    charge_fees(event.tournament, fees(event))

    [ann] = enter(event.pk, [Entry("Ann Ash")], a_caller()).entrants

    assert owed(event.tournament, ann.id) == {"registration": 2500, "doubles": 8000}


def test_when_somebody_joins_a_team_its_account_is_charged_and_undo_takes_it_back() -> None:
    event = an_event_of("team")
    charge_fees(event.tournament, fees(event))
    [team] = enter(event.pk, [Entry("Ann Ash / Bo Birch")], a_caller()).entrants

    rename(team.id, {"name": "Ann Ash / Bo Birch / Cy Cedar"}, a_caller())
    three = owed(event.tournament, team.id)
    undo(event.tournament_id, last(event), a_caller())

    assert three["registration"] == 7500
    assert owed(event.tournament, team.id)["registration"] == 5000
    assert verify() == []


def test_members_that_are_undone_are_charged_by_the_fees_of_now() -> None:
    event = an_event_of("team")
    charge_fees(event.tournament, fees(event, per_member=False))
    [team] = enter(event.pk, [Entry("Ann Ash / Bo Birch")], a_caller()).entrants
    rename(team.id, {"name": "Ann Ash / Bo Birch / Cy Cedar"}, a_caller())
    renamed = last(event)
    charge_fees(event.tournament, fees(event))

    undo(event.tournament_id, renamed, a_caller())

    assert owed(event.tournament, team.id)["registration"] == 5000
    assert verify() == []


def test_the_form_the_account_and_the_rules_say_for_how_many() -> None:
    event = an_event_of_pairs("Ann Ash / Bo Birch")
    director = Client()
    director.force_login(a_director(event.tournament.club))
    address = f"/tournaments/{event.tournament_id}/fees/"
    posted = {
        "do": "keep", "currency": "EUR", "release_above": "", "code-0": "", "what-0": "registration", "name-0": "",
        "amount-0": "25", "each-0": "on", "once": "a",
    }  # fmt: skip

    kept = director.post(address, posted)

    event.tournament.refresh_from_db()
    phone = Player(pair_of(event, "Ann Ash"))
    page = director.get(address).content.decode()
    assert kept.status_code == 303
    assert re.search(r'name="each-0"\s+checked', page)
    account = text_of(phone.client.get(f"{phone.address}account/").content.decode())
    assert "for 2 people" in account
    assert "50.00" in account
    assert fee_lines(fees_of(event.tournament), event.pk, "Doubles", "EUR") == ("Registration: EUR 25 a person",)


def test_no_entry_is_charged_for_each_member() -> None:
    event = an_event_of_pairs("Ann Ash / Bo Birch")
    wrong = [*fees(event)[:1], fees(event)[1] | {"per_member": True}]

    with nothing_changes():
        assert refusal(lambda: charge_fees(event.tournament, wrong)).code == "fees.members"
