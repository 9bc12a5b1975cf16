"""Judge one game of a record: every roll, play and turn of the cube, up to how it ended.

What depends on the score (Crawford, Holland, the points) is left to ``rules.game.tally``, which gets the
turns of the cube from here.
"""

from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.game import cube as cubes
from rules.game.board import BAR, OFF, Position, win_multiple
from rules.game.boards import Boards
from rules.game.cube import Cube, Ended, Moment, Pending
from rules.game.findings import IMPOSSIBLE, SIDES, Finding, Grade, finding
from rules.game.notation import read_play
from rules.game.record import Action, Game, Kind
from rules.rulesets import Opening, Ruleset

MOST_FINDINGS = 50  # of one game


@dataclass(frozen=True, slots=True)
class Offer:
    """A double as it was made: the action, its place among the findings, completed turns, the cube before."""

    action: Action
    place: int
    turns: int
    cube: Cube


@dataclass(frozen=True, slots=True)
class End:
    """How a game ended as far as its actions tell.

    ``winner`` None: nothing in the actions says so. ``multiple``: how many times the cube it pays, None where
    only the result can tell (a resignation). ``values`` of the cube it may be counted with: what it was
    worth, then what was written if that was another. ``doubled``: a double was offered and accepted.
    ``off``: checkers each side had borne off, None when unknown. ``dropped``: ended by a passed double.
    """

    winner: int | None
    multiple: int | None
    values: tuple[int, ...]
    doubled: bool
    off: tuple[int, int] | None
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class GameVerdict:
    """One game judged by itself. ``findings`` carry their place in the game, so that others can be put
    between."""

    findings: list[tuple[int, Finding]]
    offers: list[Offer]
    end: End
    turns: int
    marks: tuple[int, int]


def judge_game(number: int, game: Game, ruleset: Ruleset, patience: int) -> tuple[GameVerdict, int]:
    """Return the verdict on one game, and how many slips may still be followed up."""
    judge = _GameJudge(number, game, ruleset, patience)
    for place, action in enumerate(game.actions):
        judge.place = place
        judge.see(action)
    return judge.verdict(), judge.boards.patience


