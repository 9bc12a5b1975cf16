"""Doubles, takes, passes, beavers and raccoons in a chouette.

Source: docs/rules/chouette.md#cubes.
"""

from collections.abc import Mapping
from dataclasses import replace

from rules.chouette.actions import Answer, Answered, BoxDoubles, RefuseOpening, Side, TeamDoubles, Ties
from rules.chouette.duties import check_box_duties, check_crew_duties
from rules.chouette.options import BeaverDecline, OpeningRefusal, Options
from rules.chouette.rotation import End, ended
from rules.chouette.table import Contract, Ended, Game, Lone, Pending, Table, check_members, running
from rules.errors import RuleBroken


def tie(table: Table, action: Ties) -> Table:
    """Return the table after equal opening rolls: the cubes are turned up to ``auto_limit`` times, still centred.

    Raises RuleBroken ``chouette.begun``.
    """
    game = running(table)
    if game.has_begun or game.ties is not None or game.refused:
        raise RuleBroken("chouette.begun")
    turns = min(action.number, table.options.auto_limit)
    contracts = tuple(replace(each, value=each.value << turns) for each in game.contracts)
    return replace(table, game=replace(game, contracts=contracts, ties=action.number))


def refuse_opening(table: Table, action: RefuseOpening) -> Table:
    """Return the table after a side refused its first roll: the cube is one step higher, still centred.

    Raises RuleBroken ``chouette.begun``, ``chouette.no_refusal`` or ``chouette.refused_before``.
    """
    game, option = running(table), table.options.opening_refusal
    if option is OpeningRefusal.OFF:
        raise RuleBroken("chouette.no_refusal")
    if game.has_begun:
        raise RuleBroken("chouette.begun")
    if action.side not in refusing(game, table.options):
        raise RuleBroken("chouette.refused_before", side=action.side)
    contracts = tuple(replace(each, value=each.value * 2) for each in game.contracts)
    return replace(table, game=replace(game, contracts=contracts, refused=(*game.refused, action.side)))


def refusing(game: Game, options: Options) -> tuple[Side, ...]:
    """Return the sides that may still refuse their first roll."""
    option = options.opening_refusal
    if option is OpeningRefusal.OFF or game.has_begun or (option is OpeningRefusal.OPENER and game.refused):
        return ()
    return tuple(side for side in Side if side not in game.refused)


def team_doubles(table: Table, action: TeamDoubles) -> Table:
    """Return the table after members double, or with a single cube the captain for all who are in.

    Raises RuleBroken ``chouette.no_game``, ``chouette.unanswered``, ``chouette.no_one``, ``chouette.twice``,
    ``chouette.not_captain`` or ``chouette.no_double``.
    """
    game, options = _quiet(table), table.options
    able = game.doubling(Side.TEAM, options)
    by = action.by
    if not options.is_multi:
        if by not in ((), (game.acting,)):
            raise RuleBroken("chouette.not_captain", who=by, captain=game.acting)
        by = able or game.players_in[:1]
    if not by:
        raise RuleBroken("chouette.no_one", possible=able)
    if game.acting in by:
        by = (*by, *(who for who in table.following if who in able and who not in by))
    check_members(by, able, "chouette.no_double")
    return _offered(table, game, by, Side.TEAM)


def box_doubles(table: Table, action: BoxDoubles) -> Table:
    """Return the table after the box doubles some of the crew, with a single cube all who are in.

    Raises RuleBroken ``chouette.no_game``, ``chouette.unanswered``, ``chouette.no_one``, ``chouette.twice``,
    ``chouette.to_all``, ``chouette.no_double`` or ``chouette.double_captain``.
    """
    game, options = _quiet(table), table.options
    able, to = game.doubling(Side.BOX, options), action.to
    if not options.is_multi:
        if to and sorted(to) != sorted(game.players_in):
            raise RuleBroken("chouette.to_all", who=to, players=game.players_in)
        to = able or game.players_in[:1]
    if not to:
        raise RuleBroken("chouette.no_one", possible=able)
    check_members(to, able, "chouette.no_double")
    captain = game.acting
    if options.la_rules and captain in able and captain not in to:
        level = game.main(captain).value
        if any(game.main(who).value == level for who in to):
            raise RuleBroken("chouette.double_captain", captain=captain)
    return _offered(table, game, to, Side.BOX)


