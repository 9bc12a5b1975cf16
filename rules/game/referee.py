"""The referee: judge a whole match record, move by move, and go on after a slip.

Source: games.md §4.1 and §7; docs/rules/referee.md.
"""

from dataclasses import dataclass, replace

from rules.errors import RuleBroken
from rules.game.findings import IMPOSSIBLE, IRREGULAR, Finding, Grade, finding
from rules.game.judge import GameVerdict, judge_game
from rules.game.record import Match
from rules.game.tally import tally
from rules.match.terms import LONGEST, Terms
from rules.rulesets import STANDARD, CounterDouble, Ruleset, ruleset

PATIENCE = 12  # slips in one record that are followed up with other boards
_VARIATIONS = {"nackgammon": "nackgammon", "hypergammon (3)": "hypergammon", "hypergammon": "hypergammon"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the referee says about a record.

    ``score`` is the score as counted, ``winner`` the side that won the match, None while it is open (always
    so in a money session). ``findings`` stand in the order of the record.
    """

    match: Match
    ruleset: Ruleset
    score: tuple[int, int]
    winner: int | None
    findings: tuple[Finding, ...]

    @property
    def worst(self) -> Grade | None:
        """The worst grade found, None when there is nothing to say."""
        grades = {one.grade for one in self.findings}
        return next((grade for grade in (IMPOSSIBLE, IRREGULAR, Grade.NOTE) if grade in grades), None)


def judge_match(
    match: Match, *, terms: Ruleset | None = None, crawford: bool | None = None, holland: bool = False
) -> Verdict:
    """Return the verdict on a record.

    ``terms`` is the game it is judged by; None takes the one the record names, else standard backgammon.
    ``crawford`` None believes the record, and plays by the Crawford rule when it says nothing.

    Raises RuleBroken ``ruleset.not_judged`` for a game whose plays are not judged, ``length.range`` for a
    length no match has.
    """
    game = terms or _named(match)
    agreed = _match_terms(match, crawford=crawford, holland=holland)
    if terms is None and agreed is None:
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


def _named(match: Match) -> Ruleset:
    """The game the record names; whatever is unknown is played as standard."""
    name = _VARIATIONS.get((match.variation or "").strip().lower())
    return ruleset(name) if name else STANDARD


def _match_terms(match: Match, *, crawford: bool | None, holland: bool) -> Terms | None:
    """What the match is played for; None for a money session."""
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
    """One note for a record in which hits are not marked."""
    hits = sum(verdict.marks[0] for verdict in verdicts)
    marked = sum(verdict.marks[1] for verdict in verdicts)
    return [finding("play.marks_missing", expected=hits, got=marked)] if marked < hits else []
