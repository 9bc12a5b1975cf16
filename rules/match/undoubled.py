"""A double in the Crawford game that is noticed late: the score as if the cube had not been turned."""

from collections.abc import Sequence
from dataclasses import replace

from rules.errors import RuleBroken
from rules.match.crawford import Phase
from rules.match.games import GameResult, Note
from rules.match.score import Score, after, judge_game, replay
from rules.match.terms import Ended, Terms


def as_undoubled(game: GameResult) -> GameResult:
    """Return the game as if nobody had doubled: the cube at 1, the kind of win unchanged.

    A player who dropped the annulled double gave up the game, so the drop becomes the resignation of a single game.
    Source: docs/rules/match.md#a-double-noticed-late.
    """
    ended = Ended.RESIGNED if game.ended is Ended.DROP else game.ended
    return replace(game, cube=1, ended=ended)


def undoubled_games(terms: Terms, games: Sequence[GameResult]) -> tuple[GameResult, ...]:
    """Return the games with a double in the Crawford game annulled, unchanged if there was none.

    Raises RuleBroken ``crawford.late`` when a later game is listed, because the next game has begun; ``match.over``,
    ``cube.value`` or ``drop.win`` for a game up to there that cannot have happened.
    Source: docs/rules/match.md#a-double-noticed-late.
    """
    points = terms.start
    for number, game in enumerate(games, start=1):
        now = judge_game(terms, points, number, game, crawford_played=False)
        if now is Phase.CRAWFORD:
            if not game.doubled:
                break
            if number < len(games):
                raise RuleBroken("crawford.late", game=number, score=points, cube=game.cube, games=len(games))
            return (*games[:-1], as_undoubled(game))
        points = after(points, game)
    return tuple(games)


def crawford_corrected(terms: Terms, games: Sequence[GameResult]) -> Score:
    """Return the score to offer to the director when a double in the Crawford game is noticed late.

    That is allowed until the next game begins or, if the game ended the match, until the result is filed. The note
    ``crawford.annulled`` has the cube and the ending as reported, and the score both ways.

    Raises RuleBroken ``crawford.late``, and as ``replay`` does for the corrected games.
    Source: docs/rules/match.md#a-double-noticed-late.
    """
    corrected = undoubled_games(terms, games)
    score = replay(terms, corrected)
    if corrected == tuple(games):
        return score
    number, reported = len(games), games[-1]
    before = score.running[-2] if number > 1 else terms.start
    facts = {
        "cube": reported.cube,
        "ended": reported.ended,
        "reported": after(before, reported),
        "score": score.points,
    }
    return replace(score, notes=(*score.notes, Note("crawford.annulled", number, facts)))
