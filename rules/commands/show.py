"""``python -m rules show``: the board at a row of a match file."""

import argparse
import json
import sys

from rules.diagrams.diagram import Diagram, Numbering
from rules.diagrams.svg import draw_svg
from rules.diagrams.text import draw_text
from rules.errors import RuleBroken
from rules.files.formats import read_match
from rules.files.limits import MOST_BYTES
from rules.game.record import MatchRecord
from rules.notation.position_id import write_position_id
from rules.referee.scenes import Scene, scenes
from rules.rulesets import Ruleset, named_rulesets

NAME = "show"
HELP = "show the board at a row of a match file"
_SIDES = {"top": 0, "bottom": 1}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("file", metavar="FILE", help="match file")
    parser.add_argument("--match", type=int, metavar="N", help="which match of a file with several, from 1")
    parser.add_argument("--game", type=int, default=1, metavar="G", help="which game, from 1")
    parser.add_argument("--row", type=int, default=1, metavar="R", help="the printed row number")
    parser.add_argument("--side", choices=sorted(_SIDES), help="the side to act in that row; otherwise the first")
    parser.add_argument("--svg", metavar="OUT", help="write the board as SVG to this file")
    parser.add_argument(
        "--numbering", choices=[*Numbering], default=Numbering.DESCENDING, help="which way points are numbered"
    )
    parser.add_argument("--json", action="store_true", help="print an object")


def run(args: argparse.Namespace) -> int:
    """Show the board; return 2 if there is none to show."""
    try:
        with open(args.file, "rb") as file:
            match = read_match(file.read(MOST_BYTES + 1), args.match)
        scene = _scene(match, args.game, args.row, _SIDES.get(args.side))
        diagram = _diagram(match, scene, _ruleset(match, args.game), Numbering(args.numbering))
        if args.svg:
            with open(args.svg, "w", encoding="utf-8") as file:
                file.write(draw_svg(diagram))
    except (RuleBroken, OSError) as broken:
        code = broken.code if isinstance(broken, RuleBroken) else "file.open"
        print(json.dumps({"error": code}) if args.json else broken, file=sys.stdout if args.json else sys.stderr)
        return 2
    print(json.dumps(_as_object(args, scene)) if args.json else draw_text(diagram) + "\n" + _action(scene))
    return 0


def _scene(match: MatchRecord, number: int, row: int, side: int | None) -> Scene:
    """Return the first scene of that row.

    Raises RuleBroken ``show.game`` or ``show.row``.
    """
    if not 1 <= number <= len(match.games):
        raise RuleBroken("show.game", game=number, games=len(match.games))
    for scene in scenes(match.games[number - 1], _ruleset(match, number)):
        if scene.action.row == row and side in (None, scene.action.side):
            return scene
    raise RuleBroken("show.row", game=number, row=row)


def _ruleset(match: MatchRecord, number: int) -> Ruleset:
    """Return the rules of a game of the record."""
    rulesets = named_rulesets(match.variation)
    return rulesets[(number - 1) % len(rulesets)]


def _diagram(match: MatchRecord, scene: Scene, game: Ruleset, numbering: Numbering) -> Diagram:
    side, owner = scene.action.side, scene.cube.owner
    return Diagram(
        position=scene.position,
        names=(match.players[side], match.players[1 - side]),
        dice=scene.action.dice,
        cube=scene.cube.value if game.cube else None,
        owner=None if owner is None else int(owner != side),
        score=(scene.score[side], scene.score[1 - side]),
        length=match.length,
        numbering=numbering,
        geometry=game.geometry,
        cube_side=game.cube_start_side,
    )


def _action(scene: Scene) -> str:
    action = scene.action
    dice = f"{action.dice[0]}{action.dice[1]}: " if action.dice else ""
    return f"row {action.row}: {dice}{action.play or action.kind}  {write_position_id(scene.position)}"


def _as_object(args: argparse.Namespace, scene: Scene) -> dict[str, object]:
    action = scene.action
    return {
        "file": args.file, "game": args.game, "row": action.row, "side": ("top", "bottom")[action.side],
        "do": action.kind, "dice": action.dice, "play": action.play, "cube": scene.cube.value,
        "owner": None if scene.cube.owner is None else ("top", "bottom")[scene.cube.owner],
        "score": scene.score, "position_id": write_position_id(scene.position),
    }  # fmt: skip
