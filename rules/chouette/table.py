"""A chouette between two actions: contracts, the running game, the order at the table, the ledger.

Source: docs/rules/chouette.md#model.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.chouette.actions import Side
from rules.chouette.options import Options
from rules.errors import RuleBroken

FEWEST = 3


class Pending(StrEnum):
    """What waits for an answer."""

    OFFER = "offer"
    BEAVER = "beaver"
    RACCOON = "raccoon"


class Ended(StrEnum):
    """How a contract ended."""

    PLAYED = "played"
    PASSED = "passed"
    SETTLED = "settled"
    RESIGNED = "resigned"


@dataclass(frozen=True, slots=True)
class Contract:
    """What two people play for: ``box_side`` is the box or who holds an extra, ``team_side`` a member of the crew.

    While something is ``pending``, ``turned_by`` waits for the answer and ``before`` is the value before the double.
    ``price`` is what the holder of an extra paid at once. ``points`` is what ``box_side`` won in the end, None while
    the contract is open. ``doublings`` counts accepted doubles, beavers and raccoons.
    """

    box_side: str
    team_side: str
    value: int = 1
    owner: Side | None = None
    doublings: int = 0
    pending: Pending | None = None
    turned_by: Side | None = None
    before: int = 0
    is_extra: bool = False
    price: int = 0
    points: int | None = None
    ended: Ended | None = None

    @property
    def is_open(self) -> bool:
        """Whether the contract is still played for."""
        return self.points is None

    def is_between(self, first: str, second: str) -> bool:
        """Whether these are its two people, in either order."""
        return (first, second) in ((self.box_side, self.team_side), (self.team_side, self.box_side))

    def may_be_doubled_by(self, side: Side, options: Options) -> bool:
        """Whether ``side`` may double now."""
        below = options.max_doublings is None or self.doublings < options.max_doublings
        return self.is_open and not self.is_extra and not self.pending and self.owner in (None, side) and below

    def result(self) -> int:
        """Return what ``box_side`` won so far, the price of an extra included."""
        return (self.points or 0) - self.price


@dataclass(frozen=True, slots=True)
class Decided:
    """What fixed the rotation: ``winner`` beat the box, None where the box beat the captain.

    ``captain`` had the captain's place when it happened.
    """

    captain: str
    winner: str | None


@dataclass(frozen=True, slots=True)
class Lone:
    """A lone taker of a double at ``before``, and those who dropped and may still take an extra."""

    taker: str
    before: int
    droppers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Posting:
    """``payer`` owes ``payee`` points for one contract, or for the share of a partner."""

    payer: str
    payee: str
    points: int


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the session; ``line`` is the rank order of the crew, in which captains who drop move to the end.

    ``offered`` are the members whom the box doubled last. ``captain_dropped``: a captain has moved to the end.
    ``finisher_won``: the member who acted last beat the box. ``refused``: the sides that refused their first roll.
    """

    number: int
    box: str
    team: tuple[str, ...]
    line: tuple[str, ...]
    contracts: tuple[Contract, ...]
    partner: str | None = None
    ties: int | None = None
    refused: tuple[Side, ...] = ()
    has_begun: bool = False
    offered: tuple[str, ...] = ()
    lone: Lone | None = None
    captain_dropped: bool = False
    decided: Decided | None = None
    finisher_won: bool = False

    @classmethod
    def begun(cls, number: int, box: str, team: tuple[str, ...], partner: str | None = None) -> "Game":
        """Return a game before its first action."""
        return cls(number, box, team, team, tuple(Contract(box, who) for who in team), partner)

    @property
    def is_over(self) -> bool:
        """Whether no contract is open."""
        return not any(contract.is_open for contract in self.contracts)

    @property
    def players_in(self) -> tuple[str, ...]:
        """The members who still play against the box, by rank."""
        is_in = {contract.team_side for contract in self.contracts if contract.is_open and not contract.is_extra}
        return tuple(who for who in self.line if who in is_in)

    @property
    def acting(self) -> str | None:
        """The captain or acting captain: the highest member still in. None if nobody is."""
        return next(iter(self.players_in), None)

    @property
    def pending(self) -> Pending | None:
        """What waits for an answer, None if nothing does."""
        return next((contract.pending for contract in self.contracts if contract.pending), None)

    @property
    def turned_by(self) -> Side | None:
        """The side that waits for an answer."""
        return next((contract.turned_by for contract in self.contracts if contract.pending), None)

    @property
    def waiting(self) -> tuple[str, ...]:
        """The members whose cubes wait for an answer, by rank."""
        turned = {contract.team_side for contract in self.contracts if contract.pending}
        return tuple(who for who in self.line if who in turned)

    def main(self, who: str) -> Contract:
        """Return the contract between the box and a member."""
        return next(each for each in self.contracts if each.team_side == who and not each.is_extra)

    def doubling(self, side: Side, options: Options) -> tuple[str, ...]:
        """Return the members whose cubes ``side`` may double now, by rank; with a single cube all or none."""
        if self.pending:
            return ()
        able = tuple(who for who in self.players_in if self.main(who).may_be_doubled_by(side, options))
        return able if options.is_multi or able == self.players_in else ()

    def with_contracts(self, changed: Mapping[str, Contract]) -> "Game":
        """Return the game with the contracts of these members against the box replaced."""
        contracts = tuple(
            each if each.is_extra or each.team_side not in changed else changed[each.team_side]
            for each in self.contracts
        )
        return replace(self, contracts=contracts)

    def postings(self) -> Iterator[Posting]:
        """Yield what each contract pays, prices of extras apart, then the share of the box's partner."""
        for each in self.contracts:
            for points in (-each.price, each.points or 0):
                if points > 0:
                    yield Posting(each.team_side, each.box_side, points)
                elif points < 0:
                    yield Posting(each.box_side, each.team_side, -points)
        net = self.box_net()
        if self.partner and abs(net) > 1:
            half = abs(net) // 2
            yield Posting(self.box, self.partner, half) if net > 0 else Posting(self.partner, self.box, half)

    def box_net(self) -> int:
        """Return what the side of the box won, before a partner has a share."""
        return sum(each.result() for each in self.contracts if not each.is_extra)

    def points(self) -> dict[str, int]:
        """Return the points of everybody at the table, summing to zero."""
        partners = (self.partner,) if self.partner else ()
        sums = dict.fromkeys((self.box, *partners, *self.team), 0)
        for posting in self.postings():
            sums[posting.payer] -= posting.points
            sums[posting.payee] += posting.points
        return sums


