"""Games as data: how checkers meet, how a roll is played, what a win pays, what the cube may do.

A ruleset is a value, and a variant is ``ruleset.with_options(option=…)``. A match stores the ``id``, the ``version``
and every option it is played under, so a later change of a preset never changes an old match.

Source: docs/rules/rulesets.md.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from rules.errors import RuleBroken
from rules.rulesets.options import (
    Allowed,
    BackgammonTest,
    BackwardHits,
    BearOff,
    BothMothers,
    Contact,
    CounterDouble,
    CubeSide,
    DieOnChecker,
    ForcedDie,
    Geometry,
    HeadRule,
    IllegalPlay,
    LaterGames,
    Opening,
    OpeningRefusal,
    PrimeCheck,
    PrimeRule,
    Remainder,
    SecondHead,
    StartQuarter,
)
from rules.rulesets.values import HAND, Start, option_value

STANDARD_START: Start = ((24, 2), (13, 5), (8, 3), (6, 5))


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game with every option it is played under; docs/rules/rulesets.md#options explains them.

    ``start`` is (own point, checkers), the same for both sides; point 25 is in hand. ``dice`` is how many are rolled.
    ``max_doublings`` limits the accepted doubles, beavers and raccoons, ``first_away_at``, ``opponent_quarter_limit``,
    ``cascade_from_turn`` and ``stuck_limit`` (rolls without a move) are None where the game has no such rule.
    ``auto_limit`` is how many ties of the opening turn the cube. ``judged`` is false for a game of which only the score
    is entered. ``name`` and ``copy_of`` are those of a club's own ruleset. ``is_classic``: the plays are those of
    backgammon, whatever the values and the cube.
    """

    id: str
    version: int = 1
    name: str = ""
    copy_of: str = ""
    judged: bool = True
    geometry: Geometry = Geometry.CONTRARY
    contact: Contact = Contact.HIT
    start: Start = STANDARD_START
    dice: int = 2
    opening: Opening = Opening.TWO_DICE_USE
    opening_winner_chooses_side: bool = False
    later_games_start: LaterGames = LaterGames.ROLL
    forced_die: ForcedDie = ForcedDie.LARGER
    double_moves: int = 4
    bearoff: BearOff = BearOff.STANDARD
    gammon_value: int = 2
    backgammon_value: int = 3
    backgammon_test: BackgammonTest = BackgammonTest.BAR_OR_HOME
    no_hit_and_run: bool = False
    backward_hits: BackwardHits = BackwardHits.NONE
    backward_on_doubles: Allowed = Allowed.FORBIDDEN
    backward_compulsory: bool = True
    mother_rule: bool = False
    both_mothers: BothMothers = BothMothers.REPLAY_0_0
    bearoff_while_pinned: Allowed = Allowed.FORBIDDEN
    first_away_at: int | None = None
    start_quarter: StartQuarter = StartQuarter.ALLOWED
    unblock_duty: bool = False
    opponent_quarter_limit: int | None = None
    head_rule: HeadRule = HeadRule.NONE
    first_turn_second_head: SecondHead = SecondHead.NAMED_DOUBLES
    prime_rule: PrimeRule = PrimeRule.NONE
    prime_check: PrimeCheck = PrimeCheck.END_OF_PLAY
    last_roll: bool = False
    cascade_from_turn: int | None = None
    remainder: Remainder = Remainder.REST_OF_CHAIN
    stuck_limit: int | None = None
    half_rule: bool = False
    tabula_bearoff: bool = False
    cube: bool = True
    cube_start_side: CubeSide = CubeSide.BAR
    max_doublings: int | None = None
    counter_double: CounterDouble = CounterDouble.NONE
    beaver_decline: bool = True
    auto_limit: int = 0
    opening_refusal: OpeningRefusal = OpeningRefusal.OFF
    jacoby: bool = False
    die_on_checker: DieOnChecker = DieOnChecker.COCKED
    right_side_only: bool = True
    illegal_play: IllegalPlay = IllegalPlay.OPPONENT_CHOICE
    is_classic: bool = field(init=False, compare=False, repr=False, default=True)

    def __post_init__(self) -> None:
        classic = (
            self.judged
            and self.contact is Contact.HIT
            and self.geometry is Geometry.CONTRARY
            and self.dice == 2
            and self.bearoff is BearOff.STANDARD
            and self.backward_hits is BackwardHits.NONE
            and self.cascade_from_turn is None
            and self.start_count(HAND) == 0
        )
        object.__setattr__(self, "is_classic", classic)

    @property
    def checkers(self) -> int:
        """How many checkers each side has."""
        return sum(count for _, count in self.start)

    @property
    def family(self) -> str:
        """The id of the preset whose words and pages hold for this game: its own, or that of which it is a copy."""
        return self.copy_of or self.id

    def start_count(self, point: int) -> int:
        """Return how many checkers start on a point; 25 is in hand."""
        return sum(count for at, count in self.start if at == point)

    def with_options(self, **options: Any) -> "Ruleset":
        """Return this game with some options changed; a value may be the member of an enum or its text.

        A switch may be ``on`` or ``off``, and so may a limit be ``off`` or ``none``. An option that depends on one that
        is switched off goes back to its usual value, unless it is given too. In a game without a triple,
        ``backgammon_value`` follows ``gammon_value``.

        Raises RuleBroken ``ruleset.option`` for an unknown option or value, ``ruleset.conflict`` for options that
        cannot be combined.
        """
        unknown = set(options) - set(OPTIONS)
        if unknown:
            raise RuleBroken("ruleset.option", option=sorted(unknown))
        values = {name: option_value(name, getattr(self, name), value) for name, value in options.items()}
        if "gammon_value" in values and self.backgammon_value <= self.gammon_value:
            values.setdefault("backgammon_value", values["gammon_value"])
        return check_options(_without_dependents(replace(self, **values), set(values)))

    @property
    def highest_win(self) -> int:
        """The largest multiple of the cube that one game can pay."""
        return max(1, self.gammon_value, self.backgammon_value)

    @property
    def options(self) -> dict[str, Any]:
        """Every option by its name, as plain values."""
        return {name: getattr(self, name) for name in OPTIONS}


