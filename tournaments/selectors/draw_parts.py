"""The parts of a draw's page: for each bracket its drawings and, beside each drawing, the same matches by round.

A match is told in the same words in both. Byes are no matches: a folded one is drawn as a lead-in and not listed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language_bidi
from django.utils.translation import gettext as _

from rules.draws.derive import Status
from rules.draws.facts import PHANTOM
from rules.draws.format import Bracket
from rules.draws.layout_drawing import Drawing, Joint, Part
from rules.draws.layout_screen import PAGE, layout_screen
from rules.draws.layout_states import How, Mark, scores, tag_of
from rules.draws.layout_tree import origin
from rules.draws.plan import From, Source
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from tournaments.models.cards import MatchCard
from tournaments.selectors.draw_svg import Followed, drawing_svg, head_words, heads_svg, tag_words


@dataclass(frozen=True, slots=True)
class Side:
    """One player of a match; while nobody sits there ``name`` says who comes, and ``entrant`` is 0."""

    entrant: int
    name: str
    score: str
    won: bool
    lost: bool
    followed: bool


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in the list; ``address`` is that of its own page.

    ``state`` is one of waiting, ready, playing, two-results, unsettled, final.
    """

    address: str
    code: str
    state: str
    word: str
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True)
class RoundPart:
    """One round: its anchor, its name, to how many points, its matches; ``opens`` is where the list opens."""

    anchor: str
    name: str
    points: str
    opens: bool
    matches: tuple[MatchLine, ...]


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
    """A bracket: ``opens`` is the anchor of its first round that is not finished, empty when all are."""

    bracket: Bracket
    name: str
    opens: str
    opens_word: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class PathLine:
    """One match of the player who is followed, as he sees it."""

    code: str
    address: str
    word: str
    opponent: str
    entrant: int
    score: str
    own_score: str
    won: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class PlayerPath:
    """The player who is followed and his matches from the first; the last one may be still to come."""

    entrant: int
    name: str
    matches: tuple[PathLine, ...]


@dataclass(frozen=True, slots=True)
class DrawParts:
    """All that is shown of a draw, and how far it is."""

    brackets: tuple[BracketPart, ...]
    played: int
    total: int
    on_now: int
    finished: bool
    player: PlayerPath | None
    query: str


@dataclass(frozen=True, slots=True)
class WholeDraw:
    """What the parts are made of: the draw, the cards of its matches by their place in the plan, entrants' names."""

    state: DrawState
    cards: Sequence[MatchCard]
    names: Mapping[int, str]

    @property
    def has_begun(self) -> bool:
        """Whether byes are folded: somebody has played or plays, or forfeited."""
        return any(card.begun or card.status == "finished" for card in self.cards)


def draw_parts(whole: WholeDraw, followed: Followed) -> DrawParts:
    """Return the parts of a draw's page, with the way of the entrant who is followed."""
    maker = _Maker(whole, followed)
    brackets = tuple(part for bracket in Bracket if (part := maker.bracket(bracket)))
    statuses = [Status(whole.state.derived.statuses[place]) for place in maker.drawn]
    last = whole.state.plan.consolation_at - 1
    return DrawParts(
        brackets=brackets,
        played=statuses.count(Status.FINISHED),
        total=len(maker.drawn),
        on_now=sum(maker.is_played_now(place) for place in maker.drawn),
        finished=whole.state.seat(last).status is Status.FINISHED,
        player=maker.path() if followed.entrant else None,
        query=followed.query,
    )


def mark_of(card: MatchCard) -> Mark:
    """Return what a drawing shows of what was entered about a match."""
    ruled = card.winner != card.goes_on
    how = How("ruling" if ruled else card.how or "played")
    settled = card.settled or card.status != "finished"
    return Mark(card.score, how, card.begun, settled, card.table, card.start)


def _seated(card: MatchCard) -> set[int]:
    return {player.entrant for player in (card.top, card.bottom) if player}


