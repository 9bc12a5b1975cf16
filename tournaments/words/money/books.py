"""What the accounts of a tournament's books, and what happened on them, are called."""

from django.utils.translation import gettext_lazy as _

from clubs.models import ClubPurses
from tournaments.models.money.cash import Postings, Purses

ACCOUNTS = {
    Purses.CASH: _("Cash, drawer"),
    Purses.CARD: _("Card"),
    Purses.VOUCHER: _("Vouchers"),
    Purses.PAYER: _("Account of"),
    Purses.REGISTRATION: _("Registration fees"),
    Purses.MEMBERSHIP: _("Membership fees"),
    Purses.FUND: _("Prize fund,"),
    Purses.ADDED: _("Added money,"),
    Purses.POOL: _("Side pools,"),
    Purses.JACKPOT: _("Stakes of those who wait,"),
    Purses.DEPOSIT: _("Deposits"),
    Purses.AUCTION: _("Calcutta"),
    Purses.BUYBACKS: _("Calcutta, buy-backs"),
    Purses.KEPT: _("Deposits kept"),
    Purses.DIFFERENCE: _("Cash differences, drawer"),
    Purses.FLOAT: _("Change put in, drawer"),
    Purses.HOUSE: _("House"),
    Purses.UNCLAIMED: _("Unclaimed by"),
    Purses.CLUB: _("To the club"),
}
POSTED = {
    Postings.CHARGED: _("charged"),
    Postings.TAKEN: _("taken"),
    Postings.HANDED_OUT: _("handed out"),
    Postings.ADDED: _("added"),
    Postings.FLOAT: _("change put in"),
    Postings.COUNTED: _("counted"),
    Postings.STAKED: _("staked"),
    Postings.AWARDED: _("prizes"),
    Postings.TRANSFERRED: _("transferred"),
    Postings.VOUCHER: _("voucher"),
    Postings.HAMMERED: _("hammered"),
    Postings.BOUGHT_BACK: _("bought back"),
    Postings.CLOSED: _("closed"),
    "reversed": _("undone"),
}


def account_word(kind: str, name: str) -> str:
    """Return what an account is called."""
    return f"{ACCOUNTS.get(Purses(kind), kind) if kind in Purses.values else kind} {name}".strip(" ,")


def posting_word(kind: str) -> str:
    """Return what a posting was."""
    return str(POSTED.get(kind, kind))


def club_account_word(kind: str) -> str:
    """Return what an account of a club's books is called."""
    words = {
        ClubPurses.CASH: _("Cash"), ClubPurses.CARD: _("Card"), ClubPurses.VOUCHER: _("Vouchers"),
        ClubPurses.INCOME: _("House’s share"), ClubPurses.UNCLAIMED: _("Kept for"), ClubPurses.PLAYER: _("Chouette:"),
        ClubPurses.SEASON: _("Prizes of a season"), ClubPurses.PRIZE: _("Season’s prize of"),
    }  # fmt: skip
    return str(words.get(ClubPurses(kind), kind))
