"""The auction on paper: the list for the room with space for bids, and the lots with their owners."""

from clubs.papers.listing import Cell, Column, Kind, Listing
from clubs.read.figures import shown_sum, spoken_sum
from tournaments.papers.draw_sheet_rows import day_of, printed_at
from tournaments.read.money.auctions.money import lot_of
from tournaments.read.money.auctions.room import Room
from tournaments.read.money.auctions.view import LotView
from tournaments.words import bidding as words
from tournaments.words.papers.sheets import sheet_words


def auction_list(room: Room) -> Listing:
    """Return the list of lots for the room: what is sold, from which bid, with space to write bids in."""
    currency = room.currency
    rows: list[tuple[Cell, ...]] = [
        (lot.code, _players(room, lot), spoken_sum(lot.state.rules.opening, currency), "", "") for lot in room.view.lots
    ]
    heads = words.LIST_HEADS
    kinds = ((10, Kind.NAME), (36, None), (12, Kind.NUMBER), (30, None), (12, Kind.NUMBER))
    return _listing(room, words.list_title(room.event.name), heads, kinds, rows)


def owners_list(room: Room) -> Listing:
    """Return the lots with their owners and exact shares, and what was paid for each."""
    rows: list[tuple[Cell, ...]] = []
    for lot in room.view.lots:
        sold = lot.sold
        if sold is None:
            rows.append((lot.code, _players(room, lot), words.state_word(lot.status.value), "", ""))
            continue
        owners = [(who, share) for who, share in lot_of(sold).owners().items() if share]
        for at, (who, share) in enumerate(owners):
            price = "" if at else shown_sum(sold.price, room.currency)
            part = "" if share == 1 else str(share)
            first = ("", "") if at else (lot.code, _players(room, lot))
            rows.append((*first, room.payers_named([who]), part, price))
    heads = words.OWNER_HEADS
    kinds = ((10, Kind.NAME), (36, None), (28, None), (10, Kind.NUMBER), (16, Kind.NUMBER))
    return _listing(room, words.owners_title(room.event.name), heads, kinds, rows)


def _listing(
    room: Room,
    title: str,
    heads: tuple[object, ...],
    kinds: tuple[tuple[int, Kind | None], ...],
    rows: list[tuple[Cell, ...]],
) -> Listing:
    tournament = room.tournament
    pool = words.pool_words(room.pool.total, room.pool.net, room.currency)
    return Listing(
        title=title,
        what=" · ".join(part for part in (tournament.name, day_of(tournament), pool) if part),
        foot=f"{sheet_words(tournament.stream.number)} · {printed_at(tournament)}",
        columns=tuple(Column(str(head), *kind) for head, kind in zip(heads, kinds, strict=True)),
        rows=rows,
        row=9.0,
    )


def _players(room: Room, lot: LotView) -> str:
    return ", ".join(room.players_of(lot)) or (words.field_word() if lot.is_field else lot.code)
