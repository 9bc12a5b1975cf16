"""A club night at which everything happens to its chouettes, right or wrong; after each step the whole is looked at.

Beside each table stands a list of what happened, which undoing and corrections cut; the table must be its replay.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import pytest
from django.db import models, transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from clubs.actions.chouettes.correcting import Correction, correct_game, preview_game_correction
from clubs.actions.chouettes.importing import import_session
from clubs.actions.chouettes.opening import Sitting, open_session
from clubs.actions.chouettes.paying import Payment, close_chouette, record_payment, reopen_chouette, undo_payment
from clubs.actions.chouettes.playing import record_happening, undo_last, undo_last_game
from clubs.actions.chouettes.settings import HouseSheet, allow_money, set_house_rules
from clubs.actions.chouettes.splitting import SplitSheet, merge_tables, split_table
from clubs.actions.chouettes.steps import Written
from clubs.models import Chouette, ChouetteEntry, ChouettePerson, Leg, Posting
from clubs.models.chouettes import MONEY_NOTICE
from clubs.read.books import balance_of
from clubs.read.chouettes.file import chouette_file
from clubs.read.chouettes.log import kept_chouette
from clubs.read.chouettes.view import ChouetteView, view_of
from journal.book import Caller, Replay
from journal.models import Page, Record, Stream
from journal.verify import verify
from rules.chouette.actions import Action, ComeBack, Join, Leave, Side, SitOut, Start, WinGame
from rules.chouette.offers import Do, offers
from rules.chouette.people import sit_down
from rules.chouette.play import BETWEEN_GAMES, play, play_all
from rules.chouette.session import Session, replay
from rules.chouette.table import Table
from rules.errors import RuleBroken
from tests.clubs.chouettes.lists import span, without_empty_game, words
from tests.factories import a_caller, a_club
from tests.rules.chouette.possible import NAMES, any_action, random_choice, random_options

SEEDS = st.integers(0, 2**40)
LIKELY = {Do.START: 5, Do.WIN: 2, Do.SETTLE: 0.5, Do.JOIN: 0.4, Do.LEAVE: 0.3, Do.SIT_OUT: 0.2, Do.EXTRA: 3}
KEPT: tuple[type[models.Model], ...] = (
    Chouette, ChouetteEntry, ChouettePerson, Posting, Leg, Page, Record, Stream,
)  # fmt: skip
happened: Counter[str] = Counter()


def rows() -> list[list[Any]]:
    """Return every row that an action of a chouette could write."""
    return [list(model._default_manager.order_by("pk").values_list()) for model in KEPT]


@dataclass(slots=True)
class Beside:
    """What happened at a table, kept a second time: ``paid`` are payments that count, by turn."""

    session: Session
    version: int = 0
    is_closed: bool = False
    is_merged: bool = False
    closed_at: int = 0
    paid: dict[int, tuple[str, str, int]] = field(default_factory=dict)

    def adds(self, *actions: Action) -> None:
        self.session = replace(self.session, actions=(*self.session.actions, *actions))
        self.version += 1


class Night(RuleBasedStateMachine):
    """The chouettes of one night, from the first on."""

    def __init__(self) -> None:
        super().__init__()
        self.savepoint = transaction.savepoint_create()
        self.tables: dict[int, Beside] = {}

    @initialize(seed=SEEDS, stake=st.sampled_from([0, 0, 25, 70]))
    def open(self, seed: int, stake: int) -> None:
        rng = Random(seed)
        self.club = a_club()
        allow_money(self.club.pk, MONEY_NOTICE, a_caller())
        set_house_rules(self.club.pk, HouseSheet(in_books=True), a_caller())
        options = random_options(rng)
        if stake:
            options = replace(options, stake_minor=stake, currency="EUR", rounding_minor=rng.choice([1, 50, 100]))
        people = tuple(rng.sample(NAMES, rng.randint(3, 8)))
        opened = open_session(self.club.pk, Sitting(people, options=options), a_caller())
        self.tables[opened.id] = Beside(Session(options, people))
        self.rows = rows()
        self.look()

    def teardown(self) -> None:
        if hasattr(self, "club"):
            assert verify() == []
        transaction.savepoint_rollback(self.savepoint)

    # --- At the table

    @rule(seed=SEEDS, steps=st.integers(1, 9))
    def play_on(self, seed: int, steps: int) -> None:
        """Play as evenings go: what is likely, and possible."""
        rng = Random(seed)
        for _ in range(steps):
            pk, beside = self.a_table(rng)
            action = self.likely(rng, replay(beside.session))
            self.happens("play", pk, action)
            self.look()

    @rule(seed=SEEDS)
    def try_anything(self, seed: int) -> None:
        rng = Random(seed)
        pk, beside = self.a_table(rng)
        self.happens("anything", pk, any_action(rng, replay(beside.session)))
        self.look()

    @rule(seed=SEEDS)
    def take_back(self, seed: int) -> None:
        pk, beside = self.a_table(Random(seed))
        actions = beside.session.actions
        is_in_game = bool(actions) and not isinstance(actions[-1], (*BETWEEN_GAMES, Start))
        if self.does("undo", lambda caller: undo_last(pk, caller), pk):
            assert is_in_game
            self.cut(beside, actions[:-1])
        self.look()

    @rule(seed=SEEDS)
    def take_game_back(self, seed: int) -> None:
        pk, beside = self.a_table(Random(seed))
        actions = beside.session.actions
        starts = [at for at, each in enumerate(actions) if isinstance(each, Start)]
        if self.does("undo game", lambda caller: undo_last_game(pk, caller), pk):
            assert not any(isinstance(each, BETWEEN_GAMES) for each in actions[starts[-1] :])
            self.cut(beside, actions[: starts[-1]])
        self.look()

    @rule(seed=SEEDS, is_seen=st.sampled_from([True, True, True, False]))
    def correct(self, seed: int, is_seen: bool) -> None:
        """Record a finished game as another; a preview that was not seen is refused."""
        rng = Random(seed)
        pk, beside = self.a_table(rng)
        finished = len(replay(beside.session).results)
        if not finished:
            return
        number = rng.randint(1, finished)
        first, last = span(beside.session, number)
        actions = beside.session.actions
        table = play_all(sit_down(beside.session.options, beside.session.order), actions[:first])
        again = self.a_game(rng, table)
        try:
            preview = preview_game_correction(pk, number, again)
        except RuleBroken as broken:
            happened[broken.code] += 1
            return
        digest = preview.digest if is_seen else "0" * 16
        correction = Correction(number, again, digest)
        if self.does("correct", lambda caller: correct_game(pk, correction, caller), pk):
            assert is_seen
            self.cut(beside, (*actions[:first], *again, *actions[last:]))
            assert [row[2] for row in preview.totals] == [
                replay(beside.session).totals().get(who, 0) for who, _, _ in preview.totals
            ]
        self.look()

    # --- Money, closing, other tables

    @rule(seed=SEEDS, amount=st.integers(0, 300))
    def pay(self, seed: int, amount: int) -> None:
        rng = Random(seed)
        pk, beside = self.a_table(rng)
        one, two = (rng.choice(replay(beside.session).accounts) for _ in range(2))
        payment = Payment(one, two, amount)
        if self.does("pay", lambda caller: record_payment(pk, payment, caller), pk):
            beside.version += 1
            beside.paid[beside.version] = (one, two, amount)
        self.look()

    @rule(seed=SEEDS)
    def take_payment_back(self, seed: int) -> None:
        rng = Random(seed)
        pk, beside = self.a_table(rng)
        turn = rng.choice([*beside.paid, 1])
        if self.does("undo payment", lambda caller: undo_payment(pk, turn, caller), pk):
            assert not (beside.is_closed and turn < beside.closed_at)
            beside.version += 1
            del beside.paid[turn]
        self.look()

    @rule(seed=SEEDS, unit=st.sampled_from([None, 0, 1, 7, 500]))
    def close(self, seed: int, unit: int | None) -> None:
        pk, beside = self.a_table(Random(seed))
        if self.does("close", lambda caller: close_chouette(pk, unit, caller), pk):
            beside.version += 1
            beside.is_closed, beside.closed_at = True, beside.version
        self.look()

    @rule(seed=SEEDS)
    def reopen(self, seed: int) -> None:
        pk, beside = self.a_table(Random(seed))
        if self.does("reopen", lambda caller: reopen_chouette(pk, caller), pk):
            beside.version += 1
            beside.is_closed = False
        self.look()

    @rule(seed=SEEDS)
    def split(self, seed: int) -> None:
        rng = Random(seed)
        pk, beside = self.a_table(rng)
        newcomers = tuple(rng.sample(["Kim", "Lou", "Max"], rng.randint(0, 2)))
        before = replay(beside.session).order.people
        new: list[int] = []

        def act(caller: Caller) -> Written:
            split = split_table(pk, SplitSheet(newcomers), caller)
            new.append(split.new.id)
            return split.old

        if self.does("split", act, pk):
            moved = tuple(who for who in before if who not in replay(kept_chouette(pk).log.session).order.people)
            assert before[-len(moved) :] == moved
            assert 0 <= len(before) - len(moved) - (len(moved) + len(newcomers)) <= 1
            beside.adds(*(Leave(who) for who in moved))
            self.tables[new[0]] = Beside(Session(beside.session.options, (*moved, *newcomers)))
        self.look()

    @rule(seed=SEEDS)
    def merge(self, seed: int) -> None:
        rng = Random(seed)
        (pk, beside), (source, other) = rng.choice(self.strangers() or [(self.a_table(rng), self.a_table(rng))])
        people = replay(other.session).order.people
        if self.does("merge", lambda caller: merge_tables(pk, source, caller), pk):
            assert pk != source
            beside.adds(*(Join(who) for who in people))
            other.version += 1
            other.is_closed = other.is_merged = True
            other.closed_at = other.version
        self.look()

    @rule(seed=SEEDS)
    def copy(self, seed: int) -> None:
        """Export a session and import the file."""
        pk, beside = self.a_table(Random(seed))
        file = chouette_file(pk)
        copied: list[int] = []

        def act(caller: Caller) -> Written:
            written = import_session(self.club.pk, file, caller)
            copied.append(written.id)
            return written

        if self.does("import", act):
            actions = without_empty_game(beside.session.actions)
            # Somebody who sits out before the first action of a game sits out before its start in a file.
            kept = kept_chouette(copied[0])
            assert kept.table == replay(replace(beside.session, actions=actions))
            self.tables[copied[0]] = Beside(kept.log.session, len(actions))
        self.look()

    # --- The same again, and from an old picture

    @rule(seed=SEEDS)
    def send_twice(self, seed: int) -> None:
        """Send a request again under its key: it counts once."""
        rng = Random(seed)
        pk, beside = self.a_table(rng)
        action, key = self.likely(rng, replay(beside.session)), f"key {len(self.rows[5])}"
        if self.does("twice", lambda caller: record_happening(pk, action, caller), pk, key=key):
            beside.adds(action)
            with pytest.raises(Replay):
                record_happening(pk, action, a_caller(key=key, seen=beside.version - 1))
        self.look()

    @rule(seed=SEEDS, back=st.integers(1, 4))
    def write_late(self, seed: int, back: int) -> None:
        """Write from an older version: refused, with everything since."""
        pk, beside = self.a_table(Random(seed))
        seen = max(0, beside.version - back)
        if seen == beside.version:
            return
        with pytest.raises(RuleBroken) as refused:
            record_happening(pk, Start(), a_caller(seen=seen))
        assert refused.value.code == "stale"
        assert [each["turn"] for each in refused.value.facts["since"]] == list(range(seen + 1, beside.version + 1))
        self.look()

    # --- How every step is taken and looked at

    def happens(self, what: str, pk: int, action: Action) -> None:
        if self.does(what, lambda caller: record_happening(pk, action, caller), pk):
            self.tables[pk].adds(action)

    def does(self, what: str, act: Callable[[Caller], Any], pk: int | None = None, key: str | None = None) -> bool:
        """Act and return whether it was done; a refusal must have changed nothing."""
        seen, code = None if pk is None else self.tables[pk].version, ""
        try:
            written = act(a_caller(seen=seen, key=key))
        except RuleBroken as broken:
            written, code = None, broken.code
        happened[what if written else code] += 1
        if written is None:
            assert rows() == self.rows, f"{what} was refused ({code}) and changed something"
            return False
        self.rows = rows()
        after = [replace(view, start_refused=None) for view in (written.view, view_of(kept_chouette(written.id)))]
        assert after[0] == after[1], "the answer is not what is read afterwards"
        return True

    def look(self) -> None:
        """Compare every table with what stands beside it."""
        self.rows = rows()
        for pk, beside in self.tables.items():
            kept = kept_chouette(pk)
            assert kept.table == replay(beside.session)
            assert words(kept.log.session) == words(beside.session)
            assert (kept.log.version, kept.log.closed is not None) == (beside.version, beside.is_closed)
            assert [each.turn for each in kept.log.live_payments] == list(beside.paid)
            self.add_up(view_of(kept), beside)

    def add_up(self, view: ChouetteView, beside: Beside) -> None:
        """Look at the sums of a table, and at the books of the club."""
        balances = {each.name: each.balance for each in view.people}
        assert sum(each.total for each in view.people) == sum(balances.values()) == 0
        stake = beside.session.options.stake_minor
        if not beside.is_closed:
            sums = {each.name: each.total * (stake or 1) for each in view.people}
            for payer, payee, amount in beside.paid.values():
                sums[payer] += amount
                sums[payee] -= amount
            assert balances == sums
        elif stake:
            self.in_books(view, balances)
        if beside.is_closed or not stake:
            for each in view.settlement.payments:
                assert each.amount > 0
                balances[each.payer] += each.amount
                balances[each.payee] -= each.amount
            assert set(balances.values()) == {0}
        order = view.table.order
        assert len(set(order.people)) == len(order.people)

    def in_books(self, view: ChouetteView, balances: dict[str, int]) -> None:
        people = ChouettePerson.objects.filter(chouette=view.id).order_by("number")
        owed = {each.name: balance_of(self.club.stream_id, "player", each.pk) for each in people}
        assert owed == {who: -amount for who, amount in balances.items()}, "the books say something else"

    # --- Choices

    def a_table(self, rng: Random) -> tuple[int, Beside]:
        pk = rng.choice(list(self.tables))
        return pk, self.tables[pk]

    def strangers(self) -> list[Any]:
        """Return pairs of open tables at which nobody sits twice, none of them now and then."""
        seated = {pk: set(replay(each.session).order.people) for pk, each in self.tables.items() if not each.is_closed}
        every = [(one, two) for one in seated for two in seated if not seated[one] & seated[two]]
        return [((one, self.tables[one]), (two, self.tables[two])) for one, two in every]

    def cut(self, beside: Beside, actions: tuple[Action, ...]) -> None:
        beside.session = replace(beside.session, actions=actions)
        beside.version += 1

    def likely(self, rng: Random, table: Table) -> Action:
        every = list(offers(table))
        return random_choice(rng, table, rng.choices(every, [LIKELY.get(each.do, 1) for each in every])[0])

    def a_game(self, rng: Random, table: Table) -> tuple[Action, ...]:
        """Return a game from here on, to its end as a rule, as it could be played."""
        actions: list[Action] = []
        while table.game is not None and len(actions) < 12:
            action = self.likely(rng, table) if len(actions) < 6 else WinGame(rng.choice(list(Side)))
            if not isinstance(action, SitOut | ComeBack):
                actions.append(action)
                try:
                    table = play(table, action)
                except RuleBroken:
                    actions.pop()
                    if len(actions) >= 6:
                        break
        return tuple(actions)
