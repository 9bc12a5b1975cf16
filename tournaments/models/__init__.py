from tournaments.models.draws import Draw, Line, seal_of
from tournaments.models.entrants import Entrant, Particulars, Tick, Withdrawal
from tournaments.models.events import Event, Setup, Table, Tournament
from tournaments.models.matches import Call, Clearing, Confirmation, Game, Match, Passage, Penalty, Result, Start
from tournaments.models.stored import stored_json

__all__ = [
    "Call",
    "Clearing",
    "Confirmation",
    "Draw",
    "Entrant",
    "Event",
    "Game",
    "Line",
    "Match",
    "Particulars",
    "Passage",
    "Penalty",
    "Result",
    "Setup",
    "Start",
    "Table",
    "Tick",
    "Tournament",
    "Withdrawal",
    "seal_of",
    "stored_json",
]
