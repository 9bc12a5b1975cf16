"""The meaning of the auctioneer's line: a sentence, and what Enter posts."""

from dataclasses import dataclass, replace

from clubs.read.records import NUMBER, RawRecord, Sentence, sentence_for
from journal.models import Undo
from journal.verbs import undoable
from rules.money.auctions.bidding import Status
from rules.typed.auction_line import (
    AsksFor,
    AuctionCannot,
    AuctionDesk,
    AuctionMeaning,
    AuctionOne,
    Bidder,
    Bids,
    DeskLot,
    Hammers,
    Passes,
    PutsUp,
    StartsClock,
    StopsClock,
    UndoesLast,
    Voids,
    read_auction_line,
)
from rules.typed.choices import Several
from rules.typed.meaning import Nobody
from tournaments.models import VoidRequest
from tournaments.pages.auction.sheet import Block, block_of
from tournaments.read.floor import last_undoable, record_numbered
from tournaments.read.money.auctions.room import Room
from tournaments.read.money.auctions.view import MISTAKE, LotView
from tournaments.read.records import names_for
from tournaments.words.bidding import bid_refusal, field_word, words_of_the_auction_desk

FAMILIES = ("auction", "lot", "lots", "void", "share", "buyback", "stake", "stakes", "clock")
# After these a line is empty again: the act is written.
SETTLED = ("recorded", "undone", "unchanged")
type Fields = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LineSheet:
    """The sentence under the line; ``fields`` is what Enter posts, ``seen`` the version that its form names.

    kind: empty, bids, hammers, passes, opens, stops, goes, voids, asks_reason, asks_bidder, asks_lot, nobody, cannot,
    undoes, nothing_to_undo, hammered, several, recorded, undone, unchanged or refused. ``amount`` with ``who``
    is a bid, also the one that can be made instead of what the rules refuse.
    """

    kind: str
    typed: str = ""
    block: Block | None = None
    amount: int = 0
    who: str = ""
    name: str = ""
    refusal: str = ""
    fields: Fields = ()
    seen: int | None = None
    sentence: Sentence | None = None
    number: int = 0
    time: str = ""
    lines: "tuple[LineSheet, ...]" = ()
    more: int = 0

    @property
    def is_settled(self) -> bool:
        return self.kind in SETTLED

    @property
    def above(self) -> int:
        """How far a bid is above the high bid, in minor units."""
        return self.amount - self.block.amount if self.block and self.block.amount else 0


def line_sheet(room: Room, typed: str, actor: str) -> LineSheet:
    """Return what ``typed`` means now, for the person who types."""
    meaning = read_auction_line(typed, desk_of(room), room.now, words_of_the_auction_desk())
    return replace(_Sheets(room, actor).of(meaning), typed=typed)


def desk_of(room: Room) -> AuctionDesk:
    """Return what the line can name."""
    lots = tuple(DeskLot(lot.code, _title(room, lot), lot.state) for lot in room.view.lots)
    barred = {payer: tuple(room.view.barring((payer,))) for payer in room.bidders}
    bidders = tuple(Bidder(str(payer), name, barred[payer]) for payer, name in room.bidders.items())
    block = room.view.block
    return AuctionDesk(lots, bidders, block.code if block else "", room.currency)


def just_recorded(room: Room, number: int) -> LineSheet:
    """Return the sentence for record ``number``, just written; for an undo, of the record that it undid."""
    record = record_numbered(room.tournament, number)
    if record is None:
        return LineSheet("empty")
    undone = [fact["undone_id"] & NUMBER for kind, fact in record.facts if kind == Undo._meta.label_lower]
    shown = (record_numbered(room.tournament, undone[0]) if undone else None) or record
    kind = "undone" if undone else "recorded"
    return LineSheet(
        kind, sentence=sentence_of_record(room, shown), number=number, time=room.time(record.at, seconds=True)
    )


def sentence_of_record(room: Room, record: RawRecord) -> Sentence:
    """Return a record in words."""
    return sentence_for(record, names_for(room.tournament, [record], people=False))


def _title(room: Room, lot: LotView) -> str:
    return ", ".join(room.players_of(lot)) or (field_word() if lot.is_field else lot.code)


