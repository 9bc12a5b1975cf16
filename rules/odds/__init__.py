"""What a lot is worth: where each entrant ends in each bracket, with which chance, and what that is expected to pay."""

from rules.odds.chances import CLASS_WIDTH, Chances, Given, Rated, chance_at_score, fibs_chance
from rules.odds.places import ACCURACY, OUT, WINNER, Odds, place_odds

__all__ = [
    "ACCURACY",
    "CLASS_WIDTH",
    "OUT",
    "WINNER",
    "Chances",
    "Given",
    "Odds",
    "Rated",
    "chance_at_score",
    "fibs_chance",
    "place_odds",
]
