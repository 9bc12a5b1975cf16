"""Draw sheets on paper: what a sheet needs to know, and the PDF of it.

Nothing here reads the database: who fills a ``DrawSheet`` has read everything before. The drawing is that of
``rules.drawing.layout``; here it gets its words, its fonts and its strokes. Measures are mm from the sheet's upper left
corner.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from django.utils import translation

from paper.canvas import Places
from paper.fonts import fonts
from paper.html import paper_html
from paper.languages import in_both
from paper.pdf import pdf
from rules.drawing.fit import Fit
from rules.drawing.layout import layout
from rules.drawing.paper import FOR_HAND, TO_READ, TO_WRITE_ON, Least, Paper
from rules.drawing.parts import Drawing
from rules.drawing.states import How, Mark
from rules.draws.derive import Derived, Status, derive
from rules.draws.facts import collect
from rules.draws.plan import ENTRY, Plan
from rules.errors import RuleBroken
from rules.formats.cuts import knockout_lines
from rules.members import EntrantKind
from tournaments.papers.print_page import Words, print_page
from tournaments.papers.tiles import poster
from tournaments.words.brackets import bracket_name
from tournaments.words.events.pools import knockout_word
from tournaments.words.papers.sheets import (
    director_words,
    field_words,
    lines_words,
    numbered_title,
    page_words,
    part_words,
    proof_words,
    rules_words,
    sheet_words,
    title_words,
)

__all__ = ["DrawSheet", "How", "Mark", "draw_sheet_html", "draw_sheet_pdf", "unprintable"]


@dataclass(frozen=True, slots=True)
class DrawSheet:
    """Everything the sheets of one bracket say.

    ``lines`` maps a line to its entrant, ``names`` an entrant to their name (``tournaments.read.entrants.names``),
    ``marks`` a match's place in the plan to what was entered about it. ``number`` and ``head`` (hex) are those of the
    tournament's memory, ``printed_at`` is formatted in its zone. ``prizes`` has a line for each announced pot.
    ``blank`` prints the sheet as drawn: byes open and marked, no result even where there are some. ``again`` leads from
    a re-entry to the first entry of its player.
    """

    tournament: str
    event: str
    bracket: str
    when: str
    plan: Plan
    derived: Derived
    lines: Mapping[int, int]
    names: Mapping[int, str]
    marks: Mapping[int, Mark]
    key: str
    draw_number: int
    draws_made: int
    number: int
    head: str
    printed_at: str
    where: str = ""
    blank: bool = False
    crawford: bool = True
    holland: bool = False
    game: str = ""
    clock: str = ""
    director: str = ""
    prizes: tuple[str, ...] = ()
    again: Mapping[int, int] = field(default_factory=dict)
    kind: EntrantKind = EntrantKind.SINGLE


class Rows(StrEnum):
    """How high the rows are at least: as they come, to go on by hand at a table, to be written on at an easel."""

    FIT = "fit"
    HAND = "hand"
    EASEL = "easel"

    @property
    def least(self) -> Least:
        """The minimum sizes of the sheet."""
        return {Rows.FIT: TO_READ, Rows.HAND: FOR_HAND, Rows.EASEL: TO_WRITE_ON}[self]


def rows_for(fit: Fit) -> Rows:
    """Return what to ask of a sheet so that it lies as ``fit`` says."""
    if fit.is_to_write_on:
        return Rows.EASEL
    return Rows.HAND if fit.is_for_hand else Rows.FIT


def draw_sheet_pdf(sheet: DrawSheet, paper: str, language: str | None = None, **how: str) -> bytes:
    """Return the sheets of one bracket as PDF, in ``language`` or the active one.

    ``rows`` (fit, hand, easel) and ``tiles`` (a paper to cut the sheets to) tell how.
    Raises RuleBroken ``paper.unknown``, ``paper.missing``, ``sheet.empty``, ``rows.unknown`` or ``tiles.larger``.
    """
    return pdf(draw_sheet_html(sheet, paper, language, **how))


def draw_sheet_html(
    sheet: DrawSheet, paper: str, language: str | None = None, *, rows: str = Rows.FIT, tiles: str = ""
) -> str:
    """Return what ``draw_sheet_pdf`` prints."""
    with translation.override(language or translation.get_language() or "en"):
        on, least = read_paper(paper), read_rows(rows)
        drawings = _drawings(sheet, on, least)
        face, drops = fonts(), _pages(sheet, on, least, drawings)
        places = Places()
        pages = [print_page(drawing, _words(sheet, drawing, drops), face, places) for drawing in drawings]
        if not tiles:
            return paper_html("draw_sheet.html", _title(sheet), pages=pages, places=places)
        cut_to = read_paper(tiles)
        about = numbered_title(_title(sheet), sheet.number)
        posters = [poster(page, cut_to, about, face, places) for page in pages]
        return paper_html("poster.html", _title(sheet), pages=pages, places=places, posters=posters)


def unprintable(sheet: DrawSheet) -> tuple[tuple[str, str], ...]:
    """Return each name that holds letters no font of this machine has, with these letters."""
    return tuple(fonts().unknown(sheet.names.values()))


def read_paper(name: str) -> Paper:
    """Return the paper of this name. Raises RuleBroken ``paper.unknown``."""
    for paper in Paper:
        if paper.value.lower() == name.lower():
            return paper
    raise RuleBroken("paper.unknown", got=name, known=[paper.value for paper in Paper])


def read_rows(name: str) -> Rows:
    """Return the required sizes of the rows. Raises RuleBroken ``rows.unknown``."""
    try:
        return Rows(name)
    except ValueError:
        raise RuleBroken("rows.unknown", got=name, known=[rows.value for rows in Rows]) from None


def _drawings(sheet: DrawSheet, paper: Paper, rows: Rows, bracket: str = "") -> tuple[Drawing, ...]:
    """Return the drawings of the sheet's bracket, or of another one of its draw on the same paper."""
    names, derived = dict(sheet.names), sheet.derived
    if has_open_byes(sheet):
        # Until play begins every sheet has the same lines and numbers, whether it is printed blank or as it stands.
        lines = _all_lines(sheet)
        derived = derive(sheet.plan, collect(lines))
        names |= dict.fromkeys(set(lines.values()).difference(sheet.lines.values()), "")
    return layout(
        sheet.plan,
        derived,
        bracket or sheet.bracket,
        paper=paper,
        names=names,
        width=fonts().width,
        marks={} if sheet.blank else sheet.marks,
        open_byes=has_open_byes(sheet),
        least=rows.least,
        mirrored=translation.get_language_bidi(),
    )


