"""Everything about money that says it can be undone can be: the books are as before, and nothing is erased."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from clubs.actions.books import REVERSED
from clubs.models import Posting
from journal.models import Record
from journal.refusals import Refused
from journal.verbs import declared, undoable
from journal.verify import verify
from tests.factories import a_caller, a_tournament, play_out, undo
from tests.tournaments.money.evenings import books, charge_fees, fees_for, lines_of, payer_of
from tests.tournaments.money.test_prizes import DIVISION
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.actions.events import open_event
from tournaments.actions.money.cash import Hand, hand_out, take
from tournaments.actions.money.closing import request_reopening
from tournaments.actions.money.drawers import count_drawer, open_drawer
from tournaments.actions.money.lines import Decision, decide_line
from tournaments.actions.money.payers import add_payer, mark_payer, move_entrant, rename_payer
from tournaments.actions.money.prizes import add_money, award_prizes, leave_unclaimed, set_pot, transfer_prize
from tournaments.models import Entrant, Event, Tournament

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, slots=True)
class Evening:
    """A played event of four with fees and a division; the first two players have a clock, and the first has paid."""

    tournament: Tournament
    event: Event
    entrants: list[int]
    sponsor: int

    def payer(self, at: int = 0) -> int:
        return payer_of(self.entrants[at])

    def line(self, fee: str, at: int = 0) -> str:
        return f"{fee}:{self.entrants[at]}"

    def money(self) -> tuple[dict[str, int], list[dict[str, int]]]:
        """Return the books, and what is open on everybody's lines."""
        payers = [*(self.payer(at) for at in range(4)), self.sponsor]
        lines = [
            {line: amount for line, amount in lines_of(self.tournament, each).items() if amount} for each in payers
        ]
        return books(self.tournament), lines


@pytest.fixture
def evening() -> Evening:
    tournament = a_tournament()
    event = open_event(tournament.pk, "Main", {"length": 3, "consolation": "none"}, a_caller())
    # Ann stands on the first line whatever the lot, and wins: their prize is above the sum that needs a second person.
    names = [Entry("Ann", seed=1), Entry("Bob"), Entry("Cid"), Entry("Dee")]
    entered = enter(event.pk, names, a_caller())
    charge_fees(tournament, fees_for(event), 3000)
    entrants = [each.id for each in entered.entrants]
    sponsor = add_payer(tournament.pk, "Casino Bilbao", "", a_caller()).payer
    made = Evening(tournament, event, entrants, sponsor)
    set_pot(event.pk, "", DIVISION | {"table": "4-2-1"}, "", a_caller())
    for at in (0, 1):
        decide_line(made.payer(at), Decision("chosen", "clock"), a_caller())
    take(made.payer(), None, None, Hand(), a_caller())
    make_draw(event.pk, "1 2 3", a_caller())
    play_out(event)
    return made


def credited(evening: Evening) -> int:
    """Return a payer whom 25.00 is owed: their registration was waived after they paid it."""
    decide_line(evening.payer(), Decision("waived", "registration", reason="helper"), a_caller())
    return evening.payer()


def winner(evening: Evening) -> int:
    award_prizes(evening.event.pk, a_caller())
    return min(
        (evening.payer(at) for at in range(4)), key=lambda each: sum(lines_of(evening.tournament, each).values())
    )


def other_fees(evening: Evening) -> None:
    fees = fees_for(evening.event)
    fees[1]["amount"] = 7000
    charge_fees(evening.tournament, fees)


STEPS: dict[str, Callable[[Evening], object]] = {
    "fees.set": other_fees,
    "payer.renamed": lambda each: rename_payer(each.sponsor, "Gran Casino", "", a_caller()),
    "payer.moved": lambda each: move_entrant(each.entrants[1], each.sponsor, a_caller()),
    "payer.marked": lambda each: mark_payer(each.payer(1), "student", True, a_caller()),
    "line.chosen": lambda each: decide_line(each.payer(2), Decision("chosen", "clock"), a_caller()),
    "line.waived": lambda each: decide_line(
        each.payer(1), Decision("waived", each.line("main", 1), reason="helper"), a_caller()
    ),
    "line.refunded": lambda each: decide_line(
        each.payer(), Decision("refunded", each.line("main"), reason="ill"), a_caller()
    ),
    "deposit.returned": lambda each: decide_line(each.payer(), Decision("returned", "clock"), a_caller()),
    "deposit.kept": lambda each: decide_line(each.payer(), Decision("kept", "clock", reason="lost"), a_caller()),
    "money.taken": lambda each: take(each.payer(1), None, 1000, Hand(), a_caller()),
    "money.handed_out": lambda each: hand_out(credited(each), None, Hand(), a_caller()),
    "payout.requested": lambda each: hand_out(winner(each), None, Hand(), a_caller()),
    "drawer.opened": lambda each: open_drawer(each.tournament.pk, 1, 5000, a_caller()),
    "drawer.counted": lambda each: count_drawer(each.tournament.pk, 1, 100, "a hole", a_caller()),
    "prizes.set": lambda each: set_pot(each.event.pk, "", DIVISION | {"table": "winner"}, "announced", a_caller()),
    "money.added": lambda each: add_money(each.event.pk, each.sponsor, 10000, a_caller()),
    "prizes.awarded": lambda each: award_prizes(each.event.pk, a_caller()),
    "prize.transferred": lambda each: transfer_prize(each.payer(), each.sponsor, 500, "a hedge", a_caller()),
    "prize.unclaimed": lambda each: leave_unclaimed(credited(each), "gone", a_caller()),
}
# Asking to open closed books moves nothing, and nothing else can be done while they are closed.
ELSEWHERE = {"books.reopen_requested"}


@pytest.mark.parametrize("verb", STEPS)
def test_undo_leaves_the_books_as_they_were_and_the_same_can_be_done_again(evening: Evening, verb: str) -> None:
    STEPS[verb](evening)
    evening.tournament.stream.refresh_from_db()
    number = evening.tournament.stream.number
    assert Record.objects.get(stream=evening.tournament.stream, number=number).verb == verb
    undo(evening.tournament.pk, number, a_caller())
    before = evening.money()
    postings = Posting.objects.exclude(kind=REVERSED).count()

    STEPS[verb](evening)
    evening.tournament.stream.refresh_from_db()
    undo(evening.tournament.pk, evening.tournament.stream.number, a_caller())

    assert evening.money() == before
    assert Posting.objects.exclude(kind=REVERSED).count() >= postings
    assert verify() == []
    with pytest.raises(Refused, match=r"undo\.done"):
        undo(evening.tournament.pk, evening.tournament.stream.number, a_caller())


def test_every_verb_of_money_that_can_be_undone_is_tried() -> None:
    facts = ("tournaments.models.money.cash", "tournaments.models.money.prizes")
    of_money = {verb for verb in undoable() if declared()[verb].fact.__module__ in facts}

    assert of_money == set(STEPS) | ELSEWHERE


def test_a_request_to_open_the_books_can_be_taken_back(evening: Evening) -> None:
    with pytest.raises(Refused, match=r"books\.not_closed"):
        request_reopening(evening.tournament.pk, "a wrong prize", a_caller())


def test_an_entrant_of_the_evening_has_a_payer(evening: Evening) -> None:
    assert Entrant.objects.filter(event=evening.event, payers__isnull=False).count() == 4
