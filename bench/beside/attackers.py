"""Hostile connections to one server.

``python -m bench.beside.attackers PORT KIND SECONDS PAGE`` prints requests a second. Each kind is an attack that
anybody in the hall's network can make; ``all`` shares twenty connections among them. The kind ``claims`` comes from
players' phones: PAGE is then one ``MATCH SECRET`` a line, a line for each phone.
"""

import asyncio
import socket
import sys
from collections.abc import Awaitable, Callable
from itertools import count

CONNECTIONS = 20
HEAD = "Host: localhost\r\nAccept-Encoding: gzip\r\n"


class Attack:
    """Attacks on one server, which count what they sent."""

    def __init__(self, port: int, kind: str, page: str) -> None:
        self._port, self._page = port, page
        self.sent = 0
        self._turns = count()
        self.kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "uncached": lambda: self._repeat(
                lambda: f"GET {self._page}?turn={next(self._turns)} HTTP/1.1\r\n{HEAD}\r\n"
            ),
            "cached": lambda: self._repeat(lambda: f"GET {self._page} HTTP/1.1\r\n{HEAD}\r\n"),
            "missing": lambda: self._repeat(lambda: f"GET /nothing/{next(self._turns)}/ HTTP/1.1\r\n{HEAD}\r\n"),
            "forms": lambda: self._repeat(self._form),
            "bodies": lambda: self._hold(
                "POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\nname="
            ),
            "trickle": self._trickle,
            "silence": lambda: self._hold(""),
            "garbage": lambda: self._reconnect(b"GARBAGE\r\n\r\n"),
            "unread": self._unread,
            "lines": lambda: self._reconnect(b"GET /live/?stream=site HTTP/1.1\r\nHost: localhost\r\n\r\n"),
        }
        if kind == "claims":
            phones = [line.split() for line in page.splitlines()]
            self.kinds = {"claims": lambda: self._repeat(lambda: self._claim(*phones[next(self._turns) % len(phones)]))}

    def _claim(self, match: str, secret: str) -> str:
        body = f'{{"games": [["top", 1, "single"]], "turn": {next(self._turns)}}}'
        return (
            f"POST /api/v1/matches/{match}/claim/ HTTP/1.1\r\n{HEAD}Authorization: Bearer {secret}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )

    def _form(self) -> str:
        body = "csrfmiddlewaretoken=" + "a" * 32 + "&username=desk%40example.org&password=guess"
        return (
            f"POST /sign-in/ HTTP/1.1\r\n{HEAD}Cookie: csrf={'a' * 32}\r\n"
            f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        )

    async def _repeat(self, request: Callable[[], str]) -> None:
        """Send one request after another on one connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            while True:
                writer.write(request().encode())
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin1").lower()
                length = head.partition("content-length: ")[2].partition("\r\n")[0]
                await reader.readexactly(int(length or 0))
                self.sent += 1
        finally:
            writer.close()

    async def _hold(self, sent: str) -> None:
        """Send something and then nothing, until the server closes the connection."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(sent.encode())
            self.sent += 1
            await reader.read()
        finally:
            writer.close()

    async def _trickle(self) -> None:
        """Send a header byte by byte."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(b"GET / HTTP/1.1\r\nX-Slow: ")
            self.sent += 1
            while not reader.at_eof():
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.2)
        finally:
            writer.close()

    async def _reconnect(self, sent: bytes) -> None:
        """Connect, send, and disconnect."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self._port)
        try:
            writer.write(sent)
            self.sent += 1
            await reader.read(100)
        finally:
            writer.close()

    async def _unread(self) -> None:
        """Ask for page after page and read nothing."""
        with socket.socket() as bare:
            bare.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            bare.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(bare, ("127.0.0.1", self._port))
            await loop.sock_sendall(bare, f"GET {self._page} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            self.sent += 1
            await asyncio.sleep(5)


async def again_and_again(attack: Callable[[], Awaitable[None]]) -> None:
    """Repeat an attack whenever the server ended it."""
    while True:
        try:
            await attack()
        except (OSError, EOFError, ValueError):
            await asyncio.sleep(0.005)


async def attack(port: int, kind: str, seconds: float, page: str) -> float:
    """Attack for some seconds; return the requests sent a second."""
    attacks = Attack(port, kind, page)
    kinds = list(attacks.kinds.values()) if kind == "all" else [attacks.kinds[kind]]
    tasks = [asyncio.create_task(again_and_again(kinds[place % len(kinds)])) for place in range(CONNECTIONS)]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return attacks.sent / seconds


if __name__ == "__main__":
    sent = asyncio.run(attack(int(sys.argv[1]), sys.argv[2], float(sys.argv[3]), sys.argv[4]))
    sys.stdout.write(f"{sent:.0f}\n")
