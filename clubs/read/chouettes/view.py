"""The one reading of a chouette: the table as it sits, what is possible now, points, money and settlement."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from clubs.read.chouettes.log import Closed, KeptChouette, Paid, kept_chouette
from rules.chouette.actions import Action
from rules.chouette.offers import Offer, offers
from rules.chouette.options import Options
from rules.chouette.people import at_loss_limit, possible_partner, should_split, start_refused
from rules.chouette.session import Session, game_actions, without_last, without_last_game
from rules.chouette.settlement import Payments, fewest_payments, rounded
from rules.chouette.table import Contract, Game, Order, Table
from rules.errors import RuleBroken


class Place(StrEnum):
    """What somebody is at the table now."""

    BOX = "box"
    PARTNER = "partner"
    CAPTAIN = "captain"
    ACTING_CAPTAIN = "acting_captain"
    CREW = "crew"
    LEFT = "left"


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Somebody who sits or sat at the table.

    ``is_in``: plays in the running game, or will in the next one. ``proxy`` decides for somebody who sits out, None for
    the captain. ``last`` are the points of the last finished game, None if they were not in it. ``balance`` is what
    they are still up or down after payments: minor units, or points where there is no stake.
    """

    number: int
    name: str
    person: int | None
    place: Place
    is_in: bool
    sits_out: bool
    proxy: str | None
    total: int
    last: int | None
    balance: int


@dataclass(frozen=True, slots=True)
class GameLine:
    """A finished game: what happened, points of those present, totals of everybody after it, the order after it."""

    number: int
    game: Game
    actions: tuple[Action, ...]
    points: Mapping[str, int]
    totals: Mapping[str, int]
    next: Order


@dataclass(frozen=True, slots=True)
class Announcement:
    """Who plays the next game, to be read out; ``box_is_new`` and ``captain_is_new`` against the game before."""

    number: int
    box: str
    captain: str
    partner: str | None
    box_is_new: bool
    captain_is_new: bool


@dataclass(frozen=True, slots=True)
class ChouetteView:
    """A session as it is now.

    ``version`` is the number of entries: a change names the version it was made from. ``box``, ``partner``, ``captain``
    and ``crew`` (in order) are of the running game, or between games of the next; ``acting`` is the highest member
    still in. A captain who drops goes to the end of the crew at once. ``contracts`` are those of the running game,
    ``possible`` what can be done now, with its choices. ``settlement`` is in minor units, rounded to ``unit``, or in
    points where there is no stake. ``over_limit`` are people at the table who have lost what the club allows.
    ``start_refused`` is why no next game can begin.
    """

    id: int
    club: int
    club_name: str
    opened_at: datetime
    opened_by: int | None
    version: int
    options: Options
    unit: int
    table: Table
    people: tuple[PersonLine, ...]
    box: str
    partner: str | None
    captain: str | None
    acting: str | None
    crew: tuple[str, ...]
    running: Game | None
    contracts: tuple[Contract, ...]
    possible: tuple[Offer, ...]
    next_up: Announcement | None
    games: tuple[GameLine, ...]
    running_actions: tuple[Action, ...]
    payments: tuple[Paid, ...]
    settlement: Payments
    can_undo: bool
    can_undo_game: bool
    should_split: bool
    possible_partner: str | None
    over_limit: tuple[str, ...]
    start_refused: RuleBroken | None
    closed: Closed | None

    @property
    def is_for_money(self) -> bool:
        """Whether points are paid."""
        return bool(self.options.stake_minor)

    def person(self, name: str) -> PersonLine:
        """Return the line of somebody."""
        return next(each for each in self.people if each.name == name)


def chouette_view(pk: int) -> ChouetteView:
    """Return a session as it is now, in three statements however long it is. Raises Unknown ``chouette.unknown``."""
    return view_of(kept_chouette(pk))


def view_of(kept: KeptChouette) -> ChouetteView:
    """Return the view of a session that was read."""
    table, log = kept.table, kept.log
    game, order = table.game, table.order
    crew = game.line if game else order.team
    balances = balances_of(kept)
    return ChouetteView(
        id=kept.row.pk,
        club=kept.row.club_id,
        club_name=kept.row.club.name,
        opened_at=kept.row.record.at,
        opened_by=kept.row.opened_by_id,
        version=log.version,
        options=table.options,
        unit=log.closed.unit if log.closed else table.options.rounding_minor,
        table=table,
        people=tuple(_person(kept, number, balances) for number in kept.names),
        box=game.box if game else order.box,
        partner=game.partner if game else order.partner,
        captain=game.team[0] if game else next(iter(crew), None),
        acting=game.acting if game else next(iter(crew), None),
        crew=crew,
        running=game,
        contracts=game.contracts if game else (),
        possible=() if log.closed else offers(table),
        next_up=_announcement(table) if log.closed is None else None,
        games=game_lines(kept),
        running_actions=game_actions(log.session, game.number) if game else (),
        payments=log.payments,
        settlement=settlement_of(kept),
        can_undo=log.closed is None and _can(without_last, log.session),
        can_undo_game=log.closed is None and _can(without_last_game, log.session),
        should_split=game is None and should_split(table),
        possible_partner=None if game else possible_partner(table),
        over_limit=at_loss_limit(table),
        start_refused=None if game else start_refused(table),
        closed=log.closed,
    )


