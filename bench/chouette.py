"""A chouette: the fewest payments among fifteen people, and the replay of a session of three hundred games."""

from random import Random
from time import process_time

from bench.measure import Figure
from rules.chouette.offers import Do, offers
from rules.chouette.people import sit_down
from rules.chouette.play import play
from rules.chouette.presets import house_rules
from rules.chouette.session import Session, replay
from rules.chouette.settlement import EXACT_UP_TO, fewest_payments
from rules.errors import RuleBroken
from tests.rules.chouette.possible import NAMES, random_choice

GAMES, PEOPLE = 300, 8
SKIPPED = (Do.JOIN, Do.LEAVE, Do.SIT_OUT, Do.COME_BACK)
HARDEST = {f"p{at}": (2**at if at < EXACT_UP_TO - 1 else 1 - 2 ** (EXACT_UP_TO - 1)) for at in range(EXACT_UP_TO)}


def a_session() -> Session:
    """Return a session of random games, always the same."""
    rng = Random(7)  # noqa: S311 -- the same session every time
    options = house_rules("money_night")
    session = Session(options, tuple(NAMES[:PEOPLE]))
    table = sit_down(options, session.order)
    while len(table.results) < GAMES:
        rows = [each for each in offers(table) if each.do not in SKIPPED]
        action = random_choice(rng, table, rng.choice(rows))
        try:
            table = play(table, action)
        except RuleBroken:
            continue
        session = session.with_action(action)
    return session


class Chouette:
    """The two things of a chouette that grow."""

    figures = (
        Figure(
            "chouette/settlement", "ms", "the fewest payments among 15 people, none of whom settle alone", bound=1000
        ),
        Figure("chouette/replay", "ms", "the table of eight after 300 games", bound=1000),
    )

    def __init__(self) -> None:
        self._session = a_session()

    def run(self) -> tuple[float, ...]:
        """Return both figures once."""
        began = process_time()
        fewest_payments(HARDEST)
        settled = process_time()
        replay(self._session)
        return 1000 * (settled - began), 1000 * (process_time() - settled)
