"""Prizes follow from the places and the money; a corrected result moves them, and nothing else does."""

from typing import Any

import pytest
from django.db.models import Q

from journal.refusals import Refused
from journal.verify import verify
from rules.errors import RuleBroken
from rules.match.terms import BOTTOM, TOP
from tests.factories import a_caller, an_entered_event, match_of, play_code, play_out, undo
from tests.tournaments.money.evenings import books, charge_fees, lines_of, payer_of
from tournaments.actions.draws.making import make_draw
from tournaments.actions.matches.corrections import correct_result
from tournaments.actions.matches.results import Report
from tournaments.actions.money.cash import Hand, take
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.payers import add_payer
from tournaments.actions.money.prizes import (
    add_money,
    award_prizes,
    leave_unclaimed,
    set_pot,
    transfer_prize,
)
from tournaments.models import Entrant, Event, Payer, Tournament
from tournaments.read.money.payers import latest_payers

pytestmark = pytest.mark.django_db
TABLE = [
    {"bracket": "main", "place": 1, "share": 4},
    {"bracket": "main", "place": 2, "share": 2},
    {"bracket": "main", "place": 3, "share": 1},
    {"bracket": "main", "place": 4, "share": 1},
    {"bracket": "consolation", "place": 1, "share": 2},
]
DIVISION = {"table": TABLE, "house": {"percent": 10, "unit": 100}, "unit": 500}


def a_funded_event(entrants: int = 8, division: Any = DIVISION) -> tuple[Tournament, Event]:
    """Return a drawn event of which everybody paid 60.00; 8 entrants leave 432.00 to the prizes."""
    event = an_entered_event(entrants, "first_match")
    fees = [
        {"code": "main", "kind": "entry", "name": "Main", "amount": 6000, "event": event.pk},
        {"code": "pool", "kind": "pool", "name": "Pool", "amount": 4000, "event": event.pk},
    ]
    charge_fees(event.tournament, fees)
    set_pot(event.pk, "", division, "", a_caller())
    make_draw(event.pk, "1 2 3 4", a_caller())
    event.refresh_from_db()
    return event.tournament, event


def awarded(event: Event) -> dict[str, int]:
    """Return the line of the prize → what stands on everybody's account, by the number of the entrant."""
    numbers = dict(Entrant.objects.filter(event=event).values_list("pk", "number"))
    sums = {}
    for entrant, _, payer, _ in latest_payers(Q(entrant__event=event)):
        amount = -lines_of(event.tournament, payer).get(f"prize:{event.pk}", 0)
        if amount:
            sums[str(numbers[entrant])] = amount
    return sums


def amounts(event: Event) -> list[int]:
    return sorted(awarded(event).values(), reverse=True)


def test_prizes_are_awarded_once_everything_is_played() -> None:
    tournament, event = a_funded_event()
    play_out(event)

    award_prizes(event.pk, a_caller())

    assert amounts(event) == [17200, 8500, 8500, 4500, 4500]
    assert books(tournament) == {"fund": -4800}
    assert verify() == []


def test_an_award_is_posted_once() -> None:
    _, event = a_funded_event()
    play_out(event)

    assert award_prizes(event.pk, a_caller()).record is not None
    assert award_prizes(event.pk, a_caller()).record is None


def test_open_places_wait_and_the_others_are_paid() -> None:
    _, event = a_funded_event()
    for code in ("A1", "A2", "A3", "A4", "B1"):
        play_code(event, code)

    award_prizes(event.pk, a_caller())

    assert len(amounts(event)) == 1

    play_out(event)
    award_prizes(event.pk, a_caller())

    assert sum(amounts(event)) == 43200


def test_a_corrected_final_posts_only_the_difference() -> None:
    tournament, event = a_funded_event()
    play_out(event)
    award_prizes(event.pk, a_caller())
    before = awarded(event)
    final = match_of(event, "C1")
    report = Report(points=(0, final.length))
    correct_result(final.pk, report, "the card was wrong", a_caller(seen=final.version))

    posted = award_prizes(event.pk, a_caller())

    after = awarded(event)
    changed = {number for number in before if before[number] != after[number]}
    assert len(changed) == 2
    assert sorted(sum(lines.values()) for lines in posted.differences.values()) == [-8700, 8700]
    assert books(tournament) == {"fund": -4800}
    assert verify() == []


