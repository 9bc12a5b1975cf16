"""The doubling cube: who may turn it, what the answers are, what a game is worth.

A cube is a value; every event returns the next one or is refused. Sides are 0 and 1, as in a match record.
The numbers C1 … C13 are the rows of the table in docs/rules/cube.md#transitions.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.errors import RuleBroken
from rules.rulesets import CounterDouble, OpeningRefusal, Ruleset


class Pending(StrEnum):
    """What is waiting for an answer."""

    OFFER = "offer"
    BEAVER = "beaver"
    RACCOON = "raccoon"


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube between two events.

    ``value`` is what the game is worth now; ``owner`` None means centred. While an offer is ``pending``, the side
    ``offered_by`` waits for the other's answer, and ``offered`` is the value that the game would have then.
    ``doublings`` counts the doubles, beavers and raccoons that were accepted, ``automatics`` the automatic doubles,
    ``refusals`` the opening rolls that each side refused. ``fresh``: a double was taken and nobody has rolled since.
    """

    value: int = 1
    owner: int | None = None
    pending: Pending | None = None
    offered_by: int | None = None
    offered: int = 0
    doublings: int = 0
    automatics: int = 0
    refusals: tuple[int, int] = (0, 0)
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """A game that ended with a pass: the winner and the points."""

    winner: int
    points: int


@dataclass(frozen=True, slots=True)
class Moment:
    """When a double is offered: the side whose ``turn`` it is, and whether that side has ``rolled``.

    ``turns`` counts the completed turns of both sides in this game; a dance is a turn. ``barred`` is the code of the
    match rule that forbids the cube now, as ``rules.match.crawford.may_double`` returns it.
    """

    turn: int
    rolled: bool = False
    turns: int = 1
    barred: str | None = None


def offer(cube: Cube, side: int, moment: Moment, ruleset: Ruleset) -> Cube:
    """Return the cube after ``side`` offers it at twice its value (C1, C10).

    Raises RuleBroken ``cube.off``, ``cube.pending``, ``cube.not_owner`` (C2), ``cube.not_on_turn``,
    ``cube.after_roll``, ``cube.opening``, ``cube.limit``, or the code of ``moment.barred``.
    """
    refusal = offer_refused(cube, side, moment, ruleset)
    if refusal:
        raise refusal
    return replace(cube, pending=Pending.OFFER, offered_by=side, offered=cube.value * 2, fresh=False)


def offer_refused(cube: Cube, side: int, moment: Moment, ruleset: Ruleset) -> RuleBroken | None:
    """Return why ``side`` may not double now, None if it may."""
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
        return _settled(cube, cube.offered, side, fresh=True)
    return _settled(cube, cube.value, cube.owner)


