"""Award the prizes of a season from the club's books, and pay them."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max
from django.utils import timezone

from clubs.actions.books import Move, Purse, post
from clubs.models import ClubPurses, SeasonAward, SeasonPayment
from clubs.permissions import may_direct, must
from clubs.read.seasons.prizes import SeasonPrizes, available_for, divided, line_of, owed_in, prizes_of
from clubs.read.seasons.view import SeasonView, race_of, season_of
from journal import book
from journal.canon import canonical, stored_json
from journal.models import counts
from journal.refusals import Refused
from rules.errors import RuleBroken
from rules.money.currency import plain_sum, read_currency, read_sum
from rules.money.shares import read_share, write_share

MOST_PLACES = 64


@dataclass(frozen=True, slots=True)
class AwardSheet:
    """A sum as people type it, its currency, and the share of each place, the first in front."""

    amount: str
    currency: str
    shares: Sequence[str]


def award_season(season: int, sheet: AwardSheet, caller: book.Caller) -> SeasonPrizes | None:
    """Divide a sum of the house among the first places of a season as it stands; an earlier award is replaced.

    What differs from the earlier award is posted, so whoever was paid too much owes it; 0 takes all prizes back.

    Raises Unknown ``season.unknown``; RuleBroken ``sum.…``, ``currency.code``, ``share.…``, ``table.…``,
    ``season.places``, ``season.nobody``, ``season.earned``, ``season.currency``.
    """
    with book.page(season_of(season).club.stream.name, caller) as page:
        view = season_of(season)
        must(may_direct(caller.actor, view.club.pk))
        currency = read_currency(sheet.currency)
        amount = read_sum(sheet.amount, currency)
        before = SeasonAward.objects.filter(counts(), season=season).order_by("-turn").first()
        if before is not None and before.currency != currency and (before.amount or any(owed_in(view).values())):
            raise RuleBroken("season.currency", currency=before.currency)
        prizes = _prizes(view, amount, currency, sheet)
        turn = (SeasonAward.objects.filter(season=season).aggregate(last=Max("turn"))["last"] or 0) + 1
        rows = [[person, place, money] for person, (place, money) in prizes.items()]
        shares = canonical([write_share(read_share(share)) for share in sheet.shares])
        award = SeasonAward(
            season_id=season, turn=turn, currency=currency, amount=amount, shares=shares, prizes=canonical(rows)
        )
        earlier = {} if before is None else {person: money for person, _, money in stored_json(before.prizes)}
        moves = _moves(view, {person: money for person, (_, money) in prizes.items()}, earlier)
        posting = post(page, ClubPurses.SEASON, currency, moves)
        about = [f"season:{season}/award"]
        page.record(
            "season.awarded", [award, *posting], name=view.name, makes=about, needs=[f"season:{season}", *about]
        )
        return page.done(prizes_of(view))


def pay_prize(season: int, person: int, caller: book.Caller) -> SeasonPrizes | None:
    """Pay a person what they are owed of a season from the club's cash, or collect what they were paid too much.

    Raises Unknown ``season.unknown``; Refused ``season.paid``.
    """
    with book.page(season_of(season).club.stream.name, caller) as page:
        view = season_of(season)
        must(may_direct(caller.actor, view.club.pk))
        prizes = prizes_of(view)
        owed = 0 if prizes is None else owed_in(view).get(person, 0)
        if prizes is None or not owed:
            raise Refused("season.paid", season=season, person=person)
        payment = SeasonPayment(season_id=season, person_id=person, amount=owed)
        moves = [Move(Purse(ClubPurses.PRIZE, person), owed, line_of(season)), Move(Purse(ClubPurses.CASH), -owed)]
        posting = post(page, ClubPurses.PRIZE, prizes.currency, moves)
        about = f"season:{season}/paid:{person}"
        page.record(
            "season.paid", [payment, *posting], name=view.name, person=person, makes=[about],
            needs=[f"season:{season}/award", f"person:{person}", about],
        )  # fmt: skip
        return page.done(prizes_of(view))


def _prizes(view: SeasonView, amount: int, currency: str, sheet: AwardSheet) -> dict[int, tuple[int, int]]:
    shares = tuple(read_share(share) for share in sheet.shares)
    if not 1 <= len(shares) <= MOST_PLACES:
        raise RuleBroken("season.places", most=MOST_PLACES)
    most = available_for(view).get(currency, 0)
    if amount > most:
        raise RuleBroken("season.earned", **_sums(amount, most, currency))
    race = race_of(view, timezone.now())
    if amount and not race.lines:
        raise RuleBroken("season.nobody")
    return divided(race, amount, currency, shares)


def _sums(amount: int, most: int, currency: str) -> dict[str, str]:
    return {"amount": plain_sum(amount, currency), "most": plain_sum(max(0, most), currency), "currency": currency}


def _moves(view: SeasonView, after: dict[int, int], before: dict[int, int]) -> list[Move]:
    """Return what differs between two awards, from the house's money to the people."""
    moves: list[Move] = []
    for person in sorted(after.keys() | before.keys()):
        more = after.get(person, 0) - before.get(person, 0)
        house, owner = Purse(ClubPurses.SEASON, view.pk), Purse(ClubPurses.PRIZE, person)
        moves += [Move(house, more), Move(owner, -more, line_of(view.pk))] if more else []
    return moves
