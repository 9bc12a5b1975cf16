"""Rulesets of a club's own, and rulesets as plain values that a match keeps and that can be read back.

Source: docs/rules/rulesets.md#a-clubs-own-ruleset.
"""

from collections.abc import Mapping
from typing import Any

from rules.errors import RuleBroken
from rules.naming import read_name
from rules.rulesets.presets import RULESETS
from rules.rulesets.ruleset import OPTIONS, Ruleset, check_options
from rules.rulesets.values import option_value

# What makes a game the game it is: a copy never changes it.
FIXED = ("geometry", "contact", "start", "dice", "judged")
_NAMES = ("id", "version", "name", "copy_of")
UNCHANGED = (*FIXED, *_NAMES)
_LONGEST_NAME = 80


def own_ruleset(base: Ruleset, id_: str, name: str, **options: Any) -> Ruleset:
    """Return a club's copy of a game under another id and name, with some options changed.

    Raises RuleBroken ``ruleset.name`` (none, too long, or with hidden characters), ``ruleset.fixed`` (an option that
    makes the game what it is), and as ``Ruleset.with_options`` does.
    """
    if not name.strip() or not id_.strip() or id_ == base.id:
        raise RuleBroken("ruleset.name", id=id_[:_LONGEST_NAME], name=name[:_LONGEST_NAME])
    name = _written_name(name)
    fixed = tuple(option for option in options if option in UNCHANGED)
    if fixed:
        raise RuleBroken("ruleset.fixed", options=fixed)
    copy_of = base.copy_of or base.id
    return base.with_options(**options, id=id_, name=name, copy_of=copy_of, version=1)


def snapshot(ruleset: Ruleset) -> dict[str, Any]:
    """Return the ruleset as plain values for JSON: id, version, and every option."""
    options = {name: _plain(value) for name, value in ruleset.options.items() if name not in _NAMES}
    return {name: getattr(ruleset, name) for name in _NAMES} | {"options": options}


def read_snapshot(stored: Mapping[str, Any]) -> Ruleset:
    """Return the ruleset of a snapshot. Options that came later than the snapshot have their usual value.

    Raises RuleBroken ``ruleset.snapshot`` for a shape that is none, ``ruleset.name``, ``ruleset.unknown`` for a version
    that a game does not have yet, ``ruleset.fixed`` for a game that is not what its id says, and as
    ``Ruleset.with_options`` does.
    """
    id_, options = stored.get("id"), stored.get("options")
    if not isinstance(id_, str) or not isinstance(options, Mapping):
        raise RuleBroken("ruleset.snapshot", id=str(id_)[:_LONGEST_NAME])
    given = {name: stored[name] for name in _NAMES if name in stored} | dict(options)
    unknown = sorted(set(map(str, given)) - set(OPTIONS))
    if unknown:
        raise RuleBroken("ruleset.option", option=unknown)
    usual = Ruleset(id_)
    values = {name: option_value(name, getattr(usual, name), value) for name, value in given.items()}
    return _as_named(check_options(Ruleset(**values)))


def _as_named(game: Ruleset) -> Ruleset:
    """Return a game that was read if its names can be names, and if it is the game whose id it has."""
    for name in (game.id, game.name, game.copy_of):
        if name and _written_name(name) != name:
            raise RuleBroken("ruleset.name", id=game.id[:_LONGEST_NAME], name=name[:_LONGEST_NAME])
    preset = RULESETS.get(game.family)
    if preset is None:
        return game
    if not game.copy_of and game.version > preset.version:
        raise RuleBroken("ruleset.unknown", id=game.id, version=game.version, known=tuple(RULESETS))
    fixed = tuple(name for name in FIXED if getattr(game, name) != getattr(preset, name))
    if fixed and (game.copy_of or game.version == preset.version):
        raise RuleBroken("ruleset.fixed", options=fixed)
    return game


def _written_name(name: str) -> str:
    """Return a name of a ruleset as names are stored. Raises RuleBroken ``ruleset.name``."""
    try:
        return read_name(name, _LONGEST_NAME)
    except RuleBroken as broken:
        raise RuleBroken("ruleset.name", name=name[:_LONGEST_NAME], reason=broken.code) from broken


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [list(each) for each in value]
    return str(value) if isinstance(value, str) else value
