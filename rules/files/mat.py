"""Read the ``.mat`` family: Jellyfish and GNU files, Snowie text, XG text, and what servers make of them.

A file is read by token, not by column; columns only tell left from right where a row has one cell, and whose
result a line is. Dialects that are read: docs/rules/files.md#mat.
"""

import re
from dataclasses import dataclass, field

from rules.errors import RuleBroken
from rules.files.limits import MOST_ROWS, check_games, lines_of, match_length, number
from rules.game.findings import Finding, finding
from rules.game.notation import STOOD
from rules.game.record import Action, Game, Kind, Match, Result
from rules.notation.xgid import read_xgid

_LENGTH = re.compile(r"\s{0,40}(\d+) point match", re.IGNORECASE | re.ASCII)
_GAME = re.compile(r"\s{0,40}Game (\d{1,5})\s*$", re.IGNORECASE | re.ASCII)
_ROW = re.compile(r" {0,8}(\d{1,4})\)", re.ASCII)
_SCORE = re.compile(r" ?: ?(\d{1,9})(?:,[\d.]{1,12})?", re.ASCII)
_CELL = re.compile(
    r"(?<!\d)(\d\d): ?|(?<![a-z])((?:re)?doubles|accepts|takes|drops|rejects|passes|beavers|raccoons"
    r"|wins|losses|loses|concedes|resigns|\?{4})(?![a-z])",
    re.IGNORECASE | re.ASCII,
)
_VALUE = re.compile(r" ?=>? ?(\d{1,9})", re.ASCII)
_POINTS = re.compile(r"(?:Wins) +(\d+) +points?\b", re.IGNORECASE | re.ASCII)
_WORDS = {
    "doubles": Kind.DOUBLE, "redoubles": Kind.DOUBLE, "takes": Kind.TAKE, "accepts": Kind.TAKE,
    "drops": Kind.DROP, "rejects": Kind.DROP, "passes": Kind.DROP, "beavers": Kind.BEAVER,
    "raccoons": Kind.BEAVER, "concedes": Kind.RESIGN, "resigns": Kind.RESIGN, "????": Kind.RESIGN,
    "losses": Kind.RESIGN, "loses": Kind.RESIGN,
}  # fmt: skip
_GAVE_UP = {word for word, kind in _WORDS.items() if kind is Kind.RESIGN}
_SET_POSITION = "Set Pos="
_ILLEGAL = re.compile(r"illegal play *\(([^()]{0,400})\)", re.IGNORECASE | re.ASCII)
_LEFT_WITHIN = 7  # blanks between the row number and a cell of the left column
_DICE = {f"{one}{two}": (one, two) for one in range(10) for two in range(10) if one or two}
_ON_OFF = {"on": True, "off": False}


@dataclass(slots=True)
class _Page:
    """The game being read."""

    number: int
    score: tuple[int, int] | None = None
    middle: int = 20
    actions: list[Action] = field(default_factory=list)
    result: Result | None = None
    rows: int = 0

    def game(self) -> Game:
        return Game(self.number, self.score, tuple(self.actions), self.result)


