"""The rounds of a Swiss: who plays whom now and why, who waits for an opponent, and how everybody stands."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace

from rules.formats.finishing import is_as_they_finish, progress, waiting
from rules.formats.rounds import results_of
from rules.formats.swiss import RANKING
from rules.pairing.changes import tables_of
from rules.pairing.pairing import BYE, Reason
from rules.pairing.results import Result, records
from rules.pairing.standings import standings
from tournaments.read.draws.tables import is_paired, lines_of, result_text
from tournaments.read.draws.view import DrawView
from tournaments.read.matches.view import MatchView


@dataclass(frozen=True, slots=True)
class PairedTable:
    """A match of a round, or a bye without an ``other``: both records before it and why the two play each other."""

    match: MatchView
    one: str
    other: str
    records: tuple[str, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A round of one player: ``outcome`` is won, lost, bye, on (not decided), ``text`` the score from their side."""

    match: int
    opponent: str
    outcome: str
    text: str


@dataclass(frozen=True, slots=True)
class StandingLine:
    """An entrant in the standings; ``cells`` has one entry a round, None for one without a match.

    ``out``: in a Swiss by losses they have lost as often as they may.
    """

    place: int
    entrant: int
    name: str
    won: int
    lost: int
    buchholz: int
    out: bool
    cells: tuple[RoundCell | None, ...]


@dataclass(frozen=True, slots=True)
class SwissView:
    """A Swiss as it stands; ``round`` is the last one that is paired, ``open`` the codes of matches not decided.

    ``losses`` is how many put a player out, 0 where rounds are fixed. ``over``: hardly more than one player is left, or
    the last round is decided; somebody who withdrew may hide it, unless ``swiss_view`` knew. Where players are paired
    ``as_they_finish`` the tables are the matches of every round that are not decided, and ``letter`` is empty while
    these are of several rounds; ``waiting`` are those who have no opponent yet.
    """

    round: int
    letter: str
    tables: tuple[PairedTable, ...]
    open: tuple[str, ...]
    lines: tuple[StandingLine, ...]
    letters: tuple[str, ...]
    losses: int
    over: bool
    as_they_finish: bool = False
    waiting: tuple[StandingLine, ...] = ()


def swiss_view(view: DrawView, out: Collection[int] = ()) -> SwissView:
    """Return the rounds of a draw, ``out`` of which some have withdrawn: no statement."""
    return _as_they_finish(view, out) if is_as_they_finish(view.plan) else _by_rounds(view)


def _by_rounds(view: DrawView) -> SwissView:
    paired = [match for match in view.matches if match.top is not None or match.bottom is not None]
    last = max((match.round for match in paired), default=0)
    results = list(results_of(view.plan, [match.seat for match in view.matches], byes_win=True))
    joined = _joined(paired)
    now = [match for match in paired if match.round == last]
    open_ = tuple(match.code for match in paired if not match.state.is_over)
    lines = tuple(_lines(view, paired, results, joined, last))
    options = view.plan.named_options
    over = not open_ and (
        last == int(options["rounds"]) if "rounds" in options else sum(not line.out for line in lines) <= 1
    )
    return SwissView(
        round=last,
        letter=now[0].letter if now else "",
        tables=tuple(_tables(now, [each for each in results if each.round < last], joined)),
        open=open_,
        lines=lines,
        letters=tuple(dict.fromkeys(match.letter for match in paired)),
        losses=int(options.get("losses", 0)),
        over=over,
    )


