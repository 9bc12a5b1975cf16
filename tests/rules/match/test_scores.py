"""Bare scores: which are possible, and what they show without their games."""

import pytest

from rules.errors import RuleBroken
from rules.match.crawford import Phase
from rules.match.games import GameResult
from rules.match.reach import is_game_worth, last_game_phases
from rules.match.score import Score, replay, report_score
from rules.match.terms import BOTTOM, TOP, Side, Terms, Win

type Pair = tuple[int, int]


@pytest.mark.parametrize(
    ("points", "winner", "shown"),
    [
        ((11, 10), TOP, (11, 10)),
        ((12, 0), TOP, (11, 0)),
        ((13, 10), TOP, (11, 10)),
        ((0, 11), BOTTOM, (0, 11)),
    ],
)
def test_e8_a_score_with_one_winner_is_accepted(points: Pair, winner: Side, shown: Pair) -> None:
    score = report_score(Terms(11), points)

    assert (score.points, score.winner, score.shown) == (points, winner, shown)
    assert (score.crawford_game, score.running) == (None, ())


@pytest.mark.parametrize(
    ("terms", "points", "code"),
    [
        (Terms(11), (11, 11), "score.both"),
        (Terms(11), (13, 12), "score.both"),
        (Terms(11), (10, 9), "score.winner"),
        (Terms(11), (0, 0), "score.winner"),
        (Terms(11), (11, -1), "score.negative"),
        (Terms(11), (-1, -1), "score.negative"),
        (Terms(11, (0, 3)), (11, 2), "score.start"),
        (Terms(11), (45, 0), "score.range"),
        (Terms(1), (5, 0), "score.range"),
        (Terms(11, (0, 10)), (0, 14), "score.range"),
    ],
)
def test_e8_impossible_scores_are_refused(terms: Terms, points: Pair, code: str) -> None:
    with pytest.raises(RuleBroken) as broken:
        report_score(terms, points)

    assert broken.value.code == code
    assert broken.value.facts["score"] == points
    assert broken.value.facts["length"] == terms.length


@pytest.mark.parametrize(
    ("terms", "points", "codes"),
    [
        (Terms(11), (11, 4), []),
        (Terms(11), (22, 4), []),
        (Terms(11), (23, 4), ["score.implausible"]),
        (Terms(11), (11, 10), ["crawford.implied"]),
        (Terms(11, (10, 0)), (11, 0), ["crawford.implied"]),
        (Terms(11, (10, 10)), (11, 10), []),
        (Terms(1), (1, 0), []),
        (Terms(11, crawford=False), (11, 10), []),
        (Terms(12), (12, 4), ["length.even"]),
        (Terms(11, holland=True), (11, 4), ["holland.unchecked"]),
        (Terms(11, holland=True), (11, 0), []),
        (Terms(11, holland=True), (11, 10), ["crawford.implied", "holland.unchecked"]),
    ],
)
def test_a_bare_score_is_noted_for_what_it_leaves_open(terms: Terms, points: Pair, codes: list[str]) -> None:
    score = report_score(terms, points)

    assert [note.code for note in score.notes] == codes
    assert all(note.game is None for note in score.notes)


def test_the_notes_of_a_bare_score_have_the_score() -> None:
    score = report_score(Terms(11), (25, 10))

    assert {note.code: note.facts for note in score.notes} == {
        "score.implausible": {"score": (25, 10), "length": 11},
        "crawford.implied": {"score": (25, 10), "length": 11},
    }


@pytest.mark.parametrize(
    ("points", "worth"),
    [
        (-4, False),
        (0, False),
        (1, True),
        (2, True),
        (3, True),
        (4, True),
        (5, False),
        (6, True),
        (7, False),
        (9, False),
        (12, True),
        (24, True),
        (2**21, True),
        (2**22, False),
        (3 * 2**20, True),
        (3 * 2**21, False),
    ],
)
def test_a_game_is_worth_a_cube_once_twice_or_three_times(points: int, worth: bool) -> None:
    assert is_game_worth(points) is worth


def played_out(terms: Terms, largest_cube: int) -> dict[Pair, set[Phase]]:
    """Every final score that play can reach, with the phases of its last game: all matches, one by one."""
    cubes = [2**turn for turn in range(largest_cube.bit_length())]
    games = [GameResult(side, win, cube) for side in Side for win in Win for cube in cubes]
    phases: dict[Pair, set[Phase]] = {}
    seen = set()
    waiting: list[list[GameResult]] = [[]]
    while waiting:
        before = waiting.pop()
        for game in games:
            try:
                score = replay(terms, [*before, game])
            except RuleBroken:
                continue
            at_crawford = score.crawford_game == len(score.running)
            if score.winner is None:
                if (place := (score.points, score.crawford_game is not None)) not in seen:
                    seen.add(place)
                    waiting.append([*before, game])
            elif at_crawford:
                phases.setdefault(score.points, set()).add(Phase.CRAWFORD)
            elif score.crawford_game:
                phases.setdefault(score.points, set()).add(Phase.POST_CRAWFORD)
            else:
                origin = score.running[-2] if len(score.running) > 1 else terms.start
                last = Phase.DMP if terms.away(origin) == (1, 1) else Phase.NORMAL
                phases.setdefault(score.points, set()).add(last)
    return phases


@pytest.mark.parametrize(
    "terms",
    [
        Terms(1),
        Terms(2),
        Terms(3),
        Terms(5),
        Terms(5, crawford=False),
        Terms(4, (3, 0)),
        Terms(4, (0, 3)),
        Terms(4, (3, 3)),
        Terms(5, (3, 2)),
        Terms(5, (4, 2)),
        Terms(3, (1, 2), crawford=False),
    ],
)
def test_a_bare_score_is_reachable_exactly_if_some_match_reaches_it(terms: Terms) -> None:
    phases = played_out(terms, largest_cube=16)

    for winning in range(terms.length, 20):
        for losing in range(terms.length):
            for points in ((winning, losing), (losing, winning)):
                winner = terms.winner(points)
                assert winner is not None
                if min(now - then for now, then in zip(points, terms.start, strict=True)) >= 0:
                    assert last_game_phases(terms, points, winner) == phases.get(points, set()), points


def test_a_bare_score_gives_the_same_result_as_its_games() -> None:
    games = [GameResult(BOTTOM, cube=2), GameResult(TOP), GameResult(BOTTOM, Win.GAMMON)]

    from_games, bare = replay(Terms(3), games), report_score(Terms(3), (1, 4))

    assert bare == Score(from_games.points, from_games.winner, from_games.shown, notes=bare.notes)
