"""A player's page: the next opponent and about when, what follows, and the matches played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time

from journal.refusals import Unknown
from journal.statements import Blank, Reading
from rules.draws.match_state import State
from rules.draws.plan import ENTRY
from rules.formats.finishing import is_as_they_finish
from rules.match.terms import TOP
from tournaments.models import Entrant, Withdrawal
from tournaments.read.draws.changes.drops import Drop, moved_drops
from tournaments.read.draws.expected import ExpectedDraw, clock, expected_times
from tournaments.read.draws.holds import HoldView
from tournaments.read.draws.rounds import record_of_waiting
from tournaments.read.draws.ways import After, Opponent, Ways
from tournaments.read.entrants.listed import withdrawn_from
from tournaments.read.entrants.names import names_in
from tournaments.read.matches.own import OwnMatch, own_matches
from tournaments.read.players.tables import place_by_table, waits_for

__all__ = ["After", "Next", "Opponent", "PlayerPage", "page_for", "player_of_event", "player_page"]


@dataclass(frozen=True, slots=True)
class Next:
    """The match a player is in, or their next one, with what leads to it.

    Times of day are empty when nobody can say. ``rests_on`` are the matches without a settled result that brought the
    players here. ``byes`` are the rounds that the player sits out before it, by letter; ``holds`` is what holds a ready
    match.
    """

    own: OwnMatch
    opponent: Opponent
    called_at: str
    about: str
    rests_on: tuple[str, ...]
    byes: tuple[str, ...]
    holds: tuple[HoldView, ...] = ()


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """The page of one entrant.

    ``state`` is undrawn, absent (not in the draw), bye, waiting, ready, called, playing, disputed, reported (what
    follows waits for its result) or done. ``dropped`` means out of the main bracket. ``place`` is the one
    shared by all who lost in the same round, None while the entrant can still go on. ``waits`` is what somebody who is
    done, but not out, waits for: pairing, table or cut (``read.players.tables``). ``waits_with`` is the record of
    somebody who waits for an opponent where players are paired as they finish, such as "2-1", else empty. ``moved``:
    they drop into their next match instead of the printed one. ``won`` is the bracket below the main one that they won.
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
    reported: OwnMatch | None
    deadline: str
    played: tuple[OwnMatch, ...]
    place: int | None
    as_of: str
    waits: str = ""
    waits_with: str = ""
    moved: Drop | None = None
    won: str = ""

    @property
    def drops(self) -> bool:
        """Whether a loss leads from the main bracket to the consolation."""
        return (
            self.next is not None
            and self.loss is not None
            and self.loss.bracket not in ("", self.next.own.match.bracket)
        )


_entrants = Reading(
    lambda: Entrant.objects.filter(pk=Blank("pk"), record__undo__isnull=True),
    beside=["event__tournament__stream", "event__tournament__club"],
)


def player_of_event(pk: int) -> Entrant:
    """Return an entrant with event, tournament, club and memory. Raises Unknown ``entrant.unknown``."""
    rows = _entrants(pk=pk)
    if not rows:
        raise Unknown("entrant.unknown")
    return rows[0]


def page_for(entrant: int, now: datetime) -> PlayerPage:
    """Return the page of an entrant, in seven statements whatever the field, in two when others asked before.

    Raises Unknown ``entrant.unknown``.
    """
    return player_page(player_of_event(entrant), now)


def player_page(player: Entrant, now: datetime) -> PlayerPage:
    """Return the page of an entrant read by ``player_of_event``; the same within five minutes."""
    event, tournament = player.event, player.event.tournament
    ahead = expected_times(tournament, now)
    gone = Withdrawal.objects.filter(entrant=player, record__undo__isnull=True).values_list("bracket", flat=True)
    out = frozenset(gone)
    draw = ahead.draws.get(event.pk)
    step = _drawn(draw, player.pk, out, ahead.holds) if draw else _Step("undrawn")
    place, waits = step.place, ""
    if draw and step.state == "done" and place is None and not step.waits_with:
        place = place_by_table(draw, player.pk) if draw.plan.by_rounds else None
        waits = waits_for(draw, player.pk, out) if place is None else ""
    return PlayerPage(
        entrant=player.pk,
        number=player.number,
        name=(draw.names if draw else names_in(event.pk)).get(player.pk, ""),
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
        deadline=clock(step.reported.match.deadline, ahead.zone) if step.reported else "",
        played=step.played,
        place=place,
        waits_with=step.waits_with,
        as_of=clock(ahead.news, ahead.zone),
        waits=waits,
        moved=_moved(draw, step) if draw else None,
        won=step.won,
    )


