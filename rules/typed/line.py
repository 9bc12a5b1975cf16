"""Read the entry line of the desk: ``petro 1`` is a result, ``c3 t5`` a call, ``new Ana Kola`` a late entrant.

Source: docs/rules/desk-line.md.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from enum import StrEnum

from rules.draws.match_state import State
from rules.errors import RuleBroken
from rules.match.clock import forfeits, penalty_points
from rules.match.score import report_score
from rules.match.terms import Side, Terms
from rules.typed.hall import Hall, HallMatch
from rules.typed.matching import NamedMatch, entrants_named, event_named, matches_coded, players_named, sides_named
from rules.typed.meaning import (
    MOST_CHOICES,
    Asks,
    AtTable,
    Calls,
    Cannot,
    Corrects,
    Empty,
    Enters,
    EntersAgain,
    Forfeits,
    Late,
    Leaves,
    Meaning,
    Nobody,
    One,
    Repeats,
    Reports,
    Several,
    Shows,
    Starts,
    Undoes,
)
from rules.typed.names import folded, spells

LONGEST_LINE = 200
LATEST = 24 * 60


class Word(StrEnum):
    """The words of the line, in English; a desk may use its own beside them."""

    NEW = "new"
    UNDO = "undo"
    CALL = "call"
    START = "start"
    LATE = "late"
    OUT = "out"
    LEAVES = "leaves"
    AGAIN = "re-enters"
    TABLE = "t"


type Words = Mapping[Word, Iterable[str]]

_SCORE = re.compile(r"(?:^|\s)(\d{1,3})(?:\s*[-:/–—−]\s*|\s+)(\d{1,3})$")
_NUMBER = re.compile(r"(?:^|\s)(\d{1,3})$")


def read_line(text: str, hall: Hall, words: Words | None = None) -> Meaning:
    """Return what ``text`` means in ``hall``; never raises. ``words`` adds to the English ones, by word."""
    line = " ".join(text[:LONGEST_LINE].split())
    if not line:
        return Empty()
    return _Reader(hall, words or {}).meaning(line)


class _Reader:
    def __init__(self, hall: Hall, words: Words) -> None:
        self.hall = hall
        self.words = {each: {folded(w) for w in (each.value, *words.get(each, ()))} - {""} for each in Word}

    def says(self, word: Word, typed: str) -> bool:
        return folded(typed) in self.words[word]

    def meaning(self, line: str) -> Meaning:
        first, _, rest = line.partition(" ")
        if self.says(Word.UNDO, line):
            return Undoes()
        if self.says(Word.NEW, first) and not _is_score(rest):
            return self.enters(rest)
        if self.says(Word.CALL, first) and not _is_score(rest):
            return self.called(rest)
        if self.says(Word.AGAIN, first):
            return self.enters_again(rest)
        table = self.table(line)
        if table is not None and not matches_coded(self.hall, line):
            return AtTable(table, self.at(table))
        return self.about(line)

    def about(self, line: str) -> Meaning:
        """Read a line that begins with a match or a name."""
        who, _, last = line.rpartition(" ")
        if who and (table := self.table(last)) is not None:
            return self.one(who, lambda named: self.calls(named, table))
        if who and self.says(Word.START, last):
            return self.one(who, self.starts)
        if who and self.says(Word.OUT, last):
            return self.one(who, lambda named: self.gives_up(named, late=False))
        if who and self.says(Word.LEAVES, last):
            return self.leaves(who)
        if who and self.says(Word.AGAIN, last):
            return self.enters_again(who)
        if who and self.says(Word.LATE, last):
            return self.one(who, lambda named: Asks("minutes", named.match, named.side))
        return self.scored(line)

    def scored(self, line: str) -> Meaning:
        """Read a line that ends with a score, a number, or neither."""
        plain = folded(line)
        match = _SCORE.search(plain)
        if match and not self.is_called(plain[: match.end(1)]):
            first, second = int(match[1]), int(match[2])
            if not _before(plain, match):  # the number of an entrant, and the loser's points: ``11 3``
                return self.one(str(first), lambda each: self.won(each, second), over=True)
            return self.one(_before(plain, match), lambda each: self.result(each, first, second), over=True)
        match = _NUMBER.search(plain)
        if match and not self.is_called(plain):
            who, number = _before(plain, match), int(match[1])
            before, _, word = who.rpartition(" ")
            if before and self.says(Word.LATE, word):
                return self.one(before, lambda each: self.late(each, number))
            return self.one(who, lambda each: self.won(each, number), over=True)
        return self.shows(line)

    def is_called(self, typed: str) -> bool:
        """Whether a number at the end belongs to somebody's name: ``Player 26``."""
        return typed[-1:].isdecimal() and any(spells(typed, each.name) for each in self.hall.entrants)

    def one(self, typed: str, mean: Callable[[NamedMatch], One], *, over: bool = False) -> Meaning:
        """Return the meaning for the one match that ``typed`` names; ``over`` also searches finished ones."""
        coded = matches_coded(self.hall, typed)
        if coded:
            return _several(coded, mean)
        named = sides_named(self.hall, typed, lambda match: match.takes_a_result)
        if not named and over:
            named = _latest(sides_named(self.hall, typed, lambda match: match.state.has_ended))
        if named:
            return _several(named, mean)
        waiting = sides_named(self.hall, typed, lambda match: match.state is State.WAITING)
        over_or_empty = sides_named(self.hall, typed, lambda match: True)
        if waiting or over_or_empty:
            return _several(_latest(waiting or over_or_empty), self.not_open)
        return Nobody(typed)

    # --- Results

    def won(self, named: NamedMatch, number: int) -> One:
        """Read one number: the loser's points."""
        match = named.match
        if named.side is None:
            return self.open_or(named, lambda: Asks("winner", match, None, number))
        if number >= match.length:
            return self.open_or(named, lambda: Asks("points", match, named.side, number))
        return self.result(named, match.length, number)

    def result(self, named: NamedMatch, first: int, second: int) -> One:
        """Read two numbers: the named player's and the opponent's; after a match code, the top's and the bottom's."""
        match, side = named.match, named.side or Side.TOP
        points = (first, second) if side is Side.TOP else (second, first)
        return self.open_or(named, lambda: self.judged(match, points))

    def judged(self, match: HallMatch, points: tuple[int, int]) -> One:
        event = self.hall.event(match.event)
        try:
            score = report_score(Terms(match.length, match.start, event.crawford, games=event.games), points)
        except RuleBroken as broken:
            return Cannot(broken.code, match, broken.facts)
        winner = score.winner or Side.TOP
        if not match.state.has_ended:
            return Reports(match, winner, points)
        if match.points is not None and _shown(match, match.points) == _shown(match, points):
            return Repeats(match, winner, points, waits=match.waits_for_the_desk)
        return Corrects(match, winner, points)

    def open_or(self, named: NamedMatch, mean: Callable[[], One]) -> One:
        """Return the meaning if the match can take a result or a correction, else the reason it can't."""
        if named.match.takes_a_result or named.match.state.has_ended:
            return mean()
        return self.not_open(named)

    def not_open(self, named: NamedMatch) -> One:
        state = named.match.state
        if state.has_ended:
            return Cannot("match.finished", named.match)
        return Cannot("match.bye" if state.is_empty else "match.waiting", named.match)

    # --- Calls and the rest

    def called(self, rest: str) -> Meaning:
        who, _, last = rest.rpartition(" ")
        table = self.table(last)
        if table is None or not who:
            return self.one(rest, lambda named: Asks("table", named.match)) if rest else Asks("table")
        return self.one(who, lambda named: self.calls(named, table))

    def calls(self, named: NamedMatch, table: str) -> One:
        match = named.match
        if not match.takes_a_result:
            return self.not_open(named)
        taken = self.at(table)
        return Calls(match, table, taken if taken is not None and taken.id != match.id else None)

    def starts(self, named: NamedMatch) -> One:
        match = named.match
        if match.state not in (State.READY, State.CALLED):
            return Cannot("match.begun", match) if match.begun else self.not_open(named)
        return Starts(match)

    def late(self, named: NamedMatch, minutes: int) -> One:
        match, event = named.match, self.hall.event(named.match.event)
        if named.side is None:
            return Asks("late", match)
        if match.state not in (State.READY, State.CALLED):
            return Cannot("penalty.begun", match) if match.begun else self.not_open(named)
        pace = {"grace": timedelta(minutes=event.grace), "each": timedelta(minutes=max(event.each, 1))}
        points = penalty_points(timedelta(minutes=min(minutes, LATEST)), **pace)
        if points == 0:
            return Cannot("desk.grace", match, {"minutes": minutes, "grace": event.grace})
        return (
            Forfeits(match, named.side, late=True)
            if forfeits(points, match.length)
            else Late(match, named.side, minutes, points)
        )

    def gives_up(self, named: NamedMatch, *, late: bool) -> One:
        if named.side is None:
            return Asks("loser", named.match)
        if not named.match.takes_a_result:
            return self.not_open(named)
        return Forfeits(named.match, named.side, late)

    def leaves(self, who: str) -> Meaning:
        named = entrants_named(self.hall, who)
        return _choices([Leaves(each) for each in named]) or Nobody(who)

    def enters(self, rest: str) -> Meaning:
        if not rest:
            return Asks("name")
        if len(self.hall.events) > 1:
            named = event_named(self.hall, rest)
            if named is not None and named[1]:
                return Enters(named[0].id, named[1])
        return _choices([Enters(event.id, rest) for event in self.hall.events]) or Cannot("desk.no_event")

    def enters_again(self, who: str) -> Meaning:
        if not any(event.again for event in self.hall.events):
            return Cannot("re_entry.none")
        if not who:
            return Asks("player")
        return _choices([EntersAgain(each) for each in players_named(self.hall, who)]) or Nobody(who)

    def shows(self, who: str) -> Meaning:
        coded = matches_coded(self.hall, who)
        if coded:
            return _several(coded, lambda named: Shows(named.match.code, (named.match,)))
        people = entrants_named(self.hall, who)
        return _choices([Shows(each.name, self.matches_of(each.id)) for each in people]) or Nobody(who)

    def matches_of(self, entrant: int) -> tuple[HallMatch, ...]:
        sat = [each for each in self.hall.matches if entrant in _entrants(each) and not each.state.is_empty]
        return tuple(sorted(sat, key=lambda each: (each.state.has_ended, -each.result)))

    def table(self, typed: str) -> str | None:
        """Return the table that ``t5`` names: one of the hall's by its name, else any number."""
        plain = folded(typed)
        for sign in sorted(self.words[Word.TABLE], key=len, reverse=True):
            name = plain.removeprefix(sign)
            if name != plain and name:
                known = next((table for table in self.hall.tables if folded(table) == name), None)
                if known is not None or name.isdecimal():
                    return known or name[:12]
        return None

    def at(self, table: str) -> HallMatch | None:
        on = (State.CALLED, State.PLAYING, State.DISPUTED)
        sitting = (each for each in self.hall.matches if each.state in on and folded(each.table) == folded(table))
        return next(sitting, None)


