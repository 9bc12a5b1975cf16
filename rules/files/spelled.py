"""Spell out consolidated plays: ``24/15`` of a 63 becomes ``24/18 18/15``, as programs want it that read by step.

Which point was touched on the way follows from the board; a play that cannot be made is left as it was written.
"""

from dataclasses import replace

from rules.errors import RuleBroken
from rules.game.check import judge, likeliest
from rules.game.notation import Play, Step, point_name, read_play
from rules.game.record import Action, Game, Kind, Match
from rules.game.scenes import Scene, scenes
from rules.rulesets import STANDARD


def spelled_out(match: Match) -> Match:
    """Return the match with every play written step by step."""
    return replace(match, games=tuple(map(_game, match.games)))


def _game(game: Game) -> Game:
    if not any(_is_short(action) for action in game.actions):
        return game
    spelled = {scene.action: _spelled(scene) for scene in scenes(game) if _is_short(scene.action)}
    return replace(game, actions=tuple(spelled.get(action, action) for action in game.actions))


def _is_short(action: Action) -> bool:
    """Whether a move of this play takes more pips than one die can give."""
    if action.kind is not Kind.PLAY or not action.dice or not action.play:
        return False
    try:
        play = read_play(action.play)
    except RuleBroken:
        return False
    most = max(action.dice)
    return any(hop.src - hop.dst > most or (hop.dst and hop.src - hop.dst not in action.dice) for hop in play.hops)


def _spelled(scene: Scene) -> Action:
    """The action with the steps of its likeliest reading."""
    action, position = scene.action, scene.position
    if action.dice is None:
        return action
    play: Play = read_play(action.play)
    try:
        found = judge(list(position.mine), list(position.theirs), action.dice, play, STANDARD)
    except RuleBroken:
        return action
    return action._replace(play=" ".join(map(_step, likeliest(play, found).steps)))


def _step(step: Step) -> str:
    return f"{point_name(step.src)}/{point_name(step.dst)}" + "*" * step.hit
