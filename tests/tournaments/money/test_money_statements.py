"""What an action of the cash desk costs in statements, literally, and the same for 3 entrants as for 40.

Like every change at most 12 between BEGIN and COMMIT and 18 in all, but for those that write more tables, each of which
is a statement on SQLite: an entry writes ten, with payer, account and posting, and reads three times beside the lock; a
late entry and a replacement write twelve, and so need more than 18.
"""

from collections.abc import Callable
from typing import Any

import pytest

from tests.factories import Program, a_caller, a_director, an_owner
from tests.tournaments.money.evenings import a_charged_open, charge_fees, fees_for, payer_of
from tests.tournaments.test_statements import MOST_IN_ALL, MOST_INSIDE, Cost, cost
from tournaments.actions.draws.making import make_draw
from tournaments.actions.entrants.entering import Entry, enter
from tournaments.models import Entrant

pytestmark = pytest.mark.django_db
SIZES = [3, 40]


class CashDesk:
    """A director's program beside a tournament with fees; what a request names is looked up before it is counted."""

    def __init__(self, players: int) -> None:
        self.tournament, self.main, self.master = a_charged_open(players)
        self.program = Program(a_director(self.tournament.club))
        self.owner = Program(an_owner("second@barpoint.example"))
        for program in (self.program, self.owner):
            program.get("clubs/")
        self.entrants = list(Entrant.objects.filter(event=self.main).order_by("number").values_list("pk", flat=True))
        self.payer = payer_of(self.entrants[0])

    def post(self, path: str, body: Any = None, program: Program | None = None) -> Cost:
        sender = program or self.program
        status = 201 if path.endswith(CREATING) or path.startswith("releases/") else 200
        return cost(lambda: sender.post(path, body, Idempotency_Key="key-1"), status)

    def pay(self, **body: Any) -> int:
        """Take money, and return the number of the record."""
        receipt = self.program.post(f"payers/{self.payer}/take/", body).data["receipt"]
        return int(receipt) & 0xFFFFFFFF

    def decide(self, kind: str, line: str, reason: str = "") -> Cost:
        return self.post(f"payers/{self.payer}/lines/", {"kind": kind, "line": line, "reason": reason})


CREATING = ("/entrants/", "/payers/", "/take/", "/hand-out/", "/drawers/", "/counts/", "/replacement/")


def enter_one(at: CashDesk) -> Cost:
    return at.post(f"events/{at.main.pk}/entrants/", {"entrants": [{"name": "Late Lucy"}]})


def enter_three(at: CashDesk) -> Cost:
    return at.post(f"events/{at.main.pk}/entrants/", {"entrants": [{"name": name} for name in ("Lu", "Li", "La")]})


def enter_somebody_of_another_event(at: CashDesk) -> Cost:
    enter(at.master.pk, [Entry("Late Lucy")], a_caller())
    return enter_one(at)


def enter_late(at: CashDesk) -> Cost:
    make_draw(at.main.pk, "63 55", a_caller())
    return enter_one(at)


def replace(at: CashDesk) -> Cost:
    return at.post(f"entrants/{at.entrants[1]}/replacement/", {"name": "Standby Stan"})


def withdraw(at: CashDesk) -> Cost:
    return at.post(f"entrants/{at.entrants[1]}/withdraw/", {"from": "all"})


def add_a_payer(at: CashDesk) -> Cost:
    return at.post(f"tournaments/{at.tournament.pk}/payers/", {"name": "Sponsor"})


def move_an_entrant(at: CashDesk) -> Cost:
    return at.post(f"entrants/{at.entrants[1]}/payer/", {"payer": at.payer})


def mark(at: CashDesk) -> Cost:
    return at.post(f"payers/{at.payer}/marks/", {"mark": "student"})


def choose(at: CashDesk) -> Cost:
    return at.decide("chosen", "clock")


def waive(at: CashDesk) -> Cost:
    return at.decide("waived", f"main:{at.entrants[0]}", "helper")


def refund(at: CashDesk) -> Cost:
    at.pay()
    return at.decide("refunded", "registration", "left early")


def take_all(at: CashDesk) -> Cost:
    return at.post(f"payers/{at.payer}/take/")


