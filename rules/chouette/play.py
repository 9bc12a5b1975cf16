"""One action at the table: the table after it, or a refusal.

Source: docs/rules/chouette.md#what-happens.
"""

from collections.abc import Iterable

from rules.chouette import closing, cubes, people
from rules.chouette.actions import (
    Action,
    BeaverAnswers,
    BoxAnswers,
    BoxDoubles,
    ComeBack,
    Join,
    Leave,
    RaccoonAnswers,
    RefuseOpening,
    Resign,
    Settle,
    Side,
    SitOut,
    Start,
    TakeExtra,
    TakePartner,
    TeamAnswers,
    TeamDoubles,
    Ties,
    WinGame,
)
from rules.chouette.table import Table

# What happens between two games, and what happens at any time; all else belongs to the running game.
BETWEEN_GAMES = (Join, Leave, TakePartner)
ANY_TIME = (SitOut, ComeBack)


def play(table: Table, action: Action) -> Table:
    """Return the table after an action. A game whose last contract has ended is finished, and the next order known.

    Raises RuleBroken with a code ``chouette.…``; see docs/rules/chouette.md#refusals.
    """
    return closing.finished(_played(table, action))


def play_all(table: Table, actions: Iterable[Action]) -> Table:
    """Return the table after all actions in order. Raises as ``play`` does."""
    for action in actions:
        table = play(table, action)
    return table


def _played(table: Table, action: Action) -> Table:
    match action:
        case Join():
            return people.join(table, action)
        case Leave():
            return people.leave(table, action)
        case SitOut():
            return people.sit_out(table, action)
        case ComeBack():
            return people.come_back(table, action)
        case TakePartner():
            return people.take_partner(table, action)
        case Start():
            return people.start(table, action)
        case Settle():
            return closing.settle(table, action)
        case TakeExtra():
            return closing.take_extra(table, action)
        case Resign():
            return closing.resign(table, action)
        case WinGame():
            return closing.win_game(table, action)
        case _:
            return _cube_turned(table, action)


def _cube_turned(
    table: Table,
    action: Ties | RefuseOpening | TeamDoubles | BoxDoubles | BoxAnswers | TeamAnswers | BeaverAnswers | RaccoonAnswers,
) -> Table:
    match action:
        case Ties():
            return cubes.tie(table, action)
        case RefuseOpening():
            return cubes.refuse_opening(table, action)
        case TeamDoubles():
            return cubes.team_doubles(table, action)
        case BoxDoubles():
            return cubes.box_doubles(table, action)
        case BoxAnswers():
            return cubes.answer_double(table, action, Side.BOX)
        case TeamAnswers():
            return cubes.answer_double(table, action, Side.TEAM)
        case BeaverAnswers():
            return cubes.answer_beaver(table, action)
        case RaccoonAnswers():
            return cubes.answer_raccoon(table, action)
