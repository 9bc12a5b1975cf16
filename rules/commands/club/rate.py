"""``python -m rules rate``: the ratings of a list from everything that was entered about its matches.

Source: docs/rules/ratings.md#the-file.
"""

import argparse
import csv
import io
from collections.abc import Iterator
from functools import partial
from typing import Any

from rules.commands.cases import Answer, Case, Field, add_case_arguments, read_bytes, read_file, run_case
from rules.commands.club.rating_words import FACTS, Entry, RatingList, read_list, read_operation, read_start
from rules.errors import RuleBroken
from rules.ratings.fibs import Fibs
from rules.ratings.presets import RATING_PRESETS
from rules.ratings.rated import RatedMatch

NAME = "rate"
HELP = "the ratings of a list, from its matches with late ones, corrections and voids"
_WORDS = ("list", "ops", "exclude", "start")
_KEYS = ("ratings",)
_COLUMNS = ("op", "match", "played", "winner", "loser", "length", "kind", *FACTS)
_NUMBERS = ("length", "entrants")
_FLAGS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_case_arguments(parser)
    parser.add_argument("--matches", metavar="CSV", help="a table of matches instead of, or behind, those of FILE")
    parser.add_argument("--list", default="fibs", choices=RATING_PRESETS, help="the rule where FILE is such a table")


def run(args: argparse.Namespace) -> int:
    """Print the ratings; return 0, or 1 where the file expects others, or 2 for a refusal."""
    read = partial(_read, matches=args.matches, preset=args.list)
    return run_case(args, Case(NAME, _WORDS, _KEYS, answer, read=read))


def answer(file: Field) -> Answer:
    """Return the answer to a file. Raises RuleBroken ``json.…`` or ``rating.…``, each with the place in the file."""
    rated = _list_of(file)
    start = read_start(file.get("start"), rated.rule)
    entries: dict[int | str, Entry] = {}
    operations = file.get("ops")
    for each in operations.each() if operations else []:
        read_operation(each, entries, rated.zone)
    matches = _matches(entries, rated)
    rule = rated.rule
    values: dict[Any, Any] = dict(rule.rebuild(matches, start))
    best = sorted(values, key=lambda player: (-values[player].rating, player))
    return Answer(
        {"ratings": {player: list(values[player]) for player in best}},
        tuple(_lines(best, values, is_fibs=isinstance(rule, Fibs))),
    )


def _list_of(file: Field) -> RatingList:
    """Return the list; what it excludes may also stand beside it."""
    given, beside = file["list"], file.get("exclude")
    given.words(*given.value) if isinstance(given.value, dict) else given.words()
    if beside is None:
        return read_list(given)
    if given.get("exclude") is not None:
        raise RuleBroken("json.twice", place=beside.place, word="exclude")
    return read_list(Field(given.value | {"exclude": beside.value}, given.place))


def _matches(entries: dict[int | str, Entry], rated: RatingList) -> Iterator[RatedMatch]:
    """Yield the matches that count, by time played, then id: numbers before texts."""
    counting = [
        each for each in entries.values() if not each.void and rated.eligibility.exclusion(each.circumstances) is None
    ]
    for each in sorted(counting, key=lambda each: (each.played, isinstance(each.match, str), each.match)):
        id = (isinstance(each.match, str), each.match)
        yield RatedMatch(each.played, id, each.winner, each.loser, each.circumstances.length)


def _lines(best: list[Any], values: dict[Any, Any], *, is_fibs: bool) -> Iterator[str]:
    wide = max((len(player) for player in best), default=0)
    for place, player in enumerate(best, start=1):
        value = values[player]
        rest = f"{value.experience:>9g}" if is_fibs else f"{value.deviation:>9.2f}{value.volatility:>10.6f}"
        yield f"{place:>4} {player:<{wide}} {value.rating:>9.2f}{rest}"
    if not best:
        yield "No rated match."


# --- Tables


def _read(path: str, *, matches: str | None, preset: str) -> Field:
    """Return the file, with the matches of a table behind its own; a table alone is rated by a preset."""
    if path.lower().endswith(".csv"):
        return Field({"list": {"preset": preset}, "ops": _rows(path)})
    file = read_file(path)
    if matches is None:
        return file
    own = file.get("ops")
    operations = [each.value for each in own.each()] if own else []
    return Field(file.value | {"ops": operations + _rows(matches)})


def _rows(path: str) -> list[dict[str, Any]]:
    """Return the operations of a table with a line of columns; separated by comma, semicolon or tab.

    Raises RuleBroken ``rating.table`` or ``rating.column``.
    """
    try:
        text = read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RuleBroken("rating.table", encoding="not UTF-8") from None
    head, _, _ = text.partition("\n")
    separator = max(",;\t", key=head.count)
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True))
    except csv.Error as problem:
        raise RuleBroken("rating.table", problem=str(problem)) from None
    columns = [column.strip().lower() for column in rows[0]] if rows else []
    unknown = next((column for column in columns if column not in _COLUMNS or columns.count(column) > 1), None)
    if unknown is not None or "match" not in columns:
        raise RuleBroken("rating.column", got=unknown, known=_COLUMNS)
    return [_row(columns, row, line) for line, row in enumerate(rows[1:], start=2) if any(map(str.strip, row))]


def _row(columns: list[str], cells: list[str], line: int) -> dict[str, Any]:
    if len(cells) > len(columns):
        raise RuleBroken("rating.table", line=line, columns=len(cells))
    return {column: _value(column, cell.strip()) for column, cell in zip(columns, cells, strict=False) if cell.strip()}


def _value(column: str, cell: str) -> Any:
    if column in _NUMBERS or column == "match":
        return int(cell) if cell.isascii() and cell.isdecimal() and len(cell) <= 15 else cell
    return _FLAGS.get(cell.lower(), cell) if column in FACTS else cell
