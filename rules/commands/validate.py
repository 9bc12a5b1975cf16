"""``python -m rules validate``: judge match files move by move.

Source: docs/rules/findings.md.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from rules.errors import RuleBroken
from rules.files.formats import read_match
from rules.files.limits import MOST_BYTES
from rules.game.findings import SIDES, Finding, Grade
from rules.game.record import MatchRecord
from rules.referee.verdict import Verdict, judge_match
from rules.rulesets import ruleset

NAME = "validate"
HELP = "judge match files: every roll, play, cube and score"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="match file; - reads JSON lines from stdin")
    parser.add_argument("--holland", action="store_true", help="judge by the Holland rule too")
    parser.add_argument("--no-crawford", action="store_true", help="judge without the Crawford rule")
    parser.add_argument("--match", type=int, metavar="N", help="which match of a file with several, from 1")
    parser.add_argument("--ruleset", metavar="ID", help="the game that was played; otherwise the one the file names")
    parser.add_argument("--summary", action="store_true", help="print one line for each file")
    parser.add_argument("--json", action="store_true", help="print an array with one object for each file")


def run(args: argparse.Namespace) -> int:
    """Judge the files; return 0 if nothing is worse than a note, 1 for findings, 2 if a file cannot be read."""
    try:
        game = ruleset(args.ruleset) if args.ruleset else None
    except RuleBroken as broken:
        print(broken, file=sys.stderr)
        return 2
    crawford = False if args.no_crawford else None
    judge = partial(judge_match, ruleset=game, crawford=crawford, holland=args.holland)
    codes = [0]
    judged = (_judged(name, text, args.match, judge, codes) for name, text in _inputs(args.files))
    if args.json:
        _print_array(judged)
    else:
        for one in judged:
            _print(one, summary=args.summary)
    return max(codes)


def _inputs(files: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """Yield the file names, each with its text if that was passed in.

    ``-`` stands for JSON lines on standard input: a name, ``{"file": name}`` or ``{"file": name, "text": text}``.
    """
    for name in files:
        if name != "-":
            yield name, None
            continue
        for line in filter(None, map(str.strip, sys.stdin)):
            try:
                read = json.loads(line)
            except (ValueError, RecursionError):
                read = {"text": line}
            if isinstance(read, dict):
                text = read.get("text")
                yield str(read.get("file", "-")), None if text is None else str(text)
            else:
                yield str(read), None


def _judged(
    name: str, text: str | None, number: int | None, judge: Callable[[MatchRecord], Verdict], codes: list[int]
) -> dict[str, Any]:
    """Judge one file and return the object that ``--json`` prints; add its exit code to ``codes``."""
    try:
        content = _read(name) if text is None else text.encode()
        verdict = judge(read_match(content, number))
    except (RuleBroken, OSError) as broken:
        codes.append(2)
        return _unreadable(name, broken)
    codes.append(0 if verdict.worst in (None, Grade.NOTE) else 1)
    return {
        "file": name,
        "format": verdict.match.form,
        "match": _match(verdict),
        "findings": [_finding(one) for one in verdict.findings],
    }


def _read(name: str) -> bytes:
    with open(name, "rb") as file:
        return file.read(MOST_BYTES + 1)


def _unreadable(name: str, broken: RuleBroken | OSError) -> dict[str, Any]:
    code = broken.code if isinstance(broken, RuleBroken) else "file.open"
    facts: dict[str, Any] = dict(broken.facts) if isinstance(broken, RuleBroken) else {"error": type(broken).__name__}
    refused = Finding(Grade.IMPOSSIBLE, code, got=facts)
    return {"file": name, "format": None, "match": None, "findings": [_finding(refused)], "error": code}


def _match(verdict: Verdict) -> dict[str, Any]:
    match = verdict.match
    winner = None if verdict.winner is None else SIDES[verdict.winner]
    return {
        "length": match.length,
        "players": list(match.players),
        "score": list(verdict.score),
        "winner": winner,
        "games": len(match.games),
    }


def _finding(one: Finding) -> dict[str, Any]:
    return {
        "grade": one.grade,
        "code": one.code,
        "game": one.game,
        "row": one.row,
        "side": None if one.side is None else SIDES[one.side],
        "expected": one.expected,
        "got": one.got,
    }


def _print_array(judged: Iterable[dict[str, Any]]) -> None:
    """Print object by object, so that a thousand files need no more memory than one."""
    between = "[\n"
    for one in judged:
        print(between + json.dumps(one, ensure_ascii=False), end="")
        between = ",\n"
    print("\n]" if between == ",\n" else "[]")


def _print(one: dict[str, Any], *, summary: bool) -> None:
    match = one["match"]
    head = one["file"]
    if match:
        names = " - ".join(match["players"])
        head += f": {match['length']} points, {names}, {match['score'][0]}-{match['score'][1]}"
    print(f"{head}: {len(one['findings'])} findings")
    for finding in () if summary else one["findings"]:
        place = [f"{name} {finding[name]}" for name in ("game", "row", "side") if finding[name] is not None]
        facts = [f"{name} {finding[name]}" for name in ("expected", "got") if finding[name] is not None]
        print("  " + "; ".join([f"{finding['grade']} {finding['code']}", *place, *facts]))
