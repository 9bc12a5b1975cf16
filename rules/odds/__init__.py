"""What a lot is worth: where each entrant ends in each bracket, with which chance, and what that is expected to pay."""

from rules.odds.chances import CLASS_WIDTH, Chances, Given, Rated, chance_at_score, fibs_chance
from rules.odds.live import LiveOdds, cached_odds, live_odds, one_in
from rules.odds.places import OUT, WINNER, Odds, place_odds
from rules.odds.undrawn import FieldOdds, cached_field_odds, field_odds
from rules.odds.walk import ACCURACY
from rules.odds.worth import (
    OwnedLot,
    Prizes,
    by_table,
    expected_by_owner,
    expected_payouts,
    fair_price,
    payout_errors,
    prize_by_key,
    standard_error,
)

__all__ = [
    "ACCURACY",
    "CLASS_WIDTH",
    "OUT",
    "WINNER",
    "Chances",
    "FieldOdds",
    "Given",
    "LiveOdds",
    "Odds",
    "OwnedLot",
    "Prizes",
    "Rated",
    "by_table",
    "cached_field_odds",
    "cached_odds",
    "chance_at_score",
    "expected_by_owner",
    "expected_payouts",
    "fair_price",
    "fibs_chance",
    "field_odds",
    "live_odds",
    "one_in",
    "payout_errors",
    "place_odds",
    "prize_by_key",
    "standard_error",
]