def take_a_part(at: CashDesk) -> Cost:
    at.pay(amount=1000)
    return at.post(f"payers/{at.payer}/take/", {"amount": 1000, "given": 5000})


def owed_to(at: CashDesk) -> None:
    at.pay()
    at.program.post(
        f"payers/{at.payer}/lines/", {"kind": "refunded", "line": f"main:{at.entrants[0]}", "reason": "left early"}
    )


def hand_out(at: CashDesk) -> Cost:
    owed_to(at)
    return at.post(f"payers/{at.payer}/hand-out/", {"amount": 2000})


def request(at: CashDesk) -> Cost:
    charge_fees(at.tournament, fees_for(at.main, at.master), release_above=1000)
    return hand_out(at)


def release(at: CashDesk) -> Cost:
    request(at)
    [waiting] = at.program.get(f"tournaments/{at.tournament.pk}/releases/").data
    return at.post(f"releases/{waiting['id']}/", program=at.owner)


def put_change_in(at: CashDesk) -> Cost:
    return at.post(f"tournaments/{at.tournament.pk}/drawers/", {"drawer": 1, "amount": 10000})


def count(at: CashDesk) -> Cost:
    at.pay()
    return at.post(f"tournaments/{at.tournament.pk}/counts/", {"drawer": 1, "amount": 9000, "reason": "tip"})


def undo_taking(at: CashDesk) -> Cost:
    number = at.pay()
    return at.post(f"tournaments/{at.tournament.pk}/records/{number}/undo/")


def undo_a_mark(at: CashDesk) -> Cost:
    mark_number = int(at.program.post(f"payers/{at.payer}/marks/", {"mark": "student"}).data["record"])
    return at.post(f"tournaments/{at.tournament.pk}/records/{mark_number}/undo/")


def set_dearer_fees(at: CashDesk) -> Cost:
    fees = [each | {"amount": each["amount"] + 100} for each in fees_for(at.main, at.master)]
    path, body = f"tournaments/{at.tournament.pk}/fees/", {"currency": "EUR", "fees": fees}
    return cost(lambda: at.program.ask("PUT", path, body, Idempotency_Key="key-1"))


COSTS: dict[Callable[[CashDesk], Cost], Cost] = {
    enter_one: Cost(14, 18),
    enter_three: Cost(14, 18),
    enter_somebody_of_another_event: Cost(13, 17),
    enter_late: Cost(17, 21),
    replace: Cost(17, 21),
    withdraw: Cost(12, 16),
    add_a_payer: Cost(8, 12),
    move_an_entrant: Cost(11, 15),
    mark: Cost(10, 14),
    choose: Cost(11, 15),
    waive: Cost(11, 15),
    refund: Cost(11, 15),
    take_all: Cost(12, 16),
    take_a_part: Cost(11, 15),
    hand_out: Cost(12, 16),
    request: Cost(10, 14),
    release: Cost(12, 16),
    put_change_in: Cost(11, 15),
    count: Cost(12, 17),
    undo_taking: Cost(12, 17),
    undo_a_mark: Cost(11, 16),
    set_dearer_fees: Cost(12, 16),
}
WRITING_MORE = {enter_one, enter_three, enter_somebody_of_another_event, enter_late, replace}

LARGER = [enter_one, enter_late, replace, withdraw, set_dearer_fees, waive, take_all, move_an_entrant]


@pytest.mark.parametrize("what", COSTS, ids=lambda what: what.__name__)
def test_an_action_of_money_costs_the_same_statements_for_any_field(what: Callable[[CashDesk], Cost]) -> None:
    at = CashDesk(SIZES[0])

    assert what(at) == COSTS[what]


@pytest.mark.parametrize("what", LARGER, ids=lambda what: what.__name__)
def test_a_larger_field_costs_no_statement_more(what: Callable[[CashDesk], Cost]) -> None:
    assert what(CashDesk(SIZES[1])) == COSTS[what]


def test_the_desk_stays_below_what_the_design_allows() -> None:
    dear = {what for what, posted in COSTS.items() if posted.inside > MOST_INSIDE or posted.in_all > MOST_IN_ALL}

    assert dear == WRITING_MORE
    assert {what for what, posted in COSTS.items() if posted.in_all > MOST_IN_ALL} == {enter_late, replace}
