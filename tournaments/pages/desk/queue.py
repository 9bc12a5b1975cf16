"""Lines entered before their meaning was shown: which the desk writes at once, and which it asks about.

Source: docs/rules/desk-line.md; docs/decisions/0060-the-queue-of-the-desk.md.
"""

from dataclasses import dataclass, replace

from django.http import QueryDict

from clubs.http.posting import whole
from rules.draws.match_state import State
from tournaments.pages.desk.line import LineSheet, Typist, line_sheet
from tournaments.read.floor import Floor, played_since

# Sentences whose command is carried out before anybody has read them; the others take a player out of the event or
# replace a result.
_WRITTEN_UNSEEN = ("reports", "confirms", "calls", "starts", "late", "forfeits", "enters", "undoes")
LONGEST_SIGN = 80


@dataclass(frozen=True, slots=True)
class QueuedLine:
    """A line of the queue: the text, its key, and whether its meaning must be shown before it is written.

    ``command`` is that of the sentence which was shown for it, empty without one; ``is_read``: there was time to read
    it. ``seen`` is the number of the last record on the desk where it was typed, ``sign`` what the keys of that desk's
    own lines begin with.
    """

    typed: str
    key: str
    command: str
    is_read: bool
    ask: bool
    seen: int
    sign: str

    @classmethod
    def read(cls, posted: QueryDict) -> "QueuedLine":
        """Return the line that the page's script sends."""
        key, seen = posted.get("once", ""), posted.get("number", "")
        sign = f"{key.rpartition('.')[0]}."[:LONGEST_SIGN] if "." in key else key
        command = posted.get("command", "")
        is_read = bool(command) and "unread" not in posted
        return cls(posted.get("line", ""), key, command, is_read, "ask" in posted, whole(seen), sign)

    def meaning(self, floor: Floor, typist: Typist) -> LineSheet:
        """Return what the line means now; ``asks`` of the sheet says that it waits for a person."""
        sheet = line_sheet(floor, self.typed, typist)
        return replace(sheet, asks=not sheet.command or self.must_ask(floor, sheet))

    def must_ask(self, floor: Floor, sheet: LineSheet) -> bool:
        """Whether the command is not what the person at the line must have meant.

        A name stands for the player's open match. If somebody else entered a result of that player since, the slip may
        be of the match before.
        """
        if self.ask or sheet.kind not in _WRITTEN_UNSEEN:
            return True
        if sheet.kind not in ("reports", "forfeits") or sheet.match is None:
            return False
        both = [player.entrant for player in sheet.match.players if player]
        return sheet.match.state is State.DISPUTED or played_since(floor.tournament, both, self.seen, self.sign)
