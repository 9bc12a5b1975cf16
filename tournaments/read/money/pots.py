"""The pots of an event: what its fund and side pools hold, how they are divided, and who is due what."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Q, Sum

from clubs.models import Leg
from journal.models import counts
from rules.draws.derive import Status
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.money.fees import FeeKind
from rules.money.pots import Division, Pot, read_division
from rules.money.prizes import Split
from rules.money.standing import Standing, is_open, standing
from tournaments.models import Draw, Entrant, Event, PayerTick, PotSetup, Tournament, stored_json
from tournaments.models.money.cash import Postings, Purses
from tournaments.models.money.prizes import FUND
from tournaments.read.draws.as_entered import is_open_result
from tournaments.read.entered import entered_draw
from tournaments.read.money.payers import fees_of, latest_payers, of_kind

PRIZE = "prize"


@dataclass(frozen=True, slots=True)
class PotOfEvent:
    """A pot of an event by its code, with what it holds; ``pot`` is None until it has a division.

    ``collected`` and ``added`` in minor units. ``entrants`` are those who play for it.
    """

    code: str
    name: str
    collected: int
    added: int
    pot: Pot | None
    entrants: tuple[int, ...] = ()

    def split(self, places_now: Standing) -> Split | None:
        """Return how it is divided by the places as they stand; None if it has no division or cannot be divided yet."""
        if self.pot is None or not self.pot.total:
            return None
        try:
            return self.pot.split(places_now.results())
        except RuleBroken:
            return None


def prize_line(event: int, pot: str) -> str:
    """Return the line of a payer's account on which a prize stands."""
    return f"{PRIZE}:{event}:{pot}" if pot else f"{PRIZE}:{event}"


def pots_of(event: Event, tournament: Tournament, stream: int) -> list[PotOfEvent]:
    """Return the pots of an event, the fund first, in a constant number of statements."""
    held = _held(stream, event.pk)
    divisions = divisions_of(event.pk)
    entrants = playing_in(event)
    pots = [(FUND, "")] + [
        (fee.code, fee.name) for fee in fees_of(tournament) if fee.kind == FeeKind.POOL and fee.event == event.pk
    ]
    entered = _entered(tournament, [code for code, _ in pots[1:]], entrants)
    pots_held = []
    for code, name in pots:
        collected, added = held.get(code, 0), held.get(Purses.ADDED, 0) if code == FUND else 0
        division = divisions.get(code)
        players = entrants if code == FUND else entered.get(code, [])
        pot = None
        if division is not None:
            who = None if code == FUND else {str(each) for each in players}
            pot = Pot(division, collected, added, len(entrants), who)
        pots_held.append(PotOfEvent(code, name, collected, added, pot, tuple(players)))
    return pots_held


def divisions_of(event: int) -> dict[str, Division]:
    """Return pot → its division, as it was set last."""
    setups = PotSetup.objects.filter(counts(), event=event).order_by("turn")
    return {pot: read_division(stored_json(text)) for pot, text in setups.values_list("pot", "division")}


def divided_pots(tournament: Tournament) -> set[tuple[int, str]]:
    """Return the pots that have a division, each as its event and code; no statement without a currency."""
    if not tournament.currency:
        return set()
    setups = PotSetup.objects.filter(counts(), event__tournament=tournament)
    return set(setups.values_list("event", "pot"))


def playing_in(event: Event) -> list[int]:
    """Return the entrants of an event who are charged for it: those who did not leave before they played."""
    live = Entrant.objects.filter(event=event, record__undo__isnull=True)
    left = PayerTick.objects.filter(
        counts(), kind="left", on=True, what__in=[str(each) for each in live.values_list("pk", flat=True)]
    )
    gone = {int(what) for what in left.values_list("what", flat=True)}
    return [each for each in live.order_by("number").values_list("pk", flat=True) if each not in gone]


def standing_of(event: Event, stream: int) -> Standing:
    """Return the places of an event as far as they are settled; none before it is drawn."""
    if event.current_draw_id is None:
        return Standing(())
    draw = Draw.objects.select_related("event").get(pk=event.current_draw_id)
    state = entered_draw(draw, stream).state
    return standing(state.derived, state.facts, set(_unsettled(state)))