OPTIONS = tuple(each.name for each in fields(Ruleset) if each.init)


def check_options(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset if its options can be combined.

    Raises RuleBroken ``ruleset.conflict`` with the options that cannot. Source: docs/rules/rulesets.md#conflicts.
    """
    refused = conflicts(ruleset)
    if refused:
        raise RuleBroken("ruleset.conflict", id=ruleset.id, options=refused[0].options, needs=refused[0].needs)
    return ruleset


_USUAL: dict[str, Any] = {each.name: each.default for each in fields(Ruleset) if each.init}


class Conflict(NamedTuple):
    """Options that cannot be combined, and a word for what they need."""

    options: tuple[str, ...]
    needs: str


def _hits(game: Ruleset) -> bool:
    return game.contact is Contact.HIT


def _pins(game: Ruleset) -> bool:
    return game.contact is Contact.PIN and game.geometry is Geometry.CONTRARY


def _blocks(game: Ruleset) -> bool:
    return game.contact is Contact.BLOCK


def _parallel(game: Ruleset) -> bool:
    return _blocks(game) and game.geometry is Geometry.PARALLEL_DIAGONAL


def _has_cube(game: Ruleset) -> bool:
    return game.cube


def _in_hand(game: Ruleset) -> bool:
    return game.start_count(HAND) > 0


# What each option needs when it is not at its usual value, and the word for it.
_NEEDS: tuple[tuple[str, tuple[str, ...], Callable[[Ruleset], bool]], ...] = (
    ("hitting", ("no_hit_and_run", "backward_hits"), _hits),
    ("backward_hits", ("backward_compulsory",), lambda game: game.backward_hits != "none"),
    ("backward_hits=smaller_die", ("backward_on_doubles",), lambda game: game.backward_hits == "smaller_die"),
    ("pinning", ("mother_rule", "bearoff_while_pinned"), _pins),
    ("mother_rule", ("both_mothers",), lambda game: game.mother_rule),
    ("blocking", ("stuck_limit", "last_roll"), _blocks),
    ("parallel", ("first_away_at", "start_quarter", "unblock_duty", "opponent_quarter_limit"), _parallel),
    ("parallel", ("head_rule", "prime_rule"), _parallel),
    ("head_rule", ("first_turn_second_head",), lambda game: game.head_rule is not HeadRule.NONE),
    ("prime_rule", ("prime_check",), lambda game: game.prime_rule is not PrimeRule.NONE),
    ("four_of_a_double", ("cascade_from_turn",), lambda game: not _in_hand(game) and game.double_moves == 4),
    ("cascade_from_turn", ("remainder",), lambda game: game.cascade_from_turn is not None),
    ("hand", ("half_rule", "tabula_bearoff"), _in_hand),
    ("cube", ("max_doublings", "counter_double", "auto_limit", "opening_refusal", "jacoby"), _has_cube),
    ("cube", ("cube_start_side",), _has_cube),
    ("counter_double", ("beaver_decline",), lambda game: game.counter_double is not CounterDouble.NONE),
    ("two_dice", ("forced_die", "double_moves"), lambda game: game.dice == 2),
)  # fmt: skip


def _without_dependents(game: Ruleset, given: set[str]) -> Ruleset:
    """Return the game without options that no longer have what they need, except those just given."""
    for _, names, holds in _NEEDS:
        if not holds(game):
            lost = {name: _USUAL[name] for name in names if name not in given and getattr(game, name) != _USUAL[name]}
            game = replace(game, **lost) if lost else game
    return game


def conflicts(game: Ruleset) -> tuple[Conflict, ...]:
    """Return the options of a game that cannot be combined, empty if all can."""
    refused = [
        Conflict((name,), needs)
        for needs, names, holds in _NEEDS
        for name in names
        if getattr(game, name) != _USUAL[name] and not holds(game)
    ]
    return (*refused, *_pairs(game))


def _pairs(game: Ruleset) -> list[Conflict]:
    """Return the conflicts that need more than one option to see."""
    cascades = game.cascade_from_turn is not None
    pairs = (
        (game.backgammon_value < game.gammon_value, ("backgammon_value", "gammon_value"), "a triple worth no less"),
        (game.gammon_value == 1 < game.backgammon_value, ("backgammon_value", "gammon_value"), "gammon_value"),
        (_blocks(game) and game.backgammon_value > game.gammon_value, ("backgammon_value", "contact"), "hitting"),
        (game.dice != 2 and not _in_hand(game), ("dice", "start"), "hand"),
        (game.dice != 2 and game.opening != "one_die_reroll", ("dice", "opening"), "one_die_reroll"),
        (_in_hand(game) and len(game.start) > 1, ("start",), "all checkers in hand"),
        (_in_hand(game) and not _hits(game), ("start", "contact"), "hitting"),
        (_in_hand(game) and game.backward_hits != "none", ("start", "backward_hits"), "no hand"),
        (game.contact is Contact.PIN and not _pins(game), ("contact", "geometry"), "contrary"),
        (cascades and game.contact is Contact.PIN, ("cascade_from_turn", "contact"), "hitting or blocking"),
        (cascades and game.backward_hits != "none", ("cascade_from_turn", "backward_hits"), "no backward hits"),
        (game.mother_rule and not game.start_count(24), ("mother_rule", "start"), "checkers on the start point"),
        (not _starts_apart(game), ("start", "geometry"), "no point of both sides"),
    )  # fmt: skip
    return [Conflict(options, needs) for is_wrong, options, needs in pairs if is_wrong]


def _starts_apart(game: Ruleset) -> bool:
    """Whether no point has checkers of both sides at the start."""
    points = {point for point, _ in game.start if point != HAND}
    return not points & {game.geometry.opposite[point] for point in points}
