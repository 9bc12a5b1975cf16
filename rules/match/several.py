"""The score of a match of other games than plain backgammon: one game again and again, or a cycle of games.

Source: docs/rules/cycles.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.match.games import KINDS, LARGEST_CUBE, Drawn, GameResult
from rules.match.terms import Ended, Side, Terms, Win
from rules.rulesets import BothMothers, LaterGames, Ruleset

type Outcome = GameResult | Drawn


@dataclass(frozen=True, slots=True)
class SeveralScore:
    """The score of such a match. Pairs are (top, bottom), in points.

    ``winner`` is None while the match is on. ``running`` is the score after each game. ``next_game`` is the game to
    play next and ``next_starter`` the side that begins it, None where the dice decide; both are None at the end.
    """

    points: tuple[int, int]
    winner: Side | None
    running: tuple[tuple[int, int], ...]
    next_game: Ruleset | None
    next_starter: Side | None


def replay_several(terms: Terms, rulesets: Sequence[Ruleset], games: Sequence[Outcome]) -> SeveralScore:
    """Return the score after all ``games`` in order; ``rulesets`` take turns, drawn games count in the rotation.

    A match ends when a player has reached the length and leads.

    Raises RuleBroken ``match.over``, ``game.value`` (a win that this game does not have), ``game.draw`` (a draw that it
    does not have), ``cube.off`` or ``cube.value``, each with the number of the game from 1.
    """
    terms = replace(terms, games=tuple(rulesets))
    points, running = terms.start, []
    latest: Side | None = None
    for number, game in enumerate(games, start=1):
        if terms.winner(points):
            raise RuleBroken("match.over", game=number, score=points, length=terms.length)
        won = game_points(rulesets[(number - 1) % len(rulesets)], game, number=number)
        points = points[0] + won[0], points[1] + won[1]
        running.append(points)
        latest = game.winner if isinstance(game, GameResult) and not game.is_drawn else latest
    winner = terms.winner(points)
    upcoming = None if winner else rulesets[len(games) % len(rulesets)]
    begins = upcoming is not None and upcoming.later_games_start is LaterGames.PREVIOUS_WINNER
    return SeveralScore(points, winner, tuple(running), upcoming, latest if begins else None)


def report_several(terms: Terms, rulesets: Sequence[Ruleset], games: Sequence[Outcome]) -> SeveralScore:
    """Return the final score of a match reported game by game; the last game, and no other, must decide it.

    Raises RuleBroken ``match.unfinished``, and as ``replay_several`` does.
    """
    score = replay_several(terms, rulesets, games)
    if score.winner is None:
        raise RuleBroken("match.unfinished", score=score.points, length=terms.length, games=len(games))
    return score


def game_points(ruleset: Ruleset, game: Outcome, *, number: int = 1) -> tuple[int, int]:
    """Return what a game pays (top, bottom) by its rules.

    Raises RuleBroken ``game.value``, ``game.draw``, ``cube.off``, ``cube.value`` or ``drop.win``.
    """
    facts = {"game": number, "ruleset": ruleset.id}
    if isinstance(game, Drawn) or game.is_drawn:
        points = game.points if isinstance(game, Drawn) else game.paid[0]
        if points not in draws_of(ruleset):
            raise RuleBroken("game.draw", **facts, points=points, draws=draws_of(ruleset))
        return points, points
    if not ruleset.cube and (game.cube != 1 or game.ended is Ended.DROP):
        raise RuleBroken("cube.off", **facts, cube=game.cube)
    if not 1 <= game.cube <= LARGEST_CUBE or game.cube.bit_count() != 1:
        raise RuleBroken("cube.value", **facts, cube=game.cube, largest=LARGEST_CUBE)
    if game.ended is Ended.DROP and game.win is not Win.SINGLE:
        raise RuleBroken("drop.win", **facts, win=game.win)
    wins = wins_of(ruleset)
    if game.win not in wins:
        raise RuleBroken("game.value", **facts, win=game.win, wins=tuple(wins))
    return game.paid


def wins_of(ruleset: Ruleset) -> dict[Win, int]:
    """Return the kinds of win that a game tells apart, each with its points."""
    wins = {Win.SINGLE: 1}
    if ruleset.gammon_value > 1:
        wins[Win.GAMMON] = ruleset.gammon_value
    if ruleset.backgammon_value > ruleset.gammon_value:
        wins[Win.BACKGAMMON] = ruleset.backgammon_value
    return wins


def draws_of(ruleset: Ruleset) -> tuple[int, ...]:
    """Return what each side may score by a draw, empty where there is none."""
    points = set()
    if ruleset.mother_rule:
        points.add(1 if ruleset.both_mothers is BothMothers.ONE_EACH else 0)
    if ruleset.stuck_limit is not None or ruleset.last_roll:
        points.add(0)
    return tuple(sorted(points))


def kinds_of(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the words for how one game can end that are offered where games are entered; resignations are not."""
    kinds = [win.value for win in wins_of(ruleset)]
    if ruleset.cube:
        kinds.append("drop")
    ends = {0: Ended.DRAW, 1: Ended.DRAW_ONE}
    draws = [ends[points] for points in draws_of(ruleset)]
    return (*kinds, *(kind for kind, (_, ended) in KINDS.items() if ended in draws))


def draw_of(ruleset: Ruleset) -> str:
    """Return the word for a drawn game, empty where there is no draw."""
    return next((kind for kind in kinds_of(ruleset) if kind.startswith("draw")), "")


def counts_as_backgammon(ruleset: Ruleset) -> bool:
    """Whether a game is counted like backgammon: 1, 2 and 3 points, the cube, no draws."""
    return ruleset.cube and tuple(wins_of(ruleset).values()) == (1, 2, 3) and not draws_of(ruleset)


def may_end_at(terms: Terms, points: tuple[int, int], winner: Side) -> bool:
    """Whether some last game can have taken the match to this final score.

    Single wins reach every score below the length, and so do draws that score where a game has them.
    """
    won, lost = points[winner.place], points[winner.other.place]
    start = terms.start[winner.place]
    if lost >= terms.length and not any(1 in draws_of(game) for game in terms.games):
        return False
    pays = {paid << turns for game in terms.games for paid in wins_of(game).values() for turns in _turns(game)}
    return any(start <= won - paid and (won - paid < terms.length or won - paid <= lost) for paid in pays)


def _turns(game: Ruleset) -> range:
    return range(LARGEST_CUBE.bit_length()) if game.cube else range(1)
