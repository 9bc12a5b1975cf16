"""A match file beside a match: the referee's findings, the board of each action, and the result it proposes.

Nothing is stored: the page sends the text of the file along with every button.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from django.urls import reverse
from django.utils.http import urlencode

from clubs.spelling import fold, likeness
from rules.diagrams.diagram import Diagram
from rules.files.formats import FORMS, read_match, write_match
from rules.files.limits import decode
from rules.game.findings import Finding
from rules.game.record import MatchRecord
from rules.match.terms import Terms
from rules.referee.scenes import Scene, scenes
from rules.referee.verdict import Verdict, judge_match
from tournaments.parts.board_svg import board_svg
from tournaments.read.matches.view import MatchView
from tournaments.words.match_files import GRADES, KINDS, finding_words

MOST_SCENES, MOST_FINDINGS = 2_000, 200


@dataclass(frozen=True, slots=True)
class MatchFile:
    """A file that was read and judged: its ``text`` and what the referee says."""

    text: str
    record: MatchRecord
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class FindingLine:
    """One finding in words; ``at`` is the action it is about (game and number), empty where there is none."""

    grade: str
    worst: bool
    code: str
    sentence: str
    place: str
    got: str
    at: str


@dataclass(frozen=True, slots=True)
class ActionLine:
    """One action of the game that is shown: the printed row, the side (0 or 1), the roll and what was done."""

    at: str
    row: str
    side: int
    dice: str
    words: str
    wrong: bool
    current: bool


@dataclass(frozen=True, slots=True)
class GameTab:
    """A game to choose: its number, and the score before it."""

    number: int
    score: str
    current: bool


@dataclass(frozen=True, slots=True)
class FileSheet:
    """The page of a judged file. ``score`` is (top, bottom) of the match; ``swapped``: the file names bottom first.

    ``at`` is the action whose ``board`` is shown; ``steps`` are the first, previous, next and last one, and
    ``next_finding`` the next action with a finding; each is empty where there is none.
    """

    file: MatchFile
    names: tuple[str, str]
    score: tuple[int, int]
    swapped: bool
    over: bool
    length_differs: bool
    same: bool
    enter_address: str
    findings: tuple[FindingLine, ...]
    more_findings: int
    games: tuple[GameTab, ...]
    game: int
    at: str
    board: str
    actions: tuple[ActionLine, ...]
    steps: tuple[str, str, str, str]
    next_finding: str
    forms: tuple[str, ...] = FORMS


def read_file(content: bytes, terms: Terms) -> MatchFile:
    """Return a file, read and judged by the rules of the match. Raises RuleBroken as ``read_match`` does."""
    record = read_match(content)
    return MatchFile(decode(content), record, judge_match(record, crawford=terms.crawford, holland=terms.holland))


def written(file: MatchFile, form: str) -> str:
    """Return the match in another form. Raises RuleBroken ``file.form`` or ``file.cannot_say``."""
    return write_match(file.record, form)


def file_sheet(file: MatchFile, match: MatchView, at: str, swap: str) -> FileSheet:
    """Return the page of a file; ``at`` chooses the action, ``swap`` (yes, no) who is who."""
    swapped = swap == "yes" if swap in ("yes", "no") else _is_swapped(file.record.players, match)
    own = file.verdict.score
    score = (own[1], own[0]) if swapped else own
    over = file.verdict.winner is not None
    games = file.record.games
    number, wanted = _chosen(at, len(games))
    shown = list(islice(_scenes(file, number), MOST_SCENES))
    current = min(wanted, max(0, len(shown) - 1))
    places = _places(file)
    wrong = {place for place in places.values() if place}
    return FileSheet(
        file=file,
        names=_names(file.record.players, swapped=swapped),
        score=score,
        swapped=swapped,
        over=over,
        length_differs=file.record.length != match.length,
        same=match.score is not None and tuple(match.score) == score,
        enter_address=_enter_address(match, score, file.record.length) if over else "",
        findings=tuple(_line(each, places[place]) for place, each in enumerate(file.verdict.findings[:MOST_FINDINGS])),
        more_findings=max(0, len(file.verdict.findings) - MOST_FINDINGS),
        games=tuple(_tab(at, game.score, at == number) for at, game in enumerate(games, start=1)),
        game=number,
        at=f"{number}.{current}" if shown else "",
        board=_board(file, number, shown[current]) if shown else "",
        actions=tuple(_action(f"{number}.{at}", each, wrong, at == current) for at, each in enumerate(shown)),
        steps=_steps(number, current, len(shown)),
        next_finding=next(iter(_later(places, number, current)), ""),
    )


def _names(players: tuple[str, str], *, swapped: bool) -> tuple[str, str]:
    return (players[1], players[0]) if swapped else players


def _is_swapped(players: tuple[str, str], match: MatchView) -> bool:
    """Whether the names of the file fit better the other way round."""
    first, second = (fold(name) for name in players)
    top, bottom = (fold(name) for name in match.names)
    straight = likeness(first, top) + likeness(second, bottom)
    return likeness(first, bottom) + likeness(second, top) > straight


def _enter_address(match: MatchView, score: tuple[int, int], length: int) -> str:
    """Return the page that enters this result, as a match to ``length``, or corrects the one that counts."""
    page = "match_result" if match.status == "open" else "match_correction" if match.status == "finished" else ""
    played_to = [("length", length)] if length != match.length else []
    query = urlencode([("way", "score"), ("top", score[0]), ("bottom", score[1]), *played_to])
    return f"{reverse(page, args=[match.id])}?{query}" if page else ""


def _chosen(at: str, games: int) -> tuple[int, int]:
    """Return the game (from 1) and the action (from 0) that ``at`` names."""
    game, _, action = at.partition(".")
    number = int(game) if game.isascii() and game.isdecimal() and len(game) < 6 else 1
    place = int(action) if action.isascii() and action.isdecimal() and len(action) < 6 else 0
    return max(1, min(number, games)), place


def _scenes(file: MatchFile, number: int) -> Iterator[Scene]:
    if number <= len(file.record.games):
        yield from scenes(file.record.games[number - 1], file.verdict.rulesets[number - 1])


def _places(file: MatchFile) -> dict[int, str]:
    """Return the action that each finding is about, by its number from 0; empty for none that can be shown."""
    games: dict[int, list[tuple[int | None, int]]] = {}
    places: dict[int, str] = {}
    for number, one in enumerate(file.verdict.findings[:MOST_FINDINGS]):
        places[number] = ""
        if one.game is None or one.row is None or not 1 <= one.game <= len(file.record.games):
            continue
        if one.game not in games:
            shown = islice(_scenes(file, one.game), MOST_SCENES)
            games[one.game] = [(scene.action.row, scene.action.side) for scene in shown]
        rows = enumerate(games[one.game])
        at = next((at for at, (row, side) in rows if row == one.row and one.side in (None, side)), None)
        places[number] = "" if at is None else f"{one.game}.{at}"
    return places


def _line(one: Finding, at: str) -> FindingLine:
    place = " · ".join(str(each) for each in (one.game, one.row) if each is not None)
    got = "" if one.got is None else str(one.got)[:120]
    return FindingLine(
        str(GRADES[one.grade.value]), one.grade.value != "note", one.code, finding_words(one.code), place, got, at
    )


def _tab(number: int, score: tuple[int, int] | None, current: bool) -> GameTab:
    return GameTab(number, f"{score[0]}–{score[1]}" if score else "", current)


def _board(file: MatchFile, number: int, scene: Scene) -> str:
    game, side, owner = file.verdict.rulesets[number - 1], scene.action.side, scene.cube.owner
    players = file.record.players
    diagram = Diagram(
        position=scene.position,
        names=(players[side], players[1 - side]),
        dice=scene.action.dice,
        cube=scene.cube.value if game.cube else None,
        owner=None if owner is None else int(owner != side),
        score=(scene.score[side], scene.score[1 - side]),
        length=file.record.length,
        geometry=game.geometry,
        cube_side=game.cube_start_side,
    )
    return board_svg(diagram)


def _action(at: str, scene: Scene, wrong: set[str], current: bool) -> ActionLine:
    action = scene.action
    words = action.play or str(KINDS.get(action.kind.value, action.kind.value))
    if action.kind.value == "double" and action.value:
        words = f"{words} → {action.value}"
    dice = "".join(map(str, action.dice or ()))
    return ActionLine(at, str(action.row or ""), action.side, dice, words[:80], at in wrong, current)


def _steps(number: int, current: int, count: int) -> tuple[str, str, str, str]:
    back, on = current > 0, current < count - 1
    return (
        f"{number}.0" if back else "",
        f"{number}.{current - 1}" if back else "",
        f"{number}.{current + 1}" if on else "",
        f"{number}.{count - 1}" if on else "",
    )


def _later(places: Mapping[int, str], number: int, current: int) -> Sequence[str]:
    """Return the actions with findings after the one that is shown, in order."""
    keys = [(int(game), int(at)) for game, _, at in (place.partition(".") for place in places.values() if place)]
    return [f"{game}.{at}" for game, at in sorted(set(keys)) if (game, at) > (number, current)]
