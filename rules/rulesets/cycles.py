"""Matches of several games: which game is played when.

Source: docs/rules/cycles.md.
"""

from dataclasses import dataclass

from rules.errors import RuleBroken
from rules.rulesets.presets import RULESETS, STANDARD
from rules.rulesets.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Cycle:
    """A match whose games take turns: the ids of the games in order, and the usual lengths in points."""

    id: str
    games: tuple[str, ...]
    lengths: tuple[int, ...]

    @property
    def rulesets(self) -> tuple[Ruleset, ...]:
        """The games in order."""
        return tuple(RULESETS[id_] for id_ in self.games)

    def game(self, number: int) -> Ruleset:
        """Return the rules of game ``number``, from 1; drawn games count too."""
        return RULESETS[self.games[(number - 1) % len(self.games)]]


CYCLES = {
    cycle.id: cycle
    for cycle in (
        Cycle("tavli", ("portes", "plakoto", "fevga"), (3, 5, 7)),
        Cycle("sreshta", ("tabla_bg", "gul_bara", "tapa"), (5,)),
    )
}


_NAMES = {"hypergammon_(3)": "hypergammon", "tabla": "sreshta"}


def cycle(id_: str) -> Cycle:
    """Return the cycle of that id; ``tabla`` is another name of ``sreshta``.

    Raises RuleBroken ``ruleset.unknown``.
    """
    name = _NAMES.get(id_, id_)
    if name not in CYCLES:
        raise RuleBroken("ruleset.unknown", id=id_, known=tuple(CYCLES))
    return CYCLES[name]


def named_rulesets(variation: str | None) -> tuple[Ruleset, ...]:
    """Return the games that a record names, in the order in which they are played; an unknown name is backgammon.

    Source: docs/rules/cycles.md.
    """
    name = (variation or "").strip().lower().replace(" ", "_").replace("-", "_")
    name = _NAMES.get(name, name)
    if name in CYCLES:
        return CYCLES[name].rulesets
    return (RULESETS.get(name, STANDARD),)
