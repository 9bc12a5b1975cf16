"""Files of ours in GNU Backgammon, and a match as both programs see it."""

import json
import os
import re
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rules.files.formats import write_match
from rules.files.single_steps import in_single_steps
from rules.game.board import FULL
from rules.game.cube import take
from rules.game.notation import read_play
from rules.game.record import Action, GameRecord, Kind, MatchRecord
from rules.notation.position_id import write_position_id
from rules.points import OFF
from rules.referee.scenes import Scene, scenes
from rules.rulesets import STANDARD
from tests.rules.game.games import MONEY

GNUBG = shutil.which("gnubg", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/games"])) or ""
MISSING = "GNU Backgammon is not installed (Debian's package: gnubg)"
COMMANDS = {"mat": "import mat", "snowie": "import mat", "xg": "import mat", "sgf": "load match"}
LONGEST_NAME = 31  # bytes; GNU Backgammon cuts off the rest
_PRINTED = re.compile(r"\nbegin (\d+)\n(.*?)\nend \1\n", re.DOTALL)
_BOARD = (" GNU Backgammon", "                 Match ID", " +", " |", "^|", "v|")

type Lines = list[tuple[Any, ...]]


def needs_gnubg() -> None:
    """Skip without GNU Backgammon; fail in CI, which must have it."""
    if GNUBG:
        return
    if os.environ.get("CI") == "true":
        pytest.fail(MISSING)
    pytest.skip(MISSING)


def load(files: list[tuple[str, MatchRecord]], folder: Path) -> list[tuple[Lines, list[str]]]:
    """Write each (form, match), and return what GNU Backgammon loads and complains about; one process loads all."""
    for number, (form, match) in enumerate(files):
        (folder / f"{number}.{form}").write_text(write_match(match, form), encoding="utf-8")
    printed = _run([(COMMANDS[form], f"{folder}/{number}.{form}") for number, (form, _) in enumerate(files)], folder)
    complaints = [_complaints(text) for _, text in _PRINTED.findall(printed)]
    loaded = json.loads((folder / "loaded.json").read_text())
    each = zip(files, loaded, complaints, strict=True)
    return [(_theirs(their_match, match, form), printed) for (form, match), their_match, printed in each]


def load_text(command: str, text: str, folder: Path) -> tuple[Lines, list[str]]:
    """Return what GNU Backgammon loads and complains about when it imports a text as another program writes it."""
    (folder / "text").write_text(text, encoding="utf-8")
    printed = _run([(command, f"{folder}/text")], folder)
    (match,) = json.loads((folder / "loaded.json").read_text())
    return _theirs(match, MatchRecord(0, ("", ""), ()), "sgf"), _complaints(_PRINTED.findall(printed)[0][1])


def exported(match: MatchRecord, folder: Path) -> bytes:
    """Return the text that GNU Backgammon exports of a match, its games one after the other."""
    (folder / "match.sgf").write_text(write_match(match, "sgf"), encoding="utf-8")
    _run([("load match", f"{folder}/match.sgf")], folder, BARPOINT_EXPORT="yes")
    games = [folder / "0.txt", *sorted(folder.glob("0_*.txt"))]
    return b"".join(game.read_bytes() for game in games)


def _run(files: list[tuple[str, str]], folder: Path, **more: str) -> str:
    """Have GNU Backgammon load the files with their commands, and return what it prints."""
    (folder / "files.json").write_text(json.dumps(files))
    # From where the script lies: it finds none whose path has a letter outside ASCII. What it prints beside a board is
    # cut after some bytes, in a later release in the middle of a letter.
    return subprocess.run(
        [GNUBG, "-t", "-q", "-r", "-p", "inside.py"], cwd=Path(__file__).parent,
        env={"HOME": str(folder), "LC_ALL": "C.UTF-8", "BARPOINT_GNUBG": str(folder), **more},
        stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=1200,
    ).stdout.decode(errors="replace")  # fmt: skip


def _complaints(printed: str) -> list[str]:
    """What is printed beside the board."""
    return [line for line in printed.splitlines() if line.strip() and not line.startswith(_BOARD)]


def _theirs(their_match: dict[str, Any], match: MatchRecord, form: str) -> Lines:
    """The match as GNU Backgammon has loaded it: head, games, actions with the board and the cube before each."""
    lines: Lines = [(their_match["length"], *their_match["players"])]
    for place, game in enumerate(their_match["games"]):
        about, before = game["info"], ""
        winner = "XO".find(about.get("winner") or "?")
        lines.append(("game", about["score-X"], about["score-O"], winner, about.get("points-won")))
        moments = game["moments"]
        actions = [action for action in game["game"] if action["action"] != "resign"]
        if form != "sgf" and actions and place < len(match.games) and _is_resigned_on_a_roll(match.games[place]):
            # It plays a roll without a play where there is one play only, and otherwise leaves the roll on the board.
            moments = moments[: len(actions)]
            actions.pop()
        for action, moment in zip(actions, moments, strict=False):
            line = _their_action(action, moment, before)
            if line[0] != "take" or before != "beaver":  # we leave the take of a beaver out
                lines.append(line)
            before = line[0]
        lines.append(("end", moments[-1]["board"], about.get("resigned")))
    return lines


def _is_resigned_on_a_roll(game: GameRecord) -> bool:
    return bool(game.actions and game.actions[-1].kind is Kind.RESIGN and game.actions[-1].dice)


def _their_action(action: dict[str, Any], moment: dict[str, Any], before: str) -> tuple[Any, ...]:
    """One action; a double in answer to a double is a beaver."""
    side, kind = "XO".index(action["player"]), action["action"]
    owner = None if moment["owner"] == -1 else moment["owner"]
    if kind == "move":
        moves = sorted(map(tuple, action["move"]))
        return ("play", side, tuple(sorted(action["dice"])), moves, moment["board"], moment["cube"], owner)
    if kind == "double" and before not in ("double", "beaver"):
        return ("double", side, moment["board"], moment["cube"], owner)
    return ("beaver" if kind == "double" else kind, side)


def ours(match: MatchRecord) -> Lines:
    """The same of our record."""
    names = [name.encode()[:LONGEST_NAME].decode(errors="ignore") for name in match.players]
    lines: Lines = [(match.length, *names)]
    for game in in_single_steps(match).games:
        result, score = game.result, game.score or (0, 0)
        lines.append(("game", *score, result.winner if result else -1, result.points if result else None))
        on_roll = 0
        for scene in scenes(_with_an_end(game), STANDARD if match.length else MONEY):
            lines += _our_action(scene)
            last = scene
            on_roll = 1 - scene.action.side if scene.action.kind is Kind.PLAY else on_roll
        end = last.position if on_roll == 0 else last.position.swapped()
        is_resigned = max(end.player[OFF], end.opponent[OFF]) < FULL and game.actions[-1].kind is not Kind.DROP
        lines.append(("end", write_position_id(end), is_resigned))
    return lines


def _with_an_end(game: GameRecord) -> GameRecord:
    """The game with one more action, so that its last scene shows the board at the end as side 0 sees it."""
    return replace(game, actions=(*game.actions, Action(0, Kind.RESIGN)))


def _our_action(scene: Scene) -> Lines:
    action, board, cube = scene.action, write_position_id(scene.position), scene.cube
    if action.kind is Kind.PLAY and action.dice:
        if cube.pending:  # a roll accepts a beaver
            cube = take(cube, 1 - (cube.offered_by or 0))
        moves = sorted((hop.src, hop.dst) for hop in read_play(action.play).hops)
        return [("play", action.side, tuple(sorted(action.dice)), moves, board, cube.value, cube.owner)]
    if action.kind is Kind.DOUBLE:
        return [("double", action.side, board, cube.value, cube.owner)]
    return [] if action.kind is Kind.RESIGN else [(str(action.kind), action.side)]
