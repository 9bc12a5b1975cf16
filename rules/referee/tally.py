"""Count the score of a record: what each game paid, which was the Crawford game, when the match was over.

A written score that does not follow from the games is one error: of that line, or of the result before it. The later
lines show which, and the count goes on with the score that they confirm.

Source: docs/rules/referee.md#score; docs/rules/match.md#crawford.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.game.findings import IRREGULAR, NOTE, SIDES, Finding, finding
from rules.game.record import GameRecord, Kind, MatchRecord
from rules.match.crawford import Phase, dead_cube, may_double, phase
from rules.match.games import GameResult
from rules.match.terms import Ended, Terms, Win
from rules.match.undoubled import as_undoubled
from rules.referee.judge import End, GameVerdict
from rules.rulesets import LaterGames, Ruleset

type Points = tuple[int, int]
type Placed = list[tuple[int, Finding]]  # the findings of one game, each with its place among the actions
_BEFORE = -1  # the place of a finding on what is written above the first action


@dataclass(frozen=True, slots=True)
class Tally:
    """The score as counted, who won the match (None while it is open), and the findings of all games in order."""

    points: Points
    winner: int | None
    findings: tuple[Finding, ...]


def tally(match: MatchRecord, verdicts: list[GameVerdict], terms: Terms | None, rulesets: Sequence[Ruleset]) -> Tally:
    """Count a record whose games are judged, each by its ruleset. ``terms`` None is a money session without an end."""
    count = _Count(match, terms, rulesets)
    for index, verdict in enumerate(verdicts):
        count.add_game(index, verdict)
    count.close()
    return Tally(count.points, count.winner(), tuple(count.findings))


class _Count:
    """The score while the games are counted.

    ``rival`` is a second score that a wrong line or result left possible; the later lines decide between the two.
    """

    def __init__(self, match: MatchRecord, terms: Terms | None, rulesets: Sequence[Ruleset]) -> None:
        self.match = match
        self.terms = terms
        self.rulesets = rulesets
        self.ruleset = rulesets[0]
        self.latest_winner: int | None = None
        self.points: Points = terms.start if terms else _first_score(match)
        self.rival: Points | None = None
        self.crawford_played = False
        self.automatic = any(game.start_cube > 1 for game in match.games)
        self.findings: list[Finding] = []

    def add_game(self, index: int, verdict: GameVerdict) -> None:
        """Count one game."""
        game, number = self.match.games[index], index + 1
        self.ruleset = self.rulesets[index]
        placed: Placed = list(verdict.findings)
        self._compare_starter(number, game, placed)
        self._compare_line(index, game, placed)
        self._compare_number(index, game, placed)
        now = self._phase(number, placed)
        if game.crawford is not None and now is not None and game.crawford != (now is Phase.CRAWFORD):
            placed.append((_BEFORE, finding("crawford.tag", number, expected=now, got=game.crawford)))
        points = self._judge_result(index, game, verdict, now, placed)
        is_last = number == len(self.match.games)
        undoubled = self._undoubled(verdict, points) if now is Phase.CRAWFORD and is_last else None
        self._judge_offers(number, verdict, now, placed, undoubled)
        self.findings += [one for _, one in sorted(placed, key=lambda place_and_one: place_and_one[0])]
        written = _points(game.result.winner, game.result.points) if game.result else points
        if written != points:
            self.rival = _sum(self.points, written)
        elif self.rival:
            self.rival = _sum(self.rival, points)
        self.points = _sum(self.points, points)
        if points[0] != points[1]:
            self.latest_winner = 0 if points[0] > points[1] else 1

    def winner(self) -> int | None:
        """Return who has won the match by this score, or by the rival score of the last line."""
        if self.terms is None:
            return None
        for points in (self.points, self.rival):
            if points and self._is_won(points):
                return 0 if points[0] > points[1] else 1
        return None

    def _is_won(self, points: Points) -> bool:
        """Whether a match is won at this score; after a drawn game both may have reached the length."""
        return self.terms is not None and max(points) >= self.terms.length and points[0] != points[1]

    def _compare_starter(self, number: int, game: GameRecord, placed: Placed) -> None:
        """Report a game that the winner of the one before does not begin, where the rules say so."""
        if self.ruleset.later_games_start is not LaterGames.PREVIOUS_WINNER or self.latest_winner is None:
            return
        first = next((action for action in game.actions if action.kind is not Kind.RESIGN), None)
        if first and first.kind is not Kind.POSITION and first.side != self.latest_winner:
            expected, got = SIDES[self.latest_winner], SIDES[first.side]
            placed.append((_BEFORE, finding("game.starter", number, first.row, expected=expected, got=got)))

    def close(self) -> None:
        """Report what is missing after the last game."""
        games = self.match.games
        if not games:
            self.findings.append(finding("match.empty"))
        elif self.terms and self.winner() is None and games[-1].result is not None:
            last = len(games)
            self.findings.append(finding("match.unfinished", last, expected=self.terms.length, got=list(self.points)))

    def _compare_line(self, index: int, game: GameRecord, placed: Placed) -> None:
        """Compare the score written before a game with the count."""
        line, number = game.score, index + 1
        if index == 0 and line is not None and line != (0, 0):
            self.points = line
            placed.append((_BEFORE, finding("score.start", number, expected=[0, 0], got=list(line))))
        if line is None or line == self.points:
            self.rival = None
            return
        if self.rival == line:
            self.points, self.rival = line, None
            return
        grade = NOTE if self.terms is None and self.automatic else None
        at = number if grade or not self._is_error_of_result(index, line) else index
        code = "score.line" if at == number else "result.points"
        placed.append((_BEFORE, finding(code, at, expected=list(self.points), got=list(line), grade=grade)))
        self.rival = line
        if at == index:
            self.points, self.rival = line, None

    def _compare_number(self, index: int, game: GameRecord, placed: Placed) -> None:
        """Note a game whose printed number does not follow the one before."""
        before = self.match.games[index - 1].number if index else None
        if before is not None and game.number not in (None, before + 1):
            placed.append((_BEFORE, finding("game.number", index + 1, expected=before + 1, got=game.number)))

    def _is_error_of_result(self, index: int, line: Points) -> bool:
        """Whether the line is right and the result before it wrong.

        That is so when the line is what the score would be with the other winner or with other points, and the next
        line, if there is one, goes on from it.
        """
        before = self.match.games[index - 1]
        if before.result is None or before.score is None:
            return False
        if before.number is not None and self.match.games[index].number not in (None, before.number + 1):
            return False
        if before.result.winner is None:
            return False
        won = (line[0] - before.score[0], line[1] - before.score[1])
        if min(won) != 0 or max(won) < 1:
            return False
        later = self.match.games[index + 1 : index + 2]
        if not later:
            return won[before.result.winner] == 0
        result, score = self.match.games[index].result, later[0].score
        return bool(result and score and _sum(line, _points(result.winner, result.points)) == score)

    def _phase(self, number: int, placed: Placed) -> Phase | None:
        """Return the phase of this game, None in a money session; report a game after the end of the match."""
        if self.terms is None:
            return None
        if self._is_won(self.points):
            if self.rival is None or self._is_won(self.rival):
                placed.append(
                    (_BEFORE, finding("match.over", number, expected=self.terms.length, got=list(self.points)))
                )
            return None
        if max(self.points) >= self.terms.length:
            return Phase.NORMAL  # level beyond the length: the match goes on until one side leads
        now = phase(self.terms, self.points, self.crawford_played)
        self.crawford_played = self.crawford_played or now is Phase.CRAWFORD
        return now

    def _undoubled(self, verdict: GameVerdict, points: Points) -> Points | None:
        """Return the score to offer when the Crawford game is counted as if the cube had not been turned."""
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
        placed: Placed,
        undoubled: Points | None,
    ) -> None:
        """Report the doubles that the score forbids, and those that gain nothing."""
        if self.terms is None or now is None:
            return
        away = self.terms.away(self.points)
        for offer in verdict.offers:
            action = offer.action
            barred = may_double(self.terms, now, turns=offer.turns)
            if barred.code:
                if not any(place == offer.place for place, _ in placed):
                    due = {"turns": barred.wait} if barred.wait else undoubled and {"score": list(undoubled)}
                    wrong = finding(barred.code, number, action.row, action.side, expected=due, got=action.value)
                    placed.append((offer.place, wrong))
            elif dead_cube(away[action.side], offer.cube.value):
                note = finding("cube.dead", number, action.row, action.side, expected=away[action.side])
                placed.append((offer.place, note))

    def _judge_result(
        self, index: int, game: GameRecord, verdict: GameVerdict, now: Phase | None, placed: Placed
    ) -> Points:
        """Compare the result with how the game ended, and return what to count."""
        end, result, number = verdict.end, game.result, index + 1
        place = len(game.actions)
        if result is None:
            is_last = index + 1 == len(self.match.games)
            known = (end.winner is not None or end.is_draw) and end.multiple is not None
            got = "ended on the board" if known else "not ended"
            code = "match.unfinished" if is_last and not known else "result.missing"
            placed.append((place, finding(code, number, got=got)))
            if end.is_draw:
                return (end.multiple or 0, end.multiple or 0)
            return self._by_next_line(index, end.winner, (end.multiple or 1) * end.values[0])
        winner, points = result.winner, result.points
        if end.is_draw or winner is None:
            return self._judge_draw(number, game, end, placed)
        if end.winner is not None and end.winner != winner:
            placed.append((place, finding("result.winner", number, expected=SIDES[end.winner], got=SIDES[winner])))
            return _points(end.winner, (end.multiple or 1) * end.values[0])
        values = end.values + ((1,) if now is Phase.CRAWFORD and end.values != (1,) else ())
        wrong = self._judge_points(number, verdict, winner, points, values)
        if wrong:
            placed.append((place, wrong))
            if wrong.code == "result.points":
                return _points(winner, (end.multiple or 1) * end.values[0])
        return _points(winner, points)

    def _judge_draw(self, number: int, game: GameRecord, end: End, placed: Placed) -> Points:
        """Compare the result of a drawn game, or of one that is written as drawn, with how it ended."""
        place, result = len(game.actions), game.result
        if result is None:
            return (0, 0)
        if not end.is_draw:
            if end.winner is None:
                return (0, 0)
            placed.append((place, finding("result.winner", number, expected=SIDES[end.winner], got="draw")))
            return _points(end.winner, (end.multiple or 1) * end.values[0])
        each = end.multiple or 0
        if result.winner is not None:
            placed.append((place, finding("result.winner", number, expected="draw", got=SIDES[result.winner])))
        elif result.points != each:
            placed.append((place, finding("result.points", number, expected=[each], got=result.points)))
        return (each, each)

    def _judge_points(
        self, number: int, verdict: GameVerdict, winner: int, points: int, values: tuple[int, ...]
    ) -> Finding | None:
        """Return what is wrong with the points of a game whose winner is right, None if nothing is."""
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
            return self._judge_money_points(number, verdict, winner, points, expected)
        if points == self.terms.away(self.points)[winner] and points < max(expected):
            return finding("result.capped", number, side=winner, expected=expected, got=points)
        return finding("result.points", number, side=winner, expected=expected, got=points)

    def _judge_money_points(
        self, number: int, verdict: GameVerdict, winner: int, points: int, expected: list[int]
    ) -> Finding:
        """Return what is odd about the points of a money game.

        The Jacoby rule may have made a gammon count single, and records often leave automatic doubles out.
        """
        end = verdict.end
        jacoby = self.match.jacoby
        if points in end.values and not end.doubled and jacoby is not False:
            return finding("result.jacoby", number, side=winner, expected=expected, got=points)
        multiple = end.multiple or 1
        if jacoby and not end.doubled and multiple > 1 and points in [multiple * one for one in end.values]:
            grade = IRREGULAR  # the record says that an undoubled gammon counts single
            return finding("result.jacoby", number, side=winner, expected=expected, got=points, grade=grade)
        factors = {points // one for one in expected if points % one == 0}
        if any(factor & (factor - 1) == 0 for factor in factors):
            self.automatic = True
            return finding("cube.automatic", number, side=winner, expected=expected, got=points)
        return finding("result.points", number, side=winner, expected=expected, got=points)

    def _by_next_line(self, index: int, winner: int | None, points: int) -> Points:
        """Return what a game without a result paid by the next score line, or else by the board."""
        later = self.match.games[index + 1 : index + 2]
        if later and later[0].score:
            won = later[0].score[0] - self.points[0], later[0].score[1] - self.points[1]
            if min(won) == 0 < max(won):
                return won
        return (0, 0) if winner is None else _points(winner, points)


def _points(winner: int | None, points: int) -> Points:
    if winner is None:
        return (points, points)
    return (points, 0) if winner == 0 else (0, points)


def _sum(one: Points, other: Points) -> Points:
    return one[0] + other[0], one[1] + other[1]


def _first_score(match: MatchRecord) -> Points:
    first = match.games[0].score if match.games else None
    return first or (0, 0)
