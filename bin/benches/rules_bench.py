"""The rule book against a naive generator, gnubg-nn, OpenSpiel, and GNU Backgammon's own replay of match files."""

import importlib.util
import os
import random
import time
import tracemalloc
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from rules.files.reading import read_match
from rules.game.check import check_play
from rules.game.plays import legal_plays
from rules.game.record import Kind
from rules.game.referee import judge_match
from rules.game.scenes import scenes

NAME = "rules"
DATA = Path(os.environ.get("BARPOINT_BENCH_DATA", "tests/rules/data/selfplay/mat"))
SAMPLE = 3000


@dataclass
class Line:
    """One ratio: what is measured, its bound, and how."""

    name: str
    sign: str
    bound: float
    measure: object
    missing: str = ""


def lines():
    """All ratios of this bench."""
    return [
        Line("check_play / naive look-up", ">=", 12, lambda: speed(check_all) / speed(naive_check_all)),
        line_with("gnubg_nn", "check_play / gnubg-nn moves", ">=", 0.6, lambda: speed(check_all) / speed(gnubg_nn_all)),
        Line("legal_plays / naive", ">=", 2.5, lambda: speed(legal_all) / speed(naive_all)),
        line_with("pyspiel", "legal_plays / OpenSpiel", ">=", 0.4, lambda: speed(legal_all) / speed(open_spiel_all)),
        line_with(
            "gnubg", "validate / strict replay by gnubg", "<=", 0.5, lambda: took(validate_all) / took(strict_all)
        ),
        line_with("gnubg", "validate / import by gnubg", "<=", 10, lambda: took(validate_all) / took(import_all)),
        Line("memory after 100 files / after 20", "<=", 1.1, memory_growth),
    ]


def line_with(module, name, sign, bound, measure):
    """A ratio against a package that may not be there."""
    package = {"pyspiel": "open_spiel", "gnubg_nn": "gnubg-nn"}.get(module, module)
    there = importlib.util.find_spec(module) is not None
    return Line(name, sign, bound, measure, "" if there else f"pip install {package}")


def took(work):
    """Seconds for one run."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def speed(work):
    """Positions a second: ``work`` returns how many it did."""
    start = time.perf_counter()
    count = work()
    return count / (time.perf_counter() - start)


@cache
def contents():
    """The match files, without money sessions."""
    return [path.read_bytes() for path in sorted(DATA.glob("m*.mat"))]


@cache
def plays():
    """A sample of (position, dice, written play) from the self-played matches; the same at every run."""
    found = [
        (scene.position, scene.action.dice, scene.action.play)
        for content in contents()
        for game in read_match(content).games
        for scene in scenes(game)
        if scene.action.kind is Kind.PLAY
    ]
    return random.Random(7).sample(found, min(SAMPLE, len(found)))  # noqa: S311 -- a sample


def check_all():
    """Verify every reported play."""
    for position, dice, play in plays():
        check_play(position, dice, play)
    return len(plays())


def legal_all():
    """Find every end position of every roll."""
    for position, dice, _ in plays():
        len(legal_plays(position, dice))
    return len(plays())


def naive_all():
    """The same by the plain generator."""
    sample = plays()[:500]
    for position, dice, _ in sample:
        naive_plays(position.mine, position.theirs, dice)
    return len(sample)


def naive_check_all():
    """Generate all plays and look the reported one up."""
    sample = plays()[:500]
    for position, dice, play in sample:
        legal = naive_plays(position.mine, position.theirs, dice)
        moves = tuple(sorted(tuple(map(int, move.replace("*", "").split("/"))) for move in play.split()))
        if legal and moves not in legal:
            raise AssertionError(play)
    return len(sample)


def naive_plays(mine, theirs, dice):
    """Every play as a tuple of steps, by trying every step of every order: nothing clever."""
    orders = [(dice[0],) * 4] if dice[0] == dice[1] else [dice, dice[::-1]]
    plays = [play for order in orders for play in naive_walk(mine, theirs, order)]
    most = max(map(len, plays), default=0)
    best = {tuple(sorted(play)): play for play in plays if len(play) == most}
    if most == 1 and len(orders) == 2:
        larger = {key: play for key, play in best.items() if key[0][0] - key[0][1] == max(dice)}
        return larger or best
    return best


def naive_walk(mine, theirs, order):
    """Every sequence of steps, as far as it goes."""
    went = False
    if order and mine[0] < 15:
        for src, dst, after, opposing in naive_steps(mine, theirs, order[0]):
            went = True
            for rest in naive_walk(after, opposing, order[1:]):
                yield ((src, dst), *rest)
    if not went:
        yield ()


def naive_steps(mine, theirs, die):
    """Every step of one die, with both sides after it."""
    for src in (25,) if mine[25] else range(24, 0, -1):
        if not mine[src]:
            continue
        dst = src - die
        if dst <= 0:
            if any(mine[7:]) or (dst < 0 and any(mine[src + 1 :])):
                continue
            dst = 0
        after, opposing = list(mine), theirs
        if dst and theirs[25 - dst]:
            if theirs[25 - dst] > 1:
                continue
            hit = list(theirs)
            hit[25 - dst] = 0
            hit[25] += 1
            opposing = tuple(hit)
        after[src] -= 1
        after[dst] += 1
        yield src, dst, tuple(after), opposing


@cache
def gnubg_nn_boards():
    """The sample as gnubg-nn wants it: ace point first, the opponent before the player on roll."""
    return [([list(p.theirs[1:]), list(p.mine[1:])], *dice) for p, dice, _ in plays()]


def gnubg_nn_all():
    """All plays by gnubg-nn's generator in C++."""
    import gnubg_nn  # noqa: PLC0415 -- may not be there

    for board, first, second in gnubg_nn_boards():
        gnubg_nn.moves(board, first, second)
    return len(gnubg_nn_boards())


