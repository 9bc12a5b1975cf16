"""One drawing of a bracket as SVG for the page: shapes and texts with presentation attributes, colours by class.

The page's style sheet (css/pages/draw.css) gives the colours, so that light, dark and forced colours need no second
drawing. Positions are whole px.

Inside, markup is plain text, because there are hundreds of pieces: ``format_html`` took ten times as long. Every text
that is set in it is escaped first.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from html import escape

from django.utils.safestring import SafeString, mark_safe

from clubs.http.compact import compacted
from rules.drawing.names import Face
from rules.drawing.parts import Caption, Column, Drawing, Head, NameBox, Says, Segment, Stroke, Tag, TagBox
from rules.drawing.path import path_of
from rules.drawing.screen import HEAD
from rules.drawing.widths import screen_width
from tournaments.words.papers import boxes

_PENS = {
    Stroke.TO_COME: '<path class="to-come" stroke-width=".75" shape-rendering="crispEdges" d="{}"/>',
    Stroke.DONE: '<path class="done" stroke-width="1" shape-rendering="crispEdges" d="{}"/>',
    Stroke.UNCONFIRMED: '<path class="done" stroke-width="1.5" stroke-dasharray="0 3" stroke-linecap="round" d="{}"/>',
    Stroke.TWO_RESULTS: '<path class="now" stroke-width="1.75" d="{}"/>',
    Stroke.CHAMPION: '<path class="done" stroke-width="3" shape-rendering="crispEdges" d="{}"/>',
    Stroke.ON_NOW: '<path class="now" stroke-width="4" shape-rendering="crispEdges" d="{}"/>',
}
_MINE = '<path class="mine" stroke-width="2" shape-rendering="crispEdges" d="{}"/>'
# The attributes that all texts of a kind share, set on their group.
_GROUPS = {
    "won": '<g class="ink" font-weight="700">{}</g>',
    "two-results": '<g class="urgent" font-weight="700">{}</g>',
    "ink": '<g class="ink">{}</g>',
    "soft": '<g class="soft">{}</g>',
    "italic": '<g class="ink" font-style="italic">{}</g>',
    "italic-soft": '<g class="soft" font-style="italic">{}</g>',
    "struck": '<g class="soft" text-decoration="line-through">{}</g>',
    "champion": '<g class="ink champion" font-weight="700">{}</g>',
    "mine": '<g class="mine" font-weight="700">{}</g>',
    "code": '<g class="soft" font-size="11">{}</g>',
    "caption": '<g class="soft" font-size="12">{}</g>',
    "tag": '<g font-size="12" font-weight="700" text-anchor="middle">{}</g>',
}
_TAG_HEIGHT, _TAG_SIZE, _TAG_PAD = 18, 12, 8


@dataclass(frozen=True, slots=True)
class Followed:
    """The entrant whose way is drawn in ink (0: none), with the places of their matches in the plan.

    ``query`` is the address for following another entrant, whose id is added to it.
    """

    entrant: int = 0
    query: str = "?player="
    matches: frozenset[int] = frozenset()


def heads_svg(drawing: Drawing) -> SafeString:
    """Return the heads over the columns, with the rule under them."""
    width, height = round(drawing.geometry.width), round(HEAD)
    texts = "".join(text for column in drawing.columns for text in _head(drawing, column))
    return _compact(
        f'<svg class="heads" width="{width}" height="{height}" viewBox="0 0 {width} {height}" direction="ltr"'
        f' aria-hidden="true">{texts}<path class="done" stroke-width="3" d="M0 {height - 1.5}H{width}"/></svg>'
    )


def drawing_svg(drawing: Drawing, label: str, names: Mapping[int, str], followed: Followed) -> SafeString:
    """Return the drawing under its heads; ``label`` names it, and the list after it has the same in words."""
    width, height, top = round(drawing.geometry.width), round(drawing.geometry.height - HEAD), round(HEAD)
    kind = "sheet followed" if followed.entrant else "sheet"
    paths = "".join(_paths(drawing, followed))
    return _compact(
        f'<svg class="{kind}" width="{width}" height="{height}" viewBox="0 {top} {width} {height}" direction="ltr"'
        f' role="img" aria-label="{escape(label)}" aria-hidden="true" font-size="14"><g fill="none">{paths}</g>'
        f"{_groups(_Texts(drawing, names, followed).all())}</svg>"
    )


def _compact(markup: str) -> SafeString:
    return compacted(mark_safe(markup))  # noqa: S308 -- every text in it was escaped when it was set


def _paths(drawing: Drawing, followed: Followed) -> Iterator[str]:
    for stroke, pen in _PENS.items():
        if stroke in drawing.strokes:
            yield pen.format(_d(drawing.strokes[stroke]))
    own = path_of(drawing, followed.entrant) if followed.entrant else ()
    if own:
        yield _MINE.format(_d(own))


def _d(segments: Iterable[Segment]) -> str:
    return "".join(
        f"M{each.x1:.0f} {each.y1:.0f}" + (f"H{each.x2:.0f}" if each.y1 == each.y2 else f"V{each.y2:.0f}")
        for each in segments
    )


def _groups(texts: Iterable[tuple[str, str]]) -> str:
    """Put texts of one kind together, so that what they share is written once."""
    groups: dict[str, list[str]] = {}
    for kind, text in texts:
        groups.setdefault(kind, []).append(text)
    return "".join(_GROUPS[kind].format("".join(of_kind)) for kind, of_kind in groups.items())


def _head(drawing: Drawing, column: Column) -> Iterator[str]:
    lead, rest = head_words(column)
    begin, end = _sides(drawing, column.x, column.width)
    yield f'<g class="ink champion" font-size="16" font-weight="700">{_text(lead, begin, end, 18)}</g>'
    if rest:
        yield f'<g class="soft" font-size="12">{_text(rest, begin, end, 36)}</g>'


def head_words(column: Column) -> tuple[str, str]:
    """Return what stands over a column: its name, and to how many points its matches go."""
    if column.head is Head.WINNER:
        return str(boxes.WINNER), ""
    if column.head is Head.TO_FINALS:
        return str(boxes.TO_THE_FINALS), ""
    finals = {Head.FINAL: boxes.FINAL, Head.SECOND_FINAL: boxes.SECOND_FINAL}
    lead = str(finals.get(column.head, column.letter))
    points = boxes.points(column.length)
    return lead, boxes.play_in(points) if column.head is Head.PLAY_IN else points


def _sides(drawing: Drawing, x: float, width: float) -> tuple[float, float]:
    """Return where a text begins and ends in its room: from the left, or from the right on a mirrored drawing."""
    return (x + width, x) if drawing.mirrored else (x, x + width)


def _text(words: str, begin: float, end: float, y: float) -> str:
    """Set ``words`` from ``begin`` towards ``end``, whichever way they are read."""
    from_left, rtl = begin <= end, reads_from_right(words)
    direction = ' direction="rtl"' if rtl else ""
    anchor = "" if from_left is not rtl else ' text-anchor="end"'
    return f'<text x="{round(begin)}" y="{round(y)}"{direction}{anchor}>{escape(words)}</text>'


@lru_cache(maxsize=4096)
def reads_from_right(words: str) -> bool:
    """Whether the first letter that has a direction is read from right to left."""
    kinds = (unicodedata.bidirectional(letter) for letter in words)
    return next((kind for kind in kinds if kind in ("L", "R", "AL")), "L") != "L"


class _Texts:
    """All texts of one drawing, each with the group that it belongs to."""

    def __init__(self, drawing: Drawing, names: Mapping[int, str], followed: Followed) -> None:
        self.drawing, self.names, self.followed = drawing, names, followed
        self.address = escape(followed.query)

    def all(self) -> Iterator[tuple[str, str]]:
        for box in self.drawing.names:
            yield self.name(box)
        for score in self.drawing.scores:
            # A score ends at the joint: on a mirrored drawing that is the left edge of its text.
            left = score.x - score.width
            at, towards = (left, score.x) if self.drawing.mirrored else (score.x, left)
            kind = "two-results" if score.now else "won" if score.bold else "soft"
            yield kind, _text(score.text, at, towards, score.y)
        for caption in self.drawing.captions:
            yield self.caption(caption)
        for tag in self.drawing.tags:
            yield "tag", self.tag(tag)
            if tag.score:
                yield "two-results", self.running(tag)

    def name(self, box: NameBox) -> tuple[str, str]:
        begin, end = _sides(self.drawing, box.x, box.width)
        text = _text(box.name.text, begin, end, box.y)
        if box.name.face is Face.SERIF:
            text = f'<g font-size="{round(box.size)}">{text}</g>'
        if box.name.shortened:
            text += f"<title>{escape(self.names[box.entrant])}</title>"
        return self.kind(box), f'<a href="{self.address}{box.entrant}" tabindex="-1">{text}</a>'

    def kind(self, box: NameBox) -> str:
        if box.name.face is Face.SERIF:
            return "champion"
        if box.entrant == self.followed.entrant:
            return "mine"
        if box.struck:
            return "struck"
        if box.italic:
            return "italic-soft" if box.soft else "italic"
        return "soft" if box.soft else "won" if box.name.face is Face.BOLD else "ink"

    def caption(self, caption: Caption) -> tuple[str, str]:
        if caption.says is Says.BYE:
            end, begin = caption.x - caption.width, caption.x
            if self.drawing.mirrored:
                begin, end = end, begin
            return "caption", _text(str(boxes.BYE), begin, end, caption.y)
        begin, end = _sides(self.drawing, caption.x, caption.width)
        return ("code" if caption.says is Says.CODE else "caption"), _text(_words_of(caption), begin, end, caption.y)

    def tag(self, box: TagBox) -> str:
        words = tag_words(box.tag, box.table)
        width = _tag_width(words)
        left = round(box.x + box.width - width if self.drawing.mirrored else box.x)
        box_kind, text_kind = ("ready", "ready-text") if box.tag is Tag.READY else ("filled", "filled-text")
        others = " others" if self.followed.entrant and box.match not in self.followed.matches else ""
        top = round(box.y) - _TAG_HEIGHT + 3
        return (
            f'<rect class="{box_kind}{others}" x="{left}" y="{top}" width="{width}" height="{_TAG_HEIGHT}"/>'
            f'<text class="{text_kind}{others}" x="{left + width / 2}" y="{top + 13}">{escape(words)}</text>'
        )

    def running(self, box: TagBox) -> str:
        """Set how it stands beside the tag."""
        begin, end = _sides(self.drawing, box.x, box.width)
        gone = _tag_width(tag_words(box.tag, box.table)) + _TAG_PAD
        return _text(box.score, begin + (gone if begin <= end else -gone), end, box.y + 1)


def _tag_width(words: str) -> int:
    return round(screen_width(words, Face.BOLD) * _TAG_SIZE) + 2 * _TAG_PAD


def tag_words(tag: Tag, table: str) -> str:
    """Return what stands on a tag."""
    if tag is Tag.READY:
        return str(boxes.READY)
    if tag is Tag.TWO_RESULTS:
        return str(boxes.TWO_RESULTS)
    return boxes.TABLE.format(table=table) if table else str(boxes.NOW)


def _words_of(caption: Caption) -> str:
    match caption.says:
        case Says.LOSER_OF:
            return boxes.LOSER_OF.format(code=caption.code)
        case Says.UNBEATEN_LOSER_OF:
            return boxes.UNBEATEN_LOSER_OF.format(code=caption.code)
        case Says.WINNER_OF:
            return boxes.WINNER_OF.format(code=caption.code)
        case Says.CODE if caption.ruling:
            return boxes.BY_RULING.format(code=caption.code)
        case Says.CODE if caption.only_after:
            return boxes.CODE_IF_NEEDED.format(code=caption.code)
    return caption.code
