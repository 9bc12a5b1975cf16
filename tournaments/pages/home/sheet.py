"""The first page of the site and of a tournament: what is on, how far it has come, and who won."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from rules.conditions import read_conditions
from rules.draws.derive import Status
from rules.draws.match_state import State
from rules.draws.plan import ENTRY, From, Plan
from rules.formats.cuts import waits_for_cut
from rules.formats.finishing import is_as_they_finish
from rules.formats.format import StageKind
from rules.formats.registry import stage
from rules.timing.holdup import Sat, Waiting
from rules.typed.names import starts
from tournaments.models import Event, Tournament, stored_json
from tournaments.read.draws.rounds import has_more_to_pair, swiss_view
from tournaments.read.draws.tables import cross_table, is_paired, lines_of
from tournaments.read.draws.view import DrawView, draw_views
from tournaments.read.entrants.listed import withdrawn_in
from tournaments.read.entrants.names import names_by_event
from tournaments.read.events import club_list, current_draw
from tournaments.read.jackpots.queues import jackpot_events, queue_prizes
from tournaments.read.latest.change import last_change
from tournaments.read.matches.view import MatchView
from tournaments.read.money.auctions.listing import AuctionLink, auction_links
from tournaments.read.money.designs import announced_pots
from tournaments.read.progress import Progress, progress_in
from tournaments.read.re_entries import first_entries_among, number_of_people
from tournaments.read.tournaments import listed_tournaments, only_one_on
from tournaments.words.money.announced import prize_lines, prizes_of_queues

FRESH = timedelta(days=3)
MOST_LISTED = 50
ROUNDED_MINUTES = 5


# --- The first page of the site


@dataclass(frozen=True, slots=True)
class TournamentLink:
    """A tournament as the first page lists it; ``state`` is undrawn, drawn, on or over."""

    id: int
    name: str
    place: str
    starts_on: date | None
    starts_at: time | None
    entrants: int
    state: str


@dataclass(frozen=True, slots=True)
class ClubLine:
    """A club with its tournaments, the latest day first; ``more`` says that older ones are not listed."""

    id: int
    name: str
    directs: bool
    tournaments: tuple[TournamentLink, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class HomeSheet:
    """The first page: every club. ``owns`` says that the visitor may open one."""

    clubs: tuple[ClubLine, ...]
    owns: bool


def the_one_on(now: datetime) -> Tournament | None:
    """Return the tournament that is on when there is exactly one: matches to play, and news within three days."""
    return only_one_on(now, FRESH)


def home_sheet(*, owns: bool, directed: Iterable[int]) -> HomeSheet:
    """Return the first page; ``directed`` are the clubs in which the visitor may open a tournament."""
    of_club: dict[int, list[TournamentLink]] = {}
    for each in listed_tournaments():
        state = "undrawn" if not each.drawn else "over" if not each.left else "on" if each.begun else "drawn"
        link = TournamentLink(each.pk, each.name, each.place, each.starts_on, each.starts_at, each.entered, state)
        of_club.setdefault(each.club_id, []).append(link)
    may = set(directed)
    clubs = [
        ClubLine(
            club.pk,
            club.name,
            owns or club.pk in may,
            tuple(of_club.get(club.pk, [])[:MOST_LISTED]),
            len(of_club.get(club.pk, [])) > MOST_LISTED,
        )
        for club in club_list()
    ]
    return HomeSheet(tuple(clubs), owns)


# --- The first page of a tournament


@dataclass(frozen=True, slots=True)
class HomeRow:
    """One bracket of one event. ``stage`` is undrawn, drawn, last (of ``of`` players), round (``letter``), final or
    finished; ``ends`` a time of day, empty when nobody can say.
    """

    event: int
    name: str
    bracket: str
    entrants: int
    stage: str
    of: int
    letter: str
    ends: str

    @property
    def is_lower(self) -> bool:
        """Whether losers of another bracket play here."""
        return self.bracket not in ("", ENTRY)


@dataclass(frozen=True, slots=True)
class Winner:
    """The winner of a bracket that is over; ``finalist`` lost the last match."""

    event: str
    bracket: str
    name: str
    finalist: str


@dataclass(frozen=True, slots=True)
class Entered:
    """An event that is not drawn, with who is entered."""

    event: int
    name: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerNamed:
    """An entrant whose name was looked for."""

    entrant: int
    name: str
    event: int
    event_name: str


@dataclass(frozen=True, slots=True)
class TournamentSheet:
    """The first page of a tournament; ``looked_for`` is what was typed, ``prizes`` an event and its lines.

    ``has_queues``: it has queues of jackpots.
    """

    id: int
    name: str
    club: str
    club_id: int
    place: str
    director: str
    zone: str
    starts_on: date | None
    starts_at: time | None
    progress: Progress
    rows: tuple[HomeRow, ...]
    winners: tuple[Winner, ...]
    undrawn: tuple[Entered, ...]
    prizes: tuple[tuple[str, tuple[str, ...]], ...]
    auctions: tuple[AuctionLink, ...]
    has_queues: bool
    several: bool
    looked_for: str
    players_named: tuple[PlayerNamed, ...]
    as_of: str


def tournament_sheet(
    tournament: Tournament, events: Sequence[Event], now: datetime, looked_for: str = ""
) -> TournamentSheet:
    """Return the first page of a tournament read by ``tournament_of``, with its events read by ``events_of``.

    ``now`` is for the time at which it ends.
    """
    names = names_by_event(tournament.pk)
    draws = _draws(events, names)
    begun = _minutes_played(draws.values(), now)
    first = first_entries_among(events)
    queues = queue_prizes(tournament.pk)
    finishing = any(is_as_they_finish(draw.plan) for draw in draws.values())
    out = withdrawn_in(tournament) if finishing else set()
    ending = _Ending(tournament, now, begun, out)
    return TournamentSheet(
        id=tournament.pk,
        name=tournament.name,
        club=tournament.club.name,
        club_id=tournament.club_id,
        place=tournament.place,
        director=tournament.director,
        zone=tournament.timezone,
        starts_on=tournament.starts_on,
        starts_at=tournament.starts_at,
        progress=progress_in(draws.values()),
        rows=tuple(
            row for each in events for row in _rows(each, draws.get(each.pk), names.get(each.pk, {}), ending, first)
        ),
        winners=tuple(winner for each in events if each.pk in draws for winner in _winners(each, draws[each.pk], out)),
        undrawn=tuple(_undrawn(events, names)),
        prizes=tuple(_prizes(events, tournament, queues)),
        auctions=auction_links(tournament),
        has_queues=bool(queues),
        several=len(events) > 1,
        looked_for=looked_for,
        players_named=tuple(_players_named(events, names, looked_for)),
        as_of=last_change(tournament),
    )


def _undrawn(events: Sequence[Event], names: Mapping[int, Mapping[int, str]]) -> Iterator[Entered]:
    for event in events:
        if event.current_draw_id is None:
            yield Entered(event.pk, event.name, tuple(names.get(event.pk, {}).values()))


def _prizes(
    events: Sequence[Event], tournament: Tournament, queues: Sequence[tuple[str, int]]
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the prizes of each event in words, nothing where no fund is designed; those of all jackpots in one line."""
    jackpots = jackpot_events(tournament.pk) if queues else set()
    for event in events:
        event.tournament = tournament
        pots = [] if event.pk in jackpots else announced_pots(event)
        if lines := prize_lines(pots, event.rules, tournament.currency):
            yield event.name, lines
    yield from prizes_of_queues(queues, tournament.currency)


