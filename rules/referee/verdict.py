"""The referee: judge a whole match record move by move, and go on after an error.

Source: docs/rules/referee.md.
"""

from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.game.findings import IMPOSSIBLE, IRREGULAR, Finding, Grade, finding
from rules.game.plays import must_be_judged
from rules.game.record import GameRecord, MatchRecord
from rules.match.terms import LONGEST, Terms
from rules.referee.engine_judge import EngineJudge
from rules.referee.judge import GameJudge, GameVerdict
from rules.referee.tally import tally
from rules.rulesets import CounterDouble, Ruleset, named_rulesets

MOST_AUTOMATIC = 20  # automatic doubles in a money session, which records often leave out
PATIENCE = 12  # errors in one record that are followed up with other boards


@dataclass(frozen=True, slots=True)
class Verdict:
    """The referee's verdict on a record.

    ``score`` is the score as counted. ``winner`` is the side that won the match, None while it is open; a money
    session is always open. ``findings`` are in the order of the record. ``rulesets`` are those of its games, in order.
    """

    match: MatchRecord
    rulesets: tuple[Ruleset, ...]
    score: tuple[int, int]
    winner: int | None
    findings: tuple[Finding, ...]

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the first game."""
        return self.rulesets[0]

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
    cycle = (ruleset,) if ruleset else named_rulesets(match.variation)
    agreed = _match_terms(match, crawford=crawford if any(game.cube for game in cycle) else False, holland=holland)
    if ruleset is None and agreed is None:
        counter = CounterDouble.NONE if match.beavers is False else CounterDouble.ANY
        jacoby = bool(match.jacoby)
        cycle = tuple(
            replace(each, counter_double=counter, jacoby=jacoby, auto_limit=MOST_AUTOMATIC) if each.cube else each
            for each in cycle
        )
    played = tuple(cycle[index % len(cycle)] for index in range(max(1, len(match.games))))
    verdicts: list[GameVerdict] = []
    patience = PATIENCE
    for number, (one, game) in enumerate(zip(match.games, played, strict=False), start=1):
        verdict, patience = _judge_game(number, one, game, patience)
        verdicts.append(verdict)
    counted = tally(match, verdicts, agreed, played)
    marks = _marks(verdicts) if match.form != "sgf" else []  # SGF has no marks at all
    findings = (*match.remarks, *counted.findings, *marks)
    return Verdict(match, played, counted.points, counted.winner, findings)


def _judge_game(number: int, game: GameRecord, ruleset: Ruleset, patience: int) -> tuple[GameVerdict, int]:
    """Return the verdict on one game, and how many more errors are followed up."""
    must_be_judged(ruleset)
    judge = (GameJudge if ruleset.is_classic else EngineJudge)(number, game, ruleset, patience)
    judge.judge_all(game.actions)
    return judge.verdict(), judge.patience


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
