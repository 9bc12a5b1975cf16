"""Pools in which anything happens in any order: the rows follow from the facts, and the knockout is played out."""

from random import Random

import pytest

from journal.verify import verify
from rules.draws.corrections import Choice
from rules.errors import RuleBroken
from rules.match.terms import BOTTOM, TOP
from tests.contents import wrong_in
from tests.depth import DEPTH, LONG
from tests.factories import a_caller, cards, play_out
from tests.stories.pools import an_event_of_pools, shown
from tournaments.actions.draws.cutting import draw_knockout
from tournaments.actions.entrants.entering import EVERYTHING, Entry, enter, withdraw
from tournaments.actions.matches.corrections import AffectedChoices, clear_result, correct_result
from tournaments.actions.matches.results import Report, report_result
from tournaments.models import Event
from tournaments.read.draws.places import standings

pytestmark = pytest.mark.django_db
STAND = AffectedChoices(Choice.STAND)


def happens(event: Event, chance: Random, step: int) -> None:
    """Do one thing at random; what is refused changes nothing."""
    what, rows = chance.random(), cards(event)
    open_ = [card for card in rows.values() if card.status == "open"]
    over = [card for card in rows.values() if card.status == "finished" and card.score]
    try:
        if what < 0.05:
            enter(event.pk, [Entry(f"Late {step}")], a_caller())
        elif what < 0.12:
            withdraw(chance.choice([who for card in rows.values() for who in card.entrants]), EVERYTHING, a_caller())
        elif what < 0.27 and over:
            card = chance.choice(over)
            points = chance.choice([(card.length, 1), (2, card.length)])
            correct_result(card.id, Report(points=points), "looked again", a_caller(seen=card.version), STAND)
        elif what < 0.35 and over:
            card = chance.choice(over)
            clear_result(card.id, "another match", a_caller(seen=card.version), STAND)
        elif what < 0.42 and open_:
            card = chance.choice(open_)
            report_result(card.id, Report(forfeit=(TOP, BOTTOM), why="no_show"), a_caller(seen=card.version))
        elif what < 0.5:
            draw_knockout(event.pk, a_caller())
        elif open_:
            card = chance.choice(open_)
            points = chance.choice([(card.length, 0), (3, card.length)])
            report_result(card.id, Report(points=points), a_caller(seen=card.version))
    except RuleBroken:
        return


@pytest.mark.parametrize("seed", range(40 if DEPTH >= LONG else 2))
def test_whatever_happens_the_rows_follow_from_the_facts_and_everybody_has_a_place(seed: int) -> None:
    chance = Random(seed)
    event = an_event_of_pools(chance.choice([6, 7, 9, 11]))

    for step in range(30):
        happens(event, chance, step)
    assert verify() == []
    play_out(event)
    if not shown(event).drawn:
        draw_knockout(event.pk, a_caller())
    play_out(event)

    assert wrong_in(event.pk) == []
    assert verify() == []
    assert all(each.place for each in standings(event.pk))
    assert not any(card.status in ("open", "waiting") for card in cards(event).values())
