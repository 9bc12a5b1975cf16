"""The matches of a draw as its page tells them: in the list by round, and on the way of one player."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _

from rules.drawing.states import How, Mark, scores, tag_of
from rules.drawing.tree import origin
from rules.draws.derive import Status
from rules.draws.facts import PHANTOM
from rules.draws.plan import From, Source
from rules.draws.state import DrawState
from tournaments.parts.bracket_svg import tag_words
from tournaments.read.cards import MatchCard
from tournaments.read.matches.claims import told_in_dispute


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

    ``state`` is one of waiting, ready, playing, two-results, unsettled, final. ``running`` is how it stands while they
    play, ``subject_to`` names the matches whose result could still change who plays.
    """

    address: str
    code: str
    state: str
    word: str
    sides: tuple[Side, Side]
    running: str
    subject_to: str


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
class WholeDraw:
    """What the parts are made of: the draw, the cards of its matches by their place in the plan, entrants' names.

    By their places too: when a result ``stands_at``, and what a match is ``subject_to``.
    """

    state: DrawState
    cards: Sequence[MatchCard]
    names: Mapping[int, str]
    stands_at: Mapping[int, str] = field(default_factory=dict)
    subject_to: Sequence[tuple[str, ...]] = ()

    @property
    def has_begun(self) -> bool:
        """Whether byes are folded: somebody has played or plays, or forfeited."""
        return any(card.begun or card.status == "finished" for card in self.cards)


def mark_of(card: MatchCard) -> Mark:
    """Return what a drawing shows of what was entered about a match."""
    ruled = card.winner != card.goes_on
    how = How("ruling" if ruled else card.how or "played")
    settled = card.settled or card.status != "finished"
    return Mark(
        points=card.score,
        how=how,
        begun=card.begun,
        settled=settled,
        table=card.table,
        start=card.start,
        claims=told_in_dispute(card),
        running=card.card_score,
    )


def seated(card: MatchCard) -> set[int]:
    """Return who sits in a match."""
    return {player.entrant for player in (card.top, card.bottom) if player}


class Lines:
    """Tells the matches of one draw by their places in the plan.

    ``followed`` is an entrant, 0 for nobody. ``shown`` are the places of the matches that are drawn: who waits for a
    folded one is told whom it lets through.
    """

    def __init__(self, whole: WholeDraw, followed: int) -> None:
        self.whole, self.state, self.followed = whole, whole.state, followed
        self.marks = {place: mark_of(card) for place, card in enumerate(whole.cards)}
        self.names = {entrant: whole.names.get(entrant, "") for entrant in whole.state.lines.values()}
        self.states = {place: self.state_of(place) for place in range(len(whole.cards))}
        self.addresses = reverse("match", args=[0]).split("0")
        self.shown: set[int] = set()

    def is_match(self, place: int) -> bool:
        """Whether two play or will play there; with byes open also the empty lines of the first round are drawn."""
        return self.state.derived.statuses[place] not in (Status.BYE, Status.VOID)

    def is_played_now(self, place: int) -> bool:
        return self.states[place] == "playing" and self.marks[place].begun

    def match(self, place: int) -> MatchLine:
        """Return a match as the list tells it."""
        card, seat, mark = self.whole.cards[place], self.state.seat(place), self.marks[place]
        planned = self.state.plan.matches[place]
        top, bottom = scores(seat, mark)
        sides = (self.side(place, seat.top, planned.top, top), self.side(place, seat.bottom, planned.bottom, bottom))
        running = "–".join(str(each) for each in mark.running) if mark.running else ""
        subject = self.subject(place) if seat.status is Status.OPEN else ""
        return MatchLine(
            self.address(card), planned.code, self.states[place], self.word(place), sides, running, subject
        )

    def subject(self, place: int) -> str:
        return ", ".join(self.whole.subject_to[place]) if self.whole.subject_to else ""

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
            followed=0 < who == self.followed,
        )

    def waits_for(self, source: Source) -> str:
        """Say who comes to an empty side: the winner or the loser of a match that is shown, byes left out."""
        while source.kind is From.WINNER and source.of not in self.shown:
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
            at = self.whole.stands_at.get(place)
            return _("Stands at {time}").format(time=at) if at else _("Not confirmed")
        words = {
            How.WALKOVER: _("walkover"),
            How.NO_SHOW: _("no-show"),
            How.RETIRED: _("retired"),
            How.WITHDRAWN: _("withdrawn"),
            How.RULING: _("by ruling"),
        }
        return words.get(mark.how, "") if self.states[place] == "final" else ""

    def path(self, places: Iterable[int]) -> PlayerPath | None:
        """Return who is followed with those of his matches that are shown, from his first; None when nobody is."""
        who = self.followed
        if who not in self.names:
            return None
        return PlayerPath(who, self.names[who], tuple(self.path_lines(who, places)))

    def path_lines(self, who: int, places: Iterable[int]) -> Iterator[PathLine]:
        for place in places:
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
