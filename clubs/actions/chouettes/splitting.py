"""A table that became too large is split into two, and two tables are merged into one."""

from dataclasses import dataclass

from clubs.actions.chouettes.opening import Rounds, Sitting, new_session
from clubs.actions.chouettes.paying import close_step
from clubs.actions.chouettes.steps import OpenChouette, Written, open_chouette, stream_of_chouette, written
from clubs.models import Chouette
from clubs.permissions import may_write_chouette, must
from clubs.read.chouettes.log import Kind, kept_chouette
from clubs.read.chouettes.rules import house_rules_of
from clubs.read.chouettes.view import ChouetteView, view_of
from journal import book
from journal.refusals import Refused, Unknown
from rules.chouette.people import split_off
from rules.errors import RuleBroken
from rules.naming import read_name


@dataclass(frozen=True, slots=True)
class SplitSheet:
    """Newcomers who sit down at the new table, and its order: dice, or ``order`` by name; else as they come."""

    newcomers: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    rolls: Rounds = ()


@dataclass(frozen=True, slots=True)
class Split:
    """Both tables after a split."""

    old: Written
    new: ChouetteView


def split_table(chouette: int, sheet: SplitSheet, caller: book.Caller) -> Split:
    """Split a table: the bottom of the line leaves and opens a new session with the newcomers. The ledger stays.

    Raises as ``record_happening`` and ``open_session``; RuleBroken ``chouette.running``, ``chouette.split``,
    ``chouette.order`` for an order of other people than those of the new table.
    """
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        opened = open_chouette(page, chouette)
        newcomers = tuple(map(read_name, sheet.newcomers))
        moving = split_off(opened.kept.table, newcomers)
        people = (*moving, *newcomers)
        if sheet.order and set(sheet.order) != set(people):
            raise RuleBroken("chouette.order", people=people)
        old = opened.kept
        sitting = Sitting(sheet.order or people, sheet.rolls, old.table.options, opened_by=old.row.opened_by_id)
        new = new_session(page, old.row.club_id, sitting, house_rules_of(old.row.club_id))
        new.kept.row.club = old.row.club
        numbers = [opened.number_of(who) for who in moving]
        opened.add(Kind.SPLIT, {"people": numbers, "to": new.pk})
        page.record("chouette.split", [*new.facts, *opened.facts])
        return page.done(Split(_answered(opened), _view(new)))


def merge_tables(chouette: int, source: int, caller: book.Caller) -> Written:
    """Let everybody of the session ``source`` join this one, in their order there; ``source`` is closed.

    The caller must be allowed to write in both. Raises as ``record_happening`` and ``close_chouette``; RuleBroken
    ``chouette.twice`` for one session with itself, ``chouette.present`` for somebody who sits at both.
    """
    _must_write(source, caller)
    with book.page(stream_of_chouette(chouette, caller), caller) as page:
        opened = open_chouette(page, chouette)
        if source == chouette:
            raise RuleBroken("chouette.twice", who=str(source))
        other = OpenChouette(kept_chouette(source), [])
        if other.kept.log.closed is not None or other.kept.row.club_id != opened.kept.row.club_id:
            raise Refused("chouette.ended", chouette=source)
        facts = close_step(page, other, other.kept.table.options.rounding_minor, chouette)
        people = other.kept.table.order.people
        for who in people:
            if who not in opened.kept.numbers:
                opened.add_person(who)
        opened.add(Kind.MERGE, {"people": [opened.number_of(who) for who in people], "from": source})
        page.record("chouette.merged", [*other.facts, *facts, *opened.facts])
        return written(page, opened)


def _must_write(pk: int, caller: book.Caller) -> None:
    row = Chouette.objects.filter(pk=pk).first()
    if row is None:
        raise Unknown("chouette.unknown")
    must(may_write_chouette(caller.actor, row))


def _answered(opened: OpenChouette) -> Written:
    return Written(opened.pk, opened.kept.log.version, _view(opened))


def _view(opened: OpenChouette) -> ChouetteView:
    return view_of(opened.kept)
