"""The score of a record: what each game paid, which one was the Crawford game, when the match was over.

A written score that does not follow is one slip, of that line or of the result before it; which of them the
later lines tell. The count goes on with the score that they confirm.

Source: games.md §3.9, §4.1; docs/rules/referee.md#score.
"""

from dataclasses import dataclass

from rules.game.findings import NOTE, SIDES, Finding, finding
from rules.game.judge import GameVerdict
from rules.game.record import Game, Match
from rules.match.crawford import Phase, dead_cube, may_double, phase
from rules.match.games import GameResult
from rules.match.terms import Ended, Terms, Win
from rules.match.undoubled import as_undoubled
from rules.rulesets import Ruleset

type Points = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Tally:
    """The score as counted, who won the match (None: open), and the findings of every game in order."""

    points: Points
    winner: int | None
    findings: tuple[Finding, ...]


def tally(match: Match, verdicts: list[GameVerdict], terms: Terms | None, ruleset: Ruleset) -> Tally:
    """Count a record whose games are judged. ``terms`` None is a money session: nothing ends it."""
    counting = _Counting(match, terms, ruleset)
    for index, verdict in enumerate(verdicts):
        counting.game(index, verdict)
    counting.close()
    return Tally(counting.points, counting.winner(), tuple(counting.findings))


