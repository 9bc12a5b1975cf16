"""Plain rows and plain turns take a short way through the reader and the referee, to the end of the long way."""

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.files.limits import decode, lines_of
from rules.files.mat_reader import _Reader, read_mat
from rules.game.record import Action, GameRecord
from rules.referee.judge import GameJudge, GameVerdict
from rules.rulesets import STANDARD

DATA = Path(__file__).parents[1] / "data"
SELFPLAY = sorted((DATA / "selfplay" / "mat").glob("m*.mat"))
FILES = [*SELFPLAY[::4], *sorted((DATA / "corrupt").glob("*.mat"))[::3]]
CELLS = st.sampled_from(
    ["31: 8/5 6/5", "55:", "64: bar/21 bar/19*", "11: 6/off(2)", "3: 6/5", "00: 1/2", "66: 24/18*/12", "21: a",
     "42: 8/4? 6/4", " Doubles => 2", " Takes", "7: ", "333: 5/2", ""]
)  # fmt: skip
HEAD = " 3 point match\n\n Game 1\n Ann : 0                       Bob : 0\n"


class LongWay(GameJudge):
    """The same judge without the short way."""

    def _plain_turn(self, action: Action) -> bool:
        return False


def judged(judge: GameJudge, game: GameRecord) -> GameVerdict:
    for place, action in enumerate(game.actions):
        judge.place = place
        judge.judge(action)
    return judge.verdict()


def read_by_cells(text: str) -> tuple[list[GameRecord], list[str]]:
    """Read every line the long way; return the games and the codes of the remarks."""
    reader = _Reader()
    for line in lines_of(text.expandtabs()):
        reader.read_line(line)
    reader.close_game()
    return reader.games, [remark.code for remark in reader.remarks]


def is_readable(path: Path) -> bool:
    try:
        read_mat(decode(path.read_bytes()))
    except RuleBroken:
        return False
    return True


@pytest.mark.parametrize("path", [path for path in FILES if is_readable(path)], ids=lambda path: path.stem)
def test_the_short_way_reads_and_judges_a_file_as_the_long_way_does(path: Path) -> None:
    text = decode(path.read_bytes())
    match = read_mat(text)

    assert read_by_cells(text) == (list(match.games), [remark.code for remark in match.remarks])
    for number, game in enumerate(match.games, start=1):
        short, long = GameJudge(number, game, STANDARD, 12), LongWay(number, game, STANDARD, 12)
        assert judged(short, game) == judged(long, game)


@example([(1, 2, "31: 8/5 6/5", 16, "55:")])
@example([(1, 30, "31: 8/5 6/5", 1, "55:"), (3, 1, "31: 8/5", 1, "")])
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 30), CELLS, st.integers(0, 20), CELLS), max_size=4))
def test_any_row_is_read_by_the_short_way_as_by_the_long_way(rows: list[tuple[int, int, str, int, str]]) -> None:
    lines = [f"{row:3}){' ' * gap}{one}{' ' * space}{other}" for row, gap, one, space, other in rows]
    text = HEAD + "\n".join(lines) + "\n"

    match = read_mat(text)

    assert read_by_cells(text) == (list(match.games), [remark.code for remark in match.remarks])
