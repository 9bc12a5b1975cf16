"""Run by GNU Backgammon's own Python, which has nothing of ours: the processor seconds that lists of commands take.

``BARPOINT_SCRIPTS`` names a JSON file with lists of commands; they are played twice, and the seconds of the second time
are written beside it, ending in ``.seconds``.
"""

import json
import os
import time
from importlib import import_module
from pathlib import Path
from typing import Any

gnubg: Any = import_module("gnubg")
path = Path(os.environ["BARPOINT_SCRIPTS"])
scripts: list[list[str]] = json.loads(path.read_text())
settings = ["confirm new off", "display off", "player 0 human", "player 1 human", "automatic crawford on"]
settings += [f"automatic {what} off" for what in ("roll", "game", "move", "bearoff", "double")]
for setting in settings:
    gnubg.command(f"set {setting}")
taken = 0.0
for _ in range(2):
    began = time.process_time()
    for script in scripts:
        for command in script:
            gnubg.command(command)
    taken = time.process_time() - began
path.with_suffix(".seconds").write_text(str(taken))
