"""What the table of the last checkers says of a question."""

from dataclasses import dataclass

from rules.bearoff.race import RaceAnswer, RaceStake, race_answer, why_beyond
from runtime.bearoff_file import bearoff_table
from tournaments.read.positions.questions import QuestionView

# There is no table yet, or it was damaged: a job makes it.
NO_TABLE = "table"


@dataclass(frozen=True, slots=True)
class Race:
    """What the table says, or ``why`` it says nothing (``rules.bearoff.race.why_beyond``, or ``NO_TABLE``)."""

    answer: RaceAnswer | None
    why: str = ""


def race_of(view: QuestionView) -> Race:
    """Return what the table says of a question."""
    why = why_beyond(view.position, view.ruleset)
    if why:
        return Race(None, why)
    table = bearoff_table()
    return Race(None, NO_TABLE) if table is None else Race(race_answer(view.position, view.dice, stake_of(view), table))


def stake_of(view: QuestionView) -> RaceStake:
    """Return what is played for in a question."""
    row = view.row
    away = (row.length - row.own_score, row.length - row.other_score) if row.length else None
    return RaceStake(row.cube, view.owner, away, dead=row.crawford or not view.ruleset.cube)