@dataclass(frozen=True, slots=True)
class _Step:
    """The entrant in the draw; ``left`` is the match of the main bracket that they lost."""

    state: str
    next: Next | None = None
    win: After | None = None
    loss: After | None = None
    reported: OwnMatch | None = None
    played: tuple[OwnMatch, ...] = ()
    left: int | None = None
    place: int | None = None
    waits_with: str = ""
    won: str = ""


def _moved(draw: ExpectedDraw, step: _Step) -> Drop | None:
    """Return how the drop of a player moved who waits for the match into which they drop."""
    if step.left is None or step.next is None:
        return None
    left, code = draw.matches[step.left].code, step.next.own.match.code
    return next(
        (each for each in moved_drops(draw.event, draw.view) if (each.match, each.chosen) == (left, code)), None
    )


def _drawn(draw: ExpectedDraw, entrant: int, out: frozenset[str], holds: Mapping[int, tuple[HoldView, ...]]) -> _Step:
    ways = Ways(draw, entrant, out)
    own = list(own_matches([draw.matches[place] for place in ways.own], entrant))
    ahead = next((each for each in own if not each.match.state.is_over), None)
    reported = _reported(own)
    coming = None if ahead is None else _next(ways, own, ahead, holds.get(ahead.match.id, ()))
    return _Step(
        state=_state(own, coming, reported),
        next=coming,
        win=None if ahead is None else ways.after(ahead.match.place, won=True),
        loss=None if ahead is None else ways.after(ahead.match.place, won=False),
        reported=reported,
        played=tuple(each for each in own if each.outcome is not None),
        left=ways.left_at(),
        place=ways.place_so_far(),
        won=ways.won_below(),
        waits_with=_waits_with(draw, entrant, out) if ahead is None and own else "",
    )


def _waits_with(draw: ExpectedDraw, entrant: int, out: frozenset[str]) -> str:
    """Return the record with which somebody waits for an opponent, empty for everybody else.

    One statement where players are paired as they finish.
    """
    if ENTRY in out or not is_as_they_finish(draw.plan):
        return ""
    return record_of_waiting(draw.view, entrant, withdrawn_from(draw.event, ENTRY))


def _state(own: Sequence[OwnMatch], coming: Next | None, reported: OwnMatch | None) -> str:
    if not own:
        return "absent"
    if reported is not None and (coming is None or coming.own.match.state in (State.WAITING, State.READY)):
        return "reported"
    if coming is None:
        return "done"
    state = coming.own.match.state
    return "bye" if state is State.WAITING and coming.byes else state.value


def _next(ways: Ways, own: Sequence[OwnMatch], ahead: OwnMatch, holds: tuple[HoldView, ...]) -> Next:
    draw, match = ways.draw, ahead.match
    return Next(
        own=ahead,
        opponent=ways.coming(match.place, top=ahead.side is not TOP),
        called_at=clock(match.times.called, draw.zone),
        about=draw.about(match.place),
        rests_on=tuple(ways.rests_on(match.place)),
        byes=tuple(_byes_before(own, ahead)),
        holds=holds,
    )


def _byes_before(own: Sequence[OwnMatch], ahead: OwnMatch) -> list[str]:
    """Return the letters of the rounds that a player sits out just before a match."""
    letters: list[str] = []
    for before in reversed(own[: own.index(ahead)]):
        if before.match.state is not State.BYE:
            break
        letters.insert(0, before.match.letter)
    return letters


def _reported(own: Sequence[OwnMatch]) -> OwnMatch | None:
    """Return the latest match with a result while that is not settled."""
    over = [each for each in own if each.match.status == "finished" and each.match.result]
    return over[-1] if over and not over[-1].match.settled else None