def drop(cube: Cube, side: int, ruleset: Ruleset) -> Passed:
    """Return the end of the game when ``side`` passes what is pending (C3, C8, C9).

    A passed double costs what the game was worth before it, a passed beaver or raccoon half of what the cube shows.

    Raises RuleBroken ``cube.no_offer``, ``cube.own_offer`` or ``cube.no_decline``.
    """
    _may_answer(cube, side)
    if cube.pending is not Pending.OFFER and not ruleset.beaver_decline:
        raise RuleBroken("cube.no_decline", pending=cube.pending)
    return Passed(1 - side, cube.offered // 2)


def beaver(cube: Cube, side: int, ruleset: Ruleset) -> Cube:
    """Return the cube turned once more in answer to what is pending.

    A beaver is turned by the side that takes a double, and that side owns the cube (C6). A raccoon is the doubler's
    answer to a beaver; the owner stays (C9). Where ``counter_double`` is ``any``, both may go on in turn.

    Raises RuleBroken ``cube.no_offer``, ``cube.own_offer``, ``cube.no_beaver``, ``cube.no_raccoon`` or
    ``cube.limit``.
    """
    _may_answer(cube, side)
    allowed = ruleset.counter_double
    if cube.pending is Pending.OFFER:
        if allowed not in (CounterDouble.BEAVER, CounterDouble.BEAVER_RACCOON, CounterDouble.ANY):
            raise RuleBroken("cube.no_beaver", value=cube.offered)
        return _turned_on(cube, Pending.BEAVER, side, side, ruleset)
    raccoon = cube.pending is Pending.BEAVER
    if allowed is not CounterDouble.ANY and not (raccoon and allowed is CounterDouble.BEAVER_RACCOON):
        raise RuleBroken("cube.no_raccoon", value=cube.offered)
    return _turned_on(cube, Pending.RACCOON if raccoon else Pending.BEAVER, side, cube.owner, ruleset)


def rolled(cube: Cube) -> Cube:
    """Return the cube after the side on turn rolls (C11).

    Raises RuleBroken ``cube.unanswered`` while something is pending (C5).
    """
    if cube.pending:
        raise RuleBroken("cube.unanswered", pending=cube.pending, offered=cube.offered)
    return replace(cube, fresh=False) if cube.fresh else cube


def opening_tie(cube: Cube, ruleset: Ruleset) -> Cube:
    """Return the cube after a tie of the opening dice: turned by itself up to ``auto_limit`` times, still centred.

    Source: docs/rules/cube.md#automatic-doubles.
    """
    if cube.automatics >= ruleset.auto_limit:
        return cube
    return replace(cube, value=cube.value * 2, automatics=cube.automatics + 1)


def refuse_opening(cube: Cube, side: int, ruleset: Ruleset, *, opener: bool) -> Cube:
    """Return the cube after ``side`` refuses its first roll: one step higher, still centred.

    ``opener``: the refused roll is the opening roll of the game.

    Raises RuleBroken ``cube.no_refusal`` or ``cube.refused_before``.
    Source: docs/rules/cube.md#refused-opening-rolls.
    """
    option = ruleset.opening_refusal
    if option is OpeningRefusal.OFF or (option is OpeningRefusal.OPENER and not opener):
        raise RuleBroken("cube.no_refusal", option=option)
    if cube.refusals[side]:
        raise RuleBroken("cube.refused_before", side=side)
    count = (cube.refusals[0] + (side == 0), cube.refusals[1] + (side == 1))
    return replace(cube, value=cube.value * 2, refusals=count)


def jacoby_applies(cube: Cube, ruleset: Ruleset) -> bool:
    """Whether gammons count single: the Jacoby rule is on and no double has been taken.

    Source: docs/rules/cube.md#the-jacoby-rule.
    """
    return ruleset.jacoby and cube.doublings == 0


def _may_answer(cube: Cube, side: int) -> None:
    if cube.pending is None:
        raise RuleBroken("cube.no_offer", value=cube.value)
    if cube.offered_by == side:
        raise RuleBroken("cube.own_offer", side=side)


def _settled(cube: Cube, value: int, owner: int | None, *, fresh: bool = False) -> Cube:
    doublings = cube.doublings + (cube.pending is Pending.OFFER)
    return replace(
        cube, value=value, owner=owner, pending=None, offered_by=None, offered=0, doublings=doublings, fresh=fresh
    )


def _turned_on(cube: Cube, pending: Pending, offered_by: int, owner: int | None, ruleset: Ruleset) -> Cube:
    """Return the cube turned to twice what was offered, which is thereby accepted; both turns count for the limit."""
    doublings = cube.doublings + (2 if cube.pending is Pending.OFFER else 1)
    if ruleset.max_doublings is not None and doublings > ruleset.max_doublings:
        raise RuleBroken("cube.limit", value=cube.value, owner=cube.owner, side=offered_by)
    value = cube.offered * 2
    return replace(
        cube, value=value, owner=owner, pending=pending, offered_by=offered_by, offered=value, doublings=doublings
    )
