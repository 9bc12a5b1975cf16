"""The order after a game, and the moves of captains within it.

H1 to H14 are the rows of the table in docs/rules/chouette.md#rotation.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.chouette.actions import Side
from rules.chouette.options import CaptainDropWinner, Options
from rules.chouette.table import Contract, Decided, Ended, Game, Order


@dataclass(frozen=True, slots=True)
class End:
    """How a member's contract against the box ends: what the box wins, how, and how often the cube is paid."""

    points: int
    ended: Ended
    times: int = 1


def ended(game: Game, ends: Mapping[str, End]) -> Game:
    """Return the game after these contracts against the box end, extras and the captain's place included."""
    acting = game.acting
    contracts = tuple(_closed(each, ends.get(each.team_side)) for each in game.contracts)
    after = replace(game, contracts=contracts)
    return after if acting is None or acting not in ends else _captain_ended(after, acting, ends[acting])


def next_order(game: Game, options: Options) -> Order:
    """Return who plays the next game after a finished one (H1 to H10)."""
    winner = _next_box(game, options)
    if winner is not None:
        return _passed_on(game, options, winner, _without(game.line, winner))
    # A captain who dropped has moved to the end already.
    line = game.line if game.captain_dropped or game.decided is None else _to_the_end(game.line, game.decided.captain)
    if options.la_rules and game.box_net() < 0:
        return _passed_on(game, options, line[0], line[1:])
    return Order(game.box, line, game.partner)


def came_last(game: Game, order: Order) -> str | None:
    """Return the last in line if the game put that person there."""
    last = order.team[-1]
    return last if last == game.box or last != game.team[-1] else None


def _next_box(game: Game, options: Options) -> str | None:
    """Return the member who becomes box, None where the box stays."""
    option, decided = options.captain_drop_winner, game.decided
    if decided is None or decided.winner is None:
        return None
    if game.captain_dropped:
        return None if option is CaptainDropWinner.BOX_STAYS else decided.winner
    plays_on = options.is_multi and option is CaptainDropWinner.ORIGINAL_CAPTAIN
    return None if plays_on and not game.finisher_won else decided.winner


def _passed_on(game: Game, options: Options, box: str, rest: tuple[str, ...]) -> Order:
    """Return the order with a new box: a partner becomes captain, and the old box is last."""
    if game.partner is None:
        return Order(box, (*rest, game.box))
    team = (game.partner, *rest, game.box)
    if options.box_partner_from is None or len(team) + 1 < options.box_partner_from:
        return Order(box, team)
    return Order(box, (team[0], *team[2:]), team[1])


def _captain_ended(game: Game, captain: str, end: End) -> Game:
    """Return the game after the contract of the acting captain has ended.

    The first of them to beat the box or to lose by play fixes the rotation. One who drops goes to the end at once and
    leaves the captain's place to the next, unless the rotation is fixed.
    """
    game = replace(game, finisher_won=end.points < 0)
    if game.decided is not None:
        return game
    if end.points < 0:
        return replace(game, decided=Decided(captain, captain))
    if end.ended in (Ended.PLAYED, Ended.SETTLED):
        return replace(game, decided=Decided(captain, None))
    return replace(game, line=_to_the_end(game.line, captain), captain_dropped=True)


def _closed(contract: Contract, end: End | None) -> Contract:
    """Return a contract after the end of its member's game; an extra follows, but not a settlement."""
    if end is None or not contract.is_open or (contract.is_extra and end.ended is Ended.SETTLED):
        return contract
    points = end.points
    if contract.is_extra:
        points = contract.value * end.times * (1 if end.points > 0 else -1)
    return replace(contract, points=points, ended=end.ended, pending=None, turned_by=None, before=0)


def box_side_points(contract: Contract, loser: Side, times: int) -> int:
    """Return what the side of the box wins where ``loser`` pays ``times`` the contract's value."""
    return contract.value * times * (1 if loser is Side.TEAM else -1)


def _to_the_end(line: tuple[str, ...], who: str) -> tuple[str, ...]:
    return (*_without(line, who), who)


def _without(line: tuple[str, ...], who: str) -> tuple[str, ...]:
    return tuple(each for each in line if each != who)