@cache
def open_spiel_states():
    """States of OpenSpiel's own random games."""
    import pyspiel  # noqa: PLC0415 -- may not be there

    choose, states = random.Random(7), []  # noqa: S311 -- a sample
    game = pyspiel.load_game("backgammon")
    while len(states) < SAMPLE:
        state = game.new_initial_state()
        while not state.is_terminal() and len(states) < SAMPLE:
            if state.is_chance_node():
                state.apply_action(choose.choice(state.legal_actions()))
                continue
            states.append(state.clone())
            state.apply_action(choose.choice(state.legal_actions()))
    return states


def open_spiel_all():
    """All plays by OpenSpiel."""
    states = open_spiel_states()
    for state in states:
        state.legal_actions()
    return len(states)


def validate_all():
    """Judge every file, from bytes to findings."""
    for content in contents():
        if judge_match(read_match(content)).worst is not None:
            raise AssertionError("a self-played match was not found clean")


@contextmanager
def hushed():
    """GNU Backgammon speaks on standard output, from C."""
    keep, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        os.dup2(keep, 1)
        os.close(keep)
        os.close(nowhere)


@cache
def gnubg_ready():
    """GNU Backgammon with two people at the board, nothing automatic."""
    import gnubg  # noqa: PLC0415 -- may not be there

    settings = ["confirm new off", "display off", "player 0 human", "player 1 human", "automatic crawford on"]
    settings += [f"automatic {what} off" for what in ("roll", "game", "move", "bearoff", "double")]
    with hushed():
        for setting in settings:
            gnubg.command(f"set {setting}")
    return gnubg


@cache
def scripts():
    """Every file as the commands a person would type."""
    return [list(typed(read_match(content))) for content in contents()]


def typed(match):
    """One match as commands, with every answer that has to be looked at."""
    yield f"new match {match.length}"
    for number, game in enumerate(match.games):
        if number:
            yield "new game"
        yield f"set turn {game.actions[0].side}"
        for action in game.actions:
            if action.kind is Kind.PLAY:
                yield f"set dice {action.dice[0]} {action.dice[1]}"
                yield f"move {action.play.replace('*', '')}".strip()
            elif action.kind is not Kind.RESIGN:
                yield str(action.kind)
        level = max(1, min(3, game.result.points))
        yield f"set turn {1 - game.result.winner}"
        yield f"resign {('normal', 'gammon', 'backgammon')[level - 1]}"
        yield "agree"


def strict_all():
    """Replay every file command by command, asking after each whether it was accepted."""
    gnubg = gnubg_ready()
    with hushed():
        for script in scripts():
            for command in script:
                gnubg.command(command)
                gnubg.posinfo()
                if command == "agree":  # score and result, which its importer never looks at
                    gnubg.match(analysis=0, boards=0)


def import_all():
    """GNU Backgammon's own lenient import."""
    gnubg = gnubg_ready()
    with hushed():
        for path in sorted(DATA.glob("m*.mat")):
            gnubg.command(f'import mat "{path}"')


def memory_growth():
    """Peak memory of judging 100 files over that of judging 20, once the caches are as full as they get."""
    peaks, largest_first = [], sorted(contents(), key=len, reverse=True)
    for count in (100, 20, 100):
        if not peaks:
            tracemalloc.start()
        tracemalloc.reset_peak()
        for index in range(count):
            judge_match(read_match(largest_first[index % len(largest_first)]))
        peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    return peaks[2] / peaks[1]
