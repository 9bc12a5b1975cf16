"""Queues of jackpots: who joins and leaves, what starts, and every step undone."""

from collections.abc import Mapping

import pytest

from clubs.actions.undo import undo_together
from journal.models import Record
from journal.verify import verify
from rules.jackpots import Terms
from tests.factories import a_caller, named_players, play, undo
from tests.tournaments.jackpots.queues import (
    FIVE,
    a_jackpot,
    a_queue,
    an_evening,
    code_of,
    joins,
    owed,
    stake_of,
    waiting,
)
from tests.tournaments.money.evenings import books
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.actions.jackpots.joining import join_queue, leave_queue
from tournaments.actions.jackpots.queues import close_queue, open_queue, reopen_queue
from tournaments.actions.jackpots.starting import start_jackpot
from tournaments.actions.matches.calls import call_match
from tournaments.actions.matches.tables import furnish
from tournaments.models import Event, Match, Table, Tournament
from tournaments.read.entrants.names import names_in
from tournaments.read.events import events_of
from tournaments.read.jackpots.queues import Busy, queue_of

pytestmark = pytest.mark.django_db
ANN, BOB, CID, DEE, EVE = "Ann Ash", "Bob Birch", "Cid Cedar", "Dee Dogwood", "Eve Elm"


def players(match: Match, names: Mapping[int, str]) -> set[str]:
    """Return the names of the players of a match."""
    return {names[who] for who in (match.top_id, match.bottom_id) if who}


def test_a_queue_starts_itself_when_the_last_place_is_taken() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)

    *first, last = joins(queue, ANN, BOB, CID, DEE)

    assert [each.started for each in first] == [None, None, None]
    assert last.started is not None
    assert (last.started.name, last.started.number, last.waiting) == ("Jackpot 5 no. 1", 1, 0)
    event = Event.objects.get(pk=last.started.event)
    assert sorted(names_in(event.pk).values()) == [ANN, BOB, CID, DEE]
    assert [each.code for each in Match.objects.filter(draw=event.current_draw).order_by("place")] == ["A1", "A2", "B1"]
    assert waiting(queue) == []
    assert verify() == []


def test_the_next_who_joins_is_the_first_of_the_next_jackpot() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)

    joins(queue, ANN, BOB, CID, DEE, EVE)

    assert waiting(queue) == [EVE]
    assert [each.name for each in queue_of(queue).started] == ["Jackpot 5 no. 1"]


def test_somebody_may_wait_in_several_queues_but_only_once_in_each() -> None:
    tournament, _ = an_evening()
    five, ten = a_queue(tournament), a_queue(tournament, Terms("Jackpot 10", 8, 5, 1000))
    joins(five, ANN)
    joins(ten, ANN)

    assert (waiting(five), waiting(ten)) == ([ANN], [ANN])
    assert code_of(lambda: join_queue(five, "ann ash", "", a_caller())) == "jackpot.waiting"
    assert owed(tournament, ANN) == {stake_of(five, 1): 500, stake_of(ten, 1): 1000}


def test_a_loser_joins_again_at_once() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)
    event = a_jackpot(queue)
    lost = play(Match.objects.get(draw__event=event, code="A1")).match
    assert lost is not None
    assert lost.bottom is not None

    joined = joins(queue, lost.bottom.name)

    assert (joined[0].number, waiting(queue)) == (5, [lost.bottom.name])


def test_leaving_gives_the_stake_back_and_keeps_the_order() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)
    joins(queue, ANN, BOB, CID)

    left = leave_queue(queue, 2, a_caller())

    assert (left.waiting, waiting(queue)) == (2, [ANN, CID])
    assert owed(tournament, BOB) == {}
    assert books(tournament) == {"jackpot": -1000}
    assert code_of(lambda: leave_queue(queue, 2, a_caller())) == "jackpot.entry"
    assert verify() == []


def test_stakes_go_to_the_fund_of_the_event() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)

    a_jackpot(queue)

    assert books(tournament) == {"fund": -2000}


def test_closing_a_queue_sends_everybody_home_with_their_stake() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)
    joins(queue, ANN, BOB)

    assert close_queue(queue, a_caller()).refunded == 2

    assert (waiting(queue), books(tournament), owed(tournament, ANN)) == ([], {}, {})
    assert code_of(lambda: join_queue(queue, CID, "", a_caller())) == "jackpot.closed"
    assert code_of(lambda: close_queue(queue, a_caller())) == "jackpot.closed"
    reopen_queue(queue, a_caller())
    assert code_of(lambda: reopen_queue(queue, a_caller())) == "jackpot.open"
    joins(queue, CID)
    assert waiting(queue) == [CID]
    assert verify() == []


