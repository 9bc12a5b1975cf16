"""The doubling cube: who may turn it, what the answers are, what a game is worth.

A cube is a value; every event returns the next one or refuses. Sides are 0 and 1, as in a match record.
The numbers C1 … C13 are the transitions of games.md §3.2; docs/rules/cube.md shows them as a table.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.errors import RuleBroken
from rules.rulesets import CounterDouble, OpeningRefusal, Ruleset


class Pending(StrEnum):
    """What waits for an answer."""

    OFFER = "offer"
    BEAVER = "beaver"
    RACCOON = "raccoon"


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube between two events.

    ``value`` is what the game is worth now; ``owner`` None means centred. While something is ``pending``,
    ``asker`` waits for the other side and ``asked`` is the value the game would then have. ``doublings``
    counts turns of the cube that were accepted, ``automatics`` those of the opening, ``refusals`` the
    opening rolls each side refused. ``fresh``: taken just now, nobody has rolled since.
    """

    value: int = 1
    owner: int | None = None
    pending: Pending | None = None
    asker: int | None = None
    asked: int = 0
    doublings: int = 0
    automatics: int = 0
    refusals: tuple[int, int] = (0, 0)
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """A game that ended by the cube: who won and how many points."""

    winner: int
    points: int


@dataclass(frozen=True, slots=True)
class Moment:
    """When a double is offered: whose turn it is, whether he has rolled, what the match forbids.

    ``turns`` counts completed turns of both sides in this game (a dance is a turn). ``barred`` is the code of
    the match rule that keeps the cube still, as ``rules.match.crawford.may_double`` gives it.
    """

    turn: int
    rolled: bool = False
    turns: int = 1
    barred: str | None = None


def offer(cube: Cube, side: int, moment: Moment, ruleset: Ruleset) -> Cube:
    """Return the cube offered by ``side`` at twice its value (C1, C10).

    Raises RuleBroken ``cube.off``, ``cube.pending``, ``cube.not_owner`` (C2), ``cube.not_on_turn``,
    ``cube.after_roll``, ``cube.opening``, ``cube.limit``, or the code of ``moment.barred``.
    """
    refusal = offer_refused(cube, side, moment, ruleset)
    if refusal:
        raise refusal
    return replace(cube, pending=Pending.OFFER, asker=side, asked=cube.value * 2, fresh=False)


def offer_refused(cube: Cube, side: int, moment: Moment, ruleset: Ruleset) -> RuleBroken | None:
    """Why ``side`` may not double now, or None."""
    snap = ruleset.counter_double is CounterDouble.SNAP and cube.fresh and cube.owner == side
    limit = ruleset.max_doublings
    reasons = (
        ("cube.off", not ruleset.cube),
        ("cube.pending", cube.pending is not None),
        ("cube.not_owner", cube.owner not in (None, side)),
        (moment.barred or "", moment.barred is not None),
        ("cube.not_on_turn", moment.turn != side and not snap),
        ("cube.after_roll", moment.rolled and not snap),
        ("cube.opening", moment.turns == 0 and not snap),
        ("cube.limit", limit is not None and cube.doublings >= limit),
    )
    code = next((code for code, refused in reasons if refused), None)
    return RuleBroken(code, value=cube.value, owner=cube.owner, side=side) if code else None


def take(cube: Cube, side: int) -> Cube:
    """Return the cube after ``side`` accepts what is pending (C4, C7, C9).

    Raises RuleBroken ``cube.no_offer`` or ``cube.own_offer``.
    """
    _may_answer(cube, side)
    if cube.pending is Pending.OFFER:
        return _settled(cube, cube.asked, side, fresh=True)
    return _settled(cube, cube.value, cube.owner)


