"""What is played in the matches of an event: one game again and again, or a cycle of games, each with all its options.

Source: docs/rules/cycles.md#in-an-event.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.errors import RuleBroken
from rules.rulesets.cycles import CYCLES, cycle
from rules.rulesets.presets import RULESETS, STANDARD, ruleset, tournament_ruleset
from rules.rulesets.ruleset import Ruleset
from rules.rulesets.snapshots import UNCHANGED, read_snapshot, snapshot

SINGLE = "single"
_MOST_GAMES = 12


@dataclass(frozen=True, slots=True)
class Played:
    """The games of a match in turn; ``cycle`` is the id of the cycle, empty for one game again and again."""

    games: tuple[Ruleset, ...] = (STANDARD,)
    cycle: str = ""

    @property
    def id(self) -> str:
        """The id of the cycle, or of the only game."""
        return self.cycle or self.games[0].id

    @property
    def is_backgammon(self) -> bool:
        """Whether plain backgammon is played, which events need not name."""
        return self == BACKGAMMON

    def as_data(self) -> dict[str, Any]:
        """Return what ``read_played`` reads: nothing for plain backgammon, else the snapshots of the games."""
        if self.is_backgammon:
            return {}
        if self.cycle:
            return {"match": {"kind": self.cycle, "games": [snapshot(game) for game in self.games]}}
        return {"ruleset": snapshot(self.games[0])}


BACKGAMMON = Played()


def read_played(game: Any, match: Any) -> Played:
    """Return what ``ruleset`` and ``match`` of an event's data describe; None leaves one out.

    ``game`` is an id or a snapshot, ``match`` an object with ``kind`` (a cycle, or ``single``) and perhaps the
    snapshots of its ``games``.

    Raises RuleBroken ``ruleset.unknown``, ``ruleset.not_in_tournament``, ``ruleset.both`` (a cycle and a game),
    ``ruleset.match`` and as ``read_snapshot`` does.
    """
    kind, games = (SINGLE, None) if match is None else _match(match)
    if kind == SINGLE:
        if games is not None:
            raise RuleBroken("ruleset.match", where="games")
        return BACKGAMMON if game is None else Played((_game(game),))
    if game is not None:
        raise RuleBroken("ruleset.both", match=kind)
    if games is None:
        return Played(cycle(kind).rulesets, cycle(kind).id)
    return Played(tuple(_game(each) for each in games), cycle(kind).id)


def _match(match: Any) -> tuple[str, list[Any] | None]:
    if not isinstance(match, Mapping) or set(match) - {"kind", "length", "games"}:
        raise RuleBroken("ruleset.match", where="match", known=["kind", "length", "games"])
    kind, games = match.get("kind", SINGLE), match.get("games")
    if not isinstance(kind, str):
        raise RuleBroken("ruleset.match", where="kind", known=[SINGLE, *CYCLES])
    if games is not None and (not isinstance(games, list) or not 1 <= len(games) <= _MOST_GAMES):
        raise RuleBroken("ruleset.match", where="games")
    return kind, games


def _game(game: Any) -> Ruleset:
    """Return a game by its id or its snapshot, if a match may be played by it."""
    if isinstance(game, str):
        return tournament_ruleset(ruleset(game))
    if not isinstance(game, Mapping):
        raise RuleBroken("ruleset.snapshot", id=str(game)[:40])
    return tournament_ruleset(read_snapshot(_with_usual(game)))


def _with_usual(game: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a snapshot with the options of its preset where only some are given; a full one names its contact.

    Raises RuleBroken ``ruleset.fixed`` and as ``Ruleset.with_options`` does.
    """
    options = game.get("options", {})
    base = RULESETS.get(str(game.get("copy_of") or game.get("id")))
    if base is None or not isinstance(options, Mapping) or "contact" in options:
        return game
    fixed = tuple(name for name in options if name in UNCHANGED)
    if fixed:
        raise RuleBroken("ruleset.fixed", options=fixed)
    changed = base.with_options(**{str(name): value for name, value in options.items()})
    return {**game, "options": snapshot(changed)["options"]}
