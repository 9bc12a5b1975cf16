"""Judge one game of a record that is played by the engine: pins, blocks, cascades, draws.

Source: docs/rules/referee.md#other-games.
"""

from collections.abc import Sequence

from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.check import check_rest
from rules.game.dice import Dice
from rules.game.engine.course import Course, Outcome
from rules.game.engine.turn import NO_STAGES, Stages, Turn
from rules.game.notation import Play, read_play
from rules.game.record import Action, GameRecord, Kind
from rules.referee.engine_boards import EngineBoards
from rules.referee.judge import GameJudge
from rules.rulesets import Ruleset


class EngineJudge(GameJudge):
    """The state of a game while its actions are read in order, with what only the other games have."""

    def __init__(self, number: int, game: GameRecord, ruleset: Ruleset, patience: int) -> None:
        super().__init__(number, game, ruleset, patience)
        self.positions = EngineBoards(Position.start(ruleset), ruleset, patience)
        self.course: Course | None = None
        self.outcome: Outcome | None = None
        self.rest: Stages = NO_STAGES

    @property
    def patience(self) -> int:
        """How many more errors are followed up."""
        return self.positions.patience

    def judge(self, action: Action) -> None:
        """Judge one action."""
        if self.course is None:
            self.course = Course(action.side)
        if action.kind is Kind.REST and not self.is_over:
            self._play_rest(action)
        else:
            super().judge(action)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome is not None or super().is_over

    def _plain_turns(self, actions: Sequence[Action]) -> None:
        """Make no turns at once: the search of each game judges its own."""

    def _set_up(self, position: Position, side: int) -> None:
        self.positions.set(position, side)
        self.turns = max(self.turns, 2)
        self.rest = NO_STAGES

    def _miss_turn(self, side: int) -> None:
        self.positions.missing_turn(side)

    def _doubt_roll(self, side: int) -> None:
        self.positions.doubt_roll(side)

    def _play_rest(self, action: Action) -> None:
        """Judge what a side plays of the opponent's cascade before its own roll."""
        rest, self.rest = self.rest, NO_STAGES
        if self.turn is not None and action.side != self.turn:
            self.report("turn.out_of_order", action, got=action.play)
            return
        play = self._read(action)
        if play is None:
            return
        if not rest:
            if play.hops and self.positions.is_sure:
                self.report("rest.none", action, got=action.play)
            self.positions.lost = self.positions.lost or bool(play.hops)
            return
        refusal = self.positions.play_rest(action.side, rest, play)
        if refusal:
            self._report_play(refusal, action, ())
        self._look_for_end(action.side)

    def _read(self, action: Action) -> Play | None:
        try:
            return read_play(action.play)
        except RuleBroken as broken:
            self.report(broken.code, action, got=action.play[:60])
            self.positions.lost = True
            return None

    def _play(self, action: Action, dice: Dice) -> None:
        self._leave_rest(action)
        side = action.side
        try:
            play = read_play(action.play)
        except RuleBroken as broken:
            self.report(broken.code, action, got=action.play[:60])
            self.positions.missing_turn(side)
            return
        self.positions.turn = Turn((self.turns - 1) // 2 + 1)
        refusal = self.positions.play(side, dice, play)
        if refusal:
            self._report_play(refusal, action, dice)
        if self.positions.is_sure and not refusal:
            self.rest = self.positions.rest
            if self.positions.hits:
                self.hits += 1
                self.marked += bool(play.marked)
            elif play.marked:
                self.report("play.hit_mark", action, got=action.play)
        self._look_for_end(side)

    def _leave_rest(self, action: Action) -> None:
        """Report a roll while a rest of the opponent's cascade could be played."""
        rest, self.rest = self.rest, NO_STAGES
        position = self.positions.position(action.side)
        if not rest or position is None or not self.positions.is_sure:
            return
        try:
            check_rest(position, rest, "", self.ruleset)
        except RuleBroken as playable:
            self.report("rest.pending", action, expected=playable.facts.get("example"), got=action.play)

    def _look_for_end(self, side: int) -> None:
        position = self.positions.position(side)
        if position is None or self.course is None:
            return
        self.course, self.outcome = self.course.after(side, position, self.positions.used, self.ruleset)

    def _borne_off(self) -> tuple[int, int] | None:
        return self.positions.borne_off()

    def _board_end(self) -> tuple[int | None, int, bool] | None:
        if self.outcome is None:
            return None
        return self.outcome.winner, self.outcome.multiple, self.outcome.winner is None
