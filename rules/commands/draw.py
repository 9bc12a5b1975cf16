"""``python -m rules draw``: repeat a draw from a text file of names and the key, or show a structure before the draw.

Source: docs/rules/lot.md, docs/rules/lower-brackets.md#the-command.
"""

import argparse
import json
import sys
from collections.abc import Callable, Mapping
from typing import Any

from rules.commands import pools, rounds, structure
from rules.draws.chance import read_key
from rules.draws.pots import Seeding, bound_key, seeds_from
from rules.draws.seeding import bye_lines, size_for
from rules.draws.separation import draw_separated, nearness, play_in_matches, redraw
from rules.errors import RuleBroken

NAME = "draw"
HELP = "repeat a draw from a text file of names and the key, or show a structure of brackets"
KNOCKOUT = "knockout"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "names",
        nargs="?",
        help="text file with one NAME, NUMBER;NAME or NUMBER;NAME;SEED a line, in order of entry; - is stdin",
    )
    parser.add_argument("--key", help="the draw key as typed for the draw")
    parser.add_argument(
        "--groups", metavar="FILE", help="text file of players to draw apart: NUMBER;GROUP,GROUP a line"
    )
    parser.add_argument("--pots", action="store_true", help="what stands in the place of a seed is the number of a pot")
    parser.add_argument("--redraw", action="store_true", help="the names are those of the last 16 or 8, drawn anew")
    parser.add_argument("--event", type=int, help="the event's number; left out for a draw that is not bound to it")
    parser.add_argument(
        "--main",
        default=KNOCKOUT,
        choices=[KNOCKOUT, rounds.SWISS, rounds.ROUND_ROBIN, pools.POOLS],
        help="the way to play",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    structure.add_arguments(parser)
    rounds.add_arguments(parser)
    pools.add_arguments(parser)
    parser.set_defaults(refuse_words=parser.error)


def run(args: argparse.Namespace) -> int:
    """Print the draw line by line, or the structure; return 2 if something is refused."""
    if args.entrants is not None or (args.main != KNOCKOUT and args.names is not None):
        return _structure(args)
    if args.names is None or args.key is None:
        args.refuse_words("a file of names needs --key; a structure needs --entrants")
    try:
        key = read_key(args.key)
        names, seeds = read_names(_text(args.names))
        groups = read_groups(_text(args.groups)) if args.groups else {}
        if args.redraw:
            return _redraw(args, names, key, groups)
        seeds = seeds_from(Seeding.POTS if args.pots else Seeding.BY_LOT, seeds, key, args.event)
        lines = draw_separated(list(names), seeds, key, groups, args.event)
    except (RuleBroken, OSError, UnicodeDecodeError) as problem:
        print(f"rules draw: {problem}", file=sys.stderr)
        return 2
    size = size_for(len(names))
    byes = sorted(bye_lines(size, len(names), len(seeds)))
    rows = [
        {
            "line": line,
            "match": f"A{(line + 1) // 2}",
            "number": lines.get(line),
            "name": names.get(lines.get(line, 0)),
        }
        for line in range(1, size + 1)
    ]
    play_in = play_in_matches(len(names))
    if args.json:
        figures: dict[str, object] = {"key": key, "event": args.event, "size": size, "byes": byes, "lines": rows}
        figures |= {"play_in": play_in, "nearness": nearness(lines, groups)}
        print(json.dumps(figures, ensure_ascii=False))
        return 0
    first = f", play-in: {play_in} A matches" if play_in else ""
    print(f"{len(names)} entrants on {size} lines, {len(byes)} byes{first}, key: {key}")
    for row in rows:
        entrant = "bye" if row["number"] is None else f"{row['number']:>3} {row['name']}"
        print(f"{row['line']:>3}  {row['match']:<5} {entrant}")
    return 0


def _redraw(args: argparse.Namespace, names: dict[int, str], key: str, groups: dict[int, list[str]]) -> int:
    """Print who sits on which place of a round that was drawn anew. Raises RuleBroken ``redraw.field``."""
    lines = redraw(list(names), bound_key(key, args.event), groups)
    rows = [{"line": line, "number": number, "name": names[number]} for line, number in lines.items()]
    if args.json:
        print(json.dumps({"key": key, "event": args.event, "size": len(rows), "lines": rows}, ensure_ascii=False))
        return 0
    print(f"last {len(rows)} drawn anew, key: {key}")
    for row in rows:
        print(f"{row['line']:>3}  {row['number']:>3} {row['name']}")
    return 0


def _structure(args: argparse.Namespace) -> int:
    try:
        if args.preset == structure.TRIPLE:
            args.main, args.losses = rounds.SWISS, 3
        answer, lines = _answer(args)
    except (OSError, UnicodeDecodeError) as problem:
        print(f"rules draw: {problem}", file=sys.stderr)
        return 2
    except RuleBroken as broken:
        if args.json:
            print(json.dumps({"refused": broken.code, "facts": broken.facts}))
        print(f"rules draw: {broken}", file=sys.stderr)
        return 2
    print(json.dumps(answer, ensure_ascii=False) if args.json else "\n".join(lines(answer)))
    return 0


def _answer(args: argparse.Namespace) -> tuple[dict[str, Any], Callable[[Mapping[str, Any]], list[str]]]:
    """Return what the way to play answers, and what puts it in lines. Raises RuleBroken."""
    if args.main == KNOCKOUT:
        return structure.answer(args), structure.lines
    if args.main != pools.POOLS:
        return rounds.answer(args, _text), rounds.lines
    names, seeds = {number: f"player {number}" for number in range(1, (args.entrants or 0) + 1)}, dict[int, int]()
    if args.entrants is None:
        names, seeds = read_names(_text(args.names))
    groups = read_groups(_text(args.groups)) if args.groups else {}
    return pools.answer(args, names, seeds, groups), pools.lines


def read_names(text: str) -> tuple[dict[int, str], dict[int, int]]:
    """Return number → name and number → seed from a text with one entrant a line; plain names are numbered from 1.

    Raises RuleBroken ``names.line`` with the line (from 1) that cannot be read, or ``names.number`` for a number that
    occurs twice.
    """
    names: dict[int, str] = {}
    seeds: dict[int, int] = {}
    for at, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if not line.strip():
            continue
        number, name, seed = _fields(line.strip(), at, len(names) + 1)
        if number in names:
            raise RuleBroken("names.number", line=at, number=number)
        names[number] = name
        if seed is not None:
            seeds[number] = seed
    return names, seeds


def read_groups(text: str) -> dict[int, list[str]]:
    """Return number → groups from a text with lines ``NUMBER;GROUP,GROUP``.

    Raises RuleBroken ``names.line``, ``names.number`` as ``read_names``.
    """
    groups: dict[int, list[str]] = {}
    for at, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        number, _, together = (part.strip() for part in line.partition(";"))
        if not line.strip():
            continue
        if not (number.isascii() and number.isdigit()) or not together:
            raise RuleBroken("names.line", line=at, got=line.strip())
        if int(number) in groups:
            raise RuleBroken("names.number", line=at, number=int(number))
        groups[int(number)] = [each.strip() for each in together.split(",") if each.strip()]
    return groups


def _fields(line: str, at: int, next_number: int) -> tuple[int, str, int | None]:
    parts = [part.strip() for part in line.split(";")]
    if len(parts) == 1:
        return next_number, line, None
    try:
        number, seed = int(parts[0]), int(parts[2]) if len(parts) > 2 and parts[2] else None
    except ValueError:
        raise RuleBroken("names.line", line=at, got=line) from None
    if len(parts) > 3 or not parts[1] or number < 1 or (seed is not None and seed < 1):
        raise RuleBroken("names.line", line=at, got=line)
    return number, parts[1], seed


def _text(path: str) -> str:
    if path == "-":
        return sys.stdin.read()
    with open(path, encoding="utf-8") as file:
        return file.read()