class _GameJudge:
    """The state of a game while its actions are read in order."""

    def __init__(self, number: int, game: Game, ruleset: Ruleset, patience: int) -> None:
        self.number = number
        self.ruleset = ruleset
        self.checkers = ruleset.checkers
        self.boards = Boards(Position.start(ruleset), ruleset, patience)
        self.cube = Cube(value=game.start_cube)
        self.written = game.start_cube
        self.turn: int | None = None
        self.last: int | None = None
        self.turns = 0
        self.place = 0
        self.ended: Ended | None = None
        self.borne_off: tuple[int, int] | None = None
        self.resigned: int | None = None
        self.over_told = self.excused = False
        self.findings: list[tuple[int, Finding]] = []
        self.offers: list[Offer] = []
        self.hits = self.marked = 0

    def see(self, action: Action) -> None:
        """Judge one action."""
        kind = action.kind
        over = self.ended or self.borne_off or self.resigned is not None
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
                self.boards.set(action.position, action.side)
                self.turns = max(self.turns, 1)  # a board set by hand is past the opening
        else:
            self._answer(action)

    def tell(
        self, code: str, action: Action, *, expected: object = None, got: object = None, grade: Grade | None = None
    ) -> None:
        """Keep a finding on this action; a game that is all nonsense does not get one for every line of it."""
        if len(self.findings) < MOST_FINDINGS:
            side, row = action.side, action.row
            told = finding(code, self.number, row, side, expected=expected, got=got, grade=grade)
            self.findings.append((self.place, told))

    def _roll(self, action: Action) -> None:
        side, dice = action.side, action.dice
        if self.cube.pending:
            self._roll_before_answer(action)
        if self.cube.fresh:
            self.cube = cubes.rolled(self.cube)
        if self.turn is not None and side != self.turn:
            if not self.excused:
                self.tell("turn.out_of_order", action, expected=SIDES[self.turn], got=SIDES[side])
            self.boards.missing_turn(self.turn)
        self.excused = False
        self.turn, self.last = 1 - side, side
        self.turns += 1
        if dice is None:
            self.tell("dice.missing", action)
            if action.play:
                self.boards.missing_turn(side)
            return
        if not (1 <= dice[0] <= 6 and 1 <= dice[1] <= 6):
            self.tell("dice.range", action, expected=[1, 6], got=list(dice))
            self.boards.missing_turn(side)
            return
        if self.turns == 1 and dice[0] == dice[1] and self.ruleset.opening is Opening.TWO_DICE_USE:
            self.tell("dice.opening_double", action, got=list(dice))
            self.boards.doubt_roll(side)
        self._play(action, dice)

    def _play(self, action: Action, dice: tuple[int, int]) -> None:
        boards, side = self.boards, action.side
        try:
            play = read_play(action.play)
        except RuleBroken as broken:
            self.tell(broken.code, action, got=action.play[:60])
            boards.missing_turn(side)
            return
        bar = boards.bar(1 - side)
        trouble = boards.play(side, dice, play)
        if trouble:
            self._slip(trouble, action, dice)
        sides = boards.sides
        if not sides or boards.lost:
            return
        if bar >= 0 and sides[1 - side][BAR] > bar:
            self.hits += 1
            self.marked += bool(play.marked)
        elif play.marked and bar >= 0 and not trouble:
            self.tell("play.hit_mark", action, got=action.play)
        if sides[side][OFF] == self.checkers:
            self.borne_off = (side, win_multiple(sides[1 - side], self.ruleset))

    def _slip(self, trouble: RuleBroken, action: Action, dice: tuple[int, int]) -> None:
        facts = dict(trouble.facts)
        grade = IMPOSSIBLE if facts.pop("stands", True) is False else None
        facts.pop("dice", None)
        expected = facts.get("example") or facts.get("readings") or facts
        if trouble.code == "play.wrong_dice":
            expected = list(dice)
        got = f"{dice[0]}{dice[1]}: {action.play}"
        self.tell(trouble.code, action, expected=expected, got=got, grade=grade)

    def _roll_before_answer(self, action: Action) -> None:
        """A roll while a double waits: a beaver or raccoon is accepted by it, a double is not."""
        asker, pending = self.cube.asker or 0, self.cube.pending
        if pending is Pending.OFFER:
            self.tell("cube.unanswered", action, got=self.cube.asked)
        self.cube = cubes.take(self.cube, 1 - asker)

    def _double(self, action: Action) -> None:
        side = action.side
        if self.cube.pending and action.side != self.cube.asker:
            self._answer(action._replace(kind=Kind.BEAVER))
            return
        turn = side if self.turn is None else self.turn
        refusal = cubes.offer_refused(self.cube, side, Moment(turn, turns=self.turns), self.ruleset)
        if refusal:
            code = refusal.code
            if code == "cube.not_on_turn" and self.last == side:
                code = "cube.after_roll"
            self.tell(code, action, expected=self._owner(), got=SIDES[side])
        self.offers.append(Offer(action, self.place, self.turns, self.cube))
        self.cube = replace(self.cube, pending=Pending.OFFER, asker=side, asked=self.cube.value * 2, fresh=False)
        self._value(action)

    def _owner(self) -> str:
        """Whose the cube is."""
        return "centred" if self.cube.owner is None else SIDES[self.cube.owner]

    def _value(self, action: Action) -> None:
        """Compare the written value of the cube; a value that follows from one found wrong before is no
        news."""
        expected, got = self.cube.asked, action.value
        if got is None:
            return
        if got != expected and got != self.written * 2:
            self.tell("cube.value", action, expected=expected, got=got)
        self.written = got

    def _answer(self, action: Action) -> None:
        side, kind = action.side, action.kind
        if not self.cube.pending:
            self.tell("cube.no_offer", action, got=kind)
            self.excused = True  # it may stand where this side's turn should
            return
        if self.cube.asker == side:
            self.tell("cube.own_offer", action, got=kind)
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
            self.tell(broken.code, action)
            self.ended = Ended(1 - side, self.cube.asked // 2)

    def _beaver(self, action: Action, side: int) -> None:
        try:
            self.cube = cubes.beaver(self.cube, side, self.ruleset)
        except RuleBroken as broken:
            self.tell(broken.code, action, got=action.value)
            self.cube = cubes.take(self.cube, side)
            self.written = self.cube.value
            return
        self._value(action)

    def _after_end(self, action: Action) -> None:
        """Something after the end: told once, and only if something was really done."""
        if not self.over_told and (action.kind is not Kind.PLAY or action.play):
            self.over_told = True
            self.tell("turn.after_end", action, got=action.play or action.kind)

    def verdict(self) -> GameVerdict:
        """Sum up after the last action."""
        return GameVerdict(self.findings, self.offers, self._end(), self.turns, (self.hits, self.marked))

    def _end(self) -> End:
        sides = None if self.boards.lost else self.boards.sides
        off = (sides[0][OFF], sides[1][OFF]) if sides else None
        doubled = self.cube.doublings > 0
        if self.ended:
            values = _distinct(self.ended.points, self.written // 2)
            return End(self.ended.winner, 1, values, doubled, off, dropped=True)
        values = _distinct(self.cube.value, self.written // 2 if self.cube.pending else self.written)
        if self.borne_off:
            return End(*self.borne_off, values, doubled, off)
        if self.cube.pending is Pending.OFFER:
            return End(self.cube.asker, 1, values, doubled, off, dropped=True)
        winner = None if self.resigned is None else 1 - self.resigned
        return End(winner, None, values, doubled, off)


def _distinct(*values: int) -> tuple[int, ...]:
    return tuple(dict.fromkeys(value for value in values if value))
