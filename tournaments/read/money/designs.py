"""A pot of an event as the designer of its prizes shows it: what it holds, how it is divided, how it was before."""

from dataclasses import dataclass
from datetime import datetime

from clubs.models import Leg
from journal.models import counts
from journal.refusals import Unknown
from rules.formats.format import Format
from rules.money.fees import FeeKind
from rules.money.fund import fund_of
from rules.money.pots import Division, read_division
from rules.money.preview import Column, column, sizes_about, usual_holders
from tournaments.models import AddedMoney, Event, PotSetup, stored_json
from tournaments.models.money.cash import Postings, Purses
from tournaments.models.money.prizes import FUND
from tournaments.read.entrants.names import names_in_tournament
from tournaments.read.entrants.payer_names import payer_names
from tournaments.read.money.payers import fees_of
from tournaments.read.money.pots import PotOfEvent, awarded_in, divisions_of, pots_of, prize_line

USUAL_FIELD = 32


@dataclass(frozen=True, slots=True)
class Added:
    """Money that somebody added, in minor units, and the number of the record that did it."""

    who: str
    amount: int
    record: int


@dataclass(frozen=True, slots=True)
class Earlier:
    """How a pot was divided before, since when, and why; ``reason`` is empty before the draw."""

    division: Division
    at: datetime
    record: int
    reason: str


@dataclass(frozen=True, slots=True)
class PotDesign:
    """A pot with everything that its designer shows; sums in minor units.

    ``entry`` is the fee for it, ``registration`` what does not belong to it. ``collected`` is charged by now. ``turn``
    is the version of its division. ``earlier`` are the divisions before the present one, the latest first, and
    ``reason`` is that of the present one. ``pots`` are all pots of the event with their names.
    """

    event: int
    code: str
    currency: str
    format: Format
    entry: int
    registration: int
    entrants: int
    collected: int
    added: tuple[Added, ...]
    division: Division | None
    turn: int
    earlier: tuple[Earlier, ...]
    reason: str
    pots: tuple[tuple[str, str], ...]
    is_drawn: bool
    is_awarded: bool
    is_paid: bool
    is_closed: bool

    @property
    def total_added(self) -> int:
        return sum(each.amount for each in self.added)

    @property
    def shown_entrants(self) -> int:
        """The field that a preview is about: the present one, a usual one while nobody is entered."""
        return self.entrants or USUAL_FIELD

    @property
    def brackets(self) -> tuple[str, ...]:
        """The codes of the brackets that the event has."""
        return tuple(bracket.code for bracket in self.format.brackets)

    def collected_at(self, entrants: int) -> int:
        """Return what is charged at a field size: of the present field what is charged, else the entry of all."""
        if entrants == self.entrants and self.collected:
            return self.collected
        return self.entry * entrants

    def holders_at(self, entrants: int) -> dict[str, int]:
        """Return how many places each bracket of the event has at a field size."""
        return {code: places for code, places in usual_holders(entrants).items() if code in self.brackets}

    @property
    def is_pool(self) -> bool:
        return self.code != FUND


def preview_columns(design: PotDesign, division: Division) -> list[Column]:
    """Return what a division pays at the present field and around it, before ties. Raises as ``column``."""
    columns = []
    for entrants in sizes_about(design.shown_entrants):
        fund = fund_of([design.collected_at(entrants)], division.house, design.total_added).total
        table, holders = division.table_for(entrants), design.holders_at(entrants)
        columns.append(column(entrants, fund, table, division.unit, holders=holders))
    return columns


def design_of(event: Event, code: str) -> PotDesign:
    """Return a pot of an event, in a constant number of statements. Raises Unknown ``pot.unknown``."""
    tournament = event.tournament
    stream, fees = tournament.stream_id, fees_of(tournament)
    pots = pots_of(event, tournament, stream)
    pot = next((each for each in pots if each.code == code), None)
    if pot is None:
        raise Unknown("pot.unknown", got=code)
    kind, of = (FeeKind.ENTRY, event.pk) if code == FUND else (FeeKind.POOL, event.pk)
    setups = _setups(event.pk, code)
    awarded = awarded_in(stream, event.pk).get(prize_line(event.pk, code), {})
    return PotDesign(
        event=event.pk,
        code=code,
        currency=tournament.currency,
        format=event.rules,
        entry=next((fee.amount for fee in fees if fee.kind == kind and fee.event == of and code in ("", fee.code)), 0),
        registration=sum(fee.amount for fee in fees if fee.kind == FeeKind.REGISTRATION),
        entrants=len(pot.entrants),
        collected=pot.collected,
        added=_added(event) if code == FUND else (),
        division=setups[0].division if setups else None,
        turn=_turn(event.pk, code),
        earlier=tuple(setups[1:]),
        reason=setups[0].reason if setups else "",
        pots=_named(pots),
        is_drawn=event.current_draw_id is not None,
        is_awarded=any(awarded.values()),
        is_paid=_is_paid(stream, prize_line(event.pk, code)),
        is_closed=tournament.books_closed,
    )


def announced_pots(event: Event) -> list[PotOfEvent]:
    """Return the pots of an event that have a division; no statement for a tournament without a currency."""
    tournament = event.tournament
    if not tournament.currency or not divisions_of(event.pk):
        return []
    return [each for each in pots_of(event, tournament, tournament.stream_id) if each.pot is not None]


def _setups(event: int, code: str) -> list[Earlier]:
    """Return how a pot is and was divided, the latest first: one statement."""
    setups = PotSetup.objects.filter(counts(), event=event, pot=code).order_by("-turn")
    rows = setups.values_list("division", "record__at", "record__number", "record__words__text")
    return [Earlier(read_division(stored_json(text)), at, record, reason or "") for text, at, record, reason in rows]


def _turn(event: int, code: str) -> int:
    """Return the number of the latest division, whether it counts or not: the version of the pot."""
    return PotSetup.objects.filter(event=event, pot=code).order_by("-turn").values_list("turn", flat=True).first() or 0


def _added(event: Event) -> tuple[Added, ...]:
    rows = list(AddedMoney.objects.filter(counts(), event=event).order_by("record_id"))
    if not rows:
        return ()
    names = payer_names(event.tournament_id, names_in_tournament(event.tournament_id))
    numbers = AddedMoney.objects.filter(pk__in=[each.pk for each in rows]).values_list("pk", "record__number")
    by_record = dict(numbers)
    return tuple(Added(names.get(each.payer_id, "…"), each.amount, by_record[each.pk]) for each in rows)


def _named(pots: list[PotOfEvent]) -> tuple[tuple[str, str], ...]:
    return tuple((each.code, each.name) for each in pots)


def _is_paid(stream: int, line: str) -> bool:
    """Whether anything of a prize was handed out: a positive leg on its line that is no award taken back."""
    legs = Leg.objects.filter(account__stream=stream, account__kind=Purses.PAYER, about=line, amount__gt=0)
    return legs.filter(posting__kind=Postings.HANDED_OUT, posting__reversed_by__isnull=True).exists()
