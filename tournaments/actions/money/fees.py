"""Setting the fees of a tournament: everybody entered is charged what follows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet, StringAgg, Subquery, TextField, Value
from django.db.models.functions import Cast, Concat

from journal import book
from journal.canon import canonical
from journal.models import Fact, counts
from journal.refusals import Refused
from rules.draws.plan import ENTRY
from rules.errors import RuleBroken
from rules.money.currency import read_currency
from rules.money.fees import Fee, read_fees
from tournaments.actions.money.charging import charge
from tournaments.actions.money.new_payers import give_payers
from tournaments.actions.steps import stream_of_tournament
from tournaments.models import Entrant, EntrantPayer, Event, FeeSetup, Line, Tournament, Withdrawal
from tournaments.read.entrants.payers import known_payers
from tournaments.read.money.payers import At, ChargedAccounts, charged_accounts, facts_of, fees_of


@dataclass(frozen=True, slots=True)
class FeeSheet:
    """The currency and the fees as data for the rule book; a payout above ``release_above`` needs a second person."""

    currency: str
    fees: Any
    release_above: int | None = None


def set_fees(tournament: int, sheet: FeeSheet, caller: book.Caller) -> FeeSetup:
    """Set currency and fees; everybody entered is charged by them, also those who were charged before.

    A fee that somebody was charged cannot change its kind or its event or be removed, but its amount can; nor can the
    currency change. Raises Refused ``stale``, ``fees.charged``, ``currency.charged``; RuleBroken ``fees.…``,
    ``currency.code``.
    """
    with book.page(stream_of_tournament(tournament, caller), caller) as page:
        tournament_row, turn, events = _with_turn_and_events(tournament)
        page.check_version(turn)
        fees, currency = read_fees(sheet.fees, events), read_currency(sheet.currency)
        if sheet.release_above is not None and not 0 <= sheet.release_above <= 10**12:
            raise RuleBroken("money.range", amount=sheet.release_above, most=10**12)
        accounts = charged_accounts(page.stream.pk, tournament_row.currency or currency, None)
        _refuse_losing(accounts.charged, tournament_row, fees, currency)
        if currency != (tournament_row.currency or currency):
            accounts = charged_accounts(page.stream.pk, currency, None)
        fact = FeeSetup(
            tournament=tournament_row, turn=turn + 1, currency=currency, release_above=sheet.release_above,
            fees=canonical([fee.as_data() for fee in fees]),
        )  # fmt: skip
        page.keep([fact])
        set_from(tournament_row, fact)
        facts = [fact, *charge_everybody(page, tournament_row, accounts)]
        page.record("fees.set", facts, makes=[f"fees:{tournament}"], needs=[f"fees:{tournament}"])
        return page.done(fact)


def set_from(tournament: Tournament, setup: FeeSetup | None) -> None:
    """Step: keep beside the tournament what follows from its latest set-up of fees; without one the currency stays."""
    tournament.currency = setup.currency if setup else tournament.currency
    tournament.fees = setup.fees if setup else "[]"
    tournament.save(update_fields=["currency", "fees"])


def last_turn(tournament: int) -> int:
    """Return the turn of the latest set-up of fees, 0 for none; it is the version of the fees."""
    turns = FeeSetup.objects.filter(tournament=tournament).order_by("-turn")
    return turns.values_list("turn", flat=True).first() or 0


def charge_everybody(
    page: book.OpenPage, tournament: Tournament, accounts: ChargedAccounts | None = None
) -> list[Fact]:
    """Step: return the facts that charge all payers; entrants who have none get one, unless they left in time.

    The tournament is read ``with_unpaid_for``. ``accounts`` are those of all payers and fees, if read already.
    """
    known = known_payers(tournament)
    without = _unpaid_for(tournament) if tournament.fees != "[]" else []
    given = give_payers(page, tournament, without, known=known)
    facts = facts_of(known.payers | given.new, At(tournament.timezone, page.at), given.rows, given.ticks, given.people)
    return [*given.facts, *charge(page, tournament, facts, accounts)]


def with_unpaid_for(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return tournaments together with their entrants for whom nobody pays, as one text."""
    linked = EntrantPayer.objects.filter(counts(), entrant=OuterRef("pk"))
    live = Entrant.objects.filter(~Exists(linked), event__tournament=OuterRef("pk"), record__undo__isnull=True)
    numbers = [Cast(name, TextField()) for name in ("event", "number", "pk", "record_id")]
    each = Concat(*(part for number in numbers for part in (number, Value(":"))), output_field=TextField())
    by_tournament = live.exclude(_left_before()).order_by().values("event__tournament")
    return tournaments.annotate(
        unpaid_for=Subquery(by_tournament.annotate(all=StringAgg(each, Value(" "))).values("all"))
    )


def _unpaid_for(tournament: Tournament) -> list[Entrant]:
    """Return the entrants for whom nobody pays, by event in order of entry."""
    texts = (vars(tournament)["unpaid_for"] or "").split()
    rows = sorted([int(number) for number in text.split(":")[:4]] for text in texts)
    columns = ["id", "record_id", "event_id", "number"]
    return [
        Entrant.from_db(tournament._state.db, columns, [pk, record, event, number])
        for event, number, pk, record in rows
    ]


def _with_turn_and_events(tournament: int) -> tuple[Tournament, int, list[int]]:
    """Return a tournament with the turn of its latest fees, 0 for none, and its events: one statement."""
    turns = FeeSetup.objects.filter(tournament=OuterRef("pk")).order_by("-turn").values("turn")
    events = Event.objects.filter(tournament=OuterRef("pk"), record__undo__isnull=True).order_by()
    listed = events.values("tournament").annotate(all=StringAgg(Cast("pk", TextField()), Value(" "))).values("all")
    rows = with_unpaid_for(Tournament.objects.all())
    row = rows.annotate(turn=Subquery(turns[:1]), live=Subquery(listed)).get(pk=tournament)
    return row, row.turn or 0, [int(each) for each in (row.live or "").split()]


def _left_before() -> Q:
    """Return the condition of entrants who withdrew and are on no line of the draw."""
    gone = Withdrawal.objects.filter(entrant=OuterRef("pk"), bracket=ENTRY, record__undo__isnull=True)
    seated = Line.objects.filter(
        entrant=OuterRef("pk"), draw=OuterRef("event__current_draw"), record__undo__isnull=True
    )
    return Q(Exists(gone)) & ~Q(Exists(seated))


def _refuse_losing(
    charged: Mapping[int, Mapping[str, int]], before: Tournament, fees: Sequence[Fee], currency: str
) -> None:
    """Refuse fees under which something that was charged would have no account."""
    codes = {line.partition(":")[0] for lines in charged.values() for line, amount in lines.items() if amount}
    if before.currency and currency != before.currency and charged:
        raise Refused("currency.charged", currency=before.currency)
    now = {fee.code: fee for fee in fees}
    for fee in fees_of(before):
        after = now.get(fee.code)
        if fee.code in codes and (after is None or (after.kind, after.event) != (fee.kind, fee.event)):
            raise Refused("fees.charged", code=fee.code)
