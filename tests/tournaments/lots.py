"""How often the director of ``machine.py`` does each thing on a busy day, and which choices are random."""

from typing import Any

from rules.match.terms import BOTTOM, TOP
from tournaments.actions.entrants.entering import EVERYTHING

SCOPES = ["main", "consolation", "last_chance", EVERYTHING]
BUSY = {
    "report": 6, "play_on": 2, "start": 3, "confirm": 1, "correct": 6, "clear": 5, "withdraw": 2, "enter_late": 3,
    "replace": 1, "rename": 1, "draw_again": 1, "undo_any": 2, "undo_last": 2, "try_out": 1,
    "call": 4, "penalise": 2,
}  # fmt: skip
# The same with phones: players tell most of it, and the clock goes.
PHONES = BUSY | {
    "report": 1, "play_on": 2, "correct": 3, "clear": 2, "tell": 10, "both_tell": 10, "keep_score": 2,
    "confirm_by_phone": 2, "contest": 4, "a_stranger_tells": 1, "wait": 6, "the_watcher_looks": 4, "rule_a_dispute": 4,
    "start": 5, "undo_last": 4,
}  # fmt: skip
BY_LOT: dict[str, list[Any]] = {
    "at": list(range(41)), "which": ["fitting"] * 5 + ["any", "ruled", "ruled"], "side": [TOP, BOTTOM],
    "count": [1, 1, 2, 3], "settled": [True, True, False],
    "how": ["score", "score", "score", "games", "forfeit", "both"],
    "seen": ["version"] * 5 + ["nothing"] * 4 + ["between", "stale", "others"],
    "choices": ["", "void", "stand", "each", "each", "each"],
    "scope": SCOPES, "line": [None, None, None, None, 2, 4, 6, 8, 1], "seed": [None, None, None, 1, 2],
    "discard": [True, False, False], "used": [False, False, True], "back": list(range(13)), "times": [1, 1, 2, 3],
    "table": ["1", "1", "1", "1", "2", ""], "points": [0, 1, 1, 1, 2],
    "minutes": [0, 1, 4, 9, 10, 11, 45, -30], "bit": [True, False], "alone": [True, False],
    "bits": list(range(256)), "sides": list(range(512)),
}  # fmt: skip
