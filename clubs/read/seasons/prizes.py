"""The prizes of a season: what the house can give, who gets what, and what is still to be paid."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from clubs.models import ClubPurses, Leg, SeasonAward
from clubs.read.books import balances
from clubs.read.persons.rows import into_of
from clubs.read.seasons.view import SeasonRace, SeasonView
from journal.canon import stored_json
from journal.models import counts
from rules.money.currency import digits_of
from rules.money.presets import table_of
from rules.money.prizes import split
from rules.money.results import Results
from rules.money.shares import write_share
from rules.seasons.race import Standing


@dataclass(frozen=True, slots=True)
class Winner:
    """A prize in minor units: ``amount`` as the race has it, ``owed`` what is left of it, negative: to be collected."""

    person: int
    place: int
    amount: int
    owed: int


@dataclass(frozen=True, slots=True)
class SeasonPrizes:
    """The prizes of a season as they were awarded last, in places."""

    currency: str
    amount: int
    shares: tuple[str, ...]
    winners: tuple[Winner, ...]


def line_of(season: int) -> str:
    """Return the line of a person's account that is about a season."""
    return f"season:{season}"


def prizes_of(view: SeasonView) -> SeasonPrizes | None:
    """Return the prizes of a season, None if none were awarded: four statements."""
    row = SeasonAward.objects.filter(counts(), season=view.pk).order_by("-turn").first()
    if row is None:
        return None
    into, owed = into_of(view.club.pk), owed_in(view)
    prizes = {into.get(person, person): (place, amount) for person, place, amount in stored_json(row.prizes)}
    # Who got a prize of an earlier award that is theirs no more stands at the end until it is given back.
    late = {person: (0, 0) for person, left in owed.items() if left and person not in prizes}
    winners = tuple(
        Winner(person, place, amount, owed.get(person, 0)) for person, (place, amount) in (prizes | late).items()
    )
    return SeasonPrizes(row.currency, row.amount, tuple(stored_json(row.shares)), winners)


def owed_in(view: SeasonView) -> dict[int, int]:
    """Return person → what the club owes them of a season, in minor units: two statements."""
    legs = Leg.objects.filter(
        account__stream=view.club.stream_id, account__kind=ClubPurses.PRIZE, about=line_of(view.pk)
    )
    into, owed = into_of(view.club.pk), dict[int, int]()
    for person, amount in legs.values_list("account__about", "amount"):
        owed[into.get(person, person)] = owed.get(into.get(person, person), 0) - amount
    return owed


def available_for(view: SeasonView) -> dict[str, int]:
    """Return currency → what the house has earned less what other seasons gave away, in minor units: one statement."""
    left: dict[str, int] = {}
    for row in balances(view.club.stream_id):
        earned = row.kind == ClubPurses.INCOME
        if earned or (row.kind == ClubPurses.SEASON and row.about != view.pk):
            left[row.currency] = left.get(row.currency, 0) - row.balance
    return left


def divided(race: SeasonRace, amount: int, currency: str, shares: tuple[Fraction, ...]) -> dict[int, tuple[int, int]]:
    """Return person → place and prize in minor units: those who share places share their money.

    Raises RuleBroken as ``rules.money.prizes.split`` does.
    """
    if not amount:
        return {}
    table = table_of(*(("main", place, write_share(share)) for place, share in enumerate(shares, start=1)))
    groups = [[str(line.player) for line in same] for _, same in groupby(race.lines, key=_place)]
    payouts: Mapping[str, int] = split(amount, table, Results.of({"main": groups}), 10 ** digits_of(currency)).payouts
    places = {line.player: line.place for line in race.lines}
    return {int(who): (places[int(who)], money) for who, money in payouts.items() if money}


def _place(line: Standing) -> int:
    return line.place
