"""The formats there are, by their names."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from rules.draws.derive import Derived
from rules.draws.facts import Facts
from rules.draws.plan import Plan
from rules.draws.pots import Seeding, read_seeding
from rules.errors import RuleBroken
from rules.formats.format import Format, Place, Stage
from rules.formats.knockout import Consolation, Knockout
from rules.formats.lengths import read_mapping
from rules.formats.pools import Pools
from rules.formats.round_robin import RoundRobin
from rules.formats.structure import Structured
from rules.formats.swiss import Swiss
from rules.rulesets.played import read_played

FORMATS: dict[str, type[Format]] = {each.name: each for each in (Knockout, Structured, RoundRobin, Swiss, Pools)}
BRACKETS = tuple({bracket.code: bracket for each in FORMATS.values() for bracket in each.every_bracket}.values())
"""Every bracket that any format may have."""
# What players of one draw can share, for whom it is to meet late.
SEPARATED = ("club", "country", "group")
# The word under which an event's data names its format.
NAMED = "main"
# The one preset that is a knockout's consolation.
FIRST_MATCH_LOSER = "first_match_loser"
# The one preset that is a Swiss to three losses.
TRIPLE_ELIMINATION = "triple_elimination"


def read_format(data: Any) -> Format:
    """Return the format that ``data`` (parsed JSON) describes, a knockout where it names none.

    ``ruleset`` and ``match`` say what is played, backgammon where they are missing; a ``length`` of the match holds for
    every round where the format names none.

    Raises RuleBroken ``format.main`` for an unknown name, ``holland.no_cube`` for the Holland rule in a game without
    the cube of backgammon, ``separate.…``, ``seeding.…``, and as ``Format.read`` and ``read_played`` do. The Crawford
    rule, which is usual, lapses there.
    """
    given = dict(read_mapping(data, "format", None))
    game, match = given.pop("ruleset", None), given.pop("match", None)
    groups, seeding = read_separate(given.pop("separate", [])), read_seeding(given.pop("seeding", Seeding.BY_LOT))
    played = read_played(game, match)
    if isinstance(match, Mapping) and "length" in match:
        given.setdefault("length", match["length"])
    if given.get(NAMED) == Structured.name and given.get("preset") == FIRST_MATCH_LOSER:
        rest = {word: value for word, value in given.items() if word != "preset"}
        given = {**rest, NAMED: Knockout.name, "consolation": Consolation.FIRST_MATCH.value}
    if given.get(NAMED) == Structured.name and given.get("preset") == TRIPLE_ELIMINATION:
        rest = {word: value for word, value in given.items() if word != "preset"}
        given = {**rest, NAMED: Swiss.name, "losses": 3}
    name = given.get(NAMED, Knockout.name)
    if not isinstance(name, str) or name not in FORMATS:
        raise RuleBroken("format.main", got=name, known=list(FORMATS))
    format_ = FORMATS[name].read(given).separating(groups).seeding_by(seeding)
    playing = format_.playing(played)
    if format_.holland and not playing.holland:
        raise RuleBroken("holland.no_cube", played=played.id)
    return playing


def read_separate(data: Any) -> tuple[str, ...]:
    """Return the groups that a draw keeps apart, in one order. Raises RuleBroken ``separate.unknown``."""
    if not isinstance(data, list) or not all(each in SEPARATED for each in data):
        raise RuleBroken("separate.unknown", got=data, known=list(SEPARATED))
    return tuple(each for each in SEPARATED if each in data)


@lru_cache(maxsize=64)
def compile_plan(size: int, format_: Format, entrants: int | None = None, seeds: int = 0) -> Plan:
    """Return the plan of a format on ``size`` lines (a power of two), for ``entrants`` and seeds if they are known.

    Raises RuleBroken as ``Format.compile``.
    """
    return format_.compile(size, entrants, seeds)


def format_of(plan: Plan) -> type[Format]:
    """Return the format that compiled a plan. Raises RuleBroken ``plan.format``."""
    if plan.format not in FORMATS:
        raise RuleBroken("plan.format", got=plan.format, known=list(FORMATS))
    return FORMATS[plan.format]


def stage(plan: Plan, match: int) -> Stage:
    """Return how the round of a match is named."""
    return format_of(plan).stage(plan, match)


def places(derived: Derived, facts: Facts) -> list[Place]:
    """Return everyone drawn in strict order, those who can still reach a better place first."""
    return format_of(derived.plan).places(derived, facts)