def _is_score(text: str) -> bool:
    """Whether there are only numbers: then the word before them is a name."""
    plain = folded(text)
    return bool(plain) and not any(character.isalpha() for character in plain)


def _before(line: str, pattern: re.Match[str]) -> str:
    return line[: pattern.start()].strip()


def _shown(match: HallMatch, points: tuple[int, int]) -> tuple[int, int]:
    return min(points[0], match.length), min(points[1], match.length)


def _entrants(match: HallMatch) -> set[int]:
    return {sitter.entrant for sitter in (match.top, match.bottom) if sitter is not None}


def _latest(named: list[NamedMatch]) -> list[NamedMatch]:
    """Return the last finished match of every entrant."""
    last: dict[int, NamedMatch] = {}
    for each in sorted(named, key=lambda each: (each.match.result, each.match.id)):
        sitter = each.match.sitter(each.side) if each.side else None
        last[sitter.entrant if sitter else -each.match.id] = each
    return list(last.values())


def _several(named: list[NamedMatch], mean: Callable[[NamedMatch], One]) -> Meaning:
    meanings = [mean(each) for each in named[: MOST_CHOICES if len(named) > 1 else 1]]
    return meanings[0] if len(named) == 1 else Several(tuple(meanings), len(named))


def _choices(meanings: list[One]) -> Meaning | None:
    if not meanings:
        return None
    return meanings[0] if len(meanings) == 1 else Several(tuple(meanings[:MOST_CHOICES]), len(meanings))
