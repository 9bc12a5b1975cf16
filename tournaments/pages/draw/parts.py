"""The parts of a draw's page: for each bracket its drawings and, beside each drawing, the same matches by round.

Both use the same words. Byes are not matches: a folded one is drawn as a lead-in and not listed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import get_language, get_language_bidi

from rules.drawing.screen import ScreenSheet, screen_sheets
from rules.drawing.states import Mark
from rules.drawing.tree import Trees
from rules.draws.derive import Status
from rules.draws.plan import Bracket
from rules.errors import RuleBroken
from rules.formats.registry import places
from runtime.pages.part_cache import SeriesCache
from tournaments.pages.draw.lines import DrawSource, PlayerPath, player_path
from tournaments.pages.draw.rounds import pools_section, table_section
from tournaments.pages.draw.rows import SOMEBODY_ELSE, Comer, Reader, comers, folding
from tournaments.pages.draw.sections import Section, SectionSource, section
from tournaments.read.matches.view import MatchView
from tournaments.words.brackets import bracket_name
from tournaments.words.events.pools import knockout_word, pools_word

# What the part of all pools is called in addresses within the page.
POOLS = "pools"


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


def draw_parts(source: DrawSource, followed: int, query: str) -> DrawParts:
    """Return the parts of a draw's page, with the way of the entrant who is ``followed``, 0 for nobody.

    ``query`` is the address for following another entrant, whose id is added to it.
    """
    before, after = reverse("match", args=[0]).split("0")
    maker = _Maker(source, Reader(get_language(), followed, query, (before, after)))
    brackets = tuple(part for bracket in source.state.plan.brackets for part in maker.parts(bracket))
    return DrawParts(
        brackets=brackets,
        finished=_is_finished(source),
        path=maker.path(),
    )


def _is_finished(source: DrawSource) -> bool:
    """Whether the match is over whose winner has won the event; where all play every round, all matches are."""
    plan, derived = source.state.plan, source.state.derived
    if plan.by_rounds:
        return all(each.place is not None for each in places(derived, source.state.facts))
    final = derived.seat(plan.deciding(derived.seat(plan.final).status.word))
    # Where only one comes through pools, nobody plays for the event.
    return final.status is Status.FINISHED or (plan.is_cut and final.status is Status.BYE)


# The marks of some ten large draws, 200 bytes each.
_marks = SeriesCache[int, MatchView, Mark]("marks", lambda match: match.mark, room=4096)


def marks_of(matches: Sequence[MatchView]) -> list[Mark]:
    """Return how a drawing marks each match of a draw."""
    return _marks.parts(matches[0].draw, matches) if matches else []


class _Maker:
    """Makes the parts of one draw.

    ``shown`` are the places of the matches that are drawn: an empty side that a folded match feeds names the player
    whom that match lets through. ``listed`` collects those that two play or will play.
    """

    def __init__(self, source: DrawSource, reader: Reader) -> None:
        self.source, self.state, self.reader = source, source.state, reader
        self.trees = Trees(source.state.plan, source.state.derived)
        self.marks = dict(enumerate(marks_of(source.matches)))
        self.names = {entrant: source.names.get(entrant, "") for entrant in source.state.lines.values()}
        own = (match.place for match in source.matches if reader.followed in match.entrants) if reader.followed else ()
        self.own = frozenset(own)
        self.shown: frozenset[int] = frozenset()
        self.listed: list[int] = []

    def parts(self, bracket: Bracket) -> Iterator[BracketPart]:
        """Yield the part of a bracket; behind pools first what is played: the pools until the knockout is drawn."""
        part, plan = self.bracket(bracket), self.state.plan
        if not plan.is_cut:
            yield from [part] if part else []
            return
        if part is not None:
            yield replace(part, name=knockout_word())
        pools = pools_section(self.source, self.reader)
        yield BracketPart(POOLS, pools_word(), *pools.opens, (pools,))

    def bracket(self, bracket: Bracket) -> BracketPart | None:
        """Return a bracket, None when nobody can ever stand in it."""
        if self.state.plan.by_rounds:
            part = table_section(self.source, bracket, self.reader)
            return BracketPart(bracket.code, bracket_name(bracket), *part.opens, (part,))
        try:
            sheets = screen_sheets(
                self.trees,
                bracket.code,
                names=self.names,
                marks=self.marks,
                open_byes=not self.source.has_begun,
                mirrored=get_language_bidi(),
            )
        except RuleBroken:
            return None
        self.shown = self.shown.union(*(sheet.ink.seats for sheet in sheets))
        sections = [(self.is_on(sheet), section(each)) for sheet, each in self.sources(sheets)]
        anchor, word = next((part.opens for _own, part in sections if part.opens[0]), ("", ""))
        # The quarter of the followed player comes first.
        sections.sort(key=lambda pair: not pair[0])
        return BracketPart(bracket.code, bracket_name(bracket), anchor, word, tuple(part for _own, part in sections))

    def sources(self, sheets: tuple[ScreenSheet, ...]) -> Iterator[tuple[ScreenSheet, SectionSource]]:
        """Yield each drawing with everything that its section is made from."""
        who_comes = self.comers()
        for sheet in sheets:
            played = [place for place in sorted(sheet.ink.seats) if self.is_match(place)]
            self.listed += played
            rows = tuple(self.source.row(place, sheet.ink.seats[place], who_comes) for place in played)
            yield sheet, SectionSource(sheet, rows, self.reader_of(sheet), self.own.intersection(sheet.ink.seats))

    def comers(self) -> Mapping[int, tuple[Comer, Comer]]:
        """Return who comes to each side of each match."""
        return comers(folding(self.state.plan, self.state.derived, self.shown))

    def is_match(self, place: int) -> bool:
        """Whether two play or will play there; with byes open also the empty lines of the first round are drawn."""
        return self.state.derived.statuses[place] not in (Status.BYE, Status.VOID)

    def is_on(self, sheet: ScreenSheet) -> bool:
        """Whether the player who is followed stands on a drawing."""
        return self.reader.followed in sheet.ink.names

    def reader_of(self, sheet: ScreenSheet) -> Reader:
        """Return for whom a drawing is made: without the followed player it is the same whoever is followed."""
        if not self.reader.followed or self.is_on(sheet):
            return self.reader
        return self.reader._replace(followed=SOMEBODY_ELSE)

    def path(self) -> PlayerPath | None:
        """Return the way of the player who is followed, None without one."""
        return player_path(self.source, self.listed, self.comers(), self.reader)
