"""What the page of a ladder shows: places, open challenges, the latest changes, and what this visitor may do."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from clubs.actions.ladders.steps import Standing
from clubs.models import LadderClaim
from clubs.pages.ladder.drawing import Drawing, drawing_of
from clubs.read.ladders.claims import WaitingClaims
from clubs.read.ladders.view import LadderView
from clubs.words.ladders import change_words, reason_word
from rules.ladders.board import Change
from rules.ladders.facts import Challenge
from rules.match.claims import Claims

LATEST = 20


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """A player on the ladder; ``against`` is why the followed player may not challenge them, None if they may."""

    place: int
    number: int
    name: str
    rung: int | None
    frozen: bool
    followed: bool
    may_be_challenged: bool
    against: str


@dataclass(frozen=True, slots=True)
class ClaimLine:
    """What a player reported of a challenge; ``score`` is empty if they gave no points."""

    reporter: str
    winner: int
    winner_name: str
    won: int | None
    lost: int | None

    @property
    def score(self) -> str:
        return "" if self.won is None else f"{self.won}–{self.lost}"


@dataclass(frozen=True, slots=True)
class ChallengeLine:
    """An open challenge, and what the visitor may enter about it.

    ``claims`` are results that players reported; ``settles_at`` is when they count by themselves, None if they differ
    or there are none. ``to_confirm`` is the opponent's claim, for the player who has not answered it.
    """

    number: int
    a: int
    b: int
    challenger: str
    defender: str
    accepted: bool
    deadline: datetime | None
    may_answer: bool
    may_withdraw: bool
    may_report: bool
    claims: tuple[ClaimLine, ...] = ()
    settles_at: datetime | None = None
    is_disputed: bool = False
    to_confirm: ClaimLine | None = None


@dataclass(frozen=True, slots=True)
class ChangeLine:
    """A change of place with its reason in words; a place that is None is not on the ladder."""

    at: datetime
    name: str
    before: int | None
    after: int | None
    words: str


@dataclass(frozen=True, slots=True)
class LadderSheet:
    """The page of a ladder. ``followed`` is the player whose line is drawn in ink, None for nobody."""

    ladder: int
    club: int
    club_name: str
    name: str
    zone: str
    places: tuple[PlaceLine, ...]
    challenges: tuple[ChallengeLine, ...]
    changes: tuple[ChangeLine, ...]
    drawing: Drawing | None
    followed: int | None
    may_challenge: bool
    is_desk: bool
    is_director: bool
    may_join: bool

    @property
    def targets(self) -> tuple[PlaceLine, ...]:
        """Everybody but the followed player, for the choice of whom to challenge."""
        return tuple(line for line in self.places if not line.followed)


def ladder_sheet(
    view: LadderView, actor: Standing, followed: int | None, now: datetime, claims: Mapping[int, WaitingClaims]
) -> LadderSheet:
    """Return the page of a ladder for a visitor who follows a player; ``claims`` are those that wait."""
    on_ladder = view.order
    own = followed if followed in on_ladder else actor.player
    may = own is not None and (actor.is_desk or own == actor.player)
    against = view.replayed.may_challenge(str(own), now) if may else {}
    return LadderSheet(
        ladder=view.ladder.pk,
        club=view.ladder.club_id,
        club_name=view.ladder.club.name,
        name=view.ladder.name,
        zone=view.ladder.zone,
        places=tuple(_places(view, own, against)),
        challenges=tuple(_challenge(view, actor, each, claims.get(each.number)) for each in _listed(view, claims)),
        changes=tuple(_change(view, each) for each in _latest(view)),
        drawing=drawing_of(view, own, now),
        followed=own,
        may_challenge=may,
        is_desk=actor.is_desk,
        is_director=actor.is_director,
        may_join=actor.role is not None and actor.player is None,
    )


def _places(view: LadderView, own: int | None, against: dict[str, str | None]) -> Iterator[PlaceLine]:
    rungs, frozen = view.replayed.rungs, view.replayed.frozen
    for place, number in enumerate(view.order, start=1):
        who = str(number)
        reason = against.get(who)
        yield PlaceLine(
            place, number, view.name(number), rungs.get(who), who in frozen, number == own,
            may_be_challenged=who in against and reason is None, against=reason_word(reason) if reason else "",
        )  # fmt: skip


def _listed(view: LadderView, claims: Mapping[int, WaitingClaims]) -> list[Challenge]:
    """Return the open challenges, and those whose deadline passed while their claims differ."""
    late = (view.challenge(number) for number in claims)
    numbered = {each.number: each for each in (*view.open, *late) if each is not None}
    return [numbered[number] for number in sorted(numbered)]


def _challenge(
    view: LadderView, actor: Standing, challenge: Challenge, claims: WaitingClaims | None
) -> ChallengeLine:  # fmt: skip
    a, b = int(challenge.a), int(challenge.b)
    reported, plays = claims is not None, actor.player in (a, b)
    own = claims.of(actor.player or 0) if claims and plays else None
    other = claims.of(a if actor.player == b else b) if claims and plays else None
    return ChallengeLine(
        challenge.number, a, b, view.name(a), view.name(b), challenge.accepted, challenge.deadline,
        may_answer=not reported and not challenge.accepted and (actor.is_desk or actor.player == b),
        may_withdraw=actor.is_desk or (not reported and actor.player == a),
        may_report=actor.is_desk or plays,
        claims=tuple(_claim(view, each) for who in (a, b) if claims and (each := claims.of(who))),
        settles_at=claims.deadline if claims else None,
        is_disputed=claims is not None and claims.verdict.state is Claims.DISPUTED,
        to_confirm=_claim(view, other) if other and (own is None or own.winner != other.winner) else None,
    )  # fmt: skip


def _claim(view: LadderView, row: LadderClaim) -> ClaimLine:
    return ClaimLine(view.name(row.by), row.winner, view.name(row.winner), row.won, row.lost)


def _latest(view: LadderView) -> list[Change]:
    """Return the latest changes that somebody made, the newest first; those who only made room are left out."""
    made = [each for each in view.changes if each.reason not in ("made_room", "moved_up")]
    return made[: -LATEST - 1 : -1]


def _change(view: LadderView, change: Change) -> ChangeLine:
    others = ", ".join(view.name(each) for each in change.because)
    played = view.results.get(change.number or 0)
    points = f"{played.won}–{played.lost}" if played is not None and played.won is not None else ""
    return ChangeLine(
        change.at, view.name(change.player), change.before, change.after, change_words(change.reason, others, points)
    )  # fmt: skip
