"""Stakes: off until an owner has confirmed the legal notice, and never beyond what the club allows."""

from dataclasses import replace

from clubs.read.chouettes.rules import HouseRules, is_money_allowed
from rules.chouette.options import Options
from rules.errors import RuleBroken
from rules.money.currency import read_currency


def limited(club: int, options: Options, house: HouseRules) -> Options:
    """Return the options of a new session within the club's limits for a point and for a session.

    Raises RuleBroken ``chouette.money_off``, ``chouette.stake_limit`` or ``currency.code``.
    """
    if not options.stake_minor:
        return options
    if not is_money_allowed(club):
        raise RuleBroken("chouette.money_off", club=club)
    if read_currency(options.currency) != options.currency:
        raise RuleBroken("currency.code", got=options.currency)
    return replace(
        options,
        stake_limit_minor=_least(options.stake_limit_minor, house.options.stake_limit_minor),
        loss_limit_minor=_least(options.loss_limit_minor, house.options.loss_limit_minor),
    )


def _least(one: int | None, other: int | None) -> int | None:
    limits = [each for each in (one, other) if each is not None]
    return min(limits, default=None)
