"""The legal plays of a roll as a sequence, and the integers that positions are while plays are searched.

While plays are searched, the player's 26 counts are one integer of a byte a point, so that a step is one addition.
Above them is one bit a point for a hit, because nothing else can happen to the opponent within a turn. Most end
positions can be reached in many orders; each is stored once, under its integer.

Source: docs/rules/plays.md#legal-plays.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import Struct
from typing import overload

from rules.game.board import Position, trusted
from rules.points import BAR, SIZE, Step, write_play

type Way = tuple[tuple[int, int], ...]
type Ways = dict[int, Way]

BITS = 8 * SIZE
SIDE = (1 << BITS) - 1
HIT = tuple(1 << (BITS + point) for point in range(SIZE))
_counts = Struct(f"{SIZE}B").unpack
ONE = tuple(1 << (8 * point) for point in range(SIZE))


@dataclass(frozen=True, slots=True)
class LegalPlay:
    """One legal play: its text, its steps in an order that can be played, and the position after it.

    ``position`` is still seen by the player who moved.
    """

    text: str
    steps: tuple[Step, ...]
    position: Position

    def __str__(self) -> str:
        return self.text


class LegalPlays(Sequence[LegalPlay]):
    """Every legal play of a roll, one for each different end position. When there is none, the turn passes.

    ``dice_played`` is how many dice a legal play uses; a play that ends the game counts as all of them. The text and
    the position of a play are made when it is taken out; a slice is a tuple of plays.
    """

    __slots__ = ("_keys", "_start", "_ways", "dice_played")

    def __init__(self, start: Position, ways: Ways, dice_played: int) -> None:
        self._start = start
        self._ways = ways
        self._keys: tuple[int, ...] | None = None
        self.dice_played = dice_played

    def __len__(self) -> int:
        return len(self._ways)

    @overload
    def __getitem__(self, index: int) -> LegalPlay: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[LegalPlay, ...]: ...

    def __getitem__(self, index: int | slice) -> LegalPlay | tuple[LegalPlay, ...]:
        if self._keys is None:
            self._keys = tuple(self._ways)
        keys = self._keys[index]
        return tuple(map(self._play, keys)) if isinstance(keys, tuple) else self._play(keys)

    def __iter__(self) -> Iterator[LegalPlay]:
        return map(self._play, self._ways)

    def __repr__(self) -> str:
        texts = [play.text for play in self[:3]] + ["…"] * (len(self) > 3)
        return f"<LegalPlays: {len(self)}, {', '.join(texts) or 'the turn passes'}>"

    def ends_at(self, position: Position) -> bool:
        """Whether one of the plays ends at that position (seen by the player who moved)."""
        return any(self._position(key) == position for key in self._ways)

    def positions(self) -> Iterator[Position]:
        """Yield every end position; this is faster than taking out the plays."""
        opponents = {0: self._start.opponent}
        for key in self._ways:
            hits = key >> BITS
            if hits not in opponents:
                opponents[hits] = self._hit(hits)
            yield trusted(_counts((key & SIDE).to_bytes(SIZE, "little")), opponents[hits])

    def _play(self, key: int) -> LegalPlay:
        steps = self._steps(key)
        return LegalPlay(write_play(steps), steps, self._position(key))

    def _steps(self, key: int) -> tuple[Step, ...]:
        hits = key >> BITS
        steps = []
        for src, dst in self._ways[key]:
            hit = bool(dst and hits >> dst & 1)
            if hit:
                hits ^= 1 << dst
            steps.append(Step(src, dst, hit))
        return tuple(steps)

    def _position(self, key: int) -> Position:
        return trusted(_counts((key & SIDE).to_bytes(SIZE, "little")), self._hit(key >> BITS))

    def _hit(self, hits: int) -> tuple[int, ...]:
        """Return the opponent's side after a hit on each point whose bit is set."""
        if not hits:
            return self._start.opponent
        opponent = list(self._start.opponent)
        for point in range(1, BAR):
            if hits >> point & 1:
                opponent[25 - point] -= 1
                opponent[BAR] += 1
        return tuple(opponent)
