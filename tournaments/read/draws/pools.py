"""The pools of a draw: their tables, who comes through, and who would by what was corrected since."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.draws.plan import ENTRY
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.cuts import (
    TIES,
    Cut,
    Pool,
    differs,
    following_now,
    is_drawn,
    knockout_lines,
    make_cut,
    open_matches,
    option,
    pool_standings,
    pools_of,
    rule_of,
    ties_now,
)
from rules.pairing.standings import Standing
from rules.pairing.through import Tied
from tournaments.models import Entrant, Event, Line
from tournaments.models.draws import plan_drawn
from tournaments.read.draws.tables import CrossTable, crossed, lines_of
from tournaments.read.draws.view import DrawView
from tournaments.read.entered import entered_draw
from tournaments.read.entrants.listed import withdrawn_from
from tournaments.read.events import draw_of
from tournaments.read.matches.view import MatchView

# Codes of a knockout that waits for matches between players who are equal.
_TIED = ("pools.tied", "pools.tied_best")


@dataclass(frozen=True, slots=True)
class PoolTable:
    """A pool by its number (from 1), and its table."""

    number: int
    table: CrossTable


@dataclass(frozen=True, slots=True)
class NextLine:
    """Whoever comes next in a pool behind those who come through, several where they are equal, by id and name.

    ``place`` is theirs among the next of all pools; ``rates`` are what ranks them there, each by match. ``through``:
    one of them plays in the knockout.
    """

    place: int
    pool: int
    players: tuple[tuple[int, str], ...]
    won: int
    lost: int
    rates: tuple[float, ...]
    through: bool


@dataclass(frozen=True, slots=True)
class PoolsView:
    """The pools as they stand; ``open`` are the codes of matches not decided, ``drawn`` whether the knockout is.

    ``through`` is how many of each pool come through, ``ranking`` what ranks it in order; ``by_match``: a match decides
    between those who are equal at the cut, else the lot. ``best`` is how many come through as the best of the next
    place over all pools, ``following`` who that would be, the best first; empty where none does.
    """

    pools: tuple[PoolTable, ...]
    open: tuple[str, ...]
    drawn: bool
    through: int
    ranking: tuple[str, ...]
    by_match: bool
    best: int = 0
    following: tuple[NextLine, ...] = ()


@dataclass(frozen=True, slots=True)
class TiedView:
    """Players who are equal at the cut, by id and name, in a ``pool`` or with 0 of several; ``seats`` come through."""

    pool: int
    seats: int
    players: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class CutView:
    """Who comes through now: pairs of the first round, empty names for byes, and the ties in the pools.

    ``missed`` and ``lucky`` are names, once the knockout is drawn: who would come through since a correction, and who
    would not. ``code`` is why it cannot be drawn yet, empty where it can.
    """

    pairs: tuple[tuple[str, str], ...] = ()
    tied: tuple[TiedView, ...] = ()
    missed: tuple[str, ...] = ()
    lucky: tuple[str, ...] = ()
    code: str = ""


def pools_view(view: DrawView, withdrawn: Collection[int] = ()) -> PoolsView:
    """Return the pools of a draw that has them: no statement. Whoever has ``withdrawn`` is no next of a pool."""
    plan, lines = view.plan, lines_of(view)
    seats = [match.seat for match in view.matches]
    through = {who for line, who in lines.items() if line > len(plan.seats)}
    pools = [(pool, _standings(view, pool, lines)) for pool in pools_of(plan)]
    rule = rule_of(plan)
    return PoolsView(
        tuple(PoolTable(pool.number, _table(view, pool, lines, table, through)) for pool, table in pools),
        tuple(open_matches(plan, seats)),
        is_drawn(plan, lines),
        rule.each,
        rule.ranking,
        option(plan, TIES) == "match",
        rule.best,
        tuple(_following(view, pools, through, withdrawn)),
    )


def pools_of_event(event: Event, view: DrawView) -> PoolsView:
    """Return the pools of an event's draw: one statement where the best of the next place come through, else none."""
    return pools_view(view, withdrawn_from(event, ENTRY) if rule_of(view.plan).best else ())


