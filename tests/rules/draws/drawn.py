"""Draws for tests of their drawings: a plan, who stands on which line, and some of the matches played."""

import random
from collections.abc import Iterable, Mapping

from rules.drawing.states import How, Mark
from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import Kind, collect
from rules.draws.plan import Plan
from rules.draws.seeding import draw_lines, size_for
from rules.formats.registry import compile_plan, read_format

type Box = tuple[float, float, float, float]


def a_plan(entrants: int, consolation: str = "progressive", *, last_chance: bool = False) -> Plan:
    format_ = read_format({"consolation": consolation, "length": 7, "last_chance": last_chance})
    return compile_plan(size_for(entrants), format_)


def a_draw(entrants: int) -> dict[int, int]:
    return draw_lines(range(1, entrants + 1), {}, "63 55 21")


def played(plan: Plan, lines: Mapping[int, int], results: int, seed: int = 1, absent: float = 0.05) -> Derived:
    """Play ``results`` matches in some order; the share ``absent`` of them because neither comes."""
    chance, entered = random.Random(seed), []
    derived = derive(plan, collect(lines))
    for ref in range(1, results + 1):
        ready = [place for place, status in enumerate(derived.statuses) if status == Status.OPEN]
        if not ready:
            break
        match = chance.choice(ready)
        pair = derived.tops[match], derived.bottoms[match]
        winner = 0 if chance.random() < absent else chance.choice(pair)
        entered.append((Kind.RESULT, match, *pair, winner, ref))
        derived = derive(plan, collect(lines, entered))
    return derived


def name_of(entrant: int) -> str:
    return f"Number {entrant} of Hohenzollern-Sigmaringen" if entrant % 3 == 0 else f"Player Number {entrant}"


def marks_of(derived: Derived) -> dict[int, Mark]:
    """Return points, or a word, for every finished match."""
    kinds = [Mark((17, 3)), Mark(how=How.WALKOVER), Mark((5, 2), How.RETIRED), Mark(how=How.NO_SHOW)]
    finished = (place for place, status in enumerate(derived.statuses) if status == Status.FINISHED)
    return {place: kinds[place % len(kinds)] for place in finished}


def overlaps(boxes: Iterable[Box]) -> bool:
    placed = sorted(boxes)
    for index, (_, top, right, bottom) in enumerate(placed):
        for left2, top2, _, bottom2 in placed[index + 1 :]:
            if left2 >= right - 1e-6:
                break
            if top < bottom2 - 1e-6 and top2 < bottom - 1e-6:
                return True
    return False
