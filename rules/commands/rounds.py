"""``python -m rules draw --main swiss`` and ``--main round_robin``: the next round, standings, places.

Source: docs/rules/swiss.md#the-command.
"""

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.commands.cards import cards, cards_lines
from rules.commands.finishing import state_of
from rules.draws.chance import read_key
from rules.errors import RuleBroken
from rules.formats.format import Format
from rules.formats.registry import read_format
from rules.formats.swiss import Pairing, Swiss
from rules.pairing.by_losses import Barred, Options, Phase, Variant, next_round
from rules.pairing.fixed import Round, next_fixed_round
from rules.pairing.outcome import outcome, pay_tables
from rules.pairing.pairing import BYE, Table
from rules.pairing.results import Result
from rules.pairing.round_robin import schedule
from rules.pairing.standings import Standing, standings

SWISS, ROUND_ROBIN = "swiss", "round_robin"
TIE_BREAKS = ["wins", "buchholz", "sonneborn_berger"]
MOST = 512
WORDS = {
    "entrants", "key", "losses", "paid", "variant", "results", "withdrawn", "prohibited", "tie_breaks", "rounds",
    "joined", "pairing", "playing",
}  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of ways to play in rounds."""
    parser.add_argument("--losses", type=int, default=3, help="Swiss: out after so many (default: %(default)s)")
    parser.add_argument("--paid", type=int, default=0, help="Swiss: the most paid places")
    pairings = [each.value for each in Pairing]
    parser.add_argument("--pairing", choices=pairings, default=pairings[0], help="Swiss: when players are paired")
    parser.add_argument("--rounds", type=int, help="Swiss: a fixed number of rounds; round robin: fewer than all")


def answer(args: argparse.Namespace, text: Callable[[str], str]) -> dict[str, Any]:
    """Return the next round, or the schedule of a round robin, or what it costs; ``text`` reads the file.

    Raises RuleBroken ``swiss.file`` with what cannot be read, ``swiss.key``, and as the pairing.
    """
    data: dict[str, Any] = {"losses": args.losses, "paid": args.paid, "rounds": args.rounds, "key": args.key}
    data["pairing"] = args.pairing
    if args.entrants is not None:
        data["entrants"] = args.entrants
    else:
        data |= _file(text(args.names))
    entrants = _entrants(data.get("entrants"))
    costs: dict[str, Any] = cards(_format(args.main, data), len(entrants), args.pace) if args.scorecard else {}
    if args.main == ROUND_ROBIN:
        pairs = schedule(len(entrants), _whole(data, "rounds") if data.get("rounds") is not None else None)
        rounds = [[[entrants[one - 1], entrants[other - 1] if other else BYE] for one, other in each] for each in pairs]
        return {"main": ROUND_ROBIN, "entrants": len(entrants), "rounds": rounds, **costs}
    if costs and data.get("key") is None:
        return {"main": SWISS, "entrants": len(entrants), **costs}
    return {**_swiss(data, entrants), **costs}


def _format(name: str, data: Mapping[str, Any]) -> Format:
    """Return the format that a file or the arguments describe."""
    words = ("rounds",) if name == ROUND_ROBIN else ("losses", "paid", "variant", "rounds", "pairing")
    return read_format({"main": name, **{word: data[word] for word in words if data.get(word) is not None}})


def _swiss(data: Mapping[str, Any], entrants: list[int]) -> dict[str, Any]:
    if not isinstance(data.get("key"), str):
        raise RuleBroken("swiss.key")
    key = read_key(data["key"])
    variant = data.get("variant", "playoff")
    if variant not in [each.value for each in Variant]:
        raise RuleBroken("swiss.file", where="variant", got=variant)
    options = Options(_whole(data, "losses"), _whole(data, "paid"), Variant(variant))
    results = [_result(each, at) for at, each in enumerate(_list(data, "results"))]
    pairs = frozenset(_pair(each) for each in _list(data, "prohibited"))
    joined = {_pair(each)[0]: _pair(each)[1] for each in _list(data, "joined")}
    barred = Barred(frozenset(_numbers(_list(data, "withdrawn"), "withdrawn")), pairs, joined)
    if data["pairing"] != Pairing.ROUNDS:
        return _as_they_finish(data, entrants, results, barred, key)
    listed = standings(entrants, results, data.get("tie_breaks", TIE_BREAKS), joined)
    if data.get("rounds") is not None:
        return _fixed(next_fixed_round(entrants, _whole(data, "rounds"), results, key, barred), len(entrants), listed)
    following = next_round(entrants, options, results, key, barred)
    came = outcome(entrants, options, results, key, barred)
    return {
        "main": SWISS,
        "entrants": len(entrants),
        "phase": following.phase.value,
        "round": following.round,
        "tables": [_table(each) for each in following.tables],
        "still_in": list(following.still_in),
        "leaving": list(following.leaving),
        "waits": following.waits or None,
        "standings": _standings(listed),
        "places": [list(group) for group in came.groups],
        "paid": came.paid,
        "shares": {str(paid): [str(each) for each in table] for paid, table in pay_tables(options.paid).items()},
    }


def _as_they_finish(
    data: Mapping[str, Any], entrants: list[int], results: Sequence[Result], barred: Barred, key: str
) -> dict[str, Any]:
    """Return who can be paired now, with those who wait."""
    playing = [_pair(each, "playing") for each in _list(data, "playing")]
    given = {word: data[word] for word in ("losses", "paid", "variant") if word in data}
    rounds = {"rounds": _whole(data, "rounds")} if data.get("rounds") is not None else {}
    apart = [list(pair) for pair in barred.pairs]
    format_ = Swiss.read({**given, **rounds, "pairing": data["pairing"], "apart": apart})
    state = state_of(format_, entrants, results, playing, barred.withdrawn)
    following = format_.pair_next(state, {each: each for each in entrants}, key, None)
    answer = _fixed(Round(following.round, following.tables, ()), len(entrants), [])
    listed = standings(entrants, results, data.get("tie_breaks", TIE_BREAKS), dict(barred.joined))
    return answer | {
        "phase": following.phase.value,
        "leaving": list(following.leaving),
        "waits": following.waits or None,
        "waiting": list(following.waiting),
        "still_in": [each for each in entrants if each not in barred.withdrawn],
        "standings": _standings(listed),
    }


def _fixed(following: Round, entrants: int, listed: Sequence[Standing]) -> dict[str, Any]:
    return {
        "main": SWISS,
        "entrants": entrants,
        "phase": Phase.SWISS.value if following.tables else Phase.OVER.value,
        "round": following.round,
        "tables": [_table(each) for each in following.tables],
        "still_in": list(following.still_in),
        "leaving": [],
        "waits": None,
        "standings": _standings(listed),
    }


def _standings(listed: Sequence[Standing]) -> list[dict[str, Any]]:
    return [
        {
            "place": each.place,
            "entrant": each.entrant,
            "wins": each.record.wins,
            "losses": each.record.losses,
            "values": [str(value) for value in each.values],
        }
        for each in listed
    ]


def lines(figures: Mapping[str, Any]) -> list[str]:
    """Return the answer in columns, for people."""
    costs = cards_lines(figures) if "scorecard" in figures else []
    if figures["main"] == ROUND_ROBIN:
        schedule_lines = (
            f"{number:>2}  " + "  ".join(f"{one}-{other}" if other else f"bye {one}" for one, other in each)
            for number, each in enumerate(figures["rounds"], start=1)
        )
        return [*schedule_lines, *costs]
    if "tables" not in figures:
        return [f"{figures['entrants']} entrants", *costs]
    return [*_swiss_lines(figures), *costs]


def _swiss_lines(figures: Mapping[str, Any]) -> list[str]:
    printed = [f"round {figures['round']}: {figures['phase']}"]
    for at, each in enumerate(figures["tables"], start=1):
        printed.append(f"{at:>3}  {each['one']:>3} - {each['other'] or 'bye'}  ({each['reason']} {each['records']})")
    if figures["waits"]:
        printed.append(f"waits for the winner: {figures['waits']}")
    if figures.get("waiting"):
        printed.append("wait for an opponent: " + " ".join(map(str, figures["waiting"])))
    if figures["leaving"]:
        printed.append("leaving, paid: " + " ".join(map(str, figures["leaving"])))
    return [*printed, *(f"{each['place']:>3}. {each['entrant']}  {each['wins']}-{each['losses']}"
                        for each in figures["standings"])]  # fmt: skip


def _table(table: Table) -> dict[str, Any]:
    return {
        "one": table.one,
        "other": table.other or None,
        "reason": table.reason.value,
        "records": ", ".join(table.records),
        "met": table.met,
    }


# --- Reading


def _file(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
    except ValueError:
        raise RuleBroken("swiss.file", where="file") from None
    if not isinstance(data, dict) or not set(data) <= WORDS:
        raise RuleBroken("swiss.file", where="file", known=sorted(WORDS))
    return data


def _entrants(given: Any) -> list[int]:
    if isinstance(given, int) and not isinstance(given, bool) and 2 <= given <= MOST:
        return list(range(1, given + 1))
    if not isinstance(given, list) or not 2 <= len(given) <= MOST:
        raise RuleBroken("swiss.file", where="entrants", fewest=2, most=MOST)
    return _numbers(given, "entrants")


def _numbers(given: list[Any], where: str) -> list[int]:
    if any(isinstance(each, bool) or not isinstance(each, int) or each < 1 for each in given):
        raise RuleBroken("swiss.file", where=where)
    return given


def _list(data: Mapping[str, Any], where: str) -> list[Any]:
    given = data.get(where, [])
    if not isinstance(given, list):
        raise RuleBroken("swiss.file", where=where)
    return given


def _whole(data: Mapping[str, Any], where: str) -> int:
    given = data.get(where)
    if isinstance(given, bool) or not isinstance(given, int):
        raise RuleBroken("swiss.file", where=where)
    return given


def _pair(given: Any, where: str = "prohibited") -> tuple[int, int]:
    if not isinstance(given, list) or len(given) != 2:
        raise RuleBroken("swiss.file", where=where)
    one, other = _numbers(given, where)
    return one, other


def _result(given: Any, at: int) -> Result:
    where = f"results[{at}]"
    if not isinstance(given, dict) or not set(given) <= {"round", "winner", "loser", "points", "absent", "late"}:
        raise RuleBroken("swiss.file", where=where)
    numbers = [given.get("round"), given.get("winner", BYE), given.get("loser", BYE)]
    pairs = [given.get("points", [0, 0]), given.get("absent", [0, 0])]
    shaped = all(isinstance(each, list) and len(each) == 2 for each in pairs)
    if not shaped or any(type(each) is not int or each < 0 for each in [*numbers, *pairs[0], *pairs[1]]):
        raise RuleBroken("swiss.file", where=where)
    round_, winner, loser = numbers
    if not round_ or (winner == BYE) == (not all(pairs[1])):
        raise RuleBroken("swiss.file", where=where)
    late = _numbers(_list(given, "late"), where)
    return Result(round_, winner, loser, tuple(pairs[0]), tuple(pairs[1]), tuple(late))
