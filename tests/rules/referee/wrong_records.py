"""Records with one or two faults each, the same in every run, and what the referee says of them in full."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from rules.files.formats import read_match
from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result
from rules.referee.verdict import judge_match
from rules.rulesets import RULESETS
from tests.rules.games.playing import match_of

DATA = Path(__file__).parents[1] / "data"
WITH_A_CUBE = ("m034_L03", "m040_L03", "m058_L03", "m079_L05", "m097_L05", "s001_money", "s016_money", "s031_money")
OF_EACH_FILE, OF_EACH_GAME = 24, 6  # wrong records of each file with a cube, and of each of the other games
MOST_SHOWN = 8  # findings of one record

PLAYS = ("", "bar/21 bar/19*", "24/18/13*", "6/off(2)", "13/8 24/23", "8/5 6/5", "a", "24/24", "13/11*/9")


class Wrong(NamedTuple):
    """A record with faults: its name, and what else is agreed about the match."""

    name: str
    match: MatchRecord
    options: dict[str, Any]


def wrong_records() -> Iterator[Wrong]:
    """Yield the corrupt files as they are, then files and random games with faults."""
    for path in sorted((DATA / "corrupt").glob("*.mat")):
        if "encoding" not in path.name:
            yield Wrong(path.stem, read_match(path.read_bytes()), {})
    for name in WITH_A_CUBE:
        match = read_match((DATA / "selfplay" / "mat" / f"{name}.mat").read_bytes())
        for seed in range(OF_EACH_FILE):
            chance = random.Random(f"{name} {seed}")
            options = {"crawford": chance.choice([None, True, False]), "holland": chance.choice([True, False])}
            yield Wrong(f"{name} {seed}", with_faults(rules_of_money(match, chance), chance), options)
    for game in RULESETS.values():
        if game.judged and not game.is_classic:
            match = match_of(game, 5)
            for seed in range(OF_EACH_GAME):
                chance = random.Random(f"{game.id} {seed}")
                length = chance.choice([0, 1, 2, 3, 5])
                yield Wrong(f"{game.id} {seed}", with_faults(replace(match, length=length), chance), {})


def rules_of_money(match: MatchRecord, chance: random.Random) -> MatchRecord:
    """Let a money session say something about its rules."""
    if match.length:
        return match
    return replace(match, jacoby=chance.choice([None, True, False]), beavers=chance.choice([None, True, False]))


def with_faults(match: MatchRecord, chance: random.Random) -> MatchRecord:
    """Return the record with one or two things wrong."""
    for _ in range(chance.randint(1, 2)):
        at = chance.randrange(len(match.games))
        games = list(match.games)
        games[at] = (of_actions if chance.random() < 0.7 else of_the_score)(games[at], chance)
        match = replace(match, games=tuple(games))
    return match


def of_actions(game: GameRecord, chance: random.Random) -> GameRecord:
    """Return the game with one action changed, left out, or put between others."""
    actions = list(game.actions)
    cubes = [at for at, each in enumerate(actions) if each.kind not in (Kind.PLAY, Kind.REST)]
    at = chance.choice(cubes) if cubes and chance.random() < 0.4 else chance.randrange(len(actions))
    other = chance.choice(actions)
    match chance.choice(["change", "change", "change", "leave out", "twice", "put between", "put between"]):
        case "change":
            actions[at] = changed(actions[at], other, chance)
        case "leave out":
            del actions[at]
        case "twice":
            actions.insert(at, actions[at])
        case _:
            kind = chance.choice([Kind.DOUBLE, Kind.TAKE, Kind.DROP, Kind.BEAVER, Kind.RESIGN, Kind.REST])
            value = chance.choice([None, 2, 4, 8, 3]) if kind in (Kind.DOUBLE, Kind.BEAVER) else None
            play = other.play if kind is Kind.REST else ""
            actions.insert(at, Action(chance.randint(0, 1), kind, actions[at].row, play=play, value=value))
    return replace(game, actions=tuple(actions))


def changed(action: Action, other: Action, chance: random.Random) -> Action:
    """Return an action with one thing wrong, or another that may be right."""
    match chance.choice(["dice", "play", "text", "side", "mark", "no mark", "dance", "value"]):
        case "dice":
            return action._replace(dice=chance.choice([other.dice, None, (7, 1), (4, 4)]))
        case "play":
            return action._replace(play=other.play)
        case "text":
            return action._replace(play=chance.choice(PLAYS))
        case "side":
            return action._replace(side=1 - action.side)
        case "mark":
            return action._replace(play=action.play + "*" if action.play else "")
        case "no mark":
            return action._replace(play=action.play.replace("*", ""))
        case "dance":
            return action._replace(play="")
        case _:
            return action._replace(value=chance.choice([None, 2, 4, 16, 5]))


def of_the_score(game: GameRecord, chance: random.Random) -> GameRecord:
    """Return the game with another result, score line, number or tag."""
    result, score = game.result or Result(0, 1), game.score or (0, 0)
    match chance.choice(
        ["winner", "draw", "points", "points", "no result", "line", "swapped", "number", "tag", "cube"]
    ):
        case "winner":
            return replace(game, result=Result(1 - (result.winner or 0), result.points))
        case "draw":
            return replace(game, result=Result(None, chance.randint(0, 2)))
        case "points":
            return replace(game, result=Result(result.winner, chance.choice([1, 2, 3, 4, 5, 6, 8, 12])))
        case "no result":
            return replace(game, result=None)
        case "line":
            return replace(game, score=(score[0] + chance.randint(0, 2), score[1] + chance.randint(0, 2)))
        case "swapped":
            return replace(game, score=score[::-1])
        case "number":
            return replace(game, number=chance.choice([None, 1, 7]))
        case "tag":
            return replace(game, crawford=chance.choice([True, False]))
        case _:
            return replace(game, start_cube=chance.choice([2, 4]))


def verdicts() -> Iterator[str]:
    """Yield lines of JSON: the record, its score, winner, worst grade, number of findings, and the first of them."""
    for wrong in wrong_records():
        verdict = judge_match(wrong.match, **wrong.options)
        findings = [
            [one.grade, one.code, one.game, one.row, one.side, one.expected, one.got]
            for one in verdict.findings[:MOST_SHOWN]
        ]
        yield json.dumps(
            [wrong.name, verdict.score, verdict.winner, verdict.worst, len(verdict.findings), findings],
            ensure_ascii=False,
        )
