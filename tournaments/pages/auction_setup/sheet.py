"""The set-up of an auction: its lots with their players, whoever is in no lot, and whether it has begun."""

from collections.abc import Mapping
from dataclasses import dataclass

from rules.errors import RuleBroken
from tournaments.actions.auctions.lots import LotSheet
from tournaments.models.money.auctions import LONGEST_CODE
from tournaments.read.entrants.listed import in_order_of_names
from tournaments.read.money.auctions.room import Room
from tournaments.read.money.auctions.view import LotView

FIELD = "field"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """An entrant with the code of their lot, empty for none, and the code that is offered for them."""

    entrant: int
    number: int
    name: str
    code: str
    offered: str


@dataclass(frozen=True, slots=True)
class LotRow:
    """A lot in the order of the auction."""

    lot: LotView
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetupSheet:
    """The set-up page. ``version`` is that of the rules; ``has_begun`` once a lot was put on the block."""

    room: Room
    version: int
    lots: tuple[LotRow, ...]
    players: tuple[PlayerRow, ...]
    has_begun: bool
    has_field: bool

    @property
    def free(self) -> tuple[PlayerRow, ...]:
        """Those who are in no lot."""
        return tuple(each for each in self.players if not each.code)


def setup_sheet(room: Room) -> SetupSheet:
    """Return the set-up of an auction."""
    codes = {player: lot.code for lot in room.view.lots for player in lot.players}
    taken = {lot.code for lot in room.view.lots}
    entrants = in_order_of_names(room.event.pk)
    free = iter(_free_codes(taken, sum(entrant not in codes for entrant, _, _ in entrants)))
    return SetupSheet(
        room=room,
        version=room.view.turn,
        lots=tuple(LotRow(lot, room.players_of(lot)) for lot in room.view.lots),
        players=tuple(
            PlayerRow(entrant, number, name, codes.get(entrant, ""), "" if entrant in codes else next(free))
            for entrant, number, name in sorted(entrants, key=lambda each: each[1])
        ),
        has_begun=any(lot.sale for lot in room.view.lots),
        has_field=any(lot.is_field for lot in room.view.lots),
    )


def lots_of_form(posted: Mapping[str, str], sheet: SetupSheet) -> list[LotSheet]:
    """Return the lots that a form lists: players with the same code are one lot. Raises RuleBroken ``lots.none``."""
    players: dict[str, list[int]] = {}
    for each in sheet.free:
        code = each.offered if "each" in posted else posted.get(f"lot-{each.entrant}", "").strip()[:LONGEST_CODE]
        if code:
            players.setdefault(code, []).append(each.entrant)
    lots = [LotSheet(code, tuple(entrants)) for code, entrants in players.items()]
    if "field" in posted and not sheet.has_field:
        lots.append(LotSheet(posted.get("field_code", "").strip()[:LONGEST_CODE] or FIELD, (), True))
    if not lots:
        raise RuleBroken("lots.none")
    return lots


def _free_codes(taken: set[str], count: int) -> list[str]:
    """Return codes that are free: A to Z, then AA, AB …"""
    codes = [*LETTERS, *(first + second for first in LETTERS for second in LETTERS)]
    return [code for code in codes if code not in taken][:count]
