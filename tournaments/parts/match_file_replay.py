"""The page of a match file: board, findings and plays of one game, and the result it proposes beside the reported one.

The two sides of a file are 0 and 1 in its own order; everything on the page is (top, bottom) of the match.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest

from django.urls import reverse
from django.utils.http import urlencode

from rules.diagrams.diagram import Diagram
from rules.errors import RuleBroken
from rules.game.findings import Grade
from rules.game.notation import read_play
from rules.game.record import Action, Kind
from rules.points import Step
from rules.referee.scenes import Scene, scenes
from rules.rulesets import Geometry, Ruleset
from tournaments.parts.board_svg import board_svg
from tournaments.read.matches.files import FileFinding, JudgedFile, SentFile, game_of, in_order
from tournaments.read.matches.games import GameLine
from tournaments.read.matches.view import MatchView
from tournaments.words.match_files import GRADES, KINDS, done_words, finding_words

MOST_SCENES, LONGEST_WORDS = 2_000, 80
# Behind the number of a game: its first finding.
FIRST_FINDING = "f"


@dataclass(frozen=True, slots=True)
class Panel:
    """One finding in words; ``place`` is where, for one that no board shows."""

    grade: str
    worst: bool
    code: str
    sentence: str
    detail: str
    place: str


@dataclass(frozen=True, slots=True)
class Cell:
    """What one side did: ``at`` leads to its board, empty where that can't be followed."""

    at: str
    dice: str
    words: str
    wrong: bool
    current: bool


@dataclass(frozen=True, slots=True)
class PlayRow:
    """One printed row of a game, (top, bottom)."""

    number: str
    cells: tuple[Cell | None, Cell | None]


@dataclass(frozen=True, slots=True)
class GameTab:
    """A game to choose: the score before it (top–bottom), and whether it has a finding that is no note."""

    number: int
    score: str
    current: bool
    wrong: bool


@dataclass(frozen=True, slots=True)
class Difference:
    """A game of which file and report differ: winner and points of each, empty for a game that one of them lacks."""

    number: int
    file: str
    reported: str


@dataclass(frozen=True, slots=True)
class Replay:
    """The page of a judged file. ``names`` are those of the match; ``winner`` and ``score`` what the file comes to.

    ``count`` plays are in the shown ``game``, of which number ``place`` is on the ``board``. ``steps`` are the first,
    previous, next and last play; each is empty where there is none. ``lost``: later boards can't be followed.
    ``disputed`` are the two scores (top–bottom) where the players report different ones.
    """

    names: tuple[str, str]
    winner: str
    score: str
    games: tuple[GameTab, ...]
    game: int
    place: int
    count: int
    board: str
    panels: tuple[Panel, ...]
    elsewhere: tuple[Panel, ...]
    finding_count: int
    rows: tuple[PlayRow, ...]
    steps: tuple[str, str, str, str]
    next_finding: str
    reported_winner: str
    reported: str
    disputed: tuple[str, ...]
    lost: bool
    same: bool
    differences: tuple[Difference, ...]
    length: int
    length_differs: bool
    enter_address: str


@dataclass(frozen=True, slots=True)
class _Shown:
    """The game on the page: its scenes as far as its board can be followed, and the findings by the number of theirs.

    ``rest`` are the actions after that.
    """

    number: int
    scenes: tuple[Scene, ...]
    rest: tuple[Action, ...]
    ruleset: Ruleset
    findings: dict[int, list[FileFinding]]

    def place(self, wanted: str) -> int:
        """Return the number of the scene that is wanted, from 0."""
        if wanted == FIRST_FINDING:
            return min(self.findings, default=0)
        return min(_whole(wanted), max(0, len(self.scenes) - 1))


