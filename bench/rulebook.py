"""The rule book against others: a naive generator, gnubg-nn, OpenSpiel, and a replay by GNU Backgammon.

Every figure is the ratio of two times in one run. The competitors (``gnubg-nn`` and ``open_spiel`` of the package
index, GNU Backgammon of Debian's package) are needed for nothing else: the figures of a missing one are left out.
"""

import json
import os
import random
import shutil
import subprocess
import time
import tracemalloc
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bench.measure import Figure
from rules.files.formats import read_match
from rules.game import notation
from rules.game.board import Position
from rules.game.check import check_play
from rules.game.dice import Dice
from rules.game.plays import legal_plays
from rules.game.record import Kind, MatchRecord
from rules.referee.scenes import scenes
from rules.referee.verdict import judge_match

DATA = Path(os.environ.get("BARPOINT_BENCH_DATA", "tests/rules/data/selfplay/mat"))
SAMPLE = 3000
TURNS = 3
GNUBG = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])) or ""

PARSERS = (notation.read_play, notation.read_move)

type Side = tuple[int, ...]
type Steps = tuple[tuple[int, int], ...]
type Reported = tuple[Position, Dice, str]


class Rules:
    """Checking plays, finding plays, judging whole files."""

    def __init__(self) -> None:
        self._ratios: dict[Figure, Callable[[], float]] = {}
        self._add("check/naive", "check a play, as a share of generating all and looking it up", 1 / 12,
                  lambda: over(partial(took, check_all), partial(took, naive_check_all)))  # fmt: skip
        self._add("check/gnubg-nn", "check a play, over finding all in C++", 1 / 0.6,
                  lambda: over(partial(took, check_all), partial(took, gnubg_nn_all)),
                  has=has_module("gnubg_nn"))  # fmt: skip
        self._add("plays/naive", "find all plays, as a share of a naive generator", 1 / 2.5,
                  lambda: over(partial(took, legal_all), partial(took, naive_all)))  # fmt: skip
        self._add("plays/spiel", "find all plays, over OpenSpiel", 1 / 0.4,
                  lambda: over(partial(took, legal_all), partial(took, open_spiel_all)),
                  has=has_module("pyspiel"))  # fmt: skip
        self._add("judge/strict", "judge a file, as a share of a strict replay by gnubg", 0.5,
                  lambda: over(partial(took, validate_all), gnubg_replay), has=bool(GNUBG))  # fmt: skip
        self._add("judge/import", "judge a file, over gnubg's lenient import", 7,
                  lambda: over(partial(took, validate_all), gnubg_import), has=bool(GNUBG))  # fmt: skip
        self._add("judge/memory", "memory after judging 100 files, over that after 20", 1.1, memory_growth)

    def _add(self, name: str, says: str, bound: float, ratio: Callable[[], float], *, has: bool = True) -> None:
        if has:
            self._ratios[Figure(name, "×", says, bound)] = ratio

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every ratio whose competitor is installed."""
        return tuple(self._ratios)

    def run(self) -> tuple[float, ...]:
        """Return every ratio once."""
        return tuple(ratio() for ratio in self._ratios.values())


def has_module(name: str) -> bool:
    """Whether a competitor's package is installed."""
    return find_spec(name) is not None


def over(own: Callable[[], float], other: Callable[[], float]) -> float:
    """Return the quickest ``own`` over the quickest ``other``, measured in turns.

    A neighbour on the machine slows down one of them alone, for seconds.
    """
    times = [(own(), other()) for _ in range(TURNS)]
    return min(first for first, _ in times) / min(second for _, second in times)


def took(work: Callable[[], int]) -> float:
    """Return the seconds of the processor for one of the things that ``work`` counts.

    The first round prepares them and does not count. Before the second one the parser forgets what it read, as no file
    of a director was read before.
    """
    work()
    for parser in PARSERS:
        parser.cache_clear()
    began = time.process_time()
    count = work()
    return (time.process_time() - began) / count


@cache
def contents() -> list[bytes]:
    """The match files, without money sessions."""
    return [path.read_bytes() for path in sorted(DATA.glob("m*.mat"))]


@cache
def plays() -> list[Reported]:
    """A sample of (position, dice, written play) from the self-played matches; the same at every run."""
    reported = [
        (scene.position, scene.action.dice, scene.action.play)
        for content in contents()
        for game in read_match(content).games
        for scene in scenes(game)
        if scene.action.kind is Kind.PLAY and scene.action.dice
    ]
    return random.Random(7).sample(reported, min(SAMPLE, len(reported)))  # noqa: S311 -- a sample


def check_all() -> int:
    """Verify every reported play."""
    for position, dice, play in plays():
        check_play(position, dice, play)
    return len(plays())


def legal_all() -> int:
    """Find every end position of every roll, with its board."""
    for position, dice, _ in plays():
        for _ in legal_plays(position, dice).positions():
            pass
    return len(plays())


def naive_all() -> int:
    """Find every play of every roll with the plain generator."""
    sample = plays()[:500]
    for position, dice, _ in sample:
        naive_plays(position.player, position.opponent, dice)
    return len(sample)


def naive_check_all() -> int:
    """Generate all plays and look for the reported one among them."""
    sample = plays()[:500]
    for position, dice, play in sample:
        legal = naive_plays(position.player, position.opponent, dice)
        moves = tuple(sorted(tuple(map(int, move.replace("*", "").split("/"))) for move in play.split()))
        if legal and moves not in legal:
            raise AssertionError(play)
    return len(sample)


