"""Lower brackets by name, for any field.

Source: docs/rules/lower-brackets.md#presets.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from rules.draws.seeding import size_for
from rules.errors import RuleBroken
from rules.formats.drops import drop_rounds
from rules.formats.notation.compiler import FIGHTERS, Structure, compile_structure, main_letters
from rules.formats.notation.parser import Notation

WITH_THIRD = frozenset({"second_consolation", "last_chance", "last_chance_partial"})
"""The presets with a third bracket."""


def preset(name: str, entrants: int) -> Structure:
    """Return the structure of that name for a field.

    Raises RuleBroken ``preset.unknown``, ``preset.field`` with the ``fewest`` entrants it needs, ``draw.field``.
    """
    if name not in PRESETS:
        raise RuleBroken("preset.unknown", got=name, known=[*PRESETS])
    fewest, build = PRESETS[name]
    if entrants < fewest:
        raise RuleBroken("preset.field", preset=name, entrants=entrants, fewest=fewest)
    return build(entrants)


def unshifted(size: int, *, finalist: bool = False) -> Notation:
    """Return ``A.B.|.C.|`` …: each drop is followed by a round of the survivors. ``finalist``: the final drops too."""
    letters = main_letters(size)
    rounds = tuple(letters[each - 1] if each else "" for each in drop_rounds(len(letters)))
    return Notation((*rounds, letters[-1]) if finalist and rounds else rounds)


def shifts(entrants: int, *, finalist: bool = False) -> list[Notation]:
    """Return every lower bracket in which one letter after the other drops, and that needs no bye.

    The unshifted one comes first, then those with the fewest rounds; equal ones by their text. They are made for all
    lines of the draw.
    """
    size = size_for(entrants)
    letters = main_letters(size)
    dropping = letters if finalist else letters[:-1]
    usual = unshifted(size, finalist=finalist)
    all_ = {Notation(each) for each in _ways(dropping, size)} - {usual}
    return [usual, *sorted(all_, key=lambda each: (len(each.rounds), each.text))]


def _ways(letters: str, size: int) -> Iterator[tuple[str, ...]]:
    """Yield the rounds of every bracket into which ``letters`` drop in turn, without a bye."""

    def after(at: int, survivors: int, rounds: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if at == len(letters) and survivors == 1:
            yield rounds
        if at < len(letters):
            players = survivors + (size >> (at + 1))
            if players % 2 == 0:
                yield from after(at + 1, players // 2, (*rounds, letters[at]))
        if rounds and survivors > 1 and survivors % 2 == 0:
            yield from after(at, survivors // 2, (*rounds, ""))

    yield from after(0, 0, ())


def _first_loser(entrants: int) -> Structure:
    bars = len(main_letters(size_for(entrants))) - 2
    return Structure(Notation(("A", *[""] * max(0, bars))))


def _progressive(entrants: int) -> Structure:
    return Structure(unshifted(size_for(entrants)))


def _denver(entrants: int) -> Structure:
    return Structure(unshifted(size_for(entrants), finalist=True))


def _double(entrants: int) -> Structure:
    return Structure(replace(unshifted(size_for(entrants), finalist=True), crossing=True))


def _recharge(entrants: int) -> Structure:
    return Structure(replace(unshifted(size_for(entrants), finalist=True), crossing=True, recharge=True))


def _fighters(entrants: int) -> Structure:
    letters = main_letters(size_for(entrants))[:-2]
    rounds = ["A", *(each for letter in letters[1:] for each in (letter, ""))]
    while rounds[-1] == "":
        rounds.pop()
    return Structure(Notation(tuple(rounds)), joins=True)


def _full_last_chance(entrants: int) -> Structure:
    structure = _progressive(entrants)
    rounds = len(structure.lower.rounds)
    return _with_third(structure, entrants, rounds - 1)


def _partial_last_chance(entrants: int) -> Structure:
    return _with_third(_progressive(entrants), entrants, 2)


def _with_third(structure: Structure, entrants: int, dropping: int) -> Structure:
    """Return the structure with the third bracket of fewest rounds for its first ``dropping`` rounds."""
    compiled = compile_structure(entrants, structure)
    first = ord(compiled.first_letter)
    losers = [(chr(first + at), each.matches) for at, each in enumerate(compiled.lower[:dropping])]
    thirds = sorted(_thirds(losers), key=lambda each: (len(each), each.count(""), each))
    if not thirds:
        raise RuleBroken("notation.third", lower=structure.lower.text)
    return replace(structure, third=Notation(thirds[0]))


def _thirds(losers: list[tuple[str, int]]) -> Iterator[tuple[str, ...]]:
    """Yield third brackets: the first two rounds of the lower one together or apart, the others in turn."""

    def after(at: int, survivors: int, rounds: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        if at == len(losers) and survivors == 1 and rounds:
            yield rounds
        bars = 0
        for bar in reversed(rounds):
            bars += not bar
            if bar:
                break
        together = (1, 2) if at < 2 * len(losers) else ()
        for count in together:
            group = losers[at : at + count]
            players = survivors + sum(matches for _, matches in group)
            if len(group) == count and players and players % 2 == 0:
                letters = "".join(letter for letter, _ in group)
                yield from after(at + count, players // 2, (*rounds, letters))
        if rounds and survivors > 1 and survivors % 2 == 0 and (bars < 2 or at == len(losers)):
            yield from after(at, survivors // 2, (*rounds, ""))

    yield from after(0, 0, ())


PRESETS: dict[str, tuple[int, Callable[[int], Structure]]] = {
    "first_loser": (3, _first_loser),
    "progressive": (3, _progressive),
    "second_consolation": (9, _full_last_chance),
    "last_chance": (9, _full_last_chance),
    "last_chance_partial": (9, _partial_last_chance),
    "double_elimination": (3, _double),
    "double_elimination_recharge": (3, _recharge),
    "fighters": (2 * FIGHTERS + 1, _fighters),
    "denver": (3, _denver),
}
"""The fewest entrants of each preset, and what makes it."""
