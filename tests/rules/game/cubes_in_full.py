"""Every cube that three events lead to, and what each further event makes of it."""

import json
from collections.abc import Callable, Iterator
from dataclasses import astuple
from functools import partial
from itertools import product

from rules.errors import RuleBroken
from rules.game import cube as cubes
from rules.game.cube import Cube, Moment, Passed
from rules.rulesets import STANDARD, Ruleset, ruleset

EVENTS = 3
RULES = {
    "standard": STANDARD,
    "snap": STANDARD.with_options(counter_double="snap", max_doublings=2),
    "beaver": STANDARD.with_options(counter_double="beaver", beaver_decline=False, jacoby=True),
    "raccoon": STANDARD.with_options(counter_double="beaver_raccoon", auto_limit=1, opening_refusal="opener"),
    "any": STANDARD.with_options(counter_double="any", max_doublings=3, opening_refusal="each_first_roll"),
    "no cube": ruleset("portes"),
}
MOMENTS = {
    "": Moment(0),
    " by 1": Moment(1),
    " rolled": Moment(0, rolled=True),
    " first": Moment(0, turns=0),
    " barred": Moment(0, barred="crawford.cube"),
}


def cube_events() -> Iterator[str]:
    """Yield lines of JSON: the rules, the cube as all of its fields, the event, and the cube or refusal it leads to.

    The same refusal of the same event is shown for the first cube only.
    """
    refused: set[tuple[str, str]] = set()
    for name, rules in RULES.items():
        known, latest = {Cube()}, [Cube()]
        for _ in range(EVENTS):
            reached: list[Cube] = []
            for cube in latest:
                for event, act in events(cube, rules).items():
                    outcome = outcome_of(act)
                    words = json.dumps(outcome if isinstance(outcome, dict) else shown(outcome))
                    if not isinstance(outcome, dict) or (event, words) not in refused:
                        yield f"{json.dumps([name, shown(cube), event])[:-1]}, {words}]"
                    if isinstance(outcome, dict):
                        refused.add((event, words))
                    if isinstance(outcome, Cube) and outcome not in known:
                        known.add(outcome)
                        reached.append(outcome)
            latest = reached


def shown(value: object) -> list[object]:
    """All fields of a cube or of a passed game; a truth value as it is."""
    return list(astuple(value)) if isinstance(value, Cube | Passed) else [value]


def events(cube: Cube, rules: Ruleset) -> dict[str, Callable[[], object]]:
    """Everything that can happen to a cube."""
    every: dict[str, Callable[[], object]] = {}
    for side, (when, moment) in product((0, 1), MOMENTS.items()):
        every[f"offer of {side}{when}"] = partial(cubes.offer, cube, side, moment, rules)
    for side in (0, 1):
        every[f"take of {side}"] = partial(cubes.take, cube, side)
        every[f"drop of {side}"] = partial(cubes.drop, cube, side, rules)
        every[f"beaver of {side}"] = partial(cubes.beaver, cube, side, rules)
        for opener in (True, False):
            every[f"refusal of {side} {opener}"] = partial(cubes.refuse_opening, cube, side, rules, opener=opener)
    every["roll"] = partial(cubes.rolled, cube)
    every["tie"] = partial(cubes.opening_tie, cube, rules)
    every["jacoby"] = partial(cubes.jacoby_applies, cube, rules)
    return every


def outcome_of(act: Callable[[], object]) -> object:
    """Return what an event leads to, or the code and the facts of its refusal."""
    try:
        return act()
    except RuleBroken as broken:
        return {"code": broken.code, **broken.facts}
