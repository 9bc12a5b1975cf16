"""Turn a drawing round for scripts that are read from right to left: the draw begins at the right edge.

Boxes keep their meaning: ``x`` of a name is still the left edge of its room, ``x`` of a score the right edge of its
text. Only where a text begins changes: on a mirrored drawing a name begins at the right edge of its room.
"""

from dataclasses import replace

from rules.drawing.parts import Drawing, Says, Segment


def mirror(drawing: Drawing) -> Drawing:
    """Return ``drawing`` with left and right exchanged, marked as mirrored."""
    edge = drawing.geometry.width
    strokes = {
        stroke: tuple(Segment(edge - each.x1, each.y1, edge - each.x2, each.y2) for each in segments)
        for stroke, segments in drawing.strokes.items()
    }
    captions = (
        each._replace(x=edge - each.x + (each.width if each.says is Says.BYE else -each.width))
        for each in drawing.captions
    )
    return replace(
        drawing,
        mirrored=not drawing.mirrored,
        columns=tuple(each._replace(x=edge - each.x - each.width) for each in drawing.columns),
        strokes=strokes,
        stands=tuple(each._replace(x1=edge - each.x1, x2=edge - each.x2) for each in drawing.stands),
        joints=tuple(each._replace(x=edge - each.x) for each in drawing.joints),
        names=tuple(each._replace(x=edge - each.x - each.width) for each in drawing.names),
        scores=tuple(each._replace(x=edge - each.x + each.width) for each in drawing.scores),
        captions=tuple(captions),
        tags=tuple(each._replace(x=edge - each.x - each.width) for each in drawing.tags),
        notes=tuple(each._replace(x=edge - each.x) for each in drawing.notes),
    )
