"""The prizes on the page of a season: places, sums, what is still to be paid, and what the house can give."""

from dataclasses import dataclass

from clubs.read.figures import shown_sum, with_sign
from clubs.read.seasons.prizes import SeasonPrizes, Winner, available_for, prizes_of
from clubs.read.seasons.view import SeasonRace


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """A prize; ``owed`` is what is left to pay, ``back`` what is to be given back, empty for nothing."""

    person: int
    place: str
    name: str
    amount: str
    owed: str
    back: str


@dataclass(frozen=True, slots=True)
class PrizeSheet:
    """The prizes of a season, and for its directors the sums that the house can give: (currency, sum)."""

    total: str
    lines: tuple[PrizeLine, ...]
    shares: str
    available: tuple[tuple[str, str], ...]


def prize_sheet(race: SeasonRace, *, directs: bool) -> PrizeSheet:
    """Return the prizes of a season; what is owed is for directors alone."""
    prizes = prizes_of(race.view)
    left = available_for(race.view) if directs else {}
    available = tuple((currency, money_words(sum_, currency)) for currency, sum_ in sorted(left.items()) if sum_ > 0)
    if prizes is None:
        return PrizeSheet("", (), "50 25 25", available)
    lines = tuple(_line(race, prizes, each, directs=directs) for each in prizes.winners if each.amount or directs)
    return PrizeSheet(money_words(prizes.amount, prizes.currency), lines, " ".join(prizes.shares), available)


def money_words(minor: int, currency: str) -> str:
    """Return a sum with the sign of its currency."""
    return with_sign(shown_sum(minor, currency), currency, "\N{NO-BREAK SPACE}")


def _line(race: SeasonRace, prizes: SeasonPrizes, winner: Winner, *, directs: bool) -> PrizeLine:
    currency = prizes.currency
    return PrizeLine(
        winner.person,
        str(winner.place or ""),
        race.names.get(winner.person, "…"),
        money_words(winner.amount, currency),
        money_words(winner.owed, currency) if directs and winner.owed > 0 else "",
        money_words(-winner.owed, currency) if directs and winner.owed < 0 else "",
    )
