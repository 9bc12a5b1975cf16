"""Compiles the notation of lower brackets to a plan: the main bracket, a lower one, perhaps a third.

The structure is made for a number of entrants, its ``field``: all lines where the numbers work out for them, else the
smallest field that holds the entrants and works out. The byes up to that field are part of the structure; the others
are phantoms in it, so that late entrants still find a line.

Source: docs/rules/lower-brackets.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.draws.plan import ENTRY, Bracket, Plan
from rules.draws.seeding import size_for
from rules.errors import RuleBroken
from rules.formats.lengths import Lengths
from rules.formats.notation.building import CONSOLATION, LAST_CHANCE, NAME, Builder
from rules.formats.notation.parser import Notation
from rules.formats.notation.shape import Round, shape

FIGHTERS = 4
"""How many of either bracket reach the last eight where the brackets join."""


@dataclass(frozen=True, slots=True)
class Structure:
    """The choice of a director: a lower bracket and perhaps a third, whose letters name rounds of the lower one.

    ``byes``: an odd round gives a bye instead of being refused. ``joins``: the last four of the main bracket and of the
    lower one play out the event together. ``dynamic``: printed lines do not bind, a round's are chosen when it is over.
    ``lengths`` are by bracket, ``seeds`` is how many entrants are seeded.
    """

    lower: Notation
    third: Notation | None = None
    byes: bool = False
    joins: bool = False
    dynamic: bool = False
    seeds: int = 0
    lengths: Mapping[str, Lengths] = field(default_factory=lambda: {ENTRY: Lengths(7)}, hash=False)


@dataclass(frozen=True, slots=True)
class Compiled:
    """A structure for a field: its plan and how it came about.

    ``field`` is the number of entrants it is made for; ``drops`` has for each letter the line (from 1, among those
    of that letter) on which the loser of match 1, 2, 3 … drops; ``first_letter`` is the letter by which the
    third bracket names the first round of the lower one.
    """

    structure: Structure
    entrants: int
    field: int
    plan: Plan
    lower: tuple[Round, ...]
    third: tuple[Round, ...]
    drops: Mapping[str, tuple[int, ...]]
    first_letter: str

    @property
    def structural_byes(self) -> int:
        """The byes that are part of the structure."""
        return self.plan.size - self.field


def compile_structure(entrants: int, structure: Structure) -> Compiled:
    """Return the structure for a field of ``entrants``.

    Raises RuleBroken ``draw.field`` outside 2 to 512 entrants, and as ``shape`` (with ``lines``, and ``bracket`` where
    it is the third one), ``notation.spent`` for a letter that drops elsewhere, ``notation.champions`` for finals
    between champions where the brackets join or the losing finalist does not drop.
    """
    size = size_for(entrants)
    if structure.joins and size < 4 * FIGHTERS:
        raise RuleBroken("notation.joins", entrants=entrants, fewest=2 * FIGHTERS + 1)
    _check_finals(size, structure)
    counted = _counted(entrants, size, structure)
    builder = Builder(structure.lengths, size, counted.field, min(structure.seeds, entrants))
    drops = _build(builder, structure, counted)
    brackets = [Bracket(ENTRY, ENTRY), Bracket(CONSOLATION, CONSOLATION, (ENTRY,))]
    if structure.third:
        brackets.append(Bracket(LAST_CHANCE, LAST_CHANCE, (CONSOLATION,)))
    plan = Plan(NAME, size, tuple(brackets), tuple(builder.matches))
    return Compiled(structure, entrants, counted.field, plan, counted.lower, counted.third, drops, counted.first_letter)


@dataclass(frozen=True, slots=True)
class _Counted:
    field: int
    lower: tuple[Round, ...]
    third: tuple[Round, ...]
    first_letter: str


def _check_finals(size: int, structure: Structure) -> None:
    final = main_letters(size)[-1]
    lower = structure.lower
    if lower.crossing and (structure.joins or final not in lower.letters):
        raise RuleBroken("notation.champions", final=final, joins=structure.joins)


def main_letters(size: int) -> str:
    """Return the letters of the main rounds on that many lines."""
    return "".join(chr(65 + round_) for round_ in range(size.bit_length() - 1))


def _counted(entrants: int, size: int, structure: Structure) -> _Counted:
    """Return the shapes of the brackets for the field that the structure is made for."""
    first: RuleBroken | None = None
    for field_ in (size, *range(max(entrants, size // 2 + 1), size)):
        try:
            return _counted_for(field_, size, structure)
        except RuleBroken as broken:
            first = first or broken
            if broken.code in ("notation.letter", "notation.spent"):
                break
    assert first is not None  # noqa: S101 -- the full field was tried
    raise RuleBroken(first.code, **first.facts, lines=size)


def _counted_for(field_: int, size: int, structure: Structure) -> _Counted:
    rounds = size.bit_length() - 1
    main = {letter: size >> (at + 1) for at, letter in enumerate(main_letters(size))}
    main["A"] = field_ - size // 2
    if structure.joins:
        main = {letter: main[letter] for letter in list(main)[: rounds - 2]}
    lower = tuple(shape(structure.lower, main, byes=structure.byes, leaves=FIGHTERS if structure.joins else 1))
    final = main_letters(size)[-1]
    unlettered = (
        structure.third is not None and final in structure.third.letters and final not in structure.lower.letters
    )
    start = rounds - 1 if unlettered else rounds
    if structure.third is None:
        return _Counted(field_, lower, (), chr(65 + start))
    losers = {chr(65 + start + at): each.matches for at, each in enumerate(lower)}
    spent = [letter for letter in structure.third.letters if letter in structure.lower.letters]
    if spent:
        raise RuleBroken("notation.spent", got=spent[0])
    try:
        third = tuple(shape(structure.third, losers, byes=structure.byes))
    except RuleBroken as broken:
        raise RuleBroken(broken.code, **{**broken.facts, "bracket": LAST_CHANCE}) from None
    return _Counted(field_, lower, third, chr(65 + start))


def _build(builder: Builder, structure: Structure, counted: _Counted) -> dict[str, tuple[int, ...]]:
    """Add all brackets and return the lines on which losers drop, by letter."""
    rounds = builder.size.bit_length() - 1
    builder.main(rounds - 2 if structure.joins else rounds)
    drops = builder.lower(CONSOLATION, counted.lower, "A")
    if structure.joins:
        builder.join()
    if structure.lower.crossing:
        builder.crossing(recharge=structure.lower.recharge)
    if structure.third:
        drops |= builder.lower(LAST_CHANCE, counted.third, counted.first_letter)
    return drops