def test_undoing_a_closing_brings_everybody_back() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)
    joins(queue, ANN, BOB)
    closed = close_queue(queue, a_caller()).record

    undo(tournament.pk, closed, a_caller())

    assert (waiting(queue), books(tournament)) == ([ANN, BOB], {"jackpot": -1000})
    assert verify() == []


def test_undoing_a_join_takes_the_stake_back() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)
    [joined] = joins(queue, ANN)

    undo(tournament.pk, joined.record, a_caller())

    assert (waiting(queue), books(tournament)) == ([], {})
    assert joins(queue, ANN)[0].number == 2
    assert verify() == []


def test_undoing_a_leaving_is_refused_once_they_joined_again() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)
    joins(queue, ANN, BOB)
    left = leave_queue(queue, 1, a_caller()).record
    undo(tournament.pk, left, a_caller())
    assert waiting(queue) == [ANN, BOB]

    left = leave_queue(queue, 1, a_caller()).record
    joins(queue, ANN)

    assert code_of(lambda: undo(tournament.pk, left, a_caller())) == "jackpot.waiting"


def test_undoing_a_start_puts_everybody_back_and_it_can_start_again() -> None:
    tournament, _ = an_evening()
    furnish(tournament.pk, [Table("1"), Table("2")], a_caller())
    queue = a_queue(tournament)
    started = joins(queue, ANN, BOB, CID, DEE)[-1].started
    assert started is not None

    undo_together("tournament", tournament.pk, started.first, started.last, a_caller())

    assert (waiting(queue), books(tournament)) == ([ANN, BOB, CID, DEE], {"jackpot": -2000})
    assert [each.name for each in events_of(tournament)] == ["Main"]
    assert verify() == []
    again = start_jackpot(queue, a_caller())
    assert (again.name, waiting(queue)) == ("Jackpot 5 no. 2", [])
    assert verify() == []


def test_a_start_is_not_undone_once_a_match_has_begun() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)
    started = joins(queue, ANN, BOB, CID, DEE)[-1].started
    assert started is not None
    play(Match.objects.get(draw__event=started.event, code="A1"))

    refused = code_of(lambda: undo_together("tournament", tournament.pk, started.first, started.last, a_caller()))

    assert refused in ("undo.superseded", "draw.begun")


def test_a_jackpot_is_called_at_once_to_free_tables() -> None:
    tournament, _ = an_evening()
    furnish(tournament.pk, [Table("1"), Table("2", "broken"), Table("3")], a_caller())

    started = joins(a_queue(tournament), ANN, BOB, CID, DEE)[-1].started

    assert started is not None
    assert started.calls == (("A1", "1"), ("A2", "3"))


def test_who_plays_elsewhere_is_shown_as_busy_and_called_to_no_second_table() -> None:
    tournament, main = an_evening()
    furnish(tournament.pk, [Table(str(at)) for at in range(1, 6)], a_caller())
    enter(main.pk, [Entry(ANN), Entry(EVE)], a_caller())
    make_draw(main.pk, "63 55 21", a_caller())
    call_match(Match.objects.get(draw__event=main).pk, "1", a_caller())
    queue = a_queue(tournament)
    joins(queue, ANN, BOB, CID)
    assert [each.busy for each in queue_of(queue).waiting] == [Busy("Main", "A1", "1"), None, None]

    started = joins(queue, DEE)[-1].started

    assert started is not None
    assert len(started.calls) == 1
    called = Match.objects.get(draw__event=started.event, code=started.calls[0][0])
    assert ANN not in {names_in(started.event)[who] for who in (called.top_id, called.bottom_id) if who}


def test_nobody_is_called_to_a_jackpot_who_rests_or_has_a_match_that_goes_first() -> None:
    tournament, main = an_evening()
    furnish(tournament.pk, [Table(str(at)) for at in range(1, 9)], a_caller())
    Tournament.objects.filter(pk=tournament.pk).update(rest=15)
    enter(main.pk, [Entry(ANN), Entry(EVE), Entry(BOB), Entry("Fay")], a_caller())
    make_draw(main.pk, "63 55 21", a_caller())
    names = names_in(main.pk)
    play(next(each for each in Match.objects.filter(draw__event=main, round=1) if ANN in players(each, names)))

    started = joins(a_queue(tournament, Terms("Jackpot 5", 8, 3)), ANN, CID, DEE, BOB, *named_players(4))[-1].started

    assert started is not None
    called = Match.objects.filter(draw__event=started.event, code__in=[code for code, _ in started.calls])
    here = names_in(started.event)
    assert not {ANN, BOB} & {name for each in called for name in players(each, here)}
    assert len(started.calls) >= 2


