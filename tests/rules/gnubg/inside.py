"""Run by GNU Backgammon's own Python, which has nothing of ours: load files and write down what it makes of each.

The environment names the folder. There ``files.json`` lists (command, path); ``loaded.json`` gets one object for each:
the length, the names, and for each game its head, its actions and the moments between them. ``BARPOINT_EXPORT`` asks
for the text of each game, too, as ``0.txt``, ``0_002.txt`` …
"""

import json
import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

gnubg: Any = import_module("gnubg")


def moment() -> dict[str, Any]:
    """The board as the side on roll sees it, and the cube."""
    try:
        cube = gnubg.cubeinfo()
    except Exception:  # its own kind, where no game runs
        cube = {"cube": None, "cubeowner": None}
    return {"board": gnubg.positionid(), "cube": cube["cube"], "owner": cube["cubeowner"]}


def moments(actions: int) -> list[dict[str, Any]]:
    """The moments before each action of the game, and the last one."""
    listed = [moment()]
    for _ in range(actions):
        gnubg.navigate(next=1)
        listed.append(moment())
    return listed


def loaded() -> dict[str, Any]:
    """The match as it is loaded now."""
    match = gnubg.match(analysis=0, boards=1)
    about, games = match["match-info"], []
    for number, game in enumerate(match["games"]):
        gnubg.navigate()
        if number:
            gnubg.navigate(game=number)
        games.append(game | {"moments": moments(len(game["game"]))})
    return {"length": about["match-length"], "players": [about[side]["name"] for side in "XO"], "games": games}


def mark(line: str) -> None:
    """Print a line of ours between those of GNU Backgammon."""
    sys.stdout.write(f"\n{line}\n")
    sys.stdout.flush()


def load_all(folder: Path) -> None:
    """Load every file, with what is printed meanwhile between two lines of ours."""
    for setting in ("confirm new off", "confirm save off", "display off", "export show board 0"):
        gnubg.command("set " + setting)
    answers = []
    for number, (command, path) in enumerate(json.loads((folder / "files.json").read_text("utf-8"))):
        mark(f"begin {number}")
        gnubg.command(f'{command} "{path}"')
        mark(f"end {number}")
        answers.append(loaded())
        if "BARPOINT_EXPORT" in os.environ:
            gnubg.command(f'export match text "{folder / str(number)}.txt"')
    (folder / "loaded.json").write_text(json.dumps(answers), "utf-8")


load_all(Path(os.environ["BARPOINT_GNUBG"]))