class _Reader:
    """The state of reading one file."""

    def __init__(self) -> None:
        self.tags: list[tuple[str, str]] = []
        self.length: int | None = None
        self.players: tuple[str, str] | None = None
        self.games: list[Game] = []
        self.page: _Page | None = None
        self.remarks: list[Finding] = []

    def line(self, line: str) -> None:
        """Read one line."""
        row = _ROW.match(line)
        if row and self.page and self.page.score is not None:
            if not self._plain_row(line, row.end(), int(row[1])):
                self._row(int(row[1]), line, row.end())
        elif not line or line.isspace():
            return
        elif line.lstrip().startswith(";"):
            self._tag(line)
        elif game := _GAME.match(line):
            self._turn_page(int(game[1]))
        elif (length := _LENGTH.match(line)) and self.length is None:
            self.length = match_length(length[1])
        elif self.page and self.page.score is None:
            self._names(line)
        else:
            self._loose(line)

    def _tag(self, line: str) -> None:
        if self.page and _SET_POSITION in line:
            self._position_set(line)
            return
        key, quote, text = line.strip(" ;[\t").partition(' "')
        if quote and len(self.tags) < 100:
            self.tags.append((key.strip(), text.rstrip("] \t").removesuffix('"')))

    def _position_set(self, line: str) -> None:
        """A board put up by hand: ``; Set Pos=XGID=…``."""
        assert self.page  # noqa: S101 -- the caller has a game open
        try:
            xg = read_xgid(line.partition(_SET_POSITION)[2])
        except RuleBroken:
            self._unread(None, line.strip())
            return
        self.page.actions.append(Action(xg.turn, Kind.POSITION, position=xg.position))

    def _turn_page(self, game_number: int) -> None:
        self.close()
        check_games(len(self.games) + 1, self.length or 0)
        self.page = _Page(game_number)

    def close(self) -> None:
        """Put the game being read with the others."""
        if self.page:
            self.games.append(self.page.game())
        self.page = None

    def _names(self, line: str) -> None:
        """``name : 0      name : 0``; long names leave no blank before the second."""
        first = _SCORE.search(line)
        later = list(_SCORE.finditer(line, first.end())) if first else []
        second = later[-1] if later else None
        if first is None or second is None or second[0] != line[second.start() :].rstrip():
            raise RuleBroken("file.names", game=len(self.games) + 1, got=line.strip()[:60])
        assert self.page  # noqa: S101 -- the caller has a game open
        left, right = line[: first.start()].strip(), line[first.end() : second.start()]
        if self.players is None:
            self.players = left, right.strip()
        self.page.score = number(first[1]), number(second[1])
        self.page.middle = (first.end() + len(right) - len(right.lstrip())) // 2

    def _plain_row(self, line: str, start: int, row: int) -> bool:
        """Read a row of rolls and plays in figures, as most are; False: it is another kind of row."""
        page = self.page
        first = line.find(":", start)
        if first < 0 or page is None or page.rows >= MOST_ROWS or "?" in line or line.upper() != line.lower():
            return False
        second = line.find(":", first + 1)
        gap = line[start : first - 2]
        if (gap and not gap.isspace()) or line[first - 2 : first] not in _DICE or line[first - 3].isdecimal():
            return False
        side = 0 if len(gap) <= _LEFT_WITHIN else 1
        dice = _DICE[line[first - 2 : first]]
        if second < 0:
            page.actions.append(Action(side, Kind.PLAY, row, dice, line[first + 1 :].strip()))
        else:
            shown = line[second - 2 : second]
            if side or shown not in _DICE or not line[second - 3].isspace() or line.find(":", second + 1) >= 0:
                return False
            page.actions.append(Action(0, Kind.PLAY, row, dice, line[first + 1 : second - 2].strip()))
            page.actions.append(Action(1, Kind.PLAY, row, _DICE[shown], line[second + 1 :].strip()))
        page.rows += 1
        return True

    def _row(self, row: int, line: str, start: int) -> None:
        page = self.page
        assert page  # noqa: S101 -- the caller has a game open
        page.rows += 1
        if page.rows > MOST_ROWS:
            raise RuleBroken("file.rows", most=MOST_ROWS, game=len(self.games) + 1)
        boards = [found[1] for found in _ILLEGAL.finditer(line, start)]
        if boards:
            # The board is taken out of the row, where its figures would read as rolls; columns keep their places.
            line = _ILLEGAL.sub(lambda found: STOOD.ljust(len(found[0])), line)
        cells = [(found, found.start()) for found in _CELL.finditer(line, start)]
        if not cells:
            if rest := line[start:].strip():
                self._unread(row, rest)
            return
        if line[start : cells[0][1]].strip():
            self._unread(row, line[start : cells[0][1]].strip())
        side = 0 if cells[0][1] - start <= _LEFT_WITHIN else 1
        last = len(cells) - 1
        for index, (found, _) in enumerate(cells):
            end = cells[index + 1][1] if index < last else len(line)
            words = line[found.end() : end]
            if index and self._same_cell(cells[index - 1][0], found):
                self._gave_up(side, row)
                continue
            side += index > 0
            if side > 1:
                self._unread(row, line[found.start() :].strip())
                return
            self._cell(side, row, found, words)
            if boards and words.strip() == STOOD:
                self._board_after(boards.pop(0))

    def _board_after(self, text: str) -> None:
        """The board that an illegal play left, where it is told as an XGID; another form says nothing to us."""
        assert self.page  # noqa: S101 -- the caller has a game open
        try:
            xg = read_xgid(text)
        except RuleBroken:
            return
        self.page.actions.append(Action(xg.turn, Kind.POSITION, position=xg.position))

    @staticmethod
    def _same_cell(before: re.Match[str], found: re.Match[str]) -> bool:
        """Whether a word belongs to the roll before it: ``62: Concedes``, ``51: ????``."""
        return bool(before[1] and found[2] and found.start() - before.end() <= 2 and found[2].lower() in _GAVE_UP)

    def _gave_up(self, side: int, row: int) -> None:
        """The roll just read was not played: its side gave up the game."""
        assert self.page  # noqa: S101 -- the caller has a game open
        roll = self.page.actions.pop()
        self.page.actions.append(Action(side, Kind.RESIGN, row, roll.dice))

    def _cell(self, side: int, row: int, found: re.Match[str], words: str) -> None:
        assert self.page  # noqa: S101 -- the caller has a game open
        dice, word = found[1], found[2]
        if dice:
            rolled = None if dice == "00" else (int(dice[0]), int(dice[1]))
            self.page.actions.append(Action(side, Kind.PLAY, row, rolled, words.strip()))
            return
        name = word.lower()
        if name == "wins":
            self._wins(side, found.group() + words, row)
            return
        value = _VALUE.match(words) if name.endswith(("doubles", "beavers", "raccoons")) else None
        cube = number(value[1]) if value else None
        self.page.actions.append(Action(side, _WORDS[name], row, value=cube))

    def _wins(self, side: int, words: str, row: int | None) -> None:
        assert self.page  # noqa: S101 -- the caller has a game open
        points = _POINTS.match(words)
        if points is None:
            self._unread(row, words.strip())
        elif self.page.result is None:
            self.page.result = Result(side, number(points[1]))

    def _loose(self, line: str) -> None:
        """A line that is no row: a result, or nothing that can be read."""
        found = _CELL.search(line)
        if self.page and found and found[2] and not line[: found.start()].strip():
            side = 0 if found.start() < self.page.middle else 1
            if found[2].lower() == "wins":
                self._wins(side, line[found.start() :], None)
                return
            if found[2].lower() in _WORDS:
                self._cell(side, 0, found, line[found.end() :])
                return
        self._unread(None, line.strip())

    def _unread(self, row: int | None, words: str) -> None:
        if len(self.remarks) < 50:
            game = len(self.games) + 1 if self.page else None
            self.remarks.append(finding("line.unread", game, row, got=words[:60]))


def read_mat(text: str, form: str = "mat") -> Match:
    """Read a file of this family.

    Raises RuleBroken ``file.length`` (no match length), ``file.names``, ``file.rows``, ``file.games``,
    ``length.range``, ``number.range``, and what ``lines_of`` raises.
    """
    reader = _Reader()
    for line in lines_of(text.expandtabs() if "\t" in text else text):
        reader.line(line)
    reader.close()
    if reader.length is None:
        raise RuleBroken("file.length")
    if not reader.games:
        raise RuleBroken("file.no_game", length=reader.length)
    return _match(reader, form)


def _match(reader: _Reader, form: str) -> Match:
    said = {key.lower(): text for key, text in reader.tags}
    return Match(
        length=reader.length or 0,
        players=reader.players or ("", ""),
        games=tuple(reader.games),
        tags=tuple(reader.tags),
        form=form,
        crawford=_ON_OFF.get(said.get("crawford", "").lower()),
        jacoby=_ON_OFF.get(said.get("jacoby", "").lower()),
        beavers=_ON_OFF.get(said.get("beaver", said.get("beavers", "")).lower()),
        variation=said.get("variation"),
        remarks=tuple(reader.remarks),
    )
