"""``python -m rules odds``: where each entrant ends in each bracket, with which chance.

Source: docs/rules/odds.md#the-file.
"""

import argparse
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from rules.commands.cases import Answer, Case, Field, add_case_arguments, run_case
from rules.draws.facts import Entered, Kind
from rules.draws.plan import Plan
from rules.draws.seeding import size_for
from rules.draws.state import DrawState
from rules.errors import RuleBroken
from rules.formats.knockout import CONSOLATION, MAIN, Consolation, Knockout
from rules.formats.lengths import LONGEST_MATCH, Lengths, read_lengths
from rules.formats.registry import compile_plan
from rules.odds.chances import CLASS_WIDTH, Chances, Given, Rated
from rules.odds.places import Odds, place_odds
from rules.odds.undrawn import field_odds

NAME = "odds"
HELP = "where each entrant ends in each bracket, with which chance"
WORDS = (
    "lines", "entrants", "seeds", "consolation", "p", "ratings", "class_width", "lengths", "results", "withdrawn",
    "accuracy",
)  # fmt: skip
KEYS = ("odds", "exact", "standard_error", "draws")
ACCURACY = 2e-4
"""The standard error up to which the command samples, unless the file names another."""
_ANY_LENGTH = 1


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_case_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Print the odds; return 1 where the file expects others, 2 if the file is refused."""
    return run_case(args, Case(NAME, WORDS, KEYS, answer, may_leave_out=True))


def answer(file: Field) -> Answer:
    """Return the answer to a file.

    Raises RuleBroken ``json.…``, ``plan.size``, ``draw.field``, ``seed.…`` or ``odds.…``, each with the place in the
    file.
    """
    if file.get("entrants") is not None:
        return _before_the_draw(file)
    _refuse(file, "seeds", other="lines")
    lines = _lines(file["lines"])
    plan = _plan(file, file["lines"], len(file["lines"].each()))
    chances = _chances(file, sorted(lines.values()))
    withdrawn = _withdrawn(file.get("withdrawn"), plan, sorted(lines.values()))
    state = _played(DrawState(plan, lines, withdrawn=withdrawn), file.get("results"))
    limit = file.get("accuracy")
    with (file.get("p") or file["ratings"]).placing():
        odds = place_odds(state, chances, accuracy=float(limit.fraction()) if limit else ACCURACY)
    return Answer(_values(odds), tuple(_text(odds)))


def _before_the_draw(file: Field) -> Answer:
    """Return the answer to a file with entrants who are not drawn yet."""
    for word in ("lines", "results", "withdrawn", "accuracy"):
        _refuse(file, word, other="entrants")
    given = file["entrants"]
    entrants = _entrants(given)
    with given.placing():
        size = size_for(len(entrants))
    seeds = _seeds(file.get("seeds"), entrants)
    plan, chances = _plan(file, given, size), _chances(file, entrants)
    with (file.get("p") or file["ratings"]).placing():
        known = field_odds(plan, entrants, seeds, chances)
    how = "every draw" if known.is_exact else f"{known.draws} draws by lot"
    return Answer(_values(known.odds) | {"draws": known.draws}, (f"before the draw, {how}", *_text(known.odds)))


def _entrants(given: Field) -> list[int]:
    entrants: set[int] = set()
    for each in given.each():
        if each.whole(1) in entrants:
            raise RuleBroken("odds.twice", place=each.place, entrant=each.value)
        entrants.add(each.whole(1))
    return sorted(entrants)


def _refuse(file: Field, word: str, *, other: str) -> None:
    """Raise RuleBroken ``json.unknown`` for a word that cannot stand beside ``other``."""
    given = file.get(word)
    if given is not None:
        raise RuleBroken("json.unknown", place=given.place, word=word, other=other)


def _seeds(given: Field | None, entrants: list[int]) -> dict[int, int]:
    """Return the seed of each who has one; the first in the list is seed 1."""
    seeds: dict[int, int] = {}
    for seed, each in enumerate(given.each() if given else (), start=1):
        entrant = _entrant(str(each.whole(1)), each, entrants)
        if entrant in seeds:
            raise RuleBroken("odds.twice", place=each.place, entrant=entrant)
        seeds[entrant] = seed
    return seeds


def _plan(file: Field, given: Field, size: int) -> Plan:
    consolation = file.get("consolation")
    kind = Consolation(consolation.one_of(*Consolation) if consolation else Consolation.NONE)
    with given.placing():
        return compile_plan(size, Knockout(kind, _lengths(file, kind, size)))


def _lines(given: Field) -> dict[int, int]:
    lines: dict[int, int] = {}
    for line, entrant in enumerate(given.each(), start=1):
        if entrant.value is not None:
            number = entrant.whole(1)
            if number in lines.values():
                raise RuleBroken("odds.twice", place=entrant.place, entrant=number)
            lines[line] = number
    if not lines:
        raise RuleBroken("json.range", place=given.place, least=1)
    return lines


def _withdrawn(given: Field | None, plan: Plan, entrants: list[int]) -> tuple[tuple[str, int], ...]:
    """Return who has withdrawn from which bracket, in the order of withdrawals."""
    gone: list[tuple[str, int]] = []
    for each in given.each() if given else ():
        each.words(needed=("bracket", "entrant"))
        bracket = each["bracket"].one_of(*(bracket.code for bracket in plan.brackets))
        gone.append((bracket, _entrant(str(each["entrant"].whole(1)), each["entrant"], entrants)))
    return tuple(gone)


# --- Lengths


def _lengths(file: Field, consolation: Consolation, size: int) -> dict[str, Lengths]:
    """Return the lengths by bracket; those of the main bracket also hold for a consolation without its own."""
    given = file.get("lengths")
    if given is None:
        if file.get("ratings") is not None:
            raise RuleBroken("json.missing", place="lengths", word="lengths")
        return {MAIN: Lengths(_ANY_LENGTH)}
    rounds = size.bit_length() - 1
    if not isinstance(given.value, dict):
        return {MAIN: _by_round(given, rounds)}
    given.words(CONSOLATION, needed=(MAIN,))
    lengths = {MAIN: _by_round(given[MAIN], rounds)}
    own = given.get(CONSOLATION)
    if own is not None:
        probe = compile_plan(size, Knockout(consolation)) if rounds else None
        lengths[CONSOLATION] = _by_round(own, probe.rounds(CONSOLATION) if probe else 0)
    return lengths


def _by_round(given: Field, rounds: int) -> Lengths:
    """Return the lengths of a bracket: as an event's format has them, or an object with the number of each round."""
    by_number = isinstance(given.value, dict) and any(word.isdecimal() for word in given.value)
    if not by_number:
        with given.placing():
            return read_lengths(given.value)
    names = [str(round_) for round_ in range(1, rounds + 1)]
    given.words(needed=tuple(names))
    points = [given[name].whole(1, LONGEST_MATCH) for name in names]
    return Lengths(points[-1] if points else _ANY_LENGTH, tuple(points))


