"""One drawing of a bracket with the list of its matches beside it, as HTML: made again only when that differs.

Source: docs/decisions/0062-parts-by-what-they-show.md.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import override

from clubs.http.compact import joined
from rules.drawing.parts import Drawing, Part
from rules.drawing.screen import PAGE, ScreenSheet
from runtime.pages.part_cache import PartCache
from tournaments.pages.draw.rows import Reader, RowSource, row_html
from tournaments.parts.bracket_svg import Followed, drawing_svg, head_words, heads_svg
from tournaments.words.brackets import bracket_name
from tournaments.words.papers import boxes

# The sections of some twenty large draws, 15 KB each.
SECTIONS_BYTES = 8 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class SectionSource:
    """Everything that a section is made from: what is drawn, the matches that two play or will play, and for whom.

    ``own`` are the places of the followed player's matches.
    """

    sheet: ScreenSheet
    rows: tuple[RowSource, ...]
    reader: Reader
    own: frozenset[int]


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One round: its anchor, its name, to how many points, its matches; ``opens`` is where the list opens."""

    anchor: str
    name: str
    points: str
    opens: bool
    rows: SafeString


@dataclass(frozen=True, slots=True)
class SectionPart:
    """One drawing and its list; ``is_wide`` when it is scrolled sideways even on a wide page."""

    bracket: str
    anchor: str
    title: str
    codes: str
    label: str
    heads: SafeString
    svg: SafeString
    is_wide: bool
    opens_at: int
    rounds: tuple[RoundPart, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """A section as encoded HTML, with the title in the line over it; ``opens`` is its first round that is not finished:
    anchor and name, both empty when all are.
    """

    anchor: str
    title: str
    opens: tuple[str, str]
    html: bytes


def section(source: SectionSource) -> Section:
    """Return a section: the one made last in its place if it shows the same."""
    sheet = source.sheet
    first = source.rows[0].match.id if source.rows else 0
    return _sections.part((first, sheet.ink.bracket, sheet.page, source.reader), source)


def _made(source: SectionSource) -> Section:
    with override(source.reader.language):
        part = section_part(source)
        html = render_to_string("tournaments/draw/_section.html", {"section": part})
    opens = next(((each.anchor, each.name) for each in part.rounds if each.opens), ("", ""))
    return Section(part.anchor, part.title, opens, html.encode())


_sections = PartCache[tuple[int, str, int, Reader], SectionSource, Section](
    "sections", _made, room=SECTIONS_BYTES, size=lambda made: len(made.html)
)


def section_part(source: SectionSource) -> SectionPart:
    """Return one drawing with the list of its matches, in the language of the thread."""
    sheet, reader, drawing = source.sheet, source.reader, source.sheet.draw()
    bracket, title = sheet.ink.plan.bracket(sheet.ink.bracket), section_title(drawing)
    name = bracket_name(bracket)
    label = f"{name}: {title}" if title else name
    rounds = tuple(_rounds(drawing, source))
    return SectionPart(
        bracket=bracket.code,
        anchor=f"{bracket.code}-{drawing.page}" if drawing.pages > 1 else "",
        title=title,
        codes=first_codes(drawing) if title else "",
        label=label,
        heads=heads_svg(drawing),
        svg=drawing_svg(drawing, label, sheet.ink.names, Followed(reader.followed, reader.query, source.own)),
        is_wide=drawing.geometry.width > PAGE,
        opens_at=_opens_at(drawing, rounds, reader.followed),
        rounds=rounds,
    )


def _opens_at(drawing: Drawing, rounds: Sequence[RoundPart], followed: int) -> int:
    """Return how far in (px) a wide drawing opens: where who is followed stands last, else where it is played."""
    column, edge = drawing.geometry.column, drawing.geometry.width
    begins = [edge - each.x1 if drawing.mirrored else each.x1 for each in drawing.stands if each.entrant == followed]
    if begins:
        return round(max(0.0, max(begins) - column))
    return round(column * next((index for index, each in enumerate(rounds) if each.opens), 0))


def _rounds(drawing: Drawing, source: SectionSource) -> Iterator[RoundPart]:
    """Yield the rounds of a drawing that hold a match; the first with one still to play opens."""
    planned, opened = source.sheet.ink.plan.matches, False
    listed = {row.match.place: row for row in source.rows}
    places = sorted(joint.match for joint in drawing.joints)
    heads = iter(drawing.columns)
    for _round, group in groupby(places, key=lambda place: planned[place].round):
        head, points = head_words(next(heads))
        rows = [listed[place] for place in group if place in listed]
        if not rows:
            continue
        opens = not opened and not all(row.match.state.has_ended for row in rows)
        opened = opened or opens
        letter = planned[rows[0].match.place].letter
        anchor = f"{letter}-{drawing.page}" if drawing.pages > 1 else letter
        yield RoundPart(anchor, head, points, opens, joined(row_html(row, source.reader) for row in rows))


def section_title(drawing: Drawing) -> str:
    """Return which part of its bracket a drawing shows, empty when it is the source."""
    if drawing.part is Part.WHOLE:
        return ""
    if drawing.part is Part.FINALS:
        return str(boxes.FINALS_2)
    return boxes.QUARTER.format(number=drawing.section)


def first_codes(drawing: Drawing) -> str:
    """Return the codes of the first round of a drawing, from the top one to the last."""
    codes = [joint.code for joint in sorted(drawing.joints, key=lambda joint: joint.match)]
    letter = codes[0].rstrip("0123456789") if codes else ""
    first = [code for code in codes if code.rstrip("0123456789") == letter]
    return "–".join(dict.fromkeys(first[:1] + first[-1:]))