def test_a_match_that_is_held_leaves_its_table_to_the_jackpot() -> None:
    tournament, main = an_evening()
    furnish(tournament.pk, [Table("1"), Table("2")], a_caller())
    enter(main.pk, [Entry(name) for name in ("Fay", EVE, "Gus", "Hal")], a_caller())
    make_draw(main.pk, "63 55 21", a_caller())
    side = open_event(tournament.pk, "Side", {"main": "knockout", "consolation": "none"}, a_caller())
    enter(side.pk, [Entry("Fay"), Entry("Gus")], a_caller())
    make_draw(side.pk, "63 55 21", a_caller())
    for match in Match.objects.filter(draw__event=main, round=1):
        call_match(match.pk, f"Bar {match.pk}", a_caller())

    started = joins(a_queue(tournament), ANN, BOB, CID, DEE)[-1].started

    assert started is not None
    assert started.calls == (("A1", "1"), ("A2", "2"))


def test_matches_of_other_events_that_are_ready_come_first_to_the_tables() -> None:
    tournament, main = an_evening()
    furnish(tournament.pk, [Table("1"), Table("2")], a_caller())
    enter(main.pk, [Entry("Fay"), Entry(EVE)], a_caller())
    make_draw(main.pk, "63 55 21", a_caller())

    started = joins(a_queue(tournament), ANN, BOB, CID, DEE)[-1].started

    assert started is not None
    assert started.calls == (("A1", "2"),)


def test_a_name_that_stands_for_several_people_is_refused_and_a_club_decides() -> None:
    tournament, main = an_evening()
    enter(main.pk, [Entry(ANN, club="Bilbao"), Entry(ANN, club="Praha")], a_caller())
    queue = a_queue(tournament)

    assert code_of(lambda: join_queue(queue, ANN, "", a_caller())) == "jackpot.namesakes"
    join_queue(queue, ANN, "praha", a_caller())
    assert len(queue_of(queue).waiting) == 1


def test_an_entrant_pays_from_the_account_of_their_entry() -> None:
    tournament, main = an_evening()
    enter(main.pk, [Entry(ANN)], a_caller())

    joins(a_queue(tournament), ANN)

    assert books(tournament) == {"fund": -6000, "jackpot": -500}
    assert Record.objects.filter(verb="payer.added").count() == 0


def test_a_queue_without_money_needs_no_currency() -> None:
    tournament, main = an_evening(fees=False)
    enter(main.pk, [Entry(name) for name in named_players(3)], a_caller())

    event = a_jackpot(a_queue(tournament, Terms("Free", 4, 3)))

    assert sorted(names_in(event.pk).values()) == sorted(named_players(4))
    assert books(tournament) == {}
    assert verify() == []


@pytest.mark.parametrize(
    ("terms", "code"),
    [
        (Terms("Jackpot 5", 5, 3), "jackpot.size"),
        (Terms("Jackpot 5", 4, 3, stake=-1), "jackpot.stake"),
        (Terms("Jackpot 5", 4, 3, house=101), "jackpot.house"),
        (Terms("", 4, 3), "name.empty"),
        (Terms("Jackpot 5", 4, 0), "format.length"),
    ],
)
def test_impossible_terms_are_refused(terms: Terms, code: str) -> None:
    tournament, _ = an_evening()

    assert code_of(lambda: open_queue(tournament.pk, terms, a_caller())) == code


def test_a_stake_needs_a_currency_and_a_voucher_needs_a_stake() -> None:
    tournament, main = an_evening(fees=False)
    assert code_of(lambda: open_queue(tournament.pk, FIVE, a_caller())) == "fees.none"
    free = Terms("Free", 4, 3)
    assert code_of(lambda: open_queue(tournament.pk, free, a_caller(), main.pk)) == "jackpot.prizeless"
    assert code_of(lambda: open_queue(tournament.pk, free, a_caller(), 999_999)) == "event.unknown"
    a_queue(tournament, free)
    assert code_of(lambda: open_queue(tournament.pk, Terms("FREE", 8, 3), a_caller())) == "jackpot.named"


def test_a_queue_that_is_not_full_cannot_be_started() -> None:
    tournament, _ = an_evening()
    queue = a_queue(tournament)
    joins(queue, ANN, BOB)

    assert code_of(lambda: start_jackpot(queue, a_caller())) == "jackpot.short"
