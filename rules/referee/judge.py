"""Judge one game of a record: every roll, play and turn of the cube, and how the game ended.

Everything that depends on the score (Crawford, Holland, the points) is judged in ``rules.referee.tally``, from the
doubles and the end that are collected here. Source: docs/rules/referee.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.game import cube as cubes
from rules.game.board import Position, win_multiple
from rules.game.cube import Cube, Moment, Passed, Pending
from rules.game.dice import Dice, are_dice
from rules.game.findings import IMPOSSIBLE, SIDES, Finding, Grade, finding
from rules.game.notation import Play, read_play
from rules.game.record import Action, GameRecord, Kind
from rules.points import BAR, OFF
from rules.referee.boards import Boards, Sides
from rules.referee.plain_turns import plain_turns
from rules.rulesets import LaterGames, Opening, Ruleset

MOST_FINDINGS = 50  # of one game


@dataclass(frozen=True, slots=True)
class Offer:
    """A double as offered: the action, its ``place`` in the game, the completed ``turns``, the ``cube`` before it."""

    action: Action
    place: int
    turns: int
    cube: Cube


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended, as far as its actions show.

    ``winner`` is None where they do not show it. ``multiple`` is how many times the cube the game pays, None after a
    resignation, where only the result says it. ``values`` are those the cube can be counted with: what it was worth,
    then what is written if that differs. ``doubled``: a double was taken. ``off`` is how many checkers each side had
    borne off, None when unknown. ``dropped``: a passed double ended the game. ``is_draw``: nobody won, and
    each side scores ``multiple``.
    """

    winner: int | None
    multiple: int | None
    values: tuple[int, ...]
    doubled: bool
    off: tuple[int, int] | None
    dropped: bool = False
    is_draw: bool = False


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """One game judged by itself.

    ``findings`` come with their place among the actions, so that the findings on the score can be sorted in.
    ``marks`` are how many plays hit, and how many of those are marked.
    """

    findings: list[tuple[int, Finding]]
    offers: list[Offer]
    end: End
    turns: int
    marks: tuple[int, int]


