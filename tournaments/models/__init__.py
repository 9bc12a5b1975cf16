from journal.canon import stored_json
from tournaments.models.claims import Card, Contest, card_mark
from tournaments.models.draws import Draw, Line, seal_of
from tournaments.models.entrants import Entrant, Particulars, Tick, Withdrawal
from tournaments.models.events import Closing, Event, Setup, Table, Tournament
from tournaments.models.links import Contact, Link, Phone, Pin
from tournaments.models.matches import Call, Clearing, Confirmation, Game, Match, Passage, Penalty, Result, Start

__all__ = [
    "Call",
    "Card",
    "Clearing",
    "Closing",
    "Confirmation",
    "Contact",
    "Contest",
    "Draw",
    "Entrant",
    "Event",
    "Game",
    "Line",
    "Link",
    "Match",
    "Particulars",
    "Passage",
    "Penalty",
    "Phone",
    "Pin",
    "Result",
    "Setup",
    "Start",
    "Table",
    "Tick",
    "Tournament",
    "Withdrawal",
    "card_mark",
    "seal_of",
    "stored_json",
]
