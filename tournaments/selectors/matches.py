"""The page of one match: who plays, how it stands, where winner and loser go, and what was entered."""

from collections.abc import Iterator
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Q, QuerySet

from journal.models import Record, Stream
from journal.refusals import Superseded, Unknown
from rules.draws.plan import From, Plan
from rules.errors import RuleBroken
from rules.match.crawford import Phase, phase
from rules.match.games import KINDS, GameResult
from rules.match.score import replay, report_score
from rules.match.terms import BOTTOM, TOP, Ended, Side, Terms, Win
from tournaments.models import Game, Match
from tournaments.models.cards import MatchCard, Player, card_of
from tournaments.models.draws import plan_of
from tournaments.selectors.memory_lines import MemoryEntry, entries, names_for, raw_records, replaced_results

LATEST = 30


@dataclass(frozen=True, slots=True)
class Point:
    """One point of the score rail: its corners as SVG wants them; ``state`` is full, start (a penalty point), empty."""

    corners: str
    state: str


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """One player of a match as its page shows him; ``start`` is the score he begins with, ``score`` is text."""

    name: str
    side: str
    score: str
    start: int
    won: bool
    lost: bool
    rail: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game that was entered: who won it, the cube, one word for the rest, and the score after it."""

    number: int
    winner: str
    cube: int
    kind: str
    score: str
    crawford: bool


@dataclass(frozen=True, slots=True)
class Onward:
    """Where somebody goes from a match; ``after_bye`` tells that only one who had a bye before does."""

    code: str
    match: int
    side: str
    after_bye: bool


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """The page of a match. ``state`` is a word of ``_state.html``; ``crawford`` one of none, off, later, now, played.

    ``saw`` tells a form what it showed; ``staff`` whether the reader may change anything here.
    """

    card: MatchCard
    event: int
    event_name: str
    last: int
    final: bool
    state: str
    table: str
    start: tuple[int, int]
    players: tuple[PlayerSheet, PlayerSheet]
    rail_width: int
    crawford: str
    crawford_game: int | None
    games: tuple[GameLine, ...]
    notes: tuple[str, ...]
    winner_to: Onward | None
    loser_to: tuple[Onward, ...]
    memory: tuple[MemoryEntry, ...]
    saw: str
    staff: bool


@dataclass(frozen=True, slots=True)
class MatchHead:
    """A match as its row stands, read in one statement with its event, tournament, club and memory."""

    match: Match
    card: MatchCard
    stream: Stream
    zone: ZoneInfo
    terms: Terms
    table: str
    start: tuple[int, int]

    @property
    def club(self) -> int:
        return self.match.draw.event.tournament.club_id


def match_head(pk: int) -> MatchHead:
    """Return a match of a current draw, its players without names.

    Raises Unknown ``match.unknown``, Superseded ``draw.superseded`` with the match that replaced it.
    """
    found = (
        Match.objects.select_related(
            "draw__event__tournament__stream", "draw__event__tournament__club", "result", "call", "penalty"
        )
        .defer("draw__plan")
        .filter(pk=pk)
        .first()
    )
    if found is None:
        raise Unknown("match.unknown")
    event = found.draw.event
    if found.draw_id != event.current_draw_id:
        now = Match.objects.filter(draw=event.current_draw_id, code=found.code).values_list("pk", flat=True).first()
        raise Superseded("draw.superseded", draw=event.current_draw_id, match=now, event=event.pk)
    start = _start(found)
    rules = event.rules
    terms = Terms(found.length, start, crawford=rules.crawford, holland=rules.holland)
    table = found.call.table if found.call else ""
    card = card_of(found, found.result, {})
    return MatchHead(found, card, event.tournament.stream, ZoneInfo(event.tournament.timezone), terms, table, start)


def _start(match: Match) -> tuple[int, int]:
    """Return the score from which the two start; a penalty that cost the match is none."""
    if match.penalty is None or match.top_id is None or match.bottom_id is None:
        return 0, 0
    top, bottom = match.penalty.points_of(match.top_id), match.penalty.points_of(match.bottom_id)
    return min(top, match.length - 1), min(bottom, match.length - 1)


def match_sheet(head: MatchHead, *, staff: bool) -> MatchSheet:
    """Return the page of a match; ``staff`` also sees who wrote what, and what was taken back."""
    match, event = head.match, head.match.draw.event
    records = raw_records(records_about(match))
    names = names_for(event.tournament, records, people=staff)
    card = card_of(match, match.result, names.last)
    games = _games_of(match)
    plan = plan_of(match.draw)
    codes = _onward_matches(match, plan)
    lines = [record for record in records if staff or record.undone_by is None]
    return MatchSheet(
        card=card,
        event=event.pk,
        event_name=event.name,
        last=1 << (plan.rounds(plan.matches[match.place].bracket) - match.round + 1),
        final=match.round == plan.rounds(plan.matches[match.place].bracket),
        state=state_of(card, head.table),
        table=head.table,
        start=head.start,
        players=(_player(card, head, TOP), _player(card, head, BOTTOM)),
        rail_width=(7 if match.length <= 7 else max(match.length, 14)) * PITCH,
        crawford=_crawford(head, card, games),
        crawford_game=_crawford_game(head, games),
        games=tuple(_game_lines(head, card, games)),
        notes=_notes(head, card, games) if staff else (),
        winner_to=next((each for kind, each in codes if kind is From.WINNER), None),
        loser_to=tuple(each for kind, each in codes if kind is not From.WINNER),
        memory=entries(lines[::-1][:LATEST], names, head.zone, replaced_results(records)),
        saw=saw_of(card),
        staff=staff,
    )


def records_about(match: Match) -> QuerySet[Record]:
    """Return the records of a match, its calls and its penalties, oldest first; it is read with its stream."""
    about = [Q(body__contains=f'"{what}:{match.pk}"') for what in ("match", "call", "penalty")]
    stream = match.draw.event.tournament.stream_id
    return Record.objects.filter(about[0] | about[1] | about[2], stream=stream).order_by("number")


def state_of(card: MatchCard, table: str) -> str:
    """Return the word for how a match stands."""
    if card.status == "finished":
        if card.winner != card.goes_on:
            return "ruling"
        return (card.how if card.how != "played" else "final") if card.settled else "unsettled"
    if card.status == "open":
        return "playing" if card.begun else "called" if table else "ready"
    return card.status


def saw_of(card: MatchCard) -> str:
    """Return what a form remembers of a match: who sat in it, how it stood and its score (``12-15 finished 7-3``)."""
    pair = f"{card.top.entrant if card.top else 0}-{card.bottom.entrant if card.bottom else 0}"
    score = f"{card.score[0]}-{card.score[1]}" if card.score else "-"
    return " ".join([pair, card.status, score, card.winner or "-", card.how or "-"])


# --- The score rail: N points a side, 44 wide, 16 apart, 40 high.

POINT, PITCH, HEIGHT = 44, 60, 40


def _player(card: MatchCard, head: MatchHead, side: Side) -> PlayerSheet:
    player: Player | None = card.top if side is TOP else card.bottom
    start = head.start[side.place]
    shown = card.score[side.place] if card.score else start
    return PlayerSheet(
        name=player.name if player else "",
        side=side.value,
        score=_score(card, start, side),
        start=start,
        won=card.status in ("finished", "bye") and card.goes_on == side,
        lost=card.status == "finished" and card.goes_on != side,
        rail=tuple(_rail(card.length, shown, start, side)),
    )


def _score(card: MatchCard, start: int, side: Side) -> str:
    if card.score:
        return str(card.score[side.place])
    if card.status == "finished" or not (card.top and card.bottom):
        return ""
    return str(start) if start else ""


def _rail(length: int, shown: int, start: int, side: Side) -> Iterator[Point]:
    for at in range(length):
        left = at * PITCH + (PITCH - POINT) // 2
        base, tip = (0, HEIGHT) if side is TOP else (HEIGHT, 0)
        corners = f"{left},{base} {left + POINT},{base} {left + POINT // 2},{tip}"
        yield Point(corners, "start" if at < min(start, shown) else "full" if at < shown else "empty")


# --- Games


def _games_of(match: Match) -> list[tuple[Side, GameResult]]:
    if match.result_id is None:
        return []
    rows = Game.objects.filter(result=match.result_id).order_by("number")
    found = []
    for winner, cube, win, ended in rows.values_list("winner_id", "cube", "win", "ended"):
        side = TOP if winner == match.top_id else BOTTOM
        found.append((side, GameResult(side, Win(win), cube, Ended(ended))))
    return found


def _game_lines(head: MatchHead, card: MatchCard, games: list[tuple[Side, GameResult]]) -> Iterator[GameLine]:
    if not games:
        return
    try:
        score = replay(head.terms, [game for _, game in games])
    except RuleBroken:
        return
    for number, ((side, game), points) in enumerate(zip(games, score.running, strict=True), start=1):
        winner = card.top if side is TOP else card.bottom
        kind = next(kind for kind, meaning in KINDS.items() if meaning == (game.win, game.ended))
        shown = head.terms.shown(points)
        yield GameLine(
            number, winner.name if winner else "", game.cube, kind, f"{shown[0]}–{shown[1]}",
            number == score.crawford_game,
        )  # fmt: skip


def _crawford_game(head: MatchHead, games: list[tuple[Side, GameResult]]) -> int | None:
    try:
        return replay(head.terms, [game for _, game in games]).crawford_game if games else None
    except RuleBroken:
        return None


def _crawford(head: MatchHead, card: MatchCard, games: list[tuple[Side, GameResult]]) -> str:
    """Return where the Crawford game stands: off (no such rule), none, later, now (the first game), played."""
    if not head.terms.crawford:
        return "off"
    if games:
        return "played" if _crawford_game(head, games) else "none"
    if card.status == "finished":
        return ""
    now = phase(head.terms, head.start, crawford_played=False)
    return {Phase.CRAWFORD: "now", Phase.DMP: "none"}.get(now, "later")


def _notes(head: MatchHead, card: MatchCard, games: list[tuple[Side, GameResult]]) -> tuple[str, ...]:
    """Return the codes of what is odd about the result that applies."""
    try:
        if games:
            notes = replay(head.terms, [game for _, game in games]).notes
        elif card.points is not None and card.how == "played":
            notes = report_score(head.terms, card.points).notes
        else:
            return ()
    except RuleBroken:
        return ()
    return tuple(dict.fromkeys(note.code for note in notes))


# --- Where they go


def _onward_matches(match: Match, plan: Plan) -> list[tuple[From, Onward]]:
    found = list(_onward(match.place, plan))
    codes = {plan.matches[place].code: place for _, place, _, _ in found}
    ids = dict(Match.objects.filter(draw=match.draw_id, place__in=codes.values()).values_list("place", "pk"))
    return [
        (kind, Onward(plan.matches[place].code, ids.get(place, 0), side, after_bye))
        for kind, place, side, after_bye in found
    ]


def _onward(place: int, plan: Plan) -> Iterator[tuple[From, int, str, bool]]:
    """Yield where winner and loser of a match go: how, the match, the line of it, whether only after a bye."""
    fed = {a_match: b_match for _, a_match, b_match in plan.first_losers}
    for at, planned in enumerate(plan.matches):
        for side, source in (("top", planned.top), ("bottom", planned.bottom)):
            if source.kind is not From.LINE and source.of == place:
                yield source.kind, at, side, False
            elif source.kind is From.FIRST_LOSER and fed.get(source.of) == place:
                yield source.kind, at, side, True