def _draws(events: Sequence[Event], names: Mapping[int, Mapping[int, str]]) -> dict[int, DrawView]:
    """Return event → its matches, for those that are drawn."""
    drawn = {event.pk: current_draw(event) for event in events if event.current_draw_id is not None}
    everybody = {entrant: name for of_event in names.values() for entrant, name in of_event.items()}
    views = draw_views(drawn.values(), everybody)
    return {event: views[draw.pk] for event, draw in drawn.items()}


def _players_named(
    events: Sequence[Event], names: Mapping[int, Mapping[int, str]], looked_for: str
) -> Iterable[PlayerNamed]:
    for event in events:
        for entrant, name in names.get(event.pk, {}).items():
            if looked_for and starts(looked_for, name):
                yield PlayerNamed(entrant, name, event.pk, event.name)


def _minutes_played(draws: Iterable[DrawView], now: datetime) -> dict[int, int]:
    """Return match → minutes since they began, for those on now."""
    return {
        match.id: int((now - match.began).total_seconds()) // 60
        for draw in draws
        for match in draw.matches
        if match.state is State.PLAYING and match.began
    }


@dataclass(frozen=True, slots=True)
class _Ending:
    """When the matches of a tournament end, as far as can be estimated; ``out`` have withdrawn, where that counts."""

    tournament: Tournament
    now: datetime
    played: Mapping[int, int]
    out: Collection[int] = ()

    def of(self, event: Event, draw: DrawView, bracket: str) -> str:
        """Return the time at which a bracket ends, rounded up to five minutes.

        Empty before the first match, and in a Swiss while matches are still to be paired.
        """
        if not any(match.begun for match in draw.matches) or has_more_to_pair(draw, self.out):
            return ""
        pace = read_conditions(stored_json(event.conditions)).minutes_per_point
        leading = _leading_to(draw.plan, bracket)
        sat = [
            Sat(match.top is not None, match.bottom is not None, match.derived)
            if match.place in leading
            else Sat(False, False, Status.VOID)
            for match in draw.matches
        ]
        played = {match.place: self.played[match.id] for match in draw.matches if match.id in self.played}
        minutes = Waiting(draw.plan, sat, pace).ends_in(played)
        at = self.now + timedelta(minutes=minutes)
        at += timedelta(minutes=-at.minute % ROUNDED_MINUTES)
        return f"{at.astimezone(ZoneInfo(self.tournament.timezone)):%H:%M}" if minutes else ""


