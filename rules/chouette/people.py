"""The people of a chouette: the first order, joining, leaving, partners, sitting out, splitting a table.

Source: docs/rules/chouette.md#people.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules.chouette.actions import ComeBack, Join, Leave, SitOut, Start, TakePartner
from rules.chouette.options import LARGEST_TABLE, JoinPosition, Options
from rules.chouette.table import FEWEST, Game, Order, Table
from rules.errors import RuleBroken
from rules.naming import read_name

DIE = range(1, 7)


def sit_down(options: Options, order: Sequence[str]) -> Table:
    """Return the table before the first game, with the box first in ``order``.

    Raises RuleBroken ``chouette.people``, ``chouette.twice``, or as ``read_name`` does.
    """
    people = read_people(order)
    return Table(options, Order(people[0], people[1:]), accounts=people)


def read_people(people: Sequence[str]) -> tuple[str, ...]:
    """Return three people or more, each once.

    Raises RuleBroken ``chouette.people``, ``chouette.twice``, or as ``read_name`` does.
    """
    names = tuple(map(read_name, people))
    for at, who in enumerate(names):
        if who in names[:at]:
            raise RuleBroken("chouette.twice", who=who)
    if not FEWEST <= len(names) <= LARGEST_TABLE:
        raise RuleBroken("chouette.people", got=len(names), least=FEWEST, most=LARGEST_TABLE)
    return names


def order_by_dice(people: Sequence[str], rounds: Sequence[Mapping[str, int]]) -> tuple[str, ...]:
    """Return the order by one die each, the highest first; those who tie roll again among themselves.

    Raises RuleBroken ``chouette.rolls`` (a round without somebody who has to roll, or with somebody else),
    ``chouette.die`` or ``chouette.tied``.
    """
    groups = rolled_groups(people, rounds)
    if tied := _tied_people(groups):
        raise RuleBroken("chouette.tied", rolling=tied)
    return tuple(who for (who,) in groups)


def still_to_roll(people: Sequence[str], rounds: Sequence[Mapping[str, int]]) -> tuple[str, ...]:
    """Return who rolls next, in the order of ``people``; nobody once the order is settled. Raises as above."""
    tied = _tied_people(rolled_groups(people, rounds))
    return tuple(who for who in people if who in tied)


def rolled_groups(people: Sequence[str], rounds: Sequence[Mapping[str, int]]) -> list[tuple[str, ...]]:
    """Return the people in order of their dice, those who are still tied together. Raises as above."""
    groups = [tuple(people)]
    for at, rolls in enumerate(rounds):
        tied = _tied_people(groups)
        if not tied or set(rolls) != set(tied):
            raise RuleBroken("chouette.rolls", round=at + 1, rolling=tied, got=tuple(rolls))
        for who, die in rolls.items():
            if die not in DIE:
                raise RuleBroken("chouette.die", round=at + 1, who=who, got=die)
        groups = [part for group in groups for part in _parts(group, rolls)]
    return groups


def join(table: Table, action: Join) -> Table:
    """Return the table with a newcomer at the end of the line, or ahead of the person who came there last.

    Raises RuleBroken ``chouette.running``, ``chouette.present``, ``chouette.people``, or as ``read_name`` does.
    """
    _check_between_games(table)
    who, order = read_name(action.who), table.order
    if who in order.people:
        raise RuleBroken("chouette.present", who=who)
    if len(order.people) >= LARGEST_TABLE:
        raise RuleBroken("chouette.people", got=len(order.people) + 1, least=FEWEST, most=LARGEST_TABLE)
    team = order.team
    at = len(team)
    if table.options.join_position is JoinPosition.AHEAD_OF_LOSER and team and team[-1] == table.came_last:
        at -= 1
    order = replace(order, team=(*team[:at], who, *team[at:]))
    accounts = table.accounts if who in table.accounts else (*table.accounts, who)
    return replace(table, order=order, accounts=accounts)


def leave(table: Table, action: Leave) -> Table:
    """Return the table without somebody: the captain follows a box that leaves (H13), others close up (H14).

    Raises RuleBroken ``chouette.running`` or ``chouette.absent``.
    """
    _check_between_games(table)
    who, order = action.who, table.order
    _check_present(table, who)
    if len(order.people) == 1:
        raise RuleBroken("chouette.people", got=0, least=1, most=LARGEST_TABLE)
    if who == order.partner:
        order = replace(order, partner=None)
    elif who != order.box:
        order = replace(order, team=tuple(each for each in order.team if each != who))
    elif order.partner and order.team:
        order = Order(order.team[0], (order.partner, *order.team[1:]))
    else:
        team = order.people[1:]
        order = Order(team[0], team[1:])
    away = tuple((each, proxy) for each, proxy in table.away if who not in (each, proxy))
    return replace(table, order=order, away=away)


def take_partner(table: Table, action: TakePartner) -> Table:
    """Return the table with the next in line after the captain as the partner of the box.

    Raises RuleBroken ``chouette.running`` or ``chouette.no_partner``.
    """
    _check_between_games(table)
    who = possible_partner(table)
    if who is None or action.who != who:
        raise RuleBroken("chouette.no_partner", who=action.who, possible=who)
    team = tuple(each for each in table.order.team if each != who)
    return replace(table, order=replace(table.order, team=team, partner=who))


def possible_partner(table: Table) -> str | None:
    """Return who can become the partner of the box now, None where nobody can."""
    least, order = table.options.box_partner_from, table.order
    if least is None or order.partner or len(order.people) < least:
        return None
    return order.team[1]


def sit_out(table: Table, action: SitOut) -> Table:
    """Return the table while a member of the crew is away; somebody who leads needs a proxy.

    Raises RuleBroken ``chouette.absent``, ``chouette.away`` or ``chouette.proxy``.
    """
    who, proxy = action.who, action.proxy
    _check_present(table, who)
    if who in dict(table.away):
        raise RuleBroken("chouette.away", who=who)
    if proxy not in possible_proxies(table, who):
        raise RuleBroken("chouette.proxy", who=who, proxy=proxy)
    return replace(table, away=(*table.away, (who, proxy)))


def possible_proxies(table: Table, who: str) -> tuple[str | None, ...]:
    """Return who can decide for somebody who sits out; None: their cube follows the captain's."""
    game, order = table.game, table.order
    leaders = (game.box, game.acting, game.partner) if game else (order.box, *order.team[:1], order.partner)
    named = tuple(each for each in _same_side(order, who) if each not in dict(table.away))
    return named if who in leaders else (None, *named)


