"""What holds for every match that can be played."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.errors import RuleBroken
from rules.match.crawford import Phase, may_double, phase
from rules.match.score import GameResult, Score, replay, report_games, report_score
from rules.match.terms import TOP, Ended, Side, Terms, Win
from rules.match.undoubled import crawford_corrected

CUBES = st.sampled_from([1, 1, 1, 2, 2, 4, 8, 64])


@st.composite
def terms(draw: st.DrawFn) -> Terms:
    """Any terms to 15 points, with or without penalty points."""
    length = draw(st.integers(1, 15))
    penalty = st.one_of(st.just(0), st.integers(0, length - 1))
    crawford = draw(st.booleans())
    return Terms(length, (draw(penalty), draw(penalty)), crawford, crawford and draw(st.booleans()))


@st.composite
def games(draw: st.DrawFn, *, crawford_game: bool = False) -> GameResult:
    """Any possible game; without a double if it is the Crawford game."""
    drop = [] if crawford_game else [Ended.DROP]
    ended = draw(st.sampled_from([Ended.PLAYED, Ended.RESIGNED, *drop]))
    win = Win.SINGLE if ended is Ended.DROP else draw(st.sampled_from(Win))
    return GameResult(draw(st.sampled_from(Side)), win, 1 if crawford_game else draw(CUBES), ended)


@st.composite
def finished(draw: st.DrawFn) -> tuple[Terms, list[GameResult]]:
    """A match played to its end, with the Crawford game by its own definition."""
    agreed = draw(terms())
    points, listed, consumed = list(agreed.start), list[GameResult](), False
    while max(points) < agreed.length:
        one_away = points.count(agreed.length - 1)
        now = agreed.crawford and not consumed and one_away == 1
        game = draw(games(crawford_game=now))
        consumed = consumed or now
        points[0 if game.winner is TOP else 1] += game.points
        listed.append(game)
    return agreed, listed


@given(finished())
def test_points_are_the_start_and_the_sum_of_the_games(match: tuple[Terms, list[GameResult]]) -> None:
    agreed, listed = match

    score = report_games(agreed, listed)

    assert score.running[-1] == score.points
    assert len(score.running) == len(listed)
    assert sum(score.points) == sum(agreed.start) + sum(game.points for game in listed)
    assert score.points[0] == agreed.start[0] + sum(game.points for game in listed if game.winner is TOP)


@given(finished())
def test_every_shorter_list_is_unfinished_and_every_longer_one_refused(
    match: tuple[Terms, list[GameResult]],
) -> None:
    agreed, listed = match

    for played in range(len(listed)):
        assert replay(agreed, listed[:played]).winner is None
        with pytest.raises(RuleBroken, match=r"match\.unfinished"):
            report_games(agreed, listed[:played])
    with pytest.raises(RuleBroken, match=r"match\.over"):
        replay(agreed, [*listed, listed[0]])


@given(finished())
def test_the_score_shown_never_passes_the_length_and_has_one_winner(
    match: tuple[Terms, list[GameResult]],
) -> None:
    agreed, listed = match

    score = replay(agreed, listed)

    assert score.winner is listed[-1].winner
    assert max(score.shown) == agreed.length
    assert min(score.shown) < agreed.length
    assert score.shown[score.winner.other.place] == score.points[score.winner.other.place]


@given(finished())
def test_the_crawford_game_is_the_first_that_starts_one_point_away(
    match: tuple[Terms, list[GameResult]],
) -> None:
    agreed, listed = match
    last = agreed.length - 1

    score = replay(agreed, listed)

    starts = [agreed.start, *score.running[:-1]]
    one_away = [number for number, points in enumerate(starts, 1) if last in points]
    if not agreed.crawford or not one_away or agreed.start == (last, last):
        assert score.crawford_game is None
    else:
        assert score.crawford_game == one_away[0]
        assert not listed[one_away[0] - 1].doubled


@given(finished())
def test_at_most_one_game_of_a_match_bars_the_cube(match: tuple[Terms, list[GameResult]]) -> None:
    agreed, listed = match
    points, barred = agreed.start, list[int]()

    for number, running in enumerate(replay(agreed, listed).running, 1):
        now = phase(agreed, points, bool(barred))
        if not may_double(agreed, now, turns=4):
            barred.append(number)
        points = running

    assert len(barred) <= 1
    assert barred == [number for number in [replay(agreed, listed).crawford_game] if number]


@given(finished(), st.sampled_from([2, 4, 8]))
def test_doubling_in_the_crawford_game_is_always_refused_and_can_be_annulled(
    match: tuple[Terms, list[GameResult]], cube: int
) -> None:
    agreed, listed = match
    number = replay(agreed, listed).crawford_game
    if number is None:
        return
    honest = listed[:number]
    doubled = [*honest[:-1], GameResult(honest[-1].winner, honest[-1].win, cube, honest[-1].ended)]

    with pytest.raises(RuleBroken, match=r"crawford\.cube"):
        replay(agreed, doubled)

    assert crawford_corrected(agreed, doubled).points == replay(agreed, honest).points


@given(finished())
def test_the_bare_score_of_every_match_is_accepted(match: tuple[Terms, list[GameResult]]) -> None:
    agreed, listed = match
    score = report_games(agreed, listed)

    bare = report_score(agreed, score.points)

    assert (bare.points, bare.winner, bare.shown) == (score.points, score.winner, score.shown)
    if "crawford.implied" in [note.code for note in bare.notes]:
        assert score.crawford_game is not None


@given(finished())
def test_swapping_the_sides_swaps_the_score(match: tuple[Terms, list[GameResult]]) -> None:
    agreed, listed = match
    mirrored = Terms(agreed.length, agreed.start[::-1], agreed.crawford, agreed.holland)
    swapped = [GameResult(game.winner.other, game.win, game.cube, game.ended) for game in listed]

    score, mirror = replay(agreed, listed), replay(mirrored, swapped)

    assert mirror.points == score.points[::-1]
    assert mirror.crawford_game == score.crawford_game
    assert [(n.code, n.game) for n in mirror.notes] == [(n.code, n.game) for n in score.notes]


@given(finished())
def test_every_game_reads_back_from_its_name(match: tuple[Terms, list[GameResult]]) -> None:
    _, listed = match

    assert [GameResult.read(game.winner, game.cube, game.kind) for game in listed] == listed


@given(terms(), st.tuples(st.integers(-3, 60), st.integers(-3, 60)))
def test_a_bare_score_is_refused_with_a_code_or_has_one_winner(agreed: Terms, points: tuple[int, int]) -> None:
    refused = ""
    score: Score | None
    try:
        score = report_score(agreed, points)
    except RuleBroken as broken:
        refused, score = broken.code, None

    if score is None:
        assert refused in {"score.negative", "score.both", "score.winner", "score.start", "score.range"}
        return
    assert score.winner is not None
    assert points[score.winner.place] >= agreed.length > points[score.winner.other.place] >= 0


@given(terms(), st.integers(0, 20))
def test_without_holland_and_crawford_the_cube_is_always_free(agreed: Terms, turns: int) -> None:
    free = Terms(agreed.length, agreed.start, crawford=False)

    now = phase(free, free.start, crawford_played=False)

    assert now in (Phase.NORMAL, Phase.DMP)
    assert may_double(free, now, turns=turns)
