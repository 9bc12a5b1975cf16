"""The referee's findings: grade, code and place, what was expected and what is written there.

Codes never change. They are listed here with their grade, and docs/rules/findings.md explains each in a sentence.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.match.terms import BOTTOM, TOP

SIDES = (TOP, BOTTOM)


class Grade(StrEnum):
    """How serious a finding is.

    IMPOSSIBLE cannot have happened. IRREGULAR is against the rules, and counts as played if nobody contested it. NOTE
    concerns only how the record is written or what the director may want to know.
    """

    IMPOSSIBLE = "impossible"
    IRREGULAR = "irregular"
    NOTE = "note"


IMPOSSIBLE, IRREGULAR, NOTE = Grade.IMPOSSIBLE, Grade.IRREGULAR, Grade.NOTE

GRADES: dict[str, Grade] = {
    # the roll
    "dice.range": IMPOSSIBLE,
    "dice.opening_double": IMPOSSIBLE,
    "dice.missing": NOTE,
    # the turn
    "turn.out_of_order": IRREGULAR,
    "turn.after_end": IMPOSSIBLE,
    # the play
    "play.text": IMPOSSIBLE,
    "play.long": IMPOSSIBLE,
    "play.no_checker": IMPOSSIBLE,
    "play.backward": IRREGULAR,
    "play.blocked": IRREGULAR,
    "play.bar_first": IRREGULAR,
    "play.not_all_home": IRREGULAR,
    "play.higher_checker": IRREGULAR,
    "play.hit_and_run": IRREGULAR,
    "play.wrong_dice": IRREGULAR,
    "play.more_dice": IRREGULAR,
    "play.none_reported": IRREGULAR,
    "play.larger_die": IRREGULAR,
    "play.stood": IRREGULAR,
    "play.backward_die": IRREGULAR,
    "play.backward_hit": IRREGULAR,
    "play.pinned": IRREGULAR,
    "play.pinned_home": IRREGULAR,
    "play.first_away": IRREGULAR,
    "play.head": IRREGULAR,
    "play.start_quarter": IRREGULAR,
    "play.opponent_quarter": IRREGULAR,
    "play.prime": IRREGULAR,
    "play.block_on_the_way": IRREGULAR,
    "play.unblock": IRREGULAR,
    "play.exact_only": IRREGULAR,
    "play.half": IRREGULAR,
    "play.after_end": IRREGULAR,
    "rest.none": IRREGULAR,
    "rest.pending": IRREGULAR,
    "play.ambiguous": NOTE,
    "play.hit_mark": NOTE,
    "play.marks_missing": NOTE,
    # the cube
    "cube.off": IRREGULAR,
    "cube.pending": IMPOSSIBLE,
    "cube.not_owner": IRREGULAR,
    "cube.not_on_turn": IRREGULAR,
    "cube.after_roll": IRREGULAR,
    "cube.opening": IRREGULAR,
    "cube.limit": IRREGULAR,
    "cube.no_offer": IMPOSSIBLE,
    "cube.own_offer": IMPOSSIBLE,
    "cube.no_decline": IRREGULAR,
    "cube.no_beaver": IRREGULAR,
    "cube.no_raccoon": IRREGULAR,
    "cube.unanswered": IRREGULAR,
    "cube.value": IMPOSSIBLE,
    "cube.automatic": NOTE,
    "cube.dead": NOTE,
    "crawford.cube": IRREGULAR,
    "crawford.tag": NOTE,
    "holland.early": IRREGULAR,
    # the result of a game
    "result.missing": IRREGULAR,
    "result.winner": IMPOSSIBLE,
    "result.points": IMPOSSIBLE,
    "result.borne_off": IMPOSSIBLE,
    "result.capped": IRREGULAR,
    "result.jacoby": NOTE,
    # the score and the match
    "score.line": IMPOSSIBLE,
    "score.start": NOTE,
    "game.number": NOTE,
    "row.number": IRREGULAR,
    "game.starter": IRREGULAR,
    "match.unfinished": IRREGULAR,
    "match.over": IMPOSSIBLE,
    "match.empty": IMPOSSIBLE,
    # reading
    "line.unread": IMPOSSIBLE,
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding. ``game`` counts from 1, None for the whole match; ``row`` is the printed row number.

    ``side`` is 0 or 1, None where it concerns both. ``expected`` and ``got`` are numbers, texts or lists; there a side
    is ``top`` (0) or ``bottom`` (1).
    """

    grade: Grade
    code: str
    game: int | None = None
    row: int | None = None
    side: int | None = None
    expected: Any = None
    got: Any = None


def finding(
    code: str,
    game: int | None = None,
    row: int | None = None,
    side: int | None = None,
    *,
    expected: Any = None,
    got: Any = None,
    grade: Grade | None = None,
) -> Finding:
    """Return a finding with the grade its code usually has, unless another is given."""
    return Finding(grade or GRADES[code], code, game, row, side, expected, got)
