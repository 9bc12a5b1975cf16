"""Score cards of two phones: no game that the desk acknowledged is dropped by a phone that has not seen it."""

from dataclasses import dataclass, field
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from journal.models import Record
from rules.match.games import GameResult
from rules.match.terms import BOTTOM, TOP, Side, Win
from tests.contents import nothing_changes, refusal
from tests.factories import a_caller, a_match, undo
from tests.phones import a_phone, claims
from tournaments.actions.matches import claims as acts
from tournaments.actions.matches.claims import Claimed
from tournaments.models import Match, stored_json
from tournaments.read.draws.view import one_match

pytestmark = pytest.mark.django_db
ONE, TWO, THREE = GameResult(TOP), GameResult(BOTTOM, cube=2), GameResult(TOP, Win.GAMMON)


def sends(match: Match, side: Side, *games: GameResult, base: str | None = None) -> str:
    """Send a card as the player on ``side``; return the mark of the card that the desk has then."""
    outcome = acts.claim(match.pk, claims(*games, base=base), a_phone(match, side))
    assert outcome.match is not None
    return outcome.match.card


def test_a_late_card_does_not_drop_the_opponents_game() -> None:
    match = a_match()
    sends(match, TOP, ONE, TWO, base="")

    refused = refusal(lambda: sends(match, BOTTOM, ONE, base=""))

    assert (refused.code, refused.status) == ("card.conflict", 409)
    assert refused.facts["yours"] == {"games": [{"winner": "top", "cube": 1, "kind": "single"}], "score": [1, 0]}
    assert refused.facts["theirs"] == {
        "games": [{"winner": "top", "cube": 1, "kind": "single"}, {"winner": "bottom", "cube": 2, "kind": "single"}],
        "score": [1, 2],
        "entrant": match.top_id,
        "mark": one_match(match.pk).card,
    }
    assert one_match(match.pk).running == (1, 2)


def test_a_card_that_names_the_desks_card_may_change_it() -> None:
    match = a_match()
    mark = sends(match, TOP, ONE, TWO, base="")

    sends(match, BOTTOM, ONE, THREE, base=mark)

    assert one_match(match.pk).running == (3, 0)


@pytest.mark.parametrize("base", [None, "", "0123456789abcdef"])
def test_a_card_without_the_right_base_may_only_add(base: str | None) -> None:
    match = a_match()
    sends(match, TOP, ONE, base="")

    sends(match, BOTTOM, ONE, TWO, base=base)

    assert one_match(match.pk).running == (1, 2)
    assert refusal(lambda: sends(match, BOTTOM, TWO, base=base)).code == "card.conflict"


def test_points_alone_never_drop_games() -> None:
    match = a_match()
    mark = sends(match, TOP, ONE, TWO)

    with nothing_changes():
        acts.claim(match.pk, claims(points=(1, 2)), a_phone(match, BOTTOM))
    assert refusal(lambda: acts.claim(match.pk, claims(points=(3, 2)), a_phone(match, TOP))).code == "card.conflict"
    acts.claim(match.pk, claims(points=(3, 2), base=mark), a_phone(match, TOP))

    assert one_match(match.pk).running == (3, 2)


def test_a_card_that_ends_the_match_drops_no_game_either() -> None:
    match = a_match(length=3)
    sends(match, TOP, TWO, base="")

    refused = refusal(lambda: sends(match, BOTTOM, ONE, THREE, base=""))

    assert refused.code == "card.conflict"
    assert (one_match(match.pk).status, one_match(match.pk).running) == ("open", (0, 2))


def test_the_final_score_alone_is_a_claim_and_no_card() -> None:
    match = a_match()
    sends(match, TOP, ONE, TWO, base="")

    outcome = acts.claim(match.pk, Claimed(points=(7, 1)), a_phone(match, BOTTOM))

    assert outcome.match is not None
    assert (outcome.match.status, outcome.match.settled) == ("finished", True)


def test_equal_cards_have_one_mark_whoever_sends_them() -> None:
    first, second = a_match(), a_match()

    marks = {sends(first, TOP, ONE, TWO), sends(first, BOTTOM, ONE, TWO)}

    assert len(marks) == 1
    assert sends(second, TOP, ONE) not in marks
    assert one_match(second.pk).card != ""
    assert one_match(a_match().pk).card == ""


def test_after_an_undo_the_card_before_it_is_the_base_again() -> None:
    match = a_match()
    before = sends(match, TOP, ONE)
    sends(match, TOP, ONE, TWO)
    record = Record.objects.filter(verb="match.scored").latest("number")

    undo(match.draw.event.tournament_id, record.number, a_caller())

    assert one_match(match.pk).card == before


# --- Any order of cards from two phones

GAMES = st.sampled_from([ONE, TWO, GameResult(BOTTOM), GameResult(TOP, cube=2)])
LOOK, REMOVE, SEND, SEND_WITHOUT_BASE = "look", "remove", "send", "send without a base"
STEPS = st.lists(
    st.tuples(st.sampled_from([TOP, BOTTOM]), GAMES | st.sampled_from([LOOK, REMOVE, SEND, SEND, SEND_WITHOUT_BASE])),
    max_size=24,
)
# Long enough that no list of steps ends it.
LENGTH = 99


@dataclass(slots=True)
class Paper:
    """The games on a phone, and the desk's card that it has seen last, with its mark."""

    games: list[GameResult] = field(default_factory=list)
    seen: list[GameResult] = field(default_factory=list)
    mark: str = ""


@settings(max_examples=60)
@given(steps=STEPS)
def test_no_order_of_cards_loses_an_acknowledged_game_silently(steps: list[tuple[Side, GameResult | str]]) -> None:
    match, papers = a_match(length=LENGTH), {TOP: Paper(), BOTTOM: Paper()}
    desk: list[GameResult] = []

    for side, step in steps:
        paper = papers[side]
        if isinstance(step, GameResult):
            paper.games.append(step)
        elif step == REMOVE:
            del paper.games[-1:]
        elif step == LOOK:
            paper.games, paper.seen, paper.mark = [*desk], [*desk], one_match(match.pk).card
        elif paper.games:
            base = paper.mark if step == SEND else None
            has_seen = step == SEND and paper.seen == desk
            keeps_all = paper.games[: len(desk)] == desk
            if has_seen or keeps_all:
                paper.mark = sends(match, side, *paper.games, base=base)
                desk, paper.seen = [*paper.games], [*paper.games]
            else:
                assert refusal(partial(sends, match, side, *paper.games, base=base)).code == "card.conflict"
        assert reported(match) == [(each.winner, each.cube) for each in desk]


def reported(match: Match) -> list[tuple[Side, int]]:
    """Return the games on the desk's card: winner and cube of each."""
    card = Match.objects.select_related("card").get(pk=match.pk).card
    rows = stored_json(card.games) if card else []
    return [(TOP if winner == match.top_id else BOTTOM, cube) for winner, cube, _, _ in rows]
