"""The money of jackpots: the winner's prize, a split of the final, vouchers, and the closing of the books."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from journal.models import Record
from journal.verify import verify
from rules.draws.match_state import State
from rules.jackpots import Terms, calls_at_once, voucher, who_is_in
from tests.factories import a_caller, card_of, match_of, play_code, play_out, undo
from tests.tournaments.jackpots.queues import FIVE, a_jackpot, a_queue, an_evening, code_of, joins, owed, stake_of
from tests.tournaments.money.evenings import books
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.jackpots.splitting import split_final
from tournaments.actions.jackpots.vouchers import book_voucher
from tournaments.actions.matches.results import start_match
from tournaments.actions.money.prizes import award_prizes
from tournaments.models import Event
from tournaments.read.draws.places import standings
from tournaments.read.entrants.names import names_in
from tournaments.read.jackpots.queues import queue_of
from tournaments.read.money.proof import proof_of

QUALIFIER = Terms("Qualifier", size=4, length=3, stake=2000, house=10)


def finalists(event: Event) -> list[str]:
    names = names_in(event.pk)
    final = match_of(event, "B1")
    return [names[who] for who in (final.top_id, final.bottom_id) if who]


def last(verb: str) -> int:
    return Record.objects.filter(verb=verb).latest("number").number


pytestmark = pytest.mark.django_db


def test_the_winner_takes_all_but_the_share_of_the_house() -> None:
    tournament, _ = an_evening()
    event = a_jackpot(a_queue(tournament, Terms("Jackpot 5", 4, 3, stake=500, house=10)))
    play_out(event)
    winner = finalists(event)[0]

    award_prizes(event.pk, a_caller())

    assert owed(tournament, winner)[f"prize:{event.pk}"] == -1800
    assert books(tournament) == {"fund": -200}
    assert verify() == []


def test_a_split_of_the_final_shares_the_first_place_and_its_prize() -> None:
    tournament, _ = an_evening()
    event = a_jackpot(a_queue(tournament, Terms("Jackpot", 4, 3, stake=501)))
    play_code(event, "A1")
    play_code(event, "A2")
    both = finalists(event)

    split_final(match_of(event, "B1").pk, a_caller())

    assert card_of(event, "B1").state is State.SPLIT
    award_prizes(event.pk, a_caller())
    assert sorted(owed(tournament, name)[f"prize:{event.pk}"] for name in both) == [-1002, -1002]
    assert sorted(queue_of(event.jackpot_start.jackpot_id).over[0].winners) == sorted(both)
    assert verify() == []


def test_an_odd_cent_of_a_split_goes_to_one_of_the_two() -> None:
    tournament, _ = an_evening()
    event = a_jackpot(a_queue(tournament, Terms("Jackpot", 4, 3, stake=501, house=1)))
    play_code(event, "A1")
    play_code(event, "A2")
    both = finalists(event)
    split_final(match_of(event, "B1").pk, a_caller())

    award_prizes(event.pk, a_caller())

    assert sorted(owed(tournament, name)[f"prize:{event.pk}"] for name in both) == [-992, -992]
    assert books(tournament) == {"fund": -20}


def test_a_split_can_be_undone_and_the_final_is_played() -> None:
    tournament, _ = an_evening()
    event = a_jackpot(a_queue(tournament))
    play_code(event, "A1")
    play_code(event, "A2")
    split_final(match_of(event, "B1").pk, a_caller())

    undo(tournament.pk, last("match.split"), a_caller())

    assert card_of(event, "B1").state is State.READY
    play_code(event, "B1")
    assert verify() == []


def test_only_the_final_of_a_jackpot_is_split_and_only_before_it_begins() -> None:
    tournament, main = an_evening()
    event = a_jackpot(a_queue(tournament))
    enter(main.pk, [Entry("Fay"), Entry("Gus")], a_caller())
    make_draw(main.pk, "63 55 21", a_caller())

    assert code_of(lambda: split_final(match_of(main, "A1").pk, a_caller())) == "split.event"
    assert code_of(lambda: split_final(match_of(event, "A1").pk, a_caller())) == "split.final"
    assert code_of(lambda: split_final(match_of(event, "B1").pk, a_caller())) == "match.waiting"
    play_code(event, "A1")
    play_code(event, "A2")
    start_match(match_of(event, "B1").pk, a_caller())
    assert code_of(lambda: split_final(match_of(event, "B1").pk, a_caller())) == "match.begun"


def test_a_voucher_pays_the_entry_into_another_event_and_all_sums_to_zero() -> None:
    tournament, main = an_evening()
    event = a_jackpot(a_queue(tournament, QUALIFIER, main.pk))
    play_out(event)
    winner = finalists(event)[0]

    booked = book_voucher(event.pk, a_caller())

    assert (booked.event, booked.amount, booked.left) == (main.pk, 6000, 1200)
    assert list(names_in(main.pk).values()) == [winner]
    lines = owed(tournament, winner)
    assert sum(lines.values()) == 2000 - 7200 + 6000
    assert lines[f"prize:{event.pk}"] == -1200
    assert f"main:{booked.entrant}" not in lines
    assert books(tournament) == {"fund": -800 - 6000}
    assert queue_of(event.jackpot_start.jackpot_id).over[0].voucher
    assert verify() == []


def test_a_voucher_pays_the_fee_of_a_winner_who_is_entered_already() -> None:
    tournament, main = an_evening()
    names = ["Falk Brenner", "Petra Horvat", "Ömer Yıldırım", "Ainhoa Etxeberria"]
    entrants = enter(main.pk, [Entry(name) for name in names], a_caller()).entrants
    make_draw(main.pk, "63 55 21", a_caller())
    event = a_jackpot(a_queue(tournament, QUALIFIER, main.pk))
    play_out(event)
    winner = finalists(event)[0]

    booked = book_voucher(event.pk, a_caller())

    assert booked.entrant == next(each.id for each in entrants if each.name == winner)
    assert len(names_in(main.pk)) == 4
    assert verify() == []


def test_every_step_of_a_voucher_can_be_undone() -> None:
    tournament, main = an_evening()
    event = a_jackpot(a_queue(tournament, QUALIFIER, main.pk))
    play_out(event)
    before = books(tournament)
    record = book_voucher(event.pk, a_caller()).record

    for verb in ("jackpot.voucher", "entrant.entered", "prizes.awarded"):
        undo(tournament.pk, last(verb), a_caller())

    assert record == last("jackpot.voucher")
    assert (books(tournament), names_in(main.pk)) == (before, {})
    assert verify() == []
    assert book_voucher(event.pk, a_caller()).amount == 6000


def test_a_voucher_is_refused_before_the_end_twice_and_after_a_split() -> None:
    tournament, main = an_evening()
    plain, queue = a_queue(tournament), a_queue(tournament, QUALIFIER, main.pk)
    event, without = a_jackpot(queue), a_jackpot(plain)
    assert code_of(lambda: book_voucher(without.pk, a_caller())) == "voucher.none"
    assert code_of(lambda: book_voucher(event.pk, a_caller())) == "voucher.open"
    play_code(event, "A1")
    play_code(event, "A2")
    split_final(match_of(event, "B1").pk, a_caller())
    assert code_of(lambda: book_voucher(event.pk, a_caller())) == "voucher.split"
    undo(tournament.pk, last("match.split"), a_caller())
    play_code(event, "B1")
    book_voucher(event.pk, a_caller())
    assert code_of(lambda: book_voucher(event.pk, a_caller())) == "voucher.booked"


def test_a_voucher_waits_for_a_winner_whom_the_drawn_event_does_not_know() -> None:
    tournament, main = an_evening()
    enter(main.pk, [Entry("Fay"), Entry("Gus")], a_caller())
    make_draw(main.pk, "63 55 21", a_caller())
    event = a_jackpot(a_queue(tournament, QUALIFIER, main.pk))
    play_out(event)

    assert code_of(lambda: book_voucher(event.pk, a_caller())) == "voucher.drawn"


def test_books_do_not_close_while_stakes_wait_in_a_queue() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)
    joins(queue, "Ann Ash")

    findings = {(each.code, each.amount, each.line) for each in proof_of(tournament).findings}

    assert findings == {("owed", 500, ""), ("waiting", 500, "Jackpot 5")}
    assert owed(tournament, "Ann Ash") == {stake_of(queue, 1): 500}


def test_places_of_a_split_are_shared() -> None:
    tournament, _ = an_evening()
    event = a_jackpot(a_queue(tournament))
    play_code(event, "A1")
    play_code(event, "A2")
    split_final(match_of(event, "B1").pk, a_caller())

    assert sorted(each.place or 0 for each in standings(event.pk)) == [1, 1, 3, 3]


# --- The rule book


@given(st.integers(0, 10**9), st.integers(0, 10**9))
def test_a_voucher_is_never_more_than_the_prize_or_the_fee(prize: int, fee: int) -> None:
    amount = voucher(prize, fee)

    assert amount in (prize, fee)
    assert amount <= min(prize, fee)


@given(st.sampled_from([4, 8, 16]), st.integers(0, 10**9), st.integers(0, 100))
def test_the_prize_and_the_house_are_all_the_stakes(size: int, stake: int, house: int) -> None:
    terms = Terms("Jackpot", size, 5, stake, house)

    assert 0 <= terms.prize <= size * stake
    assert (size * stake - terms.prize) * 100 <= size * stake * house


@given(st.lists(st.integers(), unique=True, max_size=40), st.sampled_from([4, 8, 16]))
def test_the_first_who_wait_play_and_nobody_before_they_are_enough(waiting: list[int], size: int) -> None:
    assert who_is_in(waiting, size) == (waiting[:size] if len(waiting) >= size else [])


@given(st.integers(0, 8), st.integers(0, 12), st.integers(0, 12))
def test_the_first_tables_are_left_to_others_and_no_table_is_called_twice(ready: int, tables: int, others: int) -> None:
    calls = calls_at_once(range(ready), [str(table) for table in range(tables)], others)

    assert len({table for _, table in calls}) == len(calls) == min(ready, max(0, tables - others))
    assert calls[:1] == ([(0, str(others))] if ready and tables > others else [])


def test_terms_give_the_format_and_the_division_of_a_jackpot() -> None:
    assert FIVE.prize == 2000
    assert FIVE.division["table"] == [{"bracket": "main", "place": 1, "share": "1"}]
    assert FIVE.format.as_data()["consolation"] == "none"
