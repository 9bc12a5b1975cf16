"""Read the entry line of the auctioneer's desk: ``b 240 olga`` is a bid, ``sold`` the hammer, ``lot c`` the next lot.

A bid is always one on the lot on the block; lots are named after a verb. An empty line never does anything.
Source: docs/rules/auction-line.md.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from itertools import product
from typing import Any

from rules.errors import RuleBroken
from rules.money.auctions.bidding import (
    Bid,
    Event,
    Hammered,
    LotState,
    Opened,
    Passed,
    Started,
    Status,
    Stopped,
    happened,
)
from rules.money.currency import read_sum
from rules.typed.choices import Several, one_or_several, people_named, with_own_words
from rules.typed.line import LONGEST_LINE
from rules.typed.meaning import Empty, Nobody
from rules.typed.names import folded


class Word(StrEnum):
    """The words of the line, in English; a desk may use its own beside them."""

    BID = "b"
    SOLD = "sold"
    PASS = "pass"  # noqa: S105 -- not a password
    LOT = "lot"
    STOP = "stop"
    GO = "go"
    VOID = "void"
    UNDO = "undo"


type Words = Mapping[Word, Iterable[str]]


@dataclass(frozen=True, slots=True)
class DeskLot:
    """A lot as the desk sees it: its letter, its name, and where its bidding is."""

    id: str
    name: str
    state: LotState


@dataclass(frozen=True, slots=True)
class Bidder:
    """Somebody who can bid; ``unpaid`` are the lots that keep them from it."""

    id: str
    name: str
    unpaid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AuctionDesk:
    """Everything that the line can name; ``block`` is the id of the lot on the block, empty without one."""

    lots: tuple[DeskLot, ...] = ()
    bidders: tuple[Bidder, ...] = ()
    block: str = ""
    currency: str = "EUR"

    @property
    def on_the_block(self) -> DeskLot | None:
        """The lot on the block."""
        return next((lot for lot in self.lots if lot.id == self.block), None)


@dataclass(frozen=True, slots=True)
class Bids:
    """A bid on the lot on the block; several bidders bid jointly."""

    lot: DeskLot
    amount: int
    bidders: tuple[Bidder, ...]


@dataclass(frozen=True, slots=True)
class Hammers:
    """The lot on the block is sold to its high bid."""

    lot: DeskLot
    bid: Bid


@dataclass(frozen=True, slots=True)
class Passes:
    """The lot on the block goes unsold into the field."""

    lot: DeskLot


@dataclass(frozen=True, slots=True)
class PutsUp:
    """A lot is put on the block."""

    lot: DeskLot


@dataclass(frozen=True, slots=True)
class StopsClock:
    """The clock of the lot on the block is stopped."""

    lot: DeskLot


@dataclass(frozen=True, slots=True)
class StartsClock:
    """The clock of the lot on the block runs on."""

    lot: DeskLot


@dataclass(frozen=True, slots=True)
class Voids:
    """A sale is to become void; without a ``reason`` it is asked for, and a second person releases it."""

    lot: DeskLot
    reason: str = ""


@dataclass(frozen=True, slots=True)
class UndoesLast:
    """The last action of the person who types is undone."""


@dataclass(frozen=True, slots=True)
class AsksFor:
    """Something is missing: ``what`` is bidder or lot."""

    what: str


@dataclass(frozen=True, slots=True)
class AuctionCannot:
    """The line is understood but can't be done: a code with its facts; ``instead`` is the bid that can."""

    code: str
    lot: DeskLot | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    instead: Bids | None = None


type AuctionOne = (
    Empty | Nobody | Bids | Hammers | Passes | PutsUp | StopsClock | StartsClock | Voids | UndoesLast | AsksFor
    | AuctionCannot
)  # fmt: skip
type AuctionMeaning = AuctionOne | Several[AuctionOne]

_SUM = re.compile(r"\d[\d.,']{0,14}")
_MOST_JOINT = 6


def read_auction_line(text: str, desk: AuctionDesk, now: datetime, words: Words | None = None) -> AuctionMeaning:
    """Return what ``text`` means at the auctioneer's desk; never raises.

    A bid, a hammer or the clock is tried on the lot's state at ``now``, and what the rules refuse is ``AuctionCannot``.
    ``words`` adds to the English ones, by word.
    """
    line = " ".join(text[:LONGEST_LINE].split())
    if not line:
        return Empty()
    return _Reader(desk, now, words or {}).meaning(line)