def drop(cube: Cube, side: int, ruleset: Ruleset) -> Ended:
    """Return the end of the game when ``side`` passes what is pending (C3, C8, C9).

    A passed double loses what the game was worth before it; a passed beaver or raccoon half of what it shows.
    Raises RuleBroken ``cube.no_offer``, ``cube.own_offer`` or ``cube.no_decline``.
    """
    _may_answer(cube, side)
    if cube.pending is not Pending.OFFER and not ruleset.beaver_decline:
        raise RuleBroken("cube.no_decline", pending=cube.pending)
    return Ended(1 - side, cube.asked // 2)


def beaver(cube: Cube, side: int, ruleset: Ruleset) -> Cube:
    """Return the cube turned once more in answer to what is pending.

    A beaver by the side that takes a double and keeps the cube (C6); a raccoon by the doubler, the other side
    still keeps it (C9). Where ``counter_double`` is ``any`` it goes on like that.
    Raises RuleBroken ``cube.no_offer``, ``cube.own_offer``, ``cube.no_beaver``, ``cube.no_raccoon`` or
    ``cube.limit``.
    """
    _may_answer(cube, side)
    allowed = ruleset.counter_double
    if cube.pending is Pending.OFFER:
        if allowed not in (CounterDouble.BEAVER, CounterDouble.BEAVER_RACCOON, CounterDouble.ANY):
            raise RuleBroken("cube.no_beaver", value=cube.asked)
        return _turned_on(cube, Pending.BEAVER, side, side, ruleset)
    raccoon = cube.pending is Pending.BEAVER
    if allowed is not CounterDouble.ANY and not (raccoon and allowed is CounterDouble.BEAVER_RACCOON):
        raise RuleBroken("cube.no_raccoon", value=cube.asked)
    return _turned_on(cube, Pending.RACCOON if raccoon else Pending.BEAVER, side, cube.owner, ruleset)


def rolled(cube: Cube) -> Cube:
    """Return the cube after its side on turn rolls (C11).

    Raises RuleBroken ``cube.unanswered`` while something is pending (C5).
    """
    if cube.pending:
        raise RuleBroken("cube.unanswered", pending=cube.pending, asked=cube.asked)
    return replace(cube, fresh=False) if cube.fresh else cube


def opening_tie(cube: Cube, ruleset: Ruleset) -> Cube:
    """Return the cube after both opening dice are equal: turned by itself up to ``auto_limit`` times,
    centred."""
    if cube.automatics >= ruleset.auto_limit:
        return cube
    return replace(cube, value=cube.value * 2, automatics=cube.automatics + 1)


def refuse_opening(cube: Cube, side: int, ruleset: Ruleset, *, opener: bool) -> Cube:
    """Return the cube after ``side`` refuses its first roll: one step higher, still centred.

    ``opener``: the roll refused is the opening roll of the game.
    Raises RuleBroken ``cube.no_refusal`` or ``cube.refused_before``. Source: games.md §3.7.
    """
    option = ruleset.opening_refusal
    if option is OpeningRefusal.OFF or (option is OpeningRefusal.OPENER and not opener):
        raise RuleBroken("cube.no_refusal", option=option)
    if cube.refusals[side]:
        raise RuleBroken("cube.refused_before", side=side)
    count = (cube.refusals[0] + (side == 0), cube.refusals[1] + (side == 1))
    return replace(cube, value=cube.value * 2, refusals=count)


def jacoby_applies(cube: Cube, ruleset: Ruleset) -> bool:
    """Whether gammons count single: the Jacoby rule is on and no double was offered and accepted."""
    return ruleset.jacoby and cube.doublings == 0


def _may_answer(cube: Cube, side: int) -> None:
    if cube.pending is None:
        raise RuleBroken("cube.no_offer", value=cube.value)
    if cube.asker == side:
        raise RuleBroken("cube.own_offer", side=side)


def _settled(cube: Cube, value: int, owner: int | None, *, fresh: bool = False) -> Cube:
    doublings = cube.doublings + (cube.pending is Pending.OFFER)
    return replace(cube, value=value, owner=owner, pending=None, asker=None, asked=0, doublings=doublings, fresh=fresh)


def _turned_on(cube: Cube, pending: Pending, asker: int, owner: int | None, ruleset: Ruleset) -> Cube:
    """The pending value stands, and twice that is asked for; both turns count towards the limit."""
    doublings = cube.doublings + (2 if cube.pending is Pending.OFFER else 1)
    if ruleset.max_doublings is not None and doublings > ruleset.max_doublings:
        raise RuleBroken("cube.limit", value=cube.value, owner=cube.owner, side=asker)
    value = cube.asked * 2
    return replace(cube, value=value, owner=owner, pending=pending, asker=asker, asked=value, doublings=doublings)
