"""The matches on the page of a draw: in the list by round, and on the way of one player."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from django.urls import reverse

from rules.drawing.states import tag_of
from rules.drawing.tree import origin
from rules.draws.derive import Status
from rules.draws.facts import PHANTOM, UNKNOWN
from rules.draws.match_state import State
from rules.draws.plan import From, Source
from rules.draws.state import DrawState
from rules.match.terms import TOP, Side
from tournaments.parts.bracket_svg import tag_words
from tournaments.read.draws.view import DrawView
from tournaments.read.matches.own import OwnMatch, own_matches
from tournaments.read.matches.view import MatchView, PlayerView
from tournaments.words import boxes
from tournaments.words.states import state_words

_STROKES = {
    State.READY: "ready",
    State.CALLED: "playing",
    State.PLAYING: "playing",
    State.DISPUTED: "two-results",
    State.UNSETTLED: "unsettled",
}


@dataclass(frozen=True, slots=True)
class RowSide:
    """One side of a match: the ``text`` in its score place, and who comes while nobody sits there."""

    own: OwnMatch
    text: str
    waits_for: str
    followed: bool


@dataclass(frozen=True, slots=True)
class RoundRow:
    """A match in the list of its round: the address of its page, and the word beside its players.

    ``waits_for`` names who comes to each empty side, the upper one first; ``followed`` is the side of the followed
    player. A round is cached by its rows: what they show is worked out when they are shown.
    """

    match: MatchView
    address: str
    word: str
    waits_for: tuple[str, str]
    followed: Side | None

    @property
    def stroke(self) -> str:
        """How it is drawn: waiting, ready, playing, two-results, unsettled or final."""
        return _STROKES.get(self.match.state, "final" if self.match.state.has_ended else "waiting")

    @property
    def sides(self) -> Iterator[RowSide]:
        """Both sides, the upper one first."""
        for side, text, comes in zip(Side, self.match.drawn, self.waits_for, strict=True):
            yield RowSide(OwnMatch(self.match, side), text, comes, side is self.followed)


@dataclass(frozen=True, slots=True)
class PathRow:
    """A match of the followed player; ``waits_for`` names who comes while there is no opponent."""

    own: OwnMatch
    address: str
    word: str
    waits_for: str

    @property
    def opponent(self) -> str:
        """The name of the opponent, or who comes."""
        return self.own.opponent.name if self.own.opponent else self.waits_for

    @property
    def score(self) -> str:
        """What stands in both score places, the player's first; empty while there is nothing."""
        texts, side = self.own.match.drawn, self.own.side
        return f"{texts[side.place]}–{texts[side.other.place]}" if any(texts) else ""


@dataclass(frozen=True, slots=True)
class PlayerPath:
    """The followed player with their matches in order; the last one may be still to come."""

    player: PlayerView
    rows: tuple[PathRow, ...]


@dataclass(frozen=True, slots=True)
class DrawSource:
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


class Lines:
    """Makes the rows of one draw; a match is given by its place in the plan.

    ``followed`` is an entrant, 0 for nobody. ``shown`` are the places of the matches that are drawn: an empty side
    that a folded match feeds names the player whom that match lets through.
    """

    def __init__(self, source: DrawSource, followed: int) -> None:
        self.source, self.state, self.followed = source, source.state, followed
        self.marks = {match.place: match.mark for match in source.matches}
        self.names = {entrant: source.names.get(entrant, "") for entrant in source.state.lines.values()}
        self.addresses = reverse("match", args=[0]).split("0")
        self.shown: set[int] = set()

    def is_match(self, place: int) -> bool:
        """Whether two play or will play there; with byes open also the empty lines of the first round are drawn."""
        return self.state.derived.statuses[place] not in (Status.BYE, Status.VOID)

    def row(self, place: int) -> RoundRow:
        """Return a match for the list of its round."""
        match, planned, seat = self.source.matches[place], self.state.plan.matches[place], self.state.seat(place)
        return RoundRow(
            # What a later match depends on changes with every result; it is shown of an open one only.
            match=match if match.state.is_open or not match.depends_on else replace(match, depends_on=()),
            address=self.address(match),
            word=self.word(match),
            waits_for=(
                self.waits_for(planned.top) if seat.top == UNKNOWN else "",
                self.waits_for(planned.bottom) if seat.bottom == UNKNOWN else "",
            ),
            followed=match.side_of(self.followed) if self.followed else None,
        )

    def address(self, match: MatchView) -> str:
        """Return the address of a match; the pattern is looked up once, there are hundreds of them."""
        return f"{self.addresses[0]}{match.id}{self.addresses[1]}"

    def waits_for(self, source: Source) -> str:
        """Return who comes to an empty side: the winner or the loser of a match that is shown, byes left out."""
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
            at = self.source.deadlines.get(match.place)
            return boxes.SETTLES_AT.format(time=at) if at else str(boxes.NOT_CONFIRMED)
        return state_words(match.state) if match.state.has_ended and match.state is not State.FINAL else ""

    def path(self, places: Iterable[int]) -> PlayerPath | None:
        """Return the followed player with those of their matches that are shown, in order; None without one."""
        if self.followed not in self.names:
            return None
        matches = (self.source.matches[place] for place in places)
        rows = (self.path_row(own) for own in own_matches(matches, self.followed))
        return PlayerPath(PlayerView(self.followed, self.names[self.followed]), tuple(rows))

    def path_row(self, own: OwnMatch) -> PathRow:
        """Return a match of the followed player."""
        planned = self.state.plan.matches[own.match.place]
        source = planned.bottom if own.side is TOP else planned.top
        return PathRow(
            own=own,
            address=self.address(own.match),
            word=self.word(own.match),
            waits_for="" if own.opponent else self.waits_for(source),
        )