# --- Chances


def _chances(file: Field, entrants: list[int]) -> Chances:
    table, ratings, width = file.get("p"), file.get("ratings"), file.get("class_width")
    if (table is None) == (ratings is None):
        raise RuleBroken("odds.chances", place="p", other="ratings")
    if ratings is not None:
        known = {_entrant(word, each, entrants): _number(each) for word, each in ratings.pairs()}
        return Rated(known, _positive(width) if width else CLASS_WIDTH)
    assert table is not None  # noqa: S101 -- one of the two is given
    if width is not None:
        raise RuleBroken("json.unknown", place=width.place, word="class_width")
    return Given(_table(table, entrants))


def _table(table: Field, entrants: list[int]) -> dict[tuple[int, int], float]:
    exact: dict[tuple[int, int], Fraction] = {}
    for word, each in table.pairs():
        first, dash, second = word.partition("-")
        pair = _entrant(first, each, entrants), _entrant(second, each, entrants)
        chance = each.fraction()
        if not dash or pair[0] == pair[1]:
            raise RuleBroken("odds.pair", place=each.place, word=word)
        if chance > 1:
            raise RuleBroken("json.range", place=each.place, got=str(chance), least=0, most=1)
        if exact.get(pair[::-1], 1 - chance) != 1 - chance:
            raise RuleBroken("odds.not_one", place=each.place, other=f"{second}-{first}")
        exact[pair] = chance
    return {pair: float(chance) for pair, chance in exact.items()}


