"""A game to play: roll, play, double, answer, and take back.

Source: docs/rules/library.md#play-a-game.
"""

from typing import Self

from rules.diagrams.diagram import Diagram
from rules.diagrams.svg import draw_svg
from rules.diagrams.text import draw_text
from rules.errors import RuleBroken
from rules.game.board import Position
from rules.game.cube import Cube
from rules.game.dice import Dice
from rules.game.engine.plays import stage_plays
from rules.game.engine.turn import Stages
from rules.game.notation import read_dice
from rules.game.plays import LegalPlay, LegalPlays, legal_plays, must_be_judged
from rules.game.record import Action, GameRecord, Kind, Result
from rules.game.state import WINS, Setting, State
from rules.match.crawford import Phase, phase
from rules.match.games import Drawn, GameResult
from rules.match.score import Score, replay
from rules.match.terms import Terms, Win
from rules.points import Step
from rules.rulesets import STANDARD, CounterDouble, Ruleset, tournament_ruleset


class Game:
    """A game that is played action by action. Sides are 0 and 1, as in a match record.

    An action that a rule forbids raises RuleBroken and leaves the game as it was. Beside the codes named below, every
    action is refused with ``game.over`` at the end, and with ``game.not_begun`` until it is decided which side begins.
    ``pop`` takes the last action back. Nothing is rolled here: the caller brings the dice. Printed, a game is a board
    in text; a notebook shows it as a picture.
    """

    def __init__(
        self,
        ruleset: Ruleset = STANDARD,
        *,
        starter: int | None = None,
        cube: Cube | None = None,
        terms: Terms | None = None,
        score: Score | None = None,
    ) -> None:
        """Set up a game.

        ``starter`` begins without an opening roll, as the winner of the game before does in some games. ``cube`` is
        the cube at the start. With ``terms`` the game belongs to a match at ``score``, None at its start: the Crawford
        and Holland rules may forbid the cube.

        Raises RuleBroken ``ruleset.not_judged``, ``ruleset.not_in_tournament`` (an option of money play in a match),
        ``ruleset.option`` (a win that pays more than 3), ``match.over`` or ``game.side``.
        """
        must_be_judged(ruleset)
        if not {ruleset.gammon_value, ruleset.backgammon_value} <= set(WINS):
            raise RuleBroken("ruleset.option", option=["backgammon_value", "gammon_value"])
        self.score: Score | None = None
        setting = Setting(ruleset)
        if terms:
            self.score = score or replay(terms, ())
            now = phase(terms, self.score.points, self.score.crawford_game is not None)
            setting = Setting(tournament_ruleset(ruleset), terms, now)
        start = State(setting, Position.start(ruleset), cube or Cube())
        self._state = start if starter is None else start.begun_by(starter)
        self._start_cube = self.cube.value
        self._history: list[State] = []

    @classmethod
    def from_record(
        cls, record: GameRecord, ruleset: Ruleset = STANDARD, *, terms: Terms | None = None, score: Score | None = None
    ) -> Self:
        """Play a recorded game and return it after its last action.

        A resignation has the level of the result. Where a record has a result but no action that ends the game, it left
        out a pass of the last double or a resignation, so that is added.

        Raises RuleBroken for the first action that is not legal.
        """
        game = cls(ruleset, cube=Cube(value=record.start_cube), terms=terms, score=score)
        for action in record.actions:
            if action.kind is Kind.RESIGN and record.result and game.turn is not None:
                game._resign_as(record.result, action.side)
            else:
                game.push(action)
        winner = record.result.winner if record.result else None
        if record.result and winner is not None and not game.is_over and game.turn is not None:
            if game.cube.pending:
                game.drop()
            else:
                game._resign_as(record.result, 1 - winner)
        return game

    def _resign_as(self, result: Result, side: int) -> None:
        self.resign(WINS.get(result.points // self.cube.value, Win.SINGLE), side)

    @property
    def ruleset(self) -> Ruleset:
        """The rules of this game."""
        return self._state.setting.ruleset

    @property
    def terms(self) -> Terms | None:
        """The terms of the match, None outside a match."""
        return self._state.setting.terms

    @property
    def position(self) -> Position:
        """The board as the side on turn sees it, before the opening roll as side 0 does."""
        return self._state.position

    @property
    def turn(self) -> int | None:
        """The side whose turn it is to roll and play, None before the opening roll."""
        return self._state.turn

    @property
    def to_act(self) -> int | None:
        """The side that acts next: it answers an offer or is on turn. None before the opening roll and at the end."""
        return self._state.to_act

    @property
    def dice(self) -> Dice | None:
        """The dice that are rolled and not yet played."""
        return self._state.dice

    @property
    def cube(self) -> Cube:
        """The cube; its owner is side 0 or 1."""
        return self._state.cube

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions so far, as a match record has them: a roll and its play are one."""
        return self._state.actions

    @property
    def result(self) -> GameResult | Drawn | None:
        """The result as a match counts it, None while the game is on."""
        return self._state.result

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    @property
    def winner(self) -> int | None:
        """The side that has won, None while the game is on and after a draw."""
        return self.result.winner.place if isinstance(self.result, GameResult) else None

    @property
    def rest(self) -> Stages:
        """What the side on turn plays of the opponent's cascade of doubles before it rolls, as (die, times)."""
        return self._state.rest

    @property
    def legal_plays(self) -> LegalPlays:
        """The legal plays of the dice; when there is none, ``play()`` passes the turn.

        Of a cascade, or of a rest that is to be played before the roll, these are the plays of the first stage.

        Raises RuleBroken ``dice.missing`` before the roll.
        """
        self._state.require_turn()
        if self.rest and self.dice is None:
            return stage_plays(self.position, self.rest[0], self.ruleset)
        return legal_plays(self.position, self._state.require_dice(), self.ruleset, self._state.number_of_turn)

    @property
    def can_double(self) -> bool:
        """Whether the side on turn may double now."""
        return not self.is_over and self.turn is not None and self._state.doubling_refused(self.turn) is None

    def roll_opening(self, top: int | Dice, bottom: int | Dice) -> None:
        """Throw for the start: one die for each side, or two where the ruleset says so. The higher side begins.

        A tie is thrown again, and turns the cube where automatic doubles are on. The side that begins plays these dice
        or rolls anew, as the ruleset says.

        Raises RuleBroken ``game.begun`` or ``dice.range``. Source: docs/rules/backgammon.md#the-opening.
        """
        self._do(self._state.after_opening(top, bottom))

    def roll(self, dice: Dice | str) -> None:
        """Roll for the side on turn. A beaver or raccoon that is still pending counts as accepted.

        Raises RuleBroken ``dice.text``, ``dice.range``, ``dice.rolled``, ``dice.opening_double`` (a first roll that
        cannot be a double), ``cube.unanswered`` or ``rest.pending`` (``play_rest`` comes first).
        """
        self._do(self._state.after_roll(read_dice(dice, self.ruleset.dice) if isinstance(dice, str) else dice))

    def refuse_opening(self) -> None:
        """Refuse the first roll of the side on turn: the cube is turned, and the dice are rolled again.

        Raises RuleBroken ``cube.no_refusal``, ``cube.refused_before`` or ``dice.missing``.
        Source: docs/rules/cube.md#refused-opening-rolls.
        """
        self._do(self._state.after_refused_opening())

    def play(self, play: str | LegalPlay = "") -> None:
        """Play the dice and pass the turn; without a play, when none is legal.

        The action gets its hit marks even if the text has none.

        Raises RuleBroken as ``check_play`` does, or ``dice.missing`` before the roll.
        """
        self._do(self._state.after_play(play.text if isinstance(play, LegalPlay) else play))

    def play_rest(self, play: str = "") -> None:
        """Play what the opponent left of a cascade of doubles, all stages in one text, before the roll.

        Without this a roll is refused as long as anything of the rest can be played.

        Raises RuleBroken ``rest.none``, and as ``check_rest`` does.
        """
        self._do(self._state.after_rest(play))

    def double(self, side: int | None = None) -> None:
        """Offer the cube at twice its value: the side on turn, or the side that just took where it may snap it back.

        Raises RuleBroken as ``rules.game.cube.offer`` does, or ``game.side``.
        """
        if side is None:
            snap = self.ruleset.counter_double is CounterDouble.SNAP and self.cube.fresh
            side = self.cube.owner if snap else self.turn
        self._do(self._state.after_double(side or 0))

    def take(self) -> None:
        """Accept the double, beaver or raccoon that is pending. Raises RuleBroken ``cube.no_offer``."""
        self._do(self._state.after_take())

    def drop(self) -> None:
        """Pass the double, beaver or raccoon that is pending, which ends the game.

        Raises RuleBroken ``cube.no_offer`` or ``cube.no_decline``.
        """
        self._do(self._state.after_drop())

    def beaver(self) -> None:
        """Answer what is pending with another turn of the cube.

        Raises RuleBroken as ``rules.game.cube.beaver`` does.
        """
        self._do(self._state.after_beaver())

    def resign(self, win: Win = Win.SINGLE, side: int | None = None) -> None:
        """Give up the game for ``side``, or for the side on turn, at a level that the opponent has accepted.

        Raises RuleBroken ``cube.unanswered``, ``result.borne_off`` (more than a single game after bearing off) or
        ``game.side``.
        """
        self._do(self._state.after_resignation(self._state.require_turn() if side is None else side, win))

    def set_position(self, position: Position, turn: int) -> None:
        """Set up a position as ``turn`` sees it, with that side to roll; the opening is over then.

        Raises RuleBroken as ``Position.check`` does, or ``game.side``.
        """
        self._do(self._state.after_set_up(position, turn))

    def push(self, action: Action) -> None:
        """Do an action of a match record: a PLAY rolls its dice and plays. The first one decides which side begins.

        A RESIGN counts single, because an action does not say its level.

        Raises RuleBroken as the method for that action does, or ``turn.out_of_order``.
        """
        self._do(self._state.after_action(action))

    def pop(self) -> None:
        """Take the last action back. A roll and its play are two, unless one ``push`` did both.

        Raises RuleBroken ``game.no_action`` when nothing was done yet.
        """
        if not self._history:
            raise RuleBroken("game.no_action")
        self._state = self._history.pop()

    def copy(self) -> "Game":
        """Return another game with the same state and history."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__, _history=list(self._history))
        return twin

    def record(self, number: int = 1) -> GameRecord:
        """Return the game as a match record has it, as its game ``number`` from 1."""
        result = Result(self.winner, self.result.points) if self.result else None
        turned = self.cube.automatics + sum(self.cube.refusals)
        return GameRecord(
            number=number,
            score=self.score.points if self.score else (0, 0),
            actions=self.actions,
            result=result,
            crawford=True if self._state.setting.phase is Phase.CRAWFORD else None,
            start_cube=self._start_cube << turned,
        )

    def diagram(self, names: tuple[str, str] = ("top", "bottom"), steps: tuple[Step, ...] = ()) -> Diagram:
        """Return a diagram of the board as the side on turn sees it; ``names`` are those of side 0 and side 1."""
        turn, owner = self.turn or 0, self.cube.owner
        score = self.score.points if self.score else None
        return Diagram(
            position=self.position,
            names=(names[turn], names[1 - turn]),
            dice=self.dice,
            cube=self.cube.value if self.ruleset.cube else None,
            owner=None if owner is None else int(owner != turn),
            score=(score[turn], score[1 - turn]) if score else None,
            length=self.terms.length if self.terms else 0,
            steps=steps,
            geometry=self.ruleset.geometry,
            cube_side=self.ruleset.cube_start_side,
        )

    def __repr__(self) -> str:
        if isinstance(self.result, Drawn):
            moment = f"drawn, {self.result.points} points each"
        elif self.result:
            moment = f"won by {self.winner}, {self.result.points} points"
        elif self.turn is None:
            moment = "before the opening roll"
        elif self.cube.pending:
            moment = f"{self.cube.pending} at {self.cube.offered}, side {self.to_act} to answer"
        else:
            moment = f"side {self.turn} to " + (f"play {self.dice[0]}{self.dice[1]}" if self.dice else "roll")
        return f"<Game {self.ruleset.id}, {len(self.actions)} actions, {moment}>"

    def __str__(self) -> str:
        return draw_text(self.diagram())

    def _repr_svg_(self) -> str:
        return draw_svg(self.diagram())

    def _do(self, state: State) -> None:
        self._history.append(self._state)
        self._state = state
