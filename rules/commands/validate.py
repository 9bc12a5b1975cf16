"""``python -m rules validate``: judge match files move by move."""

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from typing import Any

from rules.errors import RuleBroken
from rules.files.limits import MOST_BYTES
from rules.files.reading import read_match
from rules.game.findings import SIDES, Finding, Grade
from rules.game.referee import Verdict, judge_match
from rules.rulesets import Ruleset, ruleset

NAME = "validate"
HELP = "judge match files: every roll, play, cube and score"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what this command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="match file; - reads JSON lines, see the docs")
    parser.add_argument("--holland", action="store_true", help="play by the Holland rule too")
    parser.add_argument("--no-crawford", action="store_true", help="play without the Crawford rule")
    parser.add_argument("--ruleset", metavar="ID", help="the game played; else what the file says")
    parser.add_argument("--summary", action="store_true", help="one line a file")
    parser.add_argument("--json", action="store_true", help="print an array, one object a file")


def run(args: argparse.Namespace) -> int:
    """Judge the files; 0 nothing worse than a note, 1 findings, 2 a file that cannot be read."""
    try:
        game = ruleset(args.ruleset) if args.ruleset else None
    except RuleBroken as broken:
        print(broken, file=sys.stderr)
        return 2
    crawford = False if args.no_crawford else None
    codes = [0]
    judged = (_judged(name, text, game, crawford, args.holland, codes) for name, text in _asked(args.files))
    if args.json:
        _print_array(judged)
    else:
        for one in judged:
            _print(one, summary=args.summary)
    return max(codes)


def _asked(files: Iterable[str]) -> Iterator[tuple[str, str | None]]:
    """File names, and the text where it came along.

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
    name: str, text: str | None, game: Ruleset | None, crawford: bool | None, holland: bool, codes: list[int]
) -> dict[str, Any]:
    """One file as the JSON form has it."""
    try:
        content = _read(name) if text is None else text.encode()
        verdict = judge_match(read_match(content), terms=game, crawford=crawford, holland=holland)
    except (RuleBroken, OSError) as broken:
        codes.append(2)
        return _unreadable(name, broken)
    codes.append(0 if verdict.worst in (None, Grade.NOTE) else 1)
    return {
        "file": name,
        "format": verdict.match.form,
        "match": _match(verdict),
        "findings": _findings(verdict),
    }


def _read(name: str) -> bytes:
    with open(name, "rb") as file:
        return file.read(MOST_BYTES + 1)


def _unreadable(name: str, broken: RuleBroken | OSError) -> dict[str, Any]:
    code = broken.code if isinstance(broken, RuleBroken) else "file.open"
    facts: dict[str, Any] = dict(broken.facts) if isinstance(broken, RuleBroken) else {"error": type(broken).__name__}
    told = Finding(Grade.IMPOSSIBLE, code, got=facts)
    return {"file": name, "format": None, "match": None, "findings": [_finding(told)], "error": code}


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


def _findings(verdict: Verdict) -> list[dict[str, Any]]:
    return [_finding(one) for one in verdict.findings]


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
    """Print one object at a time, so that a thousand files need no more memory than one."""
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
    for told in () if summary else one["findings"]:
        place = [f"{name} {told[name]}" for name in ("game", "row", "side") if told[name] is not None]
        facts = [f"{name} {told[name]}" for name in ("expected", "got") if told[name] is not None]
        print("  " + "; ".join([f"{told['grade']} {told['code']}", *place, *facts]))