def _entrant(word: str, field: Field, entrants: list[int]) -> int:
    known = {str(each): each for each in entrants}
    if word not in known:
        raise RuleBroken("odds.entrant", place=field.place, got=word[:40])
    return known[word]


def _number(field: Field) -> float:
    """Return a rating, which may be negative."""
    value = field.value
    if isinstance(value, str) and value.startswith("-"):
        return -float(Field(value[1:], field.place).fraction())
    if isinstance(value, int | Fraction) and not isinstance(value, bool) and value < 0:
        return -float(Field(-value, field.place).fraction())
    return float(field.fraction())


def _positive(field: Field) -> float:
    number = float(field.fraction())
    if number <= 0:
        raise RuleBroken("json.range", place=field.place, got=str(field.value), least=1)
    return number


# --- Results


@dataclass(frozen=True, slots=True)
class _Result:
    field: Field
    winner: int


def _played(state: DrawState, given: Field | None) -> DrawState:
    """Return the draw with the results, which may stand in the file in any order."""
    results = _results(state.plan, given)
    for _, matches in _rounds(state.plan):
        entered = []
        for match in matches:
            if match not in results:
                continue
            result, seat = results[match], state.seat(match)
            if seat.pair is None and seat.on == result.winner > 0:
                continue  # a bye, which needs no result
            if seat.pair is None or result.winner not in seat.pair:
                players = [each for each in (seat.top, seat.bottom) if each > 0]
                raise RuleBroken("odds.result", place=result.field.place, got=result.winner, players=players)
            entered.append(Entered(Kind.RESULT, match, *seat.pair, result.winner, match + 1))
        if entered:
            state = state.having(entered)
    return state


def _rounds(plan: Plan) -> Iterator[tuple[tuple[str, int], list[int]]]:
    rounds: dict[tuple[str, int], list[int]] = {}
    for place, match in enumerate(plan.matches):
        rounds.setdefault((match.bracket, match.round), []).append(place)
    yield from rounds.items()


def _results(plan: Plan, given: Field | None) -> Mapping[int, _Result]:
    places = {(match.bracket, match.round, match.number): at for at, match in enumerate(plan.matches)}
    results: dict[int, _Result] = {}
    for each in given.each() if given else []:
        each.words(needed=("bracket", "round", "number", "winner"))
        bracket = each["bracket"].one_of(*(bracket.code for bracket in plan.brackets))
        where = bracket, each["round"].whole(1), each["number"].whole(1)
        if where not in places:
            raise RuleBroken("odds.match", place=each.place, bracket=bracket, round=where[1], number=where[2])
        if places[where] in results:
            raise RuleBroken("odds.result_twice", place=each.place, other=results[places[where]].field.place)
        results[places[where]] = _Result(each, each["winner"].whole(1))
    return results


# --- The answer


def _values(odds: Odds) -> dict[str, object]:
    return {
        "odds": {str(entrant): brackets for entrant, brackets in odds.places.items()},
        "exact": odds.exact,
        "standard_error": {str(entrant): brackets for entrant, brackets in odds.errors.items()},
    }


def _text(odds: Odds) -> Iterator[str]:
    """Yield a table a bracket: a row for each entrant, a column for each key."""
    for bracket, is_exact in odds.exact.items():
        yield f"{bracket}, {'exact' if is_exact else 'sampled, with the standard error'}"
        rows = {entrant: brackets[bracket] for entrant, brackets in odds.places.items()}
        keys = list(next(iter(rows.values())))
        wide = 20 if not is_exact else 11
        yield "entrant" + "".join(f"{key:>{wide}}" for key in keys)
        for entrant, row in rows.items():
            errors = odds.errors.get(entrant, {}).get(bracket, {})
            yield f"{entrant:>7}" + "".join(f"{_chance(row[key], errors.get(key)):>{wide}}" for key in keys)


def _chance(chance: float, error: float | None) -> str:
    return f"{chance:.6f}" + (f" ±{error:.6f}" if error is not None else "")
