"""The whole demo: everything that Barpoint does has something in it."""

from tournaments.management.demo import CLUB, load_demo
from tournaments.management.demo_auction import load_auctions
from tournaments.management.demo_chouette import load_chouette
from tournaments.management.demo_evenings import load_evenings
from tournaments.management.demo_formats import load_formats
from tournaments.management.demo_jackpots import load_jackpots
from tournaments.management.demo_ladder import load_ladder
from tournaments.management.demo_positions import load_positions
from tournaments.management.demo_ratings import load_ratings
from tournaments.management.demo_year import load_own_person, load_year
from tournaments.models import Tournament


def load_demo_club() -> Tournament:
    """Load the demo's club, each part once; return the tournament that is being played."""
    tournament = load_demo()
    load_evenings(CLUB)
    load_auctions(CLUB)
    load_chouette(CLUB)
    load_year(CLUB)
    load_ladder(CLUB)
    load_ratings(CLUB)
    load_own_person(CLUB)
    load_formats(CLUB)
    load_jackpots(CLUB)
    load_positions(CLUB)
    return tournament
