"""Players who should meet late: of one club or country, travelling together, partners of another event.

Two of a group who could first meet in round r cost 2^-r; the draw is changed until no exchange of two players lowers
the sum. Seeds and byes keep their lines.

Source: docs/rules/separation.md.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from rules.draws.affected import affected_by
from rules.draws.chance import order_by_lot
from rules.draws.plan import PLAY_IN, Plan
from rules.draws.seeding import draw_lines, size_for
from rules.draws.state import DrawState
from rules.errors import RuleBroken

type Groups = Mapping[int, Collection[str]]
"""The groups of each entrant, such as ``club:Kazan`` or ``country:DEN``; two who share several count once for each."""

STARTS = 8
"""How many orders the search begins from; the best is taken, of equal ones the first."""
PLAY_IN_SHARE = 8


def group_name(kind: str, name: str) -> str:
    """Return the group of everybody with this club, country or travelling group, however it is spelt; empty for none.

    >>> group_name("club", " Kazan; BC ")
    'club:kazan bc'
    """
    words = "".join(" " if letter in ";," else letter for letter in name.casefold()).split()
    return f"{kind}:{' '.join(words)}" if words else ""


def meeting_round(line: int, other: int) -> int:
    """Return the first round (from 1) in which players on two lines (from 1) could meet."""
    return ((line - 1) ^ (other - 1)).bit_length()


def nearness(lines: Mapping[int, int], groups: Groups) -> float:
    """Return the sum of 2^-round over all pairs of a group; smaller is better."""
    return _Search(lines, groups).total() / (1 << _ROUNDS)


def separate(lines: Mapping[int, int], groups: Groups, key: str, fixed: Collection[int] = ()) -> dict[int, int]:
    """Return the lines with those of a group as far apart as exchanges bring them; ``fixed`` entrants stay.

    The same lines, groups and key give the same draw. Where no two share a group the lines stay as they are.
    """
    best = _Search(lines, groups)
    if not best.total():
        return dict(sorted(lines.items()))
    best.improve(fixed)
    movable = [line for line, who in sorted(lines.items()) if who not in fixed]
    for start in range(1, STARTS):
        shuffled = order_by_lot([lines[line] for line in movable], f"{key}/separate:{start}")
        search = _Search({**lines, **dict(zip(movable, shuffled, strict=True))}, groups)
        search.improve(fixed)
        if search.total() < best.total():
            best = search
    return dict(sorted(best.lines.items()))


def draw_separated(
    numbers: Sequence[int], seeds: Mapping[int, int], key: str, groups: Groups, event: int | None = None
) -> dict[int, int]:
    """Return line → entrant as ``draw_lines`` draws them, then separated. Raises RuleBroken as ``draw_lines``."""
    return separate(draw_lines(numbers, seeds, key, event), groups, key, fixed=seeds)


def redraw(players: Sequence[int], key: str, groups: Groups) -> dict[int, int]:
    """Return line → entrant for the last 16 or 8, drawn anew and separated.

    Raises RuleBroken ``redraw.field`` unless their number is a power of two.
    """
    if len(players) < 2 or len(players) & (len(players) - 1):
        raise RuleBroken("redraw.field", got=len(players))
    return draw_separated(players, {}, f"{key}/redraw:{len(players)}", groups)


def seeds_of_pots(pots: Sequence[Sequence[int]], key: str) -> dict[int, int]:
    """Return entrant → seed: the first pot holds the best seeds, in an order drawn by lot within each pot.

    So the players of a pot of four come into different quarters, of eight into different eighths. Pots of one player
    each seed in full. Raises RuleBroken ``pots.twice``.
    """
    everybody = [who for pot in pots for who in pot]
    twice = sorted({who for who in everybody if everybody.count(who) > 1})
    if twice:
        raise RuleBroken("pots.twice", entrants=twice)
    ordered = [who for at, pot in enumerate(pots, start=1) for who in order_by_lot(sorted(pot), f"{key}/pot:{at}")]
    return {who: seed for seed, who in enumerate(ordered, start=1)}


def play_in_matches(entrants: int) -> int:
    """Return the matches of a play-in round, 0 where the first round is a round like any other.

    It is one if the field is above a power of two by an eighth of it at most: 17 or 18, 33 to 36, 65 to 72.
    """
    half = size_for(entrants) // 2
    above = entrants - half
    return above if half >= PLAY_IN_SHARE and above * PLAY_IN_SHARE <= half else 0


def with_play_in(plan: Plan, entrants: int | None) -> Plan:
    """Return the plan for a field of so many, its first round called a play-in if that has few matches."""
    return replace(plan, options=(*plan.options, PLAY_IN)) if entrants and play_in_matches(entrants) else plan


def open_lines(state: DrawState, entrant: int) -> list[int]:
    """Return the lines on which ``entrant`` can still be drawn: byes, and no begun match gets other players."""
    free = [line for line in range(1, state.plan.size + 1) if line not in state.lines]
    return [
        line
        for line in free
        if not any(
            True
            for _ in affected_by(state.derived, state.facts, state.having(lines={**state.lines, line: entrant}).derived)
        )
    ]


def re_entry_line(state: DrawState, key: str, entrant: int, number: int | None = None) -> int:
    """Return the line for another entry of a player who has lost, drawn by lot from those still open.

    An entry is not a person: it has an ``entrant`` number of its own, or the one of the lot in ``number``. Raises
    RuleBroken ``re_entry.full``.
    """
    return order_by_lot(lines_to_re_enter(state, entrant), f"{key}/re-entry:{number or entrant}")[0]


def lines_to_re_enter(state: DrawState, entrant: int) -> list[int]:
    """Return the lines from which that of another entry is drawn. Raises RuleBroken ``re_entry.full`` without any."""
    lines = open_lines(state, entrant)
    if not lines:
        raise RuleBroken("re_entry.full", lines=state.plan.size)
    return lines


_ROUNDS = 12


class _Search:
    """Lines with the sum over all pairs of a group, in units of 2^-12."""

    def __init__(self, lines: Mapping[int, int], groups: Groups) -> None:
        self.lines = dict(lines)
        self.line_of = {who: line for line, who in lines.items()}
        members: dict[str, list[int]] = {}
        for who in sorted(self.line_of):
            for group in sorted(set(groups.get(who, ()))):
                members.setdefault(group, []).append(who)
        self.near: dict[int, list[int]] = {}
        for group in sorted(members):
            for who in members[group]:
                self.near.setdefault(who, []).extend(each for each in members[group] if each != who)

    def total(self) -> int:
        return sum(self.cost(who, line) for who, line in self.line_of.items()) // 2

    def cost(self, who: int, line: int, but: int = 0) -> int:
        return sum(1 << (_ROUNDS - meeting_round(line, self.line_of[other]))
                   for other in self.near.get(who, ()) if other != but)  # fmt: skip

    def improve(self, fixed: Collection[int]) -> None:
        """Exchange players as long as that lowers the sum: each who is near somebody with the best other."""
        movable = [who for _, who in sorted(self.lines.items()) if who not in fixed]
        changed = True
        while changed:
            changed = False
            for who in movable:
                gain, other = max(((self.gain(who, each), -self.line_of[each]) for each in movable if each != who),
                                  default=(0, 0)) if self.near.get(who) else (0, 0)  # fmt: skip
                if gain > 0:
                    self.exchange(who, self.lines[-other])
                    changed = True

    def gain(self, one: int, other: int) -> int:
        here, there = self.line_of[one], self.line_of[other]
        before = self.cost(one, here, other) + self.cost(other, there, one)
        return before - self.cost(one, there, other) - self.cost(other, here, one)

    def exchange(self, one: int, other: int) -> None:
        here, there = self.line_of[one], self.line_of[other]
        self.line_of[one], self.line_of[other] = there, here
        self.lines[here], self.lines[there] = other, one
