"""``python -m rules draw --main pools``: the pools of a field, who is dealt into each, and what is played.

Source: docs/rules/pools.md#the-command.
"""

import argparse
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from rules.commands.cards import cards, cards_lines
from rules.draws.chance import read_key
from rules.draws.plan import Plan
from rules.errors import RuleBroken
from rules.formats.cuts import Pool, people_through, pools_of, rule_of
from rules.formats.pools import FILLS, MOST_POOLS, Pools
from rules.formats.registry import compile_plan, read_format

POOLS = "pools"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of pools."""
    parser.add_argument("--pools", type=int, default=0, help="pools: how many (default: as few as hold the field)")
    parser.add_argument(
        "--largest", type=int, default=4, help="pools: players in a pool at most (default: %(default)s)"
    )
    parser.add_argument("--through", type=int, default=2, help="pools: how many of each go on (default: %(default)s)")
    parser.add_argument(
        "--best", default="0", metavar="N", help="pools: the best N of the next place go on too; fill: a full knockout"
    )


def answer(
    args: argparse.Namespace,
    names: Mapping[int, str],
    seeds: Mapping[int, int],
    groups: Mapping[int, Collection[str]],
) -> dict[str, Any]:
    """Return the pools of ``names`` (number → name), dealt where there is a key. Raises RuleBroken ``pools.…``."""
    data = {"main": POOLS, "pools": args.pools, "largest": args.largest, "through": args.through}
    format_ = read_format(data | {"best": _best(args.best)})
    if not isinstance(format_, Pools):
        raise TypeError("pools are a format of their own")
    field = len(names)
    plan = compile_plan(format_.size(field), format_, field)
    key = None if args.key is None else read_key(args.key)
    lines = {} if key is None else format_.lines_apart(list(names), seeds, groups, key, args.event)
    sizes = format_.sizes(field)
    coming = people_through(plan)
    costs: dict[str, Any] = cards(format_, field, args.pace) if args.scorecard else {}
    return {
        "main": POOLS,
        "entrants": field,
        "key": key,
        "event": args.event,
        "pools": [
            _pool(plan, pool, players, lines, names) for pool, players in zip(pools_of(plan), sizes, strict=True)
        ],
        "through": coming,
        "best": rule_of(plan).best,
        "knockout_lines": plan.size - len(plan.seats),
        "matches": sum(players * (players - 1) // 2 for players in sizes) + coming - 1,
        **costs,
    }


def _best(text: str) -> int | str:
    """Return how many of the next place come through, or the word for as many as fill the knockout."""
    if text == FILLS:
        return text
    if not (text.isascii() and text.isdigit()):
        raise RuleBroken("pools.best", where="best", got=text, fewest=0, most=MOST_POOLS)
    return int(text)


def _pool(plan: Plan, pool: Pool, players: int, lines: Mapping[int, int], names: Mapping[int, str]) -> dict[str, Any]:
    rounds: dict[int, list[list[int]]] = {}
    for at in pool.matches:
        match = plan.matches[at]
        pair = [match.top.of - pool.lines.start + 1, match.bottom.of - pool.lines.start + 1]
        if max(pair) <= players:
            rounds.setdefault(match.round, []).append(pair)
    dealt = [{"number": lines[line], "name": names[lines[line]]} for line in pool.lines if line in lines]
    return {"pool": pool.number, "size": players, "players": dealt, "rounds": [rounds[each] for each in sorted(rounds)]}


def lines(figures: Mapping[str, Any]) -> list[str]:
    """Return the answer in columns, for people."""
    best = f" ({figures['best']} of them as the best of the next place)" if figures["best"] else ""
    printed = [
        f"{figures['entrants']} entrants, {len(figures['pools'])} pools, {figures['through']} come through{best},"
        f" knockout on {figures['knockout_lines']} lines, {figures['matches']} matches"
    ]
    for pool in figures["pools"]:
        printed.append(f"pool {pool['pool']}: {pool['size']} players")
        printed += [f"{at:>3}  {each['number']:>3} {each['name']}" for at, each in enumerate(pool["players"], start=1)]
        printed += [f"  round {at}: {_pairs(each)}" for at, each in enumerate(pool["rounds"], start=1)]
    return [*printed, *cards_lines(figures)] if "scorecard" in figures else printed


def _pairs(pairs: Sequence[Sequence[int]]) -> str:
    return "  ".join(f"{one}-{other}" for one, other in pairs)
