"""Two ways through a bracket that are switched: the winners, or the losers, of two matches go where the other would.

A switch is a fact laid over the plan, so that results corrected later follow it: whoever comes out of a match takes its
way. A redraw of a round is some switches of winners, a dynamic drop is switches of losers.

Source: docs/rules/separation.md, docs/rules/lower-brackets.md#dynamic-drop.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from rules.draws.derive import Status
from rules.draws.facts import UNKNOWN
from rules.draws.plan import ENTRY, From, Plan, PlannedMatch, Source
from rules.draws.separation import Groups, redraw
from rules.draws.state import DrawState
from rules.errors import RuleBroken

type Switch = tuple[From, int, int]
"""Winners or losers, and two matches of one round by their places in the plan."""

# Stands, with its place added, for the number of whoever does not come out of a match.
NOBODY_FROM = 10_001

REDRAWN = (16, 8)
"""How many players can be left when a round is drawn anew."""


def switched(plan: Plan, switches: Iterable[Switch]) -> Plan:
    """Return the plan after these switches, the first one first.

    Raises RuleBroken ``switch.round`` for matches of different rounds, or out of which nobody goes on so.
    """
    sides = [side for each in plan.matches for side in (each.top, each.bottom)]
    way: dict[tuple[From, int], int] = {
        (side.kind, side.of): side.of for side in sides if side.kind in (From.WINNER, From.LOSER)
    }
    for kind, one, other in switches:
        if (kind, one) not in way or (kind, other) not in way or _round(plan, one) != _round(plan, other):
            codes = [plan.matches[at].code for at in (one, other) if 0 <= at < len(plan.matches)]
            raise RuleBroken("switch.round", matches=codes)
        way[kind, one], way[kind, other] = way[kind, other], way[kind, one]
    comes = {(kind, to): match for (kind, match), to in way.items()}

    def moved(side: Source) -> Source:
        return Source(side.kind, comes[side.kind, side.of]) if (side.kind, side.of) in comes else side

    def rebuilt(match: PlannedMatch) -> PlannedMatch:
        return replace(match, top=moved(match.top), bottom=moved(match.bottom))

    return replace(plan, matches=tuple(rebuilt(each) for each in plan.matches))


def round_of_last(plan: Plan, left: int) -> list[int]:
    """Return the matches of the main bracket in which the last ``left`` players meet, by their places.

    Raises RuleBroken ``redraw.round`` where there is no such round after the first one, or players come into it from
    elsewhere.
    """
    rounds = {at: plan.matches[at].round for at in plan.of(ENTRY)}
    of_size = [
        [at for at, round_ in rounds.items() if round_ == number]
        for number in sorted({*rounds.values()})
        if 2 * list(rounds.values()).count(number) == left
    ]
    matches = of_size[-1] if of_size and left in REDRAWN else []
    sides = [side for at in matches for side in (plan.matches[at].top, plan.matches[at].bottom)]
    before = {_round(plan, side.of) for side in sides if side.kind is From.WINNER}
    if not matches or len(before) != 1 or any(side.kind is not From.WINNER for side in sides):
        raise RuleBroken("redraw.round", left=left, known=list(REDRAWN))
    return matches


def begun_from(state: DrawState, at: int) -> int | None:
    """Return a match that would have other players if somebody else came to match ``at``, and has begun.

    It is that match, or one behind it where nobody plays those before: a bye or a withdrawal sent its players there, as
    winner or as loser.
    """
    left = [at]
    while left:
        at = left.pop(0)
        if state.has_begun(at):
            return at
        if state.derived.statuses[at] in (Status.BYE, Status.VOID, Status.FINISHED):
            ways = (state.plan.leads_to.get((kind, at)) for kind in (From.WINNER, From.LOSER))
            left += [to for to in ways if to is not None]
    return None


def redraw_of(state: DrawState, left: int, numbers: Mapping[int, int], key: str, groups: Groups) -> list[Switch]:
    """Return the switches that draw the round of the last ``left`` anew, those of a group apart.

    ``numbers`` maps an entrant to the number that is drawn, which ``groups`` name too. A match out of which nobody
    comes takes part as a bye. Raises RuleBroken ``redraw.round``; ``redraw.waiting`` with the matches before it that
    are not decided; ``redraw.begun`` with the matches that have begun of the round, or behind one that nobody plays.
    """
    plan, matches = state.plan, round_of_last(state.plan, left)
    feeding = [side.of for at in matches for side in (plan.matches[at].top, plan.matches[at].bottom)]
    waiting = [plan.matches[at].code for at in sorted(feeding) if state.seat(at).on == UNKNOWN]
    if waiting:
        raise RuleBroken("redraw.waiting", matches=waiting)
    begun = sorted({at for each in matches if (at := begun_from(state, each)) is not None})
    if begun:
        raise RuleBroken("redraw.begun", matches=[plan.matches[at].code for at in begun])
    winners = {at: state.seat(at).on for at in feeding}
    came = {numbers[who] if who > 0 else NOBODY_FROM + at: at for at, who in winners.items()}
    drawn = redraw(list(came), key, groups)
    now, switches = list(feeding), list[Switch]()
    for position, wanted in enumerate(came[drawn[line]] for line in sorted(drawn)):
        if now[position] != wanted:
            switches.append((From.WINNER, now[position], wanted))
            now[now.index(wanted)], now[position] = now[position], wanted
    return switches


def _round(plan: Plan, at: int) -> tuple[str, int]:
    return plan.matches[at].bracket, plan.matches[at].round