def _standings(view: DrawView, pool: Pool, lines: Mapping[int, int]) -> list[Standing]:
    seats, matches = [match.seat for match in view.matches], [view.matches[at] for at in pool.matches]
    line = {lines[each]: each for each in pool.lines if each in lines}
    table = pool_standings(view.plan, pool, seats, line, _points(matches))
    return sorted(table, key=lambda each: (each.place, line[each.entrant]))


def _table(
    view: DrawView, pool: Pool, lines: Mapping[int, int], table: list[Standing], through: Collection[int]
) -> CrossTable:
    matches = [view.matches[at] for at in pool.matches]
    over = all(match.state.is_over for match in matches)
    return crossed(view, matches, table, over=over, through=through)


def _following(
    view: DrawView,
    pools: Iterable[tuple[Pool, list[Standing]]],
    through: Collection[int],
    withdrawn: Collection[int],
) -> Iterator[NextLine]:
    """Yield the next of all pools, the best first."""
    tables = [(pool.number, table) for pool, table in pools]
    record = {each.entrant: each.record for _, table in tables for each in table}
    following = following_now(view.plan, tables, withdrawn)
    rates = [each.rates for each in following]
    for each in following:
        own = record[each.entrant]
        yield NextLine(
            place=rates.index(each.rates) + 1,
            pool=each.number,
            players=tuple((who, view.names.get(who, "")) for who in each.equal),
            won=own.wins,
            lost=own.losses,
            rates=tuple(float(rate) for rate in each.rates),
            through=len(set(each.equal).intersection(through)) > each.safe,
        )


def _points(matches: Collection[MatchView]) -> dict[int, dict[int, int]]:
    """Return the points of each player by result."""
    return {
        match.result: dict(zip(match.entrants, match.score, strict=True))
        for match in matches
        if match.score is not None and len(match.entrants) == 2
    }


def has_knockout(event: Event) -> bool:
    """Whether anybody sits in the knockout behind pools: one statement. Raises Refused ``draw.none``."""
    draw = draw_of(event)
    first = len(plan_drawn(draw).seats) + 1
    return Line.objects.filter(draw=draw, line__gte=first, record__undo__isnull=True).exists()


def numbers_of(event: int) -> dict[int, int]:
    """Return entrant → number of everybody entered: one statement."""
    return dict(Entrant.objects.filter(event=event, record__undo__isnull=True).values_list("pk", "number"))


def cut_view(event: Event, names: Mapping[int, str], chosen: Collection[int] = ()) -> CutView:
    """Return the knockout as it would be drawn now, or once it is what corrections since would have changed.

    Raises Refused ``draw.none``, RuleBroken as ``make_cut`` where somebody is ``chosen``.
    """
    draw = draw_of(event)
    state = entered_draw(draw, event.tournament.stream_id).state
    numbers = numbers_of(event.pk)
    if is_drawn(state.plan, state.lines):
        missed, lucky = differs(state, numbers, draw.key, draw.bound_to)
        return CutView(missed=_names(missed, names), lucky=_names(lucky, names))
    try:
        cut = make_cut(state, numbers, draw.key, draw.bound_to, chosen)
    except RuleBroken as broken:
        if chosen:
            raise
        return CutView(code=broken.code, tied=_tied(ties_now(state, numbers), names) if broken.code in _TIED else ())
    return CutView(_pairs(state, cut, names), _tied(cut.tied, names))


def _tied(ties: Iterable[Tied], names: Mapping[int, str]) -> tuple[TiedView, ...]:
    return tuple(
        TiedView(each.number, each.seats, tuple((who, names.get(who, "")) for who in each.entrants)) for each in ties
    )


def _pairs(state: DrawState, cut: Cut, names: Mapping[int, str]) -> tuple[tuple[str, str], ...]:
    """Return the first pairs of the knockout from the top, with an empty name for a bye."""
    lines = knockout_lines(state.plan)
    pairs = ((cut.lines.get(line, 0), cut.lines.get(line + 1, 0)) for line in lines[::2])
    return tuple((names.get(one, ""), names.get(other, "")) for one, other in pairs if one or other)


def _names(entrants: Collection[int], names: Mapping[int, str]) -> tuple[str, ...]:
    return tuple(sorted(names.get(who, "") for who in entrants))
