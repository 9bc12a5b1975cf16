"""A session of a chouette: options, people and what happened. Everything else follows by replaying it.

Source: docs/rules/chouette.md#undo-and-corrections.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.chouette.actions import Action, ComeBack, SitOut, Start
from rules.chouette.options import Options
from rules.chouette.people import sit_down
from rules.chouette.play import BETWEEN_GAMES, play, play_all
from rules.chouette.table import Order, Table
from rules.errors import RuleBroken


@dataclass(frozen=True, slots=True)
class Session:
    """Options, the first order (the box first), and every action in the order in which it happened."""

    options: Options
    order: tuple[str, ...]
    actions: tuple[Action, ...] = ()

    def with_action(self, action: Action) -> "Session":
        """Return the session with one more action, which is not checked here."""
        return replace(self, actions=(*self.actions, action))


@dataclass(frozen=True, slots=True)
class GameSheet:
    """A finished game as the sheet shows it: points of those present, and the order after it."""

    number: int
    box: str
    captain: str
    points: tuple[tuple[str, int], ...]
    next: Order


@dataclass(frozen=True, slots=True)
class Change:
    """A game that a correction changes; None where there is no such game before, or after."""

    number: int
    before: GameSheet | None
    after: GameSheet | None


@dataclass(frozen=True, slots=True)
class Corrected:
    """What a correction would change, to be shown before it is accepted.

    ``refused`` is why the game ``refused_game`` can no longer be replayed, with the games up to there compared;
    None if the whole session can, and then ``session`` may be kept.
    """

    session: Session
    changes: tuple[Change, ...]
    totals: tuple[tuple[str, int, int], ...]
    refused: RuleBroken | None = None
    refused_game: int | None = None


def replay(session: Session) -> Table:
    """Return the table after everything that happened. Raises as ``play`` and ``sit_down`` do."""
    return play_all(sit_down(session.options, session.order), session.actions)


def without_last(session: Session) -> Session:
    """Return the session without the last action of the running game, or without the end of the game just finished.

    Raises RuleBroken ``chouette.nothing_to_undo`` where the last thing that happened belongs to no game.
    """
    if not session.actions or isinstance(session.actions[-1], (*BETWEEN_GAMES, Start)):
        raise RuleBroken("chouette.nothing_to_undo")
    return replace(session, actions=session.actions[:-1])


def without_last_game(session: Session) -> Session:
    """Return the session as if the running game, or the one just finished, had never begun.

    People who came or left before it stay as they are.

    Raises RuleBroken ``chouette.nothing_to_undo`` where no game is the last thing that happened.
    """
    starts = [at for at, action in enumerate(session.actions) if isinstance(action, Start)]
    if not starts or any(isinstance(action, BETWEEN_GAMES) for action in session.actions[starts[-1] :]):
        raise RuleBroken("chouette.nothing_to_undo")
    return replace(session, actions=session.actions[: starts[-1]])


def game_actions(session: Session, number: int) -> tuple[Action, ...]:
    """Return what happened in a game, without its start.

    Raises RuleBroken ``chouette.no_such_game``.
    """
    first, last = _span(session, number)
    return session.actions[first:last]


def with_game(session: Session, number: int, actions: Sequence[Action]) -> Session:
    """Return the session with a game recorded as ``actions``, which are not checked here.

    Raises RuleBroken ``chouette.no_such_game``.
    """
    first, last = _span(session, number)
    return replace(session, actions=(*session.actions[:first], *actions, *session.actions[last:]))


def corrected(session: Session, number: int, actions: Sequence[Action]) -> Corrected:
    """Return what follows where a game is recorded as ``actions`` instead, the later games replayed after it.

    Raises RuleBroken ``chouette.no_such_game``, or as ``play`` does for the game itself.
    """
    first, last = _span(session, number)
    changed = with_game(session, number, actions)
    table = play_all(sit_down(changed.options, changed.order), changed.actions[: first + len(actions)])
    if last < len(session.actions) and table.game is not None:
        raise RuleBroken("chouette.unfinished", number=number)
    refused, refused_game = None, None
    for action in changed.actions[first + len(actions) :]:
        try:
            table = play(table, action)
        except RuleBroken as broken:
            refused, refused_game = broken, len(table.results) + 1
            break
    before, after = replay(session), table
    return Corrected(changed, changes(before, after), _moved_totals(before, after), refused, refused_game)


def changes(before: Table, after: Table) -> tuple[Change, ...]:
    """Return the games in which two derivations differ: box, captain, points or the order afterwards."""
    sheets, others = game_sheets(before), game_sheets(after)
    rows = []
    for at in range(max(len(sheets), len(others))):
        one = sheets[at] if at < len(sheets) else None
        other = others[at] if at < len(others) else None
        if one != other:
            rows.append(Change(at + 1, one, other))
    return tuple(rows)


def game_sheets(table: Table) -> tuple[GameSheet, ...]:
    """Return the finished games of a session."""
    return tuple(
        GameSheet(
            result.game.number,
            result.game.box,
            result.game.team[0],
            tuple(result.game.points().items()),
            result.next,
        )
        for result in table.results
    )


def _span(session: Session, number: int) -> tuple[int, int]:
    """Return where the actions of a game begin and end, between its start and what follows the game."""
    starts = [at for at, action in enumerate(session.actions) if isinstance(action, Start)]
    if not 1 <= number <= len(starts):
        raise RuleBroken("chouette.no_such_game", number=number, games=len(starts))
    first = starts[number - 1] + 1
    return first, first + _length(session.actions[first:])


def _length(actions: Iterable[Action]) -> int:
    """Return how many actions belong to the game that they begin with; people who sit out belong to none at its end."""
    count = 0
    for at, action in enumerate(actions):
        if isinstance(action, (*BETWEEN_GAMES, Start)):
            break
        if not isinstance(action, SitOut | ComeBack):
            count = at + 1
    return count


def _moved_totals(before: Table, after: Table) -> tuple[tuple[str, int, int], ...]:
    """Return everybody whose total differs, with the total before and after."""
    sums, others = before.totals(), after.totals()
    people = dict.fromkeys((*sums, *others))
    rows = ((who, sums.get(who, 0), others.get(who, 0)) for who in people)
    return tuple(row for row in rows if row[1] != row[2])
