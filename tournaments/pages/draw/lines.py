"""The matches on the page of a draw: in the list by round, and on the way of one player."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.urls import reverse

from rules.drawing.states import scores, tag_of
from rules.drawing.tree import origin
from rules.draws.derive import Status
from rules.draws.facts import PHANTOM
from rules.draws.match_state import State
from rules.draws.plan import From, Source
from rules.draws.state import DrawState
from rules.match.terms import BOTTOM, TOP, Side
from tournaments.parts.bracket_svg import tag_words
from tournaments.read.draws.view import DrawView
from tournaments.read.matches.own import Outcome, OwnMatch
from tournaments.read.matches.view import MatchView, Ruling
from tournaments.words import boxes
from tournaments.words.states import state_words


@dataclass(frozen=True, slots=True)
class DrawnSide:
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

    ``state`` is one of waiting, ready, playing, two-results, unsettled, final. ``running`` is the score while they
    play, ``depends_on`` names the matches whose result could still change who plays.
    """

    address: str
    code: str
    state: str
    word: str
    sides: tuple[DrawnSide, DrawnSide]
    running: str
    depends_on: str
    ruling: Ruling | None


@dataclass(frozen=True, slots=True)
class PathLine:
    """One match of the followed player, from that side."""

    code: str
    address: str
    word: str
    opponent: str
    entrant: int
    score: str
    own_score: str
    outcome: Outcome | None
    ruling: Ruling | None


@dataclass(frozen=True, slots=True)
class PlayerPath:
    """The followed player with their matches in order; the last one may be still to come."""

    entrant: int
    name: str
    matches: tuple[PathLine, ...]


@dataclass(frozen=True, slots=True)
class WholeDraw:
    """The sources of the parts: the derived draw and its matches; ``deadlines`` are times of day by place."""

    state: DrawState
    view: DrawView
    deadlines: Mapping[int, str] = field(default_factory=dict)

    @property
    def matches(self) -> tuple[MatchView, ...]:
        return self.view.matches

    @property
    def names(self) -> Mapping[int, str]:
        return self.view.names

    @property
    def has_begun(self) -> bool:
        """Whether byes are folded: some match is played, in progress or forfeited."""
        return any(match.begun or match.status == "finished" for match in self.matches)


_STROKES = {
    State.READY: "ready",
    State.CALLED: "playing",
    State.PLAYING: "playing",
    State.DISPUTED: "two-results",
    State.UNSETTLED: "unsettled",
}


class Lines:
    """Tells the matches of one draw by their places in the plan.

    ``followed`` is an entrant, 0 for nobody. ``shown`` are the places of the matches that are drawn: who waits for a
    folded one is told whom it lets through.
    """

    def __init__(self, whole: WholeDraw, followed: int) -> None:
        self.whole, self.state, self.followed = whole, whole.state, followed
        self.marks = {match.place: match.mark for match in whole.matches}
        self.names = {entrant: whole.names.get(entrant, "") for entrant in whole.state.lines.values()}
        self.addresses = reverse("match", args=[0]).split("0")
        self.shown: set[int] = set()

    def is_match(self, place: int) -> bool:
        """Whether two play or will play there; with byes open also the empty lines of the first round are drawn."""
        return self.state.derived.statuses[place] not in (Status.BYE, Status.VOID)

    def is_played_now(self, place: int) -> bool:
        return self.whole.matches[place].state is State.PLAYING

    def match(self, place: int) -> MatchLine:
        """Return a match for the list."""
        match, planned = self.whole.matches[place], self.state.plan.matches[place]
        seat = self.state.seat(place)
        top, bottom = scores(seat, self.marks[place])
        return MatchLine(
            address=self.address(match),
            code=match.code,
            state=_STROKES.get(match.state, "final" if match.state.has_ended else "waiting"),
            word=self.word(match),
            sides=(self.side(match, TOP, planned.top, top), self.side(match, BOTTOM, planned.bottom, bottom)),
            running="–".join(map(str, match.running)) if match.running else "",
            depends_on=", ".join(match.depends_on) if match.state.is_open else "",
            ruling=match.ruling,
        )

    def address(self, match: MatchView) -> str:
        """Return the address of a match; the pattern is looked up once, there are hundreds of them."""
        return f"{self.addresses[0]}{match.id}{self.addresses[1]}"

    def side(self, match: MatchView, side: Side, source: Source, score: str) -> DrawnSide:
        seat = self.state.seat(match.place)
        who = seat.top if side is TOP else seat.bottom
        name = self.names[who] if who > 0 else "" if who == PHANTOM else self.waits_for(source)
        return DrawnSide(
            max(who, 0),
            name,
            score,
            won=match.winner is side,
            lost=match.status == "finished" and match.winner is not side,
            followed=0 < who == self.followed,
        )

    def waits_for(self, source: Source) -> str:
        """Say who comes to an empty side: the winner or the loser of a match that is shown, byes left out."""
        while source.kind is From.WINNER and source.of not in self.shown:
            folded = self.state.plan.matches[source.of]
            source = folded.bottom if self.state.derived.tops[source.of] == PHANTOM else folded.top
        code = origin(self.state.plan, self.state.derived, source)
        words = str(boxes.WINNER_OF) if source.kind is From.WINNER else str(boxes.LOSER_OF)
        return words.format(code=code)

    def word(self, match: MatchView) -> str:
        """Return what stands beside the players of a match, nothing for one that is played or waits."""
        tag = tag_of(self.state.seat(match.place), self.marks[match.place])
        if tag is not None:
            return tag_words(tag, match.table)
        if match.state is State.UNSETTLED:
            at = self.whole.deadlines.get(match.place)
            return boxes.SETTLES_AT.format(time=at) if at else str(boxes.NOT_CONFIRMED)
        return state_words(match.state) if match.state.has_ended and match.state is not State.FINAL else ""

    def path(self, places: Iterable[int]) -> PlayerPath | None:
        """Return the followed player with those of their matches that are shown, in order; None without one."""
        who = self.followed
        if who not in self.names:
            return None
        return PlayerPath(who, self.names[who], tuple(self.path_lines(who, places)))

    def path_lines(self, who: int, places: Iterable[int]) -> Iterator[PathLine]:
        for place in places:
            seat, planned, match = self.state.seat(place), self.state.plan.matches[place], self.whole.matches[place]
            side = match.side_of(who)
            if side is None:
                continue
            own, other = scores(seat, self.marks[place])
            opponent, source = seat.bottom, planned.bottom
            if seat.bottom == who:
                own, other, opponent, source = other, own, seat.top, planned.top
            yield PathLine(
                code=planned.code,
                address=self.address(match),
                word=self.word(match),
                opponent=self.names[opponent] if opponent > 0 else self.waits_for(source),
                entrant=max(opponent, 0),
                score=other,
                own_score=own,
                outcome=OwnMatch(match, side).outcome,
                ruling=match.ruling,
            )
