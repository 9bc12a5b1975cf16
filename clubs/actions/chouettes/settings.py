"""How a club holds its chouettes, and whether they may be played for money."""

from dataclasses import dataclass, field

from clubs.actions.chouettes.steps import club_and_stream
from clubs.models import ChouettePermit, ChouetteRules
from clubs.models.chouettes import MONEY_NOTICE, Shown
from clubs.permissions import may_direct, may_own_club, must
from clubs.read.chouettes.rules import HouseRules, house_rules_of, is_money_allowed
from journal import book
from journal.canon import canonical
from journal.refusals import Refused
from rules.chouette.options import Options
from rules.commands.club.chouette_words import write_options
from rules.errors import RuleBroken


@dataclass(frozen=True, slots=True)
class HouseSheet:
    """How a club wants to hold its chouettes; see ``ChouetteRules``."""

    shown: Shown = Shown.NOTHING
    options: Options = field(default_factory=Options)
    in_books: bool = False


def set_house_rules(club: int, sheet: HouseSheet, caller: book.Caller) -> HouseRules:
    """Set how a club holds its chouettes; sessions that are open keep their options. For directors.

    Raises Unknown ``club.unknown``, Refused ``stale``.
    """
    _, stream = club_and_stream(club)
    must(may_direct(caller.actor, club))
    with book.page(stream, caller) as page:
        turn = house_rules_of(club).turn
        page.check_version(turn)
        row = ChouetteRules(
            club_id=club, turn=turn + 1, shown=sheet.shown.value, options=canonical(write_options(sheet.options)),
            in_books=sheet.in_books,
        )  # fmt: skip
        page.record("chouettes.set", [row])
        return page.done(house_rules_of(club))


def allow_money(club: int, notice: int, caller: book.Caller) -> bool:
    """Allow chouettes for money; ``notice`` is the number of the legal notice that the owner read. For owners.

    Raises Unknown ``club.unknown``, Refused ``notice.other`` for another notice than the current one.
    """
    _, stream = club_and_stream(club)
    must(may_own_club(caller.actor, club))
    with book.page(stream, caller) as page:
        if notice != MONEY_NOTICE:
            raise Refused("notice.other", notice=MONEY_NOTICE)
        page.record("chouette_money.allowed", [ChouettePermit(club_id=club, allowed=True, notice=notice)])
        return page.done(True)


def end_money(club: int, caller: book.Caller) -> bool:
    """Allow no more chouettes for money; those that are open are played on. For owners.

    Raises Unknown ``club.unknown``, RuleBroken ``chouette.money_off``.
    """
    _, stream = club_and_stream(club)
    must(may_own_club(caller.actor, club))
    with book.page(stream, caller) as page:
        if not is_money_allowed(club):
            raise RuleBroken("chouette.money_off", club=club)
        page.record("chouette_money.ended", [ChouettePermit(club_id=club, allowed=False, notice=MONEY_NOTICE)])
        return page.done(False)
