"""Write the ``.mat`` family: Jellyfish and GNU files, Snowie text (the same without a header) and XG text.

The first two write every step of every checker in numbers, 25 for the bar and 0 for off, because the programs that
read them expect it. XG text has words and counts. Columns are padded, and nothing is cut off.
Source: docs/rules/files.md#mat.
"""

from collections.abc import Iterator

from rules.errors import RuleBroken
from rules.files.rows import in_rows
from rules.game.notation import Hop, read_play
from rules.game.record import Action, GameRecord, Kind, MatchRecord
from rules.points import point_name

LEFT_WIDTH = 34
_NAME_WIDTH = 31
_XG_WIDTH = 37
_WORDS = {Kind.TAKE: " Takes", Kind.DROP: " Drops", Kind.RESIGN: " Resigns"}


def write_mat(match: MatchRecord, form: str = "mat") -> str:
    """Return the text of a match as ``mat``, ``snowie`` or ``xg``.

    Raises RuleBroken ``file.cannot_say`` for an action that these formats cannot express.
    """
    lines = [] if form == "snowie" else [f'; [{key} "{text}"]' for key, text in _tags(match)]
    if lines:
        lines.append("")
    lines += [f" {match.length} point match", ""]
    for number, game in enumerate(match.games, start=1):
        lines += _game(match, game, number, form)
    return "\n".join(lines) + "\n"


def _tags(match: MatchRecord) -> list[tuple[str, str]]:
    """Return the header lines of the record; without any, the names of the players, and always the variation."""
    tags = [*match.tags] or [("Player 1", match.players[0]), ("Player 2", match.players[1])]
    if match.variation and not any(key.lower() == "variation" for key, _ in tags):
        tags.append(("Variation", match.variation))
    return [(key, text.replace('"', "'")) for key, text in tags]


def _game(match: MatchRecord, game: GameRecord, number: int, form: str) -> Iterator[str]:
    yield f" Game {game.number or number}"
    score = game.score or (0, 0)
    yield f" {match.players[0]} : {score[0]}".ljust(_NAME_WIDTH) + f" {match.players[1]} : {score[1]}"
    for row, cells in enumerate(in_rows(game.actions), start=1):
        left, right = (_cell(action, form) if action else "" for action in cells)
        left = left.ljust(LEFT_WIDTH - 1) if len(left) < LEFT_WIDTH - 1 else left + "  "
        line = f"{row:>3}) {left}{right}"
        # GNU Backgammon looks for the right cell from column 15 on, and takes a word without blanks after it for one.
        yield line if not right and _is_word(cells[0]) else line.rstrip()
    if game.result:
        points = game.result.points
        indent = _XG_WIDTH if game.result.winner == 1 else 6
        if game.result.winner is None:
            yield " " * indent + f"Draw {points} point{'' if points == 1 else 's'} each"
    if game.result and game.result.winner is not None:
        yield " " * indent + f"Wins {points} point{'s' if points > 1 else ''}"
    yield ""


def _is_word(action: Action | None) -> bool:
    """Whether a cell is a word, and neither a roll nor empty."""
    return action is not None and action.kind is not Kind.PLAY


def _cell(action: Action, form: str) -> str:
    if action.kind in (Kind.PLAY, Kind.RESIGN) and (action.dice or action.kind is Kind.PLAY):
        dice = "".join(map(str, action.dice)) if action.dice else "00"
        words = "????" if action.kind is Kind.RESIGN else write_moves(action.play, form)
        return f"{dice}: {words}"
    if action.kind is Kind.REST:
        return f" Completes {write_moves(action.play, form)}".rstrip()
    if action.kind is Kind.DOUBLE:
        return " Doubles" if action.value is None else f" Doubles => {action.value}"
    if action.kind is Kind.BEAVER:
        return " Beavers" if action.value is None else f" Beavers => {action.value}"
    if action.kind not in _WORDS:
        raise RuleBroken("file.cannot_say", form=form, kind=action.kind)
    return _WORDS[action.kind]


def write_moves(play: str, form: str) -> str:
    """Return a play as the format writes it; one that cannot be read stays as it is."""
    try:
        hops = read_play(play).hops
    except RuleBroken:
        return play
    if form == "xg":
        return _counted(hops) or "Cannot Move"
    return " ".join(f"{hop.src}/{hop.dst}" + "*" * hop.hit for hop in hops)


def _counted(hops: tuple[Hop, ...]) -> str:
    counts: dict[tuple[int, int], list[Hop]] = {}
    for hop in hops:
        counts.setdefault((hop.src, hop.dst), []).append(hop)
    words = []
    for (src, dst), twins in counts.items():
        word = f"{point_name(src).capitalize()}/{point_name(dst).capitalize()}"
        mark = "*" * any(hop.hit for hop in twins)
        words.append(word + mark + (f"({len(twins)})" if len(twins) > 1 else ""))
    return " ".join(words)