def _leading_to(plan: Plan, bracket: str) -> set[int]:
    """Return the places of a bracket's matches, and of all that have to be over before them."""
    places = set(plan.of(bracket))
    for place in range(len(plan.matches) - 1, -1, -1):
        if place in places:
            planned = plan.matches[place]
            places |= {side.of for side in (planned.top, planned.bottom) if side.kind is not From.LINE}
    return places | {later for first, later in plan.after_bye.items() if first in places}


def _rows(
    event: Event, draw: DrawView | None, entered: Mapping[int, str], ending: _Ending, first: Mapping[int, int]
) -> list[HomeRow]:
    """Return a row for each bracket in which anybody plays; ``first`` leads from re-entries to first entries."""
    if draw is None:
        return [HomeRow(event.pk, event.name, "", number_of_people(entered, first), "undrawn", 0, "", "")]
    rows = []
    for bracket in draw.plan.brackets:
        seated = _seated(draw, bracket.code)
        own = [match for match in seated if match.state is not State.BYE]
        if not own:
            continue
        players = number_of_people((entrant for match in seated for entrant in match.entrants), first)
        how_far, of, letter = _stage(draw.plan, own)
        if how_far == "finished" and (has_more_to_pair(draw, ending.out) or waits_for_cut(draw.plan, lines_of(draw))):
            how_far, letter = "round", own[-1].letter
        ends = ending.of(event, draw, bracket.code) if how_far not in ("finished", "drawn") else ""
        rows.append(HomeRow(event.pk, event.name, bracket.code, players, how_far, of, letter, ends))
    return rows


def _seated(draw: DrawView, bracket: str) -> list[MatchView]:
    """Return the matches of a bracket that a player can reach."""
    return [match for match in draw.matches if match.bracket == bracket and match.state is not State.VOID]


def _stage(plan: Plan, matches: Sequence[MatchView]) -> tuple[str, int, str]:
    """Return how far a bracket has come: by the first round that is not over."""
    left = [match for match in matches if not match.state.is_over]
    if not left:
        return "finished", 0, ""
    now = stage(plan, min(left, key=lambda match: match.round).place)
    if not any(match.begun for match in matches):
        return "drawn", 0, now.letter
    return now.kind.value, 0 if now.kind is StageKind.ROUND else now.left, now.letter


def _winners(event: Event, draw: DrawView, out: Collection[int]) -> list[Winner]:
    winners = []
    if is_paired(draw.plan):
        shown = swiss_view(draw, out)
        left = [line.name for line in shown.lines if not line.out] if shown.over else []
        return [Winner(event.name, ENTRY, left[0], "")] if len(left) == 1 else []
    if draw.plan.by_rounds:
        first = cross_table(draw).winner
        return [Winner(event.name, ENTRY, first.name, "")] if first else []
    for bracket in draw.plan.brackets if not waits_for_cut(draw.plan, lines_of(draw)) else ():
        seated = _seated(draw, bracket.code)
        played = any(match.state.has_ended for match in seated)  # one player alone has won nothing
        last = max(seated, key=lambda match: match.place, default=None) if played else None
        if last is not None and last.state.is_over and last.on is not None:
            finalist = draw.names.get(last.off or 0, "")
            winners.append(Winner(event.name, bracket.code, draw.names.get(last.on, ""), finalist))
    return winners
