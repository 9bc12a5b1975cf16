"""The way of one entrant through a drawing."""

from itertools import pairwise

from rules.drawing.parts import Drawing, Segment


def path_of(drawing: Drawing, entrant: int) -> tuple[Segment, ...]:
    """Return every line on which ``entrant`` stands and what joins them, from their first; empty where they are not."""
    own = [each for each in drawing.stands if each.entrant == entrant]
    own.sort(key=lambda each: each.x1, reverse=drawing.mirrored)
    lines = tuple(Segment(each.x1, each.y, each.x2, each.y) for each in own)
    return lines + tuple(Segment(one.x2, one.y, one.x2, other.y) for one, other in pairwise(own) if one.y != other.y)