class _Reader:
    def __init__(self, desk: AuctionDesk, now: datetime, words: Words) -> None:
        self.desk = desk
        self.now = now
        self.words = with_own_words(Word, words)

    def says(self, word: Word, typed: str) -> bool:
        return folded(typed) in self.words[word]

    def meaning(self, line: str) -> AuctionMeaning:
        first, _, rest = line.partition(" ")
        if self.says(Word.UNDO, line):
            return UndoesLast()
        if self.says(Word.LOT, first):
            return self.lots(rest, self.puts_up)
        if self.says(Word.VOID, first):
            return self.voids(rest)
        for word in (Word.SOLD, Word.PASS, Word.STOP, Word.GO):
            if self.says(word, line):
                return self.on_block(word)
        if self.says(Word.BID, first):
            return self.bid(rest)
        return self.bid(line)

    # --- The lot on the block

    def on_block(self, word: Word) -> AuctionOne:
        lot = self.desk.on_the_block
        if lot is None:
            return AuctionCannot("block.empty")
        if word is Word.SOLD:
            high = lot.state.high
            return self.tried(lot, Hammered(self.now), Hammers(lot, high) if high else Passes(lot))
        events: dict[Word, tuple[Event, AuctionOne]] = {
            Word.PASS: (Passed(self.now), Passes(lot)),
            Word.STOP: (Stopped(self.now), StopsClock(lot)),
            Word.GO: (Started(self.now), StartsClock(lot)),
        }
        return self.tried(lot, *events[word])

    def tried(self, lot: DeskLot, event: Event, meaning: AuctionOne, unpaid: tuple[str, ...] = ()) -> AuctionOne:
        """Return the meaning, or why the rules refuse it."""
        try:
            happened(lot.state, event, unpaid)
        except RuleBroken as broken:
            return AuctionCannot(broken.code, lot, broken.facts, self.instead(broken, meaning))
        return meaning

    def instead(self, broken: RuleBroken, meaning: AuctionOne) -> Bids | None:
        if not isinstance(meaning, Bids) or broken.code not in ("bid.low", "bid.step"):
            return None
        return Bids(meaning.lot, broken.facts["next"], meaning.bidders)

    def bid(self, line: str) -> AuctionMeaning:
        """Read a sum and names, or names alone for the next bid."""
        first, _, rest = line.partition(" ")
        is_sum = bool(_SUM.fullmatch(folded(first)))
        names = [name.strip() for name in (rest if is_sum else line).split(",") if name.strip()]
        named = [people_named(self.desk.bidders, name) for name in names[:_MOST_JOINT]]
        unknown = [name for name, bidders in zip(names, named, strict=False) if not bidders]
        if unknown:
            return Nobody(unknown[0])
        lot = self.desk.on_the_block
        if lot is None:
            return AuctionCannot("block.empty")
        if not names:
            return AsksFor("bidder")
        try:
            amount = read_sum(folded(first), self.desk.currency) if is_sum else lot.state.next_bid
        except RuleBroken as broken:
            return AuctionCannot(broken.code, lot, broken.facts)
        together = [each for each in product(*named) if len(set(each)) == len(each)]
        bids = [self.one_bid(Bids(lot, amount, bidders)) for bidders in together]
        return one_or_several(bids) if bids else AuctionCannot("bidder.twice", lot)

    def one_bid(self, bids: Bids) -> AuctionOne:
        state = bids.lot.state
        who = tuple(bidder.id for bidder in bids.bidders)
        unpaid = tuple(lot for bidder in bids.bidders for lot in bidder.unpaid)
        return self.tried(bids.lot, Bid(state.made + 1, bids.amount, who, self.now), bids, unpaid)

    # --- Lots that are named

    def lots(self, typed: str, mean: Callable[[DeskLot], AuctionOne]) -> AuctionMeaning:
        if not typed:
            return AsksFor("lot")
        named = [lot for lot in self.desk.lots if folded(lot.id) == folded(typed)]
        named = named or people_named(self.desk.lots, typed)
        return (
            one_or_several([mean(lot) for lot in named]) if named else AuctionCannot("lot.none", facts={"got": typed})
        )

    def puts_up(self, lot: DeskLot) -> AuctionOne:
        block = self.desk.on_the_block
        if block is not None and block.state.status is Status.OPEN:
            return AuctionCannot("block.open", block)
        return self.tried(lot, Opened(self.now), PutsUp(lot))

    def voids(self, rest: str) -> AuctionMeaning:
        """Read a lot, and behind its letter a reason."""
        first, _, reason = rest.partition(" ")
        if any(folded(lot.id) == folded(first) for lot in self.desk.lots):
            return self.lots(first, lambda lot: _voided(lot, reason))
        return self.lots(rest, lambda lot: _voided(lot, ""))


def _voided(lot: DeskLot, reason: str) -> AuctionOne:
    if lot.state.status not in (Status.SOLD, Status.PAID):
        return AuctionCannot("lot.status", lot, {"status": lot.state.status.value})
    return Voids(lot, reason)