def balances_of(kept: KeptChouette) -> dict[str, int]:
    """Return what everybody is up or down after payments, summing to zero: minor units, points without a stake.

    Of a closed session with a stake the sums are those that it was closed with, which were rounded.
    """
    stake, closed = kept.table.options.stake_minor, kept.log.closed
    sums = {who: points * (stake or 1) for who, points in kept.table.totals().items()}
    until = closed.turn if closed else kept.log.version
    _pay(kept, sums, [each for each in kept.log.live_payments if each.turn <= until])
    if closed and stake:
        sums = rounded(sums, closed.unit)
    _pay(kept, sums, [each for each in kept.log.live_payments if each.turn > until])
    return sums


def settlement_of(kept: KeptChouette) -> Payments:
    """Return the fewest payments that settle all balances; money is rounded to the unit of the session."""
    balances, options = balances_of(kept), kept.table.options
    is_exact = kept.log.closed is not None or not options.stake_minor
    return fewest_payments(balances if is_exact else rounded(balances, options.rounding_minor))


def _pay(kept: KeptChouette, sums: dict[str, int], payments: Sequence[Paid]) -> None:
    for paid in payments:
        sums[kept.names[paid.payer]] += paid.amount
        sums[kept.names[paid.payee]] -= paid.amount


def game_lines(kept: KeptChouette) -> tuple[GameLine, ...]:
    """Return the finished games, in order."""
    rows, totals = [], dict.fromkeys(kept.table.accounts, 0)
    for result in kept.table.results:
        points = result.game.points()
        totals = {who: total + points.get(who, 0) for who, total in totals.items()}
        number = result.game.number
        actions = game_actions(kept.log.session, number)
        rows.append(GameLine(number, result.game, actions, points, totals, result.next))
    return tuple(rows)


def without_money(view: ChouetteView) -> ChouetteView:
    """Return the view for people who may see points but no money: without stake, payments and settlement."""
    options = replace(
        view.options, stake_minor=0, currency="", rounding_minor=1, stake_limit_minor=None, loss_limit_minor=None
    )
    people = tuple(replace(each, balance=each.total, person=None) for each in view.people)
    refused = None if view.over_limit else view.start_refused
    nothing = Payments((), is_fewest=True)
    return replace(
        view, options=options, table=replace(view.table, options=options), people=people, payments=(),
        settlement=nothing, over_limit=(), opened_by=None, unit=1, start_refused=refused,
    )  # fmt: skip


def _person(kept: KeptChouette, number: int, balances: Mapping[str, int]) -> PersonLine:
    table, name = kept.table, kept.names[number]
    game, away = table.game, dict(table.away)
    place = _place(table, name)
    last = table.results[-1].game.points() if table.results else {}
    person = next(each.person_id for each in kept.people if each.number == number)
    is_in = place is not Place.LEFT and (
        game is None or name in (game.box, game.partner) or name in game.players_in
    )  # fmt: skip
    total = table.totals().get(name, 0)
    return PersonLine(
        number, name, person, place, is_in, name in away, away.get(name), total, last.get(name), balances.get(name, 0)
    )


def _place(table: Table, name: str) -> Place:
    game, order = table.game, table.order
    box, partner, line = (game.box, game.partner, game.line) if game else (order.box, order.partner, order.team)
    if name not in line:
        return {box: Place.BOX, partner: Place.PARTNER}.get(name, Place.LEFT)
    captain = game.team[0] if game else line[0]
    if name == captain and not (game and game.captain_dropped):
        return Place.CAPTAIN
    return Place.ACTING_CAPTAIN if game and name == game.acting else Place.CREW


def _announcement(table: Table) -> Announcement | None:
    order = table.order
    if table.game is not None or not order.team:
        return None
    last = table.results[-1].game if table.results else None
    return Announcement(
        number=len(table.results) + 1,
        box=order.box,
        captain=order.team[0],
        partner=order.partner,
        box_is_new=last is None or last.box != order.box,
        captain_is_new=last is None or last.team[0] != order.team[0],
    )


def _can(step: Callable[[Session], Session], session: Session) -> bool:
    try:
        step(session)
    except RuleBroken:
        return False
    return True