class GameJudge:
    """The state of a game while its actions are read in order."""

    def __init__(self, number: int, game: GameRecord, ruleset: Ruleset, patience: int) -> None:
        self.number = number
        self.ruleset = ruleset
        self.checkers = ruleset.checkers
        self.boards = Boards(Position.start(ruleset), ruleset, patience)
        opens = number == 1 or ruleset.later_games_start is LaterGames.ROLL
        self.no_opening_double = opens and ruleset.opening is Opening.TWO_DICE_USE
        self.cube = Cube(value=game.start_cube)
        self.written = game.start_cube
        self.turn: int | None = None
        self.last: int | None = None
        self.turns = 0
        self.place = 0
        self.ended: Passed | None = None
        self.borne_off: tuple[int, int] | None = None
        self.resigned: int | None = None
        self.reported_after_end = self.excused = False
        self.findings: list[tuple[int, Finding]] = []
        self.offers: list[Offer] = []
        self.hits = self.marked = 0

    @property
    def patience(self) -> int:
        """How many more errors are followed up."""
        return self.boards.patience

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.ended or self.borne_off or self.resigned is not None)

    def judge_all(self, actions: Sequence[Action]) -> None:
        """Judge the actions of the game in order."""
        self.place = 0
        while self.place < len(actions):
            self._plain_turns(actions)
            if self.place < len(actions):
                self.judge(actions[self.place])
                self.place += 1

    def judge(self, action: Action) -> None:
        """Judge one action."""
        kind, over = action.kind, self.is_over
        if kind is Kind.PLAY and not over:
            self._roll(action)
        elif kind is Kind.RESIGN:
            if self.resigned is None:
                self.resigned = action.side
        elif over:
            self._after_end(action)
        elif kind is Kind.DOUBLE:
            self._double(action)
        elif kind is Kind.POSITION:
            if action.position:
                self._set_up(action.position, action.side)
        elif kind is Kind.REST:
            self.report("rest.none", action, got=action.play)
        else:
            self._answer(action)

    def report(
        self, code: str, action: Action, *, expected: object = None, got: object = None, grade: Grade | None = None
    ) -> None:
        """Add a finding on this action, up to ``MOST_FINDINGS`` for one game."""
        if len(self.findings) < MOST_FINDINGS:
            side, row = action.side, action.row
            self.findings.append(
                (self.place, finding(code, self.number, row, side, expected=expected, got=got, grade=grade))
            )

    def _plain_turns(self, actions: Sequence[Action]) -> None:
        """Make the turns from ``place`` on in which nothing is wrong: ``judge`` would come to the same for each."""
        cube, sides, turn = self.cube, self.boards.sides, self._on_turn(actions[self.place])
        if turn is None or sides is None or cube.pending or cube.fresh or self.is_over or not self.boards.is_sure:
            return
        made = plain_turns(sides, actions, self.place, turn, self.ruleset)
        if not made.turns:
            return
        self.place += made.turns - 1
        last = actions[self.place]
        self.turn, self.last, self.excused = 1 - last.side, last.side, False
        self.turns += made.turns
        self.hits += made.hits
        self.marked += made.marked
        self.boards.fitted(made.plays)
        if made.marks_nothing:
            self.report("play.hit_mark", last, got=last.play)
        self._see_end(last.side, sides)
        self.place += 1

    def _on_turn(self, action: Action) -> int | None:
        """Return the player on turn; in a new game the one who has rolled, None if that roll may be wrong."""
        if self.turn is None and not self.turns and action.dice and len(set(action.dice)) > 1:
            return action.side
        return self.turn

    def _roll(self, action: Action) -> None:
        side, dice = action.side, action.dice
        if self.cube.pending:
            self._roll_before_answer(action)
        if self.cube.fresh:
            self.cube = cubes.rolled(self.cube)
        if self.turn is not None and side != self.turn:
            if not self.excused:
                self.report("turn.out_of_order", action, expected=SIDES[self.turn], got=SIDES[side])
            self._miss_turn(self.turn)
        self.excused = False
        self.turn, self.last = 1 - side, side
        self.turns += 1
        if dice is None:
            self.report("dice.missing", action)
            if action.play:
                self._miss_turn(side)
            return
        if not are_dice(dice) or len(dice) != self.ruleset.dice:
            self.report("dice.range", action, expected=[1, 6], got=list(dice))
            self._miss_turn(side)
            return
        if self.turns == 1 and dice[0] == dice[1] and self.no_opening_double:
            self.report("dice.opening_double", action, got=list(dice))
            self._doubt_roll(side)
        self._play(action, dice)

    def _set_up(self, position: Position, side: int) -> None:
        self.boards.set(position, side)
        self.turns = max(self.turns, 1)  # a position that was set up is past the opening

    def _miss_turn(self, side: int) -> None:
        self.boards.missing_turn(side)

    def _doubt_roll(self, side: int) -> None:
        self.boards.doubt_roll(side)

    def _play(self, action: Action, dice: Dice) -> None:
        boards, side = self.boards, action.side
        try:
            play = read_play(action.play)
        except RuleBroken as broken:
            self.report(broken.code, action, got=action.play[:60])
            boards.missing_turn(side)
            return
        bar = boards.bar(1 - side)
        refusal = boards.play(side, dice, play)
        if refusal:
            self._report_play(refusal, action, dice)
        sides = boards.sides
        if not sides or boards.lost:
            return
        is_known = bar >= 0 and not (refusal and sides[1 - side][BAR] <= bar)
        self._made(action, play, sides, hit=sides[1 - side][BAR] > bar if is_known else None)

    def _made(self, action: Action, play: Play, sides: Sides, *, hit: bool | None) -> None:
        """Count a hit and its mark, and see whether the game is over; ``hit`` is None where it cannot be known."""
        if hit:
            self.hits += 1
            self.marked += bool(play.marked)
        elif play.marked and hit is not None:
            self.report("play.hit_mark", action, got=action.play)
        self._see_end(action.side, sides)

    def _see_end(self, side: int, sides: Sides) -> None:
        """See whether a side has borne off its last checker."""
        if sides[side][OFF] == self.checkers:
            self.borne_off = (side, win_multiple(sides[1 - side], self.ruleset))

    def _report_play(self, refusal: RuleBroken, action: Action, dice: Dice) -> None:
        facts = dict(refusal.facts)
        grade = None if facts.pop("possible", True) else IMPOSSIBLE
        facts.pop("dice", None)
        expected = facts.get("example") or facts.get("readings") or facts
        if refusal.code == "play.wrong_dice":
            expected = list(dice)
        got = "".join(map(str, dice)) + ": " * bool(dice) + action.play
        self.report(refusal.code, action, expected=expected, got=got, grade=grade)

    def _roll_before_answer(self, action: Action) -> None:
        """Judge a roll while an offer is pending: rolling accepts a beaver or raccoon, but not a double."""
        offered_by, pending = self.cube.offered_by or 0, self.cube.pending
        if pending is Pending.OFFER:
            self.report("cube.unanswered", action, got=self.cube.offered)
        self.cube = cubes.take(self.cube, 1 - offered_by)

    def _double(self, action: Action) -> None:
        side = action.side
        if self.cube.pending and action.side != self.cube.offered_by:
            self._answer(action._replace(kind=Kind.BEAVER))
            return
        turn = side if self.turn is None else self.turn
        refusal = cubes.offer_refused(self.cube, side, Moment(turn, turns=self.turns), self.ruleset)
        if refusal:
            code = refusal.code
            if code == "cube.not_on_turn" and self.last == side:
                code = "cube.after_roll"
            self.report(code, action, expected=self._owner(), got=SIDES[side])
        self.offers.append(Offer(action, self.place, self.turns, self.cube))
        self.cube = replace(self.cube, pending=Pending.OFFER, offered_by=side, offered=self.cube.value * 2, fresh=False)
        self._value(action)

    def _owner(self) -> str:
        """Return who owns the cube, in the words of a finding."""
        return "centred" if self.cube.owner is None else SIDES[self.cube.owner]

    def _value(self, action: Action) -> None:
        """Compare the written value of the cube; one that follows from a wrong value before is not reported again."""
        expected, got = self.cube.offered, action.value
        if got is None:
            return
        if self._is_after_automatic_doubles(got):
            self.cube = replace(self.cube, value=got // 2, offered=got)
            self.report("cube.automatic", action, expected=expected, got=got)
        elif got != expected and got != self.written * 2:
            self.report("cube.value", action, expected=expected, got=got)
        self.written = got

    def _is_after_automatic_doubles(self, got: int) -> bool:
        """Whether a first double is written as a cube has it that ties of the opening have turned before."""
        turns = got // self.cube.offered
        is_first = self.cube.owner is None and not self.cube.doublings
        return (
            is_first and got == self.cube.offered * turns and turns.bit_count() == 1 and 1 < turns <= 1 << self._ties()
        )

    def _ties(self) -> int:
        return self.ruleset.auto_limit if self.written == 1 else 0

    def _answer(self, action: Action) -> None:
        side, kind = action.side, action.kind
        if not self.cube.pending:
            self.report("cube.no_offer", action, got=kind)
            self.excused = True  # it may be written in place of this side's turn
            return
        if self.cube.offered_by == side:
            self.report("cube.own_offer", action, got=kind)
            side = 1 - side
        if kind is Kind.TAKE:
            self.cube = cubes.take(self.cube, side)
        elif kind is Kind.DROP:
            self._drop(action, side)
        else:
            self._beaver(action, side)

    def _drop(self, action: Action, side: int) -> None:
        try:
            self.ended = cubes.drop(self.cube, side, self.ruleset)
        except RuleBroken as broken:
            self.report(broken.code, action)
            self.ended = Passed(1 - side, self.cube.offered // 2)

    def _beaver(self, action: Action, side: int) -> None:
        try:
            self.cube = cubes.beaver(self.cube, side, self.ruleset)
        except RuleBroken as broken:
            self.report(broken.code, action, got=action.value)
            self.cube = cubes.take(self.cube, side)
            self.written = self.cube.value
            return
        self._value(action)

    def _after_end(self, action: Action) -> None:
        """Report, once, that something was done after the end; a roll without a play does not count."""
        if not self.reported_after_end and (action.kind is not Kind.PLAY or action.play):
            self.reported_after_end = True
            self.report("turn.after_end", action, got=action.play or action.kind)

    def verdict(self) -> GameVerdict:
        """Return the verdict after the last action."""
        return GameVerdict(self.findings, self.offers, self._end(), self.turns, (self.hits, self.marked))

    def _end(self) -> End:
        off = self._borne_off()
        doubled = self.cube.doublings > 0
        if self.ended:
            values = _distinct(self.ended.points, self.written // 2)
            return End(self.ended.winner, 1, values, doubled, off, dropped=True)
        values = _distinct(self.cube.value, self.written // 2 if self.cube.pending else self.written)
        end = self._board_end()
        if end:
            winner, multiple, is_draw = end
            return End(winner, multiple, values, doubled, off, is_draw=is_draw)
        if self.cube.pending is Pending.OFFER:
            return End(self.cube.offered_by, 1, values, doubled, off, dropped=True)
        winner = None if self.resigned is None else 1 - self.resigned
        return End(winner, None, values, doubled, off)

    def _borne_off(self) -> tuple[int, int] | None:
        """Return how many checkers each side has borne off, None when unknown."""
        sides = None if self.boards.lost else self.boards.sides
        return (sides[0][OFF], sides[1][OFF]) if sides else None

    def _board_end(self) -> tuple[int | None, int, bool] | None:
        """Return the winner on the board, what the game pays and whether it is a draw; None if it did not end there."""
        return (*self.borne_off, False) if self.borne_off else None


def _distinct(*values: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
