"""The types of ASGI, the interface between the server and applications."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

type Header = tuple[bytes, bytes]
type Scope = dict[str, Any]
type Message = MutableMapping[str, Any]
type Receive = Callable[[], Awaitable[Message]]
type Send = Callable[[Message], Awaitable[None]]
type Asgi = Callable[[Scope, Receive, Send], Awaitable[None]]
