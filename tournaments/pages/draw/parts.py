"""The parts of a draw's page: for each bracket its drawings and, beside each drawing, the same matches by round.

Both use the same words. Byes are not matches: a folded one is drawn as a lead-in and not listed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi

from rules.drawing.parts import Drawing, Part
from rules.drawing.screen import PAGE, layout_screen
from rules.draws.derive import Status
from rules.draws.plan import Bracket
from rules.errors import RuleBroken
from tournaments.pages.draw.lines import DrawSource, Lines, PlayerPath, RoundRow
from tournaments.parts.bracket_svg import Followed, drawing_svg, head_words, heads_svg
from tournaments.words import boxes
from tournaments.words.brackets import bracket_name


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One round: its anchor, its name, to how many points, its matches; ``opens`` is where the list opens."""

    anchor: str
    name: str
    points: str
    opens: bool
    rows: tuple[RoundRow, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """One drawing and its list; ``is_wide`` when it is scrolled sideways even on a wide page."""

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
class BracketPart:
    """A bracket by its code: ``opens`` is the anchor of its first round that is not finished, empty when all are."""

    bracket: str
    name: str
    opens: str
    opens_word: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class DrawParts:
    """The brackets of a draw, whether its final is over, and the way of the player who is followed."""

    brackets: tuple[BracketPart, ...]
    finished: bool
    path: PlayerPath | None
    query: str


def draw_parts(source: DrawSource, followed: Followed) -> DrawParts:
    """Return the parts of a draw's page, with the way of the entrant who is followed."""
    own = (match.place for match in source.matches if followed.entrant in match.entrants)
    maker = _Maker(source, replace(followed, matches=frozenset(own)))
    brackets = tuple(part for bracket in source.state.plan.brackets if (part := maker.bracket(bracket)))
    return DrawParts(
        brackets=brackets,
        finished=source.state.seat(source.state.plan.final).status is Status.FINISHED,
        path=maker.lines.path(maker.listed),
        query=followed.query,
    )


class _Maker:
    """Makes the parts of one draw; ``listed`` collects the places of the matches that two play or will play."""

    def __init__(self, source: DrawSource, followed: Followed) -> None:
        self.source, self.state, self.followed = source, source.state, followed
        self.lines = Lines(source, followed.entrant)
        self.listed: list[int] = []

    def bracket(self, bracket: Bracket) -> BracketPart | None:
        """Return a bracket, None when nobody can ever stand in it."""
        try:
            drawings = layout_screen(
                self.state.plan,
                self.state.derived,
                bracket.code,
                names=self.lines.names,
                marks=self.lines.marks,
                open_byes=not self.source.has_begun,
                mirrored=get_language_bidi(),
            )
        except RuleBroken:
            return None
        self.lines.shown |= {joint.match for drawing in drawings for joint in drawing.joints}
        name = bracket_name(bracket)
        sections = [(self.is_on(drawing), self.section(drawing, bracket, name)) for drawing in drawings]
        opens = next((each for _own, section in sections for each in section.rounds if each.opens), None)
        # The quarter of the followed player comes first.
        sections.sort(key=lambda pair: not pair[0])
        anchor, word = (opens.anchor, opens.name) if opens else ("", "")
        return BracketPart(bracket.code, name, anchor, word, tuple(section for _own, section in sections))

    def is_on(self, drawing: Drawing) -> bool:
        """Whether the player who is followed stands on ``drawing``."""
        return any(stand.entrant == self.followed.entrant for stand in drawing.stands)

    def section(self, drawing: Drawing, bracket: Bracket, name: str) -> Section:
        """Return one drawing with the list of its matches."""
        title = section_title(drawing)
        label = f"{name}: {title}" if title else name
        rounds = tuple(self.rounds(drawing))
        return Section(
            anchor=f"{bracket.code}-{drawing.page}" if drawing.pages > 1 else "",
            title=title,
            codes=first_codes(drawing) if title else "",
            label=label,
            heads=heads_svg(drawing),
            svg=drawing_svg(drawing, label, self.lines.names, self.followed),
            is_wide=drawing.geometry.width > PAGE,
            opens_at=self.opens_at(drawing, rounds),
            rounds=rounds,
        )

    def opens_at(self, drawing: Drawing, rounds: Sequence[RoundPart]) -> int:
        """Return how far in (px) a wide drawing opens: where who is followed stands last, else where it is played."""
        column, edge = drawing.geometry.column, drawing.geometry.width
        begins = [
            edge - each.x1 if drawing.mirrored else each.x1
            for each in drawing.stands
            if each.entrant == self.followed.entrant
        ]
        if begins:
            return round(max(0.0, max(begins) - column))
        return round(column * next((index for index, each in enumerate(rounds) if each.opens), 0))

    def rounds(self, drawing: Drawing) -> Iterator[RoundPart]:
        """Yield the rounds of a drawing that hold a match; the first with one still to play opens."""
        planned, opened = self.state.plan.matches, False
        places = sorted(joint.match for joint in drawing.joints)
        heads = iter(drawing.columns)
        for _round, group in groupby(places, key=lambda place: planned[place].round):
            head, points = head_words(next(heads))
            played = [place for place in group if self.lines.is_match(place)]
            if not played:
                continue
            self.listed += played
            rows = tuple(map(self.lines.row, played))
            opens = not opened and not all(row.match.state.has_ended for row in rows)
            opened = opened or opens
            letter = planned[played[0]].letter
            anchor = f"{letter}-{drawing.page}" if drawing.pages > 1 else letter
            yield RoundPart(anchor, head, points, opens, rows)


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
