"""The options of a game: each is an enum, its values as docs/rules/rulesets.md#options lists them."""

from enum import StrEnum
from functools import cached_property


class Geometry(StrEnum):
    """Which number the opponent gives to each of the player's points."""

    CONTRARY = "contrary"
    PARALLEL_DIAGONAL = "parallel_diagonal"
    PARALLEL_SAME = "parallel_same"

    @cached_property
    def opposite(self) -> tuple[int, ...]:
        """The opponent's number of each point, by the player's number 0 … 25; off and bar stay 0 and 25."""
        if self is Geometry.CONTRARY:
            numbers = [25 - point for point in range(1, 25)]
        elif self is Geometry.PARALLEL_DIAGONAL:
            numbers = [(point + 11) % 24 + 1 for point in range(1, 25)]
        else:
            numbers = list(range(1, 25))
        return (0, *numbers, 25)


class Contact(StrEnum):
    """What happens when a checker lands on a single opposing one. Two or more always block."""

    HIT = "hit"
    PIN = "pin"
    BLOCK = "block"


class Opening(StrEnum):
    """Who starts, and with which dice."""

    TWO_DICE_USE = "two_dice_use"
    ONE_DIE_REROLL = "one_die_reroll"
    FOUR_DICE_USE = "four_dice_use"
    FOUR_DICE_REROLL = "four_dice_reroll"


class LaterGames(StrEnum):
    """Who starts the second and later games."""

    ROLL = "roll"
    PREVIOUS_WINNER = "previous_winner"


class ForcedDie(StrEnum):
    """Which die must be played when only one can."""

    LARGER = "larger"
    EITHER = "either"


class BackgammonTest(StrEnum):
    """Where a checker of the loser must be for the triple game."""

    BAR_OR_HOME = "bar_or_home"
    BAR_ONLY = "bar_only"


class BackwardHits(StrEnum):
    """With which dice a checker may move backwards onto a single opposing one."""

    NONE = "none"
    ANY = "any"
    SMALLER_DIE = "smaller_die"


class Allowed(StrEnum):
    """Whether something is allowed that a game usually forbids."""

    FORBIDDEN = "forbidden"
    ALLOWED = "allowed"


class BearOff(StrEnum):
    """How checkers leave the board once all of them are home."""

    STANDARD = "standard"
    EXACT_ONLY_NO_MOVES_INSIDE = "exact_only_no_moves_inside"


class BothMothers(StrEnum):
    """What each side scores when both mothers are pinned."""

    REPLAY_0_0 = "replay_0_0"
    ONE_EACH = "one_each"


class StartQuarter(StrEnum):
    """Whether a player may hold all six points of their own start quarter."""

    ALLOWED = "allowed"
    FORBIDDEN_END_OF_PLAY = "forbidden_end_of_play"
    FORBIDDEN_EVERY_STEP = "forbidden_every_step"


class HeadRule(StrEnum):
    """How many checkers may leave the start point in one turn."""

    NONE = "none"
    ONE_PER_TURN = "one_per_turn"


class SecondHead(StrEnum):
    """When a second checker may leave the start point on a player's first turn."""

    NAMED_DOUBLES = "named_doubles"
    WHENEVER_NEEDED = "whenever_needed"
    NEVER = "never"


class PrimeRule(StrEnum):
    """When six points in a row may be held."""

    NONE = "none"
    OPPONENT_AHEAD = "opponent_ahead"
    STRICT_SEED = "strict_seed"


class PrimeCheck(StrEnum):
    """When six points in a row are looked for."""

    END_OF_PLAY = "end_of_play"
    EVERY_STEP = "every_step"


class Remainder(StrEnum):
    """What the opponent plays of a cascade of doubles that the roller cannot complete."""

    REST_OF_CHAIN = "rest_of_chain"
    CURRENT_STAGE_ONLY = "current_stage_only"
    LOST = "lost"


class CounterDouble(StrEnum):
    """What may answer a double beside take and pass. ANY: beavers and raccoons without limit."""

    NONE = "none"
    BEAVER = "beaver"
    BEAVER_RACCOON = "beaver_raccoon"
    ANY = "any"
    SNAP = "snap"


class OpeningRefusal(StrEnum):
    """Which opening rolls may be refused; the cube is turned for it and the dice are rolled again."""

    OFF = "off"
    OPENER = "opener"
    EACH_FIRST_ROLL = "each_first_roll"


class IllegalPlay(StrEnum):
    """What happens to an illegal play that the opponent notices."""

    OPPONENT_CHOICE = "opponent_choice"
    MUST_CORRECT = "must_correct"


class CubeSide(StrEnum):
    """Where the cube lies before it is turned; it changes nothing but the picture."""

    BAR = "bar"
    OFF_BOARD = "off_board"


class DieOnChecker(StrEnum):
    """Whether a die that lies flat on a checker counts."""

    COCKED = "cocked"
    VALID = "valid"
