"""Every scene of a recorded game: the board, the cube and the score before each action."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.game import cube as cubes
from rules.game.board import Position
from rules.game.cube import Cube, Pending
from rules.game.engine.turn import NO_STAGES, Turn
from rules.game.notation import read_play
from rules.game.record import Action, GameRecord, Kind
from rules.referee.boards import Boards
from rules.referee.engine_boards import EngineBoards
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
    start = Position.start(ruleset)
    boards = Boards(start, ruleset, patience=0) if ruleset.is_classic else EngineBoards(start, ruleset, patience=0)
    cube, turns, rest = Cube(value=game.start_cube), 0, NO_STAGES
    for action in game.actions:
        if action.kind is Kind.POSITION and action.position:
            boards.set(action.position, action.side)
            continue
        position = boards.position(action.side)
        if position is None:
            return
        yield Scene(action, position, cube, game.score or (0, 0))
        cube = _after(cube, action, ruleset)
        try:
            if action.kind is Kind.REST and isinstance(boards, EngineBoards):
                boards.play_rest(action.side, rest, read_play(action.play))
            elif action.kind is Kind.PLAY and action.dice:
                if isinstance(boards, EngineBoards):
                    boards.turn = Turn(turns // 2 + 1)
                boards.play(action.side, action.dice, read_play(action.play))
                turns += 1
                rest = boards.rest if isinstance(boards, EngineBoards) else NO_STAGES
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
