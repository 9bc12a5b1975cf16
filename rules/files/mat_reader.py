"""Read the ``.mat`` family: Jellyfish and GNU files, Snowie text, XG text, and the variants that servers write.

A file is read by its words, not by column. Columns matter in two places only: to tell left from right in a row with one
cell, and to tell whose a result is. Source: docs/rules/files.md#mat.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from rules.errors import RuleBroken
from rules.files.choice import chosen
from rules.files.limits import MOST_ROWS, check_games, lines_of, match_length, number
from rules.game.dice import Dice
from rules.game.findings import Finding, finding
from rules.game.notation import ILLEGAL_PLAY
from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result
from rules.notation.xgid import read_xgid

_LENGTH = re.compile(r"\s{0,40}(\d+) points? match", re.IGNORECASE | re.ASCII)
_MONEY = re.compile(r"\s{0,40}(?:unlimited (?:game|match)|money (?:session|game))\s*$", re.IGNORECASE | re.ASCII)
_GAME = re.compile(r"\s{0,40}Game (\d{1,5}):?\s*$", re.IGNORECASE | re.ASCII)
_ROW = re.compile(r" {0,8}(\d{1,4})\)", re.ASCII)
_PLAIN_ROW = re.compile(
    r" {0,8}([0-9]{1,4})\)( *)([0-9][0-9]):([0-9/*() abfor]*)(?: ([0-9][0-9]):([0-9/*() abfor]*))?$"
)
_ONLY_RESULT = re.compile(r" {0,8}\d{1,4}\)\s{0,80}(?:wins|draw)", re.IGNORECASE | re.ASCII)
_SCORE = re.compile(r" ?: ?(\d{1,9})(?:,[\d.]{1,12})?", re.ASCII)
_CELL = re.compile(
    r"(?<!\d)(\d\d\d?): ?|(?<![a-z])((?:re)?doubles|accepts|takes|drops|rejects|passes|beavers|raccoons|completes|draw"
    r"|wins|losses|loses|concedes|resigns|resigned|\?{4})(?![a-z])",
    re.IGNORECASE | re.ASCII,
)
_VALUE = re.compile(r" ?=>? ?(\d{1,9})", re.ASCII)
_EACH = re.compile(r"Draw(?: +(\d+) +points? +each)?\s*$", re.IGNORECASE | re.ASCII)
_POINTS = re.compile(r"(?:Wins) +(\d+) +points?\b", re.IGNORECASE | re.ASCII)
_WORDS = {
    "doubles": Kind.DOUBLE, "redoubles": Kind.DOUBLE, "takes": Kind.TAKE, "accepts": Kind.TAKE,
    "resigned": Kind.RESIGN, "drops": Kind.DROP, "rejects": Kind.DROP, "passes": Kind.DROP, "beavers": Kind.BEAVER,
    "raccoons": Kind.BEAVER, "concedes": Kind.RESIGN, "resigns": Kind.RESIGN, "????": Kind.RESIGN,
    "losses": Kind.RESIGN, "loses": Kind.RESIGN, "completes": Kind.REST,
}  # fmt: skip
_RESIGNING = {word for word, kind in _WORDS.items() if kind is Kind.RESIGN}
_SET_POSITION = "Set Pos="
_ILLEGAL = re.compile(r"illegal play *\(([^()]{0,400})\)", re.IGNORECASE | re.ASCII)
_LEFT_WITHIN = 7  # blanks between the row number and a cell of the left column
_MOST_TAGS = 100
_MOST_REMARKS = 50
_DICE = {f"{one}{two}": (one, two) for one in range(10) for two in range(10) if one or two}
_ON_OFF = {"on": True, "off": False}
# Nearly all actions of a file are made in one place; filling a named tuple directly takes half the time there.
_new = tuple.__new__


@dataclass(slots=True)
class _OpenGame:
    """The game being read. ``middle`` is the column between the two players."""

    number: int
    score: tuple[int, int] | None = None
    middle: int = 20
    actions: list[Action] = field(default_factory=list)
    result: Result | None = None
    rows: int = 0
    row: int = 0  # the number of the row read last

    def record(self) -> GameRecord:
        self._resign_last_roll()
        return GameRecord(self.number, self.score, tuple(self.actions), self.result)

    def _resign_last_roll(self) -> None:
        """Take a roll that was not played, right before the opponent's win, for a resignation."""
        last = self.actions[-1] if self.actions else None
        if last is None or self.result is None or last.kind is not Kind.PLAY or last.play or not last.dice:
            return
        if self.result.winner == 1 - last.side:
            self.actions[-1] = Action(last.side, Kind.RESIGN, last.row, last.dice)