def _pages(sheet: DrawSheet, paper: Paper, rows: Rows, drawings: tuple[Drawing, ...]) -> dict[str, int]:
    """Return the page of every match that a loser drops to, where its bracket takes several pages of this paper."""
    captions = [caption for drawing in drawings for caption in drawing.captions if caption.loser_to]
    wanted = {caption.then or caption.loser_to for caption in captions}
    matches = {match.code: match.bracket for match in sheet.plan.matches if match.code in wanted}
    pages: dict[str, int] = {}
    for bracket in dict.fromkeys(matches.values()):
        others = _drawings(sheet, paper, rows, bracket)
        if len(others) > 1:
            pages |= {joint.code: other.page for other in others for joint in other.joints if joint.code in wanted}
    return pages


def _all_lines(sheet: DrawSheet) -> dict[int, int]:
    """Return the lines with an entrant on each, because a late entrant needs a place in the consolation too."""
    free = [line for line in sorted(sheet.plan.seats) if line not in sheet.lines]
    first = max([0, *sheet.lines.values(), *sheet.names]) + 1
    return {**sheet.lines, **dict(zip(free, range(first, first + len(free)), strict=True))}


def has_open_byes(sheet: DrawSheet) -> bool:
    """Whether byes are left as lines to write on: on a blank sheet, and while nothing has begun."""
    begun = any(mark.begun for mark in sheet.marks.values()) or Status.FINISHED in sheet.derived.statuses
    return sheet.blank or not begun


def _title(sheet: DrawSheet) -> str:
    """Return the tournament, its event where that has a name of its own, and the bracket unless it is the main one."""
    event = sheet.event if sheet.event != sheet.tournament else ""
    bracket = "" if sheet.bracket == ENTRY else bracket_name(sheet.plan.bracket(sheet.bracket))
    title, rest = sheet.tournament, ", ".join(part for part in (event, bracket) if part)
    return title_words(title, rest)


def _words(sheet: DrawSheet, drawing: Drawing, drops: Mapping[str, int]) -> Words:
    """Return what stands around one drawing; ``drops`` are the pages of matches that losers drop to."""
    return Words(
        title=_title(sheet),
        what=" · ".join(part for part in _what(sheet, drawing) if part),
        part=_part(drawing),
        foot=" · ".join(part for part in _foot(sheet) if part),
        page=page_words(drawing.page, drawing.pages),
        prizes=sheet.prizes,
        drops=drops,
    )


def _what(sheet: DrawSheet, drawing: Drawing) -> list[str]:
    # Of a knockout behind pools only its own lines.
    drawn = knockout_lines(sheet.plan) if sheet.plan.is_cut else range(1, sheet.plan.size + 1)
    entries = [entrant for line, entrant in sheet.lines.items() if line in drawn]
    byes, again = len(drawn) - len(entries), sum(each in sheet.again for each in entries)
    entrants = len(entries) - again
    how_many = in_both(
        lambda: field_words(entrants, sheet.kind, byes, again) if sheet.bracket == ENTRY else lines_words(drawing.lines)
    )
    crawford, holland = rules_words(crawford=sheet.crawford, holland=sheet.holland)
    cube = [sheet.game, crawford] if sheet.crawford else [sheet.game or crawford]
    director = director_words(sheet.director)
    of = sheet.plan.bracket(sheet.bracket)
    bracket = in_both(lambda: knockout_word() if sheet.plan.is_cut else bracket_name(of))
    return [bracket, how_many, sheet.when, sheet.where, *cube, holland, sheet.clock, director]


def _part(drawing: Drawing) -> str:
    first = min(drawing.joints, key=lambda joint: joint.match).code if drawing.joints else ""
    letter = first.rstrip("0123456789")
    codes = [joint.code for joint in drawing.joints if joint.code.rstrip("0123456789") == letter]
    ends = "–".join(dict.fromkeys((codes or [""])[:1] + codes[-1:]))
    return part_words(drawing.part, drawing.section, drawing.sections, ends)


def _foot(sheet: DrawSheet) -> list[str]:
    head = "·".join(part for part in (sheet.head[:4], sheet.head[4:8]) if part)
    return [
        sheet_words(sheet.number),
        sheet.printed_at,
        *proof_words(sheet.key, sheet.draw_number, sheet.draws_made, head),
    ]
