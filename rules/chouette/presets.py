"""House rules by name.

Source: docs/rules/chouette.md#presets.
"""

from typing import Final

from rules.chouette.options import (
    BoxDuty,
    Consult,
    CounterDouble,
    CubeOrder,
    Cubes,
    Extras,
    JoinPosition,
    Options,
)
from rules.errors import RuleBroken

HOUSE_RULES: Final = {
    "seed": Options(),
    "money_night": Options(
        cubes=Cubes.MULTI, jacoby=True, counter_double=CounterDouble.BEAVER, auto_limit=1, settlements=True
    ),
    "cambridge": Options(
        cubes=Cubes.MULTI,
        jacoby=True,
        join_position=JoinPosition.AHEAD_OF_LOSER,
        consult=Consult.AFTER_CUBE_TURNED,
    ),
    "woolsey": Options(cubes=Cubes.MULTI, box_partner_from=6, box_partner_must_from=6),
    "la": Options(
        cubes=Cubes.MULTI,
        jacoby=True,
        counter_double=CounterDouble.BEAVER,
        auto_limit=1,
        extras=Extras.MAY_REFUSE,
        settlements=True,
        box_must_take_captain=True,
        box_duty=BoxDuty.BREAK_EVEN,
        both_or_none=True,
        la_rules=True,
        box_partner_from=6,
        box_partner_must_from=7,
        split_from=8,
        consult=Consult.NEVER,
    ),
    "esk": Options(cubes=Cubes.MULTI, jacoby=True, box_duty=BoxDuty.HALF, both_or_none=True, cube_order=CubeOrder.TEAM),
    "clinton_hill": Options(
        cubes=Cubes.MULTI,
        jacoby=True,
        counter_double=CounterDouble.BEAVER,
        lone_taker_must_beaver=True,
        cube_order=CubeOrder.FROM_THE_END,
    ),
    "st_albans": Options(cubes=Cubes.MULTI, jacoby=True, split_from=6),
    "backgammontips": Options(
        cubes=Cubes.MULTI,
        jacoby=True,
        counter_double=CounterDouble.BEAVER_RACCOON,
        auto_limit=1,
        lone_taker_must_beaver=True,
        box_must_take_captain=True,
        consult=Consult.AFTER_CUBE_TURNED,
    ),
}


def house_rules(name: str) -> Options:
    """Return the options of a preset.

    Raises RuleBroken ``chouette.preset``.
    """
    try:
        return HOUSE_RULES[name]
    except KeyError:
        raise RuleBroken("chouette.preset", name=name[:40], known=tuple(HOUSE_RULES)) from None