class _Maker:
    """Makes the parts of one draw; ``drawn`` collects the places of the matches shown, ``states`` their states."""

    def __init__(self, whole: WholeDraw, followed: Followed) -> None:
        self.whole, self.state = whole, whole.state
        own = {place for place, card in enumerate(whole.cards) if followed.entrant in _seated(card)}
        self.followed = replace(followed, matches=frozenset(own))
        self.marks = {place: mark_of(card) for place, card in enumerate(whole.cards)}
        self.names = {entrant: whole.names.get(entrant, "") for entrant in whole.state.lines.values()}
        self.states = {place: self.state_of(place) for place in range(len(whole.cards))}
        self.addresses = reverse("match", args=[0]).split("0")
        self.drawn: list[int] = []
        self.on_sheets: frozenset[int] = frozenset()

    def bracket(self, bracket: Bracket) -> BracketPart | None:
        plan, derived = self.state.plan, self.state.derived
        open_byes = bracket is Bracket.MAIN and not self.whole.has_begun
        try:
            drawings = layout_screen(
                plan,
                derived,
                bracket,
                names=self.names,
                marks=self.marks,
                open_byes=open_byes,
                mirrored=get_language_bidi(),
            )
        except RuleBroken:
            return None
        self.on_sheets |= {joint.match for drawing in drawings for joint in drawing.joints}
        name = _("Main") if bracket is Bracket.MAIN else _("Consolation")
        sections = [self.section(drawing, bracket, name) for drawing in drawings]
        first = self.first_open(sections)
        if self.followed.entrant:
            # His quarter stands first.
            own = [self.is_on(drawing) for drawing in drawings]
            sections = [each for _is_own, each in sorted(zip(own, sections, strict=True), key=lambda pair: not pair[0])]
        return BracketPart(bracket, name, first.anchor if first else "", first.name if first else "", tuple(sections))

    def first_open(self, sections: Sequence[Section]) -> RoundPart | None:
        return next((each for section in sections for each in section.rounds if each.opens), None)

    def is_on(self, drawing: Drawing) -> bool:
        return any(stand.entrant == self.followed.entrant for stand in drawing.stands)

    def section(self, drawing: Drawing, bracket: Bracket, name: str) -> Section:
        """Return one drawing with the list of its matches."""
        title = section_title(drawing)
        label = f"{name}: {title}" if title else name
        rounds = tuple(self.rounds(drawing))
        opens = next((index for index, each in enumerate(rounds) if each.opens), 0)
        return Section(
            anchor=f"{bracket.value}-{drawing.page}" if drawing.pages > 1 else "",
            title=title,
            codes=first_codes(drawing) if title else "",
            label=label,
            heads=heads_svg(drawing),
            svg=drawing_svg(drawing, label, self.names, self.followed),
            is_wide=drawing.geometry.width > PAGE,
            opens_at=round(opens * drawing.geometry.column),
            rounds=rounds,
        )

    def rounds(self, drawing: Drawing) -> Iterator[RoundPart]:
        """Yield the rounds of a drawing that hold a match; the first with one still to play opens."""
        planned = self.state.plan.matches
        joints = sorted(drawing.joints, key=lambda joint: joint.match)
        opened = False
        heads = iter(drawing.columns)
        for _round, group in groupby(joints, key=lambda joint: planned[joint.match].round):
            head, points = head_words(next(heads))
            matches = tuple(self.match(joint) for joint in group if self.is_match(joint.match))
            if not matches:
                continue
            opens = not opened and any(each.state not in ("final", "unsettled") for each in matches)
            opened = opened or opens
            letter = matches[0].code.rstrip("0123456789")
            anchor = f"{letter}-{drawing.page}" if drawing.pages > 1 else letter
            yield RoundPart(anchor, head, points, opens, matches)

    def is_match(self, place: int) -> bool:
        """Whether two play or will play there; with byes open also the empty lines of the first round are drawn."""
        return self.state.derived.statuses[place] not in (Status.BYE, Status.VOID)

    def is_played_now(self, place: int) -> bool:
        return self.states[place] == "playing" and self.marks[place].begun

    def match(self, joint: Joint) -> MatchLine:
        place = joint.match
        self.drawn.append(place)
        card, seat, mark = self.whole.cards[place], self.state.seat(place), self.marks[place]
        planned = self.state.plan.matches[place]
        top, bottom = scores(seat, mark)
        sides = (self.side(place, seat.top, planned.top, top), self.side(place, seat.bottom, planned.bottom, bottom))
        return MatchLine(self.address(card), joint.code, self.states[place], self.word(place), sides)

    def address(self, card: MatchCard) -> str:
        """Return the address of a match; the pattern is looked up once, there are hundreds of them."""
        return f"{self.addresses[0]}{card.id}{self.addresses[1]}"

    def side(self, place: int, who: int, source: Source, score: str) -> Side:
        seat = self.state.seat(place)
        decided = seat.status is Status.FINISHED
        name = self.names[who] if who > 0 else "" if who == PHANTOM else self.waits_for(source)
        return Side(
            max(who, 0),
            name,
            score,
            won=decided and who > 0 and seat.on == who,
            lost=decided and seat.on != who,
            followed=0 < who == self.followed.entrant,
        )

    def waits_for(self, source: Source) -> str:
        """Say who comes to an empty side: the winner or the loser of a match that is shown, byes left out."""
        while source.kind is From.WINNER and source.of not in self.on_sheets:
            folded = self.state.plan.matches[source.of]
            source = folded.bottom if self.state.derived.tops[source.of] == PHANTOM else folded.top
        code = origin(self.state.plan, self.state.derived, source)
        words = _("winner of {code}") if source.kind is From.WINNER else _("loser of {code}")
        return words.format(code=code)

    def state_of(self, place: int) -> str:
        seat, mark = self.state.seat(place), self.marks[place]
        tag = tag_of(seat, mark)
        if tag is not None:
            return {"ready": "ready", "on-now": "playing", "two-results": "two-results"}[tag.value]
        if seat.status is Status.FINISHED:
            return "final" if mark.settled else "unsettled"
        return "waiting"

    def word(self, place: int) -> str:
        """Return what is said of a match beside its players, nothing of one that is played or waits."""
        mark = self.marks[place]
        tag = tag_of(self.state.seat(place), mark)
        if tag is not None:
            return tag_words(tag, mark.table)
        if self.states[place] == "unsettled":
            return _("Not confirmed")
        words = {
            How.WALKOVER: _("walkover"),
            How.NO_SHOW: _("no-show"),
            How.RETIRED: _("retired"),
            How.WITHDRAWN: _("withdrawn"),
            How.RULING: _("by ruling"),
        }
        return words.get(mark.how, "") if self.states[place] == "final" else ""

    def path(self) -> PlayerPath | None:
        """Return the matches of the player who is followed, from his first."""
        who = self.followed.entrant
        if who not in self.names:
            return None
        return PlayerPath(who, self.names[who], tuple(self.path_lines(who)))

    def path_lines(self, who: int) -> Iterator[PathLine]:
        for place in self.drawn:
            seat, planned, card = self.state.seat(place), self.state.plan.matches[place], self.whole.cards[place]
            if who not in (seat.top, seat.bottom):
                continue
            own, other = scores(seat, self.marks[place])
            opponent, source = seat.bottom, planned.bottom
            if seat.bottom == who:
                own, other, opponent, source = other, own, seat.top, planned.top
            finished = seat.status is Status.FINISHED
            yield PathLine(
                code=planned.code,
                address=self.address(card),
                word=self.word(place),
                opponent=self.names[opponent] if opponent > 0 else self.waits_for(source),
                entrant=max(opponent, 0),
                score=other,
                own_score=own,
                won=finished and seat.on == who,
                lost=finished and seat.on != who,
            )


def section_title(drawing: Drawing) -> str:
    """Return which part of its bracket a drawing shows, empty when it is the whole."""
    if drawing.part is Part.WHOLE:
        return ""
    if drawing.part is Part.FINALS:
        return _("Finals")
    return _("Quarter {number}").format(number=drawing.section)


def first_codes(drawing: Drawing) -> str:
    """Return the codes of the first round of a drawing, from the top one to the last."""
    codes = [joint.code for joint in sorted(drawing.joints, key=lambda joint: joint.match)]
    letter = codes[0].rstrip("0123456789") if codes else ""
    first = [code for code in codes if code.rstrip("0123456789") == letter]
    return "–".join(dict.fromkeys(first[:1] + first[-1:]))