def replay_sheet(sent: SentFile, judged: JudgedFile, match: MatchView, games: Sequence[GameLine], at: str) -> Replay:
    """Return the page of a file; ``at`` names game and play (``3.5``), ``games`` are those that were reported."""
    number = max(1, min(_whole(at.partition(".")[0], 1), len(judged.games)))
    shown = _shown(sent, judged, number)
    place = shown.place(at.partition(".")[2])
    score = in_order(judged.score, swapped=sent.swapped)
    names = match.names
    over = judged.winner is not None
    reported = match.score
    return Replay(
        names=names,
        winner=in_order(names, swapped=sent.swapped)[judged.winner] if judged.winner is not None else "",
        score=_winner_first(score),
        games=tuple(_tabs(sent, judged, number)),
        game=number,
        place=place + 1 if shown.scenes else 0,
        count=len(shown.scenes),
        board=_board(sent, judged, match, shown, place) if shown.scenes else "",
        panels=tuple(_panels(sent, match, shown, place)),
        elsewhere=tuple(_panel(one, "", _place_of(one)) for one in judged.findings if _is_nowhere(one, shown)),
        finding_count=judged.finding_count,
        rows=tuple(_rows(sent, shown, place)),
        steps=_steps(number, place, len(shown.scenes)),
        next_finding=_next_finding(judged, shown, place),
        reported_winner="" if match.winner is None else names[0 if match.winner == "top" else 1],
        reported=_winner_first(reported) if reported else "",
        disputed=tuple(f"{one[0]}–{one[1]}" if one else "?" for one in match.disputed),
        lost=bool(shown.rest),
        same=reported is not None and tuple(reported) == score,
        differences=tuple(_differences(sent, judged, match, games)),
        length=judged.length,
        length_differs=judged.length != match.length,
        enter_address=_enter_address(match, score, judged.length) if over else "",
    )


def _whole(text: str, otherwise: int = 0) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else otherwise


def _winner_first(score: tuple[int, int]) -> str:
    return f"{max(score)}–{min(score)}"


def _shown(sent: SentFile, judged: JudgedFile, number: int) -> _Shown:
    game = game_of(sent, number)
    ruleset = judged.ruleset(number)
    frames = tuple(islice(scenes(game, ruleset), MOST_SCENES)) if game else ()
    findings: dict[int, list[FileFinding]] = {}
    for one in judged.findings:
        at = _scene_of(one, number, frames)
        if at is not None:
            findings.setdefault(at, []).append(one)
    acts = tuple(each for each in game.actions if each.kind is not Kind.POSITION) if game else ()
    return _Shown(number, frames, acts[len(frames) : MOST_SCENES], ruleset, findings)


def _scene_of(one: FileFinding, game: int, frames: Sequence[Scene]) -> int | None:
    """Return the number of the scene that a finding is about, None where no board shows it."""
    if one.game != game or one.row is None:
        return None
    acts = ((at, scene.action) for at, scene in enumerate(frames))
    return next((at for at, act in acts if act.row == one.row and one.side in (None, act.side)), None)


def _is_nowhere(one: FileFinding, shown: _Shown) -> bool:
    """Whether a finding is about the whole file, or about this game but none of its boards."""
    if one.game is None:
        return True
    return one.game == shown.number and all(one not in each for each in shown.findings.values())


def _tabs(sent: SentFile, judged: JudgedFile, current: int) -> Iterator[GameTab]:
    wrong = {one.game for one in judged.findings if one.grade is not Grade.NOTE}
    for number, game in enumerate(judged.games, start=1):
        score = in_order(game.score, swapped=sent.swapped) if game.score else None
        yield GameTab(number, f"{score[0]}–{score[1]}" if score else "", number == current, number in wrong)


def _panels(sent: SentFile, match: MatchView, shown: _Shown, place: int) -> Iterator[Panel]:
    for one in shown.findings.get(place, ()):
        action = shown.scenes[place].action
        name = in_order(match.names, swapped=sent.swapped)[action.side]
        yield _panel(one, done_words(name, action.kind.value, action.dice, action.play[:LONGEST_WORDS]), "")


def _panel(one: FileFinding, detail: str, place: str) -> Panel:
    got = one.got if not detail else ""
    return Panel(
        str(GRADES[one.grade.value]),
        one.grade is not Grade.NOTE,
        one.code,
        finding_words(one.code),
        detail or got,
        place,
    )


def _place_of(one: FileFinding) -> str:
    return " · ".join(str(each) for each in (one.game, one.row) if each is not None)


