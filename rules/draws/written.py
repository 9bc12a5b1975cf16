"""A plan read again from the text in which it is stored.

Source: docs/decisions/0032-formats.md.
"""

from rules.draws.plan import Bracket, From, Plan, PlannedMatch, Source
from rules.errors import RuleBroken


def read_plan(text: str) -> Plan:
    """Return the plan that ``Plan.text`` wrote. Raises RuleBroken ``plan.text`` with the line that is wrong."""
    line, *lines = text.split("\n")
    brackets: dict[str, Bracket] = {}
    matches: list[PlannedMatch] = []
    places: dict[str, int] = {}
    try:
        format_, size, _, *options = line.split(" ")
        lines_of_draw = int(size)
        for line in lines:
            bracket, *words = line.split(" ")
            if bracket == "bracket":
                code, name, *fed_by = words
                brackets[code] = Bracket(code, name, tuple(fed_by))
            else:
                round_, number, code, length, top, bottom = words
                sides = [_read_source(side, places) for side in (top, bottom)]
                places[code] = len(matches)
                at = (int(round_), int(number), int(length))
                matches.append(PlannedMatch(code, brackets[bracket].code, *at, *sides))
    except (ValueError, KeyError):
        raise RuleBroken("plan.text", line=line) from None
    return Plan(format_, lines_of_draw, tuple(brackets.values()), tuple(matches), tuple(options))


def _read_source(text: str, places: dict[str, int]) -> Source:
    kind = From(text[:1])
    return Source(kind, int(text[1:]) if kind is From.LINE else places[text[1:]])