class _Reader:
    """The state of reading one match. ``late_tags`` are header lines below a game: of this match, or of the next."""

    def __init__(self, tags: Iterable[tuple[str, str]] = ()) -> None:
        self.tags = list(tags)
        self.late_tags: list[tuple[str, str]] = []
        self.length: int | None = None
        self.players: tuple[str, str] | None = None
        self.games: list[GameRecord] = []
        self.game: _OpenGame | None = None
        self.remarks: list[Finding] = []

    def read_plain_rows(self, lines: Sequence[str], at: int) -> int:
        """Read the rows that have only rolls and plays, as most have, from line ``at`` on; return where they end."""
        game = self.game
        if game is None or game.score is None:
            return at
        end = min(len(lines), at + MOST_ROWS - game.rows)
        for index in range(at, end):
            plain = _PLAIN_ROW.match(lines[index])
            if plain is None:
                return index
            number_of_row, gap, one, play, other, answer = plain.groups()
            row, side, dice = int(number_of_row), 0 if len(gap) <= _LEFT_WITHIN else 1, _DICE.get(one)
            if row != game.row + 1 or dice is None or (other and (side or other not in _DICE)):
                return index
            game.actions.append(_new(Action, (side, Kind.PLAY, row, dice, play.strip(), None, None)))
            if other:
                game.actions.append(_new(Action, (1, Kind.PLAY, row, _DICE[other], answer.strip(), None, None)))
            game.row = row
            game.rows += 1
        return max(at, end)

    def read_line(self, line: str) -> None:
        """Read one line that is no plain row."""
        game = self.game
        row = _ROW.match(line)
        if row and game and game.score is not None:
            self._check_row(game, int(row[1]), line)
            self._read_row(game, int(row[1]), line, row.end())
        elif not line or line.isspace():
            return
        elif line.lstrip().startswith(";"):
            self._read_tag(line)
        elif head := _GAME.match(line):
            self._open_game(int(head[1]))
        elif (length := _LENGTH.match(line)) and self.length is None:
            self.length = match_length(length[1])
        elif self.length is None and _MONEY.match(line):
            self.length = 0
        elif game and game.score is None:
            self._read_names(game, line)
        else:
            self._read_loose_line(line)

    def _check_row(self, game: _OpenGame, row: int, line: str) -> None:
        """Report a row whose number does not follow the one before: rows are missing, or have changed places.

        The first row is 1. A row that only says who wins may have any number.
        """
        follows = row == game.row + 1 or _ONLY_RESULT.match(line)
        if not follows and len(self.remarks) < _MOST_REMARKS:
            at = len(self.games) + 1
            self.remarks.append(finding("row.number", at, row, expected=game.row + 1, got=row))
        game.row = row

    def _read_tag(self, line: str) -> None:
        if self.game and _SET_POSITION in line:
            self._read_position(self.game, line)
            return
        key, quote, text = line.strip(" ;[\t").partition(' "')
        tags = self.late_tags if self.game else self.tags
        if quote and len(tags) < _MOST_TAGS:
            tags.append((key.strip(), text.rstrip("] \t").removesuffix('"')))

    def _read_position(self, game: _OpenGame, line: str) -> None:
        """Read a position that was set up: ``; Set Pos=XGID=…``."""
        try:
            xg = read_xgid(line.partition(_SET_POSITION)[2])
        except RuleBroken:
            self._remark(None, line.strip())
            return
        game.actions.append(Action(xg.turn, Kind.POSITION, position=xg.position))

    def _open_game(self, game_number: int) -> None:
        self.close_game()
        check_games(len(self.games) + 1, self.length or 0)
        self.game = _OpenGame(game_number)

    def close_game(self) -> None:
        """Put the game being read with those that are finished."""
        if self.game:
            self.games.append(self.game.record())
        self.game = None

    def _read_names(self, game: _OpenGame, line: str) -> None:
        """Read ``name : 0      name : 0``; a long name leaves no blank before the second."""
        first = _SCORE.search(line)
        later = list(_SCORE.finditer(line, first.end())) if first else []
        second = later[-1] if later else None
        if first is None or second is None or second[0] != line[second.start() :].rstrip():
            raise RuleBroken("file.names", game=len(self.games) + 1, got=line.strip()[:60])
        left, right = line[: first.start()].strip(), line[first.end() : second.start()]
        if self.players is None:
            self.players = left, right.strip()
        game.score = number(first[1]), number(second[1])
        game.middle = (first.end() + len(right) - len(right.lstrip())) // 2

    def _read_row(self, game: _OpenGame, row: int, line: str, start: int) -> None:
        game.rows += 1
        if game.rows > MOST_ROWS:
            raise RuleBroken("file.rows", most=MOST_ROWS, game=len(self.games) + 1)
        boards = [illegal[1] for illegal in _ILLEGAL.finditer(line, start)] if "(" in line else []
        if boards:
            # The digits of these boards would read as rolls. The words left in their place keep the columns.
            line = _ILLEGAL.sub(lambda illegal: ILLEGAL_PLAY.ljust(len(illegal[0])), line)
        cells = list(_CELL.finditer(line, start))
        if not cells:
            if rest := line[start:].strip():
                self._remark(row, rest)
            return
        if before := line[start : cells[0].start()].strip():
            self._remark(row, before)
        side = 0 if cells[0].start() - start <= _LEFT_WITHIN else 1
        ends = [*(cell.start() for cell in cells[1:]), len(line)]
        for index, (cell, end) in enumerate(zip(cells, ends, strict=True)):
            words = line[cell.end() : end]
            if index and _is_same_cell(cells[index - 1], cell):
                _resign_roll(game, side, row)
                continue
            side += index > 0
            if side > 1:
                self._remark(row, line[cell.start() :].strip())
                return
            self._read_cell(game, side, row, cell, words)
            if boards and words.strip() == ILLEGAL_PLAY:
                _set_board(game, boards.pop(0))

    def _read_cell(self, game: _OpenGame, side: int, row: int, cell: re.Match[str], words: str) -> None:
        digits, word = cell[1], cell[2]
        if digits:
            dice: Dice | None = tuple(map(int, digits)) if digits.strip("0") else None
            game.actions.append(Action(side, Kind.PLAY, row, dice, words.strip()))
            return
        name = word.lower()
        if name in ("wins", "draw"):
            self._read_result(game, side, cell.group() + words, row)
            return
        if name == "completes":
            game.actions.append(Action(side, Kind.REST, row, play=words.strip()))
            return
        value = _VALUE.match(words) if name.endswith(("doubles", "beavers", "raccoons")) else None
        cube = number(value[1]) if value else None
        game.actions.append(Action(side, _WORDS[name], row, value=cube))

    def _read_result(self, game: _OpenGame, side: int, words: str, row: int | None) -> None:
        points, each = _POINTS.match(words), _EACH.match(words)
        if each and game.result is None:
            game.result = Result(None, number(each[1] or "0"))
        elif points is None:
            self._remark(row, words.strip())
        elif game.result is None:
            game.result = Result(side, number(points[1]))

    def _read_loose_line(self, line: str) -> None:
        """Read a line without a row number: a result, a word of its own, or nothing that can be read."""
        game, cell = self.game, _CELL.search(line)
        if game and cell and cell[2] and not line[: cell.start()].strip():
            side = 0 if cell.start() < game.middle else 1
            if cell[2].lower() in ("wins", "draw"):
                self._read_result(game, side, line[cell.start() :], None)
                return
            if cell[2].lower() in _WORDS:
                self._read_cell(game, side, 0, cell, line[cell.end() :])
                return
        self._remark(None, line.strip())

    def _remark(self, row: int | None, words: str) -> None:
        """Add a finding on words that cannot be read."""
        if len(self.remarks) < _MOST_REMARKS:
            game = len(self.games) + 1 if self.game else None
            self.remarks.append(finding("line.unread", game, row, got=words[:60]))