def _as_they_finish(view: DrawView, out: Collection[int]) -> SwissView:
    seats, lines = [match.seat for match in view.matches], lines_of(view)
    shown, free = _by_rounds(view), waiting(view.plan, seats, lines, out)
    paired = [match for match in view.matches if match.top is not None or match.bottom is not None]
    now = [match for match in paired if not match.state.is_over] or [
        match for match in paired if match.round == shown.round
    ]
    results, joined, tables = list(results_of(view.plan, seats, byes_win=True)), _joined(paired), list[PairedTable]()
    for round_ in sorted({match.round for match in now}):
        here = [match for match in now if match.round == round_]
        tables += _tables(here, [each for each in results if each.round < round_], joined)
    letters = {match.letter for match in now}
    return replace(
        shown,
        letter=letters.pop() if len(letters) == 1 else "",
        tables=tuple(tables),
        over=progress(view.plan, seats, lines, out).over and not shown.open,
        as_they_finish=True,
        waiting=tuple(line for line in shown.lines if line.entrant in free),
    )


def has_more_to_pair(view: DrawView, out: Collection[int]) -> bool:
    """Return whether matches of a Swiss, ``out`` of which some have withdrawn, may still have to be paired.

    When it ends is not known before.
    """
    if not is_paired(view.plan):
        return False
    shown = swiss_view(view, out)
    rounds = view.plan.named_options.get("rounds")
    return not shown.over and (shown.as_they_finish or rounds is None or shown.round < int(rounds))


def record_of_waiting(view: DrawView, entrant: int, out: Collection[int]) -> str:
    """Return the record with which somebody waits for their next opponent, such as "2-1", empty for everybody else.

    Those in ``out`` have withdrawn: nobody waits for them.
    """
    seats = [match.seat for match in view.matches]
    if entrant not in waiting(view.plan, seats, lines_of(view), out):
        return ""
    return next(f"{line.won}-{line.lost}" for line in _by_rounds(view).lines if line.entrant == entrant)


def is_last_loss(view: DrawView, entrant: int) -> bool:
    """Return whether one more loss puts a player out of a Swiss by losses."""
    losses = int(view.plan.named_options.get("losses", 0))
    return losses > 0 and any(line.entrant == entrant and line.lost + 1 >= losses for line in _by_rounds(view).lines)


def _joined(paired: list[MatchView]) -> dict[int, int]:
    """Return the first round of everybody, as far as it is not the first of all."""
    first: dict[int, int] = {}
    for match in paired:
        for who in match.entrants:
            first.setdefault(who, match.round)
    return first


def _tables(now: list[MatchView], before: list[Result], joined: Mapping[int, int]) -> Iterator[PairedTable]:
    known = records(joined, before, joined)
    pairs = [(match.entrants[0], match.entrants[1] if len(match.entrants) > 1 else BYE) for match in now]
    seated = [known[who] for pair in pairs for who in pair if who != BYE]
    for match, table in zip(now, tables_of(seated, pairs), strict=True):
        names = [name for name in match.names if name]
        shown = table.records if table.one == match.entrants[0] else table.records[::-1]
        yield PairedTable(match, names[0], names[1] if len(names) > 1 else "", shown, table.reason)


def _lines(
    view: DrawView, paired: list[MatchView], results: list[Result], joined: Mapping[int, int], last: int
) -> Iterator[StandingLine]:
    options = view.plan.named_options
    losses = int(options.get("losses", 0))
    cells = {(who, match.round): _cell(match, who) for match in paired for who in match.entrants}
    for each in standings(sorted(joined), results, RANKING, joined):
        yield StandingLine(
            place=each.place,
            entrant=each.entrant,
            name=view.names.get(each.entrant, ""),
            won=each.record.wins,
            lost=each.record.losses,
            buchholz=int(each.values[1]),
            out=bool(losses) and each.record.losses >= losses,
            cells=tuple(cells.get((each.entrant, round_)) for round_ in range(1, last + 1)),
        )


def _cell(match: MatchView, who: int) -> RoundCell:
    side = match.side_of(who)
    other = match.player(side.other) if side else None
    if other is None:
        return RoundCell(match.id, "", "bye", "")
    if match.status != "finished" or side is None:
        return RoundCell(match.id, other.name, "on", "")
    own, theirs = match.texts[side.place], match.texts[side.other.place]
    return RoundCell(match.id, other.name, "won" if match.goes_on is side else "lost", result_text(own, theirs))