@dataclass(frozen=True, slots=True)
class _Sheets:
    """Makes the sentence for a meaning."""

    room: Room
    actor: str

    def of(self, meaning: AuctionMeaning) -> LineSheet:
        if isinstance(meaning, Several):
            lines = tuple(self.one(each) for each in meaning.choices)
            return LineSheet("several", lines=lines, more=meaning.many - len(lines))
        return self.one(meaning)

    def one(self, meaning: AuctionOne) -> LineSheet:
        match meaning:
            case Bids():
                return self.bids(meaning)
            case Hammers(lot=lot) | Passes(lot=lot) | PutsUp(lot=lot) | StopsClock(lot=lot) | StartsClock(lot=lot):
                return self.acts(meaning, lot)
            case Voids():
                return self.voids(meaning)
            case UndoesLast():
                return self.last_action()
            case Nobody(typed=typed):
                return LineSheet("nobody", name=typed)
            case AsksFor(what=what):
                return LineSheet(f"asks_{what}")
            case AuctionCannot():
                return self.cannot(meaning)
        return LineSheet("empty")

    def block(self, lot: DeskLot) -> Block:
        view = next(each for each in self.room.view.lots if each.code == lot.id)
        return block_of(self.room, view)

    def bids(self, bids: Bids, kind: str = "bids", refusal: str = "") -> LineSheet:
        """Return the sentence of a bid; as kind ``cannot`` of one that can be made instead."""
        block = self.block(bids.lot)
        fields = [("do", "bid"), ("lot", str(block.lot.pk)), ("amount", str(bids.amount))]
        fields += [("payer", bidder.id) for bidder in bids.bidders]
        who = ", ".join(bidder.name for bidder in bids.bidders)
        return LineSheet(kind, block=block, amount=bids.amount, who=who, fields=tuple(fields), refusal=refusal)

    def acts(self, meaning: AuctionOne, lot: DeskLot) -> LineSheet:
        kinds: dict[type, tuple[str, str]] = {
            Hammers: ("hammers", "hammer"), Passes: ("passes", "pass"), PutsUp: ("opens", "open"),
            StopsClock: ("stops", "stop"), StartsClock: ("goes", "go"),
        }  # fmt: skip
        kind, do = kinds[type(meaning)]
        block = self.block(lot)
        fields = (("do", do), ("lot", str(block.lot.pk)))
        seen = lot.state.made if kind in ("hammers", "passes") else None
        return LineSheet(kind, block=block, amount=block.amount, who=block.who, fields=fields, seen=seen)

    def voids(self, meaning: Voids) -> LineSheet:
        block = self.block(meaning.lot)
        first = meaning.reason.partition(" ")[0].casefold()
        kind = first if first in VoidRequest.KINDS else MISTAKE
        if not meaning.reason:
            return LineSheet("asks_reason", block=block)
        fields = (("do", "void"), ("lot", str(block.lot.pk)), ("kind", kind), ("reason", meaning.reason))
        return LineSheet("voids", block=block, amount=block.amount, name=meaning.reason, fields=fields)

    def cannot(self, meaning: AuctionCannot) -> LineSheet:
        room, lot = self.room, meaning.lot
        refusal = bid_refusal(
            meaning.code, meaning.facts, room.bidders, currency=room.currency, zone=room.zone, lot=lot.id if lot else ""
        )
        if meaning.instead is not None:
            return self.bids(meaning.instead, "cannot", refusal)
        return LineSheet("cannot", refusal=refusal)

    def last_action(self) -> LineSheet:
        """Return the last action in auctions of the person who types, which ``undo`` undoes."""
        verbs = {verb for verb in undoable() if verb.partition(".")[0] in FAMILIES}
        latest = last_undoable(self.room.tournament, self.actor, verbs)
        if latest is None:
            return LineSheet("nothing_to_undo")
        if not may_still_undo(self.room, latest):
            lot = next((each for each in self.room.view.lots if each.pk == _lot_of(latest) and each.sold), None)
            return LineSheet("hammered" if lot else "nothing_to_undo", block=block_of(self.room, lot) if lot else None)
        fields = (("do", "undo"), ("number", str(latest.number)))
        return LineSheet("undoes", sentence=sentence_of_record(self.room, latest), fields=fields)


def may_still_undo(room: Room, record: RawRecord) -> bool:
    """Return whether the auction has not moved past a record: only the high bid of an open lot can be taken back."""
    if record.verb not in ("lot.bid", "lot.opened"):
        return True
    lot = next((each for each in room.view.lots if each.pk == _lot_of(record)), None)
    if lot is None or lot.status is not Status.OPEN:
        return False
    high = lot.state.high
    number = next((fact.get("number") for _, fact in record.facts if "lot_id" in fact), None)
    return high is None if record.verb == "lot.opened" else high is not None and high.number == number


def _lot_of(record: RawRecord) -> int:
    """Return the lot that a record names, 0 for none."""
    return next((fact["lot_id"] for _, fact in record.facts if "lot_id" in fact), 0)