def come_back(table: Table, action: ComeBack) -> Table:
    """Return the table with somebody back.

    Raises RuleBroken ``chouette.not_away``.
    """
    if action.who not in dict(table.away):
        raise RuleBroken("chouette.not_away", who=action.who)
    return replace(table, away=tuple(pair for pair in table.away if pair[0] != action.who))


def start(table: Table, action: Start) -> Table:
    """Return the table with the next game begun.

    Raises RuleBroken ``chouette.running``, ``chouette.closed``, ``chouette.partner_needed``, ``chouette.loss_limit`` or
    ``chouette.proxy``.
    """
    del action
    _check_between_games(table)
    refusal = start_refused(table)
    if refusal:
        raise refusal
    order = table.order
    return replace(table, game=Game.begun(len(table.results) + 1, order.box, order.team, order.partner))


def start_refused(table: Table) -> RuleBroken | None:
    """Return why the next game cannot begin, None if it can."""
    order, must = table.order, table.options.box_partner_must_from
    if table.is_closed or len(order.team) < 2:
        return RuleBroken("chouette.closed", people=len(order.people), least=FEWEST)
    if must is not None and len(order.people) >= must and order.partner is None:
        return RuleBroken("chouette.partner_needed", possible=possible_partner(table))
    if lost := at_loss_limit(table):
        return RuleBroken("chouette.loss_limit", who=lost, most=table.options.loss_limit_minor)
    for who, proxy in table.away:
        may_follow = who in order.team[1:] and proxy is None
        if not may_follow and proxy not in _same_side(order, who):
            return RuleBroken("chouette.proxy", who=who, proxy=proxy)
    return None


def at_loss_limit(table: Table) -> tuple[str, ...]:
    """Return who at the table has lost as much money as the house allows in a session."""
    options = table.options
    most = options.loss_limit_minor
    if most is None:
        return ()
    totals = table.totals()
    return tuple(who for who in table.order.people if -totals[who] * options.stake_minor >= most)


def should_split(table: Table) -> bool:
    """Whether the table has reached the size at which the house splits it."""
    least = table.options.split_from
    return least is not None and len(table.order.people) >= least


def split_off(table: Table, newcomers: Sequence[str] = ()) -> tuple[str, ...]:
    """Return who moves to a new table: the bottom of the line, as few as make it no more than one person smaller.

    The new table is the smaller one, ``newcomers`` included. Its people leave this session and begin another.

    Raises RuleBroken ``chouette.running`` or ``chouette.split`` where one of both would have fewer than three.
    """
    _check_between_games(table)
    everybody = len(table.order.people) + len(newcomers)
    moving = everybody // 2 - len(newcomers)
    if everybody < 2 * FEWEST or moving < 0 or moving > len(table.order.team):
        raise RuleBroken("chouette.split", people=everybody, least=2 * FEWEST)
    return table.order.team[len(table.order.team) - moving :]


def _tied_people(groups: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """Return those whose place is not settled."""
    return tuple(who for group in groups if len(group) > 1 for who in group)


def _parts(group: Sequence[str], rolls: Mapping[str, int]) -> list[tuple[str, ...]]:
    """Return a group in order of its dice, those with equal dice together."""
    if len(group) == 1:
        return [tuple(group)]
    parts = [tuple(who for who in group if rolls[who] == die) for die in reversed(DIE)]
    return [part for part in parts if part]


def _same_side(order: Order, who: str) -> tuple[str, ...]:
    """Return the others on somebody's side: the crew, or box and partner."""
    side = order.team if who in order.team else tuple(each for each in order.people if each not in order.team)
    return tuple(each for each in side if each != who)


def _check_between_games(table: Table) -> None:
    if table.game is not None:
        raise RuleBroken("chouette.running", number=table.game.number)


def _check_present(table: Table, who: str) -> None:
    if who not in table.order.people:
        raise RuleBroken("chouette.absent", who=who)
