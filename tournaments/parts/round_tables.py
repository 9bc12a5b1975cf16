"""The tables of a round as rows: who plays whom, why, and how far they are."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.draws.match_state import State
from rules.pairing.pairing import Reason
from tournaments.read.draws.next_tables import NextTable
from tournaments.read.draws.rounds import PairedTable, SwissView
from tournaments.words.events.rounds import reason_words, records_words
from tournaments.words.papers import boxes
from tournaments.words.states import state_words


@dataclass(frozen=True, slots=True)
class TableRow:
    """One table of the round; ``box`` is how its number is drawn: bye, on, to-call or done.

    ``won`` is one or other, empty before the result; ``word`` is the table where they play, or its state where that is
    not clear from the score.
    """

    match: int
    code: str
    one: str
    other: str
    records: str
    reason: str
    box: str
    won: str
    score: str
    word: str

    @property
    def is_on(self) -> bool:
        """Whether they play now."""
        return self.box == "on"


@dataclass(frozen=True, slots=True)
class NextRow:
    """A table that can begin: its code, both players or one with a bye, their records, and why they meet."""

    code: str
    one: str
    other: str
    records: str
    reason: str


def next_rows(tables: Sequence[NextTable]) -> tuple[NextRow, ...]:
    """Return a row for every table that can begin."""
    worst = min((_balance(record) for each in tables for record in each.records), default=0)
    return tuple(
        NextRow(
            each.code,
            each.one,
            each.other,
            records_words(each.records),
            reason_words(each.reason, is_worst=_balance(each.records[0]) == worst),
        )
        for each in tables
    )


def table_rows(shown: SwissView) -> tuple[TableRow, ...]:
    """Return a row for every table that is shown."""
    worst = min((_balance(record) for each in shown.tables for record in each.records), default=0)
    return tuple(_row(each, worst) for each in shown.tables)


def _balance(record: str) -> int:
    """Return wins less losses of a record such as "2-1"."""
    won, lost = record.split("-")
    return int(won) - int(lost)


def _row(table: PairedTable, worst: int) -> TableRow:
    match = table.match
    on, done = match.state.is_on or match.state is State.DISPUTED, match.state.is_over
    pair = match.running or (match.score if done else None)
    word = "" if match.state in (State.READY, State.FINAL, State.BYE) or match.running else state_words(match.state)
    if match.state.is_on and match.table:
        word = str(boxes.TABLE).format(table=match.table)
    bye = table.reason in (Reason.BYE, Reason.SECOND_BYE)
    return TableRow(
        match=match.id,
        code=match.code,
        one=table.one,
        other=table.other,
        records=records_words(table.records),
        reason=reason_words(table.reason, is_worst=_balance(table.records[0]) == worst),
        box="bye" if bye else "on" if on else "done" if done else "to-call",
        won="" if match.goes_on is None or bye or not done else ("one", "other")[match.goes_on.place],
        score=f"{pair[0]}–{pair[1]}" if pair else "",
        word=word,
    )