class _Counting:
    """The running score while games are counted."""

    def __init__(self, match: Match, terms: Terms | None, ruleset: Ruleset) -> None:
        self.match = match
        self.terms = terms
        self.ruleset = ruleset
        self.points: Points = terms.start if terms else _first_score(match)
        self.rival: Points | None = None
        self.crawford_played = False
        self.automatic = any(game.start_cube > 1 for game in match.games)
        self.findings: list[Finding] = []

    def game(self, index: int, verdict: GameVerdict) -> None:
        """Count one game."""
        game, number = self.match.games[index], index + 1
        told: list[tuple[int, Finding]] = list(verdict.findings)
        self._compare_line(index, game, told)
        self._compare_number(index, game, told)
        now = self._phase(number, told)
        if game.crawford is not None and now is not None and game.crawford != (now is Phase.CRAWFORD):
            told.append((-1, finding("crawford.tag", number, expected=now, got=game.crawford)))
        points = self._judge_result(index, game, verdict, now, told)
        is_last = number == len(self.match.games)
        undoubled = self._undoubled(verdict, points) if now is Phase.CRAWFORD and is_last else None
        self._judge_offers(number, verdict, now, told, undoubled)
        self.findings += [one for _, one in sorted(told, key=lambda place_and_one: place_and_one[0])]
        written = _points(game.result.winner, game.result.points) if game.result else points
        if written != points:
            self.rival = _sum(self.points, written)
        elif self.rival:
            self.rival = _sum(self.rival, points)
        self.points = _sum(self.points, points)

    def winner(self) -> int | None:
        """Who has won the match by this count, or by the rival count of a line just before."""
        if self.terms is None:
            return None
        for points in (self.points, self.rival):
            if points and max(points) >= self.terms.length:
                return 0 if points[0] >= self.terms.length else 1
        return None

    def close(self) -> None:
        """Tell what is missing after the last game."""
        games = self.match.games
        if not games:
            self.findings.append(finding("match.empty"))
        elif self.terms and self.winner() is None and games[-1].result is not None:
            last = len(games)
            self.findings.append(finding("match.unfinished", last, expected=self.terms.length, got=list(self.points)))

    def _compare_line(self, index: int, game: Game, told: list[tuple[int, Finding]]) -> None:
        """Compare the written score before a game with the count."""
        line, number = game.score, index + 1
        if index == 0 and line is not None and line != (0, 0):
            self.points = line
            told.append((-1, finding("score.start", number, expected=[0, 0], got=list(line))))
        if line is None or line == self.points:
            self.rival = None
            return
        if self.rival == line:
            self.points, self.rival = line, None
            return
        grade = NOTE if self.terms is None and self.automatic else None
        at = number if grade or not self._blames_result(index, line) else index
        code = "score.line" if at == number else "result.points"
        wrong = finding(code, at, expected=list(self.points), got=list(line), grade=grade)
        told.append((-1, wrong))
        self.rival = line
        if at == index:
            self.points, self.rival = line, None

    def _compare_number(self, index: int, game: Game, told: list[tuple[int, Finding]]) -> None:
        """Note a game whose printed number does not follow the one before."""
        before = self.match.games[index - 1].number if index else None
        if before is not None and game.number not in (None, before + 1):
            told.append((-1, finding("game.number", index + 1, expected=before + 1, got=game.number)))

    def _blames_result(self, index: int, line: Points) -> bool:
        """Whether the line is right and the result before it wrong: that game ended in no way the record
        tells, and the line is what the score would be with the other winner or another number of points."""
        before = self.match.games[index - 1]
        if before.result is None or before.score is None:
            return False
        if before.number is not None and self.match.games[index].number not in (None, before.number + 1):
            return False
        won = (line[0] - before.score[0], line[1] - before.score[1])
        if min(won) != 0 or max(won) < 1:
            return False
        later = self.match.games[index + 1 : index + 2]
        if not later:
            return won[before.result.winner] == 0
        result, score = self.match.games[index].result, later[0].score
        return bool(result and score and _sum(line, _points(result.winner, result.points)) == score)

    def _phase(self, number: int, told: list[tuple[int, Finding]]) -> Phase | None:
        """Which game of the match this is for the cube; a game after the end is told."""
        if self.terms is None:
            return None
        if max(self.points) >= self.terms.length:
            if self.rival is None or max(self.rival) >= self.terms.length:
                told.append((-1, finding("match.over", number, expected=self.terms.length, got=list(self.points))))
            return None
        now = phase(self.terms, self.points, self.crawford_played)
        self.crawford_played = self.crawford_played or now is Phase.CRAWFORD
        return now

    def _undoubled(self, verdict: GameVerdict, points: Points) -> Points | None:
        """The score to offer when the Crawford game is counted as if the cube had not been turned."""
        paid, end = max(points), verdict.end
        cube = next((value for value in end.values if paid and paid % value == 0), 1)
        wins = {win.points: win for win in Win}
        if not end.dropped and paid // cube not in wins:
            return None
        winner = points.index(paid)
        level = Win.SINGLE if end.dropped else wins[paid // cube]
        ended = Ended.DROP if end.dropped else Ended.PLAYED
        game = as_undoubled(GameResult(SIDES[winner], level, cube, ended))
        return _sum(self.points, _points(winner, game.points))

    def _judge_offers(
        self,
        number: int,
        verdict: GameVerdict,
        now: Phase | None,
        told: list[tuple[int, Finding]],
        undoubled: Points | None,
    ) -> None:
        """Tell the doubles that the score forbids, and those that gain nothing."""
        if self.terms is None or now is None:
            return
        away = self.terms.away(self.points)
        for offer in verdict.offers:
            action = offer.action
            barred = may_double(self.terms, now, turns=offer.turns)
            if barred.code:
                if not any(place == offer.place for place, _ in told):
                    due = {"turns": barred.wait} if barred.wait else undoubled and {"score": list(undoubled)}
                    wrong = finding(barred.code, number, action.row, action.side, expected=due, got=action.value)
                    told.append((offer.place, wrong))
            elif dead_cube(away[action.side], offer.cube.value):
                note = finding("cube.dead", number, action.row, action.side, expected=away[action.side])
                told.append((offer.place, note))

    def _judge_result(
        self, index: int, game: Game, verdict: GameVerdict, now: Phase | None, told: list[tuple[int, Finding]]
    ) -> Points:
        """Compare the result with how the game ended, and return what to count."""
        end, result, number = verdict.end, game.result, index + 1
        place = len(game.actions)
        if result is None:
            is_last = index + 1 == len(self.match.games)
            known = end.winner is not None and end.multiple is not None
            got = "ended on the board" if known else "not ended"
            code = "match.unfinished" if is_last and not known else "result.missing"
            told.append((place, finding(code, number, got=got)))
            return self._by_next_line(index, end.winner, (end.multiple or 1) * end.values[0])
        winner, points = result.winner, result.points
        if end.winner is not None and end.winner != winner:
            told.append((place, finding("result.winner", number, expected=SIDES[end.winner], got=SIDES[winner])))
            return _points(end.winner, (end.multiple or 1) * end.values[0])
        values = end.values + ((1,) if now is Phase.CRAWFORD and end.values != (1,) else ())
        trouble = self._points_trouble(number, verdict, winner, points, values)
        if trouble:
            told.append((place, trouble))
            if end.multiple and trouble.code == "result.points":
                return _points(winner, end.multiple * end.values[0])
        return _points(winner, points)

    def _points_trouble(
        self, number: int, verdict: GameVerdict, winner: int, points: int, values: tuple[int, ...]
    ) -> Finding | None:
        """What is wrong with the points of a game whose winner is right, or None."""
        end = verdict.end
        highest = 1 if self.ruleset.jacoby and not end.doubled else self.ruleset.highest_win
        multiples = range(1, highest + 1) if end.multiple is None else (min(end.multiple, highest),)
        fitting = [multiple for multiple in multiples if points in [multiple * value for value in values]]
        if fitting:
            gammon = min(fitting) > 1 and points not in values
            if gammon and end.multiple is None and end.off and end.off[1 - winner]:
                return finding("result.borne_off", number, side=winner, expected=list(values), got=points)
            return None
        expected = sorted({multiple * value for multiple in multiples for value in values})
        if self.terms is None:
            return self._money_trouble(number, verdict, winner, points, expected)
        if points == self.terms.away(self.points)[winner] and points < max(expected):
            return finding("result.capped", number, side=winner, expected=expected, got=points)
        return finding("result.points", number, side=winner, expected=expected, got=points)

    def _money_trouble(
        self, number: int, verdict: GameVerdict, winner: int, points: int, expected: list[int]
    ) -> Finding:
        """Money: the Jacoby rule may have counted a gammon single, automatic doubles may not be written."""
        end = verdict.end
        jacoby = self.match.jacoby
        if points in end.values and not end.doubled and jacoby is not False:
            return finding("result.jacoby", number, side=winner, expected=expected, got=points)
        factors = {points // one for one in expected if points % one == 0}
        if any(factor & (factor - 1) == 0 for factor in factors):
            self.automatic = True
            return finding("cube.automatic", number, side=winner, expected=expected, got=points)
        return finding("result.points", number, side=winner, expected=expected, got=points)

    def _by_next_line(self, index: int, winner: int | None, points: int) -> Points:
        """What a game without a result paid: what the next score line says, or what the board says."""
        later = self.match.games[index + 1 : index + 2]
        if later and later[0].score:
            won = later[0].score[0] - self.points[0], later[0].score[1] - self.points[1]
            if min(won) == 0 < max(won):
                return won
        return (0, 0) if winner is None else _points(winner, points)


def _points(winner: int, points: int) -> Points:
    return (points, 0) if winner == 0 else (0, points)


def _sum(one: Points, other: Points) -> Points:
    return one[0] + other[0], one[1] + other[1]


def _first_score(match: Match) -> Points:
    first = match.games[0].score if match.games else None
    return first or (0, 0)
