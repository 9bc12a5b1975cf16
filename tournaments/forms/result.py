"""The form of a result: the score, the games one by one, or a forfeit. Text in, a ``Report`` out.

What a score can be is the rule book's affair; here its refusals find the field that they are about and, where the
repair is plain, a button that makes it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from rules.errors import RuleBroken
from rules.match.crawford import Phase, phase
from rules.match.games import GameResult
from rules.match.score import Score, replay, report_games, report_score
from rules.match.several import draw_of, kinds_of
from rules.match.terms import BOTTOM, TOP, Side, Terms
from rules.rulesets import STANDARD, Ruleset
from tournaments.actions.matches.results import HOWS, Report
from tournaments.read.matches.conflict import TypedResult
from tournaments.words import fields
from tournaments.words.events.games import game_name, win_words
from tournaments.words.refusals import speak

WAYS = ("score", "games", "forfeit")
SIDES: Mapping[str, tuple[Side, ...]] = {"top": (TOP,), "bottom": (BOTTOM,), "both": (TOP, BOTTOM)}
MOST_GAMES = 200
_LENGTH = re.compile(r"[1-9]\d?")
_NUMBER = re.compile(r"\s*(\d{1,6})\s*")
_TWO_NUMBERS = re.compile(r"\s*(\d{1,6})\s*[-:/–—−.,\s]\s*(\d{1,6})\s*")


@dataclass(frozen=True, slots=True)
class Problem:
    """An error with the id of its field, and the scores that were probably meant."""

    field: str
    text: str
    repairs: tuple[str, ...] = ()


@dataclass(slots=True)
class GameRow:
    """One game as typed; ``score`` is what stood after it, ``crawford`` whether it was the Crawford game.

    The winner ``none`` is a draw. ``rules`` are those of the game, None for plain backgammon.
    """

    number: int
    winner: str
    cube: str
    kind: str
    score: str = ""
    crawford: bool = False
    text: str = ""
    rules: Ruleset | None = None

    @property
    def kinds(self) -> list[tuple[str, str]]:
        """How the game can be won: the words of programs, and those of the game."""
        return [(kind, win_words(kind, self.game)) for kind in offered(self.rules)]

    @property
    def game(self) -> str:
        """The id of the game, empty for plain backgammon."""
        return self.rules.family if self.rules else ""

    @property
    def name(self) -> str:
        """The name of the game, empty for plain backgammon."""
        return game_name(self.rules) if self.rules else ""

    @property
    def has_cube(self) -> bool:
        return self.rules is None or self.rules.cube

    @property
    def may_be_drawn(self) -> bool:
        return bool(self.rules and draw_of(self.rules))

    def read(self) -> GameResult:
        """Return the game. Raises RuleBroken ``game.winner``, ``game.kind``, ``cube.value``."""
        if not self.cube.isdecimal() or len(self.cube) > 9:
            raise RuleBroken("cube.value", game=self.number, cube=self.cube)
        kind = drawn_or(self.winner, self.kind, self.rules)
        try:
            return GameResult.read(self.winner, int(self.cube), kind)
        except RuleBroken as broken:
            raise RuleBroken(broken.code, **broken.facts | {"game": self.number}) from None


@dataclass(slots=True)
class ResultForm:
    """A result as typed, for a match under ``terms``; ``posted`` is what a query or a form sent.

    ``way`` is one of score, games, forfeit. ``next_game`` is the kind of the game to be added: normal, crawford,
    post_crawford, dmp (its cube is dead), or empty when the match is over. ``any_length``: the match may have been
    played to another length than its own, as a director says in the field *Played to*.
    """

    posted: Mapping[str, str]
    terms: Terms
    way: str = "score"
    top: str = ""
    bottom: str = ""
    rows: list[GameRow] = field(default_factory=list)
    who: str = ""
    why: str = "no_show"
    provisional: bool = False
    running: str = ""
    next_game: str = ""
    problems: list[Problem] = field(default_factory=list)
    any_length: bool = False
    own_length: int = 0

    def __post_init__(self) -> None:
        self.own_length = self.terms.length
        length = self.posted.get("length", "").strip() if self.any_length else ""
        if _LENGTH.fullmatch(length):
            self.terms = replace(self.terms, length=int(length))
        way = self.posted.get("way", "")
        self.way = way if way in WAYS else "score"
        self.top, self.bottom = self._typed_score()
        self.rows = list(self._typed_rows())
        self.who, self.why = self.posted.get("who", ""), self.posted.get("why") or "no_show"
        self.provisional = bool(self.posted.get("provisional"))
        if self.way == "games":
            self._run()

    @property
    def is_filled_in(self) -> bool:
        """Whether anything was typed that could be a result."""
        return {"score": bool(self.top or self.bottom), "games": bool(self.rows), "forfeit": bool(self.who)}[self.way]

    @property
    def is_played_otherwise(self) -> bool:
        """Whether the match was played to another length than its own."""
        return self.terms.length != self.own_length

    @property
    def grows(self) -> bool:
        """Whether a game is to be added or the last one removed: nothing is to be recorded yet."""
        return self.posted.get("do") in ("add", "less")

    @property
    def next_row(self) -> GameRow:
        """Return the row of the game to be added, with nothing typed."""
        number, crawford = len(self.rows) + 1, self.next_game == Phase.CRAWFORD.value
        return GameRow(number, "", "1", "single", crawford=crawford, rules=self.terms.game(number))

    @property
    def score_problem(self) -> Problem | None:
        return next((each for each in self.problems if each.field == "top"), None)

    def report(self) -> Report | None:
        """Return the report if the rule book accepts it, else None with the problems."""
        if self.problems:
            return None
        try:
            report = {"score": self._scored, "games": self._played, "forfeit": self._forfeited}[self.way]()
            return replace(report, length=self.terms.length) if self.is_played_otherwise else report
        except RuleBroken as broken:
            self.refuse(broken)
            return None

    def refuse(self, broken: RuleBroken) -> None:
        """Show a refusal at the field that it is about."""
        sentence = _sentence(broken)
        game = broken.facts.get("game")
        if self.way == "games" and isinstance(game, int) and 0 < game <= len(self.rows):
            self.rows[game - 1].text = sentence
            self.problems.append(Problem(f"winner_{game}", sentence))
        elif self.way == "score" or "score" in broken.code:
            self.problems.append(Problem("top", sentence, tuple(_repairs(broken))))
        else:
            self.problems.append(Problem("who" if self.way == "forfeit" else "games", sentence))

    def fields(self) -> list[tuple[str, str]]:
        """Return what was typed as names and values, to be sent again."""
        pairs = [("way", self.way), *([("length", str(self.terms.length))] if self.is_played_otherwise else [])]
        if self.way in ("score", "forfeit"):
            pairs += [("top", self.top), ("bottom", self.bottom)]
        if self.way == "forfeit":
            pairs += [("who", self.who), ("why", self.why)]
        if self.way == "games":
            for row in self.rows:
                pairs += [(f"winner_{row.number}", row.winner), (f"cube_{row.number}", row.cube)]
                pairs.append((f"kind_{row.number}", row.kind))
        return [*pairs, ("provisional", "1")] if self.provisional else pairs

    # --- The typed values

    def _typed_score(self) -> tuple[str, str]:
        made = _TWO_NUMBERS.fullmatch(self.posted.get("make", ""))
        if made:
            return made[1], made[2]
        top, bottom = self.posted.get("top", "").strip(), self.posted.get("bottom", "").strip()
        both = _TWO_NUMBERS.fullmatch(top)
        return (both[1], both[2]) if both and not bottom else (top, bottom)

    def _typed_rows(self) -> Iterator[GameRow]:
        """Yield the games; rows without a winner at the end are none."""
        last = max((n for n in range(1, MOST_GAMES + 1) if self.posted.get(f"winner_{n}")), default=0)
        if self.posted.get("do") == "less":
            last -= 1
        for number in range(1, last + 1):
            typed = [self.posted.get(f"{name}_{number}", "") for name in ("winner", "cube", "kind")]
            rules = self.terms.game(number)
            kind = drawn_or(typed[0], typed[2] or "single", rules)
            yield GameRow(number, typed[0], typed[1].strip() or "1", kind, rules=rules)

    def _run(self) -> None:
        """Play the games as far as they can have happened: the score after each, and what the next one is."""
        games: list[GameResult] = []
        score = replay(self.terms, games)
        for row in self.rows:
            try:
                games.append(row.read())
                score = replay(self.terms, games)
            except RuleBroken as broken:
                self.refuse(broken)
                return
            row.score = f"{score.shown[0]}–{score.shown[1]}"
            row.crawford = score.crawford_game == row.number
        self.running = f"{score.shown[0]}–{score.shown[1]}"
        self.next_game = self._next_phase(score)

    def _next_phase(self, score: Score) -> str:
        if score.winner is not None:
            return ""
        if not self.terms.games and self.terms.away(score.points) == (1, 1):
            return Phase.DMP.value
        return phase(self.terms, score.points, crawford_played=score.crawford_game is not None).value

    # --- The report

    def _scored(self) -> Report:
        points = self._points()
        if points is None:
            raise RuleBroken("report.score")
        report_score(self.terms, points)
        return Report(points=points, settled=not self.provisional)

    def _played(self) -> Report:
        games = tuple(row.read() for row in self.rows)
        report_games(self.terms, games)
        return Report(games=games, settled=not self.provisional)

    def _forfeited(self) -> Report:
        if self.who not in SIDES:
            raise RuleBroken("forfeit.who")
        if self.why not in HOWS:
            raise RuleBroken("forfeit.why")
        return Report(points=self._points(), forfeit=SIDES[self.who], why=self.why, settled=not self.provisional)

    def _points(self) -> tuple[int, int] | None:
        if not self.top and not self.bottom:
            return None
        top, bottom = _NUMBER.fullmatch(self.top), _NUMBER.fullmatch(self.bottom)
        if top is None or bottom is None:
            raise RuleBroken("report.score")
        return int(top[1]), int(bottom[1])


def offered(rules: Ruleset | None) -> list[str]:
    """Return the kinds of win of a game, as forms offer them; None is plain backgammon."""
    return [kind for kind in kinds_of(rules or STANDARD) if not kind.startswith("draw")]


def drawn_or(winner: str, kind: str, rules: Ruleset | None) -> str:
    """Return the kind of a game as typed: the draw of the game where nobody won it."""
    if winner != "none" or kind.startswith("draw"):
        return kind
    return draw_of(rules or STANDARD) or "draw"


def typed_result(report: Report, terms: Terms) -> TypedResult:
    """Return a report as a result to compare with the one that counts."""
    points = report.points
    if points is None and report.games is not None:
        points = replay(terms, report.games).points
    shown = terms.shown(points) if points else None
    if report.forfeit:
        return TypedResult(shown, report.forfeit[0].other if len(report.forfeit) == 1 else None, report.why)
    return TypedResult(shown, terms.winner(points) if points else None, "played")


def _sentence(broken: RuleBroken) -> str:
    score, length, start = (broken.facts.get(name) for name in ("score", "length", "start"))
    if not isinstance(score, tuple) or length is None:
        return speak(broken.code, broken.facts)
    facts = {"score": f"{score[0]}–{score[1]}", "length": length}
    if broken.code == "score.winner":
        return fields.NOBODY_HAS_THE_LENGTH.format(**facts)
    if broken.code == "score.both":
        return fields.BOTH_HAVE_THE_LENGTH.format(**facts)
    if broken.code == "match.unfinished":
        return fields.MATCH_NOT_OVER.format(**facts)
    if broken.code == "score.start" and isinstance(start, tuple):
        return fields.BELOW_THE_START.format(**facts, start=f"{start[0]}–{start[1]}")
    return speak(broken.code, broken.facts)


def _repairs(broken: RuleBroken) -> Iterator[str]:
    """Yield the scores that were probably meant: who is ahead has the length."""
    score, length = broken.facts.get("score"), broken.facts.get("length")
    if broken.code != "score.winner" or not isinstance(score, tuple):
        return
    top, bottom = score
    if top >= bottom:
        yield f"{length}–{bottom}"
    if bottom >= top:
        yield f"{top}–{length}"
