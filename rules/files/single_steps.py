"""Write out the steps of short plays: ``24/15`` of a 63 becomes ``24/18 18/15``, for programs that need every step.

The board shows which points the checker touched. A play that cannot be made is left as written.
Source: docs/rules/notation.md#short-forms.
"""

from dataclasses import replace

from rules.errors import RuleBroken
from rules.game.check import legal_readings, likeliest
from rules.game.notation import Play, read_play
from rules.game.record import Action, GameRecord, Kind, MatchRecord
from rules.points import Step, point_name
from rules.referee.scenes import Scene, scenes
from rules.rulesets import STANDARD, named_rulesets


def in_single_steps(match: MatchRecord) -> MatchRecord:
    """Return the match with every play written step by step; games of the engine stay as they are."""
    if not all(game.is_classic for game in named_rulesets(match.variation)):
        return match
    return replace(match, games=tuple(map(_game, match.games)))


def _game(game: GameRecord) -> GameRecord:
    if not any(_is_short(action) for action in game.actions):
        return game
    stepped = {scene.action: _write_out(scene) for scene in scenes(game) if _is_short(scene.action)}
    return replace(game, actions=tuple(stepped.get(action, action) for action in game.actions))


def _is_short(action: Action) -> bool:
    """Whether some move of this play needs more than one die."""
    if action.kind is not Kind.PLAY or not action.dice or not action.play:
        return False
    try:
        play = read_play(action.play)
    except RuleBroken:
        return False
    most = max(action.dice)
    return any(hop.src - hop.dst > most or (hop.dst and hop.src - hop.dst not in action.dice) for hop in play.hops)


def _write_out(scene: Scene) -> Action:
    """Return the action with the steps of the likeliest reading of its play."""
    action, position = scene.action, scene.position
    if action.dice is None:
        return action
    play: Play = read_play(action.play)
    try:
        legal = legal_readings(list(position.player), list(position.opponent), action.dice, play, STANDARD)
    except RuleBroken:
        return action
    return action._replace(play=" ".join(map(_step, likeliest(play, legal).steps)))


def _step(step: Step) -> str:
    return f"{point_name(step.src)}/{point_name(step.dst)}" + "*" * step.hit
