"""Who leaves a Swiss by losses when, and the places and pay that follow.

Source: docs/rules/swiss.md#places-and-pay.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rules.errors import RuleBroken
from rules.pairing.by_losses import NOTHING, Barred, Options, Phase, Stand, Variant, contingent_places, stand
from rules.pairing.results import Result, records

type Groups = tuple[tuple[int, ...], ...]

ABT_SHARES = (32, 20, 13, 9, 7, 6, 5, 4)
"""Shares of the first places in a Swiss of the American tour; from the ninth on 32 by the place (bgonline 219741)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Groups of entrants who share a place, the best first, and how many of them are ``paid``, 0 while that is open.

    The first group are those still in while the event is not ``over``. ``to_play``: two who must still play for second
    place, by the rules of the WBF.
    """

    groups: Groups
    paid: int
    over: bool
    to_play: tuple[int, ...] = ()

    def place(self, entrant: int) -> int:
        """Return the place of an entrant, that of the best of their group."""
        better = 0
        for group in self.groups:
            if entrant in group:
                return better + 1
            better += len(group)
        raise RuleBroken("results.unknown", entrant=entrant)


def outcome(
    entrants: Sequence[int], options: Options, results: Sequence[Result], key: str, barred: Barred = NOTHING
) -> Outcome:
    """Return the places after these complete rounds. Raises RuleBroken as ``records``.

    Those who leave in the same round with the same losses share a place; who leaves a playoff is before all who had
    their last loss earlier. Whoever has withdrawn shares the place of those who left in the last round they played.
    """
    last = max((each.round for each in results), default=0)
    exits: dict[int, tuple[int, int]] = {}
    paid = 0
    for round_ in range(last + 1):
        played = [each for each in results if each.round <= round_]
        now = stand(entrants, options, played, key, barred_until(barred, results, round_))
        for who in entrants:
            if who not in exits and who not in now.still_in:
                exits[who] = (round_, 1 if who in now.leaving else 0)
        if not paid and now.phase in (Phase.PLAYOFF, Phase.CONTINGENT_BYE, Phase.OVER):
            paid = len(now.still_in) + len(now.leaving)
    groups = _grouped(entrants, exits)
    over = now.phase is Phase.OVER
    if over:
        then = stand(entrants, options, _before_the_last_two(results), key, barred)
        groups = _contingent(groups, results, then, options.variant)
    to_play: tuple[int, ...] = ()
    if over and options.variant is Variant.WBF:
        groups, to_play = _second_by_wins(groups, entrants, results)
    return Outcome(groups, min(paid, options.paid) if options.paid else 0, over, to_play)


def barred_until(barred: Barred, results: Sequence[Result], round_: int) -> Barred:
    """Return those who had withdrawn by a round: they were in no later one."""
    later = {who for each in results if each.round > round_ for who in (each.winner, each.loser, *each.absent)}
    return Barred(barred.withdrawn - later, barred.pairs, barred.joined)


def _grouped(entrants: Sequence[int], exits: Mapping[int, tuple[int, int]]) -> Groups:
    levels = sorted(set(exits.values()), reverse=True)
    inside = tuple(who for who in entrants if who not in exits)
    left = [tuple(who for who in entrants if exits.get(who) == level) for level in levels]
    return tuple(group for group in (inside, *left) if group)


def _before_the_last_two(results: Sequence[Result]) -> list[Result]:
    last = max((each.round for each in results), default=0)
    return [each for each in results if each.round <= last - 2]


def _contingent(groups: Groups, results: Sequence[Result], then: Stand, variant: Variant) -> Groups:
    """Return the groups with the three of a contingent bye by its two matches, the last of the event."""
    if then.phase is not Phase.CONTINGENT_BYE:
        return groups
    ending = sorted((each for each in results if each.round >= then.round), key=lambda each: each.round)
    if len(ending) != 2 or not all(each.winner and each.loser for each in ending):
        return groups
    one, two = ending
    # Whoever waited by lot is who was not in the first match.
    waited = [who for who in then.still_in if who not in _players(one)]
    if len(waited) != 1:
        return groups
    waits = waited[0]
    if {*_players(two)} != {waits, one.winner}:
        # The first match was corrected after the second: two met who had both lost, and nothing orders the three.
        return groups
    order: Groups = tuple((who,) for who in contingent_places(waits, _players(one), _players(two)))
    if variant is Variant.WBF and two.winner == one.winner:
        order = ((one.winner,), (waits, one.loser))
    rest = [tuple(who for who in group if who not in then.still_in) for group in groups]
    return (*order, *(group for group in rest if group))


def _players(result: Result) -> tuple[int, int]:
    return result.winner, result.loser


def _second_by_wins(
    groups: Groups, entrants: Sequence[int], results: Sequence[Result]
) -> tuple[Groups, tuple[int, ...]]:
    """Return the groups with second and third place decided by wins, then by their match; else who must play it."""
    if len(groups) < 2 or len(groups[0]) != 1 or len(groups[1]) != 2:
        return groups, ()
    one, other = groups[1]
    known = records(entrants, results)
    between = [each for each in results if {each.winner, each.loser} == {one, other}]
    wins = known[one].wins - known[other].wins or sum(1 if each.winner == one else -1 for each in between)
    if not wins:
        return groups, (one, other)
    order = ((one,), (other,)) if wins > 0 else ((other,), (one,))
    return (groups[0], *order, *groups[2:]), ()


def swiss_shares(places: int) -> tuple[Fraction, ...]:
    """Return each place's part of the fund by the table of the American tour. Raises RuleBroken ``swiss.paid``."""
    if places < 1:
        raise RuleBroken("swiss.paid", got=places)
    shares = [Fraction(ABT_SHARES[at]) if at < len(ABT_SHARES) else Fraction(32, at + 1) for at in range(places)]
    return tuple(share / sum(shares) for share in shares)


def pay_tables(most: int) -> dict[int, tuple[Fraction, ...]]:
    """Return the tables that are posted beforehand: for ``most`` places paid, and for every smaller number."""
    return {places: swiss_shares(places) for places in range(most, 0, -1)}


def parts(outcome_: Outcome, tables: Mapping[int, Sequence[Fraction]]) -> dict[int, Fraction]:
    """Return each paid entrant's part of the fund, by the table for as many as are paid; equal exits share.

    Raises RuleBroken ``swiss.table`` where no table has as many places.
    """
    if outcome_.paid not in tables or len(tables[outcome_.paid]) != outcome_.paid:
        raise RuleBroken("swiss.table", paid=outcome_.paid, known=sorted(tables))
    table, due, place = tables[outcome_.paid], dict[int, Fraction](), 0
    for group in outcome_.groups:
        mine = table[place : place + len(group)]
        due.update(dict.fromkeys(group, sum(mine, Fraction(0)) / len(group)) if mine else {})
        place += len(group)
    return due
