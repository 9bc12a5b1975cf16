"""The tables of the room: their number, their names, and which are closed."""

from collections.abc import Sequence
from dataclasses import replace

from journal import book
from journal.canon import canonical
from rules.errors import RuleBroken
from rules.naming import read_reason, read_table
from tournaments.actions.steps import stream_of_tournament
from tournaments.actions.topics import announce_desk
from tournaments.models import Table, Tournament
from tournaments.permissions import may_run_desk

MOST_TABLES = 200
LONGEST_WHY = 40


def furnish(tournament: int, tables: Sequence[Table], caller: book.Caller) -> tuple[Table, ...]:
    """Set the tables of the room, in the desk's own order, and why one is closed.

    Players at a table that is closed or removed stay there. Raises RuleBroken ``tables.many``, ``tables.twice``,
    ``name.…`` for a table's name, ``reason.…`` for why it is closed.
    """
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        return page.done(_set(page, tournament, tables))


def close_table(tournament: int, name: str, why: str, caller: book.Caller) -> tuple[Table, ...]:
    """Call nobody to a table for now, for a reason. Raises RuleBroken ``table.unknown``, ``reason.…``."""
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        return page.done(_set(page, tournament, _with(tournament, Table(name, read_reason(why, LONGEST_WHY)))))


def open_table(tournament: int, name: str, caller: book.Caller) -> tuple[Table, ...]:
    """Call players to a closed table again. Raises RuleBroken ``table.unknown``."""
    with book.page(stream_of_tournament(tournament, caller, may_run_desk), caller) as page:
        return page.done(_set(page, tournament, _with(tournament, Table(name))))


def _with(tournament: int, changed: Table) -> list[Table]:
    """Return the tables in the room with one of them changed."""
    tables = Tournament.objects.get(pk=tournament).furniture
    name = read_table(changed.name).casefold()
    if name not in {each.name.casefold() for each in tables}:
        raise RuleBroken("table.unknown", table=changed.name)
    return [replace(each, closed=changed.closed) if each.name.casefold() == name else each for each in tables]


def _set(page: book.OpenPage, tournament: int, tables: Sequence[Table]) -> tuple[Table, ...]:
    if len(tables) > MOST_TABLES:
        raise RuleBroken("tables.many", tables=len(tables), most=MOST_TABLES)
    read = tuple(Table(read_table(each.name), _why(each.closed)) for each in tables)
    seen: set[str] = set()
    for each in read:
        if each.name.casefold() in seen:
            raise RuleBroken("tables.twice", table=each.name)
        seen.add(each.name.casefold())
    page.record("tables.set", words=_in_words(read), tables=len(read), closed=sum(bool(each.closed) for each in read))
    text = canonical([{"name": each.name, "closed": each.closed} for each in read])
    Tournament.objects.filter(pk=tournament).update(tables=text)
    announce_desk(page)
    return read


def _why(closed: str) -> str:
    return read_reason(closed, LONGEST_WHY) if closed.strip() else ""


def _in_words(tables: Sequence[Table]) -> str:
    """Return the tables as the memory shows them: ``1, 2, 8 (stream)``."""
    return ", ".join(f"{each.name} ({each.closed})" if each.closed else each.name for each in tables)
