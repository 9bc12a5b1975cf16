"""``python -m rules payout``: who is paid what from a prize fund, and why.

Source: docs/rules/prizes.md#the-command.
"""

import argparse

from rules.commands.cases import Answer, Case, Field, add_case_arguments, run_case
from rules.commands.money.prize_words import columns, money, read_results, read_sums, read_table, split_lines, sum_lines
from rules.errors import RuleBroken
from rules.money.fund import NO_HOUSE, Fund, House, fund_of
from rules.money.payout import PoolRule, correction, pool_results
from rules.money.prizes import split
from rules.money.results import Results

NAME = "payout"
HELP = "divide a prize fund among places: who is paid what, and why"
_WORDS = ("fund", "fees", "house", "added", "unit", "table", "results", "pool", "paid")
_KEYS = ("fund", "payouts", "to_pay", "to_collect")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_case_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the payouts; return 0, or 1 where the file expects others, or 2 for a refusal."""
    return run_case(args, Case(NAME, _WORDS, _KEYS, _answer, records=("fund",)))


def _answer(file: Field) -> Answer:
    fund = _fund(file)
    table = read_table(file["table"])
    unit = file.get("unit")
    results = _ranked(read_results(file.get("results")), file.get("pool"))
    with file["table"].placing():
        divided = split(fund.total, table, results, 1 if unit is None else unit.whole(least=1))
    paid = file.get("paid")
    left = correction(divided.payouts, {} if paid is None else read_sums(paid))
    values = {
        "fund": {"collected": fund.collected, "house": fund.house, "added": fund.added, "fund": fund.total},
        "payouts": divided.payouts,
        "to_pay": left.to_pay,
        "to_collect": left.to_collect,
    }
    lines = [*_fund_lines(fund), "", *split_lines(divided), "", *sum_lines("Payouts", divided.payouts)]
    if paid is not None:
        lines += [*sum_lines("Still to pay", left.to_pay), *sum_lines("To collect", left.to_collect)]
    return Answer(values, tuple(lines))


def _fund(file: Field) -> Fund:
    """Return the fund: the sum that the file has, or fees with house and added money.

    Raises RuleBroken ``payout.fund`` where the file has both, or none, or a house or added money without fees.
    """
    fund, fees, house, added = (file.get(word) for word in ("fund", "fees", "house", "added"))
    if fees is None:
        if fund is None or house is not None or added is not None:
            raise RuleBroken("payout.fund", place="fund" if fund is None else (house or added or fund).place)
        return Fund(fund.whole())
    if fund is not None:
        raise RuleBroken("payout.fund", place=fund.place)
    charged = [fee.whole() for fee in fees.each()]
    return fund_of(charged, NO_HOUSE if house is None else read_house(house), 0 if added is None else added.whole())


def read_house(field: Field) -> House:
    """Return the house's share: ``percent``, ``fixed``, ``at_least``, ``cap``, ``unit`` and ``nearest``.

    ``nearest`` is true, or the unit itself.

    Raises RuleBroken as ``Field`` and ``House`` do.
    """
    field.words("percent", "fixed", "at_least", "cap", "unit", "nearest")
    percent, nearest, cap = field.get("percent"), field.get("nearest"), field.get("cap")
    fixed, least, unit = (
        each.whole(least=low) if (each := field.get(word)) is not None else low
        for word, low in (("fixed", 0), ("at_least", 0), ("unit", 1))
    )
    is_nearest = nearest is not None and nearest.value is not False
    if nearest is not None and not isinstance(nearest.value, bool):
        unit = nearest.whole(least=1)
    with field.placing():
        return House(
            percent=NO_HOUSE.percent if percent is None else percent.fraction(),
            fixed=fixed,
            at_least=least,
            cap=None if cap is None else cap.whole(),
            unit=unit,
            nearest=is_nearest,
        )


def _ranked(results: Results, pool: Field | None) -> Results:
    """Return the results, of a side pool those who entered it alone."""
    if pool is None:
        return results
    pool.words("rule", needed=("entered",))
    entered = [who.text() for who in pool["entered"].each()]
    rule = pool.get("rule")
    with pool.placing():
        chosen = PoolRule.CONSOLATION if rule is None else PoolRule(rule.one_of(*PoolRule))
        return pool_results(results, entered, chosen)


def _fund_lines(fund: Fund) -> list[str]:
    rows = [("collected", money(fund.collected)), ("less house", money(fund.house)), ("added", money(fund.added))]
    return columns([*rows, ("fund", money(fund.total))]) if fund.house or fund.added else [f"fund {money(fund.total)}"]
