"""Adds the matches of each bracket of a structure to its plan.

Source: docs/rules/lower-brackets.md.
"""

from collections.abc import Mapping, Sequence
from itertools import permutations

from rules.draws.plan import ENTRY, From, PlannedMatch, Source, round_letter
from rules.draws.seeding import bye_lines
from rules.formats.drops import drop_line
from rules.formats.lengths import Lengths
from rules.formats.notation.meetings import Meetings, met_above, met_before
from rules.formats.notation.placement import seat
from rules.formats.notation.shape import Round
from rules.formats.notation.tree import Player, Seat, Tree, grow

NAME, CONSOLATION, LAST_CHANCE = "structure", "consolation", "last_chance"


class Builder:
    """The matches so far; rounds are lettered on from bracket to bracket."""

    def __init__(self, lengths: Mapping[str, Lengths], size: int, field: int, seeds: int = 0) -> None:
        self.lengths, self.size, self.field, self.seeds = lengths, size, field, seeds
        self.matches: list[PlannedMatch] = []
        self.letters = 0
        self.main_rounds = 0
        self.rounds: dict[str, list[list[int]]] = {}
        """The matches of each round that two players can come to, by bracket."""
        self.left: dict[str, list[Source]] = {}
        """Those who are left in a bracket."""
        self.meetings: Meetings = {}
        self.ways: dict[int, Sequence[int]] = {}

    def main(self, rounds: int) -> None:
        """Add that many rounds of the main bracket."""
        byes = {(line - 1) // 2 for line in bye_lines(self.size, self.field, self.seeds)}
        players = [Source(From.LINE, line + 1) for line in range(self.size)]
        self.main_rounds = rounds
        self.rounds[ENTRY] = []
        for round_ in range(1, rounds + 1):
            start = len(self.matches)
            players = self.add(ENTRY, round_, list(zip(players[::2], players[1::2], strict=True)), rounds)
            real = [match for match in range(start, len(self.matches)) if round_ > 1 or match not in byes]
            self.rounds[ENTRY].append(real)
        self.left[ENTRY] = players
        self.letters = rounds

    def add(self, bracket: str, round_: int, sides: Sequence[tuple[Source, Source]], of: int) -> list[Source]:
        """Add one round of a bracket that has ``of`` rounds, and return its winners."""
        start, letter = len(self.matches), round_letter(self.letters + round_ - 1)
        length = self.length(bracket, round_, of)
        for number, (top, bottom) in enumerate(sides, start=1):
            self.matches.append(PlannedMatch(f"{letter}{number}", bracket, round_, number, length, top, bottom))
        return [Source(From.WINNER, start + at) for at in range(len(sides))]

    def length(self, bracket: str, round_: int, of: int) -> int:
        """Return the length of a round. A last chance without lengths plays two points fewer than the consolation."""
        main = self.lengths[ENTRY]
        consolation = self.lengths.get(CONSOLATION, main)
        own = {ENTRY: main, CONSOLATION: consolation}.get(bracket) or self.lengths.get(bracket, consolation.shorter())
        return own.of(min(round_, of), of)

    def lower(self, bracket: str, rounds: Sequence[Round], first_letter: str) -> dict[str, tuple[int, ...]]:
        """Add a lower bracket; return for each letter the line (from 1) of its match 1, 2, 3 …

        ``first_letter`` names the first round of the bracket whose losers drop.
        """
        above = ENTRY if bracket == CONSOLATION else CONSOLATION
        tree = grow(rounds)
        droppers = {
            each.letter: self.rounds[above][ord(each.letter) - ord(first_letter)] for each in tree.seats
        }  # in the order of the seats, so by letter
        self.meet(above, droppers)
        seated = self.by_reversal(droppers, rounds) or seat(tree, droppers, self.meetings)
        self.plant(bracket, tree, seated, len(rounds))
        lines = {letter: [each.number for each in tree.seats if each.letter == letter] for letter in droppers}
        at = {who: number for number, who in enumerate(seated)}
        return {letter: tuple(lines[letter].index(at[who]) + 1 for who in droppers[letter]) for letter in droppers}

    def meet(self, above: str, droppers: Mapping[str, Sequence[int]]) -> None:
        """Work out how often the droppers are expected to have met."""
        matches = [match for each in droppers.values() for match in each]
        next_match = {
            side.of: at
            for at, match in enumerate(self.matches)
            for side in (match.top, match.bottom)
            if side.kind is From.WINNER and match.bracket == above and self.matches[side.of].bracket == above
        }
        own = met_above(next_match, matches)
        before = met_before(self.meetings, self.ways, matches)
        self.meetings = {pair: own.get(pair, 0) + before.get(pair, 0) for pair in {**own, **before}}

    def by_reversal(self, droppers: Mapping[str, Sequence[int]], rounds: Sequence[Round]) -> list[int]:
        """Return the seats by bit reversal where every round drops one for one from a full field, else nothing."""
        one_for_one = all(
            len(each.drops) <= 1 and (not each.drops or not each.survivors or each.dropping == each.survivors)
            for each in rounds
        )
        full = self.field == self.size and len(self.rounds) == 1 and self.main_rounds == self.size.bit_length() - 1
        split = sum(len(each.drops) for each in rounds) > len(droppers)
        if not one_for_one or not full or split:
            return []
        seated: list[int] = []
        for letter, matches in droppers.items():
            round_ = ord(letter) - ord("A") + 1
            lines = {drop_line(self.main_rounds, round_, at): match for at, match in enumerate(matches)}
            seated += [lines[line] for line in sorted(lines)]
        return seated

    def plant(self, bracket: str, tree: Tree, seated: Sequence[int], of: int) -> None:
        """Add the matches of ``tree`` with the droppers on their seats."""
        numbers: dict[int, int] = {}

        def source(player: Player) -> Source:
            if isinstance(player, Seat):
                return Source(From.LOSER, seated[player.number])
            return Source(From.WINNER, numbers[player.match])

        self.rounds[bracket] = []
        for round_ in range(1, of + 1):
            in_round = [(at, one, other) for at, (number, one, other) in enumerate(tree.matches) if number == round_]
            numbers |= {at: len(self.matches) + place for place, (at, _, _) in enumerate(in_round)}
            self.add(bracket, round_, [(source(one), source(other)) for _, one, other in in_round], of)
            self.rounds[bracket].append([numbers[at] for at, _, _ in in_round])
        self.ways = {who: [numbers[match] for match in path] for who, path in zip(seated, tree.paths, strict=True)}
        self.left[bracket] = [source(player) for player in tree.last]
        self.letters += of

    def crossing(self, *, recharge: bool) -> None:
        """Add the match of the champions, and the second one that the upper champion may claim."""
        letters, self.letters = self.letters, self.letters - self.main_rounds
        number, of = self.main_rounds + 1, self.main_rounds
        upper, lower = self.left[ENTRY][0], self.left[CONSOLATION][0]
        (winner,) = self.add(ENTRY, number, [(upper, lower)], of)
        if recharge:
            self.add(ENTRY, number + 1, [(winner, Source(From.UPPER_LOSER, winner.of))], of)
        self.letters = letters + 1 + recharge

    def join(self) -> None:
        """Add the last eight: those left in the main bracket against those left in the lower one, then on.

        Of all ways to pair them it takes the first with the fewest expected rematches.
        """
        upper, lower = self.left[ENTRY], self.left[CONSOLATION]
        met = self.sections()
        order = min(permutations(range(len(lower))), key=lambda each: (round(_rematches_of(met, each), 9), each))
        players: Sequence[tuple[Source, Source]] = [(upper[at], lower[other]) for at, other in enumerate(order)]
        letters, self.letters = self.letters, self.letters - self.main_rounds
        round_, of = self.main_rounds, self.main_rounds + 3
        while players:
            round_ += 1
            winners = self.add(ENTRY, round_, players, of)
            players = list(zip(winners[::2], winners[1::2], strict=True)) if len(winners) > 1 else []
        self.letters = letters + 3

    def sections(self) -> list[list[float]]:
        """How probable it is that the winner of a main section has beaten who is left as each fighter."""
        ends = {source.of: at for at, source in enumerate(self.left[CONSOLATION])}
        table = [[0.0] * len(ends) for _ in self.left[ENTRY]]
        for round_, matches in enumerate(self.rounds[ENTRY], start=1):
            per_section = (self.size >> round_) // len(table)
            for match in matches:
                way = self.ways.get(match, ())
                if way:
                    number = self.matches[match].number - 1
                    chance = 0.5 ** (self.main_rounds - round_) * 0.5 ** len(way)
                    table[number // per_section][ends[way[-1]]] += chance
        return table


def _rematches_of(met: Sequence[Sequence[float]], order: Sequence[int]) -> float:
    """Return a measure of the rematches among the last eight if the winner of section ``at`` meets ``order[at]``.

    They meet at once, in the next round if both win, or in the final.
    """
    return sum(
        met[section][fighter] * (1 if section == at else 1 / 4 if section == at ^ 1 else 1 / 16)
        for at, fighter in enumerate(order)
        for section in range(len(met))
    )
