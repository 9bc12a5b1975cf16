"""The rule book of backgammon as a library: positions and plays, games, matches, match files and their referee.

Pure values in; values, or a refusal with a code, out. Source: docs/rules/library.md.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rules.bearoff.race import RaceAnswer, RaceStake, race_answer
    from rules.bearoff.table import BearoffTable
    from rules.chouette.offers import Offer, offers
    from rules.chouette.people import order_by_dice, still_to_roll
    from rules.chouette.presets import HOUSE_RULES, house_rules
    from rules.chouette.session import Corrected, Session, corrected, without_last, without_last_game
    from rules.chouette.settlement import Payment, Payments, fewest_payments, settlement_of
    from rules.diagrams.diagram import Diagram, Numbering
    from rules.diagrams.svg import Palette, draw_svg
    from rules.diagrams.text import draw_text
    from rules.draws.chance import order_by_lot, read_key
    from rules.equity.tables import (
        KAZAROSS_XG2,
        EquityTable,
        TakePoint,
        equity_table,
        equity_tables,
        take_point,
    )
    from rules.errors import RuleBroken
    from rules.files.formats import FORMS, read_match, read_matches, write_match
    from rules.game.board import Position
    from rules.game.check import Checked, check_play
    from rules.game.cube import Cube, Pending
    from rules.game.dice import Roll, rolls
    from rules.game.findings import Finding, Grade
    from rules.game.game import Game
    from rules.game.notation import Play, read_dice, read_play
    from rules.game.plays import LegalPlay, LegalPlays, legal_plays, plays_by_roll
    from rules.game.record import Action, GameRecord, Kind, MatchRecord, Result
    from rules.ladders.board import Start
    from rules.ladders.facts import Do, Fact
    from rules.ladders.ladder import Ladder
    from rules.ladders.settings import LadderRules, ladder_preset
    from rules.match.crawford import Phase, may_double, phase
    from rules.match.games import GameResult, Note
    from rules.match.score import Score, replay, report_games, report_running, report_score
    from rules.match.terms import BOTTOM, TOP, Ended, Side, Terms, Win
    from rules.match.undoubled import crawford_corrected
    from rules.money.auctions.auction import (
        BlindPool,
        BuyBackRule,
        LateEntry,
        OfferedLot,
        Order,
        Pool,
        Withdrawal,
        lots_in_order,
        pool_now,
        unpaid_lots,
        with_late_entrant,
        withdrawal,
        would_pay,
    )
    from rules.money.auctions.bidding import (
        Band,
        Bid,
        Bidding,
        BidVoided,
        Hammered,
        LotState,
        Offered,
        Opened,
        Paid,
        Passed,
        Reauctioned,
        Started,
        Status,
        Stopped,
        Voided,
        happened,
        lot_state,
    )
    from rules.money.auctions.calcutta import BuyBack, Lot, Settlement, Stake, Transfer, Void, settle, settle_stakes
    from rules.money.fund import Fund, House, fund_of
    from rules.money.payout import Bounds, Correction, PoolRule, Span, correction, pool_results, settled_payouts
    from rules.money.presets import PRESETS, Preset, many_places, preset, table_of
    from rules.money.preview import column, columns, facts
    from rules.money.prizes import Prize, Residue, Row, Split, Table, split
    from rules.money.results import Results
    from rules.money.shares import divide, read_share, write_share
    from rules.notation.numbers import read_ascending, write_ascending
    from rules.notation.position_id import (
        MatchState,
        read_match_id,
        read_position_id,
        write_match_id,
        write_position_id,
    )
    from rules.notation.xgid import XgPosition, read_xgid, write_xgid
    from rules.odds.chances import Given, Rated, fibs_chance
    from rules.odds.places import Odds, place_odds
    from rules.odds.worth import expected_payouts, fair_price
    from rules.points import BAR, OFF, Step, ascending, write_play
    from rules.ratings.fibs import Fibs, FibsRating
    from rules.ratings.glicko2 import Glicko2, GlickoRating
    from rules.ratings.history import History
    from rules.ratings.presets import rating_preset
    from rules.ratings.rated import RatedMatch
    from rules.referee.scenes import Scene, scenes
    from rules.referee.verdict import Verdict, judge_match
    from rules.rulesets import RULESETS, STANDARD, Ruleset, ruleset, tournament_ruleset

__all__ = [
    "BAR",
    "BOTTOM",
    "FORMS",
    "HOUSE_RULES",
    "KAZAROSS_XG2",
    "OFF",
    "PRESETS",
    "RULESETS",
    "STANDARD",
    "TOP",
    "Action",
    "Band",
    "BearoffTable",
    "Bid",
    "BidVoided",
    "Bidding",
    "BlindPool",
    "Bounds",
    "BuyBack",
    "BuyBackRule",
    "Checked",
    "Corrected",
    "Correction",
    "Cube",
    "Diagram",
    "Do",
    "Ended",
    "EquityTable",
    "Fact",
    "Fibs",
    "FibsRating",
    "Finding",
    "Fund",
    "Game",
    "GameRecord",
    "GameResult",
    "Given",
    "Glicko2",
    "GlickoRating",
    "Grade",
    "Hammered",
    "History",
    "House",
    "Kind",
    "Ladder",
    "LadderRules",
    "LateEntry",
    "LegalPlay",
    "LegalPlays",
    "Lot",
    "LotState",
    "MatchRecord",
    "MatchState",
    "Note",
    "Numbering",
    "Odds",
    "Offer",
    "Offered",
    "OfferedLot",
    "Opened",
    "Order",
    "Paid",
    "Palette",
    "Passed",
    "Payment",
    "Payments",
    "Pending",
    "Phase",
    "Play",
    "Pool",
    "PoolRule",
    "Position",
    "Preset",
    "Prize",
    "RaceAnswer",
    "RaceStake",
    "Rated",
    "RatedMatch",
    "Reauctioned",
    "Residue",
    "Result",
    "Results",
    "Roll",
    "Row",
    "RuleBroken",
    "Ruleset",
    "Scene",
    "Score",
    "Session",
    "Settlement",
    "Side",
    "Span",
    "Split",
    "Stake",
    "Start",
    "Started",
    "Status",
    "Step",
    "Stopped",
    "Table",
    "TakePoint",
    "Terms",
    "Transfer",
    "Verdict",
    "Void",
    "Voided",
    "Win",
    "Withdrawal",
    "XgPosition",
    "ascending",
    "check_play",
    "column",
    "columns",
    "corrected",
    "correction",
    "crawford_corrected",
    "divide",
    "draw_svg",
    "draw_text",
    "equity_table",
    "equity_tables",
    "expected_payouts",
    "facts",
    "fair_price",
    "fewest_payments",
    "fibs_chance",
    "fund_of",
    "happened",
    "house_rules",
    "judge_match",
    "ladder_preset",
    "legal_plays",
    "lot_state",
    "lots_in_order",
    "many_places",
    "may_double",
    "offers",
    "order_by_dice",
    "order_by_lot",
    "phase",
    "place_odds",
    "plays_by_roll",
    "pool_now",
    "pool_results",
    "preset",
    "race_answer",
    "rating_preset",
    "read_ascending",
    "read_dice",
    "read_key",
    "read_match",
    "read_match_id",
    "read_matches",
    "read_play",
    "read_position_id",
    "read_share",
    "read_xgid",
    "replay",
    "report_games",
    "report_running",
    "report_score",
    "rolls",
    "ruleset",
    "scenes",
    "settle",
    "settle_stakes",
    "settled_payouts",
    "settlement_of",
    "split",
    "still_to_roll",
    "table_of",
    "take_point",
    "tournament_ruleset",
    "unpaid_lots",
    "with_late_entrant",
    "withdrawal",
    "without_last",
    "without_last_game",
    "would_pay",
    "write_ascending",
    "write_match",
    "write_match_id",
    "write_play",
    "write_position_id",
    "write_share",
    "write_xgid",
]

# Each name is imported when it is first used, because the server and every command import only parts of the rule book.
_MODULES = {
    "rules.bearoff.race": ("RaceAnswer", "RaceStake", "race_answer"),
    "rules.bearoff.table": ("BearoffTable",),
    "rules.chouette.offers": ("Offer", "offers"),
    "rules.chouette.people": ("order_by_dice", "still_to_roll"),
    "rules.chouette.presets": ("HOUSE_RULES", "house_rules"),
    "rules.chouette.session": ("Corrected", "Session", "corrected", "without_last", "without_last_game"),
    "rules.chouette.settlement": ("Payment", "Payments", "fewest_payments", "settlement_of"),
    "rules.draws.chance": ("order_by_lot", "read_key"),
    "rules.diagrams.diagram": ("Diagram", "Numbering"),
    "rules.diagrams.svg": ("Palette", "draw_svg"),
    "rules.diagrams.text": ("draw_text",),
    "rules.equity.tables": (
        "KAZAROSS_XG2", "EquityTable", "TakePoint", "equity_table", "equity_tables", "take_point",
    ),
    "rules.errors": ("RuleBroken",),
    "rules.files.formats": ("FORMS", "read_match", "read_matches", "write_match"),
    "rules.game.board": ("Position",),
    "rules.game.check": ("Checked", "check_play"),
    "rules.game.cube": ("Cube", "Pending"),
    "rules.game.dice": ("Roll", "rolls"),
    "rules.game.findings": ("Finding", "Grade"),
    "rules.game.game": ("Game",),
    "rules.game.notation": ("Play", "read_dice", "read_play"),
    "rules.game.plays": ("LegalPlay", "LegalPlays", "legal_plays", "plays_by_roll"),
    "rules.game.record": ("Action", "GameRecord", "Kind", "MatchRecord", "Result"),
    "rules.match.crawford": ("Phase", "may_double", "phase"),
    "rules.match.games": ("GameResult", "Note"),
    "rules.match.score": ("Score", "replay", "report_games", "report_running", "report_score"),
    "rules.match.terms": ("BOTTOM", "TOP", "Ended", "Side", "Terms", "Win"),
    "rules.match.undoubled": ("crawford_corrected",),
    "rules.money.fund": ("Fund", "House", "fund_of"),
    "rules.money.payout": ("Bounds", "Correction", "PoolRule", "Span", "correction", "pool_results", "settled_payouts"),
    "rules.money.presets": ("PRESETS", "Preset", "many_places", "preset", "table_of"),
    "rules.money.preview": ("column", "columns", "facts"),
    "rules.money.prizes": ("Prize", "Residue", "Row", "Split", "Table", "split"),
    "rules.money.shares": ("divide", "read_share", "write_share"),
    "rules.money.results": ("Results",),
    "rules.money.auctions.calcutta": (
        "BuyBack", "Lot", "Settlement", "Stake", "Transfer", "Void", "settle", "settle_stakes",
    ),
    "rules.money.auctions.bidding": (
        "Band", "Bid", "BidVoided", "Bidding", "Hammered", "LotState", "Offered", "Opened", "Paid", "Passed",
        "Reauctioned", "Started", "Status", "Stopped", "Voided", "happened", "lot_state",
    ),
    "rules.money.auctions.auction": (
        "BlindPool", "BuyBackRule", "LateEntry", "OfferedLot", "Order", "Pool", "Withdrawal", "lots_in_order",
        "pool_now", "unpaid_lots", "with_late_entrant", "withdrawal", "would_pay",
    ),
    "rules.ladders.board": ("Start",),
    "rules.ladders.facts": ("Do", "Fact"),
    "rules.ladders.ladder": ("Ladder",),
    "rules.ladders.settings": ("LadderRules", "ladder_preset"),
    "rules.ratings.fibs": ("Fibs", "FibsRating"),
    "rules.ratings.glicko2": ("Glicko2", "GlickoRating"),
    "rules.ratings.history": ("History",),
    "rules.ratings.presets": ("rating_preset",),
    "rules.ratings.rated": ("RatedMatch",),
    "rules.notation.numbers": ("read_ascending", "write_ascending"),
    "rules.notation.position_id": (
        "MatchState", "read_match_id", "read_position_id", "write_match_id", "write_position_id",
    ),
    "rules.notation.xgid": ("XgPosition", "read_xgid", "write_xgid"),
    "rules.odds.chances": ("Given", "Rated", "fibs_chance"),
    "rules.odds.places": ("Odds", "place_odds"),
    "rules.odds.worth": ("expected_payouts", "fair_price"),
    "rules.points": ("BAR", "OFF", "Step", "ascending", "write_play"),
    "rules.referee.scenes": ("Scene", "scenes"),
    "rules.referee.verdict": ("Verdict", "judge_match"),
    "rules.rulesets": ("RULESETS", "STANDARD", "Ruleset", "ruleset", "tournament_ruleset"),
}  # fmt: skip
_HOMES = {name: module for module, names in _MODULES.items() for name in names}

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import an exported name."""
        if name not in _HOMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(_HOMES[name]), name)
        return value

    def __dir__() -> list[str]:
        """List the exported names with the others."""
        return sorted({*globals(), *__all__})