def answer_double(table: Table, action: Answered, side: Side) -> Table:
    """Return the table after ``side`` answers the doubles of its opponent.

    Raises RuleBroken ``chouette.no_game``, ``chouette.no_offer``, ``chouette.answers``, ``chouette.answer``,
    ``chouette.no_beaver``, ``chouette.captain_beavers``, ``chouette.follows_captain``, or as
    ``check_box_duties`` and ``check_crew_duties`` do.
    """
    game, options = _waiting(table, Pending.OFFER, side), table.options
    answers = _by_member(table, action, side, (Answer.TAKE, Answer.DROP, Answer.BEAVER))
    for who, answer in answers.items():
        if answer is Answer.BEAVER and not may_beaver(game.main(who), options):
            raise RuleBroken("chouette.no_beaver", who=who)
    if side is Side.TEAM:
        if not options.is_multi:
            answers = _captain_beavers(game, answers)
        lone = _lone_taker(game, answers)
        check_crew_duties(options, lone, answers, may_beaver(game.main(lone.taker), options) if lone else False)
        return replace(table, game=replace(_answered(game, answers), lone=lone))
    check_box_duties(game, options, answers)
    return replace(table, game=_answered(game, answers))


def answer_beaver(table: Table, action: Answered) -> Table:
    """Return the table after the side that doubled answers the beavers.

    Raises RuleBroken ``chouette.no_game``, ``chouette.no_offer``, ``chouette.answers``, ``chouette.answer``,
    ``chouette.no_raccoon`` or ``chouette.no_decline``.
    """
    game, options = _waiting(table, Pending.BEAVER), table.options
    allowed = (Answer.ACCEPT, Answer.DROP, Answer.RACCOON)
    answers = _by_member(table, action, (game.turned_by or Side.BOX).other, allowed)
    for who, answer in answers.items():
        if answer is Answer.RACCOON and not may_raccoon(game.main(who), options):
            raise RuleBroken("chouette.no_raccoon", who=who)
    _check_declines(table, answers)
    return replace(table, game=_answered(game, answers))


def answer_raccoon(table: Table, action: Answered) -> Table:
    """Return the table after the side that beavered answers the raccoons.

    Raises RuleBroken ``chouette.no_game``, ``chouette.no_offer``, ``chouette.answers``, ``chouette.answer`` or
    ``chouette.no_decline``.
    """
    game = _waiting(table, Pending.RACCOON)
    answers = _by_member(table, action, (game.turned_by or Side.BOX).other, (Answer.ACCEPT, Answer.DROP))
    _check_declines(table, answers)
    return replace(table, game=_answered(game, answers))


def may_beaver(contract: Contract, options: Options) -> bool:
    """Whether the double of a contract may be beavered."""
    most = options.max_doublings
    return options.has_beavers and (most is None or contract.doublings + 2 <= most)


def may_raccoon(contract: Contract, options: Options) -> bool:
    """Whether the beaver of a contract may be raccooned."""
    most = options.max_doublings
    return options.has_raccoons and (most is None or contract.doublings + 1 <= most)


def _quiet(table: Table) -> Game:
    """Return the running game where nothing waits for an answer."""
    game = running(table)
    if game.pending:
        raise RuleBroken("chouette.unanswered", pending=game.pending)
    return game


def _waiting(table: Table, pending: Pending, side: Side | None = None) -> Game:
    """Return the running game where this waits for an answer, by ``side`` if one is given."""
    game = running(table)
    if game.pending is not pending or game.turned_by is side:
        raise RuleBroken("chouette.no_offer", pending=game.pending, turned_by=game.turned_by)
    return game


def _offered(table: Table, game: Game, who: tuple[str, ...], side: Side) -> Table:
    mains = {each: game.main(each) for each in who}
    changed = {
        each: replace(main, pending=Pending.OFFER, turned_by=side, before=main.value) for each, main in mains.items()
    }
    offered = tuple(who) if side is Side.BOX else ()
    return replace(table, game=replace(game.with_contracts(changed), offered=offered, lone=None, has_begun=True))


def _by_member(table: Table, action: Answered, side: Side, allowed: tuple[Answer, ...]) -> dict[str, Answer]:
    """Return an answer for each cube that waits, in order of rank."""
    game, options = running(table), table.options
    waiting = game.waiting
    answers = dict(action.answers)
    is_one_for_all = not options.is_multi and (side is Side.BOX or game.pending is not Pending.OFFER)
    if action.answer is not None:
        if action.answers or not (is_one_for_all or len(waiting) == 1):
            raise RuleBroken("chouette.answers", waiting=waiting)
        answers = dict.fromkeys(waiting, action.answer)
    elif is_one_for_all:
        if game.acting not in answers or len(set(answers.values())) > 1:
            raise RuleBroken("chouette.answers", waiting=waiting, got=tuple(answers))
        answers |= dict.fromkeys(waiting, answers[game.acting])
    if side is Side.TEAM:
        answers = _following(table, game, answers, is_offer=game.pending is Pending.OFFER)
    if set(answers) != set(waiting):
        raise RuleBroken("chouette.answers", waiting=waiting, got=tuple(answers))
    for who, answer in answers.items():
        if answer not in allowed:
            raise RuleBroken("chouette.answer", who=who, got=answer, possible=allowed)
    return {who: answers[who] for who in waiting}


