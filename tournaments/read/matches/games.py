"""The games of a match as they were entered: the score after each, the Crawford game, and what is odd."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Protocol

from rules.draws.derive import Status
from rules.errors import RuleBroken
from rules.match.crawford import Phase, phase
from rules.match.games import KINDS, GameResult
from rules.match.score import Score, replay, report_score
from rules.match.terms import BOTTOM, TOP, Ended, Terms, Win
from rules.rulesets import Ruleset
from tournaments.models import Card, Game, Match, stored_json
from tournaments.read.matches.claims import MatchReports
from tournaments.read.matches.view import MatchView


@dataclass(frozen=True, slots=True)
class GameLine:
    """One game: its winner (name and side), the cube, one word for the rest, and the score after it.

    A drawn game has no name and the side ``none``. ``game`` is the id of its ruleset, empty for plain backgammon.
    ``takes_turns`` is that ruleset where the games of a match take turns, else None.
    """

    number: int
    winner: str
    side: str
    cube: int
    kind: str
    score: str
    crawford: bool
    game: str = ""
    has_cube: bool = True
    takes_turns: Ruleset | None = None


class Typed(Protocol):
    """A game as a form holds it."""

    winner: str
    cube: str
    kind: str
    score: str


@dataclass(frozen=True, slots=True)
class ComparedGame:
    """One game by two accounts: as entered and as reported now; ``differs`` if they are not equal."""

    number: int
    entered: GameLine | None
    typed: Typed | None
    differs: bool


def games_of(match: Match) -> list[GameResult]:
    """Return the games of the result that applies, in order; while they play those on the card that one keeps."""
    if match.result_id is None:
        return [] if match.card is None or match.status != Status.OPEN else kept_games(match, match.card.games)
    rows = Game.objects.filter(result=match.result_id).order_by("number")
    return [
        GameResult(TOP if winner == match.top_id else BOTTOM, Win(win), cube, Ended(ended))
        for winner, cube, win, ended in rows.values_list("winner_id", "cube", "win", "ended")
    ]


def kept_games(match: Match, games: str) -> list[GameResult]:
    """Return the games of a score card, which is a list of [winner, cube, win, ended]."""
    return [
        GameResult(TOP if winner == match.top_id else BOTTOM, Win(win), cube, Ended(ended))
        for winner, cube, win, ended in stored_json(games)
    ]


def played_of(terms: Terms, games: Sequence[GameResult]) -> Score | None:
    """Return the score of games that were entered; None without any, or when the rules changed under them."""
    try:
        return replay(terms, games) if games else None
    except RuleBroken:
        return None


def game_lines(terms: Terms, match: MatchView, games: Sequence[GameResult], played: Score | None) -> Iterator[GameLine]:
    """Yield the games as a page shows them."""
    if played is None:
        return
    for number, (game, points) in enumerate(zip(games, played.running, strict=True), start=1):
        winner = None if game.is_drawn else match.player(game.winner)
        kind = next(kind for kind, meaning in KINDS.items() if meaning == (game.win, game.ended))
        ruleset = terms.game(number)
        shown = terms.shown(points)
        yield GameLine(
            number=number,
            winner=winner.name if winner else "",
            side=game.winner_word,
            cube=game.cube,
            kind=kind,
            score=f"{shown[0]}–{shown[1]}",
            crawford=number == played.crawford_game,
            game=ruleset.family if ruleset else "",
            has_cube=ruleset is None or ruleset.cube,
            takes_turns=ruleset if len(terms.games) > 1 else None,
        )


def crawford_of(terms: Terms, played: Score | None, *, finished: bool) -> str:
    """Return where the Crawford game stands: off (no such rule), none, later, now (the next game), played.

    Empty for a bare score, which does not say.
    """
    if terms.games:
        return ""
    if not terms.crawford:
        return "off"
    if played is not None and (finished or played.crawford_game):
        return "played" if played.crawford_game else "none"
    if finished:
        return ""
    now = phase(terms, played.points if played else terms.start, crawford_played=False)
    return {Phase.CRAWFORD: "now", Phase.DMP: "none"}.get(now, "later")


def notes_of(terms: Terms, match: MatchView, played: Score | None) -> tuple[str, ...]:
    """Return the codes of what is odd about the result that applies; a Crawford game in a bare score is not."""
    if played is None and match.raw is not None and match.how == "played":
        try:
            played = report_score(terms, match.raw)
        except RuleBroken:
            return ()
    notes = () if played is None else played.notes
    return tuple(dict.fromkeys(note.code for note in notes if note.code != "crawford.implied"))


def compared(entered: Sequence[GameLine], typed: Sequence[Typed]) -> tuple[ComparedGame, ...]:
    """Return two accounts of one match side by side."""
    return tuple(
        ComparedGame(number, was, now, _differs(was, now))
        for number, (was, now) in enumerate(zip_longest(entered, typed), start=1)
    )


def _differs(was: GameLine | None, now: Typed | None) -> bool:
    if was is None or now is None:
        return True
    return (was.side, str(was.cube), was.kind.removeprefix("resign_")) != (now.winner, now.cube, now.kind)


def games_reported(match: Match, claims: MatchReports) -> dict[int, list[GameResult]]:
    """Return entrant (0 for the desk) → the games of their claim, else those on the card that they keep."""
    cards = Card.objects.filter(match=match, record__undo__isnull=True).order_by("record")
    pair = {match.top_id, match.bottom_id}
    by_side = {
        kept_by: kept_games(match, games)
        for first, second, kept_by, games in cards.values_list("first", "second", "kept_by", "games")
        if {first, second} == pair
    }
    wanted = {claim.record: claim.by or 0 for claim in claims.claims if claim.record is not None}
    rows = Game.objects.filter(result__in=list(wanted) or [0]).order_by("result", "number")
    of_claims: dict[int, list[GameResult]] = {}
    for result, winner, cube, win, ended in rows.values_list("result", "winner", "cube", "win", "ended"):
        game = GameResult(TOP if winner == match.top_id else BOTTOM, Win(win), cube, Ended(ended))
        of_claims.setdefault(wanted[result], []).append(game)
    return {who: games for who, games in (by_side | of_claims).items() if games}
