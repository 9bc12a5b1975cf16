"""How a club holds its chouettes."""

from dataclasses import dataclass, field, replace

from clubs.models import ChouettePermit, ChouetteRules
from clubs.models.chouettes import Shown
from clubs.read.chouettes.log import options_of
from rules.chouette.options import Options


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What a club set up for its chouettes; ``turn`` is the version, 0 before the first."""

    turn: int = 0
    shown: Shown = Shown.NOTHING
    options: Options = field(default_factory=Options)
    in_books: bool = False


def house_rules_of(club: int) -> HouseRules:
    """Return how a club holds its chouettes: one statement."""
    row = ChouetteRules.objects.filter(club=club).order_by("-turn").first()
    if row is None:
        return HouseRules()
    return HouseRules(row.turn, Shown(row.shown), options_of(row.options), row.in_books)


def is_money_allowed(club: int) -> bool:
    """Whether an owner has allowed chouettes for money: one statement."""
    latest = ChouettePermit.objects.filter(club=club).order_by("-pk").values_list("allowed", flat=True).first()
    return bool(latest)


def house_options(club: int) -> Options:
    """Return the options that a new session has by itself: without a stake while money is not allowed."""
    options = house_rules_of(club).options
    return (
        options if not options.stake_minor or is_money_allowed(club) else replace(options, stake_minor=0, currency="")
    )
