"""While a request of the desk runs, everything else waits, for a tenth of a second at most.

Where desks go on working, everything else has one turn every fifth of a second. All threads of a process share one
interpreter, and so does the event loop: even a cached page or a new connection takes time from the desk.

Source: docs/decisions/0041-fair-use.md.
"""

import asyncio
import time
from collections.abc import Callable

# A long request, such as a document, must not stop the hall.
HOLD_SECONDS = 0.1
# Desks that take turns hold up the others for this long.
TURN_SECONDS = 0.2
# The desk counts as busy for this long after its last request.
BUSY_SECONDS = 10.0


class DeskFirst:
    """Whether a request of the desk runs, and what waits for its end. Used in the thread of the event loop only."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._running = 0
        # Whether another request of the desk began while others were held up.
        self._goes_on = False
        self._held_until = self._busy_until = float("-inf")
        # Since when requests of the desk have followed each other and others had no turn.
        self._no_turn_since: float | None = None
        self._waiting: list[Callable[[], object]] = []

    @property
    def is_held(self) -> bool:
        """Whether others have to wait."""
        return self._clock() < self._held_until

    @property
    def is_busy(self) -> bool:
        """Whether the desk worked a moment ago, and so is likely to go on."""
        return self.is_held or self._clock() < self._busy_until

    @property
    def owes_a_turn(self) -> bool:
        """Whether others have had no turn for as long as desks may hold them up."""
        return self._no_turn_since is not None and self._clock() - self._no_turn_since >= TURN_SECONDS

    def give_turn(self) -> None:
        """Note that others had their turn."""
        self._no_turn_since = self._clock() if self._running else None

    def begin(self) -> None:
        """Note that a request of the desk begins."""
        self._running += 1
        if self.is_held:
            self._goes_on = True
        else:
            self._hold()

    def end(self) -> None:
        """Note that a request of the desk ended."""
        self._running -= 1
        self._busy_until = self._clock() + BUSY_SECONDS
        if not self._running:
            self._held_until = float("-inf")
            self._release()

    def afterwards(self, go_on: Callable[[], object]) -> None:
        """Call ``go_on`` once others need not wait any more; at once if they do not wait now."""
        if self.is_held:
            self._waiting.append(go_on)
        else:
            go_on()

    async def wait(self) -> None:
        """Wait until others need not wait any more."""
        if self.is_held:
            released = asyncio.Event()
            self._waiting.append(released.set)
            await released.wait()

    def _hold(self) -> None:
        self._goes_on = False
        now = self._clock()
        self._held_until = now + HOLD_SECONDS
        if self._no_turn_since is None:
            self._no_turn_since = now
        asyncio.get_running_loop().call_later(HOLD_SECONDS + 0.001, self._release)

    def _release(self) -> None:
        if self.is_held:
            return
        if self._running and self._goes_on and not self.owes_a_turn:
            self._hold()
            return
        waiting, self._waiting = self._waiting, []
        for go_on in waiting:
            go_on()
        # One long request holds up nobody twice; desks that take turns would else meet several turns of others.
        if self._running and self._goes_on:
            self._hold()


desk_first = DeskFirst()