def _following(table: Table, game: Game, answers: Mapping[str, Answer], *, is_offer: bool) -> dict[str, Answer]:
    """Return the answers with those of members whose cubes follow the captain's."""
    captain, full = game.acting, dict(answers)
    if captain not in game.waiting or captain not in answers:
        return full
    for who in table.following:
        if who in game.waiting and who != captain:
            lead = answers[captain]
            if is_offer and lead is Answer.BEAVER and not table.options.is_multi:
                lead = Answer.TAKE
            if full.setdefault(who, lead) is not lead:
                raise RuleBroken("chouette.follows_captain", who=who, captain=captain, answer=lead)
    return full


def _captain_beavers(game: Game, answers: Mapping[str, Answer]) -> dict[str, Answer]:
    """Return the answers to a single cube: takers play at the value to which the acting captain turns it."""
    takers = [who for who in game.line if answers.get(who, Answer.DROP) is not Answer.DROP]
    for who in takers[1:]:
        if answers[who] is Answer.BEAVER:
            raise RuleBroken("chouette.captain_beavers", who=who, captain=takers[0])
    return {who: answers[takers[0]] if who in takers else answer for who, answer in answers.items()}


def _lone_taker(game: Game, answers: Mapping[str, Answer]) -> Lone | None:
    """Return the lone taker: others were offered the same double, and all dropped."""
    droppers = tuple(who for who, answer in answers.items() if answer is Answer.DROP)
    takers = [who for who in answers if who not in droppers]
    if len(takers) != 1 or not droppers or len(answers) != len(game.offered):
        return None
    return Lone(takers[0], game.main(takers[0]).before, droppers)


def _check_declines(table: Table, answers: Mapping[str, Answer]) -> None:
    if not may_decline(table.options) and Answer.DROP in answers.values():
        raise RuleBroken("chouette.no_decline")


def may_decline(options: Options) -> bool:
    """Whether a beaver or raccoon may be passed."""
    return options.beaver_decline is BeaverDecline.ALLOWED


def _answered(game: Game, answers: Mapping[str, Answer]) -> Game:
    """Return the game after each cube that waited has its answer."""
    changed, ends = {}, {}
    for who, answer in answers.items():
        main = game.main(who)
        if answer is Answer.DROP:
            ends[who] = _passed(main)
        else:
            changed[who] = _turned(main, answer)
    after = ended(game.with_contracts(changed), ends)
    # Those who just dropped may still take an extra once the taker's beaver is answered.
    still_lone = after.lone if after.lone and after.lone.taker in after.players_in else None
    return replace(after, lone=still_lone)


def _passed(contract: Contract) -> End:
    """Return the end of a contract whose double (1 × the value before), beaver (2 ×) or raccoon (4 ×) is passed."""
    times = {Pending.OFFER: 1, Pending.BEAVER: 2, Pending.RACCOON: 4}[contract.pending or Pending.OFFER]
    points = contract.before * times
    return End(points if contract.turned_by is Side.BOX else -points, Ended.PASSED)


def _turned(contract: Contract, answer: Answer) -> Contract:
    """Return a contract after a take, a beaver, an accepted turn or a raccoon."""
    answering = (contract.turned_by or Side.BOX).other
    if answer is Answer.ACCEPT:
        return replace(contract, pending=None, turned_by=None, before=0)
    if answer is Answer.RACCOON:
        value, count = contract.before * 8, contract.doublings + 1
        return replace(contract, value=value, doublings=count, pending=Pending.RACCOON, turned_by=answering)
    if answer is Answer.BEAVER:
        value, count = contract.before * 4, contract.doublings + 2
        turned = replace(contract, value=value, owner=answering, doublings=count)
        return replace(turned, pending=Pending.BEAVER, turned_by=answering)
    taken = replace(contract, value=contract.before * 2, owner=answering, doublings=contract.doublings + 1)
    return replace(taken, pending=None, turned_by=None, before=0)
