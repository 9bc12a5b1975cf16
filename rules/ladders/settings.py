"""The rules of a ladder, and those that clubs are known for, by name.

Source: docs/rules/ladders.md#options and #presets.
"""

from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from fractions import Fraction

from rules.errors import RuleBroken

LONGEST_DAYS = 3660


class Mode(StrEnum):
    """What a win of the challenger does."""

    INSERT = "insert"
    SWAP = "swap"
    RUNG = "rung"
    RATING = "rating"


class Unmet(StrEnum):
    """What happens to a challenge that is not answered, or not played: nothing, as won, or a penalty."""

    NONE = "none"
    WIN = "win"
    PENALTY = "penalty"


class Failed(StrEnum):
    """What a challenge that is lost does: nobody moves, or the challenger goes down one and the defender up one."""

    STAY = "stay"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class LadderRules:
    """The rules of a ladder; None is without a limit, a deadline or a rule of its own.

    ``reach`` is in places, or in percent of all on the ladder with ``percent``, or in rungs, up and down, with
    ``rungs_apart``. ``not_played`` None: as ``no_answer``; ``failed`` None: drop on rungs, else stay. ``entry`` is
    "bottom", "middle" or a place. With ``top_rung`` rung 1 is the highest, else the lowest. ``holidays`` are days, both
    ends included, that no deadline counts. ``length`` and ``finalists`` are for the club to read. Raises RuleBroken
    ``ladder.settings``.
    """

    mode: Mode = Mode.INSERT
    reach: Fraction | int | None = None
    percent: bool = False
    rungs_apart: bool = False
    max_out: int | None = None
    max_in: int | None = None
    accept_days: int | None = None
    play_days: int | None = None
    play_from_challenge: bool = False
    no_answer: Unmet = Unmet.NONE
    not_played: Unmet | None = None
    failed: Failed | None = None
    refusal_penalty: int = 0
    cooldown_days: int = 0
    decay_days: int | None = None
    decay_places: int = 1
    entry: str | int = "bottom"
    top_rung: bool = False
    holidays: tuple[tuple[date, date], ...] = ()
    length: int | None = None
    finalists: int | None = None

    def __post_init__(self) -> None:
        days = {"accept_days": self.accept_days, "play_days": self.play_days, "decay_days": self.decay_days}
        for name, number in days.items():
            if number is not None and not 0 < number <= LONGEST_DAYS:
                raise RuleBroken("ladder.settings", option=name, got=number)
        counts = {"cooldown_days": self.cooldown_days, "refusal_penalty": self.refusal_penalty, "reach": self.reach}
        for name, count in counts.items():
            if count is not None and not 0 <= count <= LONGEST_DAYS:
                raise RuleBroken("ladder.settings", option=name, got=str(count))
        if isinstance(self.entry, str) and self.entry not in ("bottom", "middle"):
            raise RuleBroken("ladder.settings", option="entry", got=self.entry[:20])
        if self.rungs_apart and self.mode is not Mode.RUNG:
            raise RuleBroken("ladder.settings", option="rungs_apart", got=str(self.mode))

    def places(self, players: int) -> int | None:
        """Return the reach in places on a ladder of so many; a percentage is rounded down, at least 1."""
        if self.reach is None:
            return None
        return max(1, int(self.reach * players / 100)) if self.percent else int(self.reach)

    @property
    def drops_when_failed(self) -> bool:
        """Whether a lost challenge moves both players."""
        return self.failed is Failed.DROP or (self.failed is None and self.mode is Mode.RUNG)

    @property
    def if_not_played(self) -> Unmet:
        """What happens to a challenge that was accepted and not played in time."""
        return self.no_answer if self.not_played is None else self.not_played


LADDER_PRESETS: dict[str, LadderRules] = {
    "cambridge": LadderRules(reach=3, length=11),
    "rac": LadderRules(
        reach=5, max_out=1, max_in=1, play_days=7, no_answer=Unmet.WIN, failed=Failed.DROP, length=7, finalists=16
    ),
    "swap": LadderRules(Mode.SWAP),
    "rung": LadderRules(Mode.RUNG, reach=2, rungs_apart=True, max_out=1, max_in=1, no_answer=Unmet.WIN),
    "penalty": LadderRules(max_out=1, max_in=3, accept_days=2, no_answer=Unmet.PENALTY, refusal_penalty=8),
    "rating": LadderRules(Mode.RATING),
}


def ladder_preset(name: str) -> LadderRules:
    """Return rules by their name. Raises RuleBroken ``ladder.preset``."""
    if name not in LADDER_PRESETS:
        raise RuleBroken("ladder.preset", got=name[:40])
    return LADDER_PRESETS[name]