@dataclass(frozen=True, slots=True)
class Order:
    """Who plays the next game: the box, a partner or None, and the team, captain first."""

    box: str
    team: tuple[str, ...]
    partner: str | None = None

    @property
    def people(self) -> tuple[str, ...]:
        """Everybody at the table: box, partner, team."""
        return (self.box, *((self.partner,) if self.partner else ()), *self.team)


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game and the order after it."""

    game: Game
    next: Order


@dataclass(frozen=True, slots=True)
class Table:
    """A session as it is now.

    ``game`` is the running game, None between games. ``came_last`` is the person whom the last game put at the end of
    the line. ``away`` are pairs of a member and their proxy (None: their cube follows the captain's).
    ``accounts`` is everybody who ever sat down, in that order.
    """

    options: Options
    order: Order
    results: tuple[Result, ...] = ()
    game: Game | None = None
    came_last: str | None = None
    away: tuple[tuple[str, str | None], ...] = ()
    accounts: tuple[str, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether fewer than three people are at the table."""
        return len(self.order.people) < FEWEST

    @property
    def last(self) -> Game | None:
        """The running game, or between games the one just finished."""
        return self.game or (self.results[-1].game if self.results else None)

    @property
    def following(self) -> tuple[str, ...]:
        """The members whose cubes follow the captain's."""
        return tuple(who for who, proxy in self.away if proxy is None)

    def totals(self) -> dict[str, int]:
        """Return the points of everybody who ever sat at the table, summing to zero."""
        sums = dict.fromkeys(self.accounts, 0)
        for result in self.results:
            for who, points in result.game.points().items():
                sums[who] += points
        return sums


def before_game(table: Table, game: Game) -> Table:
    """Return the table as ``game`` began, to play its actions again; the results are those of ``table``."""
    order = Order(game.box, game.team, game.partner)
    return replace(table, order=order, game=Game.begun(game.number, game.box, game.team, game.partner))


def running(table: Table) -> Game:
    """Return the running game.

    Raises RuleBroken ``chouette.no_game``.
    """
    if table.game is None:
        raise RuleBroken("chouette.no_game")
    return table.game


def check_members(who: Collection[str], known: Collection[str], code: str) -> None:
    """Refuse names that stand twice or are not among ``known``.

    Raises RuleBroken ``chouette.twice`` or ``code``.
    """
    seen: set[str] = set()
    for each in who:
        if each in seen:
            raise RuleBroken("chouette.twice", who=each)
        if each not in known:
            raise RuleBroken(code, who=each, possible=tuple(known))
        seen.add(each)
