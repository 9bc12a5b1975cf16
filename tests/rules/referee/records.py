"""Small records written by hand, for the referee to judge."""

from typing import Any

from rules.files.mat_reader import read_mat
from rules.referee.verdict import Verdict, judge_match

type Cells = list[tuple[int, str]]
OPENING: Cells = [(0, "31: 8/5 6/5"), (1, "52: 13/8 24/22"), (0, "64: 24/14"), (1, "62: 24/18 8/6")]


def game(number: int, score: tuple[int, int], cells: list[tuple[int, str]], result: str = "") -> str:
    """One game of a .mat file from (column, text) cells in order, and its result as ``"0 wins 2"``."""
    rows: list[list[str]] = []
    for side, text in cells:
        if side == 0 or not rows or rows[-1][1]:
            rows.append(["", ""])
        rows[-1][side] = text
    lines = [f" Game {number}", f" Ann : {score[0]:<26}Bob : {score[1]}"]
    lines += [f"{row:>3}) {left:<33} {right}" for row, (left, right) in enumerate(rows, 1)]
    if result:
        winner, _, points = result.split()
        lines.append(" " * (6 if winner == "0" else 38) + f"Wins {points} points")
    return "\n".join(lines)


def judged(length: int, *games: str, **options: Any) -> Verdict:
    return judge_match(read_mat(f" {length} point match\n\n" + "\n\n".join(games) + "\n"), **options)


def findings_of(verdict: Verdict) -> list[tuple[str, int | None, int | None, int | None]]:
    return [(one.code, one.game, one.row, one.side) for one in verdict.findings]


DROP_0 = [*OPENING, (0, "Doubles => 2"), (1, "Drops")]
DROP_1 = [*OPENING, (0, "31: 6/5 14/11"), (1, "Doubles => 2"), (0, "Drops")]


def bearing_off(loser: str) -> str:
    """A game from a position that was set up, in which Ann bears off the last checker."""
    return f"(;FF[4]GM[6]MI[length:0][game:0][ws:0][bs:0]PW[Ann]PB[Bob];AW[a]AB{loser};W[21az]"
