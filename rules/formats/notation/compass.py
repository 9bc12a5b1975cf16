"""The compass: every loss sends a player to another bracket, named after a direction.

The losers of the first round of east play in west, those of its second round in north, those of its third in northeast;
from west they go to south and southwest, from north to northwest, from south to southeast.

Source: docs/rules/lower-brackets.md#compass.
"""

from collections.abc import Mapping

from rules.draws.plan import ENTRY, Bracket, From, Plan, PlannedMatch, Source, round_letter
from rules.draws.seeding import size_for
from rules.formats.lengths import Lengths
from rules.formats.notation.building import NAME

ROSE: dict[str, tuple[str, ...]] = {
    ENTRY: ("west", "north", "northeast"),
    "west": ("south", "southwest"),
    "north": ("northwest",),
    "south": ("southeast",),
    "northeast": (),
    "southwest": (),
    "northwest": (),
    "southeast": (),
}
"""Where the losers of the first, second and third round of each bracket go; east has the code of all first brackets."""
COMPASS = "compass"
DIRECTIONS = tuple(Bracket(to, to, (code,)) for code, ways in ROSE.items() for to in ways)
"""The brackets of a large compass below the main one."""


def compass(entrants: int, lengths: Mapping[str, Lengths]) -> Plan:
    """Return the plan of a compass; a bracket without ``lengths`` plays to those of the main one.

    A bracket that fewer than two players can come to is left out. Raises RuleBroken ``draw.field``.
    """
    size = size_for(entrants)
    matches: list[PlannedMatch] = []
    entering = {ENTRY: [Source(From.LINE, line + 1) for line in range(size)]}
    fed_by: dict[str, tuple[str, ...]] = {ENTRY: ()}
    letters = 0
    for bracket, ways in ROSE.items():
        players = entering.get(bracket, [])
        rounds = len(players).bit_length() - 1
        for round_ in range(1, rounds + 1):
            start, letter = len(matches), round_letter(letters + round_ - 1)
            length = lengths.get(bracket, lengths[ENTRY]).of(round_, rounds)
            for number, (top, bottom) in enumerate(zip(players[::2], players[1::2], strict=True), start=1):
                matches.append(PlannedMatch(f"{letter}{number}", bracket, round_, number, length, top, bottom))
            players = [Source(From.WINNER, at) for at in range(start, len(matches))]
            if round_ <= len(ways) and len(players) > 1:
                entering[ways[round_ - 1]] = [Source(From.LOSER, source.of) for source in players]
                fed_by[ways[round_ - 1]] = (bracket,)
        letters += max(0, rounds)
    brackets = tuple(Bracket(code, code, fed_by[code]) for code in ROSE if code in fed_by)
    return Plan(NAME, size, brackets, tuple(matches))
