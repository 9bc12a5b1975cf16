"""Every scene of a recorded game: the board, the cube and the score before each action."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.game import cube as cubes
from rules.game.board import Position, trusted
from rules.game.cube import Cube, Pending
from rules.game.notation import read_play
from rules.game.record import Action, GameRecord, Kind
from rules.referee.boards import Boards
from rules.rulesets import STANDARD, Ruleset


@dataclass(frozen=True, slots=True)
class Scene:
    """The moment before an action. ``position`` is seen by the side that acts; ``cube.owner`` is side 0 or 1."""

    action: Action
    position: Position
    cube: Cube
    score: tuple[int, int]


def scenes(game: GameRecord, ruleset: Ruleset = STANDARD) -> Iterator[Scene]:
    """Yield the scenes of a game in order, as far as its board can be followed."""
    boards = Boards(Position.start(ruleset), ruleset, patience=0)
    cube = Cube(value=game.start_cube)
    for action in game.actions:
        if action.kind is Kind.POSITION and action.position:
            boards.set(action.position, action.side)
            continue
        if boards.sides is None or boards.lost:
            return
        player, opponent = boards.sides[action.side], boards.sides[1 - action.side]
        yield Scene(action, trusted(player, opponent), cube, game.score or (0, 0))
        cube = _after(cube, action, ruleset)
        if action.kind is Kind.PLAY and action.dice:
            try:
                boards.play(action.side, action.dice, read_play(action.play))
            except RuleBroken:
                return


def _after(cube: Cube, action: Action, ruleset: Ruleset) -> Cube:
    """Return the cube after an action; one that makes no sense leaves it as it is."""
    try:
        if action.kind is Kind.DOUBLE:
            return replace(cube, pending=Pending.OFFER, offered_by=action.side, offered=cube.value * 2)
        if action.kind is Kind.BEAVER:
            return cubes.beaver(cube, action.side, ruleset)
        if action.kind is Kind.TAKE or (action.kind is Kind.PLAY and cube.pending):
            return cubes.take(cube, 1 - (cube.offered_by or 0))
    except RuleBroken:
        return cube
    return cube