def _is_same_cell(before: re.Match[str], cell: re.Match[str]) -> bool:
    """Whether a word belongs to the roll before it: ``62: Concedes``, ``51: ????``."""
    return bool(before[1] and cell[2] and cell.start() - before.end() <= 2 and cell[2].lower() in _RESIGNING)


def _resign_roll(game: _OpenGame, side: int, row: int) -> None:
    """Replace the roll just read by a resignation: it was not played."""
    roll = game.actions.pop()
    game.actions.append(Action(side, Kind.RESIGN, row, roll.dice))


def _set_board(game: _OpenGame, text: str) -> None:
    """Set the board that an illegal play left if it is written as an XGID; any other text is ignored."""
    try:
        xg = read_xgid(text)
    except RuleBroken:
        return
    game.actions.append(Action(xg.turn, Kind.POSITION, position=xg.position))


def read_mat(text: str, form: str = "mat") -> MatchRecord:
    """Read a file of this family that holds one match.

    Raises RuleBroken ``file.two_matches`` for more, and as ``mat_matches`` does.
    """
    return chosen(mat_matches(text, form))


def mat_matches(text: str, form: str = "mat") -> tuple[MatchRecord, ...]:
    """Read every match of a file of this family; ``form`` is stored with them. A length below a game begins another.

    Raises RuleBroken ``file.length`` (no match length), ``file.no_game``, ``file.names``, ``file.rows``,
    ``file.games``, ``length.range``, ``number.range``, and as ``lines_of`` does.
    """
    readers = [_Reader()]
    lines = lines_of(text.expandtabs() if "\t" in text else text)
    at = 0
    while (at := readers[-1].read_plain_rows(lines, at)) < len(lines):
        reader, line = readers[-1], lines[at]
        at += 1
        if not line:
            continue
        if reader.game and reader.length is not None and (_LENGTH.match(line) or _MONEY.match(line)):
            readers.append(_Reader(reader.late_tags))
            reader.late_tags = []
        readers[-1].read_line(line)
    return tuple(_match(reader, form) for reader in readers)


def _match(reader: _Reader, form: str) -> MatchRecord:
    reader.close_game()
    reader.tags += reader.late_tags
    if reader.length is None:
        raise RuleBroken("file.length")
    if not reader.games:
        raise RuleBroken("file.no_game", length=reader.length)
    tags = {key.lower(): text for key, text in reader.tags}
    return MatchRecord(
        length=reader.length or 0,
        players=reader.players or ("", ""),
        games=tuple(reader.games),
        tags=tuple(reader.tags),
        form=form,
        crawford=_ON_OFF.get(tags.get("crawford", "").lower()),
        jacoby=_ON_OFF.get(tags.get("jacoby", "").lower()),
        beavers=_ON_OFF.get(tags.get("beaver", tags.get("beavers", "")).lower()),
        variation=tags.get("variation"),
        remarks=tuple(reader.remarks),
    )
