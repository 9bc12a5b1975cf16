"""The bidding of one lot as a state machine: what happened, in order, gives its status, its bids and its clock.

``happened`` takes a state and the next event, and refuses what the rules forbid; ``lot_state`` does so for all events.
Nothing here reads a clock: every event has its time. The clock never decides, the hammer does: a bid after the clock
has run out and before the hammer counts, and extends it. Sums are minor units.

Source: docs/rules/auction.md.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from rules.errors import RuleBroken
from rules.money.auctions.calcutta import Void


class Kind(StrEnum):
    """How bids are made: openly and rising; or sealed, where the highest wins and the earlier of equal bids."""

    RISING = "rising"
    SEALED = "sealed"


@dataclass(frozen=True, slots=True)
class Band:
    """From the price ``start`` on, bids go in steps of ``step``, counted from ``start``."""

    start: int
    step: int


@dataclass(frozen=True, slots=True)
class Bidding:
    """The rules of bidding: the lowest first bid, the steps by price, the reserve, and the clock.

    A lot is open for ``clock``; a bid in the last ``soft_close`` extends it to that. Without a clock (0) nothing runs.

    Raises RuleBroken ``bidding.bands`` (none from 0, not rising, or a step below 1) or ``bidding.sums``.
    """

    opening: int = 1
    bands: tuple[Band, ...] = (Band(0, 1),)
    reserve: int = 0
    kind: Kind = Kind.RISING
    clock: timedelta = timedelta(0)
    soft_close: timedelta = timedelta(0)

    def __post_init__(self) -> None:
        starts = [band.start for band in self.bands]
        rising = starts == sorted(set(starts)) and starts[:1] == [0]
        if not rising or any(band.step < 1 for band in self.bands):
            raise RuleBroken("bidding.bands")
        if self.opening < 1 or self.reserve < 0 or min(self.clock, self.soft_close) < timedelta(0):
            raise RuleBroken("bidding.sums")

    def band(self, price: int) -> Band:
        """Return the band of a price."""
        return next(band for band in reversed(self.bands) if band.start <= price)

    def fitting(self, amount: int) -> int:
        """Return the lowest bid from ``amount`` on that fits the steps; the opening bid always fits."""
        if amount <= self.opening:
            return self.opening
        band = self.band(amount)
        fits = band.start - (band.start - amount) // band.step * band.step
        return min([fits, *(other.start for other in self.bands if other.start >= amount)])

    def next_after(self, high: int | None) -> int:
        """Return the lowest bid that is allowed after ``high``, or the opening bid; a new band begins at its own price.

        >>> Bidding(opening=20, bands=(Band(0, 5), Band(200, 10))).next_after(195)
        200
        """
        if high is None:
            return self.opening
        following = high + self.band(high).step
        return min([self.fitting(following), *(band.start for band in self.bands if high < band.start <= following)])


# --- What happens to a lot


@dataclass(frozen=True, slots=True)
class Opened:
    """The lot is put on the block."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid; ``number`` counts the bids of the lot from 1 without gaps. Several people in ``who`` bid jointly."""

    number: int
    amount: int
    who: tuple[str, ...]
    at: datetime
    phone: bool = False


@dataclass(frozen=True, slots=True)
class BidVoided:
    """The high bid is taken back; its number stays used."""

    number: int
    at: datetime


