"""A game between two actions, as a value: every action returns the next state, or is refused with a code.

``rules.game.game.Game`` says what each action means; it holds a state and the states before it.
"""

from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.game import cube as cubes
from rules.game.board import Position
from rules.game.check import Checked, check_play, check_rest
from rules.game.cube import Cube, Moment, Pending
from rules.game.dice import Dice, are_dice
from rules.game.engine.course import NOT_BEGUN, Course
from rules.game.engine.turn import NO_STAGES, Stages, Turn
from rules.game.findings import SIDES
from rules.game.plays import legal_plays
from rules.game.record import Action, Kind
from rules.match.crawford import Phase, may_double
from rules.match.games import Drawn, GameResult
from rules.match.terms import Ended, Terms, Win
from rules.points import OFF
from rules.rulesets import LaterGames, Opening, Ruleset

WINS = {win.points: win for win in Win}
_TWO_DICE_EACH = (Opening.FOUR_DICE_USE, Opening.FOUR_DICE_REROLL)


@dataclass(frozen=True, slots=True)
class Setting:
    """What holds for the whole game: its rules and, in a match, its terms and its phase."""

    ruleset: Ruleset
    terms: Terms | None = None
    phase: Phase | None = None


@dataclass(frozen=True, slots=True)
class State:
    """A game between two actions. Sides are 0 and 1.

    ``position`` is seen by the side whose ``turn`` it is, before the opening roll (None) by side 0. ``dice`` are rolled
    and not yet played. ``turns`` counts the completed turns of both sides; a dance is a turn. ``actions`` are those of
    a match record. ``rest`` is what the side on turn plays of the opponent's cascade before rolling. ``course`` is
    what else the game remembers.
    """

    setting: Setting
    position: Position
    cube: Cube
    turn: int | None = None
    dice: Dice | None = None
    turns: int = 0
    actions: tuple[Action, ...] = ()
    result: GameResult | Drawn | None = None
    rest: Stages = NO_STAGES
    course: Course = NOT_BEGUN

    @property
    def answering(self) -> int:
        """The side that answers what is pending."""
        return 1 - (self.cube.offered_by or 0)

    @property
    def to_act(self) -> int | None:
        """The side that acts next, None before the opening roll and at the end."""
        if self.result or self.turn is None:
            return None
        return self.answering if self.cube.pending else self.turn

    def require_turn(self) -> int:
        """Return the side on turn. Raises RuleBroken ``game.over`` or ``game.not_begun``."""
        self._require_open()
        if self.turn is None:
            raise RuleBroken("game.not_begun")
        return self.turn

    @property
    def number_of_turn(self) -> Turn:
        """Which turn of the side on turn this is."""
        return Turn(self.turns // 2 + 1)

    def require_dice(self) -> Dice:
        """Return the dice to play. Raises RuleBroken ``dice.missing``."""
        if self.dice is None:
            raise RuleBroken("dice.missing", turn=self.turn)
        return self.dice

    def doubling_refused(self, side: int) -> RuleBroken | None:
        """Return why ``side`` may not double now, None if it may."""
        return cubes.offer_refused(self.cube, side, self._moment(), self.setting.ruleset)

    def begun_by(self, side: int) -> "State":
        """Return the state in which ``side`` begins, with the dice still to roll; both see the same board then."""
        return replace(self, turn=checked_side(side), course=Course(side))

    def after_opening(self, top: int | Dice, bottom: int | Dice) -> "State":
        """Return the state after each side threw for the start."""
        if self.turn is not None:
            raise RuleBroken("game.begun", turn=self.turn)
        opening = self.setting.ruleset.opening
        count = 2 if opening in _TWO_DICE_EACH else 1
        throws = [(throw,) if isinstance(throw, int) else tuple(throw) for throw in (top, bottom)]
        if any(len(throw) != count or not all(1 <= die <= 6 for die in throw) for throw in throws):
            raise RuleBroken("dice.range", dice=(top, bottom), each=count)
        if sum(throws[0]) == sum(throws[1]):
            return replace(self, cube=cubes.opening_tie(self.cube, self.setting.ruleset))
        starter = 0 if sum(throws[0]) > sum(throws[1]) else 1
        dice: tuple[int, ...] = ()
        if opening is Opening.TWO_DICE_USE:
            dice = throws[0] + throws[1]
        elif opening is Opening.FOUR_DICE_USE:
            dice = throws[starter]
        return replace(self.begun_by(starter), dice=(max(dice), min(dice)) if dice else None)

    def after_roll(self, dice: Dice) -> "State":
        """Return the state after the side on turn rolled."""
        turn, ruleset, cube = self.require_turn(), self.setting.ruleset, self.cube
        if len(dice) != ruleset.dice or not are_dice(dice):
            raise RuleBroken("dice.range", dice=dice)
        if self.dice:
            raise RuleBroken("dice.rolled", turn=turn, dice=self.dice)
        self._require_no_rest()
        is_first = self.turns == 0 and cube.refusals == (0, 0) and ruleset.later_games_start is LaterGames.ROLL
        if is_first and ruleset.opening is Opening.TWO_DICE_USE and dice[0] == dice[1]:
            raise RuleBroken("dice.opening_double", dice=dice)
        if cube.pending not in (None, Pending.OFFER):
            cube = cubes.take(cube, self.answering)
        return replace(self, dice=tuple(dice), rest=NO_STAGES, cube=cubes.rolled(cube))

    def after_refused_opening(self) -> "State":
        """Return the state after the side on turn refused its first roll."""
        turn, option = self.require_turn(), self.setting.ruleset.opening_refusal
        self.require_dice()
        if self.turns > 1:
            raise RuleBroken("cube.no_refusal", option=option)
        cube = cubes.refuse_opening(self.cube, turn, self.setting.ruleset, opener=self.turns == 0)
        return replace(self, cube=cube, dice=None)

    def after_play(self, text: str) -> "State":
        """Return the state after the side on turn played its dice."""
        turn, dice, ruleset = self.require_turn(), self.require_dice(), self.setting.ruleset
        checked = check_play(self.position, dice, text, ruleset, turn=self.number_of_turn)
        if not checked.used:
            text = ""
        elif not checked.marks and not checked.text:
            plays = legal_plays(self.position, dice, ruleset)
            text = next(play.text for play in plays if play.position == checked.position)
        elif not checked.marks:
            text = checked.text
        action = Action(turn, Kind.PLAY, dice=dice, play=text)
        state = replace(self._logged(action), dice=None, turns=self.turns + 1, rest=checked.rest)
        return state._after_board(checked, passes=True)

    def after_rest(self, text: str) -> "State":
        """Return the state after the side on turn played what the opponent left of a cascade; it is still to roll."""
        turn = self.require_turn()
        if not self.rest:
            raise RuleBroken("rest.none", turn=turn)
        checked = check_rest(self.position, self.rest, text, self.setting.ruleset)
        if checked.used and not checked.marks:
            text = checked.text
        action = Action(turn, Kind.REST, play=text if checked.used else "")
        return replace(self._logged(action), rest=NO_STAGES)._after_board(checked, passes=False)

    def _after_board(self, checked: Checked, *, passes: bool) -> "State":
        """Return the state with the board after a play: the turn passes, or the game is over."""
        turn, ruleset = self.turn or 0, self.setting.ruleset
        jacoby = cubes.jacoby_applies(self.cube, ruleset)
        course, outcome = self.course.after(turn, checked.position, checked.used, ruleset, jacoby_applies=jacoby)
        state = replace(self, course=course)
        if outcome and outcome.winner is None:
            return replace(state, position=checked.position, rest=NO_STAGES, result=Drawn(outcome.multiple))
        if outcome and outcome.winner is not None:
            result = GameResult(SIDES[outcome.winner], WINS[outcome.multiple], self.cube.value)
            return replace(state, position=checked.position, rest=NO_STAGES, result=result)
        if not passes and course.finished is None:
            return replace(state, position=checked.position)
        return replace(state, position=checked.position.swapped(), turn=1 - turn)

    def after_double(self, side: int) -> "State":
        """Return the state after ``side`` offered the cube."""
        self.require_turn()
        cube = cubes.offer(self.cube, checked_side(side), self._moment(), self.setting.ruleset)
        return replace(self._logged(Action(side, Kind.DOUBLE, value=cube.offered)), cube=cube)

    def after_take(self) -> "State":
        """Return the state after what was pending was accepted. Accepting a beaver is no action of a record."""
        self.require_turn()
        cube = cubes.take(self.cube, self.answering)
        state = self._logged(Action(self.answering, Kind.TAKE)) if self.cube.pending is Pending.OFFER else self
        return replace(state, cube=cube)

    def after_drop(self) -> "State":
        """Return the state after what was pending was passed."""
        self.require_turn()
        ended = cubes.drop(self.cube, self.answering, self.setting.ruleset)
        result = GameResult(SIDES[ended.winner], cube=ended.points, ended=Ended.DROP)
        return replace(self._logged(Action(self.answering, Kind.DROP)), result=result)

    def after_beaver(self) -> "State":
        """Return the state after what was pending was answered with another turn of the cube."""
        self.require_turn()
        cube = cubes.beaver(self.cube, self.answering, self.setting.ruleset)
        return replace(self._logged(Action(self.answering, Kind.BEAVER, value=cube.offered)), cube=cube)

    def after_resignation(self, side: int, win: Win) -> "State":
        """Return the state after ``side`` gave up the game at an accepted level."""
        turn, cube, ruleset = self.require_turn(), self.cube, self.setting.ruleset
        if cube.pending:
            raise RuleBroken("cube.unanswered", pending=cube.pending, offered=cube.offered)
        off = (self.position.player if checked_side(side) == turn else self.position.opponent)[OFF]
        if off and win is not Win.SINGLE:
            raise RuleBroken("result.borne_off", side=side, off=off)
        values = {Win.SINGLE: 1, Win.GAMMON: ruleset.gammon_value, Win.BACKGAMMON: ruleset.backgammon_value}
        multiple = 1 if cubes.jacoby_applies(cube, ruleset) else values[win]
        result = GameResult(SIDES[1 - side], WINS[multiple], cube.value, Ended.RESIGNED)
        action = Action(side, Kind.RESIGN, dice=self.dice if side == turn else None)
        return replace(self._logged(action), dice=None, result=result)

    def after_set_up(self, position: Position, turn: int) -> "State":
        """Return the state after a position was set up, seen by ``turn``, which is to roll."""
        self._require_open()
        position.check(self.setting.ruleset)
        state = self._logged(Action(checked_side(turn), Kind.POSITION, position=position))
        past = 1 if self.setting.ruleset.is_classic else 2  # where first turns matter, both sides have had theirs
        course, turns = replace(self.course, idle=0, finished=None), max(self.turns, past)
        return replace(state, position=position, turn=turn, dice=None, turns=turns, rest=NO_STAGES, course=course)

    def after_action(self, action: Action) -> "State":
        """Return the state after an action of a match record; the first one decides which side begins."""
        side, kind = action.side, action.kind
        if kind is Kind.POSITION and action.position:
            return self.after_set_up(action.position, side)
        state = self.begun_by(side) if self.turn is None else self
        if kind is Kind.REST and side == state.turn:
            return state.after_rest(action.play)
        if kind is Kind.RESIGN:
            return state.after_resignation(side, Win.SINGLE)
        if kind is Kind.DOUBLE and not state.cube.pending:
            return state.after_double(side)
        expected = state.turn if kind in (Kind.PLAY, Kind.REST) or not state.cube.pending else state.answering
        if side != expected:
            raise RuleBroken("turn.out_of_order", expected=expected, got=side)
        if kind is Kind.PLAY:
            if action.dice is None:
                raise RuleBroken("dice.missing", turn=side)
            return state.after_roll(action.dice).after_play(action.play)
        if kind is Kind.TAKE:
            return state.after_take()
        return state.after_drop() if kind is Kind.DROP else state.after_beaver()

    def _require_open(self) -> None:
        """Refuse an action after the end. Raises RuleBroken ``game.over``."""
        if self.result:
            winner = self.result.winner if isinstance(self.result, GameResult) else None
            raise RuleBroken("game.over", winner=winner)

    def _require_no_rest(self) -> None:
        """Refuse a roll while a rest can be played. Raises RuleBroken ``rest.pending``."""
        if not self.rest:
            return
        try:
            check_rest(self.position, self.rest, "", self.setting.ruleset)
        except RuleBroken as playable:
            raise RuleBroken("rest.pending", rest=self.rest, turn=self.turn) from playable

    def _moment(self) -> Moment:
        terms, phase, barred = self.setting.terms, self.setting.phase, None
        if terms and phase:
            barred = may_double(terms, phase, turns=self.turns).code
        return Moment(self.turn or 0, rolled=self.dice is not None, turns=self.turns, barred=barred)

    def _logged(self, action: Action) -> "State":
        """Return the state with one more action."""
        return replace(self, actions=(*self.actions, action))


def checked_side(side: int) -> int:
    """Return ``side`` if it is 0 or 1. Raises RuleBroken ``game.side``."""
    if side not in (0, 1):
        raise RuleBroken("game.side", side=side)
    return side