def test_added_money_is_paid_after_what_was_collected() -> None:
    tournament, event = a_funded_event()
    casino = add_payer(tournament.pk, "Casino Bilbao", "", a_caller()).payer
    add_money(event.pk, casino, 50000, a_caller())
    play_out(event)

    award_prizes(event.pk, a_caller())

    assert sum(amounts(event)) == 93200
    assert books(tournament) == {"fund": -4800}
    assert lines_of(tournament, casino) == {f"added:{event.pk}": 50000}

    take(casino, None, None, Hand(means="card"), a_caller())

    assert books(tournament) == {"card": 50000, "fund": -4800}


def test_a_side_pool_is_ranked_among_those_who_entered_it() -> None:
    tournament, event = a_funded_event()
    set_pot(
        event.pk, "pool", {"table": [{"bracket": "main", "place": 1, "share": 1}], "rule": "main"}, "as posted",
        a_caller(),
    )  # fmt: skip
    play_out(event)
    losers = [str(number) for number in range(1, 9)]
    award_prizes(event.pk, a_caller())
    third = next(number for number in losers if awarded(event).get(number, 0) == min(amounts(event)))
    entrants = [Entrant.objects.get(event=event, number=int(third)), Entrant.objects.get(event=event, number=8)]
    entrants += [Entrant.objects.get(event=event, number=7)]
    for each in entrants:
        decide_line(payer_of(each.pk), Decision("chosen", f"pool:{each.pk}"), a_caller())

    award_prizes(event.pk, a_caller())

    lines = [lines_of(tournament, payer_of(each.pk)).get(f"prize:{event.pk}:pool", 0) for each in entrants]
    assert sum(lines) == -12000
    assert books(tournament) == {"fund": -4800}


def test_a_waived_entry_lowers_the_fund() -> None:
    _, event = a_funded_event()
    one = Entrant.objects.get(event=event, number=1).pk
    decide_line(payer_of(one), Decision("waived", f"main:{one}", reason="helper"), a_caller())
    play_out(event)

    award_prizes(event.pk, a_caller())

    assert sum(amounts(event)) == 37800


def test_undoing_an_award_posts_it_back() -> None:
    tournament, event = a_funded_event()
    play_out(event)
    award_prizes(event.pk, a_caller())
    tournament.stream.refresh_from_db()

    undo(tournament.pk, tournament.stream.number, a_caller())

    assert awarded(event) == {}
    assert books(tournament) == {"fund": -48000}
    assert verify() == []

    award_prizes(event.pk, a_caller())

    assert sum(amounts(event)) == 43200


def test_a_chop_moves_money_between_two_and_leaves_the_places() -> None:
    tournament, event = a_funded_event()
    play_out(event)
    award_prizes(event.pk, a_caller())
    first, second = Payer.objects.order_by("pk")[:2]
    before = {each.pk: sum(lines_of(tournament, each.pk).values()) for each in (first, second)}

    transfer_prize(first.pk, second.pk, 3000, "they split", a_caller())

    after = {each.pk: sum(lines_of(tournament, each.pk).values()) for each in (first, second)}
    assert {payer: after[payer] - before[payer] for payer in after} == {first.pk: 3000, second.pk: -3000}
    assert award_prizes(event.pk, a_caller()).record is None
    with pytest.raises(RuleBroken, match=r"transfer\.same"):
        transfer_prize(first.pk, first.pk, 3000, "they split", a_caller())
    with pytest.raises(RuleBroken, match=r"money\.range"):
        transfer_prize(first.pk, second.pk, 0, "they split", a_caller())
    with pytest.raises(RuleBroken, match=r"transfer\.over"):
        transfer_prize(first.pk, second.pk, 48001, "one digit too many", a_caller())


def test_the_club_keeps_what_nobody_collects() -> None:
    tournament, event = a_funded_event()
    for payer in Payer.objects.all():
        take(payer.pk, None, None, Hand(), a_caller())
    play_out(event)
    award_prizes(event.pk, a_caller())
    winner = max(Payer.objects.all(), key=lambda each: -sum(lines_of(tournament, each.pk).values()))

    kept = leave_unclaimed(winner.pk, "left before the end", a_caller())

    assert kept.amount == 17200
    assert sum(lines_of(tournament, winner.pk).values()) == 0
    assert books(tournament)["unclaimed"] == -kept.amount
    with pytest.raises(Refused, match=r"payout\.nothing"):
        leave_unclaimed(winner.pk, "again", a_caller())


