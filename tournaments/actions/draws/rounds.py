"""Several matches called or started at once, in one transaction, each with a record of its own."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from journal import book
from journal.refusals import Refused, Unknown
from rules.draws.derive import Status
from rules.naming import read_table
from tournaments.actions.matches.calls import at_tables, table_in_use
from tournaments.actions.matches.held import hall_now, held_matches
from tournaments.actions.steps import OpenMatch, derive_draw, stream_of_tournament
from tournaments.models import Call, Match, Start
from tournaments.models.matches import Pairing
from tournaments.permissions import may_run_desk
from tournaments.read.entered import EnteredDraw, entered_draw


@dataclass(frozen=True, slots=True)
class Together:
    """The first and the last of the records that an action made for several matches, and the codes of those matches."""

    first: int
    last: int
    codes: tuple[str, ...]

    @property
    def record(self) -> int:
        """The last record."""
        return self.last


def call_together(tournament: int, calls: Sequence[tuple[int, str]], caller: book.Caller) -> Together:
    """Call several matches, each with a table; all of them or none.

    Raises Refused ``rounds.none``, ``match.finished`` …, ``match.called``, ``table.taken``, ``table.closed``,
    ``player.busy`` and the like for one that is held; Unknown ``match.unknown``, RuleBroken ``name.…`` for a table's
    name.
    """
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        opened = _opened(page, tournament, [pk for pk, _ in calls])
        hall = hall_now(tournament, page.at)
        in_use, held = at_tables(hall.open), held_matches(hall)
        facts: list[tuple[OpenMatch, Pairing]] = []
        for each, (_, typed) in zip(opened, calls, strict=True):
            if each.match.call is not None and each.match.call.table:
                raise Refused("match.called", match=each.match.pk, table=each.match.call.table)
            table = table_in_use(hall.tournament, in_use, read_table(typed))
            held.must_be_free(each.match.pk)
            in_use[table.casefold()] = each.match
            first, second = each.pair
            facts.append((each, Call(match=each.match, first_id=first, second_id=second, table=table)))
        return page.done(_recorded(page, "match.called", facts, "call"))


def start_together(tournament: int, matches: Sequence[int], caller: book.Caller) -> Together:
    """Start several matches; all of them or none. Raises Refused ``rounds.none``, ``match.begun`` as one start does."""
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        facts: list[tuple[OpenMatch, Pairing]] = []
        for each in _opened(page, tournament, matches):
            if each.state.has_begun(each.match.place):
                raise Refused("match.begun", match=each.match.pk)
            first, second = each.pair
            facts.append((each, Start(match=each.match, first_id=first, second_id=second)))
        return page.done(_recorded(page, "match.started", facts, ""))


def _opened(page: book.OpenPage, tournament: int, matches: Iterable[int]) -> list[OpenMatch]:
    """Return these open matches in this order, each draw read once."""
    wanted = list(dict.fromkeys(matches))
    if not wanted:
        raise Refused("rounds.none")
    rows = Match.objects.select_related("draw__event__tournament", "call", "penalty").defer("draw__plan")
    by_key = {row.pk: row for row in rows.filter(pk__in=wanted, draw__event__tournament=tournament)}
    draws: dict[int, EnteredDraw] = {}
    opened = []
    for pk in wanted:
        row = by_key.get(pk)
        if row is None or row.draw_id != row.draw.event.current_draw_id:
            raise Unknown("match.unknown")
        if row.draw_id not in draws:
            draws[row.draw_id] = entered_draw(row.draw, page.stream.pk)
        each = OpenMatch(row, row.draw.event, draws[row.draw_id])
        if each.status is not Status.OPEN:
            raise Refused(f"match.{each.status.word}", match=pk)
        opened.append(each)
    return opened


def _recorded(page: book.OpenPage, verb: str, facts: Sequence[tuple[OpenMatch, Pairing]], only: str) -> Together:
    """Record a fact of each match, then derive every draw once."""
    first = page.stream.number + 1
    last = first + len(facts) - 1
    together = [first, last]
    after: dict[int, tuple[EnteredDraw, EnteredDraw]] = {}
    each = [
        ([fact], (opened.concerns_only(only) if only else opened.concerns()) | {"together": together})
        for opened, fact in facts
    ]
    page.record_each(verb, each)
    for opened, fact in facts:
        draw = opened.match.draw_id
        before, state = after.get(draw, (opened.entered, opened.entered))
        rows = fact.rows(opened.match.place)
        after[draw] = (before, state.with_state(state.state.having(rows)))
    for before, state in after.values():
        derive_draw(page, before, state)
    return Together(first, last, tuple(opened.match.code for opened, _ in facts))
