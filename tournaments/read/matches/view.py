"""A match as everybody sees it: one state, one score, one ruling. Every page, sheet and answer is made from it.

Source: docs/rules/match-state.md; docs/decisions/0039-one-reading-of-a-match.md.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum

from rules.drawing.states import How, Mark, scores
from rules.draws.derive import Seat, Status
from rules.draws.facts import PHANTOM
from rules.draws.match_state import State
from rules.formats.course import Course
from rules.match import terms
from rules.match.terms import TOP, Side

type Points = tuple[int, int]

_STATUS = {each.word: each for each in Status}


@dataclass(frozen=True, slots=True)
class PlayerView:
    """An entrant by id, with the name that tells namesakes apart."""

    entrant: int
    name: str


@dataclass(frozen=True, slots=True)
class ClaimView:
    """What one of the two players claims: who won, and the points (top, bottom) as entered."""

    entrant: int
    winner: Side
    points: Points
    result: int


class RulingKind(StrEnum):
    """Why somebody goes on by ruling.

    ``KEPT``: the result names another winner, or none. ``ALONE``: no result counts. ``DISPUTED``: no result counts
    because the players report different ones.
    """

    KEPT = "kept"
    ALONE = "alone"
    DISPUTED = "disputed"


@dataclass(frozen=True, slots=True)
class Ruling:
    """``goes_on`` by ruling; ``kept`` are the codes of the later matches that stay as played because of it."""

    kind: RulingKind
    goes_on: PlayerView
    kept: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MatchTimes:
    """When both were called to the table, the clocks were started, the running score was reported last, and the result
    was entered; None for what has not happened, or no longer counts.
    """

    called: datetime | None
    started: datetime | None
    scored: datetime | None
    finished: datetime | None


@dataclass(frozen=True, slots=True)
class MatchView:
    """A match of a draw; ``place`` is its place in the plan. Pairs are (top, bottom).

    ``course`` tells how its round is named, where its players come from and where winner and loser go.

    ``score`` is capped at the length, ``raw`` the same as entered; ``running`` is the score while they play, as
    ``keeper`` reports it, on the score card with the mark ``card``; ``start`` is the score from which they play, (0, 0)
    without penalty points.

    ``winner`` won by the result, ``goes_on`` sits in the match that follows: they differ under a ``ruling`` only. Both
    are None where neither came. ``how`` tells how a finished match ended: played, no_show, walkover, retired,
    withdrawn, ruling; else empty. ``result`` is the record of the result that counts, 0 for none, and ``reporter`` the
    player who reported it, None for the desk.

    ``claims`` is what each player has claimed since the desk last wrote, top first. ``deadline`` is when the result is
    settled unless it is contested; None for a settled one and one that waits for the desk. ``contested``: a player
    says that the settled result is wrong. ``depends_on`` are the codes of matches whose result, not confirmed or
    disputed, could still change who plays.
    """

    id: int
    draw: int
    place: int
    code: str
    bracket: str
    round: int
    number: int
    length: int
    course: Course
    top: PlayerView | None
    bottom: PlayerView | None
    state: State
    status: str
    begun: bool
    settled: bool
    score: Points | None
    raw: Points | None
    start: Points
    running: Points | None
    keeper: PlayerView | None
    card: str
    winner: Side | None
    goes_on: Side | None
    how: str
    ruling: Ruling | None
    result: int
    reporter: int | None
    table: str
    called: bool
    times: MatchTimes
    claims: tuple[ClaimView, ...]
    deadline: datetime | None
    contested: bool
    depends_on: tuple[str, ...]
    version: int

    @property
    def letter(self) -> str:
        """The letter of its round."""
        return self.code.rstrip("0123456789")

    @property
    def began(self) -> datetime | None:
        """When they began, as far as anybody knows: when the clocks were started, else when they were called."""
        return (self.times.started or self.times.called) if self.begun else None

    @property
    def derived(self) -> Status:
        """Its status as the rule book derives it."""
        return _STATUS[self.status]

    @property
    def players(self) -> tuple[PlayerView | None, PlayerView | None]:
        """The upper and the lower player, None for one who is not known or will not come."""
        return self.top, self.bottom

    @property
    def entrants(self) -> tuple[int, ...]:
        """Everybody who sits in it, top first."""
        return tuple(player.entrant for player in self.players if player is not None)

    @property
    def names(self) -> tuple[str, str]:
        """The names of both players, empty for nobody."""
        return _name(self.top), _name(self.bottom)

    @property
    def on(self) -> int | None:
        """The entrant who goes on."""
        return self.entrant(self.goes_on)

    @property
    def off(self) -> int | None:
        """The entrant who drops."""
        return self.entrant(self.goes_on.other) if self.goes_on and self.status == "finished" else None

    @property
    def neither_came(self) -> bool:
        """Whether it ended without a winner."""
        return self.status == "finished" and self.winner is None

    @property
    def disputed(self) -> tuple[Points | None, ...]:
        """The claim of each player, capped at the length, top first; None where one only says that the result is
        wrong. Empty where no dispute is open.
        """
        if self.state is not State.DISPUTED or not self.claims:
            return ()
        by = {claim.entrant: claim.points for claim in self.claims}
        reported = (by.get(player.entrant) if player else None for player in self.players)
        return tuple(capped(points, self.length) for points in reported)

    @property
    def mark(self) -> Mark:
        """The match as a drawing marks it."""
        return Mark(
            points=self.score,
            how=How.RULING if self.ruling else How(self.how or "played"),
            begun=self.begun,
            settled=self.settled or self.status != "finished",
            table=self.table,
            start=self.start,
            claims=self.disputed,
            running=self.running,
        )

    @property
    def seat(self) -> Seat:
        """The match as the rule book derives it, without those who may still come."""
        top, bottom = (player.entrant if player else PHANTOM for player in self.players)
        return Seat(top, bottom, self.derived, self.on or PHANTOM, self.off or PHANTOM, self.result or None)

    @property
    def drawn(self) -> tuple[str, str]:
        """What stands in the score place of each player on a drawing: ``(2) 5`` after a start with 2 points."""
        return scores(self.seat, self.mark)

    @property
    def texts(self) -> tuple[str, str]:
        """What stands beside each player, as on the draw sheet but without the start score."""
        return scores(self.seat, replace(self.mark, start=(0, 0)))

    def player(self, side: Side) -> PlayerView | None:
        """Return who sits on a side."""
        return self.top if side is TOP else self.bottom

    def entrant(self, side: Side | None) -> int | None:
        """Return the entrant on a side, None for nobody."""
        player = self.player(side) if side else None
        return player.entrant if player else None

    def side_of(self, entrant: int) -> Side | None:
        """Return where an entrant sits."""
        return next((side for side in Side if self.entrant(side) == entrant), None)


def capped(points: Points | None, length: int) -> Points | None:
    """Return points as they count: nobody has more than the length of the match, unless draws took both beyond it."""
    return None if points is None else terms.capped(points, length)


def _name(player: PlayerView | None) -> str:
    return player.name if player else ""
