"""The score of a match, from its games in order or from a bare score."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.match.crawford import Phase, phase
from rules.match.games import LARGEST_CUBE, GameResult, Note
from rules.match.notes import game_notes, match_notes
from rules.match.reach import last_game_phases
from rules.match.several import may_end_at, replay_several
from rules.match.terms import BOTTOM, TOP, Ended, Side, Terms, Win

__all__ = [
    "BOTTOM",
    "TOP",
    "Ended",
    "GameResult",
    "Note",
    "Score",
    "Side",
    "Terms",
    "Win",
    "replay",
    "report_games",
    "report_running",
    "report_score",
]

PLAUSIBLE_LAST_GAME = 12


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a match. All pairs are (top, bottom), in points.

    ``points`` are raw, ``shown`` are capped at the length. ``winner`` is None while the match is on. ``crawford_game``
    is the number of the Crawford game from 1 once it was played; None before it, without one, or for a bare score.
    ``running`` is the raw score after each game, empty for a bare score.
    """

    points: tuple[int, int]
    winner: Side | None
    shown: tuple[int, int]
    crawford_game: int | None = None
    running: tuple[tuple[int, int], ...] = ()
    notes: tuple[Note, ...] = ()


def replay(terms: Terms, games: Iterable[GameResult]) -> Score:
    """Return the score after all ``games`` in order; the match may still be on.

    Raises RuleBroken ``match.over``, ``cube.value``, ``drop.win``, ``game.draw`` or ``crawford.cube``, each with the
    number of the game (1-based), the raw score before it and its cube; for other games as ``replay_several`` does.
    Source: Crawford rule; docs/rules/match.md#crawford; docs/rules/cycles.md.
    """
    if terms.games:
        several = replay_several(terms, terms.games, tuple(games))
        notes = tuple(match_notes(terms))
        shown = terms.shown(several.points)
        return Score(several.points, several.winner, shown, running=several.running, notes=notes)
    points = terms.start
    crawford_game: int | None = None
    running: list[tuple[int, int]] = []
    noted = list(match_notes(terms))
    for number, game in enumerate(games, start=1):
        now = judge_game(terms, points, number, game, crawford_played=crawford_game is not None)
        if now is Phase.CRAWFORD and game.doubled:
            raise RuleBroken("crawford.cube", game=number, score=points, cube=game.cube, ended=game.ended)
        noted += game_notes(terms, now, points, number, game)
        if now is Phase.CRAWFORD:
            crawford_game = number
        points = after(points, game)
        running.append(points)
    return Score(points, terms.winner(points), terms.shown(points), crawford_game, tuple(running), tuple(noted))


def report_games(terms: Terms, games: Sequence[GameResult], *, claimed: tuple[int, int] | None = None) -> Score:
    """Return the final score of a match that is reported game by game; the last game, and no other, must decide it.

    ``claimed`` is the final score (top, bottom) reported beside the games, raw or capped.

    Raises RuleBroken ``match.unfinished`` (also without any game), ``score.games`` when the games do not add up to the
    claimed score, and as ``replay`` does.
    Source: docs/rules/match.md#games.
    """
    score = replay(terms, games)
    if score.winner is None:
        raise RuleBroken("match.unfinished", score=score.points, length=terms.length, games=len(games))
    if claimed is not None and claimed not in (score.points, score.shown):
        raise RuleBroken("score.games", score=score.points, claimed=claimed, length=terms.length)
    return score


def report_score(terms: Terms, points: tuple[int, int]) -> Score:
    """Return the final score of a match that is reported by its raw points (top, bottom) alone.

    Raises RuleBroken ``score.negative``, ``score.both`` (both have won), ``score.winner`` (nobody has won),
    ``score.start`` (below the start score) or ``score.range`` (no games can add up to it).
    Notes ``length.even``, ``score.implausible``, ``crawford.implied``, ``holland.unchecked``.
    Source: docs/rules/match.md#scores.
    """
    facts = {"score": points, "length": terms.length}
    if min(points) < 0:
        raise RuleBroken("score.negative", **facts)
    winner = terms.winner(points)
    if min(points) >= terms.length and not (terms.games and winner and may_end_at(terms, points, winner)):
        raise RuleBroken("score.both", **facts)
    if winner is None:
        raise RuleBroken("score.winner", **facts)
    if any(now < then for now, then in zip(points, terms.start, strict=True)):
        raise RuleBroken("score.start", **facts, start=terms.start)
    if terms.games:
        if not may_end_at(terms, points, winner):
            raise RuleBroken("score.range", **facts, start=terms.start)
        return Score(points, winner, terms.shown(points), notes=tuple(match_notes(terms)))
    phases = last_game_phases(terms, points, winner)
    if not phases:
        raise RuleBroken("score.range", **facts, start=terms.start)
    notes = (*match_notes(terms), *_bare_notes(terms, points, phases))
    return Score(points, winner, terms.shown(points), notes=notes)


def report_running(terms: Terms, points: tuple[int, int]) -> Score:
    """Return the score of a match that is on, reported by its raw points (top, bottom) alone.

    Single games reach every score below the length.

    Raises RuleBroken ``score.negative``, ``score.start`` (below the start score) or ``match.over``.
    Source: docs/rules/match.md#scores.
    """
    facts = {"score": points, "length": terms.length}
    if min(points) < 0:
        raise RuleBroken("score.negative", **facts)
    if terms.winner(points) is not None:
        raise RuleBroken("match.over", **facts)
    if any(now < then for now, then in zip(points, terms.start, strict=True)):
        raise RuleBroken("score.start", **facts, start=terms.start)
    return Score(points, None, points, notes=tuple(match_notes(terms)))


def judge_game(terms: Terms, before: tuple[int, int], number: int, game: GameResult, *, crawford_played: bool) -> Phase:
    """Return the phase of game ``number``, started at the raw score ``before``, if it can have ended like this.

    A double in the Crawford game is not refused here: the caller refuses or annuls it.

    Raises RuleBroken ``match.over``, ``cube.value`` or ``drop.win``.
    Source: docs/rules/match.md#refusals.
    """
    facts = {"game": number, "score": before, "cube": game.cube}
    if terms.winner(before) is not None:
        raise RuleBroken("match.over", **facts, length=terms.length)
    if not 1 <= game.cube <= LARGEST_CUBE or game.cube.bit_count() != 1:
        raise RuleBroken("cube.value", **facts, largest=LARGEST_CUBE)
    if game.is_drawn:
        raise RuleBroken("game.draw", **facts, points=game.paid[0], draws=())
    if game.ended is Ended.DROP and game.win is not Win.SINGLE:
        raise RuleBroken("drop.win", **facts, win=game.win)
    return phase(terms, before, crawford_played)


def after(points: tuple[int, int], game: GameResult) -> tuple[int, int]:
    """Return the raw score (top, bottom) after one more game."""
    top, bottom = points
    return (top + game.points, bottom) if game.winner is TOP else (top, bottom + game.points)


def _bare_notes(terms: Terms, points: tuple[int, int], phases: frozenset[Phase]) -> list[Note]:
    facts = {"score": points, "length": terms.length}
    notes = []
    if max(points) > terms.length - 1 + PLAUSIBLE_LAST_GAME:
        notes.append(Note("score.implausible", None, facts))
    if phases <= {Phase.CRAWFORD, Phase.POST_CRAWFORD}:
        notes.append(Note("crawford.implied", None, facts))
    if terms.holland and Phase.POST_CRAWFORD in phases:
        notes.append(Note("holland.unchecked", None, facts))
    return notes