def test_after_the_draw_another_division_needs_a_reason() -> None:
    _, event = a_funded_event()

    with pytest.raises(RuleBroken, match=r"reason\.empty"):
        set_pot(event.pk, "", DIVISION, "", a_caller())

    assert set_pot(event.pk, "", DIVISION, "a wrong table", a_caller()).turn == 2


@pytest.mark.parametrize(
    ("division", "code"),
    [
        ([], "prizes.shape"),
        ({"table": "nothing"}, "preset.unknown"),
        ({"table": []}, "table.empty"),
        ({"table": [{"bracket": "main", "place": 0, "share": 1}]}, "table.place"),
        ({"table": [{"bracket": "main", "place": 1, "share": "x"}]}, "share.text"),
        ({"table": [{"bracket": "", "place": 1, "share": 1}]}, "prizes.shape"),
        ({"table": [{"bracket": "\0", "place": 1, "share": 1}]}, "prizes.shape"),
        ({"table": [{"bracket": "x" * 41, "place": 1, "share": 1}]}, "prizes.shape"),
        ({"table": [{"bracket": ["main"], "place": 1, "share": 1}]}, "prizes.shape"),
        ({"table": [{"place": 1, "share": 1}]}, "prizes.shape"),
        ({"table": TABLE, "unit": 0}, "unit.small"),
        ({"table": TABLE, "unit": 1.5}, "prizes.number"),
        ({"table": TABLE, "colour": "red"}, "prizes.unknown"),
        ({"table": TABLE, "house": {"percent": 101}}, "house.percent"),
        ({"table": TABLE, "rule": "luck"}, "prizes.unknown"),
    ],
)
def test_a_division_that_cannot_be_is_refused(division: Any, code: str) -> None:
    event = an_entered_event(4)
    charge_fees(event.tournament, [])

    with pytest.raises(RuleBroken) as broken:
        set_pot(event.pk, "", division, "", a_caller())

    assert broken.value.code == code


def test_without_a_currency_there_are_no_prizes() -> None:
    event = an_entered_event(4)

    with pytest.raises(Refused, match=r"fees\.none"):
        set_pot(event.pk, "", DIVISION, "", a_caller())
    with pytest.raises(Refused, match=r"fees\.none"):
        award_prizes(event.pk, a_caller())


def test_a_pot_of_another_event_is_refused() -> None:
    event = an_entered_event(4)
    charge_fees(event.tournament, [])

    with pytest.raises(RuleBroken, match=r"pot\.unknown"):
        set_pot(event.pk, "pool", DIVISION, "", a_caller())


def test_prizes_of_an_event_without_fees_come_from_added_money() -> None:
    event = an_entered_event(4, "none")
    charge_fees(event.tournament, [])
    casino = add_payer(event.tournament_id, "Casino Bilbao", "", a_caller()).payer
    add_money(event.pk, casino, 10000, a_caller())
    set_pot(event.pk, "", {"table": [{"bracket": "main", "place": 1, "share": 1}]}, "", a_caller())
    make_draw(event.pk, "1 2 3 4", a_caller())
    play_code(event, "A1", TOP)
    play_code(event, "A2", BOTTOM)
    play_code(event, "B1", BOTTOM)

    award_prizes(event.pk, a_caller())

    assert amounts(event) == [10000]


@pytest.mark.parametrize(
    ("table", "entrants", "fee", "paid"),
    [
        # 32-20-13-9-7 of 81. Places 3 and 4 are shared, 5 by four: each is 2,160.49, four cents are too many for the
        # three that are over, so they go to first.
        ("32-20-13-9", 50, 2000, [39509, 24691, 13580, 13580, 2160, 2160, 2160, 2160]),
        ("50-25-25", 16, 2000, [16000, 8000, 8000]),
        # Without a last chance eleven shares count.
        ("4-2-2-1-1-1-1", 24, 2000, [17454, 8727, 8727, 4364, 4364, 4364]),
        ("40-25-25-10", 32, 2000, [25600, 16000, 16000, 6400]),
    ],
)
def test_the_quoted_tables_are_awarded_to_the_cent(table: str, entrants: int, fee: int, paid: list[int]) -> None:
    event = an_entered_event(entrants, "first_match")
    charge_fees(event.tournament, [{"code": "m", "kind": "entry", "name": "", "amount": fee, "event": event.pk}])
    set_pot(event.pk, "", {"table": table}, "", a_caller())
    make_draw(event.pk, "1 2 3 4", a_caller())
    play_out(event)

    award_prizes(event.pk, a_caller())

    assert amounts(event) == paid
    assert sum(paid) == entrants * fee
