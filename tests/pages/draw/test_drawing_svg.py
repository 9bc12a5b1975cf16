"""The drawing of a bracket escapes every text by itself (tournaments/parts/bracket_svg.py)."""

from dataclasses import replace

import pytest

from rules.drawing.names import Face, FittedName
from rules.drawing.parts import Caption, Drawing, NameBox, Part, Says, ScoreBox, Tag, TagBox
from rules.drawing.screen import geometry_of
from tournaments.parts.bracket_svg import Followed, drawing_svg, heads_svg

HOSTILE = "\"><script>'&"
ESCAPED = "&quot;&gt;&lt;script&gt;&#x27;&amp;"
GEOMETRY = geometry_of(400, 200, row=29, column=200)
EMPTY = Drawing(
    geometry=GEOMETRY, part=Part.WHOLE, columns=(), strokes={}, stands=(), joints=(), names=(), scores=(),
    captions=(), tags=(), notes=(), note_lines=0,
)  # fmt: skip
NAME = NameBox(7, FittedName(HOSTILE, Face.PLAIN, 1.0, shortened=True), x=5, y=80, width=100, size=14)
SCORE = ScoreBox(0, HOSTILE, x=100, y=80, width=20, bold=True, soft=False)
CODE = Caption(Says.CODE, HOSTILE, x=5, y=90, width=100)
COMES = Caption(Says.LOSER_OF, HOSTILE, x=5, y=90, width=100)
TAG = TagBox(Tag.ON_NOW, 0, HOSTILE, x=5, y=80, width=100, score=HOSTILE)


@pytest.mark.parametrize(
    ("drawing", "times"),
    [
        (replace(EMPTY, names=(NAME,)), 2),
        (replace(EMPTY, names=(NAME._replace(name=replace(NAME.name, face=Face.SERIF)),)), 2),
        (replace(EMPTY, scores=(SCORE,)), 1),
        (replace(EMPTY, captions=(CODE, COMES)), 2),
        (replace(EMPTY, captions=(CODE._replace(ruling=True),)), 1),
        (replace(EMPTY, tags=(TAG,)), 2),
    ],
)
@pytest.mark.parametrize("mirrored", [False, True])
def test_every_text_of_a_drawing_is_escaped(drawing: Drawing, times: int, mirrored: bool) -> None:
    svg = drawing_svg(replace(drawing, mirrored=mirrored), "Main", {7: HOSTILE}, Followed())

    assert "<script" not in svg
    assert svg.count(ESCAPED) == times


def test_the_label_and_the_address_of_a_drawing_are_escaped() -> None:
    svg = drawing_svg(replace(EMPTY, names=(NAME,)), HOSTILE, {7: "Ana"}, Followed(query=HOSTILE))

    assert f'aria-label="{ESCAPED}"' in svg
    assert f'href="{ESCAPED}7"' in svg


def test_a_drawing_without_columns_has_only_the_rule_under_its_heads() -> None:
    assert heads_svg(EMPTY) == (
        '<!--compact--><svg class="heads" width="400" height="50" viewBox="0 0 400 50" direction="ltr"'
        ' aria-hidden="true"><path class="done" stroke-width="3" d="M0 48.5H400"/></svg><!--/compact-->'
    )