def _rows(sent: SentFile, shown: _Shown, place: int) -> Iterator[PlayRow]:
    """Yield the rows as they are printed: top's act on the left, bottom's on the right, a new row where one is full."""
    number = ""
    cells: list[Cell | None] = [None, None]
    for at, action in enumerate((*(scene.action for scene in shown.scenes), *shown.rest)):
        column = 1 - action.side if sent.swapped else action.side
        row = str(action.row or "")
        if cells[column] is not None or (any(cells) and row != number):
            yield PlayRow(number, (cells[0], cells[1]))
            cells = [None, None]
        number = row
        cells[column] = _cell(shown, at, action, current=at == place)
    if any(cells):
        yield PlayRow(number, (cells[0], cells[1]))


def _cell(shown: _Shown, at: int, action: Action, *, current: bool) -> Cell:
    words = action.play or str(KINDS.get(action.kind.value, action.kind.value))
    if action.kind is Kind.DOUBLE and action.value:
        words = f"{words} → {action.value}"
    dice = "".join(map(str, action.dice or ()))
    wrong = any(one.grade is not Grade.NOTE for one in shown.findings.get(at, ()))
    leads = f"{shown.number}.{at}" if at < len(shown.scenes) else ""
    return Cell(leads, dice, words[:LONGEST_WORDS], wrong, current)


def _board(sent: SentFile, judged: JudgedFile, match: MatchView, shown: _Shown, place: int) -> str:
    scene = shown.scenes[place]
    side, owner, ruleset = scene.action.side, scene.cube.owner, shown.ruleset
    names = in_order(match.names, swapped=sent.swapped)
    return board_svg(
        Diagram(
            position=scene.position,
            names=(names[side], names[1 - side]),
            dice=scene.action.dice,
            cube=scene.cube.value if ruleset.cube else None,
            owner=None if owner is None else int(owner != side),
            score=(scene.score[side], scene.score[1 - side]),
            length=judged.length,
            steps=_arrows(scene, ruleset) if place in shown.findings else (),
            geometry=ruleset.geometry,
            cube_side=ruleset.cube_start_side,
        )
    )


def _arrows(scene: Scene, ruleset: Ruleset) -> tuple[Step, ...]:
    """Return the play in question to be drawn over the board; nothing where it can't be read."""
    if scene.action.kind is not Kind.PLAY or ruleset.geometry is not Geometry.CONTRARY:
        return ()
    try:
        return tuple(Step(hop.src, hop.dst, hop.hit) for hop in read_play(scene.action.play).hops)
    except RuleBroken:
        return ()


def _steps(number: int, current: int, count: int) -> tuple[str, str, str, str]:
    back, on = current > 0, current < count - 1
    return (
        f"{number}.0" if back else "",
        f"{number}.{current - 1}" if back else "",
        f"{number}.{current + 1}" if on else "",
        f"{number}.{count - 1}" if on else "",
    )


def _next_finding(judged: JudgedFile, shown: _Shown, place: int) -> str:
    later = [at for at in shown.findings if at > place]
    if later:
        return f"{shown.number}.{min(later)}"
    games = {one.game for one in judged.findings if one.game is not None and one.row is not None}
    after = [game for game in games if game > shown.number]
    return f"{min(after)}.{FIRST_FINDING}" if after else ""


def _differences(
    sent: SentFile, judged: JudgedFile, match: MatchView, games: Sequence[GameLine]
) -> Iterator[Difference]:
    """Yield the games of which the file and the reported score card say different things."""
    names = in_order(match.names, swapped=sent.swapped)
    for number, (file, line) in enumerate(zip_longest(judged.games, games), start=1):
        if not games:
            return
        ours = f"{names[file.winner]} {file.points}" if file and file.winner is not None else ""
        theirs = f"{line.winner} {line.cube * _TIMES.get(line.kind.removeprefix('resign_'), 1)}" if line else ""
        if ours != theirs:
            yield Difference(number, ours, theirs)


# A game pays its cube so many times.
_TIMES = {"gammon": 2, "backgammon": 3}


# Where the desk enters a result, by the status of the match.
_ENTERED_BY = {"open": "match_result", "finished": "match_correction", "disputed": "match_ruling"}


def _enter_address(match: MatchView, score: tuple[int, int], length: int) -> str:
    """Return the page that enters this result, as a match to ``length``, or corrects the one that counts."""
    page = _ENTERED_BY.get(match.status, "")
    played_to = [("length", length)] if length != match.length else []
    query = urlencode([("way", "score"), ("top", score[0]), ("bottom", score[1]), *played_to])
    return f"{reverse(page, args=[match.id])}?{query}" if page else ""
