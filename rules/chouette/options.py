"""The options of a chouette, each with its default.

Source: docs/rules/chouette.md#options.
"""

from dataclasses import dataclass
from enum import StrEnum

from rules.errors import RuleBroken

LARGEST_STAKE = 10**9
LARGEST_LOSS = 10**12
MOST_DOUBLINGS = 20
LARGEST_TABLE = 40


class Cubes(StrEnum):
    """One cube between box and team, or one for each member of the crew."""

    SINGLE = "single"
    MULTI = "multi"


class InitialOrder(StrEnum):
    """How the first order is made."""

    ONE_DIE = "one_die"


class CounterDouble(StrEnum):
    """Which answers to a double turn the cube again."""

    NONE = "none"
    BEAVER = "beaver"
    BEAVER_RACCOON = "beaver_raccoon"


class BeaverDecline(StrEnum):
    """Whether a beaver or a raccoon may be passed."""

    ALLOWED = "allowed"
    NOT_ALLOWED = "not_allowed"


class OpeningRefusal(StrEnum):
    """Which first roll may be refused, at the price of one turn of the cube."""

    OFF = "off"
    OPENER = "opener"
    EACH_FIRST_ROLL = "each_first_roll"


class CaptainDropWinner(StrEnum):
    """Who is the next box when the captain's cube did not decide the game."""

    ACTING_CAPTAIN = "acting_captain_becomes_box"
    BOX_STAYS = "box_stays"
    ORIGINAL_CAPTAIN = "original_captain_becomes_box"


class Extras(StrEnum):
    """Whether those who dropped may play on the box's side against a lone taker."""

    OFF = "off"
    MAY_REFUSE = "lone_taker_may_refuse"
    MUST = "lone_taker_must"


class JoinPosition(StrEnum):
    """Where newcomers sit down."""

    BEHIND_LOSER = "behind_loser"
    AHEAD_OF_LOSER = "ahead_of_loser"


class Consult(StrEnum):
    """When the crew may advise the captain."""

    ALWAYS = "always"
    AFTER_CUBE_TURNED = "after_cube_turned"
    NEVER = "never"


class BoxDuty(StrEnum):
    """How many of the initial doubles of a whole crew the box takes, unless it passes them all."""

    NONE = "none"
    HALF = "half"
    BREAK_EVEN = "break_even"


class CubeOrder(StrEnum):
    """In which order the crew announces what it does with the cubes. Only the order of the questions depends on it."""

    FREE = "free"
    TEAM = "team"
    FROM_THE_END = "from_the_end"
    CAPTAIN_FIRST = "captain_first"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a session. Refused when made where two of them contradict each other.

    ``auto_limit`` is the most automatic doubles, ``max_doublings`` the most doubles, beavers and raccoons of one
    contract. With ``la_rules`` a box that loses points does not stay, and whoever doubles anyone at the captain's level
    doubles the captain. From ``box_partner_from`` people the box may take a partner, from ``box_partner_must_from`` it
    must; ``split_from`` is the size at which the table is to split. None means never. ``stake_minor`` is the money for
    a point in minor units of ``currency``, 0 for points only; payments are rounded to ``rounding_minor``, the stake is
    at most ``stake_limit_minor``, and anyone who has lost ``loss_limit_minor`` plays no other game.

    Raises RuleBroken ``chouette.conflict``, ``chouette.option`` or ``chouette.stake_limit``.
    """

    cubes: Cubes = Cubes.SINGLE
    initial_order: InitialOrder = InitialOrder.ONE_DIE
    jacoby: bool = False
    counter_double: CounterDouble = CounterDouble.NONE
    beaver_decline: BeaverDecline = BeaverDecline.ALLOWED
    auto_limit: int = 0
    opening_refusal: OpeningRefusal = OpeningRefusal.OFF
    max_doublings: int | None = None
    captain_drop_winner: CaptainDropWinner = CaptainDropWinner.ACTING_CAPTAIN
    lone_taker_must_beaver: bool = False
    extras: Extras = Extras.OFF
    settlements: bool = False
    join_position: JoinPosition = JoinPosition.BEHIND_LOSER
    box_must_take_captain: bool = False
    box_duty: BoxDuty = BoxDuty.NONE
    both_or_none: bool = False
    la_rules: bool = False
    box_partner_from: int | None = None
    box_partner_must_from: int | None = None
    split_from: int | None = None
    consult: Consult = Consult.ALWAYS
    cube_order: CubeOrder = CubeOrder.FREE
    stake_minor: int = 0
    currency: str = ""
    rounding_minor: int = 1
    stake_limit_minor: int | None = None
    loss_limit_minor: int | None = None

    def __post_init__(self) -> None:
        self._check_ranges()
        partner, must = self.box_partner_from, self.box_partner_must_from
        for first, second, is_conflict in (
            ("lone_taker_must_beaver", "counter_double", self.lone_taker_must_beaver and not self.has_beavers),
            ("opening_refusal", "cubes", self.opening_refusal is not OpeningRefusal.OFF and self.is_multi),
            ("box_partner_must_from", "box_partner_from", must is not None and (partner is None or must < partner)),
        ):
            if is_conflict:
                raise RuleBroken("chouette.conflict", option=first, other=second)
        most = self.stake_limit_minor
        if most is not None and self.stake_minor > most:
            raise RuleBroken("chouette.stake_limit", stake=self.stake_minor, most=most)

    def _check_ranges(self) -> None:
        for name, value, least, most in (
            ("auto_limit", self.auto_limit, 0, MOST_DOUBLINGS),
            ("max_doublings", self.max_doublings, 0, 10**6),
            ("box_partner_from", self.box_partner_from, 4, LARGEST_TABLE),
            ("box_partner_must_from", self.box_partner_must_from, 4, LARGEST_TABLE),
            ("split_from", self.split_from, 6, LARGEST_TABLE),
            ("stake_minor", self.stake_minor, 0, LARGEST_STAKE),
            ("rounding_minor", self.rounding_minor, 1, LARGEST_STAKE),
            ("stake_limit_minor", self.stake_limit_minor, 0, LARGEST_STAKE),
            ("loss_limit_minor", self.loss_limit_minor, 1, LARGEST_LOSS),
        ):
            if value is not None and not least <= value <= most:
                raise RuleBroken("chouette.option", option=name, got=value, least=least, most=most)

    @property
    def is_multi(self) -> bool:
        """Whether each member of the crew has a cube."""
        return self.cubes is Cubes.MULTI

    @property
    def has_beavers(self) -> bool:
        """Whether a double may be beavered."""
        return self.counter_double is not CounterDouble.NONE

    @property
    def has_raccoons(self) -> bool:
        """Whether a beaver may be raccooned."""
        return self.counter_double is CounterDouble.BEAVER_RACCOON
