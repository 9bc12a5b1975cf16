"""How a game of a chouette ends: wins, resigned cubes, settlements; and the extras that follow them.

Source: docs/rules/chouette.md#ends.
"""

from dataclasses import replace

from rules.chouette.actions import Resign, Settle, Side, TakeExtra, Win, WinGame
from rules.chouette.options import Extras, Options
from rules.chouette.rotation import End, box_side_points, came_last, ended, next_order
from rules.chouette.table import Contract, Ended, Game, Result, Table, check_members, running
from rules.errors import RuleBroken


def win_game(table: Table, action: WinGame) -> Table:
    """Return the table after the game was played out, or resigned at that level: every open contract is paid.

    Raises RuleBroken ``chouette.no_game`` or ``chouette.unanswered``.
    """
    game = running(table)
    _check_quiet(game)
    ends = {
        who: _played(game.main(who), action.side.other, action.kind, table.options, Ended.PLAYED)
        for who in game.players_in
    }
    game = ended(game, ends)
    # Extras whose main contract was settled before.
    contracts = tuple(
        replace(each, points=box_side_points(each, action.side.other, action.kind.times), ended=Ended.PLAYED)
        if each.is_open
        else each
        for each in game.contracts
    )
    return replace(table, game=replace(game, contracts=contracts))


def resign(table: Table, action: Resign) -> Table:
    """Return the table after one member's contract is resigned; only where each member has a cube.

    Raises RuleBroken ``chouette.no_game``, ``chouette.unanswered``, ``chouette.one_cube`` or ``chouette.not_in``.
    """
    game = running(table)
    _check_quiet(game)
    if not table.options.is_multi:
        raise RuleBroken("chouette.one_cube")
    check_members((action.who,), game.players_in, "chouette.not_in")
    end = _played(game.main(action.who), action.side, action.kind, table.options, Ended.RESIGNED)
    return replace(table, game=_acted(ended(game, {action.who: end})))


def settle(table: Table, action: Settle) -> Table:
    """Return the table after two people settle their contract; whoever pays has lost it.

    Raises RuleBroken ``chouette.no_game``, ``chouette.no_settlements``, ``chouette.no_contract`` or
    ``chouette.payer``.
    """
    game = running(table)
    if not table.options.settlements:
        raise RuleBroken("chouette.no_settlements")
    contract = next((each for each in open_contracts(game) if each.is_between(action.first, action.second)), None)
    if contract is None:
        raise RuleBroken("chouette.no_contract", first=action.first, second=action.second)
    if action.pays not in (contract.box_side, contract.team_side) and (action.pays is not None or action.points):
        raise RuleBroken("chouette.payer", pays=action.pays)
    points = action.points if action.pays == contract.team_side else -action.points
    if not contract.is_extra:
        return replace(table, game=_acted(ended(game, {contract.team_side: End(points, Ended.SETTLED)})))
    contracts = tuple(
        replace(each, points=points, ended=Ended.SETTLED) if each is contract else each for each in game.contracts
    )
    return replace(table, game=_acted(replace(game, contracts=contracts)))


def take_extra(table: Table, action: TakeExtra) -> Table:
    """Return the table after somebody who just dropped pays the lone taker and plays on the box's side.

    Raises RuleBroken ``chouette.no_game``, ``chouette.no_extras`` or ``chouette.no_extra``.
    """
    game = running(table)
    if table.options.extras is Extras.OFF:
        raise RuleBroken("chouette.no_extras")
    if (action.holder, action.against) not in possible_extras(game, table.options):
        raise RuleBroken("chouette.no_extra", holder=action.holder, against=action.against)
    before = game.lone.before if game.lone else 0
    extra = Contract(action.holder, action.against, before * 2, doublings=1, is_extra=True, price=before)
    return replace(table, game=replace(game, contracts=(*game.contracts, extra)))


def open_contracts(game: Game) -> tuple[Contract, ...]:
    """Return the contracts that are still played for."""
    return tuple(each for each in game.contracts if each.is_open)


def possible_extras(game: Game, options: Options) -> tuple[tuple[str, str], ...]:
    """Return who may take an extra now against whom."""
    lone = game.lone
    if options.extras is Extras.OFF or lone is None:
        return ()
    holding = {each.box_side for each in game.contracts if each.is_extra and each.team_side == lone.taker}
    return tuple((who, lone.taker) for who in lone.droppers if who not in holding)


def finished(table: Table) -> Table:
    """Return the table after its game is over, with the next order; unchanged while a contract is open."""
    game = table.game
    if game is None or not game.is_over:
        return table
    order = next_order(game, table.options)
    result = Result(game, order)
    return replace(table, order=order, results=(*table.results, result), game=None, came_last=came_last(game, order))


def _played(contract: Contract, loser: Side, kind: Win, options: Options, how: Ended) -> End:
    """Return the end of a contract at kind × value; with the Jacoby rule an untouched cube pays single."""
    is_single = options.jacoby and contract.doublings == 0
    times = 1 if is_single else kind.times
    return End(box_side_points(contract, loser, times), how, kind.times)


def _check_quiet(game: Game) -> None:
    if game.pending:
        raise RuleBroken("chouette.unanswered", pending=game.pending)


def _acted(game: Game) -> Game:
    """Return the game after an action that ends the moment of extras."""
    return replace(game, lone=None, has_begun=True)