@dataclass(frozen=True, slots=True)
class Stopped:
    """The clock is stopped; bids from phones are refused until it runs."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Started:
    """The clock runs on with the time that was left."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Hammered:
    """The lot is sold to the high bid."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Passed:
    """The lot is unsold and goes into the field."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Paid:
    """The buyer has paid the lot."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Voided:
    """The sale is void; ``second`` is the person who released it, another than ``by``.

    ``reason`` is None where it is neither a withdrawal nor a lot that was not paid, such as a misheard bid.
    """

    at: datetime
    by: str
    second: str
    reason: Void | None = None


@dataclass(frozen=True, slots=True)
class Reauctioned:
    """A void lot, or one of the field, waits for the block again, without its bids."""

    at: datetime


@dataclass(frozen=True, slots=True)
class Offered:
    """A lot that was not paid is sold to the under-bidder at their own highest bid."""

    at: datetime


type Event = (
    Opened | Bid | BidVoided | Stopped | Started | Hammered | Passed | Paid | Voided | Reauctioned | Offered
)  # fmt: skip


class Status(StrEnum):
    """Where a lot stands."""

    WAITING = "waiting"
    OPEN = "open"
    SOLD = "sold"
    FIELD = "field"
    VOID = "void"
    PAID = "paid"


@dataclass(frozen=True, slots=True)
class LotState:
    """A lot after some events.

    ``bids`` are those of the present sale that count, in order; ``made`` is how many bids there ever were, voided ones
    included. ``closes_at`` is None without a running clock, ``left`` the time left on a stopped one. ``since`` is when
    it came to its status; ``void`` is why it is void, None for another reason. ``did_not_pay`` are the buyers of sales
    that became void because they were not paid.
    """

    rules: Bidding
    status: Status = Status.WAITING
    bids: tuple[Bid, ...] = ()
    made: int = 0
    closes_at: datetime | None = None
    left: timedelta | None = None
    since: datetime | None = None
    void: Void | None = None
    did_not_pay: tuple[str, ...] = ()

    @property
    def high(self) -> Bid | None:
        """The bid that wins now: the highest, of equal sealed bids the earliest."""
        return max(self.bids, key=lambda bid: (bid.amount, -bid.number), default=None)

    @property
    def under(self) -> Bid | None:
        """The highest bid of somebody other than the high bidder."""
        high = self.high
        others = [bid for bid in self.bids if high is not None and not set(bid.who) & set(high.who)]
        return max(others, key=lambda bid: (bid.amount, -bid.number), default=None)

    @property
    def next_bid(self) -> int:
        """The lowest bid that is allowed now."""
        sealed = self.rules.kind is Kind.SEALED
        return self.rules.next_after(None if sealed or self.high is None else self.high.amount)

    def steps(self, count: int = 3) -> list[int]:
        """Return the next few bids that are allowed, the lowest first."""
        amounts = [self.next_bid]
        while len(amounts) < count:
            amounts.append(self.rules.next_after(amounts[-1]))
        return amounts

    def time_left(self, now: datetime) -> timedelta | None:
        """Return what is left on the clock, never below 0; None without a clock."""
        if self.left is not None:
            return self.left
        return None if self.closes_at is None else max(self.closes_at - now, timedelta(0))


def lot_state(rules: Bidding, events: Iterable[Event]) -> LotState:
    """Return the state of a lot after ``events`` in order.

    Raises RuleBroken as ``happened``.
    """
    state = LotState(rules)
    for event in events:
        state = happened(state, event)
    return state


def happened(state: LotState, event: Event, unpaid: Collection[str] = ()) -> LotState:
    """Return the state after one more event; ``unpaid`` are lots that this bidder has not paid.

    Raises RuleBroken for a bid: ``lot.closed`` (not open yet, or in the field), ``lot.hammered`` with ``at``,
    ``auction.stopped`` (by phone), ``bidder.unpaid`` with the lots, ``bid.own_high``, ``bid.low`` with ``high``,
    ``who`` and the ``next`` bid, ``bid.step`` with the ``step``, its ``start`` and the ``next`` bid that fits,
    ``bid.number``. For others: ``lot.status`` (not possible in this status), ``lot.no_bid``, ``lot.reserve`` (the high
    bid is below it), ``lot.has_bid`` (passed in spite of a bid that reaches the reserve), ``bid.not_high``,
    ``clock.stopped``, ``clock.runs``, ``void.same_person`` or ``lot.no_under_bidder``.
    """
    match event:
        case Opened():
            _check_status(state, Status.WAITING)
            closes_at = event.at + state.rules.clock if state.rules.clock else None
            return replace(state, status=Status.OPEN, closes_at=closes_at, left=None, since=event.at)
        case Bid():
            return _bid(state, event, unpaid)
        case BidVoided():
            _check_status(state, Status.OPEN)
            high = state.high
            if high is None or high.number != event.number:
                raise RuleBroken("bid.not_high", number=event.number)
            return replace(state, bids=tuple(bid for bid in state.bids if bid is not high))
        case Stopped() | Started():
            return _clock(state, event)
        case Hammered() | Passed():
            return _closed(state, event)
        case Paid():
            _check_status(state, Status.SOLD)
            return replace(state, status=Status.PAID, since=event.at)
        case Voided():
            return _voided(state, event)
        case Reauctioned():
            _check_status(state, Status.VOID, Status.FIELD)
            return LotState(state.rules, made=state.made, since=event.at, did_not_pay=state.did_not_pay)
        case Offered():
            return _offered(state, event)


def _bid(state: LotState, bid: Bid, unpaid: Collection[str]) -> LotState:
    rules, high = state.rules, state.high
    if state.status in (Status.SOLD, Status.PAID):
        raise RuleBroken("lot.hammered", at=state.since)
    if state.status is not Status.OPEN:
        raise RuleBroken("lot.closed", status=state.status.value)
    if state.left is not None and bid.phone:
        raise RuleBroken("auction.stopped")
    if unpaid:
        raise RuleBroken("bidder.unpaid", who=bid.who, lots=sorted(unpaid))
    rising = rules.kind is Kind.RISING
    if rising and high is not None and set(bid.who) == set(high.who):
        raise RuleBroken("bid.own_high", high=high.amount, next=state.next_bid)
    if bid.amount < state.next_bid:
        facts = {} if high is None or not rising else {"high": high.amount, "who": high.who, "phone": high.phone}
        raise RuleBroken("bid.low", next=state.next_bid, **facts)
    if rising and (fits := rules.fitting(bid.amount)) != bid.amount:
        band = rules.band(bid.amount)
        raise RuleBroken("bid.step", step=band.step, start=band.start, next=fits)
    if bid.number != state.made + 1 or not bid.who:
        raise RuleBroken("bid.number", number=bid.number, expected=state.made + 1)
    closes_at, left = state.closes_at, state.left
    if closes_at is not None:
        closes_at = max(closes_at, bid.at + rules.soft_close)
    if left is not None:
        left = max(left, rules.soft_close)
    return replace(state, bids=(*state.bids, bid), made=bid.number, closes_at=closes_at, left=left)


def _clock(state: LotState, event: Stopped | Started) -> LotState:
    _check_status(state, Status.OPEN)
    if isinstance(event, Stopped):
        if state.left is not None:
            raise RuleBroken("clock.stopped")
        return replace(state, closes_at=None, left=state.time_left(event.at) or timedelta(0))
    if state.left is None:
        raise RuleBroken("clock.runs")
    return replace(state, closes_at=event.at + state.left if state.rules.clock else None, left=None)


def _closed(state: LotState, event: Hammered | Passed) -> LotState:
    _check_status(state, Status.OPEN)
    high, reserve = state.high, state.rules.reserve
    if isinstance(event, Passed):
        if high is not None and high.amount >= reserve:
            raise RuleBroken("lot.has_bid", high=high.amount, who=high.who)
        return replace(state, status=Status.FIELD, bids=(), closes_at=None, left=None, since=event.at)
    if high is None:
        raise RuleBroken("lot.no_bid")
    if high.amount < reserve:
        raise RuleBroken("lot.reserve", high=high.amount)
    return replace(state, status=Status.SOLD, closes_at=None, left=None, since=event.at)


def _voided(state: LotState, event: Voided) -> LotState:
    _check_status(state, Status.SOLD, Status.PAID)
    if event.by == event.second:
        raise RuleBroken("void.same_person", who=event.by)
    owing = state.high.who if state.high is not None and event.reason is Void.UNPAID else ()
    did_not_pay = (*state.did_not_pay, *owing)
    return replace(state, status=Status.VOID, since=event.at, void=event.reason, did_not_pay=did_not_pay)


def _offered(state: LotState, event: Offered) -> LotState:
    _check_status(state, Status.VOID)
    under = state.under
    if state.void is not Void.UNPAID:
        raise RuleBroken("lot.status", status=state.status.value)
    if under is None or under.amount < state.rules.reserve:
        raise RuleBroken("lot.no_under_bidder")
    buyers = set(state.high.who) if state.high is not None else set()
    bids = tuple(bid for bid in state.bids if not set(bid.who) & buyers)
    return replace(state, status=Status.SOLD, bids=bids, since=event.at, void=None)


def _check_status(state: LotState, *allowed: Status) -> None:
    if state.status not in allowed:
        raise RuleBroken("lot.status", status=state.status.value)
