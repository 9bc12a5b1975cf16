"""The referee: judge a whole match record move by move, and go on after an error.

Source: docs/rules/referee.md.
"""

from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.game.findings import IMPOSSIBLE, IRREGULAR, Finding, Grade, finding
from rules.game.record import MatchRecord
from rules.match.terms import LONGEST, Terms
from rules.referee.judge import GameVerdict, judge_game
from rules.referee.tally import tally
from rules.rulesets import RULESETS, STANDARD, CounterDouble, Ruleset

PATIENCE = 12  # errors in one record that are followed up with other boards
_VARIATIONS = {"nackgammon": "nackgammon", "hypergammon (3)": "hypergammon", "hypergammon": "hypergammon"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's verdict on a record.

    ``score`` is the score as counted. ``winner`` is the side that won the match, None while it is open; a money
    session is always open. ``findings`` are in the order of the record.
    """

    match: MatchRecord
    ruleset: Ruleset
    score: tuple[int, int]
    winner: int | None
    findings: tuple[Finding, ...]

    @property
    def worst(self) -> Grade | None:
        """The worst grade of the findings, None without a finding."""
        grades = {one.grade for one in self.findings}
        return next((grade for grade in (IMPOSSIBLE, IRREGULAR, Grade.NOTE) if grade in grades), None)


def judge_match(
    match: MatchRecord, *, ruleset: Ruleset | None = None, crawford: bool | None = None, holland: bool = False
) -> Verdict:
    """Return the verdict on a record.

    ``ruleset`` None takes the one that the record names, otherwise standard backgammon.
    ``crawford`` None follows the record, and applies the Crawford rule if the record says nothing.

    Raises RuleBroken ``ruleset.not_judged`` for a game whose plays are not judged, ``length.range`` for an impossible
    length.
    """
    game = ruleset or _named(match)
    agreed = _match_terms(match, crawford=crawford, holland=holland)
    if ruleset is None and agreed is None:
        counter = CounterDouble.NONE if match.beavers is False else CounterDouble.ANY
        game = replace(game, counter_double=counter, jacoby=bool(match.jacoby))
    verdicts: list[GameVerdict] = []
    patience = PATIENCE
    for number, one in enumerate(match.games, start=1):
        verdict, patience = judge_game(number, one, game, patience)
        verdicts.append(verdict)
    counted = tally(match, verdicts, agreed, game)
    marks = _marks(verdicts) if match.form != "sgf" else []  # SGF has no marks at all
    findings = (*match.remarks, *counted.findings, *marks)
    return Verdict(match, game, counted.points, counted.winner, findings)


def _named(match: MatchRecord) -> Ruleset:
    """Return the ruleset that the record names; an unknown name is standard backgammon."""
    name = _VARIATIONS.get((match.variation or "").strip().lower())
    return RULESETS[name] if name else STANDARD


def _match_terms(match: MatchRecord, *, crawford: bool | None, holland: bool) -> Terms | None:
    """Return the terms of the match, None for a money session."""
    if match.length == 0:
        return None
    if not 1 <= match.length <= LONGEST:
        raise RuleBroken("length.range", length=match.length, longest=LONGEST)
    if crawford is None:
        crawford = match.crawford is not False
    first = match.games[0].score if match.games else None
    start = first if first and max(first) < match.length else (0, 0)
    return Terms(match.length, start=start, crawford=crawford, holland=holland and crawford)


def _marks(verdicts: list[GameVerdict]) -> list[Finding]:
    """Return one note if the record leaves hits unmarked."""
    hits = sum(verdict.marks[0] for verdict in verdicts)
    marked = sum(verdict.marks[1] for verdict in verdicts)
    return [finding("play.marks_missing", expected=hits, got=marked)] if marked < hits else []
