from tournaments.models.draws import Draw, Line, seal_of
from tournaments.models.entrants import Entrant, Particulars, Withdrawal
from tournaments.models.events import Event, Tournament
from tournaments.models.matches import Clearing, Confirmation, Game, Match, Passage, Result, Start
from tournaments.models.stored import stored_json

__all__ = [
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
    "Result",
    "Start",
    "Tournament",
    "Withdrawal",
    "seal_of",
    "stored_json",
]
