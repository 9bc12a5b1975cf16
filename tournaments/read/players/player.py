"""What a player sees of his evening: whom he plays next and about when, what follows from it, what he has played."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time

from journal.refusals import Unknown
from rules.draws.derive import Status
from rules.draws.plan import ENTRY
from rules.match.terms import Side
from tournaments.models import Entrant, Match, Withdrawal
from tournaments.read.cards import card_of
from tournaments.read.draws.expected import DrawOutlook, clock, outlook
from tournaments.read.draws.ways import After, Other, Ways
from tournaments.read.match_lines import match_line
from tournaments.read.names import names_in
from tournaments.read.states import state_of

__all__ = ["After", "Evening", "Next", "Other", "Played", "Reported", "evening_of", "evening_sheet", "player_of_event"]


@dataclass(frozen=True, slots=True)
class Next:
    """The match he plays, or the next one; pairs are (his, the other's).

    ``state`` is waiting, ready, called, playing or disputed. ``last`` is how many are left in its round of the main
    bracket. Times of day are empty when nobody can say. ``rests_on`` are the matches that brought the two here without
    a settled result. ``byes`` are the rounds that he sits out before it, by letter.
    """

    id: int
    code: str
    bracket: str
    letter: str
    last: int
    final: bool
    length: int
    state: str
    other: Other
    table: str
    called_at: str
    about: str
    start: tuple[int, int]
    score: tuple[int, int] | None
    rests_on: tuple[str, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reported:
    """His latest result while it is not settled: ``by`` is him, other or desk; ``stands_at`` a time of day."""

    id: int
    code: str
    other: str
    own: str
    theirs: str
    won: bool
    by: str
    stands_at: str


@dataclass(frozen=True, slots=True)
class Played:
    """A match that he has behind him; ``state`` is a word of ``states.state_of``, points are text."""

    id: int
    code: str
    bracket: str
    length: int
    other: int | None
    name: str
    own: str
    theirs: str
    won: bool
    state: str
    objected: bool

    @property
    def has_score(self) -> bool:
        """Whether it was played, to the end or not."""
        return any(text[:1].isdigit() for text in (self.own, self.theirs))


@dataclass(frozen=True, slots=True)
class Evening:
    """The evening of one entrant as it stands.

    ``state`` is undrawn, absent (drawn without him), bye, waiting, ready, called, playing, disputed, reported (what
    follows waits for its result) or done. ``dropped`` says that he is out of the main bracket. ``place`` is the one
    that he shares with those who left with him, None while he can still go on.
    """

    entrant: int
    number: int
    name: str
    event: int
    event_name: str
    tournament: int
    tournament_name: str
    zone: str
    starts_on: date | None
    starts_at: time | None
    closed: bool
    state: str
    dropped: bool
    out: tuple[str, ...]
    next: Next | None
    win: After | None
    loss: After | None
    reported: Reported | None
    played: tuple[Played, ...]
    place: int | None
    as_of: str

    @property
    def drops(self) -> bool:
        """Whether a loss leads from the main bracket to the consolation."""
        return self.next is not None and self.loss is not None and self.loss.bracket not in ("", self.next.bracket)


def player_of_event(pk: int) -> Entrant:
    """Return an entrant with his event, tournament, club and memory. Raises Unknown ``entrant.unknown``."""
    row = (
        Entrant.objects.select_related("event__tournament__stream", "event__tournament__club")
        .filter(pk=pk, record__undo__isnull=True)
        .first()
    )
    if row is None:
        raise Unknown("entrant.unknown")
    return row


def evening_of(entrant: int, now: datetime) -> Evening:
    """Return the evening of an entrant, in eight statements whatever the field, in four when others asked before.

    Raises Unknown ``entrant.unknown``.
    """
    return evening_sheet(player_of_event(entrant), now)


def evening_sheet(player: Entrant, now: datetime) -> Evening:
    """Return the evening of an entrant read by ``player_of_event``; the same within five minutes."""
    event, tournament = player.event, player.event.tournament
    ahead = outlook(tournament, now)
    names = names_in(event.pk)
    gone = Withdrawal.objects.filter(entrant=player, record__undo__isnull=True).values_list("bracket", flat=True)
    out = frozenset(gone)
    draw = ahead.draws.get(event.pk)
    step = _drawn(draw, names, player.pk, out) if draw else _Told("undrawn")
    return Evening(
        entrant=player.pk,
        number=player.number,
        name=names.get(player.pk, ""),
        event=event.pk,
        event_name=event.name,
        tournament=tournament.pk,
        tournament_name=tournament.name,
        zone=tournament.timezone,
        starts_on=tournament.starts_on,
        starts_at=tournament.starts_at,
        closed=event.closed,
        state=step.state,
        dropped=step.left is not None,
        out=tuple(sorted(out)),
        next=step.next,
        win=step.win,
        loss=step.loss,
        reported=step.reported,
        played=step.played,
        place=step.place,
        as_of=clock(ahead.news, ahead.zone),
    )


@dataclass(frozen=True, slots=True)
class _Told:
    """What the draw tells of him; ``left`` is the main round in which he lost."""

    state: str
    next: Next | None = None
    win: After | None = None
    loss: After | None = None
    reported: Reported | None = None
    played: tuple[Played, ...] = ()
    left: int | None = None
    place: int | None = None


def _drawn(draw: DrawOutlook, names: Mapping[int, str], who: int, out: frozenset[str]) -> _Told:
    ways = Ways(draw, names, who, out)
    own = ways.own()
    matches = _read(draw, who)
    ahead = next((place for place in own if not draw.rows[place].is_over), None)
    reported = _reported(ways, matches)
    left = ways.left_in()
    coming = None if ahead is None else _next(ways, own, matches[ahead])
    return _Told(
        state=_state(own, coming, reported),
        next=coming,
        win=None if ahead is None else ways.after(ahead, won=True),
        loss=None if ahead is None else ways.after(ahead, won=False),
        reported=reported,
        played=tuple(_played(ways, matches)),
        left=left,
        place=None if left is None else draw.place_of(left),
    )


def _read(draw: DrawOutlook, who: int) -> dict[int, Match]:
    """Return place → match of those in which he sits, with all that was entered of them."""
    own = Match.objects.filter(pk__in=[row.id for row in draw.rows if who in (row.top, row.bottom)])
    matches = own.select_related("result", "call__record", "penalty", "card").order_by("place")
    return {match.place: match for match in matches}


def _state(own: list[int], coming: Next | None, reported: Reported | None) -> str:
    if not own:
        return "absent"
    if reported is not None and (coming is None or coming.state in ("waiting", "ready")):
        return "reported"
    if coming is None:
        return "done"
    return "bye" if coming.state == "waiting" and coming.byes else coming.state


def _next(ways: Ways, own: list[int], match: Match) -> Next:
    draw, planned = ways.draw, ways.draw.plan.matches[match.place]
    row, top = draw.rows[match.place], match.top_id == ways.who
    last_round = draw.plan.rounds(planned.bracket)
    sides = (0, 1) if top else (1, 0)
    start = match.start_score
    table = match.call.table if match.call is not None else ""
    called = match.call.record.at if match.call is not None and table else None
    return Next(
        id=match.pk,
        code=match.code,
        bracket=match.bracket,
        letter=match.code.rstrip("0123456789"),
        last=1 << (last_round - match.round + 1) if planned.bracket == ENTRY else 0,
        final=match.round == last_round,
        length=match.length,
        state=state_of(card_of(match, match.result, ways.names)),
        other=ways.coming(match.place, top=not top),
        table=table,
        called_at=clock(called, draw.zone),
        about=draw.about(match.place),
        start=(start[sides[0]], start[sides[1]]),
        score=None if row.points is None else (row.points[sides[0]], row.points[sides[1]]),
        rests_on=tuple(ways.rests_on(match.place)),
        byes=tuple(_byes_before(ways, own, match.place)),
    )


def _byes_before(ways: Ways, own: list[int], place: int) -> list[str]:
    """Return the letters of the rounds that he sits out just before a match."""
    places: list[str] = []
    for before in reversed(own[: own.index(place)]):
        if ways.draw.rows[before].status is not Status.BYE:
            break
        places.insert(0, ways.draw.plan.matches[before].code.rstrip("0123456789"))
    return places


def _sides(ways: Ways, match: Match) -> tuple[Side, Side]:
    return (Side.TOP, Side.BOTTOM) if match.top_id == ways.who else (Side.BOTTOM, Side.TOP)


def _reported(ways: Ways, matches: Mapping[int, Match]) -> Reported | None:
    over = [match for match in matches.values() if match.status == Status.FINISHED and match.result is not None]
    match = over[-1] if over else None
    if match is None or match.result is None or match.settled:
        return None
    line = match_line(match, ways.draw.plan, ways.names)
    mine, other = (line.sides[side.place] for side in _sides(ways, match))
    by = {None: "desk", ways.who: "him"}.get(match.result.claimed_by_id, "other")
    stands = clock(match.result.stands_at, ways.draw.zone)
    return Reported(match.pk, match.code, other.name, mine.points, other.points, mine.won, by, stands)


def _played(ways: Ways, matches: Mapping[int, Match]) -> list[Played]:
    played = []
    for match in matches.values():
        if match.status != Status.FINISHED:
            continue
        line = match_line(match, ways.draw.plan, ways.names)
        mine, other = (line.sides[side.place] for side in _sides(ways, match))
        played.append(
            Played(
                id=match.pk,
                code=match.code,
                bracket=match.bracket,
                length=match.length,
                other=other.entrant,
                name=other.name,
                own=mine.points,
                theirs=other.points,
                won=mine.won,
                state=line.state,
                objected=match.objected,
            )
        )
    return played
