"""One subtle illegal step for a recorded game, found with the plain generator and not with the engine's judgement.

A play is planted only if no legal play of the roll leaves the mover's checkers where it leaves them, so that however
its text is read it is illegal.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from rules.game.engine.turn import Turn, stages_of
from rules.game.notation import read_play
from rules.game.plays import legal_plays
from rules.game.record import Action, GameRecord, Kind
from rules.points import BAR, OFF, point_name
from rules.referee.scenes import Scene, scenes
from rules.rulesets import Ruleset
from tests.rules.games.brute import Board, all_ends, as_board, mine

type Moves = tuple[tuple[int, int], ...]

# What a game forbids, and the value of the option under which it would be legal.
FORBIDDEN: dict[str, tuple[Any, Any]] = {
    "start_quarter": ("forbidden_end_of_play", "allowed"),
    "unblock_duty": (True, "off"),
    "first_away_at": (11, "off"),
    "opponent_quarter_limit": (4, "off"),
    "head_rule": ("one_per_turn", "none"),
    "prime_rule": (("opponent_ahead", "strict_seed"), "none"),
    "mother_rule": (True, "off"),
    "forced_die": ("larger", "either"),
    "no_hit_and_run": (True, "off"),
    "half_rule": (True, "off"),
    "tabula_bearoff": (True, "off"),
    "backward_hits": ("smaller_die", "any"),
    "double_moves": (2, 4),
}


class Planted(NamedTuple):
    """A record with one illegal step: what kind of step, and the row and the side at which it is to be reported."""

    kind: str
    game: GameRecord
    row: int | None
    side: int


class Moment(NamedTuple):
    """A play of a record: its place among the actions, the board before it, and which turn of its side it is."""

    place: int
    scene: Scene
    turn: int


def planted(game: GameRecord, rules: Ruleset, chance: random.Random) -> Planted:
    """Return the record with one illegal step; which kind of step comes first depends on chance."""
    moments = list(_moments(game, rules))
    kinds = [*_kinds(rules)]
    # What only this game forbids is rare in random play, so it is looked for three times as often.
    weights = [3 if name in FORBIDDEN or "cascade" in name or name == "rest" else 1 for name, _ in kinds]
    order = sorted(zip(kinds, weights, strict=True), key=lambda kind: chance.random() ** (1 / kind[1]), reverse=True)
    for (name, wrong_plays), _ in order:
        for moment in chance.sample(moments, len(moments)):
            action = moment.scene.action
            if name == "rest":
                follows = game.actions[moment.place + 1 : moment.place + 2]
                if action.kind is Kind.REST and action.play and follows and follows[0].side == action.side:
                    return Planted(name, _without(game, moment.place), follows[0].row, action.side)
                continue
            texts = _cut_short(moment, rules) if name == "cascade cut short" else None
            if texts is None:
                texts = _illegal(wrong_plays(moment, rules), moment, rules)
            if texts:
                wrong = action._replace(play=chance.choice(texts))
                return Planted(name, _with(game, moment.place, wrong), action.row, action.side)
    raise AssertionError("no step of this record can be made illegal")


def _with(game: GameRecord, place: int, action: Action) -> GameRecord:
    return replace(game, actions=(*game.actions[:place], action, *game.actions[place + 1 :]))


def _without(game: GameRecord, place: int) -> GameRecord:
    return replace(game, actions=(*game.actions[:place], *game.actions[place + 1 :]))


def _moments(game: GameRecord, rules: Ruleset) -> Iterator[Moment]:
    turns, places = 0, [place for place, action in enumerate(game.actions) if action.kind is not Kind.POSITION]
    for place, scene in zip(places, scenes(game, rules), strict=False):
        is_play = scene.action.kind is Kind.PLAY and scene.action.dice
        if (is_play and scene.action.play) or scene.action.kind is Kind.REST:
            yield Moment(place, scene, turns // 2 + 1)
        turns += bool(is_play)


type WrongPlays = Callable[[Moment, Ruleset], Iterator[Moves]]


def _kinds(rules: Ruleset) -> Iterator[tuple[str, WrongPlays]]:
    yield "too short", _too_short
    yield "one pip off", _one_pip_off
    yield "another checker", _another_checker
    yield "onto a closed point", _onto_a_closed_point
    if rules.mother_rule:
        yield "from under a pin", _from_under_a_pin
        yield "bearoff_while_pinned", _relaxed("bearoff_while_pinned", "allowed")
    if rules.cascade_from_turn:
        yield "rest", _nothing
        yield "cascade cut short", _nothing
    for name, (forbids, allows) in FORBIDDEN.items():
        value = getattr(rules, name)
        if name == "forced_die" and rules.dice > 2:
            continue
        if value == forbids or (isinstance(forbids, tuple) and value in forbids):
            yield name, _relaxed(name, allows)


def _nothing(_: Moment, __: Ruleset) -> Iterator[Moves]:
    return iter(())


def _made(moment: Moment) -> Moves:
    return tuple((hop.src, hop.dst) for hop in read_play(moment.scene.action.play).hops)


def _too_short(moment: Moment, _: Ruleset) -> Iterator[Moves]:
    moves = _made(moment)
    for at in range(len(moves)):
        yield moves[:at] + moves[at + 1 :]


def _one_pip_off(moment: Moment, _: Ruleset) -> Iterator[Moves]:
    moves = _made(moment)
    for at, (src, dst) in enumerate(moves):
        for off in (-1, 1):
            if OFF <= dst + off < src:
                yield (*moves[:at], (src, dst + off), *moves[at + 1 :])


def _another_checker(moment: Moment, _: Ruleset) -> Iterator[Moves]:
    moves, player = _made(moment), moment.scene.position.player
    for at, (src, dst) in enumerate(moves):
        for other in range(BAR, OFF, -1):
            goal = max(other - abs(src - dst), OFF)
            if other != src and player[other]:
                yield (*moves[:at], (other, goal), *moves[at + 1 :])


def _onto_a_closed_point(moment: Moment, rules: Ruleset) -> Iterator[Moves]:
    position, least = moment.scene.position, 1 if rules.contact == "block" else 2
    closed = [point for point in range(1, BAR) if position.opponent[rules.geometry.opposite[point]] >= least]
    yield from _first_step_to(moment, closed)


def _first_step_to(moment: Moment, points: Sequence[int]) -> Iterator[Moves]:
    """The play as made, but its last step goes to one of these points with the same die."""
    moves, player = _made(moment), moment.scene.position.player
    src, dst = moves[-1]
    for point in points:
        other = point + abs(src - dst)
        if other <= BAR and player[other]:
            yield (*moves[:-1], (other, point))


def _from_under_a_pin(moment: Moment, _: Ruleset) -> Iterator[Moves]:
    moves = _made(moment)
    src, dst = moves[-1]
    for pinned in moment.scene.position.pins[0]:
        yield (*moves[:-1], (pinned, max(pinned - abs(src - dst), OFF)))


def _relaxed(option: str, value: Any) -> WrongPlays:
    def plays(moment: Moment, rules: Ruleset) -> Iterator[Moves]:
        scene = moment.scene
        dice, turn = scene.action.dice or (), Turn(moment.turn)
        strict = set(legal_plays(scene.position, dice, rules, turn).positions())
        for play in legal_plays(scene.position, dice, rules.with_options(**{option: value}), turn):
            if play.position not in strict:
                yield tuple((step.src, step.dst) for step in play.steps)

    return plays


def _cut_short(moment: Moment, rules: Ruleset) -> list[str]:
    """A cascade, or a rest of one, that ends a move early; nothing at all is the rest that is not played.

    Not while a checker is borne off: there ``4/off`` may be a 3 and a 4 in two stages, and the shorter text is legal.
    """
    action, moves = moment.scene.action, _made(moment)
    is_cascade = action.kind is Kind.REST or bool(stages_of(action.dice or (), rules, Turn(moment.turn)))
    bears_off = any(dst == OFF for _, dst in moves)
    return [_written(moves[:-1])] if is_cascade and len(moves) > 1 and not bears_off else []


def _illegal(plays: Iterator[Moves], moment: Moment, rules: Ruleset) -> list[str]:
    """Return the texts of those plays that no legal play can be mistaken for; a cascade has none."""
    scene, dice = moment.scene, moment.scene.action.dice
    if scene.action.kind is Kind.REST or dice is None or stages_of(dice, rules, Turn(moment.turn)):
        return []
    made = [(moves, after) for moves in dict.fromkeys(plays) if (after := _after(scene.position.player, moves))]
    if not made:
        return []
    ends, _ = all_ends(as_board(scene.position, rules), dice, rules, first=moment.turn == 1)
    legal = {_own(end) for end in ends}
    return [_written(moves) for moves, after in made if after not in legal]


def _after(player: tuple[int, ...], moves: Moves) -> tuple[int, ...]:
    """The mover's checkers after the moves as written; a point may have fewer than none."""
    counts = list(player)
    for src, dst in moves:
        counts[src] -= 1
        counts[dst] += 1
    return tuple(counts)


def _own(board: Board) -> tuple[int, ...]:
    return (board.off, *(mine(board, point) for point in range(1, BAR)), board.bar + board.hand)


def _written(moves: Moves) -> str:
    return " ".join(f"{point_name(src)}/{point_name(dst)}" for src, dst in moves)
