"""Short words for the tests of chouettes: tables, games, and what they lead to."""

from rules.chouette.actions import (
    Action,
    Answer,
    BeaverAnswers,
    BoxAnswers,
    BoxDoubles,
    RaccoonAnswers,
    Side,
    Start,
    TeamAnswers,
    TeamDoubles,
    Win,
    WinGame,
)
from rules.chouette.options import Cubes, Options
from rules.chouette.people import sit_down
from rules.chouette.play import play_all
from rules.chouette.table import Table

BEAVER, TAKE, DROP, ACCEPT, RACCOON = Answer.BEAVER, Answer.TAKE, Answer.DROP, Answer.ACCEPT, Answer.RACCOON
MULTI = Options(cubes=Cubes.MULTI)
_LETTERS = {"t": TAKE, "p": DROP, "b": BEAVER, "a": ACCEPT, "r": RACCOON}


def seated(people: str = "B C P Q R", options: Options | None = None) -> Table:
    """Return a table, the box first and then the crew."""
    return sit_down(options or Options(), people.split())


def game(table: Table, *actions: Action) -> Table:
    """Return the table after a game of these actions."""
    return play_all(table, (Start(), *actions))


def box_doubles(to: str = "") -> BoxDoubles:
    return BoxDoubles(tuple(to.split()))


def team_doubles(by: str = "") -> TeamDoubles:
    return TeamDoubles(tuple(by.split()))


def crew(answers: str) -> TeamAnswers:
    """Return answers such as ``C:p P:t``: p passes, t takes, b beavers."""
    return TeamAnswers(_by_name(answers))


def box(answers: str) -> BoxAnswers:
    return BoxAnswers(_by_name(answers)) if ":" in answers else BoxAnswers(answer=_LETTERS[answers])


def beavers(answers: str) -> BeaverAnswers:
    return BeaverAnswers(_by_name(answers)) if ":" in answers else BeaverAnswers(answer=_LETTERS[answers])


def raccoons(answers: str) -> RaccoonAnswers:
    return RaccoonAnswers(_by_name(answers)) if ":" in answers else RaccoonAnswers(answer=_LETTERS[answers])


def won(side: str, kind: str = "single") -> WinGame:
    return WinGame(Side(side), Win(kind))


def order(table: Table) -> str:
    """Return box and crew: ``B; P Q R C``, a partner in brackets."""
    partner = f" [{table.order.partner}]" if table.order.partner else ""
    return f"{table.order.box}{partner}; {' '.join(table.order.team)}"


def points(table: Table) -> dict[str, int]:
    """Return the points of the game just finished."""
    return table.results[-1].game.points()


def _by_name(answers: str) -> tuple[tuple[str, Answer], ...]:
    pairs = (each.split(":") for each in answers.split())
    return tuple((who, _LETTERS[letter]) for who, letter in pairs)
