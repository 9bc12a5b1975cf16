"""The score of a match whose games have no cube and may be drawn: one game again and again, or a cycle of games.

Source: docs/rules/cycles.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.match.games import Drawn, GameResult
from rules.match.terms import BOTTOM, TOP, Ended, Side, Terms, Win
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
    does not have) or ``cube.off``, each with the number of the game from 1.
    """
    points, running = terms.start, []
    latest: Side | None = None
    for number, game in enumerate(games, start=1):
        if _leader(terms, points):
            raise RuleBroken("match.over", game=number, score=points, length=terms.length)
        won = game_points(rulesets[(number - 1) % len(rulesets)], game, number=number)
        points = points[0] + won[0], points[1] + won[1]
        running.append(points)
        latest = game.winner if isinstance(game, GameResult) else latest
    winner = _leader(terms, points)
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

    Raises RuleBroken ``game.value``, ``game.draw`` or ``cube.off``.
    """
    facts = {"game": number, "ruleset": ruleset.id}
    if isinstance(game, Drawn):
        if game.points not in draws_of(ruleset):
            raise RuleBroken("game.draw", **facts, points=game.points, draws=draws_of(ruleset))
        return game.points, game.points
    if game.cube != 1 or game.ended is Ended.DROP:
        raise RuleBroken("cube.off", **facts, cube=game.cube)
    wins = wins_of(ruleset)
    if game.win not in wins:
        raise RuleBroken("game.value", **facts, win=game.win, wins=tuple(wins))
    paid = wins[game.win]
    return (paid, 0) if game.winner is TOP else (0, paid)


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


def _leader(terms: Terms, points: tuple[int, int]) -> Side | None:
    """Return who has reached the length and leads, None while the match is on."""
    if max(points) < terms.length or points[0] == points[1]:
        return None
    return TOP if points[0] > points[1] else BOTTOM
