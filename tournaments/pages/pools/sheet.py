"""The contents of the page on which the knockout behind pools is drawn."""

from collections.abc import Collection
from dataclasses import dataclass

from journal.refusals import Unknown
from tournaments.models import Event
from tournaments.read.draws.pools import CutView, cut_view, pools_of_event
from tournaments.read.draws.view import draw_view
from tournaments.read.entrants.names import names_in
from tournaments.read.events import draw_of
from tournaments.words.best_of_pools import BestTable, best_table
from tournaments.words.events.pools import best_word, lucky_words, missed_words, order_words, pool_name


@dataclass(frozen=True, slots=True)
class ComingPool:
    """A pool: its name, and everybody from the top by place and name; ``through`` play in the knockout."""

    name: str
    lines: tuple[tuple[int, str, str, bool], ...]


@dataclass(frozen=True, slots=True)
class Tie:
    """Players who are equal at the cut: the name of their pool, or of the best of all, how many come through, id and
    name of each.
    """

    pool: str
    seats: int
    players: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class KnockoutSheet:
    """The page of an event. ``open`` are the codes of the pools' matches that are not decided.

    ``pairs`` are the first matches of the knockout as it would be drawn now, only where ``staff`` looks; ``notes`` say
    what corrections since the draw would have changed. ``by_match``: matches decide the ``ties``, else the lot has.
    """

    event: int
    name: str
    tournament: str
    pools: tuple[ComingPool, ...]
    through: int
    order: str
    best: BestTable | None
    open: tuple[str, ...]
    drawn: bool
    pairs: tuple[tuple[str, str], ...]
    ties: tuple[Tie, ...]
    notes: tuple[str, ...]
    by_match: bool
    is_ready: bool
    key: str


def knockout_sheet(event: Event, *, staff: bool, chosen: Collection[int] = ()) -> KnockoutSheet:
    """Return the page of an event. Raises Refused ``draw.none``, Unknown ``pools.none``, RuleBroken as ``cut_view``."""
    if not event.rules.is_cut:
        raise Unknown("pools.none", event=event.pk)
    draw, names = draw_of(event), names_in(event.pk)
    shown = pools_of_event(event, draw_view(draw, names))
    cut = cut_view(event, names, chosen) if staff else CutView()
    return KnockoutSheet(
        event=event.pk,
        name=event.name,
        tournament=event.tournament.name,
        pools=tuple(
            ComingPool(
                pool_name(each.number),
                tuple((line.place, line.name, f"{line.won}–{line.lost}", line.through) for line in each.table.lines),
            )
            for each in shown.pools
        ),
        through=shown.through,
        order=order_words(shown.ranking, by_match=shown.by_match),
        best=best_table(shown),
        open=shown.open,
        drawn=shown.drawn,
        pairs=cut.pairs,
        ties=tuple(
            Tie(
                pool_name(each.pool) if each.pool else best_word(shown.through),
                each.seats,
                tuple((str(who), name) for who, name in each.players),
            )
            for each in cut.tied
        ),
        notes=tuple(_notes(cut)),
        by_match=shown.by_match,
        is_ready=bool(cut.pairs),
        key=draw.key,
    )


def _notes(cut: CutView) -> list[str]:
    notes = [missed_words(cut.missed)] if cut.missed else []
    return [*notes, lucky_words(cut.lucky)] if cut.lucky else notes
