from journal.canon import stored_json
from tournaments.models.claims import Card, Contest, card_mark
from tournaments.models.draws import Draw, Line, seal_of
from tournaments.models.entrants import Entrant, Particulars, Tick, Withdrawal
from tournaments.models.events import Closing, Event, Setup, Table, Tournament
from tournaments.models.links import Contact, Link, Phone, Pin
from tournaments.models.matches import Call, Clearing, Confirmation, Game, Match, Passage, Penalty, Result, Start
from tournaments.models.money import (
    BooksClosing,
    DrawerCount,
    DrawerFloat,
    EntrantPayer,
    FeeSetup,
    Payer,
    PayerName,
    PayerTick,
    Receipt,
    Release,
)
from tournaments.models.prizes import AddedMoney, Award, PotSetup, PrizeTransfer, Unclaimed

__all__ = [
    "AddedMoney",
    "Award",
    "BooksClosing",
    "Call",
    "Card",
    "Clearing",
    "Closing",
    "Confirmation",
    "Contact",
    "Contest",
    "Draw",
    "DrawerCount",
    "DrawerFloat",
    "Entrant",
    "EntrantPayer",
    "Event",
    "FeeSetup",
    "Game",
    "Line",
    "Link",
    "Match",
    "Particulars",
    "Passage",
    "Payer",
    "PayerName",
    "PayerTick",
    "Penalty",
    "Phone",
    "Pin",
    "PotSetup",
    "PrizeTransfer",
    "Receipt",
    "Release",
    "Result",
    "Setup",
    "Start",
    "Table",
    "Tick",
    "Tournament",
    "Unclaimed",
    "Withdrawal",
    "card_mark",
    "seal_of",
    "stored_json",
]
