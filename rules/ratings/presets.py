"""Rating rules that sites and clubs print, by name.

Source: docs/rules/ratings.md#presets.
"""

from rules.errors import RuleBroken
from rules.ratings.fibs import Fibs, Ramp, constant
from rules.ratings.glicko2 import Glicko2

RATING_PRESETS: dict[str, Fibs | Glicko2] = {
    "fibs": Fibs(),
    "brass_city": Fibs(Ramp(2, 400, 1)),
    "gamesgrid": Fibs(Ramp(4, 500 / 3, 1), class_width=1860),
    "belgium": Fibs(constant()),
    "improved": Fibs(skill=1.0),
    "glicko2": Glicko2(),
}


def rating_preset(name: str) -> Fibs | Glicko2:
    """Return a rule by its name. Raises RuleBroken ``rating.preset``."""
    if name not in RATING_PRESETS:
        raise RuleBroken("rating.preset", got=name[:40])
    return RATING_PRESETS[name]
