"""What is typed about a pasted list beside its text: answers, fixes, lines left out, the roles of columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from rules.typed.pasted import ROLES, Read, ReadEntry
from tournaments.words.fields import COLUMN_ROLES, DOUBTS, NOT_A_PLAYER

NOBODY = "none"


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a line, to choose from."""

    value: str
    name: str
    club: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class DoubtAsked:
    """A question about one line: its sentence, the field of its answer, and the readings to choose from."""

    field: str
    text: str
    readings: tuple[Reading, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Typed:
    """A line after what was typed about it: the entry, None for one left out; ``fixing`` shows its fields."""

    key: str
    entry: ReadEntry | None
    doubt: DoubtAsked | None = None
    fixed: bool = False
    fixing: bool = False
    dropped: bool = False


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table without a header: its field, what stands in it first, and the roles it can have."""

    field: str
    sample: str
    roles: tuple[tuple[str, str, bool], ...]


def key_of(line: int, text: str, part: int = 0) -> str:
    """Return the key of what is typed about a line; no answer outlives the text that it was given to."""
    return sha256(f"{line}\n{part}\n{text}".encode()).hexdigest()[:12]


class Answers:
    """Everything posted about the lines of a list."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.data = data
        done, _, key = str(data.get("do", "")).partition(":")
        self.pressed, self.pressed_key = (done, key) if key else ("", "")

    def about(self, entry: ReadEntry, text: str) -> Typed:
        """Return an entrant of the list after what was typed about the line."""
        key = key_of(entry.line, text, entry.part)
        if self._is_dropped(key):
            return Typed(key, None, dropped=True)
        fixed = self._fixed(key, entry)
        if fixed is not None:
            return Typed(key, fixed, fixed=True, fixing=self._is_pressed("fix", key))
        doubt = self._doubt(key, entry)
        chosen: ReadEntry | None = entry
        if doubt is not None and doubt.answer == NOBODY:
            chosen = None
        elif doubt is not None and doubt.answer and entry.doubt is not None:
            chosen = (replace(entry, doubt=None), *entry.doubt.others)[int(doubt.answer)]
        return Typed(key, chosen, doubt, fixing=self._is_pressed("fix", key))

    def instead(self, line: int, text: str, *, open_at_once: bool) -> Typed:
        """Return what was typed in the place of a line that holds no entrant; ``open_at_once`` shows its fields."""
        key = key_of(line, text)
        if self._is_dropped(key):
            return Typed(key, None, dropped=True)
        fixed = self._fixed(key, ReadEntry(line, ""))
        fixing = open_at_once or self._is_pressed("fix", key)
        return Typed(key, fixed if fixed and fixed.name else None, fixed=bool(fixed and fixed.name), fixing=fixing)

    def columns(self, read: Read) -> tuple[str, ...]:
        """Return the roles chosen for the columns, empty where nothing was chosen."""
        sign = _sign(read)
        chosen = tuple(str(self.data.get(f"col-{sign}-{at}", "")) for at in range(len(read.columns)))
        if any(each not in ROLES for each in chosen):
            chosen = read.columns
        order = self.data.get(f"order-{sign}")
        if order in ("first", "last") and read.unsure and chosen == read.columns:
            other = {"first": "last", "last": "first"}
            halves = [each for each in read.columns if each in other]
            swap = halves[:1] != [order]
            return tuple(other[each] if swap and each in other else each for each in read.columns)
        return chosen if chosen != read.columns else ()

    def shown_columns(self, read: Read, chosen: Sequence[str]) -> tuple[Column, ...]:
        """Return the columns with their choices."""
        sign = _sign(read)
        return tuple(
            Column(
                f"col-{sign}-{at}",
                sample,
                tuple((role, str(COLUMN_ROLES[role]), role == chosen[at]) for role in ROLES),
            )
            for at, sample in enumerate(read.samples)
        )

    def order(self, read: Read) -> tuple[str, str]:
        """Return the field that asks for the order of the names, and its answer."""
        field = f"order-{_sign(read)}"
        return field, str(self.data.get(field, ""))

    @property
    def kept(self) -> tuple[tuple[str, str], ...]:
        """Fixes and lines left out, to be posted again."""
        if self.pressed == "back":
            gone = {f"{sign}-{self.pressed_key}" for sign in "xnc"}
        else:
            gone = {f"{sign}-{self.pressed_key}" for sign in "nc"} if self.pressed == "fix" else set()
        rows = [(name, str(value)) for name, value in self.data.items() if name[:2] in ("x-", "n-", "c-")]
        dropped = [(f"x-{self.pressed_key}", "1")] if self.pressed == "drop" else []
        return tuple((name, value) for name, value in [*rows, *dropped] if name not in gone)

    def _is_pressed(self, what: str, key: str) -> bool:
        return self.pressed == what and self.pressed_key == key

    def _is_dropped(self, key: str) -> bool:
        back = self._is_pressed("back", key) or self._is_pressed("fix", key)
        return self._is_pressed("drop", key) or (bool(self.data.get(f"x-{key}")) and not back)

    def _fixed(self, key: str, entry: ReadEntry) -> ReadEntry | None:
        if f"n-{key}" not in self.data or self._is_pressed("back", key):
            return None
        name, club = str(self.data[f"n-{key}"]).strip(), str(self.data.get(f"c-{key}", "")).strip()
        return replace(entry, name=name, club=club, doubt=None, members=(), named=False)

    def _doubt(self, key: str, entry: ReadEntry) -> DoubtAsked | None:
        if entry.doubt is None:
            return None
        field = f"d-{key}"
        readings = (entry, *entry.doubt.others)
        values = [*map(str, range(len(readings))), NOBODY]
        answer = str(self.data.get(field, ""))
        answer = answer if answer in values else ""
        text = str(DOUBTS[entry.doubt.code]).format(text=entry.doubt.facts.get("text", ""))
        shown = tuple(
            Reading(value, each.name, each.club, value == answer) for value, each in zip(values, readings, strict=False)
        )
        return DoubtAsked(field, text, (*shown, Reading(NOBODY, str(NOT_A_PLAYER), "", answer == NOBODY)), answer)


def _sign(read: Read) -> str:
    return sha256("\n".join(read.samples).encode()).hexdigest()[:8]
