"""Random evenings over all options and presets: zero sums, offers, rotation, replay, undo, a second reckoning."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.chouette.actions import Action, Answer, Start, TeamAnswers
from rules.chouette.offers import Do, Offer, offers
from rules.chouette.people import sit_down
from rules.chouette.play import BETWEEN_GAMES, play
from rules.chouette.session import (
    Session,
    changes,
    corrected,
    game_actions,
    replay,
    without_last,
    without_last_game,
)
from rules.chouette.table import Table
from rules.errors import RuleBroken
from tests.rules.chouette.oracle import game_points
from tests.rules.chouette.order_oracle import next_order
from tests.rules.chouette.possible import NAMES, any_action, is_offered, random_choice, random_options

SEEDS = st.integers(0, 2**40)
# Between games people mostly start the next, and in a game they mostly play.
WEIGHTS = {Do.JOIN: 0.4, Do.LEAVE: 0.3, Do.START: 3, Do.WIN: 0.25, Do.RESIGN: 0.15, Do.SETTLE: 0.4, Do.EXTRA: 3}
ABSENCES = (Do.SIT_OUT, Do.COME_BACK)


def accepted(table: Table, action: Action) -> Table | None:
    try:
        return play(table, action)
    except RuleBroken:
        return None


def next_action(rng: Random, table: Table, *, some_sit_out: bool) -> Action:
    """Return a possible action, now and then of somebody who sits out or comes back."""
    is_absence = some_sit_out and rng.random() < 0.08
    every: list[Offer] = list(offers(table))
    rows = [each for each in every if (each.do in ABSENCES) == is_absence]
    rows = rows or [each for each in every if each.do not in ABSENCES] or every
    if len(table.order.people) <= 3:
        rows = [each for each in rows if each.do is not Do.LEAVE]
    while True:
        offer = rng.choices(rows, [WEIGHTS.get(each.do, 1) for each in rows])[0]
        action = random_choice(rng, table, offer)
        if accepted(table, action) is not None:
            return action


def evening(seed: int, length: int, *, some_sit_out: bool = False) -> tuple[Session, list[Table], Random]:
    """Return a random session of as many actions, and the table before and after each."""
    rng = Random(seed)
    options = random_options(rng)
    session = Session(options, tuple(rng.sample(NAMES, rng.randint(3, 7))))
    tables = [sit_down(options, session.order)]
    for _ in range(length):
        action = next_action(rng, tables[-1], some_sit_out=some_sit_out)
        session = session.with_action(action)
        tables.append(play(tables[-1], action))
    return session, tables, rng


@given(SEEDS)
@settings(max_examples=20)
def test_every_offer_is_accepted_and_nothing_else(seed: int) -> None:
    _, tables, rng = evening(seed, 14)

    for table in tables:
        for _ in range(6):
            offer = rng.choice(offers(table))
            for action in (random_choice(rng, table, offer), any_action(rng, table)):
                assert (accepted(table, action) is not None) == is_offered(table, action), (table, action)


@given(SEEDS)
@settings(max_examples=40)
def test_points_sum_to_zero_and_the_order_is_a_permutation(seed: int) -> None:
    session, tables, _ = evening(seed, 25, some_sit_out=True)

    for before, after, action in zip(tables, tables[1:], session.actions, strict=False):
        assert sum(after.totals().values()) == 0
        people, order = set(after.order.people), after.order
        assert len(order.people) == len(people)
        if not isinstance(action, BETWEEN_GAMES):
            assert people == set(before.order.people)
        if after.game:
            assert sorted(after.game.line) == sorted(after.game.team)
        if isinstance(action, TeamAnswers) and before.game:
            game = after.game or after.results[-1].game
            answers = dict(action.answers) or dict.fromkeys(before.game.waiting, action.answer)
            dropped = {who for who, answer in answers.items() if answer is Answer.DROP}
            assert set(before.game.players_in) - set(game.players_in) == dropped


@given(SEEDS)
@settings(max_examples=40)
def test_a_second_reckoning_of_each_member_gives_the_same_points(seed: int) -> None:
    session, tables, _ = evening(seed, 25)

    for result in tables[-1].results:
        game = result.game
        if game.partner is None:
            actions = game_actions(session, game.number)
            assert game.points() == game_points(game.box, game.team, actions, session.options)


@given(SEEDS)
@settings(max_examples=40)
def test_a_second_reckoning_of_the_captains_game_gives_the_same_order(seed: int) -> None:
    session, tables, _ = evening(seed, 25)

    for result in tables[-1].results:
        game = result.game
        if game.partner is None:
            actions, box = game_actions(session, game.number), game.points()[game.box]
            expected = next_order(game.box, game.team, actions, session.options, box)
            assert result.next.people == expected, (actions, session.options)


@given(SEEDS)
@settings(max_examples=20)
def test_replay_undo_and_corrections_give_what_was_played(seed: int) -> None:
    session, tables, _ = evening(seed, 20, some_sit_out=True)

    assert replay(session) == tables[-1]
    if not isinstance(session.actions[-1], (*BETWEEN_GAMES, Start)):
        assert replay(without_last(session)) == tables[-2]
    finished = tables[-1].results
    if finished and tables[-1].game is None:
        start = max(at for at, action in enumerate(session.actions) if isinstance(action, Start))
        if any(isinstance(action, BETWEEN_GAMES) for action in session.actions[start:]):
            with pytest.raises(RuleBroken, match="nothing_to_undo"):
                without_last_game(session)
        else:
            assert replay(without_last_game(session)) == tables[start]
    if finished:
        same = corrected(session, 1, game_actions(session, 1))
        assert (same.session, same.changes, same.totals, same.refused) == (session, (), (), None)
        assert changes(tables[-1], tables[-1]) == ()
