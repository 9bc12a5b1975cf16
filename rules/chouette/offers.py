"""What is possible at the table now; nothing else is accepted.

Source: docs/rules/chouette.md#offers.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from rules.chouette.actions import Answer, Side, Win
from rules.chouette.closing import open_contracts, possible_extras
from rules.chouette.cubes import may_beaver, may_decline, may_raccoon, refusing
from rules.chouette.options import CubeOrder, Extras, OpeningRefusal
from rules.chouette.people import possible_partner, possible_proxies, start_refused
from rules.chouette.table import Game, Pending, Table


class Do(StrEnum):
    """The kinds of actions, by the words of a file."""

    JOIN = "join"
    LEAVE = "leave"
    SIT_OUT = "sit_out"
    COME_BACK = "come_back"
    TAKE_PARTNER = "take_partner"
    START = "start"
    TIES = "ties"
    REFUSE_OPENING = "refuse_opening"
    TEAM_DOUBLES = "team_doubles"
    BOX_DOUBLES = "box_doubles"
    BOX_ANSWERS = "box_answers"
    TEAM_ANSWERS = "team_answers"
    BEAVER_ANSWERS = "beaver_answers"
    RACCOON_ANSWERS = "raccoon_answers"
    SETTLE = "settle"
    EXTRA = "extra"
    RESIGN = "resign"
    WIN = "win"


class Duty(StrEnum):
    """What a choice among the answers or members of an offer must also fulfil."""

    TAKE_CAPTAIN = "take_captain"
    BOTH_OR_NONE = "both_or_none"
    TAKE_HALF = "take_half"
    BREAK_EVEN = "break_even"
    MUST_BEAVER = "must_beaver"
    DOUBLE_CAPTAIN = "double_captain"
    CAPTAIN_BEAVERS = "captain_beavers"
    FOLLOW_CAPTAIN = "follow_captain"


@dataclass(frozen=True, slots=True)
class Offer:
    """One kind of action that is possible now.

    ``side`` acts, None where the people decide. ``who`` are the people to choose from, in the order in which the house
    lets them announce; ``is_all``: there is no choice, it is for all of them. ``answers`` are the possible answers by
    member. ``pairs`` are contracts to settle, box side first, or extras, holder first; with a pair of ``SIT_OUT`` the
    second is the proxy, None for the captain. ``sides`` and ``kinds`` are what can be chosen for a win or a refusal.
    """

    do: Do
    side: Side | None = None
    who: tuple[str, ...] = ()
    is_all: bool = False
    answers: tuple[tuple[str, tuple[Answer, ...]], ...] = ()
    pairs: tuple[tuple[str, str | None], ...] = ()
    sides: tuple[Side, ...] = ()
    kinds: tuple[Win, ...] = ()


def offers(table: Table) -> tuple[Offer, ...]:
    """Return every kind of action that is possible now, each with all its choices."""
    game = table.game
    rows = _between_games(table) if game is None else _in_game(table, game)
    return (*rows, *_absences(table))


def _between_games(table: Table) -> Iterator[Offer]:
    yield Offer(Do.JOIN)
    if len(table.order.people) > 1:
        yield Offer(Do.LEAVE, who=table.order.people)
    partner = possible_partner(table)
    if partner:
        yield Offer(Do.TAKE_PARTNER, Side.BOX, (partner,), is_all=True)
    if start_refused(table) is None:
        yield Offer(Do.START)


def _in_game(table: Table, game: Game) -> Iterator[Offer]:
    options = table.options
    if game.pending:
        yield _answering(table, game)
    else:
        if not game.has_begun and game.ties is None and not game.refused:
            yield Offer(Do.TIES)
        if options.opening_refusal is not OpeningRefusal.OFF and refusing(game, options):
            yield Offer(Do.REFUSE_OPENING, sides=refusing(game, options))
        for do, side in ((Do.TEAM_DOUBLES, Side.TEAM), (Do.BOX_DOUBLES, Side.BOX)):
            able = game.doubling(side, options)
            if able:
                yield Offer(do, side, _announced(table, game, able), is_all=not options.is_multi)
        if options.is_multi and game.players_in:
            yield Offer(Do.RESIGN, who=game.players_in, sides=tuple(Side), kinds=tuple(Win))
        yield Offer(Do.WIN, sides=tuple(Side), kinds=tuple(Win))
    if options.settlements:
        pairs = tuple((each.box_side, each.team_side) for each in open_contracts(game))
        yield Offer(Do.SETTLE, pairs=pairs)
    if options.extras is not Extras.OFF and possible_extras(game, options):
        yield Offer(Do.EXTRA, pairs=possible_extras(game, options))


def _answering(table: Table, game: Game) -> Offer:
    """Return the only offer about cubes while something waits for an answer."""
    options, turned_by = table.options, game.turned_by or Side.BOX
    decline = (Answer.DROP,) if may_decline(options) else ()
    rows = []
    for who in _announced(table, game, game.waiting):
        main = game.main(who)
        if game.pending is Pending.OFFER:
            possible = (Answer.TAKE, Answer.DROP, *((Answer.BEAVER,) if may_beaver(main, options) else ()))
        elif game.pending is Pending.BEAVER:
            possible = (Answer.ACCEPT, *decline, *((Answer.RACCOON,) if may_raccoon(main, options) else ()))
        else:
            possible = (Answer.ACCEPT, *decline)
        rows.append((who, possible))
    is_box_double = game.pending is Pending.OFFER and turned_by is Side.BOX
    is_all = not options.is_multi and not is_box_double
    do = {
        Pending.OFFER: Do.TEAM_ANSWERS if is_box_double else Do.BOX_ANSWERS,
        Pending.BEAVER: Do.BEAVER_ANSWERS,
        Pending.RACCOON: Do.RACCOON_ANSWERS,
    }[game.pending or Pending.OFFER]
    return Offer(do, turned_by.other, game.waiting, is_all=is_all, answers=tuple(rows))


def _absences(table: Table) -> Iterator[Offer]:
    away = dict(table.away)
    pairs = tuple(
        (who, proxy) for who in table.order.people if who not in away for proxy in possible_proxies(table, who)
    )
    if pairs:
        yield Offer(Do.SIT_OUT, pairs=pairs)
    if away:
        yield Offer(Do.COME_BACK, who=tuple(away))


def _announced(table: Table, game: Game, who: tuple[str, ...]) -> tuple[str, ...]:
    """Return members in the order in which the house lets them announce what they do with their cubes."""
    order = table.options.cube_order
    if order is CubeOrder.FROM_THE_END:
        return tuple(reversed(who))
    if order is CubeOrder.CAPTAIN_FIRST:
        return tuple(sorted(who, key=lambda each: each != game.acting))
    return who
