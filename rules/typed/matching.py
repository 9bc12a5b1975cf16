"""Find matches by their code, and players by the start of a name.

Source: docs/rules/desk-line.md.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from rules.match.terms import BOTTOM, TOP, Side
from rules.typed.hall import Hall, HallEntrant, HallEvent, HallMatch
from rules.typed.names import finds, folded, spells, starts


@dataclass(frozen=True, slots=True)
class NamedMatch:
    """A match that a line names; ``side`` is that of the named player, None if the line has the match's code."""

    match: HallMatch
    side: Side | None


def matches_coded(hall: Hall, typed: str) -> list[NamedMatch]:
    """Return the matches with this code: of every event, or of the one whose name stands before it."""
    plain = folded(typed).strip()
    coded = [NamedMatch(match, None) for match in hall.matches if folded(match.code) == plain]
    if coded:
        return coded
    before, _, code = plain.rpartition(" ")
    if not before:
        return []
    events = {event.id for event in hall.events if starts(before, event.name)}
    exact = {event.id for event in hall.events if folded(event.name) == before} or events
    return [NamedMatch(match, None) for match in hall.matches if match.event in exact and folded(match.code) == code]


def event_named(hall: Hall, typed: str) -> tuple[HallEvent, str] | None:
    """Return the event whose whole name stands first, and what is behind it."""
    words = typed.split(" ")
    for count in range(len(words), 0, -1):
        name = folded(" ".join(words[:count]))
        for event in hall.events:
            if folded(event.name) == name:
                return event, " ".join(words[count:])
    return None


def sides_named(hall: Hall, typed: str, fits: Callable[[HallMatch], bool]) -> list[NamedMatch]:
    """Return the sides of fitting matches whose name ``typed`` starts; whole words go before mere starts.

    An event's name may stand in front.
    """
    named = event_named(hall, typed)
    of, name = (named[0].id, named[1]) if named and named[1] else (None, typed)
    sides = _sides(hall, name, fits, of)
    return sides if sides or of is None else _sides(hall, typed, fits, None)


def _sides(hall: Hall, name: str, fits: Callable[[HallMatch], bool], of: int | None) -> list[NamedMatch]:
    sat = [
        (NamedMatch(match, side), sitter)
        for match in hall.matches
        if fits(match) and (of is None or match.event == of)
        for side in (TOP, BOTTOM)
        if (sitter := match.sitter(side)) is not None
    ]
    named = [(each, spells(name, sitter.name)) for each, sitter in sat if starts(name, sitter.name)]
    exact = [each for each, spelt in named if spelt]
    also = hall.also
    return exact or [each for each, _ in named] or [
        each for each, sitter in sat if finds(name, sitter.name, also.get(sitter.entrant, ""))
    ]  # fmt: skip


def entrants_named(hall: Hall, typed: str) -> list[HallEntrant]:
    """Return the entrants whose name ``typed`` starts; whole words go before mere starts."""
    return _named(hall, typed, hall.entrants)


def players_named(hall: Hall, typed: str) -> list[HallEntrant]:
    """Return the players so named in events that they can enter again, one entry of each; also those who withdrew."""
    events = {event.id for event in hall.events if event.again}
    anybody = [each for each in (*hall.entrants, *hall.left) if each.event in events]
    players: dict[int, HallEntrant] = {}
    for each in _named(hall, typed, anybody):
        players.setdefault(hall.first.get(each.id, each.id), each)
    return list(players.values())


def _named(hall: Hall, typed: str, among: Iterable[HallEntrant]) -> list[HallEntrant]:
    named = event_named(hall, typed)
    of, name = (named[0].id, named[1]) if named and named[1] else (None, typed)
    playing = [each for each in among if of is None or each.event == of]
    entrants = [each for each in playing if starts(name, each.name)]
    exact = [each for each in entrants if spells(name, each.name)]
    return exact or entrants or [each for each in playing if finds(name, each.name, hall.also.get(each.id, ""))]
