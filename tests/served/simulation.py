"""A draw played with paper and pencil: follows the words of docs/rules, with none of the program's own code.

Every empty line holds a phantom. A player beats a phantom without play, a match of two phantoms is won by a phantom,
and the loser against a phantom is a phantom. The loser of a final never drops.
"""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum


class Absent(Enum):
    """A side without a player: a phantom, or a player not yet known."""

    PHANTOM = "phantom"
    LATER = "later"


PHANTOM, LATER = Absent.PHANTOM, Absent.LATER
type Who = int | Absent
# Bracket, round and number, as a sheet of paper names a match.
type Spot = tuple[str, int, int]


@dataclass(frozen=True, slots=True)
class Box:
    """A match on the sheet."""

    top: Who
    bottom: Who
    winner: Who
    loser: Who

    @property
    def status(self) -> str:
        both = (self.top, self.bottom)
        if LATER in both:
            return "waiting"
        if both == (PHANTOM, PHANTOM):
            return "void"
        if PHANTOM in both:
            return "bye"
        return "open" if self.winner is LATER else "finished"


@dataclass
class Sheets:
    """Main, consolation and last chance of one event.

    ``decided`` maps the place of a match to its winner, PHANTOM if neither player came; in those that are ``given_up``
    the loser did not come.
    """

    lines: Sequence[int | None]
    consolation: str
    decided: Mapping[Spot, Who]
    last_chance: bool = False
    given_up: Container[Spot] = ()
    boxes: dict[Spot, Box] = field(default_factory=dict)

    def __post_init__(self) -> None:
        players: list[Who] = [PHANTOM if line is None else line for line in self.lines]
        losers: list[list[Who]] = []
        while len(players) > 1:
            players, beaten = self.play("main", len(losers) + 1, neighbours(players))
            losers.append(beaten)
        self.main_rounds = len(losers)
        if self.consolation == "progressive":
            self.progressive(losers[:-1])
        elif self.consolation == "first_match" and self.main_rounds > 1:
            self.first_match(losers[:-1])
        if self.last_chance:
            self.play_last_chance()

    def play(self, bracket: str, round_: int, pairs: list[tuple[Who, Who]]) -> tuple[list[Who], list[Who]]:
        """Play a round; return winners and losers from the top of the sheet."""
        played = []
        for number, (top, bottom) in enumerate(pairs, start=1):
            spot = (bracket, round_, number)
            self.boxes[spot] = Box(top, bottom, *self.meet(spot, top, bottom))
            played.append(self.boxes[spot])
        return [box.winner for box in played], [box.loser for box in played]

    def meet(self, spot: Spot, top: Who, bottom: Who) -> tuple[Who, Who]:
        """Return winner and loser."""
        if LATER in (top, bottom):
            return LATER, LATER
        if bottom is PHANTOM:
            return top, PHANTOM
        if top is PHANTOM:
            return bottom, PHANTOM
        winner = self.decided.get(spot, LATER)
        if isinstance(winner, Absent):
            return winner, winner
        assert winner in (top, bottom), f"{winner} won {spot} between {top} and {bottom}"
        return winner, bottom if winner == top else top

    def progressive(self, droppers: list[list[Who]]) -> None:
        """``A.B.|.C.|…``: after the first, every round of droppers is followed by one among the survivors."""
        survivors: list[Who] = []
        rounds = 0
        for main_round, beaten in enumerate(droppers, start=1):
            below = dropped(beaten, main_round)
            pairs = list(zip(survivors, below, strict=True)) if survivors else neighbours(below)
            rounds += 1
            survivors, _ = self.play("consolation", rounds, pairs)
            if main_round > 1:
                rounds += 1
                survivors, _ = self.play("consolation", rounds, neighbours(survivors))

    def first_match(self, beaten: list[list[Who]]) -> None:
        """Whoever loses the first match that they played; without one in A, the loser of B who went on from there."""
        droppers = list(beaten[0])
        if len(beaten) > 1:
            for place, (spot, box) in enumerate([each for each in self.boxes.items() if each[0][:2] == ("main", 1)]):
                if box.status == "bye" or spot in self.given_up:
                    second = self.boxes["main", 2, place // 2 + 1]
                    lost = second.loser if second.loser in (LATER, box.winner) else PHANTOM
                    droppers[place] = box.loser if lost is PHANTOM else lost
        rounds = 0
        while len(droppers) > 1:
            rounds += 1
            droppers, _ = self.play("consolation", rounds, neighbours(droppers))

    def play_last_chance(self) -> None:
        """Losers of the first two rounds of the consolation, but not of its final."""
        losers: dict[int, list[Who]] = {}
        for (bracket, round_, _), box in self.boxes.items():
            if bracket == "consolation":
                losers.setdefault(round_, []).append(box.loser)
        drop = [losers[round_] for round_ in (1, 2) if round_ < max(losers, default=0)]
        if len(drop) == 2 and len(drop[0]) == len(drop[1]):
            drop = [drop[0] + drop[1]]
        rounds, survivors = 0, list[Who]()
        while drop or len(survivors) > 1:
            rounds += 1
            coming = drop.pop(0) if drop else []
            meeting = neighbours(survivors or coming)
            if survivors and coming:
                meeting = list(zip(survivors, dropped(coming, 2), strict=True))
            survivors, _ = self.play("last_chance", rounds, meeting)

    def places(self) -> list[tuple[int, int]]:
        """Return (entrant, shared place) in strict order, once all is played."""
        runs = self.runs()
        rows: list[tuple[int, int]] = []
        place_of: dict[int, int] = {}
        for left in range(self.main_rounds + 1, 0, -1):
            sharing = [who for who, run in runs.items() if run.left == left]
            place = len(rows) + 1
            sharing.sort(key=lambda who: (*runs[who].below, place_of.get(runs[who].beaten_by, 0), runs[who].line))
            for who in sharing:
                place_of[who] = place
                rows.append((who, place))
        return rows

    def runs(self) -> dict[int, "Run"]:
        """Return for each entrant the round in which they left main, and how far they came in the consolation."""
        runs = {who: Run(line, self.main_rounds + 1) for line, who in enumerate(self.lines) if who is not None}
        for (bracket, round_, _), box in self.boxes.items():
            for who in (box.top, box.bottom):
                if not isinstance(who, int):
                    continue
                if bracket == "consolation":
                    runs[who].consolation = (-round_, 1 if box.loser == who else 0)
                elif bracket == "last_chance":
                    runs[who].last_chance = (-round_, 1 if box.loser == who else 0)
                elif box.loser == who and isinstance(box.winner, int):
                    runs[who].left, runs[who].beaten_by = round_, box.winner
        return runs


@dataclass
class Run:
    """How far an entrant came: the round in which they left main, past the last for the champion."""

    line: int
    left: int
    beaten_by: int = 0
    consolation: tuple[int, int] = (0, 0)
    last_chance: tuple[int, int] = (0, 0)

    @property
    def below(self) -> tuple[int, ...]:
        """The sort key of entrants who left main in the same round: the furthest in the consolation first."""
        return (*self.consolation, *self.last_chance)


def neighbours(players: Sequence[Who]) -> list[tuple[Who, Who]]:
    """Pair first with second, third with fourth, and so on."""
    return [(players[at], players[at + 1]) for at in range(0, len(players), 2)]


def dropped[T](beaten: Sequence[T], main_round: int) -> list[T]:
    """Return the losers of a main round on the lines on which they drop, from the top.

    A straight down; B swap halves; C swap quarters inside halves; D both; E swap eighths; F eighths and halves …:
    the round's number less one, in binary, says which swaps are made, the ones digit that of the halves.
    """
    standing = list(beaten)
    swaps, block = main_round - 1, len(standing) // 2
    while block:
        if swaps % 2:
            moved = []
            for start in range(0, len(standing), 2 * block):
                moved += standing[start + block : start + 2 * block] + standing[start : start + block]
            standing = moved
        swaps, block = swaps // 2, block // 2
    return standing


def byes_from_the_top(size: int, byes: int) -> set[int]:
    """Return the A matches, counted from 1, that are byes: spread over halves, then quarters, then eighths …"""
    order = [1]
    while len(order) < size // 2:
        order = [2 * match - 1 for match in order] + [2 * match for match in order]
    return set(order[:byes])
