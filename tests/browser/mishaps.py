"""One match on two phones while the Wi-Fi, the clocks, the storage and the server fail, as chance has it.

A player answers what the page asks: of two score cards they keep one. What a phone has acknowledged must be on the desk
at the end, or the phone must have shown what became of it.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Error, Page, expect

from tests.browser.phones import Hall, Phone, Seat, Table
from tests.served.servers import Site, wait_until

PATIENCE_MILLISECONDS, END_SECONDS = 4_000, 60
BLOCKED = "Object.defineProperty(window, 'localStorage', { get() { throw new Error('private'); } })"
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); }"
STALE_LEASE = "localStorage.setItem('barpoint-outbox-{entrant}-lease', 'gone ' + (Date.now() + 7200000))"


@dataclass(slots=True)
class Player:
    """A player with a phone, which ``stores`` entries or not; ``tabs`` show the same page, the one in use first."""

    side: str
    seat: Seat
    phone: Phone
    stores: bool
    tabs: list[Page] = field(default_factory=list)
    acknowledged: dict[str, dict[str, Any]] = field(default_factory=dict)
    released: set[str] = field(default_factory=set)

    def notes(self) -> None:
        """Remember what the phone has acknowledged, and what it has shown to be otherwise."""
        for tab in self.tabs:
            with suppress(Error):
                entries = tab.evaluate("window.barpoint.outbox.all()")
                self.acknowledged |= {each["key"]: each for each in entries if each["state"] == "sent"}
                self.released |= {each["key"] for each in entries if each["state"] in ("conflict", "refused")}
                # A player who is shown both cards chooses between all that was played: the card holds the earlier ones.
                if any(each["state"] == "conflict" for each in entries):
                    self.released |= set(self.acknowledged)

    @property
    def page(self) -> Page:
        return self.tabs[0]

    def entries(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.page.evaluate("window.barpoint.outbox.all()")
        return rows

    def unsent(self) -> list[dict[str, Any]]:
        return [each for each in self.entries() if each["state"] not in ("sent", "refused")]


class Run:
    """One match from the first game to the end, by ``chance``."""

    def __init__(self, hall: Hall, table: Table, chance: Random, open_phone: Callable[..., Phone]) -> None:
        self.hall, self.table, self.chance = hall, table, chance
        self.site: Site = hall.site
        self.log: list[str] = []
        self.backup: Path | None = None
        seats = (("top", table.top), ("bottom", table.bottom))
        self.players = [self._player(side, seat, open_phone) for side, seat in seats]

    def _player(self, side: str, seat: Seat, open_phone: Callable[..., Phone]) -> Player:
        phone = open_phone(seat)
        phone.page.context.set_default_timeout(PATIENCE_MILLISECONDS)
        kind = self.chance.choice(["", "", "", BLOCKED, FULL])
        if kind:
            phone.page.add_init_script(kind)
        if self.chance.random() < 0.4:
            hours = self.chance.choice([-26, -2, 2, 30])
            phone.page.clock.install(time=datetime.now(UTC) + timedelta(hours=hours))
            self.log.append(f"{side}: clock {hours:+} h")
        phone.page.reload()
        self.log.append(f"{side}: storage {('works', 'blocked', 'full')[['', BLOCKED, FULL].index(kind)]}")
        return Player(side, seat, phone, not kind, [phone.page])

    # --- What happens

    def plays(self, steps: int) -> None:
        events = (
            [self.game] * 6 + [self.wifi] * 4 + [self.answer] * 2 + [self.reload, self.tab, self.lease, self.remove]
        )
        events += [self.final]
        mishaps = [self.kill, self.restore]
        if self.chance.random() < 0.6:
            self.keep_backup()
        for step in range(steps):
            player = self.chance.choice(self.players)
            event = self.chance.choice(events)
            if step > steps // 2 and mishaps and self.chance.random() < 0.18:
                mishaps.pop(self.chance.randrange(len(mishaps)))(player)
            # A page that changes under a finger takes the button away.
            with suppress(Error):
                event(player)
            for each in self.players:
                each.notes()

    def game(self, player: Player) -> None:
        if not player.page.locator("#by-game").is_visible():
            return
        winner, cube = self.chance.choice(["top", "bottom"]), self.chance.choice(["1", "1", "2"])
        with suppress(Error):
            Phone(player.page).game(winner, cube)
            self.log.append(f"{player.side}: game {winner} {cube}")
            if self.chance.random() < 0.3:
                player.page.evaluate("document.querySelector('form[data-entry] .main').click()")

    def remove(self, player: Player) -> None:
        button = player.page.locator("[data-remove-game]")
        if player.page.locator("#games").is_visible() and not player.page.locator("#games[open]").count():
            player.page.locator("#games summary").click()
        if button.is_visible():
            button.click()
            self.log.append(f"{player.side}: removes the last game")

    def final(self, player: Player) -> None:
        final = player.page.locator("#final")
        if not final.is_visible():
            return
        if not player.page.locator("#final[open]").count():
            player.page.locator("#final > summary").click()
        winner, points = self.chance.choice(["top", "bottom"]), self.chance.randrange(7)
        if self.chance.random() < 0.4:
            own, other = (7, points) if winner == player.side else (points, 7)
            player.page.locator('form[data-final] [name="score"]').fill(f"{own}-{other}")
            Phone(player.page).write("form[data-final]")
        else:
            Phone(player.page).final(winner, points)
        self.log.append(f"{player.side}: final {winner} {points}")

    def answer(self, player: Player) -> None:
        right = player.page.locator('form[data-answer="confirm"] button:enabled')
        if right.count() and right.is_visible():
            right.dblclick()
            self.log.append(f"{player.side}: right")
        self.choose(player)

    def choose(self, player: Player) -> None:
        for name in self.chance.sample(["Keep mine", "Take the other"], 2):
            button = player.page.get_by_role("button", name=name).first
            if button.is_visible():
                player.notes()
                button.click()
                self.log.append(f"{player.side}: {name}")
                return

    def wifi(self, player: Player) -> None:
        offline = self.chance.random() < 0.5
        player.page.context.set_offline(offline)
        self.log.append(f"{player.side}: {'offline' if offline else 'online'}")

    def reload(self, player: Player) -> None:
        if player.stores:
            player.page.context.set_offline(False)
            player.page.reload()
            self.log.append(f"{player.side}: reload")

    def tab(self, player: Player) -> None:
        """Use another tab of the same phone; the first one is closed or left open."""
        if not player.stores or len(player.tabs) > 2:
            return
        player.page.context.set_offline(False)
        page = player.page.context.new_page()
        page.goto(self.hall.base + player.seat.address)
        player.tabs.insert(0, page)
        if self.chance.random() < 0.5:
            player.tabs.pop().close()
        self.log.append(f"{player.side}: another tab, {len(player.tabs)} open")

    def lease(self, player: Player) -> None:
        with suppress(Error):
            player.page.evaluate(STALE_LEASE.format(entrant=player.seat.entrant))
            self.log.append(f"{player.side}: a lease two hours ahead")

    # --- The server

    def kill(self, _player: Player) -> None:
        port = self.site.ports[0]
        self.site.kill()
        for each in self.players:
            self.game(each)
        self.site.start(ports=[port])
        self.log.append("the server was killed and started")

    def keep_backup(self) -> None:
        answer = self.site.manage("backup")
        assert answer.returncode == 0, answer.stderr
        backups = (self.site.folder / "data" / "backups").glob("*.sqlite3")
        self.backup = max(backups, key=lambda each: each.stat().st_mtime_ns)

    def restore(self, _player: Player) -> None:
        if self.backup is None:
            return
        port = self.site.ports[0]
        self.site.stop()
        answer = self.site.manage("restore", str(self.backup))
        assert answer.returncode == 0, answer.stderr
        self.site.start(ports=[port])
        self.log.append("a backup was restored")

    # --- The end: everybody is online, answers what the page asks, and nothing waits

    def ends(self) -> None:
        for each in self.players:
            each.page.context.set_offline(False)
        try:
            wait_until(self._is_quiet, "an end", END_SECONDS)
        except AssertionError as late:
            raise AssertionError("\n".join(self.story())) from late
        for each in self.players:
            each.notes()

    def _is_quiet(self) -> bool:
        for each in self.players:
            with suppress(Error):
                each.page.bring_to_front()
                self.choose(each)
                refresh = each.page.locator(".as-of.stale a")
                if refresh.is_visible():
                    refresh.click()
            each.notes()
            each.page.evaluate("document.dispatchEvent(new CustomEvent('live:refresh'))")
            each.page.wait_for_timeout(150)
        # A phone that has just heard of a restore sends again, and what one sends while the other is looked at would be
        # missing there.
        shows = all(map(self._shows_the_desk, self.players))
        sends = any(each.unsent() for each in self.players)
        return shows and not sends and all(map(self._shows_the_desk, self.players))

    def _shows_the_desk(self, player: Player) -> bool:
        """Whether a phone shows the memory as it is; after a restore numbers are given out again in another epoch."""
        html = player.page.context.request.get(player.page.url).text()
        shown = "".join(f'[{each}="{_value(html, each)}"]' for each in ("data-epoch", "data-number"))
        return bool(player.page.locator(f"#my{shown}").count())

    def story(self) -> list[str]:
        """Return what happened, and what the phones show and hold now."""
        state = [f"{each.side}: {each.page.locator('#main').inner_text()}" for each in self.players]
        wanted = ("key", "state", "kind", "games", "points", "result", "number", "epoch", "removes", "resent")
        held = [
            f"{each.side}: {[{name: entry.get(name) for name in wanted} for entry in each.entries()]}"
            for each in self.players
        ]
        return [*self.log, *state, *held]

    def lost(self) -> list[str]:
        """Return what phones acknowledged and the desk neither has nor the phone has shown to be otherwise."""
        card = self.hall.card(self.table)
        return [
            f"{player.side}: {each['kind']} {each.get('games') or each.get('points')}"
            for player in self.players
            for each in self._last(player)
            if not self._is_known(card, player, each)
        ]

    def _last(self, player: Player) -> list[dict[str, Any]]:
        """Return the last acknowledged entry of a player that was not shown to be otherwise."""
        standing = [each for key, each in player.acknowledged.items() if key not in player.released]
        return standing[-1:]

    def _is_known(self, card: dict[str, Any], player: Player, entry: dict[str, Any]) -> bool:
        if entry.get("result"):
            claims = [claim["points"] for claim in card["claims"] if claim["entrant"] == player.seat.entrant]
            is_over = card["status"] in ("finished", "disputed")
            return is_over and entry["result"] in [*claims, card["raw"]]
        if entry["kind"] == "answer" or card["status"] != "open":
            return bool(card["status"] != "open")
        return starts_with(games_of(self.players[0].page), entry["games"])


def _value(html: str, attribute: str) -> str:
    """Return the value of the first attribute with this name."""
    return html.partition(f'{attribute}="')[2].partition('"')[0]


def games_of(page: Page) -> list[Any]:
    expect(page.locator("#my[data-games]")).to_have_count(1)
    games: list[Any] = page.evaluate("JSON.parse(document.querySelector('#my').dataset.games || '[]')")
    return games


def starts_with(games: list[Any], first: list[Any]) -> bool:
    return games[: len(first)] == first
