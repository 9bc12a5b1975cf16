"""The contents of the cash desk: frozen rows and lists for the template."""

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from clubs.read.figures import shown_sum, spoken_sum
from clubs.read.records import Sentence
from rules.money.fees import Condition
from runtime.jobs.mail import mail_is_set_up
from tournaments.pages.cash.tally import Tally
from tournaments.read.money.accounts import Account, AccountLine, ReceiptView
from tournaments.read.money.auctions.listing import AuctionLink

POINTS = 24
# Where each progress point begins: twelve, the bar, twelve more.
POINT_AT = tuple(15 * at + (12 if at >= POINTS // 2 else 0) for at in range(POINTS))


@dataclass(frozen=True, slots=True)
class Till:
    """The desk's own settings: which drawer stands there, and whether receipts are printed and mailed."""

    drawer: int = 1
    prints: bool = False
    mails: bool = False

    @property
    def can_mail(self) -> bool:
        """Whether this installation sends mail."""
        return mail_is_set_up()


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks at the cash desk: whether they are a director, their actor's name, and their desk."""

    actor: str
    directs: bool
    till: Till
    now: datetime
    zone: ZoneInfo

    def time(self, at: datetime) -> str:
        """Return the time of day there."""
        return f"{at.astimezone(self.zone):%H:%M}"


@dataclass(frozen=True, slots=True)
class ReceiptLine:
    """A receipt with its time of day, and the desk that made it where it is another."""

    receipt: ReceiptView
    time: str
    other_desk: int = 0


@dataclass(frozen=True, slots=True)
class Person:
    """The block of one payer. ``receipts`` are those that count, the last first.

    ``offered`` are the marks that change a price. ``pays_for`` are the entrants whose lines are here, ``others`` the
    payers to whom they can be moved, by name. ``needs_release``: what is owed to them is more than one person may
    hand out; ``is_requested``: it waits for a second person already. ``is_closed``: the books are closed, so nothing
    moves.
    """

    account: Account
    tally: Tally
    currency: str
    receipts: tuple[ReceiptLine, ...] = ()
    offered: tuple[Condition, ...] = ()
    directs: bool = False
    needs_release: bool = False
    is_requested: bool = False
    is_closed: bool = False
    pays_for: tuple[tuple[int, str], ...] = ()
    others: tuple[tuple[int, str], ...] = ()
    can_mail: bool = False

    @property
    def sum_text(self) -> str:
        """The sum to take as people say it; a form sends it back, so that nothing else is taken."""
        return spoken_sum(self.tally.amount, self.currency)

    @property
    def large(self) -> int:
        """The one large figure: what is taken, all that is owed while something is wrong with it."""
        return self.tally.owed if self.tally.problem else self.tally.amount

    @property
    def ticked(self) -> frozenset[str]:
        """The codes of the lines that are taken now."""
        return frozenset(line.code for line in self.tally.chosen)

    @property
    def has_credit(self) -> bool:
        return self.account.credit > 0

    @property
    def marks(self) -> tuple[tuple[Condition, bool], ...]:
        """The marks that are offered, and whether each is set."""
        shown = [each for each in Condition if each in self.offered or each in self.account.marks]
        return tuple((each, each in self.account.marks) for each in shown)

    @property
    def last(self) -> ReceiptLine | None:
        return self.receipts[0] if self.receipts else None


@dataclass(frozen=True, slots=True)
class OwingRow:
    """Somebody who owes; ``part_paid`` is the time of the last part payment, empty without one."""

    account: Account
    part_paid: str = ""

    @property
    def notes(self) -> str:
        """What they entered."""
        return ", ".join(self.account.events)


@dataclass(frozen=True, slots=True)
class DrawerSheet:
    """A drawer of the desk in minor units: its ``float``, what was taken and handed out, and the receipts of both.

    ``differs`` is what counting found too much or too little before.
    """

    number: int
    float: int
    taken: int
    receipts: int
    out: int
    outs: int
    differs: int

    @property
    def holds(self) -> int:
        """What the drawer should hold."""
        return self.float + self.taken + self.out + self.differs


@dataclass(frozen=True, slots=True)
class RequestRow:
    """A payout that waits for a second person; ``own``: the viewer requested it."""

    id: int
    name: str
    amount: int
    means: str
    time: str
    by: str
    own: bool


@dataclass(frozen=True, slots=True)
class DoneRow:
    """One of the last actions. ``receipt`` is set for money that changed hands, else ``sentence`` says what was done.

    ``by`` names another person or desk; ``undo`` is the number of a record that the viewer may undo, 0 for none.
    """

    number: int
    time: str
    sentence: Sentence
    receipt: ReceiptView | None
    name: str
    by: str
    desk: int
    undo: int
    undone: bool


@dataclass(frozen=True, slots=True)
class CashDesk:
    """The cash desk of a tournament beside the entry line. ``undrawn`` are the events that ask for unpaid fees.

    ``is_blind``: the drawer is counted without its sum, so that this desk does not show it.
    """

    tournament: int
    name: str
    currency: str
    number: int
    people: int
    owing: tuple[OwingRow, ...]
    owed: int
    credited: tuple[Account, ...]
    requests: tuple[RequestRow, ...]
    drawer: DrawerSheet
    done: tuple[DoneRow, ...]
    undrawn: tuple[str, ...]
    auctions: tuple[AuctionLink, ...]
    directs: bool
    is_closed: bool
    is_blind: bool

    @property
    def paid(self) -> int:
        """How many people owe nothing."""
        return self.people - len(self.owing)

    @property
    def points(self) -> tuple[tuple[int, str], ...]:
        """The 24 points: the share of people who owe nothing is filled."""
        full = POINTS * self.paid // self.people if self.people else 0
        return tuple((at, "done" if number < full else "todo") for number, at in enumerate(POINT_AT))


@dataclass(frozen=True, slots=True)
class LineSheet:
    """A sentence about what was typed. ``kind`` names it; ``fields`` are what Enter posts, empty where it does nothing.

    ``person`` is the block that it is about, ``line`` one line of it, ``receipt`` a receipt, ``reason`` what was typed
    for one. ``sentence`` is that of a record, ``number`` the number of one just written. ``lines`` are several
    meanings to choose from, ``more`` how many others there are.
    """

    kind: str
    typed: str = ""
    name: str = ""
    person: Person | None = None
    line: AccountLine | None = None
    reason: str = ""
    receipt: ReceiptLine | None = None
    fields: tuple[tuple[str, str], ...] = ()
    seen: int | None = None
    sentence: Sentence | None = None
    number: int = 0
    refusal: str = ""
    lines: tuple["LineSheet", ...] = ()
    more: int = 0
    currency: str = ""
    prints: bool = False

    @property
    def tally(self) -> Tally | None:
        return self.person.tally if self.person else None

    @property
    def is_settled(self) -> bool:
        """Whether the line was carried out, so that it can be emptied."""
        return self.kind in ("recorded", "taken", "handed_out", "requested", "undone", "unchanged")

    @property
    def got(self) -> str:
        """The sum that could not be read or is too large."""
        return shown_sum(0, self.currency) if self.tally is None else self.tally.got