def naive_plays(player: Side, opponent: Side, dice: Dice) -> dict[Steps, Steps]:
    """Return every play as a tuple of steps, by trying every step in every order."""
    orders = [(dice[0],) * 4] if dice[0] == dice[1] else [dice, dice[::-1]]
    plays = [play for order in orders for play in naive_walk(player, opponent, order)]
    most = max(map(len, plays), default=0)
    best = {tuple(sorted(play)): play for play in plays if len(play) == most}
    if most == 1 and len(orders) == 2:
        larger = {key: play for key, play in best.items() if key[0][0] - key[0][1] == max(dice)}
        return larger or best
    return best


def naive_walk(player: Side, opponent: Side, order: tuple[int, ...]) -> Iterator[Steps]:
    """Every sequence of steps, as far as it goes."""
    went = False
    if order and player[0] < 15:
        for src, dst, after, opposing in naive_steps(player, opponent, order[0]):
            went = True
            for rest in naive_walk(after, opposing, order[1:]):
                yield ((src, dst), *rest)
    if not went:
        yield ()


def naive_steps(player: Side, opponent: Side, die: int) -> Iterator[tuple[int, int, Side, Side]]:
    """Every step of one die, with both sides after it."""
    for src in (25,) if player[25] else range(24, 0, -1):
        if not player[src]:
            continue
        dst = src - die
        if dst <= 0:
            if any(player[7:]) or (dst < 0 and any(player[src + 1 :])):
                continue
            dst = 0
        after, opposing = list(player), opponent
        if dst and opponent[25 - dst]:
            if opponent[25 - dst] > 1:
                continue
            hit = list(opponent)
            hit[25 - dst] = 0
            hit[25] += 1
            opposing = tuple(hit)
        after[src] -= 1
        after[dst] += 1
        yield src, dst, tuple(after), opposing


@cache
def gnubg_nn_boards() -> list[tuple[list[list[int]], int, int]]:
    """The sample in the form of gnubg-nn: ace point first, the opponent before the player on roll."""
    return [([list(p.opponent[1:]), list(p.player[1:])], dice[0], dice[1]) for p, dice, _ in plays()]


def gnubg_nn_all() -> int:
    """All plays by gnubg-nn's generator in C++."""
    gnubg_nn = import_module("gnubg_nn")

    for board, first, second in gnubg_nn_boards():
        gnubg_nn.moves(board, first, second)
    return len(gnubg_nn_boards())


@cache
def open_spiel_states() -> list[Any]:
    """States of OpenSpiel's own random games, because no position can be set there."""
    pyspiel = import_module("pyspiel")

    choose = random.Random(7)  # noqa: S311 -- a sample
    states: list[Any] = []
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


def open_spiel_all() -> int:
    """All plays by OpenSpiel."""
    states = open_spiel_states()
    for state in states:
        state.legal_actions()
    return len(states)


def validate_all() -> int:
    """Judge every file, from bytes to findings."""
    for content in contents():
        if judge_match(read_match(content)).worst is not None:
            raise AssertionError("a self-played match has findings")
    return len(contents())


@cache
def scripts() -> list[list[str]]:
    """Every file as the commands that a person would type."""
    return [list(typed(read_match(content))) for content in contents()]


def typed(match: MatchRecord) -> Iterator[str]:
    """Yield one match as commands."""
    yield f"new match {match.length}"
    for number, game in enumerate(match.games):
        if number:
            yield "new game"
        yield f"set turn {game.actions[0].side}"
        for action in game.actions:
            if action.kind is Kind.PLAY and action.dice:
                yield f"set dice {action.dice[0]} {action.dice[1]}"
                yield f"move {action.play.replace('*', '')}".strip()
            elif action.kind is not Kind.RESIGN:
                yield str(action.kind)
        if game.result is None or game.result.winner is None:
            continue
        level = max(1, min(3, game.result.points))
        yield f"set turn {1 - game.result.winner}"
        yield f"resign {('normal', 'gammon', 'backgammon')[level - 1]}"
        yield "agree"


def gnubg_replay() -> float:
    """Return the processor seconds of GNU Backgammon for a file that is replayed command by command.

    Asking whether each command was accepted would cost time that is not its own.
    """
    return in_gnubg(scripts())


def gnubg_import() -> float:
    """Return the processor seconds of GNU Backgammon's own lenient import of a file."""
    return in_gnubg([[f'import mat "{path.resolve()}"'] for path in sorted(DATA.glob("m*.mat"))])


def in_gnubg(lists: list[list[str]]) -> float:
    """Return the processor seconds that GNU Backgammon takes for one of the lists of commands."""
    with TemporaryDirectory(prefix="barpoint-gnubg-") as folder:
        path = Path(folder) / "scripts.json"
        path.write_text(json.dumps(lists))
        environment = {"HOME": folder, "PATH": os.environ.get("PATH", ""), "BARPOINT_SCRIPTS": str(path)}
        # What it prints about every command is long, and it ends when there is nothing more to read. Its script is
        # named from where it lies: a path with a letter outside ASCII is not found.
        settings: Any = {
            "env": environment, "cwd": Path(__file__).with_name("peers"), "stdin": subprocess.DEVNULL,
            "capture_output": True, "timeout": 600,
        }  # fmt: skip
        subprocess.run([GNUBG, "-t", "-q", "-p", "gnubg_clock.py"], check=False, **settings)  # noqa: S603 -- our own
        return float(path.with_suffix(".seconds").read_text()) / len(lists)


def memory_growth() -> float:
    """Return the peak memory of judging 100 files over that of judging 20, once the caches are full."""
    peaks: list[int] = []
    largest_first = sorted(contents(), key=len, reverse=True)
    for count in (100, 20, 100):
        if not peaks:
            tracemalloc.start()
        tracemalloc.reset_peak()
        for index in range(count):
            judge_match(read_match(largest_first[index % len(largest_first)]))
        peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    return peaks[2] / peaks[1]
