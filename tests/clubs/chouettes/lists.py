"""What happened at a table as a list: where its games lie, and how it is compared."""

from clubs.read.chouettes.numbered import write_happening
from journal.canon import canonical
from rules.chouette.actions import Action, ComeBack, SitOut, Start
from rules.chouette.people import sit_down
from rules.chouette.play import play
from rules.chouette.session import Session


def words(session: Session) -> list[str]:
    """Return what happened, in words that do not depend on the order in which people answered."""
    return [canonical(write_happening(each)) for each in session.actions]


def span(session: Session, number: int) -> tuple[int, int]:
    """Return where a finished game begins, after its start, and where the table has its result."""
    table, first = sit_down(session.options, session.order), 0
    for at, action in enumerate(session.actions):
        if isinstance(action, Start) and len(table.results) == number - 1:
            first = at + 1
        table = play(table, action)
        if len(table.results) == number:
            return first, at + 1
    raise AssertionError(f"game {number} is not finished")


def without_empty_game(actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return what a file can hold: a game that began and in which nothing happened is in no file."""
    starts = [at for at, each in enumerate(actions) if isinstance(each, Start)]
    if starts and all(isinstance(each, SitOut | ComeBack) for each in actions[starts[-1] + 1 :]):
        return (*actions[: starts[-1]], *actions[starts[-1] + 1 :])
    return actions
