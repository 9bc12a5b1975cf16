"""What the commands share that read one JSON file, print an answer, and compare it with what the file expects.

A command reads the file with ``Field``, which knows its place, and gives ``run_case`` its words and its answer; see
``rules/commands/money/payout.py``. Source: docs/rules/command-line.md#files-with-an-expectation.
"""

import argparse
import json
import math
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from typing import Any
from unicodedata import category

from rules.errors import RuleBroken

MOST_BYTES = 16 << 20
LONGEST_TEXT = 200
# Far beyond any sum of money, and still exact in every program that reads JSON.
MOST = 10**15
TOLERANCE = Fraction(1, 10**9)
_DECIMAL = re.compile(r"-?\d{1,40}(?:\.\d{1,40})?(?:[eE][+-]?\d{1,2})?", re.ASCII)
# Control characters, halves of letters, ends of lines and paragraphs.
_UNREADABLE = ("Cc", "Cs", "Zl", "Zp")
_SHARE = re.compile(r"\d{1,15}(?:/\d{1,15}|\.\d{1,15})?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Field:
    """A value of the file and its place there, such as ``lots[2].buybacks[0].share``; that of the file is empty.

    Numbers with a point are Fractions, exactly as they are written.
    """

    value: Any
    place: str = ""

    def words(self, *known: str, needed: tuple[str, ...] = ()) -> None:
        """Refuse an object with other words than ``known`` and ``needed``, or without one of those ``needed``.

        Raises RuleBroken ``json.kind``, ``json.unknown`` or ``json.missing``.
        """
        self._is(dict, "object")
        for word in self.value:
            if word not in known and word not in needed:
                raise RuleBroken("json.unknown", place=self._under(word), word=word)
        for word in needed:
            if word not in self.value:
                raise RuleBroken("json.missing", place=self._under(word), word=word)

    def get(self, word: str) -> "Field | None":
        """Return what stands under ``word``, None where the object does not have it or has null."""
        self._is(dict, "object")
        value = self.value.get(word)
        return None if value is None else Field(value, self._under(word))

    def __getitem__(self, word: str) -> "Field":
        field = self.get(word)
        if field is None:
            raise RuleBroken("json.missing", place=self._under(word), word=word)
        return field

    def each(self) -> list["Field"]:
        """Return the values of a list."""
        self._is(list, "list")
        return [Field(value, f"{self.place}[{at}]") for at, value in enumerate(self.value)]

    def pairs(self) -> list[tuple[str, "Field"]]:
        """Return the words of an object with their values, in the order of the file.

        Raises RuleBroken ``json.kind`` or ``json.letters``.
        """
        self._is(dict, "object")
        for word in self.value:
            self._readable(word)
        return [(word, Field(value, self._under(word))) for word, value in self.value.items()]

    def text(self) -> str:
        """Return a text that is not empty.

        Raises RuleBroken ``json.kind``, ``json.range`` or ``json.letters``.
        """
        self._is(str, "text")
        self._readable(self.value)
        if not 0 < len(self.value.strip()) <= len(self.value) <= LONGEST_TEXT:
            raise RuleBroken("json.range", place=self.place, longest=LONGEST_TEXT)
        return str(self.value)

    def one_of(self, *options: str) -> str:
        """Return a text that is one of ``options``.

        Raises RuleBroken ``json.unknown``.
        """
        if self.value not in options or not isinstance(self.value, str):
            raise RuleBroken("json.unknown", place=self.place, word=str(self.value)[:40], options=options)
        return self.value

    def whole(self, least: int = 0, most: int = MOST) -> int:
        """Return a whole number, such as a sum in minor units.

        Raises RuleBroken ``json.kind`` or ``json.range``.
        """
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise RuleBroken("json.kind", place=self.place, expected="whole number")
        if not least <= self.value <= most:
            raise RuleBroken("json.range", place=self.place, got=str(self.value)[:20], least=least, most=most)
        return self.value

    def flag(self) -> bool:
        """Return true or false.

        Raises RuleBroken ``json.kind``.
        """
        self._is(bool, "true or false")
        return bool(self.value)

    def fraction(self) -> Fraction:
        """Return an exact share or percentage that is not negative: ``"1/3"``, ``"12.5"``, 12 or 12.5.

        Raises RuleBroken ``json.kind``.
        """
        value = self.value
        if isinstance(value, str) and _SHARE.fullmatch(value) and not re.search(r"/0+$", value):
            return Fraction(value)
        if isinstance(value, int | Fraction) and not isinstance(value, bool) and 0 <= value <= MOST:
            return Fraction(value)
        raise RuleBroken("json.kind", place=self.place, expected="share")

    @contextmanager
    def placing(self) -> Iterator[None]:
        """Give a refusal of the rule book that knows no place this one."""
        try:
            yield
        except RuleBroken as broken:
            raise RuleBroken(broken.code, **{"place": self.place} | broken.facts) from None

    def _under(self, word: str) -> str:
        return f"{self.place}.{word}" if self.place else word

    def _readable(self, text: str) -> None:
        """Refuse what would change a terminal or break a line, and halves of letters."""
        unreadable = sorted({f"U+{ord(each):04X}" for each in text if category(each) in _UNREADABLE})
        if unreadable:
            raise RuleBroken("json.letters", place=self.place, letters=unreadable[:5])

    def _is(self, kind: type, name: str) -> None:
        if not isinstance(self.value, kind):
            raise RuleBroken("json.kind", place=self.place, expected=name)


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command answers: ``values`` by the keys of the command, and ``lines`` for people.

    ``differing`` is where it differs from expectations that stand inside the file; None where there are none.
    """

    values: Mapping[str, Any]
    lines: tuple[str, ...]
    differing: "tuple[Difference, ...] | None" = None


@dataclass(frozen=True, slots=True)
class Difference:
    """A place of the answer where the file expects something else; None where one of them has nothing."""

    place: str
    expected: Any
    got: Any


@dataclass(frozen=True, slots=True)
class Case:
    """A command that reads one JSON file: the ``words`` of the file, the ``keys`` of the answer, and the answer.

    ``expect`` and ``tolerance`` are words of every file. With ``may_leave_out`` a file may expect any part of the
    answer: what it does not name at all is not compared. With ``records`` that holds inside those keys alone.
    ``read`` reads the file where it may be something else than JSON.
    """

    name: str
    words: tuple[str, ...]
    keys: tuple[str, ...]
    answer: Callable[[Field], Answer]
    may_leave_out: bool = False
    records: tuple[str, ...] = ()
    read: Callable[[str], Field] | None = None

    def compared(self, values: Mapping[str, Any], expected: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the part of an answer that is compared with what a file expects."""
        parts = self.keys if self.may_leave_out else self.records
        return {key: _named(value, expected.get(key)) if key in parts else value for key, value in values.items()}


def add_case_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command that reads one JSON file."""
    parser.add_argument("file", metavar="FILE", help="the JSON file; - is standard input")
    parser.add_argument("--json", action="store_true", help="print the answer as JSON")


def run_case(args: argparse.Namespace, case: Case) -> int:
    """Print the answer to a file; return 0, or 1 where the file expects another, or 2 for a refusal.

    With ``--json`` the answer is alone on standard output, and the differences are on standard error.
    """
    try:
        file = (case.read or read_file)(args.file)
        file.words(*case.words, "expect", "tolerance")
        expect, limit = file.get("expect"), file.get("tolerance")
        if expect is not None:
            expect.words(*case.keys)
        answer = case.answer(file)
        tolerance = TOLERANCE if limit is None else limit.fraction()
        got = answer.values if expect is None else case.compared(answer.values, expect.value)
        differing = [*(answer.differing or ())]
        differing += [] if expect is None else differences(expect.value, got, tolerance)
    except RuleBroken as broken:
        return _refuse(case.name, broken, as_json=args.json)
    if args.json:
        print(json.dumps(_plain(answer.values), ensure_ascii=False))
    else:
        print("\n".join(answer.lines))
        if (expect is not None or answer.differing is not None) and not differing:
            print("As the file expects.")
    for each in differing:
        line = f"differs at {each.place}: expected {_written(each.expected)}, got {_written(each.got)}"
        print(line, file=sys.stderr if args.json else sys.stdout)
    return 1 if differing else 0


def read_file(path: str) -> Field:
    """Return the object of a JSON file, of standard input for ``-``.

    Raises RuleBroken ``file.open``, ``file.large``, ``json.text``, ``json.twice`` or ``json.kind``.
    """
    return read_text(read_bytes(path))


def read_bytes(path: str) -> bytes:
    """Return the bytes of a file, of standard input for ``-``. Raises RuleBroken ``file.open`` or ``file.large``."""
    try:
        if path == "-":
            content = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(path, "rb") as file:
                content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as problem:
        raise RuleBroken("file.open", error=type(problem).__name__) from None
    if len(content) > MOST_BYTES:
        raise RuleBroken("file.large", most=MOST_BYTES)
    return content


def read_text(content: bytes) -> Field:
    """Return the object of a JSON text.

    Raises RuleBroken ``json.text``, ``json.twice`` (a word that stands twice in one object) or ``json.kind``.
    """
    try:
        value = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_object, parse_float=_exact, parse_constant=_exact
        )
    except json.JSONDecodeError as broken:
        raise RuleBroken("json.text", line=broken.lineno, column=broken.colno) from None
    except (ValueError, RecursionError):
        raise RuleBroken("json.text", starts=content[:40].decode(errors="replace")) from None
    file = Field(value)
    file._is(dict, "object")
    return file


def differences(expected: Any, got: Any, tolerance: Fraction = TOLERANCE, place: str = "") -> list[Difference]:
    """Return where an answer differs from ``expected``, which may leave out keys at the top.

    Sums of money are whole numbers and must be equal; numbers with a point, and fractions, may differ by ``tolerance``.
    What only one of both has counts as nothing in the other: 0, or an empty list or object.
    """
    if isinstance(expected, dict) and isinstance(got, Mapping):
        words = list(expected) if not place else list(dict.fromkeys([*expected, *got]))
        return [
            each
            for word in words
            for each in differences(
                expected.get(word), got.get(word), tolerance, f"{place}.{word}" if place else str(word)
            )
        ]
    if isinstance(expected, list) and isinstance(got, list | tuple) and len(expected) == len(got):
        return [
            each
            for at, (one, other) in enumerate(zip(expected, got, strict=True))
            for each in differences(one, other, tolerance, f"{place}[{at}]")
        ]
    return [] if _equal(expected, got, tolerance) else [Difference(place, expected, got)]


def _named(got: Any, expected: Any) -> Any:
    """Return the part of an answer that ``expected`` names."""
    if not isinstance(expected, dict) or not isinstance(got, Mapping):
        return got
    return {word: _named(each, expected[word]) for word, each in got.items() if word in expected}


def _equal(expected: Any, got: Any, tolerance: Fraction) -> bool:
    if expected is None or got is None or isinstance(got, Mapping):
        return _is_nothing(expected) and _is_nothing(got)
    if isinstance(expected, bool) or isinstance(got, bool):
        return expected is got
    first, second = _number(expected), _number(got)
    if first is None or second is None:
        return bool(expected == got)
    if isinstance(got, int) and isinstance(expected, int):
        return expected == got
    return abs(first - second) <= tolerance


def _is_nothing(value: Any) -> bool:
    if isinstance(value, Mapping):
        return all(map(_is_nothing, value.values()))
    return value is None or (not isinstance(value, bool) and value in (0, [], (), ""))


def _number(value: Any) -> Fraction | None:
    if isinstance(value, str):
        return Fraction(value) if _SHARE.fullmatch(value) and not re.search(r"/0+$", value) else None
    is_number = isinstance(value, int | Fraction) or (isinstance(value, float) and math.isfinite(value))
    return Fraction(value) if is_number else None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    read = dict(pairs)
    if len(read) < len(pairs):
        words = [word for word, _ in pairs]
        raise RuleBroken("json.twice", word=next(word for word in words if words.count(word) > 1))
    return read


def _exact(text: str) -> Fraction:
    if not _DECIMAL.fullmatch(text):
        raise ValueError(text)
    return Fraction(text)


def _refuse(name: str, broken: RuleBroken, *, as_json: bool) -> int:
    if as_json:
        print(json.dumps({"error": broken.code, "facts": _plain(broken.facts)}, ensure_ascii=False))
    else:
        print(f"rules {name}: {broken}", file=sys.stderr)
    return 2


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; a Fraction becomes a text such as ``"1/3"``."""
    if isinstance(value, Mapping):
        return {str(word): _plain(each) for word, each in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return str(value) if isinstance(value, Fraction) else value


def _written(value: Any) -> str:
    if isinstance(value, Fraction):
        return str(float(value))
    return "nothing" if value is None else json.dumps(_plain(value), ensure_ascii=False)
