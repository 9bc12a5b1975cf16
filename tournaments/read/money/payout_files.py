"""The file that ``python -m rules payout`` reads: a pot with what was charged, its table and its places.

Whoever doubts a prize works it out again with it. It holds no name of a payer and no sum of one, but for those who were
paid something else than they are due.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Q, Sum

from clubs.models import Leg
from journal.refusals import Unknown
from rules.money.fees import FeeKind
from rules.money.fund import House
from rules.money.shares import write_share
from rules.money.standing import Standing
from tournaments.models import Event
from tournaments.models.money.cash import Postings, Purses
from tournaments.models.money.prizes import FUND
from tournaments.read.entrants.names import names_in
from tournaments.read.money.payers import fees_of, latest_payers, line_sums, of_kind
from tournaments.read.money.pots import PotOfEvent, awarded_in, pots_of, prize_line, standing_of

POOL_KINDS = {FUND: (FeeKind.ENTRY, FeeKind.REENTRY)}


def payout_file_name(event: int, code: str) -> str:
    """Return the name of the file of a pot: ``payout-3.json``, of a side pool ``payout-3-main-pool.json``."""
    return f"payout-{event}-{code}.json" if code else f"payout-{event}.json"


def payout_data(event: Event, code: str) -> dict[str, Any]:
    """Return the file of a pot. Raises Unknown ``pot.unknown`` for none of the event, or one without a division."""
    tournament = event.tournament
    pot = next((each for each in pots_of(event, tournament, tournament.stream_id) if each.code == code), None)
    if pot is None or pot.pot is None:
        raise Unknown("pot.unknown", got=code)
    division, names = pot.pot.division, names_in(event.pk)
    places = standing_of(event, tournament.stream_id)
    data: dict[str, Any] = {
        "fees": _charged(event, pot),
        "house": _house(division.house),
        "added": pot.added,
        "unit": division.unit,
        "table": [
            {"bracket": row.bracket, "place": row.place, "share": write_share(row.share)} for row in pot.pot.table.rows
        ],
        # Nobody is due anything of a side pool before its ranking is settled.
        "results": dict(_results(places, names)) if pot.pot.is_settled(places.results()) else {},
    }
    if code != FUND:
        entered = [names.get(each, str(each)) for each in pot.entrants]
        data["pool"] = {"entered": entered, "rule": division.rule.value}
    paid = _paid(event, pot, names)
    if paid:
        data["paid"] = paid
    return data


def _charged(event: Event, pot: PotOfEvent) -> list[int]:
    """Return what was charged for the pot, one sum for each entry that costs something."""
    kinds = POOL_KINDS.get(pot.code, (FeeKind.POOL,))
    codes = [
        fee.code for fee in fees_of(event.tournament)
        if fee.kind in kinds and fee.event == event.pk and pot.code in (FUND, fee.code)
    ]  # fmt: skip
    lines = Q(pk__in=[])
    for each in codes:
        lines |= Q(about__startswith=f"{each}:")
    legs = Leg.objects.filter(
        lines, of_kind(Postings.CHARGED), account__stream=event.tournament.stream_id, account__kind=Purses.PAYER
    )
    sums = [int(total) for _, total in legs.values_list("about").annotate(total=Sum("amount")).order_by("about")]
    charged = [amount for amount in sums if amount > 0]
    return charged if sum(charged) == pot.collected else [pot.collected]


def _house(house: House) -> dict[str, Any]:
    data: dict[str, Any] = {
        "percent": write_share(house.percent), "fixed": house.fixed, "at_least": house.at_least, "unit": house.unit,
        "nearest": house.nearest,
    }  # fmt: skip
    return data if house.cap is None else data | {"cap": house.cap}


def _results(places: Standing, names: Mapping[int, str]) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield bracket → groups of names, the best first; an open place has a stand-in, as the awards have."""
    for bracket, groups in places.results().by_bracket:
        yield bracket, [[names.get(int(who), who) if who.isdecimal() else who for who in group] for group in groups]


def _paid(event: Event, pot: PotOfEvent, names: Mapping[int, str]) -> dict[str, int]:
    """Return name → what they have of their prize: handed out, kept for them, or set against what they owed."""
    stream, line = event.tournament.stream_id, prize_line(event.pk, pot.code)
    awarded = awarded_in(stream, event.pk).get(line, {})
    entrants: dict[int, int] = {}
    for entrant, _, payer, _ in latest_payers(Q(entrant__event=event)):
        entrants.setdefault(payer, entrant)
    balances = line_sums(stream, awarded)
    paid = {}
    for payer, amount in awarded.items():
        settled = amount + balances.get(payer, {}).get(line, 0)
        if settled and payer in entrants:
            paid[names.get(entrants[payer], str(entrants[payer]))] = settled
    return paid