def due_in(pots: Collection[PotOfEvent], event: int, places_now: Standing) -> dict[str, dict[int, int]]:
    """Return line → entrant → what they are due for good, in minor units."""
    due: dict[str, dict[int, int]] = {}
    for pot in pots:
        split = pot.split(places_now)
        if split is not None:
            known = {int(who): amount for who, amount in split.payouts.items() if not is_open(who) and amount}
            due[prize_line(event, pot.code)] = known
    return due


def awarded_in(stream: int, event: int) -> dict[str, dict[int, int]]:
    """Return line → payer → what was awarded to them in an event, in minor units: one statement."""
    lines = Q(about=prize_line(event, FUND)) | Q(about__startswith=f"{prize_line(event, FUND)}:")
    legs = Leg.objects.filter(lines, of_kind(Postings.AWARDED), account__stream=stream, account__kind=Purses.PAYER)
    sums: dict[str, dict[int, int]] = {}
    for line, payer, total in legs.values_list("about", "account__about").annotate(total=Sum("amount")):
        sums.setdefault(line, {})[payer] = -int(total)
    return sums


def by_payer(due: Mapping[str, Mapping[int, int]]) -> dict[str, dict[int, int]]:
    """Return line → payer → what they are due for all their entrants."""
    entrants = {entrant for sums in due.values() for entrant in sums}
    payers = {entrant: payer for entrant, _, payer, _ in latest_payers(Q(entrant__in=entrants))}
    sums: dict[str, dict[int, int]] = {}
    for line, by_entrant in due.items():
        for entrant, amount in by_entrant.items():
            if entrant in payers:
                of_line = sums.setdefault(line, {})
                of_line[payers[entrant]] = of_line.get(payers[entrant], 0) + amount
    return sums


def _held(stream: int, event: int) -> dict[str, int]:
    """Return pot → what was charged or staked, and ``added`` → what was added; prizes are left out. One statement."""
    legs = Leg.objects.filter(
        of_kind(Postings.CHARGED, Postings.ADDED, Postings.STAKED),
        account__stream=stream,
        account__about=event,
        account__kind__in=[Purses.FUND, Purses.POOL, Purses.ADDED],
    )
    sums: dict[str, int] = {}
    for kind, line, total in legs.values_list("account__kind", "about").annotate(total=Sum("amount")):
        code = {Purses.FUND: FUND, Purses.ADDED: str(Purses.ADDED)}.get(kind, line)
        sums[code] = sums.get(code, 0) - int(total)
    return sums


def prize_money(stream: int) -> int:
    """Return what came into all funds, side pools and auctions of a tournament, in minor units: one statement."""
    legs = Leg.objects.filter(
        of_kind(Postings.CHARGED, Postings.ADDED, Postings.HAMMERED, Postings.STAKED),
        account__stream=stream,
        account__kind__in=[Purses.FUND, Purses.ADDED, Purses.POOL, Purses.AUCTION],
    )
    return -int(legs.aggregate(total=Sum("amount"))["total"] or 0)


def _entered(tournament: Tournament, codes: Collection[str], entrants: Collection[int]) -> dict[str, list[int]]:
    """Return side pool → the entrants who are in it: they chose it, and it was not refunded."""
    if not codes:
        return {}
    ticks = PayerTick.objects.filter(counts(), kind__in=["chosen", "refunded"], payer__tournament=tournament)
    on = {
        (kind, what): is_on for kind, what, is_on in ticks.order_by("record_id", "pk").values_list("kind", "what", "on")
    }

    def is_in(line: str) -> bool:
        return on.get(("chosen", line), False) and not on.get(("refunded", line), False)

    return {code: [each for each in entrants if is_in(f"{code}:{each}")] for code in codes}


def _unsettled(state: DrawState) -> Iterator[int]:
    for match in range(len(state.plan.matches)):
        seat = state.seat(match)
        contested = seat.pair is not None and state.facts.of(match, seat.pair).contested
        if is_open_result(state, match) or (seat.status is Status.FINISHED and contested):
            yield match
